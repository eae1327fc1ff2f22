//! Writes the data of each document that follow from its inbound citations: its inbound list, its margin notes, and its
//! cited provisions.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use lagrum_catalog::inbound::InboundRecord;
use lagrum_catalog::{AnchorNumber, CatalogWriter, DocumentNumber, MAX_UNHELD, UnheldCount};
use lagrum_search::ProvisionToIndex;

use crate::error::BuildError;
use crate::inbound::{CitedRecords, ExplainingConcept, cited_provisions};
use crate::margin::{self, Citer, EarlierRecords};
use crate::resolved::ResolvedCorpus;
use crate::spill::RowWriter;

/// Documents that are not held, with how many documents cite each.
#[derive(Default)]
pub(super) struct MostCited(Vec<UnheldCount>);

impl MostCited {
    fn add(&mut self, number: DocumentNumber, records: &[InboundRecord]) {
        let citing: HashSet<DocumentNumber> = records.iter().map(|record| record.citing).collect();
        self.0.push(UnheldCount { number, cited_by: citing.len() as u64 });
        // The list is cut when it has doubled, so it stays short and is seldom sorted.
        if self.0.len() > 2 * MAX_UNHELD {
            self.cut();
        }
    }

    /// The most cited documents, the most cited first.
    pub(super) fn finish(mut self) -> Vec<UnheldCount> {
        self.cut();
        self.0
    }

    fn cut(&mut self) {
        self.0.sort_unstable_by_key(|document| (Reverse(document.cited_by), document.number));
        self.0.truncate(MAX_UNHELD);
    }
}

/// Writes the data that follow from the inbound citations of each document.
pub(super) struct CitingLists<'a> {
    pub(super) writer: &'a mut CatalogWriter,
    pub(super) resolved: &'a ResolvedCorpus<'a>,
    /// The data of each document for margin notes, by number.
    pub(super) citers: &'a [Citer],
    /// The concepts that explain provisions, by number.
    pub(super) explaining: &'a HashMap<DocumentNumber, ExplainingConcept>,
    /// The provisions of held documents that others cite.
    pub(super) provisions: RowWriter<(DocumentNumber, Vec<ProvisionToIndex>)>,
    pub(super) most_cited: MostCited,
}

impl CitingLists<'_> {
    /// Writes the data that follow from the inbound citations of one document, held or not. Documents come in the order
    /// of their numbers.
    pub(super) fn write(&mut self, target: DocumentNumber, lists: &CitedRecords) -> Result<(), BuildError> {
        let CitedRecords { inbound: records, earlier } = lists;
        let resolved = self.resolved;
        let anchor = |anchor: AnchorNumber| resolved.anchor(anchor);
        if !records.is_empty() {
            self.writer.inbound(target, records, anchor)?;
        }
        if !earlier.is_empty() {
            self.writer.earlier(target, earlier, anchor)?;
        }
        if target >= resolved.end() {
            if !records.is_empty() {
                self.most_cited.add(target, records);
            }
            return Ok(());
        }
        let source = resolved.source(target);
        let counted_at = |record: &InboundRecord| resolved.counted_in(target, record.meaning);
        let earlier = EarlierRecords { records: earlier, counted_at: &counted_at };
        let notes = margin::notes(records, earlier, source, self.citers, anchor);
        if !notes.notes.is_empty() {
            self.writer.margin_notes(target, &notes)?;
        }
        let cited = cited_provisions(records, source, self.explaining, anchor);
        if cited.is_empty() { Ok(()) } else { Ok(self.provisions.push(&(target, cited))?) }
    }
}
