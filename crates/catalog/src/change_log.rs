//! The change log: what changed in which generation of the corpus.
//!
//! One record of 24 bytes for each document that changed, sorted by its last change and then by uri. So what changed after a
//! generation is a suffix, and a page of it a slice. It is stored in blocks and loaded at its first use: seven megabytes
//! for three hundred thousand documents.

use std::collections::HashMap;

use lagrum_artifact::{ChangeKind, Generation, LastChanges};
use rusqlite::Connection;

use crate::DocumentNumber;
use crate::error::CatalogProblem;

/// Records in a stored block.
pub(crate) const STORED_BLOCK: usize = 1 << 16;

/// Changes of an artifact. The other kinds are changes of status and withdrawals.
const ARTIFACT_KINDS: [ChangeKind; 3] = [ChangeKind::Added, ChangeKind::Text, ChangeKind::Metadata];

/// Bytes of a packed record.
pub(crate) const RECORD_BYTES: usize = 4 * (1 + ChangeKind::ALL.len());

/// Subjects from here on are no documents of the catalog, but rows of `change_subject`.
pub(crate) const FIRST_OTHER: u32 = 1 << 31;

/// The last changes of one document, archived lydelse, or withdrawn document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeRecord {
    /// What it is about: the number of a document, or of another subject of the log.
    pub subject: u32,
    /// When it last changed.
    pub changes: LastChanges,
}

impl ChangeRecord {
    /// The generation of the last change.
    pub fn last(&self) -> Generation {
        self.changes.last()
    }

    /// The number of the document in the catalog; None for another subject.
    pub fn document(&self) -> Option<DocumentNumber> {
        (self.subject < FIRST_OTHER).then_some(DocumentNumber(self.subject))
    }

    /// The record as it is stored.
    pub(crate) fn pack(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        let numbers = std::iter::once(self.subject).chain(self.changes.0.map(|generation| generation.0));
        for (place, number) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
            *place = number.to_le_bytes();
        }
        bytes
    }

    fn unpack(bytes: &[u8; RECORD_BYTES]) -> Self {
        let mut numbers = bytes.as_chunks::<4>().0.iter().map(|number| u32::from_le_bytes(*number));
        let subject = numbers.next().unwrap_or_default();
        let changes = std::array::from_fn(|_| Generation(numbers.next().unwrap_or_default()));
        Self { subject, changes: LastChanges(changes) }
    }
}

/// A snapshot that was published before this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedBefore {
    /// Its id.
    pub id: String,
    /// The generation it was built from.
    pub generation: Generation,
    /// When it was published, in seconds since 1970.
    pub at: i64,
}

/// From where on the log is complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangeLogStart {
    /// Every change after this generation is in the log.
    pub generation: Generation,
    /// When that generation was current, in seconds since 1970; None when the log is as old as the corpus.
    pub at: Option<i64>,
    /// How many days the log is kept.
    pub days: i64,
}

/// A subject of the log that is not a document of the catalog: an archived lydelse or a withdrawn document.
#[derive(Debug)]
pub(crate) struct OtherSubject {
    pub(crate) source: u32,
    /// 0 for none.
    pub(crate) kind: u32,
    is_lydelse: bool,
}

/// The change log of a catalog, in memory.
#[derive(Debug)]
pub struct ChangeLogColumns {
    records: Vec<ChangeRecord>,
    /// Where the record of each document is, by number, counted from 1; 0 for none.
    positions: Vec<u32>,
    /// Which records are about archived lydelser, in order.
    lydelser: Vec<u32>,
    others: Vec<OtherSubject>,
    /// The numbers of sources and kinds of other subjects.
    names: HashMap<String, u32>,
    published: Vec<PublishedBefore>,
    start: ChangeLogStart,
}

impl ChangeLogColumns {
    pub(crate) fn load(connection: &Connection) -> Result<Self, CatalogProblem> {
        let damaged = || CatalogProblem::Damaged("the change log cannot be read".to_owned());
        let mut records = Vec::new();
        let mut query = connection.prepare("SELECT first, records FROM change_log ORDER BY first")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            lagrum_cancel::check()?;
            let is_next = row.get::<_, usize>(0)? == records.len();
            let (packed, rest) =
                row.get_ref(1)?.as_blob().map_err(|_| damaged())?.as_chunks::<RECORD_BYTES>();
            if !is_next || !rest.is_empty() {
                return Err(damaged());
            }
            records.extend(packed.iter().map(ChangeRecord::unpack));
        }
        let mut names: HashMap<String, u32> = HashMap::new();
        let mut others = Vec::new();
        let mut query = connection
            .prepare("SELECT source, kind, lydelse_of IS NOT NULL FROM change_subject ORDER BY id")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let mut number = |name: &str| {
                let next = names.len() as u32 + 1;
                *names.entry(name.to_owned()).or_insert(next)
            };
            let source = number(row.get_ref(0)?.as_str().map_err(|_| damaged())?);
            let kind: Option<String> = row.get(1)?;
            let kind = kind.map_or(0, |kind| number(&kind));
            others.push(OtherSubject { source, kind, is_lydelse: row.get(2)? });
        }
        let published = connection
            .prepare("SELECT id, generation, at FROM published ORDER BY position")?
            .query_map([], |row| {
                Ok(PublishedBefore {
                    id: row.get(0)?,
                    generation: row.get(1).map(Generation)?,
                    at: row.get(2)?,
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        let number = |name: &str| -> Result<Option<i64>, CatalogProblem> {
            let mut query = connection.prepare("SELECT value FROM property WHERE name = ?1")?;
            let text: String = query.query_row([name], |row| row.get(0))?;
            Ok(text.parse().ok())
        };
        let start = number("log_start")?.and_then(|number| u32::try_from(number).ok()).map(Generation);
        let start = ChangeLogStart {
            generation: start.ok_or_else(damaged)?,
            at: number("log_start_time")?,
            days: number("log_days")?.ok_or_else(damaged)?,
        };
        let last = records.iter().map(ChangeRecord::last);
        let in_range = |record: &ChangeRecord| {
            record.document().is_some() || ((record.subject - FIRST_OTHER) as usize) < others.len()
        };
        if !last.is_sorted() || !records.iter().all(in_range) {
            return Err(damaged());
        }
        let mut columns =
            Self { records, positions: Vec::new(), lydelser: Vec::new(), others, names, published, start };
        columns.index();
        Ok(columns)
    }

    fn index(&mut self) {
        let documents = self.records.iter().filter_map(ChangeRecord::document).max();
        self.positions = vec![0; documents.map_or(0, |last| last.index() + 1)];
        for (record, position) in self.records.iter().zip(1_u32..) {
            if let Some(document) = record.document() {
                self.positions[document.index()] = position;
            }
        }
        let lydelser = self.records.iter().zip(0_u32..).filter(|(record, _)| self.is_lydelse(record));
        self.lydelser = lydelser.map(|(_, index)| index).collect();
    }

    /// The number of a source or kind; the largest for one that no other subject has.
    pub(crate) fn number(&self, name: &str) -> u32 {
        self.names.get(name).copied().unwrap_or(u32::MAX)
    }

    /// What changed after a generation, by last change and uri.
    pub fn after(&self, generation: Generation) -> RecordsAfter<'_> {
        let start = self.records.partition_point(|record| record.last() <= generation);
        RecordsAfter { log: self, start }
    }

    /// The generation in which the artifact of a document last changed; None when it is not in the log.
    pub(crate) fn artifact_changed(&self, document: DocumentNumber) -> Option<Generation> {
        let position = self.positions.get(document.index())?.checked_sub(1)?;
        let record = self.records.get(position as usize)?;
        let last = ARTIFACT_KINDS.map(|kind| record.changes.of(kind)).into_iter().max();
        last.filter(|generation| *generation != Generation::NONE)
    }

    /// The snapshots that were published before this one, by generation and time.
    pub fn published(&self) -> &[PublishedBefore] {
        &self.published
    }

    /// From where on the log is complete.
    pub fn start(&self) -> ChangeLogStart {
        self.start
    }

    /// Whether a record is about an archived lydelse.
    pub fn is_lydelse(&self, record: &ChangeRecord) -> bool {
        self.other(record).is_some_and(|other| other.is_lydelse)
    }

    /// The subject of a record that is not about a document of the catalog.
    pub(crate) fn other(&self, record: &ChangeRecord) -> Option<&OtherSubject> {
        self.others.get(record.subject.checked_sub(FIRST_OTHER)? as usize)
    }
}

/// What changed after a generation.
#[derive(Clone, Copy, Debug)]
pub struct RecordsAfter<'a> {
    log: &'a ChangeLogColumns,
    start: usize,
}

impl<'a> RecordsAfter<'a> {
    /// The records, by last change and uri.
    pub fn records(&self) -> &'a [ChangeRecord] {
        &self.log.records[self.start..]
    }

    /// The number of records about archived lydelser.
    pub fn lydelser(&self) -> usize {
        let lydelser = &self.log.lydelser;
        lydelser.len() - lydelser.partition_point(|index| (*index as usize) < self.start)
    }

    /// The position among these records of the one about a document.
    pub fn of_document(&self, number: DocumentNumber) -> Option<usize> {
        let position = *self.log.positions.get(number.index())? as usize;
        position.checked_sub(self.start + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_packed_and_read_back() {
        for record in [(0, [1, 0, 0, 0, 0]), (FIRST_OTHER + 7, [u32::MAX, 2, 3, 4, 5])] {
            let (subject, generations) = record;
            let record = ChangeRecord { subject, changes: LastChanges(generations.map(Generation)) };
            assert_eq!(ChangeRecord::unpack(&record.pack()), record);
        }
    }
}
