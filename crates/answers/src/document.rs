//! One document with its artifact, or as markdown.

use jiff::civil::Date;
use lagrum_cancel::whole;
use lagrum_render::{heading, markdown};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::artifacts::{load_artifact, load_bytes};
use crate::as_of::find_text;
use crate::{AnswerError, AsOf};

/// What an answer says of a document beside its artifact.
#[derive(Debug, Serialize)]
struct Envelope {
    uri: String,
    source: String,
    kind: Option<String>,
    label: Option<String>,
    title: Option<String>,
    inbound_count: u64,
    source_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_of: Option<AsOf>,
}

/// A document with its artifact.
#[derive(Debug, ToSchema)]
#[schema(as = Document)]
#[expect(dead_code, reason = "a schema only: `DocumentAnswer::to_json` writes it")]
struct ArtifactShape {
    /// Its canonical uri.
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
    /// Which text of the document this is; only for a question with `as_of`.
    as_of: Option<AsOf>,
    /// The parsed artifact, byte for byte as stored; `{}` for a stub.
    #[schema(value_type = Object)]
    artifact: serde_json::Value,
}

/// A document as markdown.
#[derive(Debug, ToSchema)]
#[schema(as = MarkdownDocument)]
#[expect(dead_code, reason = "a schema only: `DocumentAnswer::to_json` writes it")]
struct MarkdownShape {
    /// Its canonical uri.
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
    /// Which text of the document this is; only for a question with `as_of`.
    as_of: Option<AsOf>,
    /// The presented text as CommonMark with GitHub's tables.
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
pub struct DocumentAnswer {
    envelope: Envelope,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// JSON as stored.
    Artifact(Vec<u8>),
    Markdown(String),
}

/// Which document, in which form.
#[derive(Clone, Debug)]
pub struct DocumentQuestion {
    /// The uri of a document, or of an archived lydelse of one.
    pub uri: String,
    /// Its form.
    pub form: DocumentForm,
    /// The day whose text is wanted; without it that of the uri.
    pub as_of: Option<Date>,
}

/// A document, or an archived lydelse of one. A stub has an empty artifact, and its name as markdown.
///
/// The text of a day is the lydelse that applied on it. Its markdown leaves out the parts that did not apply on the day; its
/// artifact has them all.
pub fn document(snapshot: &Snapshot, question: &DocumentQuestion) -> Result<DocumentAnswer, AnswerError> {
    let DocumentQuestion { uri, form, as_of } = question;
    let (document, text) = find_text(snapshot, uri, *as_of)?;
    let content = match (form, text.stored) {
        (DocumentForm::Artifact, None) => Content::Artifact(b"{}".to_vec()),
        (DocumentForm::Artifact, Some(stored)) => Content::Artifact(load_bytes(snapshot, stored, uri)?),
        (DocumentForm::Markdown, stored) => {
            let name = document.title.as_deref().or(document.label.as_deref());
            Content::Markdown(match stored {
                Some(stored) => {
                    let artifact = load_artifact(snapshot, stored, uri)?.on_day(text.day());
                    whole(markdown(&artifact, name))?
                }
                None => name.map(heading).unwrap_or_default(),
            })
        }
    };
    let envelope = Envelope {
        uri: uri.clone(),
        source: document.source,
        kind: document.kind,
        label: document.label,
        title: document.title,
        inbound_count: document.inbound_count,
        source_url: document.source_url,
        as_of: text.as_of,
    };
    Ok(DocumentAnswer { envelope, content })
}

impl DocumentAnswer {
    /// The answer as JSON. The stored bytes of an artifact are copied, never decoded and encoded again.
    pub fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        match &self.content {
            Content::Artifact(bytes) => append_field(&self.envelope, "artifact", bytes),
            Content::Markdown(text) => append_field(&self.envelope, "markdown", &serde_json::to_vec(text)?),
        }
    }

    /// The markdown, where the question is for that form.
    pub fn markdown(&self) -> Option<&str> {
        match &self.content {
            Content::Markdown(text) => Some(text),
            Content::Artifact(_) => None,
        }
    }
}

/// The envelope as JSON, with one more field whose value is already JSON.
fn append_field(envelope: &Envelope, field: &str, value: &[u8]) -> serde_json::Result<Vec<u8>> {
    let mut json = serde_json::to_vec(envelope)?;
    json.pop();
    json.reserve_exact(field.len() + value.len() + 5);
    for part in [b",\"", field.as_bytes(), b"\":", value, b"}"] {
        json.extend_from_slice(part);
    }
    Ok(json)
}
