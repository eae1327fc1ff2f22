//! The days on which documents came to the service, by the change log.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::{ChangeKind, Generation};
use lagrum_catalog::{CatalogProblem, CatalogReader, DocumentNumber};
use lagrum_snapshot::{Snapshot, day_at, midnight};

use super::question::ListQuestion;
use crate::changes::published;

/// The documents that came within the days of a question.
pub(super) struct AddedDocuments {
    /// The generation and the day with which each came.
    days: HashMap<DocumentNumber, (Generation, Date)>,
    /// The generation that was served first; none where the log no longer has it.
    first: Generation,
}

impl AddedDocuments {
    pub(super) fn load(
        catalog: &CatalogReader<'_>,
        snapshot: &Snapshot,
        question: &ListQuestion,
    ) -> Result<Self, CatalogProblem> {
        let log = catalog.change_log()?;
        let publications = published(snapshot, log.published());
        let added = |record: &lagrum_catalog::ChangeRecord| record.changes.of(ChangeKind::Added);
        // What the first snapshot served is no news, with however many imports it was made.
        let first = match log.start().at {
            None => log.published().iter().map(|published| published.generation).min(),
            Some(_) => Some(Generation::NONE),
        };
        let first = first.unwrap_or(snapshot.manifest().generation);
        let before = publications.served_at(midnight(question.since)).unwrap_or(Generation::NONE);
        let mut days = HashMap::new();
        for record in log.after(before).records() {
            let generation = added(record);
            let Some(number) = record.document().filter(|_| generation > before) else { continue };
            let day = day_at(publications.at(generation));
            if day >= question.since && question.until.is_none_or(|until| day < until) {
                days.insert(number, (generation, day));
            }
        }
        Ok(Self { days, first })
    }

    /// The day on which a document came within the days of the question, later than what was served first; None for others.
    pub(super) fn after_first(&self, document: DocumentNumber) -> Option<Date> {
        self.days.get(&document).filter(|(generation, _)| *generation > self.first).map(|(_, day)| *day)
    }

    /// The documents that came within the days of the question, and later than what was served first.
    pub(super) fn numbers(&self) -> impl Iterator<Item = DocumentNumber> + '_ {
        self.days.keys().copied().filter(|document| self.after_first(*document).is_some())
    }
}
