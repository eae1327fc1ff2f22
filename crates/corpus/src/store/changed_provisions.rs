//! Records which provisions of a document changed with its text.
//!
//! For each provision that differs, an import keeps digests of its words before and after. The difference between an
//! earlier text and the last one is found by joining the generations between them, so a provision that changed and
//! changed back is not reported. These records are kept as long as the change log.

use std::collections::BTreeMap;

use lagrum_artifact::Generation;
use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};

/// The maximum number of provisions that are kept of one change.
pub const MAX_CHANGED_PROVISIONS: usize = 500;

/// The maximum number of generations that are kept of one document.
const MAX_GENERATIONS: i64 = 50;

/// The digest of the words of a provision, in hex: the first eight bytes of a SHA-256.
type WordsDigest = String;

/// The provisions that differ between two texts, by anchor: the digests of their words before and after, None where a text lacks the
/// provision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChangedProvisions(BTreeMap<String, (Option<WordsDigest>, Option<WordsDigest>)>);

/// The changes of provisions, by anchor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProvisionChanges {
    /// Provisions that the earlier text lacks.
    pub added: Vec<String>,
    /// Provisions with other words.
    pub changed: Vec<String>,
    /// Provisions that the later text lacks.
    pub removed: Vec<String>,
    /// Provisions whose words have another anchor in the later text: the earlier and the later anchor.
    pub renumbered: Vec<(String, String)>,
}

/// The provisions of a text: the digest of the words of each, by anchor.
pub type ProvisionDigests = BTreeMap<String, [u8; 32]>;

impl ChangedProvisions {
    /// The provisions that differ between two texts.
    pub fn between(before: &ProvisionDigests, after: &ProvisionDigests) -> Self {
        let short = |digest: &[u8; 32]| hex::encode(&digest[..8]);
        let pair = |anchor: &String| (before.get(anchor).map(short), after.get(anchor).map(short));
        let anchors = before.keys().chain(after.keys());
        let pairs = anchors.map(|anchor| (anchor.clone(), pair(anchor)));
        Self(pairs.filter(|(_, (before, after))| before != after).collect())
    }

    /// The provisions that differ between the text before this change and the text after a later change.
    #[must_use]
    pub fn then(mut self, later: Self) -> Self {
        for (anchor, (before, after)) in later.0 {
            self.0.entry(anchor).or_insert_with(|| (before, None)).1 = after;
        }
        self.0.retain(|_, (before, after)| before != after);
        self
    }

    /// The changes. Words that exactly one provision lost and exactly one got were renumbered: of more it is not known which
    /// one moved.
    pub fn changes(&self) -> ProvisionChanges {
        let mut changes = ProvisionChanges::default();
        // How many provisions lost each text, and the anchors that got it.
        let mut losses: BTreeMap<&str, usize> = BTreeMap::new();
        let mut got: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (anchor, (before, after)) in &self.0 {
            if let Some(before) = before {
                *losses.entry(before).or_default() += 1;
            }
            if let Some(after) = after {
                got.entry(after).or_default().push(anchor);
            }
        }
        let (mut moved_from, mut moved_to): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for (anchor, (before, after)) in &self.0 {
            let moved = before.as_deref().filter(|before| losses.get(before) == Some(&1));
            let places = moved.and_then(|before| got.get(before));
            if let Some([to]) = places.map(Vec::as_slice) {
                changes.renumbered.push((anchor.clone(), (*to).to_owned()));
                moved_from.push(anchor);
                moved_to.push(to);
            } else if before.is_some() && after.is_none() {
                changes.removed.push(anchor.clone());
            }
        }
        for (anchor, (before, after)) in &self.0 {
            if after.is_some() && !moved_to.contains(&anchor.as_str()) {
                // A provision that took the number of a renumbered one is new.
                let is_new = before.is_none() || moved_from.contains(&anchor.as_str());
                let list = if is_new { &mut changes.added } else { &mut changes.changed };
                list.push(anchor.clone());
            }
        }
        changes
    }
}

/// The changes of a document's provisions in one generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvisionsOfGeneration {
    /// The uri of the document.
    pub uri: String,
    /// The generation.
    pub generation: Generation,
    /// The [`ChangedProvisions`] as JSON; None where they are too many.
    pub provisions: Option<String>,
}

/// Keeps the changes of a generation, and drops the oldest generations of a document that has too many.
pub(super) fn keep<'a>(
    transaction: &Transaction<'_>,
    generation: Generation,
    changes: impl Iterator<Item = (&'a str, &'a ChangedProvisions)>,
) -> rusqlite::Result<()> {
    let mut insert =
        transaction.prepare_cached("INSERT OR REPLACE INTO changed_provisions VALUES (?1, ?2, ?3)")?;
    let mut drop_oldest = transaction.prepare_cached(
        "DELETE FROM changed_provisions WHERE uri = ?1 AND generation <= (
             SELECT generation FROM changed_provisions WHERE uri = ?1 ORDER BY generation DESC LIMIT 1 OFFSET ?2)",
    )?;
    for (uri, changed) in changes {
        let is_short = changed.0.len() <= MAX_CHANGED_PROVISIONS;
        let json = is_short.then(|| serde_json::to_string(changed)).transpose();
        let json = json.map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        insert.execute(params![uri, generation.0, json])?;
        drop_oldest.execute(params![uri, MAX_GENERATIONS])?;
    }
    Ok(())
}

/// Drops the changes up to and including a generation.
pub(super) fn prune(transaction: &Transaction<'_>, generation: Generation) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM changed_provisions WHERE generation <= ?1", [generation.0]).map(drop)
}

/// Everything that is kept, by uri and generation; nothing in a corpus of an earlier version of the program.
pub(super) fn read(connection: &Connection) -> rusqlite::Result<Vec<ProvisionsOfGeneration>> {
    let tables: i64 = connection.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'changed_provisions'",
        [],
        |row| row.get(0),
    )?;
    if tables == 0 {
        return Ok(Vec::new());
    }
    connection
        .prepare("SELECT uri, generation, provisions FROM changed_provisions ORDER BY uri, generation")?
        .query_map([], |row| {
            Ok(ProvisionsOfGeneration {
                uri: row.get(0)?,
                generation: row.get(1).map(Generation)?,
                provisions: row.get(2)?,
            })
        })?
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text as its provisions with one letter for the words of each: `P1=a P2=b`.
    fn text(line: &str) -> ProvisionDigests {
        let provision = |part: &str| {
            let (anchor, words) = part.split_once('=').unwrap();
            (anchor.to_owned(), [words.as_bytes()[0]; 32])
        };
        line.split_whitespace().map(provision).collect()
    }

    fn shown(changed: &ChangedProvisions) -> String {
        let ProvisionChanges { added, changed, removed, renumbered } = changed.changes();
        let renumbered: Vec<String> = renumbered.iter().map(|(from, to)| format!("{from}>{to}")).collect();
        let lists = [("+", added), ("~", changed), ("-", removed), ("", renumbered)];
        let shown =
            lists.iter().flat_map(|(sign, list)| list.iter().map(move |anchor| format!("{sign}{anchor}")));
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_differs_between_the_first_text_and_the_last() {
        for (texts, expected) in [
            (&["P1=a P2=b", "P1=a P2=c"][..], "~P2"),
            (&["P1=a", "P1=a P2=b"], "+P2"),
            (&["P1=a P2=b", "P1=a"], "-P2"),
            (&["P1=a P2=b", "P1=a P3=b"], "P2>P3"),
            (&["P1=a P2=b P3=c", "P1=a P2=n P3=b P4=c"], "+P2 P2>P3 P3>P4"),
            (&["P1=a", "P1=b", "P1=a"], ""),
            (&["P1=a", "P1=b", "P1=c"], "~P1"),
            (&["P1=a", "P1=a P2=b", "P1=a P2=c"], "+P2"),
            (&["P1=a P2=b", "P1=a", "P1=a P2=c"], "~P2"),
            // Of two with the same words it is not known which one moved.
            (&["P1=a", "P2=a P3=a"], "+P2 +P3 -P1"),
            (&["P1=a P2=a", "P3=a"], "+P3 -P1 -P2"),
        ] {
            let texts: Vec<ProvisionDigests> = texts.iter().map(|line| text(line)).collect();
            let steps = texts.windows(2).map(|pair| ChangedProvisions::between(&pair[0], &pair[1]));
            let all = steps.reduce(ChangedProvisions::then).unwrap();
            assert_eq!(shown(&all), expected, "{texts:?}");
            assert_eq!(all, ChangedProvisions::between(&texts[0], &texts[texts.len() - 1]));
        }
    }
}
