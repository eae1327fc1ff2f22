//! When the entries of registers of amendments became known: the time of the import that first had an entry in a document that
//! was held before. Entries that the first import of a document had are not among them.
//!
//! These rows are kept for ever, since a list of laws tells late amendments by them. There is one for each new amendment of an act.

use std::collections::BTreeSet;

use lagrum_artifact::{Artifact, Node};
use rusqlite::{Connection, Transaction, params};

/// The most new entries that are kept of one import of a document.
const MAX_NEW: usize = 1_000;

/// An entry of a register that a later import had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedAmendment {
    /// The uri of the document that has the register.
    pub uri: String,
    /// The uri of the amending act.
    pub act: String,
    /// When it was imported first, in seconds since 1970.
    pub at: i64,
}

/// The acts that the register of one artifact has and that of an earlier one lacks; none where the earlier one has no register.
pub(super) fn new_acts(before: &Artifact, after: &Artifact) -> Vec<String> {
    let known = acts(before);
    if known.is_empty() {
        return Vec::new();
    }
    acts(after).difference(&known).take(MAX_NEW).map(|act| (*act).to_owned()).collect()
}

fn acts(artifact: &Artifact) -> BTreeSet<&str> {
    let entries = artifact.list(&["amendments"]).iter().filter_map(Node::new);
    entries.filter_map(|entry| entry.field("uri")?.as_str()).collect()
}

/// Keeps new entries. What is known already stays.
pub(super) fn keep<'a>(
    transaction: &Transaction<'_>,
    now: i64,
    learned: impl Iterator<Item = (&'a str, &'a [String])>,
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached("INSERT OR IGNORE INTO learned VALUES (?1, ?2, ?3)")?;
    for (uri, acts) in learned {
        for act in acts {
            insert.execute(params![uri, act, now])?;
        }
    }
    Ok(())
}

/// Everything that is kept, by uri and act; nothing in a corpus of an earlier version of the program.
pub(super) fn read(connection: &Connection) -> rusqlite::Result<Vec<LearnedAmendment>> {
    let tables: i64 =
        connection
            .query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'learned'", [], |row| row.get(0))?;
    if tables == 0 {
        return Ok(Vec::new());
    }
    connection
        .prepare("SELECT uri, act, at FROM learned ORDER BY uri, act")?
        .query_map([], |row| Ok(LearnedAmendment { uri: row.get(0)?, act: row.get(1)?, at: row.get(2)? }))?
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_later_register_has() {
        let artifact = |acts: &[&str]| {
            let entries: Vec<String> = acts.iter().map(|act| format!("{{\"uri\": \"x/{act}\"}}")).collect();
            let json = format!("{{\"uri\": \"x/2031:1\", \"amendments\": [{}]}}", entries.join(", "));
            Artifact::parse(json.as_bytes()).unwrap()
        };
        let of = |before: &[&str], after: &[&str]| new_acts(&artifact(before), &artifact(after));
        assert_eq!(of(&["2031:1"], &["2031:1", "2032:5", "2032:4"]), ["x/2032:4", "x/2032:5"]);
        assert!(of(&["2031:1", "2032:4"], &["2031:1"]).is_empty());
        assert!(of(&[], &["2031:1"]).is_empty(), "the register itself is new");
    }
}
