//! `fetch`, for hosts that expect a search and a fetch.

use lagrum_answers::{AnswerError, DocumentForm, HeldExtent, ProvisionContext, ProvisionForm, TextStatus};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::text::{document_text, notice, provision_text};
use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{MaxFetched, Skip, Uri};
use crate::window::window;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct Fetch {
    /// The `id` of a result of search, or any uri that another tool gives.
    id: Uri,
    /// The most characters of text to answer with.
    #[serde(default)]
    max_chars: MaxFetched,
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
    /// The source of the document.
    source: String,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<String>,
    /// Its printed id, or how a reader cites the provision.
    #[schema(required = true)]
    label: Option<String>,
    /// The publisher's own page.
    #[schema(required = true)]
    source_url: Option<String>,
    /// The anchor of the provision; null for a whole document.
    #[schema(required = true)]
    pinpoint: Option<String>,
    /// How many other documents cite the document.
    inbound_count: u64,
    /// Which lydelse the text is, and whether it is in force.
    wording: TextStatus,
    /// How much of the document is held: `summary` and `headnote` are not the document.
    #[schema(required = true)]
    extent: Option<HeldExtent>,
    /// What a reader is told of that, in Swedish.
    #[schema(required = true)]
    extent_note: Option<String>,
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
    const TITLE: &'static str = "Read a search result";
    const DESCRIPTION: &'static str = "The text of a result of search by its `id`: a document, or one provision of it. \
        get_document and get_provision answer the same with more beside; use this one only if your host asks for a tool of \
        this name. When `metadata.notice` is not null the text is only a part, and it says how to read on. \
        Example: {\"id\": \"{base}/1915:218#P36\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let id = self.id.into_inner();
        let (root, anchor) = id.split_once('#').unwrap_or((&id, ""));
        let found = document_text(asked, root, DocumentForm::Markdown, None)?;
        let document = found.field("title").or_else(|| found.field("label"));
        let (pinpoint, label, title, text, wording) = if anchor.is_empty() {
            let title = document.unwrap_or_else(|| id.clone());
            (None, found.field("label"), title, found.text.clone(), found.status.clone())
        } else {
            let form = ProvisionForm::Markdown;
            let (part, wording) = provision_text(asked, &id, form, None, ProvisionContext::None)?;
            let title: Vec<String> = part.label.iter().cloned().chain(document).collect();
            let text = part.markdown.unwrap_or_default();
            (Some(part.anchor), part.label, title.join(", "), text, wording)
        };
        let part = window(&text, self.offset.as_usize(), self.max_chars.as_usize(), Self::NAME);
        to_value(&FetchedText {
            url: id.clone(),
            id,
            title,
            text: part.text,
            metadata: FetchedMetadata {
                source: found.field("source").unwrap_or_default(),
                kind: found.field("kind"),
                label,
                source_url: found.field("source_url"),
                pinpoint,
                inbound_count: found.inbound_count(),
                wording,
                extent: found.extent(),
                extent_note: found.field("extent_note"),
                truncated: part.truncated,
                notice: notice(found.extent(), part.notice.as_deref()),
                next_offset: part.next_offset,
            },
        })
    }
}
