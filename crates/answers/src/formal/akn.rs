//! Acts and provisions as Akoma Ntoso.

use jiff::civil::Date;
use lagrum_artifact::{Artifact, Location};
use lagrum_cancel::whole;
use lagrum_render::akn::{AknMetadata, akn, akn_portion};
use lagrum_snapshot::Snapshot;
use lagrum_sources::source;
use sha2::{Digest, Sha256};

use super::form::no_akn;
use super::metadata::{FormalText, metadata};
use super::question::FormalQuestion;
use super::wordings::{formal_wordings, name_of};
use crate::AnswerError;
use crate::artifacts::{ParsedArtifact, load_bytes, parse_artifact};
use crate::composed::{Wanted, find_whole_text};
use crate::provision::no_provision;
use crate::reader_day::reader_day;

/// An act, or a part of one, as Akoma Ntoso.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AknText {
    /// The canonical uri of the text.
    pub uri: String,
    /// The name of the expression: `/akn/se/act/sfs/1915/218/swe@1995-01-01`.
    pub expression: String,
    /// The XML.
    pub xml: String,
}

/// A document as Akoma Ntoso; of a uri with an anchor the part that it names.
pub fn akn_document(
    snapshot: &Snapshot,
    today: Date,
    question: &FormalQuestion,
) -> Result<AknText, AnswerError> {
    match Location::split(&question.uri) {
        (root, None) => with_text(snapshot, today, question, root, |artifact, metadata| {
            whole(akn(artifact, metadata)).map_err(AnswerError::from)
        }),
        _ => akn_provision(snapshot, today, question),
    }
}

/// A provision as a portion of its document.
pub fn akn_provision(
    snapshot: &Snapshot,
    today: Date,
    question: &FormalQuestion,
) -> Result<AknText, AnswerError> {
    // The checks of the uri are those of the other forms, in their order.
    let part = crate::provision::document_part(snapshot, today, &question.uri, question.as_of)?;
    let (root, _) = Location::split(&part.uri);
    let anchor =
        lagrum_artifact::Anchor::new(&part.anchor).ok_or_else(|| AnswerError::no_document(&question.uri))?;
    with_text(snapshot, today, question, root, |artifact, metadata| {
        let portion = whole(akn_portion(artifact, metadata, anchor.as_str()))?;
        portion.ok_or_else(|| no_provision(snapshot, &part.document, root, &anchor, today, None, &[]))
    })
}

fn with_text(
    snapshot: &Snapshot,
    today: Date,
    question: &FormalQuestion,
    root: &str,
    write: impl FnOnce(&Artifact, &AknMetadata) -> Result<String, AnswerError>,
) -> Result<AknText, AnswerError> {
    let (document, mut text) = find_whole_text(snapshot, root, question.as_of, Wanted::Read)?;
    let is_act = source(&document.source).is_act(document.kind.as_deref().unwrap_or_default());
    let composed = text.composed.take();
    let uri = text.as_of.as_ref().map_or(root, |as_of| as_of.uri.as_str());
    let (bytes, composed_for) = match (composed, text.stored) {
        _ if !is_act => return Err(no_akn(snapshot, &document, root)),
        (Some(composed), _) => (composed, question.as_of),
        (None, Some(stored)) => (load_bytes(snapshot, stored, uri)?, None),
        (None, None) => return Err(no_akn(snapshot, &document, root)),
    };
    let sha256 = hex::encode(Sha256::digest(&bytes));
    let mut artifact: ParsedArtifact = parse_artifact(&bytes, None, uri)?;
    let mut day = question.as_of;
    if composed_for.is_none() {
        let reader_day = reader_day(snapshot, uri, today)?;
        let asked = question.as_of.map(|day| day.to_string());
        artifact = artifact.for_reader(asked.as_deref(), reader_day.as_deref());
        day = day.or_else(|| reader_day?.parse().ok());
    }
    let text = FormalText { document: &document, artifact: &artifact, uri, day, composed_for, sha256 };
    let metadata = metadata(snapshot, today, question, &text)?;
    let xml = write(&artifact, &metadata)?;
    Ok(AknText { uri: question.uri.clone(), expression: metadata.names.expression, xml })
}

/// The texts that have this form: the uri of each, in the order of their names. With `source` only of that source, with `versions` also
/// archived lydelser.
pub fn akn_uris(
    snapshot: &Snapshot,
    chosen: Option<&str>,
    versions: bool,
) -> Result<Vec<String>, AnswerError> {
    let mut named: Vec<(String, String)> = Vec::new();
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        let is_chosen = chosen.is_none_or(|chosen| chosen == document.source) && document.stored.is_some();
        let Some(name) = name_of(snapshot, &document).filter(|_| is_chosen) else { continue };
        for wording in formal_wordings(snapshot, &document)? {
            if versions || wording.uri == document.uri {
                named.push((format!("{}/{}", name.akn(), wording.token), wording.uri));
            }
        }
    }
    named.sort();
    Ok(named.into_iter().map(|(_, uri)| uri).collect())
}
