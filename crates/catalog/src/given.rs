//! The acts that preparatory works led to: the registers of acts, reversed.

use crate::error::{CatalogError, CatalogProblem};
use crate::reader::CatalogReader;
use crate::write::CatalogWriter;

/// The most acts of one preparatory work that are read. Real works have up to some dozens.
pub const MAX_GIVEN: usize = 1_000;

/// An act that a preparatory work led to, as a register says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenAct {
    /// Its uri. It need not be held.
    pub uri: String,
    /// The uri of the held act in whose register it stands: the one that it changed, or the act itself.
    pub changed: String,
}

impl CatalogWriter {
    /// Writes that a register names a preparatory work for an act. One that it names twice is written once.
    pub fn given_act(&mut self, work: &str, given: &GivenAct) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert =
                connection.prepare_cached("INSERT OR IGNORE INTO given_act VALUES (?1, ?2, ?3)")?;
            insert.execute([work, &given.uri, &given.changed])?;
            Ok(())
        })
    }
}

impl CatalogReader<'_> {
    /// The acts that a preparatory work led to, as registers say, in the order of their uris; at most [`MAX_GIVEN`].
    pub fn acts_given_by(&self, work: &str) -> Result<Vec<GivenAct>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(&format!(
            "SELECT act, changed FROM given_act WHERE work = ?1 ORDER BY act, changed LIMIT {MAX_GIVEN}"
        ))?;
        let rows = query.query_map([work], |row| Ok(GivenAct { uri: row.get(0)?, changed: row.get(1)? }))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
