//! One provision with what a reader wants beside it: headings, neighbours, citations in both directions, and the acts that
//! amended it.
//!
//! It is read from an excerpt of a long document, or else from the whole artifact without register and metadata, and only the
//! part is rendered.

mod answer;
mod citations;
mod content;
mod find;
mod found_part;
mod in_time;
mod missing;
mod permalink;
mod question;
mod reader;
mod text;
mod without_text;

use jiff::civil::Date;
use lagrum_snapshot::Snapshot;

pub use self::answer::{
    CitationCounts, NeighbourText, NeighbourTexts, Permalink, PrintedPage, ProvisionInForce,
    ProvisionResponse,
};
use self::find::with_part;
pub(crate) use self::found_part::DocumentPart;
pub(crate) use self::in_time::{NumberInTime, OnOneDay, ProvisionInTime};
pub(crate) use self::missing::{nearest, no_provision};
pub use self::question::{ProvisionContext, ProvisionForm, ProvisionQuestion};
pub(crate) use self::reader::ProvisionReader;
pub(crate) use self::text::ProvisionText;
pub use self::without_text::{HeldDays, PlaceWithoutText};
use crate::AnswerError;

/// One provision of a document, of any source and any kind of anchor.
pub fn provision(
    snapshot: &Snapshot,
    today: Date,
    question: &ProvisionQuestion,
) -> Result<ProvisionResponse, AnswerError> {
    with_part(snapshot, today, &question.uri, question.as_of, |found| found.answer(question))
}

/// The part of a document that a uri with an anchor names.
pub(crate) fn document_part(
    snapshot: &Snapshot,
    today: Date,
    uri: &str,
    as_of: Option<Date>,
) -> Result<DocumentPart, AnswerError> {
    with_part(snapshot, today, uri, as_of, |found| found.as_document())
}
