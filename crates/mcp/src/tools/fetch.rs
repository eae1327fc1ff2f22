//! `fetch`, for hosts that expect a search and a fetch.

use lagrum_answers::{AnswerError, DocumentForm, ProvisionContext, ProvisionForm, TextStatus};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::text::{document_text, provision_text};
use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{MaxChars, Skip, Uri};
use crate::window::window;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct Fetch {
    /// The `id` of a result of search, or any uri that another tool gives.
    id: Uri,
    /// The most characters of text to answer with.
    #[serde(default)]
    max_chars: MaxChars,
    /// Characters to skip: `next_offset` of the answer before, to read on.
    #[serde(default)]
    offset: Skip,
}

/// A document or a provision.
#[derive(Serialize, ToSchema)]
pub(super) struct FetchedText {
    /// The id, as in the question.
    id: String,
    /// Its title.
    title: String,
    /// Its text as markdown, or a part of it: see `metadata.truncated`.
    text: String,
    /// The address of its page.
    url: String,
    /// What must be known of the text.
    metadata: FetchedMetadata,
}

/// What must be known of a text.
#[derive(Serialize, ToSchema)]
struct FetchedMetadata {
    /// Which lydelse the text is, and whether it is in force.
    wording: TextStatus,
    /// Whether there is more text than `text`.
    truncated: bool,
    /// What is missing and how to read on; null when nothing is.
    #[schema(required = true)]
    notice: Option<String>,
    /// The `offset` with which to read on; null at the end.
    #[schema(required = true)]
    next_offset: Option<usize>,
}

impl ToolQuestion for Fetch {
    type Answer = FetchedText;
    const NAME: &'static str = "fetch";
    const TITLE: &'static str = "Fetch a search result";
    const DESCRIPTION: &'static str = "The text of a result of search by its `id`: a document, or one provision of it. \
        get_document and get_provision answer the same with more beside; use this one only if your host asks for a tool of \
        this name. When `metadata.truncated` is true the text is only a part, and `metadata.notice` says how to read on. \
        Example: {\"id\": \"{base}/1915:218#P36\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let id = self.id.into_inner();
        let (title, text, wording) = if id.contains('#') {
            let form = ProvisionForm::Markdown;
            let (found, wording) = provision_text(asked, &id, form, None, ProvisionContext::None)?;
            let document = found.document.title.or(found.document.label);
            let title: Vec<String> = found.label.into_iter().chain(document).collect();
            (title.join(", "), found.markdown.unwrap_or_default(), wording)
        } else {
            let found = document_text(asked, &id, DocumentForm::Markdown, None)?;
            let title = found.field("title").or_else(|| found.field("label"));
            (title.unwrap_or_else(|| id.clone()), found.text, found.status)
        };
        let part = window(&text, self.offset.as_usize(), self.max_chars.as_usize(), Self::NAME);
        to_value(&FetchedText {
            url: id.clone(),
            id,
            title,
            text: part.text,
            metadata: FetchedMetadata {
                wording,
                truncated: part.truncated,
                notice: part.notice,
                next_offset: part.next_offset,
            },
        })
    }
}
