//! Writes the inputs of parsed documents, and who may change the documents of a source.

use rusqlite::params;

use super::writer::CorpusWriter;
use crate::{CorpusError, ParsedFrom};

/// Who may change the documents of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Nobody has changed them yet.
    None,
    /// Imports: dumps, artifact files, a mirrored service.
    Imports,
    /// The publisher, whose answers are parsed here.
    Publisher,
}

impl CorpusWriter {
    /// Records the inputs of parsed documents of a source.
    pub(crate) fn set_parsed_from(&mut self, source: &str, rows: &[ParsedFrom]) -> Result<(), CorpusError> {
        self.in_transaction(|transaction| {
            let mut put = transaction.prepare_cached(
                "INSERT OR REPLACE INTO parsed VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?;
            for row in rows {
                let ParsedFrom { key, uri, raw, parser, grammar, tables, valid_until, numbering, cites } =
                    row;
                put.execute(params![
                    source,
                    key,
                    uri,
                    raw,
                    parser,
                    grammar,
                    tables,
                    valid_until,
                    numbering,
                    cites
                ])?;
            }
            Ok(())
        })
    }

    /// Deletes the records of the inputs of documents of a source.
    pub(crate) fn forget_parsed(&mut self, source: &str, keys: &[String]) -> Result<(), CorpusError> {
        self.in_transaction(|transaction| {
            let mut delete =
                transaction.prepare_cached("DELETE FROM parsed WHERE source = ?1 AND key = ?2")?;
            for key in keys {
                delete.execute([source, key])?;
            }
            Ok(())
        })
    }

    /// Who has changed the documents of a source.
    pub(crate) fn origin(&self, source: &str) -> Result<Origin, CorpusError> {
        let read = || {
            self.connection.query_row(
                "SELECT EXISTS (SELECT 1 FROM property WHERE name = 'publisher:' || ?1),
                        EXISTS (SELECT 1 FROM document WHERE source = ?1)",
                [source],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
        };
        Ok(match self.corpus.checked(read())? {
            (true, _) => Origin::Publisher,
            (false, true) => Origin::Imports,
            (false, false) => Origin::None,
        })
    }

    /// Records that the documents of a source come from its publisher.
    pub(crate) fn set_publisher(&self, source: &str) -> Result<(), CorpusError> {
        let set = "INSERT OR REPLACE INTO property VALUES ('publisher:' || ?1, 'yes')";
        self.corpus.checked(self.connection.execute(set, [source]).map(drop))
    }

    /// The archived lydelser that are held of a document.
    pub(crate) fn lydelser_of(&self, document: &str) -> Result<Vec<String>, CorpusError> {
        let read = || {
            self.connection
                .prepare_cached("SELECT uri FROM lydelse WHERE document = ?1 ORDER BY uri")?
                .query_map([document], |row| row.get(0))?
                .collect()
        };
        self.corpus.checked(read())
    }
}
