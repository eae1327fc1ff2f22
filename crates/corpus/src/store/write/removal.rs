//! Removes documents and archived lydelser.

use rayon::prelude::*;
use rusqlite::{OptionalExtension, ToSql, params};

use super::changes::append_now;
use super::{CorpusWriter, next_generation};
use crate::CorpusError;
use crate::store::StoredId;
use crate::store::change_log::{ChangeKind, DocumentNames, NewLogRow};

/// What is removed.
struct RemovedRow {
    uri: String,
    source: String,
    stored: StoredId,
    /// The document of an archived lydelse.
    lydelse_of: Option<String>,
}

/// Parameters: the source, and a JSON list of the dump files whose documents stay.
const UNREAD_DOCUMENTS: &str = "SELECT uri, source, stored, NULL FROM document
    WHERE source = ?1 AND uri NOT IN imported AND file NOT IN (SELECT value FROM json_each(?2)) ORDER BY uri";

/// Parameter: the source.
const UNREAD_LYDELSER: &str = "SELECT uri, source, stored, document FROM lydelse
    WHERE source = ?1 AND uri NOT IN imported ORDER BY uri";

impl CorpusWriter {
    /// Removes the documents of a source that this import did not contain. Those from one of `kept_files` stay. Returns
    /// their number.
    pub(crate) fn prune_documents(
        &mut self,
        source: &str,
        kept_files: &[String],
    ) -> Result<usize, CorpusError> {
        let kept = serde_json::Value::from(kept_files).to_string();
        let rows = self.rows_to_remove(UNREAD_DOCUMENTS, &[&source, &kept])?;
        self.remove(&rows)
    }

    /// Removes the archived lydelser of a source that this import did not contain. Returns their number.
    pub(crate) fn prune_lydelser(&mut self, source: &str) -> Result<usize, CorpusError> {
        let rows = self.rows_to_remove(UNREAD_LYDELSER, &[&source])?;
        self.remove(&rows)
    }

    /// Removes documents and archived lydelser by their uris. Returns how many of them were held.
    pub(crate) fn remove_uris(&mut self, uris: &[String]) -> Result<usize, CorpusError> {
        let wanted = serde_json::Value::from(uris).to_string();
        let rows = self.rows_to_remove(
            "SELECT uri, source, stored, NULL FROM document WHERE uri IN (SELECT value FROM json_each(?1))
             UNION ALL
             SELECT uri, source, stored, document FROM lydelse WHERE uri IN (SELECT value FROM json_each(?1))",
            &[&wanted],
        )?;
        self.remove(&rows)
    }

    fn rows_to_remove(&self, query: &str, values: &[&dyn ToSql]) -> Result<Vec<RemovedRow>, CorpusError> {
        let read = || {
            self.connection
                .prepare(query)?
                .query_map(values, |row| {
                    Ok(RemovedRow {
                        uri: row.get(0)?,
                        source: row.get(1)?,
                        stored: StoredId(row.get(2)?),
                        lydelse_of: row.get(3)?,
                    })
                })?
                .collect()
        };
        self.corpus.checked(read())
    }

    fn remove(&mut self, rows: &[RemovedRow]) -> Result<usize, CorpusError> {
        if rows.is_empty() {
            return Ok(0);
        }
        let base = self.base()?;
        // The names are kept, since the log outlives the artifact.
        let reader = self.describer("", base.as_ref());
        let names: Vec<String> = rows
            .par_iter()
            .map(|row| {
                let described = reader.of_source(&row.source).stored(row.stored);
                let names = described.map_or_else(DocumentNames::default, |described| described.names);
                serde_json::to_string(&names).unwrap_or_default()
            })
            .collect();
        self.in_transaction(|transaction| {
            let generation = next_generation(transaction)?;
            let mut end = transaction.prepare_cached("UPDATE stored SET until = ?2 WHERE id = ?1")?;
            let mut document = transaction.prepare_cached("DELETE FROM document WHERE uri = ?1")?;
            let mut lydelse = transaction.prepare_cached("DELETE FROM lydelse WHERE uri = ?1")?;
            for row in rows {
                end.execute(params![row.stored.0, generation])?;
                let delete = if row.lydelse_of.is_some() { &mut lydelse } else { &mut document };
                delete.execute([&row.uri])?;
            }
            let logged = rows.iter().zip(names).map(|(row, names)| NewLogRow {
                uri: &row.uri,
                source: &row.source,
                kind: ChangeKind::Withdrawn,
                lydelse_of: row.lydelse_of.as_deref(),
                names: Some(names),
            });
            append_now(transaction, generation, logged)
        })?;
        Ok(rows.len())
    }

    /// The SHA-256 of the current artifact of a document or an archived lydelse.
    pub(crate) fn current_digest(&self, uri: &str) -> Result<Option<[u8; 32]>, CorpusError> {
        self.corpus.checked(
            self.connection
                .prepare_cached(
                    "SELECT digest FROM stored WHERE id = coalesce(
                       (SELECT stored FROM document WHERE uri = ?1), (SELECT stored FROM lydelse WHERE uri = ?1))",
                )
                .and_then(|mut query| query.query_row([uri], |row| row.get(0)).optional()),
        )
    }

    /// How many documents and archived lydelser are held.
    pub(crate) fn count_held(&self) -> Result<u64, CorpusError> {
        self.corpus.checked(self.connection.query_row(
            "SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM lydelse)",
            [],
            |row| row.get(0),
        ))
    }
}
