//! The entries of the change log, stored compactly, since a build holds one for each document until it ends.

use indexmap::IndexSet;
use lagrum_artifact::LastChanges;

/// The entry of one uri in the log.
#[derive(Clone, Copy, Debug)]
pub struct ChangeLogEntry<'a> {
    /// What the uri names.
    pub subject: ChangeSubject<'a>,
    /// When it changed.
    pub changes: LastChanges,
}

/// What changed.
#[derive(Clone, Copy, Debug)]
pub enum ChangeSubject<'a> {
    /// The document at this position of the corpus state.
    Document(u32),
    /// The archived lydelse at this position of the corpus state.
    Lydelse(u32),
    /// What is no longer held.
    Withdrawn(&'a WithdrawnDocument),
}

/// A document or an archived lydelse that is no longer held, as it was last known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithdrawnDocument {
    /// Its uri.
    pub uri: String,
    /// Its source.
    pub source: String,
    /// The document of an archived lydelse.
    pub lydelse_of: Option<String>,
    /// Its names.
    pub names: DocumentNames,
}

/// The names of a document that a list of changes shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DocumentNames {
    /// Its kind within its source.
    pub kind: Option<String>,
    /// Its printed id.
    pub label: Option<String>,
    /// Its title.
    pub title: Option<String>,
}

/// What changed, by uri. An entry takes twelve bytes.
#[derive(Clone, Debug, Default)]
pub struct LoggedChanges {
    /// Each with the number of its changes.
    pub(super) rows: Vec<(LoggedSubject, u32)>,
    /// Each once, since most documents were added in a few generations and never changed.
    changes: IndexSet<LastChanges>,
    pub(super) withdrawn: Vec<WithdrawnDocument>,
}

/// What changed: its position among the documents, the archived lydelser, or what was withdrawn.
#[derive(Clone, Copy, Debug)]
pub(super) enum LoggedSubject {
    Document(u32),
    Lydelse(u32),
    Withdrawn(u32),
}

impl LoggedChanges {
    pub(super) fn push(&mut self, subject: LoggedSubject, changes: LastChanges) {
        let (number, _) = self.changes.insert_full(changes);
        self.rows.push((subject, number as u32));
    }

    /// Adds what is no longer held, and returns the subject of its entry.
    pub(super) fn withdraw(&mut self, document: WithdrawnDocument) -> LoggedSubject {
        self.withdrawn.push(document);
        LoggedSubject::Withdrawn(self.withdrawn.len() as u32 - 1)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The entry at a position.
    pub fn get(&self, position: usize) -> Option<ChangeLogEntry<'_>> {
        let (subject, changes) = *self.rows.get(position)?;
        let subject = match subject {
            LoggedSubject::Document(document) => ChangeSubject::Document(document),
            LoggedSubject::Lydelse(lydelse) => ChangeSubject::Lydelse(lydelse),
            LoggedSubject::Withdrawn(number) => {
                ChangeSubject::Withdrawn(self.withdrawn.get(number as usize)?)
            }
        };
        Some(ChangeLogEntry { subject, changes: *self.changes.get_index(changes as usize)? })
    }

    /// All entries.
    pub fn iter(&self) -> impl Iterator<Item = ChangeLogEntry<'_>> {
        (0..self.rows.len()).filter_map(|position| self.get(position))
    }

    /// What is no longer held.
    pub fn withdrawn_mut(&mut self) -> &mut [WithdrawnDocument] {
        &mut self.withdrawn
    }
}
