//! Removes a document for good, for example a text that was withdrawn to protect a person.
//!
//! Packs that have bodies of the document are written anew without them, beside the old ones. One transaction then names the new
//! places, deletes the rows, and names the old packs, which are deleted last. A kill before the transaction
//! purges nothing. A kill after it purges everything: the next writer deletes the packs that are named. That a document was purged is
//! kept, by its number, until it comes again.

use std::collections::{BTreeSet, HashSet};

use rusqlite::params;

use crate::RawError;
use crate::pack::{self, Place};
use crate::read::place;
use crate::record::BodyDigest;
use crate::store::{ArchiveWriter, put_place};

/// What was purged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purged {
    /// Rows.
    pub records: usize,
    /// Bodies that no other document has.
    pub bodies: usize,
}

impl ArchiveWriter {
    /// Removes all rows of a document, and its bodies that no other document has.
    pub fn purge(&mut self, source: &str, key: &str) -> Result<Purged, RawError> {
        let own = "SELECT digest FROM body WHERE digest IN
                     (SELECT body FROM record WHERE source = ?1 AND key = ?2)
                   AND digest NOT IN (SELECT body FROM record WHERE source <> ?1 OR key <> ?2)";
        let bodies: Vec<BodyDigest> = self.rows(own, params![source, key], |row| row.get(0))?;
        // Bodies that other documents have too stay, but may state that they were kept as this one.
        let shared = "SELECT pack, begins, length, size, digest FROM body
                      WHERE digest IN (SELECT body FROM record WHERE source = ?1 AND key = ?2)";
        let shared: Vec<(BodyDigest, Place)> =
            self.rows(shared, params![source, key], |row| Ok((row.get(4)?, place(row)?)))?;
        let packs: BTreeSet<u32> = shared.iter().map(|(_, place)| place.pack).collect();
        let shared: HashSet<BodyDigest> = shared.into_iter().map(|(digest, _)| digest).collect();
        let mut moved: Vec<(BodyDigest, Place)> = Vec::new();
        for &pack in &packs {
            let stay = "SELECT pack, begins, length, size, digest FROM body WHERE pack = ?1 ORDER BY begins";
            let held: Vec<(BodyDigest, Place)> =
                self.rows(stay, params![pack], |row| Ok((row.get(4)?, place(row)?)))?;
            let folder = self.folder().to_owned();
            let writer = self.fresh_pack();
            for (digest, from) in held.into_iter().filter(|(digest, _)| !bodies.contains(digest)) {
                let mut entry = pack::entry(&folder, &from)?;
                if shared.contains(&digest) {
                    entry = pack::without_origin(&entry, from.size);
                }
                moved.push((digest, writer.append_entry(&entry, from.size)?));
            }
            writer.sync()?;
        }
        let purged = self.transaction(|transaction| {
            for pack in &packs {
                transaction.execute("INSERT OR IGNORE INTO doomed_pack VALUES (?1)", [pack])?;
            }
            transaction.execute("INSERT OR IGNORE INTO purged VALUES (?1, ?2)", [source, key])?;
            transaction.execute("DELETE FROM emptied WHERE source = ?1 AND key = ?2", [source, key])?;
            let records =
                transaction.execute("DELETE FROM record WHERE source = ?1 AND key = ?2", [source, key])?;
            transaction.execute("DELETE FROM tombstone WHERE source = ?1 AND key = ?2", [source, key])?;
            let mut delete = transaction.prepare("DELETE FROM body WHERE digest = ?1")?;
            for digest in &bodies {
                delete.execute([digest])?;
            }
            for (digest, place) in &moved {
                put_place(transaction, digest, place)?;
            }
            Ok(Purged { records, bodies: bodies.len() })
        })?;
        self.delete_doomed()?;
        Ok(purged)
    }

    fn rows<T>(
        &self,
        query: &str,
        values: impl rusqlite::Params,
        row: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, RawError> {
        let read = || self.connection.prepare(query)?.query_map(values, row)?.collect();
        self.checked(read())
    }
}
