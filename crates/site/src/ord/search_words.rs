//! The words around hits, in each language that the site has.

use lagrum_answers::SearchResult;
use lagrum_sources::{english_kind, source};

use super::{english, lists as swedish};
use crate::language::Language;

/// The words of the page of hits. How a query was read is told in Swedish alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchWords {
    pub(crate) hits_for: &'static str,
    pub(crate) search_here: &'static str,
    pub(crate) narrow: &'static str,
    pub(crate) order: &'static str,
    pub(crate) by_relevance: &'static str,
    pub(crate) by_citations: &'static str,
    pub(crate) follow: &'static str,
    pub(crate) more_hits: &'static str,
    pub(crate) nothing_found: &'static str,
    pub(crate) nothing_in_choice: &'static str,
    pub(crate) source: &'static str,
    pub(crate) kind: &'static str,
}

const SWEDISH: SearchWords = SearchWords {
    hits_for: swedish::HITS_FOR,
    search_here: swedish::SEARCH_HERE,
    narrow: swedish::NARROW,
    order: swedish::ORDER,
    by_relevance: swedish::BY_RELEVANCE,
    by_citations: swedish::BY_CITATIONS,
    follow: swedish::FOLLOW,
    more_hits: swedish::MORE_HITS,
    nothing_found: swedish::NOTHING_FOUND,
    nothing_in_choice: swedish::NOTHING_IN_CHOICE,
    source: swedish::SOURCE,
    kind: swedish::KIND,
};

const ENGLISH: SearchWords = SearchWords {
    hits_for: "Search:",
    search_here: "Search all documents",
    narrow: "Narrow",
    order: "Order",
    by_relevance: "relevance",
    by_citations: "most cited",
    follow: "Follow (in Swedish)",
    more_hits: "More hits",
    nothing_found: "Nothing was found. Try other words, or fewer.",
    nothing_in_choice: "Nothing was found within what the search is narrowed to.",
    source: "Source",
    kind: "Kind",
};

impl SearchWords {
    pub(crate) fn of(language: Language) -> &'static Self {
        if language.is_english() { &ENGLISH } else { &SWEDISH }
    }
}

/// A document that was found, in English: its English name before its own, and what it is.
pub(crate) fn english_hit(result: &SearchResult, name: &str, local: &str) -> (String, Vec<String>) {
    let of = result.source.as_deref().unwrap_or_default();
    let kind = result.kind.as_deref().unwrap_or_default();
    let named = source(of).english_names(local).first();
    let name = named.map_or_else(|| name.to_owned(), |english| format!("{english} – {name}"));
    let decided_by = result.decided_by.as_deref();
    let facts = [
        result.is_expired.then(|| "repealed".to_owned()),
        result.identifier.clone(),
        decided_by.map(|court| english::tables::court(court).unwrap_or(court).to_owned()),
        decided_by.is_none().then(|| english_kind(of, kind).map(str::to_owned)).flatten(),
        result.date.clone().filter(|_| decided_by.is_some()),
        (result.inbound_count > 0).then(|| format!("cited by {}", english::documents(result.inbound_count))),
    ];
    (name, facts.into_iter().flatten().collect())
}
