//! One provision with what a reader wants beside it: headings, neighbours, citations in both directions, and the acts that
//! amended it.
//!
//! It is read from an excerpt of a long document, or else from the whole artifact without register and metadata, and only the
//! part is rendered.

mod amended_by;
mod answer;
mod citations;
mod content;
mod find;
mod found_part;
mod missing;
mod permalink;
mod text;

use jiff::civil::Date;
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;
use serde_json::Value;

pub use self::answer::{
    CitationCounts, NeighbourText, NeighbourTexts, Permalink, PrintedPage, ProvisionInForce,
    ProvisionResponse,
};
use self::find::with_part;
pub(crate) use self::missing::{nearest, no_provision};
use crate::{AnswerError, AsOf};

/// The form of a provision's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvisionForm {
    /// The artifact's own nodes.
    Node,
    /// Markdown, a piece of the document's.
    Markdown,
    /// Plain text, one line for each block.
    Text,
}

/// What is shown with a provision's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProvisionContext {
    /// Nothing.
    None,
    /// The headings above it.
    Headings,
    /// The headings, and the provisions before and after it.
    Neighbours,
}

/// Which provision, in which form.
#[derive(Clone, Debug)]
pub struct ProvisionQuestion {
    /// A document's uri with an anchor.
    pub uri: String,
    /// The form of the text.
    pub form: ProvisionForm,
    /// The day whose text is wanted; without it that of today.
    pub as_of: Option<Date>,
    /// What is shown with the text.
    pub context: ProvisionContext,
}

/// One provision of a document, of any source and any kind of anchor.
pub fn provision(
    snapshot: &Snapshot,
    today: Date,
    question: &ProvisionQuestion,
) -> Result<ProvisionResponse, AnswerError> {
    with_part((snapshot, today), &question.uri, question.as_of, |found| found.answer(question))
}

/// A part of a document as a document: what `/document` answers for a uri with an anchor.
pub(crate) struct DocumentPart {
    /// The document.
    pub(crate) document: CatalogDocument,
    /// The uri of the part, with the anchor as the text has it.
    pub(crate) uri: String,
    pub(crate) anchor: String,
    /// How a reader names it.
    pub(crate) label: Option<String>,
    /// What it is: `paragraf`, `page`.
    pub(crate) unit_type: String,
    /// Its node, or one with all of its nodes.
    pub(crate) node: Value,
    pub(crate) markdown: String,
    pub(crate) as_of: Option<AsOf>,
}

/// The part of a document that a uri with an anchor names.
pub(crate) fn document_part(
    at: (&Snapshot, Date),
    uri: &str,
    as_of: Option<Date>,
) -> Result<DocumentPart, AnswerError> {
    with_part(at, uri, as_of, |found| Ok(found.as_document()))
}
