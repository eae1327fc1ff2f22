//! `get_provision`

use lagrum_answers::{
    AnswerError, CitationCounts, HeldExtent, OutboundLink, Permalink, ProvisionContext, ProvisionForm,
    ProvisionInForce, RegisteredAct, RelatedPlace, RelatedQuestion, TextStatus, related,
};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::citations::citation_rows;
use super::text::provision_text;
use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Day, MaxChars, Skip, Uri};
use crate::window::{TextWindow, window};

/// Maximum number of citations and amendments beside a provision.
const MAX_ROWS: usize = 50;

/// Maximum number of related places beside a provision.
const MAX_RELATED: u64 = 20;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct GetProvision {
    /// The uri of the provision: that of the document, `#` and its anchor. resolve_citation gives it as `pin.uri`, search in
    /// `fragments`.
    uri: Uri,
    /// The day whose text is wanted, for questions about the past; without it that of today.
    #[serde(default)]
    as_of: Option<Day>,
    /// The most characters of text to answer with.
    #[serde(default)]
    max_chars: MaxChars,
    /// Characters to skip: `next_offset` of the answer before, to read on.
    #[serde(default)]
    offset: Skip,
}

/// An act that amended a provision.
#[derive(Serialize, ToSchema)]
struct AmendedBy {
    /// Its uri.
    uri: String,
    /// Its printed id.
    #[serde(skip_serializing_if = "Option::is_none")]
    identifier: Option<String>,
    /// The day it entered into force.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<String>,
}

impl From<RegisteredAct> for AmendedBy {
    fn from(RegisteredAct { uri, identifier, in_force, .. }: RegisteredAct) -> Self {
        Self { uri, identifier, in_force }
    }
}

/// A provision with what belongs to it.
#[derive(Serialize, ToSchema)]
pub(super) struct ProvisionText {
    /// Its uri.
    uri: String,
    /// How a reader cites it within the document.
    #[schema(required = true)]
    label: Option<String>,
    /// The title of the document.
    #[schema(required = true)]
    title: Option<String>,
    /// The headings above it, from the outside in.
    headings: Vec<String>,
    /// The language of the text.
    language: &'static str,
    /// How much of the document is held: `summary` and `headnote` are not the document.
    #[schema(required = true)]
    extent: Option<HeldExtent>,
    /// What a reader is told of that, in Swedish.
    #[schema(required = true)]
    extent_note: Option<&'static str>,
    /// Which lydelse of the document the text is from, and whether it is in force.
    wording: TextStatus,
    /// When the provision itself applies, where its text says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<ProvisionInForce>,
    /// Its text as markdown.
    content: TextWindow,
    /// SHA-256 of its plain text.
    sha256: String,
    /// Where the same text will be found tomorrow: get_provision with this `uri` and `as_of`. Null where that is not known.
    #[schema(required = true)]
    permalink: Option<Permalink>,
    /// What its text cites: at most 50 rows.
    #[schema(value_type = Vec<OutboundLink>)]
    cites: Vec<Value>,
    /// How many places cite it, by source. get_incoming_citations lists them.
    cited_by: CitationCounts,
    /// The acts that amended it, the newest first: at most 50. get_provision_history has what each did.
    amended_by: Vec<AmendedBy>,
    /// What it followed, carries out or was issued under, and what does so to it, each with the words that say it: at most 20.
    #[schema(value_type = Vec<Object>)]
    related: Vec<RelatedPlace>,
    /// The uri of the provision before it.
    #[schema(required = true)]
    previous: Option<String>,
    /// The uri of the provision after it.
    #[schema(required = true)]
    next: Option<String>,
}

impl ToolQuestion for GetProvision {
    type Answer = ProvisionText;
    const NAME: &'static str = "get_provision";
    const TITLE: &'static str = "Read one provision";
    const DESCRIPTION: &'static str = "One provision with what belongs to it: its text, the headings above, which lydelse \
        (wording) it is and whether it is in force, what it cites, how often it is cited, which acts amended it, its \
        neighbours. A provision is a paragraf of a statute, an article, a numbered paragraph of a \
        judgment, a printed page of a preparatory work. This is the best source for what the law says. \
        Example: {\"uri\": \"{base}/1915:218#P36\", \"as_of\": \"2010-01-01\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let as_of = self.as_of.map(|day| day.0);
        let (found, wording) =
            provision_text(asked, &self.uri, ProvisionForm::Markdown, as_of, ProvisionContext::Headings)?;
        let text = found.markdown.unwrap_or_default();
        let mut cites = found.cites;
        cites.truncate(MAX_ROWS);
        let mut amended_by = found.amended_by;
        amended_by.truncate(MAX_ROWS);
        let related = related_places(asked, &found.uri)?;
        to_value(&ProvisionText {
            uri: found.uri,
            label: found.label,
            title: found.document.title,
            language: found.language,
            extent: found.document.extent,
            extent_note: found.document.extent_note,
            headings: found.headings,
            wording,
            in_force: Some(found.in_force)
                .filter(|days| days.from.is_some() || days.to.is_some() || days.note.is_some()),
            content: window(&text, self.offset.as_usize(), self.max_chars.as_usize(), Self::NAME),
            sha256: found.sha256,
            permalink: found.permalink,
            cites: citation_rows(&cites)?,
            cited_by: found.cited_by,
            amended_by: amended_by.into_iter().map(AmendedBy::from).collect(),
            related,
            previous: found.previous,
            next: found.next,
        })
    }
}

/// What texts say of a provision; nothing of a place in an archived lydelse.
fn related_places(asked: &Asked, uri: &str) -> Result<Vec<RelatedPlace>, AnswerError> {
    let question = RelatedQuestion { uri: uri.to_owned(), limit: MAX_RELATED, cursor: None };
    match related(&asked.snapshot, &question) {
        Err(AnswerError::NotFound(_)) => Ok(Vec::new()),
        found => Ok(found?.related),
    }
}
