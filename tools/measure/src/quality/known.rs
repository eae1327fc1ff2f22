//! Known-item queries made from facts of the corpus itself: names of documents, and words of their summaries.
//!
//! Each row looks for a document by one fact: the established name of a law, the
//! nickname of a case, words of a case's own headnote, the term of a concept, words of a preparatory work's title. Rows
//! are taken at even steps through the documents in order, so the same snapshot gives the same rows.

use std::collections::HashMap;

use lagrum_catalog::{CatalogDocument, DocumentFilter, DocumentOrder, RowRange};
use lagrum_citation::CitationNames;
use lagrum_snapshot::{Snapshot, today};
use lagrum_words::{is_function_word, tokens};

use super::{Case, Failure};

/// Approximate number of rows of each kind.
const OF_EACH: usize = 125;

/// Number of words of a headnote or a title in a query.
const WORDS: usize = 5;

/// The rows of a snapshot.
pub(super) fn cases(snapshot: &Snapshot) -> Result<Vec<Case>, Failure> {
    let base = &snapshot.manifest().base;
    let documents = in_force(snapshot)?;
    let by_id: HashMap<&str, &CatalogDocument> =
        documents.iter().filter_map(|document| Some((base.strip(&document.uri)?, document))).collect();

    let mut rows = Rows::default();
    let shipped = CitationNames::shipped();
    let mut names: Vec<(&str, &str)> = shipped.all().filter(|(id, _)| by_id.contains_key(id)).collect();
    names.sort_unstable();
    names.dedup();
    let laws =
        names.iter().filter(|(id, name)| by_id[id].source == "sfs" && name.contains(char::is_lowercase));
    rows.add("a-law-name", OF_EACH, laws.map(|(id, name)| ((*name).to_owned(), vec![(*id).to_owned()])));
    let cases = names
        .iter()
        .filter(|(id, _)| matches!(by_id[id].source.as_str(), "dv" | "eurlex") && id.starts_with("dom/"));
    rows.add("b-case-name", OF_EACH, cases.map(|(id, name)| ((*name).to_owned(), vec![(*id).to_owned()])));

    let local = |document: &CatalogDocument| base.strip(&document.uri).unwrap_or(&document.uri).to_owned();
    let of = |source: &'static str| documents.iter().filter(move |document| document.source == source);
    let headnotes = of("dv")
        .filter_map(|document| Some((words(document.description.as_deref()?)?, vec![local(document)])));
    rows.add("c-headnote", OF_EACH, headnotes);
    let concepts = of("begrepp").filter(|document| document.stored.is_some());
    rows.add(
        "d-term",
        OF_EACH,
        concepts.filter_map(|document| Some((document.title.clone()?, vec![local(document)]))),
    );
    let works = of("forarbete")
        .filter_map(|document| Some((words(document.title.as_deref()?)?, vec![local(document)])));
    rows.add("e-preparatory", OF_EACH, works);
    Ok(rows.0)
}

/// Every document in force, in the order of uris.
pub(crate) fn in_force(snapshot: &Snapshot) -> Result<Vec<CatalogDocument>, Failure> {
    let day = today().to_string();
    let filter = DocumentFilter { hidden_on: Some(&day), ..DocumentFilter::default() };
    let all = RowRange { limit: u64::MAX, offset: 0 };
    Ok(snapshot.catalog().with(|catalog| catalog.documents(filter, DocumentOrder::Uri, all))?)
}

#[derive(Default)]
pub(super) struct Rows(pub(super) Vec<Case>);

impl Rows {
    /// Adds about `of_each` rows of a category: queries with the documents that each looks for.
    pub(super) fn add(
        &mut self,
        category: &str,
        of_each: usize,
        facts: impl Iterator<Item = (String, Vec<String>)>,
    ) {
        // If words fit several documents, any of these is expected.
        let mut by_query: Vec<(String, Vec<String>)> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        for (query, expect) in facts {
            if let Some(at) = known.get(&query.to_lowercase()) {
                by_query[*at].1.extend(expect);
            } else {
                known.insert(query.to_lowercase(), by_query.len());
                by_query.push((query, expect));
            }
        }
        let step = by_query.len().div_ceil(of_each).max(1);
        let rows = by_query.into_iter().step_by(step).zip(1..).map(|((q, expect), number)| Case {
            id: format!("{category}-{number:03}"),
            q,
            category: category.to_owned(),
            expect,
            ..Case::default()
        });
        self.0.extend(rows);
    }
}

/// The five longest words of a text; None for a text that has fewer than three.
fn words(text: &str) -> Option<String> {
    longest_words(text, WORDS).filter(|words| words.split(' ').count() >= 3)
}

/// The longest words of a text, in their order; None for a text without words.
pub(super) fn longest_words(text: &str, limit: usize) -> Option<String> {
    let mut all: Vec<(usize, String)> = tokens(text)
        .filter(|token| token.word.chars().all(char::is_alphabetic) && !is_function_word(&token.word))
        .map(|token| token.word.into_owned())
        .enumerate()
        .take(40)
        .collect();
    all.sort_by_key(|(at, word)| (std::cmp::Reverse(word.chars().count()), *at));
    all.dedup_by(|a, b| a.1 == b.1);
    all.truncate(limit);
    if all.is_empty() {
        return None;
    }
    all.sort_by_key(|(at, _)| *at);
    Some(all.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" "))
}
