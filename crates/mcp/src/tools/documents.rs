//! `get_document`

use lagrum_answers::{AnswerError, DocumentForm, HeldExtent, ProvisionContext, ProvisionForm, TextStatus};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::text::{document_text, notice, provision_text};
use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Day, MaxChars, Name, Skip, Uri};
use crate::window::{TextWindow, window};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct GetDocument {
    /// The uri of the document, from a result of another tool; of a provision too.
    uri: Uri,
    /// Only this part: an anchor, what follows `#` in the uri of a provision (`K3P1`).
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
    /// `md` for markdown, `json` for the document's own structure, which comes whole or not at all.
    #[serde(default)]
    format: TextFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(crate = "rmcp::schemars", inline)]
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
    /// How much of the document is held: `summary` and `headnote` are not the document.
    #[schema(required = true)]
    extent: Option<HeldExtent>,
    /// What a reader is told of that, in Swedish.
    #[schema(required = true)]
    extent_note: Option<String>,
    /// Whether the whole text has more than `text`.
    truncated: bool,
    /// The text, or a part of it.
    text: String,
    /// What is missing and how to read on; null when nothing is.
    #[schema(required = true)]
    notice: Option<String>,
    /// The `offset` with which to read on; null at the end.
    #[schema(required = true)]
    next_offset: Option<usize>,
    /// Characters of the whole text.
    total_chars: usize,
    /// Which lydelse the text is, and whether it is in force.
    wording: TextStatus,
}

impl ToolQuestion for GetDocument {
    type Answer = DocumentText;
    const NAME: &'static str = "get_document";
    const TITLE: &'static str = "Read a document";
    const DESCRIPTION: &'static str = "The text of a document: a statute, a court decision, a preparatory work. When `notice` is \
        not null you have only a part of it, and it says how to read on. outline has the parts of a long one, \
        search_in_document the places that have some words. For one provision use get_provision, which also has who cites it. \
        `wording` says which lydelse (wording over time) it is and whether it is in force; `as_of` gives that of a past day. \
        Example: {\"uri\": \"{base}/1915:218\", \"max_chars\": 5000}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let as_of = self.as_of.map(|day| day.0);
        let place = super::with_pinpoint(self.uri.into_inner(), self.pinpoint);
        let (uri, pinpoint) = match place.split_once('#') {
            Some((document, anchor)) => (document.to_owned(), Some(anchor.to_owned())),
            None => (place.clone(), None),
        };
        let pinpoint = pinpoint.filter(|pinpoint| !pinpoint.is_empty());
        let found = if pinpoint.is_none() {
            let form = match self.format {
                TextFormat::Md => DocumentForm::Markdown,
                TextFormat::Json => DocumentForm::Artifact,
            };
            document_text(asked, &uri, form, as_of)?
        } else {
            // The fields of a document are the same without its text; a part is found by its anchor.
            let form = match self.format {
                TextFormat::Md => ProvisionForm::Markdown,
                TextFormat::Json => ProvisionForm::Node,
            };
            let (part, status) = provision_text(asked, &place, form, as_of, ProvisionContext::None)?;
            let text = part.markdown.unwrap_or_else(|| part.node.unwrap_or_default().to_string());
            let whole = document_text(asked, &uri, DocumentForm::Markdown, as_of)?;
            super::text::FoundText { status, text, ..whole }
        };
        let max_chars = self.max_chars.as_usize();
        let content = match self.format {
            TextFormat::Md => window(&found.text, self.offset.as_usize(), max_chars, Self::NAME),
            TextFormat::Json => whole_json(&found.text, self.offset.as_usize(), max_chars)?,
        };
        to_value(&DocumentText {
            source: found.field("source").unwrap_or_default(),
            kind: found.field("kind"),
            label: found.field("label"),
            title: found.field("title"),
            source_url: found.field("source_url"),
            inbound_count: found.inbound_count(),
            pinpoint,
            format: self.format,
            extent: found.extent(),
            extent_note: found.field("extent_note"),
            truncated: content.truncated,
            text: content.text,
            notice: notice(found.extent(), content.notice.as_deref()),
            next_offset: content.next_offset,
            total_chars: content.total_chars,
            wording: found.status,
            uri,
        })
    }
}

/// A JSON text, whole. A part of it would not be JSON, so a text that does not fit is an error.
fn whole_json(text: &str, offset: usize, max_chars: usize) -> Result<TextWindow, AnswerError> {
    let invalid = |parameter, message| AnswerError::Invalid { parameter, input: None, message };
    if offset > 0 {
        return Err(invalid("offset", "JSON comes whole, so leave it out".to_owned()));
    }
    let length = text.chars().count();
    if length > max_chars {
        let largest = MaxChars::maximum();
        let way = if length <= largest {
            format!("ask with max_chars {length}")
        } else {
            format!("{largest} are the most: ask for parts by pinpoint, or for format md")
        };
        return Err(invalid(
            "max_chars",
            format!("this JSON has {length} characters and comes whole; {way}"),
        ));
    }
    Ok(window(text, 0, max_chars, GetDocument::NAME))
}
