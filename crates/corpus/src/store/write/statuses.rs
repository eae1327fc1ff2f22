//! Writes status lists.

use std::collections::{BTreeMap, HashMap};

use lagrum_artifact::ChangeKind;
use rayon::prelude::*;
use serde_json::Value;

use super::changes::append_now;
use super::writer::{CorpusWriter, next_generation};
use crate::CorpusError;
use crate::store::StoredId;
use crate::store::change_log::NewLogRow;

/// An entry, as JSON, of a list that a source has beside its documents, with the key of its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyedEntry {
    pub(crate) key: String,
    pub(crate) entry: String,
}

impl CorpusWriter {
    /// Replaces the status entries of a source. Returns whether anything changed.
    pub(crate) fn put_statuses(&mut self, source: &str, entries: &[KeyedEntry]) -> Result<bool, CorpusError> {
        let read = || -> rusqlite::Result<Vec<KeyedEntry>> {
            self.connection
                .prepare("SELECT key, entry FROM status WHERE source = ?1 ORDER BY key")?
                .query_map([source], |row| Ok(KeyedEntry { key: row.get(0)?, entry: row.get(1)? }))?
                .collect()
        };
        let held = self.corpus.checked(read())?;
        if held == entries {
            return Ok(false);
        }
        let affected = self.with_other_status(source, &held, entries)?;
        self.in_transaction(|transaction| {
            let generation = next_generation(transaction)?;
            transaction.execute("DELETE FROM status WHERE source = ?1", [source])?;
            let mut insert = transaction.prepare("INSERT OR REPLACE INTO status VALUES (?1, ?2, ?3)")?;
            for KeyedEntry { key, entry } in entries {
                insert.execute([source, key, entry])?;
            }
            let logged = affected.iter().map(|uri| NewLogRow {
                uri,
                source,
                kind: ChangeKind::Status,
                lydelse_of: None,
                names: None,
            });
            append_now(transaction, generation, logged)
        })?;
        Ok(true)
    }

    /// The documents whose expiry differs between the list before and the new one. An expiry that the artifact itself
    /// states comes before the list.
    fn with_other_status(
        &self,
        source: &str,
        before: &[KeyedEntry],
        after: &[KeyedEntry],
    ) -> Result<Vec<String>, CorpusError> {
        let (Some(meaning), Some(base)) = (self.meaning, self.base()?) else { return Ok(Vec::new()) };
        let is_expired = |entry: Option<&str>| {
            let entry: Option<Value> = entry.and_then(|entry| serde_json::from_str(entry).ok());
            entry.is_some_and(|entry| meaning.is_expired(&entry))
        };
        let mut entries: BTreeMap<&str, (Option<&str>, Option<&str>)> = BTreeMap::new();
        for KeyedEntry { key, entry } in before {
            entries.entry(key).or_default().0 = Some(entry);
        }
        for KeyedEntry { key, entry } in after {
            entries.entry(key).or_default().1 = Some(entry);
        }
        let differs = |(_, (before, after)): &(&str, (Option<&str>, Option<&str>))| {
            before != after && is_expired(*before) != is_expired(*after)
        };
        let differing: Vec<&str> = entries.into_iter().filter(differs).map(|(key, _)| key).collect();
        if differing.is_empty() {
            return Ok(Vec::new());
        }
        let read = || -> rusqlite::Result<Vec<(String, StoredId)>> {
            self.connection
                .prepare("SELECT uri, stored FROM document WHERE source = ?1")?
                .query_map([source], |row| Ok((row.get(0)?, StoredId(row.get(1)?))))?
                .collect()
        };
        let documents = self.corpus.checked(read())?;
        // A key is the local id without its first segment.
        let by_key: HashMap<&str, &(String, StoredId)> = documents
            .iter()
            .filter_map(|document| Some((base.strip(&document.0)?.split_once('/')?.1, document)))
            .collect();
        let describer = self.describer(source, Some(&base));
        let affected = differing.into_par_iter().filter_map(|key| {
            let (uri, stored) = by_key.get(key)?;
            let says_itself = describer.stored(*stored).is_some_and(|own| own.is_expired);
            (!says_itself).then(|| uri.clone())
        });
        Ok(affected.collect())
    }
}
