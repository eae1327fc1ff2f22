//! Removes documents and archived lydelser.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use lagrum_artifact::ChangeKind;
use rayon::prelude::*;
use rusqlite::{OptionalExtension, ToSql, params};
use serde_json::json;

use super::changes::append_now;
use super::writer::{CorpusWriter, next_generation};
use crate::CorpusError;
use crate::removal_limit::{PublishedCounts, SourceCounts, TooMuchRemoved, check_removals};
use crate::store::StoredId;
use crate::store::allowed;
use crate::store::change_log::NewLogRow;
use crate::store::logged::DocumentNames;

/// A document or an archived lydelse to remove.
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

/// Parameters: a JSON list of pairs of source and uri, and a JSON list of sources. Documents of the operator's own
/// supplements stay.
const WITHDRAWN: &str = "SELECT document.uri, document.source, document.stored, NULL
      FROM json_each(?1) AS pair JOIN document ON document.uri = json_extract(pair.value, '$[1]')
      WHERE document.source = json_extract(pair.value, '$[0]') AND document.file = document.source
        AND document.source IN (SELECT value FROM json_each(?2))
    UNION
    SELECT lydelse.uri, lydelse.source, lydelse.stored, lydelse.document
      FROM json_each(?1) AS pair JOIN lydelse ON lydelse.uri = json_extract(pair.value, '$[1]')
      WHERE lydelse.source = json_extract(pair.value, '$[0]')
        AND lydelse.source IN (SELECT value FROM json_each(?2))
    ORDER BY 1";

/// The uri of a document or an archived lydelse, with its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourcedUri {
    pub(crate) source: String,
    pub(crate) uri: String,
}

/// Selects the documents and lydelser to remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// The documents of a source that this import did not contain. Those from one of `kept_files` stay.
    Documents { source: String, kept_files: Vec<String> },
    /// The archived lydelser of a source that this import did not contain.
    Lydelser { source: String },
    /// Documents and archived lydelser, where the source is one of `sources` and no supplement has
    /// the document.
    Withdrawn { documents: Vec<SourcedUri>, sources: Vec<String> },
}

impl CorpusWriter {
    /// How many documents and lydelser of each source these removals select.
    pub(crate) fn count_removals(&self, removals: &[Removal]) -> Result<SourceCounts, CorpusError> {
        let (mut counts, mut counted) = (SourceCounts::default(), HashSet::new());
        for removal in removals {
            for RemovedRow { uri, source, lydelse_of, .. } in self.rows_of(removal)? {
                let of = if lydelse_of.is_some() { &mut counts.lydelser } else { &mut counts.documents };
                if counted.insert(uri) {
                    *of.entry(source).or_default() += 1;
                }
            }
        }
        Ok(counts)
    }

    /// Fails where the removal of these is more than may go ([`check_removals`]).
    pub(crate) fn check_removal(
        &self,
        published: &[PublishedCounts],
        going: &SourceCounts,
    ) -> Result<Result<(), TooMuchRemoved>, CorpusError> {
        if published.is_empty() || going.is_empty() {
            return Ok(Ok(()));
        }
        let left = allowed::held(&self.corpus, &self.connection)?.less(going);
        let allowed = allowed::read(&self.corpus, &self.connection)?;
        Ok(check_removals(published, &left, &allowed, Some(going)))
    }

    /// Records that these were removed on purpose, in the current generation: the one that their removal made.
    pub(crate) fn record_allowed(&mut self, removed: &SourceCounts) -> Result<(), CorpusError> {
        if removed.all() == 0 {
            return Ok(());
        }
        let sources: BTreeSet<&String> = removed.documents.keys().chain(removed.lydelser.keys()).collect();
        self.in_transaction(|transaction| {
            for source in sources {
                let count = |of: &BTreeMap<String, u64>| of.get(source).copied().unwrap_or_default();
                transaction.execute(
                    "INSERT INTO allowed_removal
                     SELECT CAST(value AS INTEGER), ?1, ?2, ?3 FROM property WHERE name = 'generation'",
                    params![source, count(&removed.documents), count(&removed.lydelser)],
                )?;
            }
            Ok(())
        })
    }

    /// Applies a removal. Returns the number of removed documents and lydelser.
    pub(crate) fn apply_removal(&mut self, removal: &Removal) -> Result<usize, CorpusError> {
        let rows = self.rows_of(removal)?;
        self.remove(&rows)
    }

    fn rows_of(&self, removal: &Removal) -> Result<Vec<RemovedRow>, CorpusError> {
        match removal {
            Removal::Documents { source, kept_files } => {
                let kept = json!(kept_files).to_string();
                self.rows_to_remove(UNREAD_DOCUMENTS, &[&source, &kept])
            }
            Removal::Lydelser { source } => self.rows_to_remove(UNREAD_LYDELSER, &[&source]),
            Removal::Withdrawn { documents, sources } => {
                let pairs: Vec<[&str; 2]> =
                    documents.iter().map(|document| [&*document.source, &*document.uri]).collect();
                self.rows_to_remove(WITHDRAWN, &[&json!(pairs).to_string(), &json!(sources).to_string()])
            }
        }
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
                end.execute(params![row.stored.0, generation.0])?;
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
