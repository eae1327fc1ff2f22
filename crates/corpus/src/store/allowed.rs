//! Reads what was removed on purpose, and how much of each source is held.

use std::collections::BTreeMap;

use lagrum_artifact::Generation;
use rusqlite::Connection;

use super::corpus::Corpus;
use super::error::CorpusError;
use super::read::CorpusReader;
use crate::removal_limit::{AllowedRemoval, SourceCounts};

impl CorpusReader {
    /// What was removed on purpose.
    pub fn allowed_removals(&self) -> Result<Vec<AllowedRemoval>, CorpusError> {
        read(&self.corpus, &self.connection)
    }
}

/// What was removed on purpose. Empty for a corpus of an earlier version of the program.
pub(super) fn read(corpus: &Corpus, connection: &Connection) -> Result<Vec<AllowedRemoval>, CorpusError> {
    let read = || {
        let query = "SELECT count(*) FROM sqlite_schema WHERE name = 'allowed_removal'";
        if connection.query_row(query, [], |row| row.get::<_, i64>(0))? == 0 {
            return Ok(Vec::new());
        }
        connection
            .prepare(
                "SELECT generation, source, documents, lydelser FROM allowed_removal ORDER BY generation",
            )?
            .query_map([], |row| {
                let source: String = row.get(1)?;
                let counts = SourceCounts {
                    documents: [(source.clone(), row.get(2)?)].into(),
                    lydelser: [(source, row.get(3)?)].into(),
                };
                Ok(AllowedRemoval { generation: row.get(0).map(Generation)?, counts })
            })?
            .collect()
    };
    corpus.checked(read())
}

/// How many documents and archived lydelser are held of each source.
pub(super) fn held(corpus: &Corpus, connection: &Connection) -> Result<SourceCounts, CorpusError> {
    let count = |table: &str| -> rusqlite::Result<BTreeMap<String, u64>> {
        connection
            .prepare(&format!("SELECT source, count(*) FROM {table} GROUP BY source"))?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect()
    };
    let counts = || Ok(SourceCounts { documents: count("document")?, lydelser: count("lydelse")? });
    corpus.checked(counts())
}
