//! `get_document`

use lagrum_answers::{AnswerError, DocumentForm, ProvisionContext, ProvisionForm, TextStatus};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::text::{document_text, provision_text};
use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Day, MaxChars, Name, Skip, Uri};
use crate::window::{TextWindow, window};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct GetDocument {
    /// The uri of the document, from a result of another tool.
    uri: Uri,
    /// Only this part of it: an anchor, what follows `#` in the uri of a provision (`K3P1`).
    #[serde(default)]
    pinpoint: Option<Name>,
    /// The day whose text is wanted, for questions about the past; without it that of today.
    #[serde(default)]
    as_of: Option<Day>,
    /// The most characters of text to answer with.
    #[serde(default)]
    max_chars: MaxChars,
    /// Characters to skip: `next_offset` of the answer before, to read on.
    #[serde(default)]
    offset: Skip,
    /// `md` for markdown, `json` for the document's own structure.
    #[serde(default)]
    format: TextFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(crate = "rmcp::schemars")]
enum TextFormat {
    #[default]
    Md,
    Json,
}

/// A document, or a part of it, with its text.
#[derive(Serialize, ToSchema)]
pub(super) struct DocumentText {
    /// Its uri, as in the question.
    uri: String,
    /// Its source.
    source: String,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<String>,
    /// Its printed id.
    #[schema(required = true)]
    label: Option<String>,
    /// Its title.
    #[schema(required = true)]
    title: Option<String>,
    /// The publisher's own page.
    #[schema(required = true)]
    source_url: Option<String>,
    /// How many other documents cite it.
    inbound_count: u64,
    /// The part, as in the question.
    #[schema(required = true)]
    pinpoint: Option<String>,
    /// The form of the text.
    format: TextFormat,
    /// Which lydelse the text is, and whether it is in force.
    wording: TextStatus,
    /// The text, or a part of it.
    content: TextWindow,
}

impl ToolQuestion for GetDocument {
    type Answer = DocumentText;
    const NAME: &'static str = "get_document";
    const TITLE: &'static str = "Read a document";
    const DESCRIPTION: &'static str = "The text of a document: a statute, a court decision, a preparatory work. Long ones come in \
        parts: when `content.truncated` is true you have only a part of it, and `content.notice` says how to read on. For \
        one provision of a statute use get_provision, which also has who cites it. `wording` says which lydelse (wording) \
        the text is, from when, and whether it is in force; with `as_of` you get the text of a past day. Example: \
        {\"uri\": \"{base}/1915:218\", \"max_chars\": 5000}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let (uri, as_of) = (self.uri.into_inner(), self.as_of.map(|day| day.0));
        let found = match &self.pinpoint {
            None => {
                let form = match self.format {
                    TextFormat::Md => DocumentForm::Markdown,
                    TextFormat::Json => DocumentForm::Artifact,
                };
                document_text(asked, &uri, form, as_of)?
            }
            // The head of a document is the same without its text; a part is found by its anchor.
            Some(pinpoint) => {
                let form = match self.format {
                    TextFormat::Md => ProvisionForm::Markdown,
                    TextFormat::Json => ProvisionForm::Node,
                };
                let place = format!("{uri}#{}", &**pinpoint);
                let (part, status) = provision_text(asked, &place, form, as_of, ProvisionContext::None)?;
                let text = part.markdown.unwrap_or_else(|| part.node.unwrap_or_default().to_string());
                let whole = document_text(asked, &uri, DocumentForm::Markdown, as_of)?;
                super::text::FoundText { status, text, ..whole }
            }
        };
        to_value(&DocumentText {
            source: found.field("source").unwrap_or_default(),
            kind: found.field("kind"),
            label: found.field("label"),
            title: found.field("title"),
            source_url: found.field("source_url"),
            inbound_count: found.fields.get("inbound_count").and_then(Value::as_u64).unwrap_or_default(),
            pinpoint: self.pinpoint.map(Name::into_inner),
            format: self.format,
            content: window(&found.text, self.offset.as_usize(), self.max_chars.as_usize(), Self::NAME),
            wording: found.status,
            uri,
        })
    }
}
