//! Writing the change log.

use lagrum_artifact::{Generation, LastChanges, StoredId};
use rusqlite::params;

use crate::DocumentNumber;
use crate::change_log::{
    ChangeLogStart, ChangeRecord, FIRST_OTHER, PublishedBefore, RECORD_BYTES, STORED_BLOCK,
};
use crate::error::CatalogError;
use crate::write::CatalogWriter;

/// A change to write.
#[derive(Clone, Copy, Debug)]
pub struct NewChange<'a> {
    /// What changed.
    pub subject: NewChangeSubject<'a>,
    /// When it last changed.
    pub changes: LastChanges,
}

/// What changed.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are those of ChangedDocument")]
pub enum NewChangeSubject<'a> {
    /// The document of this number.
    Document(DocumentNumber),
    /// An archived lydelse.
    Lydelse { uri: &'a str, source: &'a str, document: &'a str, stored: StoredId },
    /// A document or an archived lydelse that is no longer held.
    Withdrawn {
        uri: &'a str,
        source: &'a str,
        lydelse_of: Option<&'a str>,
        kind: Option<&'a str>,
        label: Option<&'a str>,
        title: Option<&'a str>,
    },
}

impl CatalogWriter {
    /// Writes the change log. Changes must come in the order of last generation and uri.
    pub fn change_log<'a>(&mut self, log: impl Iterator<Item = NewChange<'a>>) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert =
                connection.prepare("INSERT INTO change_subject VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
            let mut blocks = connection.prepare("INSERT INTO change_log VALUES (?1, ?2)")?;
            let (mut others, mut written, mut block) = (0_u32, 0, Vec::new());
            for NewChange { subject, changes } in log {
                let subject = match subject {
                    NewChangeSubject::Document(number) => number.0,
                    NewChangeSubject::Lydelse { uri, source, document, stored } => {
                        let none = None::<&str>;
                        insert.execute(params![others, uri, source, document, stored.0, none, none, none])?;
                        others += 1;
                        FIRST_OTHER + others - 1
                    }
                    NewChangeSubject::Withdrawn { uri, source, lydelse_of, kind, label, title } => {
                        let stored = None::<i64>;
                        insert
                            .execute(params![others, uri, source, lydelse_of, stored, kind, label, title])?;
                        others += 1;
                        FIRST_OTHER + others - 1
                    }
                };
                block.extend(ChangeRecord { subject, changes }.pack());
                if block.len() == STORED_BLOCK * RECORD_BYTES {
                    blocks.execute(params![written, block])?;
                    written += STORED_BLOCK;
                    block.clear();
                }
            }
            if !block.is_empty() {
                blocks.execute(params![written, block])?;
            }
            Ok(())
        })
    }

    /// Writes the snapshots that were published before, by generation and time, and from where on the log is complete.
    pub fn published_before(
        &mut self,
        published: impl Iterator<Item = PublishedBefore>,
        start: ChangeLogStart,
    ) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert = connection.prepare("INSERT INTO published VALUES (?1, ?2, ?3, ?4)")?;
            for (position, PublishedBefore { id, generation, at }) in published.enumerate() {
                insert.execute(params![position, id, generation.0, at])?;
            }
            let mut property = connection.prepare("INSERT INTO property VALUES (?1, ?2)")?;
            property.execute(["log_start", &start.generation.to_string()])?;
            property.execute(["log_start_time", &start.at.map_or(String::new(), |at| at.to_string())])?;
            property.execute(["log_days", &start.days.to_string()])?;
            Ok(())
        })
    }
}

impl CatalogWriter {
    /// Writes the provisions of a document that changed in a generation, as JSON; None where too many changed.
    pub fn changed_provisions(
        &mut self,
        uri: &str,
        generation: Generation,
        provisions: Option<&str>,
    ) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert =
                connection.prepare_cached("INSERT INTO changed_provisions VALUES (?1, ?2, ?3)")?;
            insert.execute(params![uri, generation.0, provisions])?;
            Ok(())
        })
    }
}
