//! One document with its artifact, or as markdown. A uri with an anchor names a part of it, which is answered alone; the part is that of
//! `/provision`.

use jiff::civil::Date;
use lagrum_artifact::Location;
use lagrum_cancel::whole;
use lagrum_catalog::CatalogDocument;
use lagrum_render::{heading, markdown};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::artifacts::{load_artifact, load_between, parse_artifact};
use crate::composed::{Wanted, find_whole_text};
use crate::given::acts_of_work;
use crate::held_extent::{HeldExtent, held_extent};
use crate::json_field::begin_field;
use crate::lookup::act_of_its_own_lydelse;
use crate::provision::document_part;
use crate::reader_day::reader_day;
use crate::text_language::text_language;
use crate::{AnswerError, AsOf};

/// The fields of an answer beside the artifact.
#[derive(Debug, Serialize)]
struct Envelope {
    uri: String,
    source: String,
    kind: Option<String>,
    label: Option<String>,
    title: Option<String>,
    inbound_count: u64,
    source_url: Option<String>,
    extent: Option<HeldExtent>,
    extent_note: Option<&'static str>,
    language: Option<&'static str>,
    pinpoint: Option<String>,
    pinpoint_label: Option<String>,
    unit_type: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gives: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_of: Option<AsOf>,
}

impl Envelope {
    /// The envelope of a whole document.
    fn of(document: CatalogDocument, uri: &str, as_of: Option<AsOf>) -> Self {
        let (extent, extent_note) = held_extent(&document);
        Self {
            extent,
            extent_note,
            language: None,
            uri: uri.to_owned(),
            source: document.source,
            kind: document.kind,
            label: document.label,
            title: document.title,
            inbound_count: document.inbound_count,
            source_url: document.source_url,
            pinpoint: None,
            pinpoint_label: None,
            unit_type: None,
            gives: Vec::new(),
            as_of,
        }
    }
}

/// A document with its artifact.
#[derive(Debug, ToSchema)]
#[schema(as = Document)]
#[expect(dead_code, reason = "a schema only: `DocumentAnswer::into_json` writes it")]
struct ArtifactShape {
    /// The uri that was asked for. That of a part has its anchor, as the artifact spells it.
    uri: String,
    /// The source it belongs to.
    source: String,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<String>,
    /// Its printed id.
    #[schema(required = true)]
    label: Option<String>,
    /// Its full title.
    #[schema(required = true)]
    title: Option<String>,
    /// How many other documents cite it.
    inbound_count: u64,
    /// The publisher's own page.
    #[schema(required = true)]
    source_url: Option<String>,
    /// How much of its text is held: `summary` and `headnote` are not the document. Null for a stub.
    extent: Option<HeldExtent>,
    /// What a reader is told of that, in Swedish; null where a text of its own is held, and for a stub.
    extent_note: Option<&'static str>,
    /// The language of the text, as a tag of BCP 47; null for a stub.
    language: Option<&'static str>,
    /// The anchor of a part; null for a whole document.
    #[schema(required = true)]
    pinpoint: Option<String>,
    /// How a reader names a part: `3 kap. 3 §`; null for a whole document, and for a part without a name.
    #[schema(required = true)]
    pinpoint_label: Option<String>,
    /// What a part is: `kapitel`, `paragraf`, `stycke`, `article`, `recital`, `page`, `point` (also of an EU judgment), `paragraph` (also of
    /// a court), or another type of the artifact's; null for a whole document.
    #[schema(required = true)]
    unit_type: Option<String>,
    /// The acts that it led to, by the registers that name it as their preparatory work, in the order of their numbers, held or not.
    /// Only for a whole document that a register names.
    gives: Option<Vec<String>>,
    /// Which text of the document this is; only for a question with `as_of`.
    as_of: Option<AsOf>,
    /// The parsed artifact, byte for byte as stored; `{}` for a stub. For a part, its node as stored; where several
    /// nodes make the part, an object with `type` and `children`.
    #[schema(value_type = Object)]
    artifact: serde_json::Value,
}

/// A document as markdown.
#[derive(Debug, ToSchema)]
#[schema(as = MarkdownDocument)]
#[expect(dead_code, reason = "a schema only: `DocumentAnswer::into_json` writes it")]
struct MarkdownShape {
    /// The uri that was asked for. That of a part has its anchor, as the artifact spells it.
    uri: String,
    /// The source it belongs to.
    source: String,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<String>,
    /// Its printed id.
    #[schema(required = true)]
    label: Option<String>,
    /// Its full title.
    #[schema(required = true)]
    title: Option<String>,
    /// How many other documents cite it.
    inbound_count: u64,
    /// The publisher's own page.
    #[schema(required = true)]
    source_url: Option<String>,
    /// How much of its text is held: `summary` and `headnote` are not the document. Null for a stub.
    extent: Option<HeldExtent>,
    /// What a reader is told of that, in Swedish; null where a text of its own is held, and for a stub.
    extent_note: Option<&'static str>,
    /// The language of the text, as a tag of BCP 47; null for a stub.
    language: Option<&'static str>,
    /// The anchor of a part; null for a whole document.
    #[schema(required = true)]
    pinpoint: Option<String>,
    /// How a reader names a part: `3 kap. 3 §`; null for a whole document, and for a part without a name.
    #[schema(required = true)]
    pinpoint_label: Option<String>,
    /// What a part is: `kapitel`, `paragraf`, `stycke`, `article`, `recital`, `page`, `point` (also of an EU judgment), `paragraph` (also of
    /// a court), or another type of the artifact's; null for a whole document.
    #[schema(required = true)]
    unit_type: Option<String>,
    /// The acts that it led to, by the registers that name it as their preparatory work, in the order of their numbers, held or not.
    /// Only for a whole document that a register names.
    gives: Option<Vec<String>>,
    /// Which text of the document this is; only for a question with `as_of`.
    as_of: Option<AsOf>,
    /// The presented text as CommonMark with GitHub's tables. For a part, the markdown of `/provision`.
    markdown: String,
}

/// A document in either form.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
#[schema(as = EitherDocument)]
pub enum DocumentShape {
    /// With its artifact.
    #[expect(private_interfaces, reason = "only its schema is used")]
    Json(ArtifactShape),
    /// As markdown.
    #[expect(private_interfaces, reason = "only its schema is used")]
    Md(MarkdownShape),
}

/// The form of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentForm {
    /// The artifact, byte for byte as stored.
    Artifact,
    /// The presented text as markdown.
    Markdown,
}

/// A document in one of its forms.
#[derive(Debug)]
pub struct DocumentAnswer(Content);

#[derive(Debug)]
enum Content {
    /// The whole answer as JSON.
    Artifact(Vec<u8>),
    Markdown(Box<Envelope>, String),
}

/// Which document, in which form.
#[derive(Clone, Debug)]
pub struct DocumentQuestion {
    /// The uri of a document, or of an archived lydelse of one; with an anchor, of a part of it.
    pub uri: String,
    /// Its form.
    pub form: DocumentForm,
    /// The day whose text is wanted; without it, the text that the uri names.
    pub as_of: Option<Date>,
}

/// A document, or an archived lydelse of one. A stub has an empty artifact, and its name as markdown.
///
/// The text of a day is the lydelse that applied on it; as markdown, one put together of the provisions whose text of the day is
/// known where no lydelse of the day is held, or where a provision had another text than it has there. Its markdown leaves out the parts that did not apply on the day; its
/// artifact has them all. Without a day the markdown is that of today: what has ended is left out and named, and what is to come
/// stands behind what applies.
pub fn document(
    snapshot: &Snapshot,
    today: Date,
    question: &DocumentQuestion,
) -> Result<DocumentAnswer, AnswerError> {
    let DocumentQuestion { uri, form, as_of } = question;
    if let Some(uri) = act_of_its_own_lydelse(snapshot, uri)? {
        return document(snapshot, today, &DocumentQuestion { uri, ..question.clone() });
    }
    let (root, anchor) = Location::split(uri);
    if anchor.is_some() {
        return part(snapshot, today, question);
    }
    let uri = root;
    let wanted = match form {
        DocumentForm::Artifact => Wanted::Stored,
        DocumentForm::Markdown => Wanted::Read,
    };
    let (document, text) = find_whole_text(snapshot, uri, *as_of, wanted)?;
    let (stored, composed) = (text.stored, text.composed);
    let name = document.title.clone().or_else(|| document.label.clone());
    let language = stored.map(|stored| text_language(snapshot, &document.source, stored, uri)).transpose()?;
    let gives = acts_of_work(snapshot, &document.uri)?.into_iter().map(|act| act.uri).collect();
    let envelope = Envelope { language, gives, ..Envelope::of(document, uri, text.as_of) };
    let content = match form {
        DocumentForm::Artifact => {
            // The artifact is decompressed into its place in the answer: copying two megabytes takes a fifth of a
            // millisecond.
            let mut json =
                begin_field(&envelope, "artifact").map_err(|error| AnswerError::internal(&error))?;
            match stored {
                Some(stored) => json = load_between(snapshot, stored, uri, &json, b"}")?,
                None => json.extend_from_slice(b"{}}"),
            }
            Content::Artifact(json)
        }
        DocumentForm::Markdown => {
            let text = match (composed, stored) {
                (Some(composed), _) => {
                    let artifact = parse_artifact(&composed, None, uri)?;
                    whole(markdown(&artifact, name.as_deref()))?
                }
                (None, Some(stored)) => {
                    let day = envelope.as_of.as_ref().map(|as_of| as_of.date.as_str());
                    let reader_day = reader_day(snapshot, uri, today)?;
                    let artifact =
                        load_artifact(snapshot, stored, uri)?.for_reader(day, reader_day.as_deref());
                    whole(markdown(&artifact, name.as_deref()))?
                }
                (None, None) => name.as_deref().map(heading).unwrap_or_default(),
            };
            Content::Markdown(Box::new(envelope), text)
        }
    };
    Ok(DocumentAnswer(content))
}

/// A part of a document.
fn part(
    snapshot: &Snapshot,
    today: Date,
    question: &DocumentQuestion,
) -> Result<DocumentAnswer, AnswerError> {
    let part = document_part(snapshot, today, &question.uri, question.as_of)?;
    let envelope = Envelope {
        language: Some(part.language),
        pinpoint: Some(part.anchor),
        pinpoint_label: part.label,
        unit_type: Some(part.unit_type).filter(|kind| !kind.is_empty()),
        ..Envelope::of(part.document, &part.uri, part.as_of)
    };
    let content = match question.form {
        DocumentForm::Markdown => Content::Markdown(Box::new(envelope), part.markdown),
        DocumentForm::Artifact => {
            let write = || {
                let mut json = begin_field(&envelope, "artifact")?;
                serde_json::to_writer(&mut json, &part.node)?;
                json.push(b'}');
                Ok(json)
            };
            Content::Artifact(write().map_err(|error: serde_json::Error| AnswerError::internal(&error))?)
        }
    };
    Ok(DocumentAnswer(content))
}

impl DocumentAnswer {
    /// The answer as JSON. The stored bytes of an artifact are copied, never decoded and encoded again.
    pub fn into_json(self) -> Result<Vec<u8>, AnswerError> {
        match self.0 {
            Content::Artifact(json) => Ok(json),
            Content::Markdown(envelope, text) => begin_field(&envelope, "markdown")
                .and_then(|mut json| {
                    serde_json::to_writer(&mut json, &text)?;
                    json.push(b'}');
                    Ok(json)
                })
                .map_err(|error| AnswerError::internal(&error)),
        }
    }

    /// The markdown, where the question is for that form.
    pub fn markdown(&self) -> Option<&str> {
        match &self.0 {
            Content::Markdown(_, text) => Some(text),
            Content::Artifact(_) => None,
        }
    }
}
