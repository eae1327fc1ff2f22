//! Queries that name a kind of document beside the topic: `proposition om` and words of the title of a bill.
//!
//! The words for kinds are those that people type, and the topic is from the title of the document. A row is met if the
//! document comes before acts and other documents on the topic.

use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;

use super::known::{Rows, in_force, longest_words};
use super::{Case, Failure};

/// Approximate number of rows of each kind.
const OF_EACH: usize = 40;

/// Number of words of a title in a query.
const WORDS: usize = 3;

/// What is typed before the topic, and the source and the kind of the documents. An empty kind is any.
const KINDS: [(&str, &str, &str); 9] = [
    ("proposition om", "forarbete", "prop"),
    ("utskottsbetänkande om", "forarbete", "bet"),
    ("utredning om", "forarbete", "sou"),
    ("skrivelse om", "forarbete", "skr"),
    ("kommittédirektiv om", "forarbete", "dir"),
    ("föreskrifter om", "foreskrift", ""),
    ("kommentar till", "kommentar", ""),
    ("rättsfall om", "dv", ""),
    ("EU-direktiv om", "eurlex", "directive"),
];

/// The rows of a snapshot.
pub(super) fn cases(snapshot: &Snapshot) -> Result<Vec<Case>, Failure> {
    let base = &snapshot.manifest().base;
    let documents = in_force(snapshot)?;
    let mut rows = Rows::default();
    for (before, source, kind) in KINDS {
        let is_of = |document: &&CatalogDocument| {
            document.source == source && (kind.is_empty() || document.kind.as_deref() == Some(kind))
        };
        let row = |document: &CatalogDocument| {
            let text = document.description.as_deref().filter(|_| document.title.is_none());
            let topic = longest_words(text.or(document.title.as_deref())?, WORDS)?;
            // The title of a commentary begins with the word for its kind.
            let topic = topic.strip_prefix("kommentar ").unwrap_or(&topic).to_owned();
            let local = base.strip(&document.uri).unwrap_or(&document.uri);
            Some((format!("{before} {topic}"), vec![local.to_owned()]))
        };
        let name = before.split(' ').next().unwrap_or(before);
        rows.add(name, OF_EACH, documents.iter().filter(is_of).filter_map(row));
    }
    Ok(rows.0)
}
