//! What is typeset for the PDF of a document: the artifact as stored, the citations under provisions, the graphics.

use jiff::civil::Date;
use lagrum_artifact::{Artifact, Base, DocumentUri};
use lagrum_render::amendments;
use lagrum_render::manuscript::{Layout, Manuscript};
use lagrum_snapshot::Snapshot;
use serde_json::value::RawValue;

use crate::AnswerError;
use crate::artifacts::{load_bytes, parse_artifact, unreadable};
use crate::as_of::TextSource;
use crate::composed::{Wanted, find_whole_text};
use lagrum_sources::{CaseFacts, ContextKind};

use crate::context::citing_context;
use crate::graphics::{PlacedGraphic, placed_graphics};
use crate::lookup::{find_stored, query_catalog, reader_citation};
use crate::reader_day::reader_day;
use crate::reader_status::reader_status;

/// Which document to typeset, and how.
#[derive(Clone, Debug)]
pub struct ManuscriptQuestion {
    /// The page path of a document: the path of its uri.
    pub path: String,
    /// How the document is set.
    pub layout: Layout,
    /// The kinds of citations that are printed under provisions.
    pub context: Vec<&'static ContextKind>,
    /// The day whose text is set; without it, the text that the path names.
    pub as_of: Option<Date>,
    /// The day of today.
    pub today: Date,
}

/// A manuscript without its figures, and the graphics that are still to be drawn.
#[derive(Debug)]
pub struct ManuscriptParts {
    /// Everything that the snapshot has.
    pub manuscript: Manuscript,
    /// The graphics that belong into `manuscript.figures`.
    pub graphics: Vec<PlacedGraphic>,
}

/// Gathers what is typeset for a document, or for an archived lydelse of one.
pub fn manuscript(snapshot: &Snapshot, question: ManuscriptQuestion) -> Result<ManuscriptParts, AnswerError> {
    let ManuscriptQuestion { path, mut layout, context, as_of, today } = question;
    let base = &snapshot.manifest().base;
    let unknown = || AnswerError::not_found(format!("no document at {path}"));
    let uri = document_at(base, &path).ok_or_else(unknown)?;
    if find_stored(snapshot, uri.as_str())?.is_none() {
        return Err(unknown());
    }
    let (document, text) = find_whole_text(snapshot, uri.as_str(), as_of, Wanted::Read)?;
    let bytes = text_bytes(snapshot, today, &text, uri.as_str())?;
    let fields: Vec<&str> =
        Artifact::PRESENTED.into_iter().chain(["amendments"]).chain(CaseFacts::FIELDS).collect();
    let parsed =
        bytes.as_ref().map(|bytes| parse_artifact(bytes, Some(&fields), uri.as_str())).transpose()?;
    let graphics = match &parsed {
        Some(artifact) => {
            // Without a register of amendments both layouts give the same PDF, which is then cached once.
            layout.amendments &= amendments(artifact).next().is_some();
            placed_graphics(snapshot, &document.uri, artifact)?
        }
        None => Vec::new(),
    };
    let status =
        reader_status(snapshot, &document, uri.as_str(), parsed.as_deref(), text.as_of.as_ref(), today)?;
    drop(parsed);
    let artifact = bytes
        .map(|bytes| String::from_utf8(bytes).ok().and_then(|text| RawValue::from_string(text).ok()))
        .map(|artifact| artifact.ok_or_else(|| unreadable(uri.as_str())))
        .transpose()?;
    let context = query_catalog(snapshot, |catalog| citing_context(catalog, &document, &context))?;
    let name = reader_citation(base, &document, None);
    let manuscript = Manuscript {
        head: text.as_of.map_or(name.clone(), |as_of| format!("{name}, {}", as_of.reader_note())),
        title: document.title.or(document.label),
        address: uri.to_string(),
        status: status.lines,
        foot: status.short,
        made: None,
        artifact,
        layout,
        context,
        figures: Vec::new(),
    };
    Ok(ManuscriptParts { manuscript, graphics })
}

/// The bytes of a text: as stored, or where it states days as it is read on one.
fn text_bytes(
    snapshot: &Snapshot,
    today: Date,
    text: &TextSource,
    uri: &str,
) -> Result<Option<Vec<u8>>, AnswerError> {
    if let Some(composed) = &text.composed {
        return Ok(Some(composed.clone()));
    }
    let Some(stored) = text.stored else { return Ok(None) };
    let bytes = load_bytes(snapshot, stored, uri)?;
    if !Artifact::may_state_days(&bytes) {
        return Ok(Some(bytes));
    }
    let reader_day = reader_day(snapshot, uri, today)?;
    let artifact = parse_artifact(&bytes, None, uri)?.for_reader(text.day(), reader_day.as_deref());
    serde_json::to_vec(artifact.value()).map(Some).map_err(|error| AnswerError::internal(&error))
}

/// The uri whose page path this is.
fn document_at(base: &Base, path: &str) -> Option<DocumentUri> {
    base.document(path.strip_prefix('/')?)
}
