//! The words around hits, in each language that the site has.

use lagrum_answers::{SearchResult, StatedPlace};
use lagrum_sources::{english_kind, source};

use super::english::{self, readings};
use super::lists as swedish;
use crate::language::Language;

/// The words of the page of hits. Sentences on how a query was read are functions.
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
    pub(crate) skip_to_hits: &'static str,
    pub(crate) exact: &'static str,
    pub(crate) who_cites: &'static str,
    pub(crate) relaxed: &'static str,
    pub(crate) question: &'static str,
    pub(crate) same_words: &'static str,
    pub(crate) no_document: &'static str,
    pub(crate) spelt_nearly: &'static str,
    pub(crate) empty: &'static str,
    pub(crate) everyday: &'static str,
    pub(crate) without_filters: &'static str,
    pub(crate) without_signs: &'static str,
    pub(crate) any_word: &'static str,
    pub(crate) read_as: fn(&str, &[&str]) -> String,
    pub(crate) is_english: fn(&str, &[String]) -> String,
    pub(crate) read_also_as: fn(&str, &[String]) -> String,
    pub(crate) alternatives: fn(&str) -> String,
    pub(crate) no_operator: fn(&str) -> String,
    pub(crate) cut: fn(&str) -> String,
    pub(crate) is_not_here: fn(&str) -> String,
    pub(crate) is_about_unheld: fn(&str, &str) -> String,
    pub(crate) documents: fn(u64) -> String,
    language: Language,
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
    skip_to_hits: swedish::SKIP_TO_HITS,
    exact: swedish::EXACT,
    who_cites: swedish::WHO_CITES,
    relaxed: swedish::RELAXED,
    question: swedish::QUESTION,
    same_words: swedish::SAME_WORDS,
    no_document: swedish::NO_DOCUMENT,
    spelt_nearly: swedish::SPELT_NEARLY,
    empty: swedish::SEARCH_EMPTY,
    everyday: swedish::EVERYDAY,
    without_filters: swedish::WITHOUT_FILTERS,
    without_signs: swedish::WITHOUT_SIGNS,
    any_word: swedish::ANY_WORD,
    read_as: swedish::read_as,
    is_english: swedish::is_english,
    read_also_as: swedish::read_also_as,
    alternatives: swedish::alternatives,
    no_operator: swedish::no_operator,
    cut: swedish::cut,
    is_not_here: swedish::is_not_here,
    is_about_unheld: swedish::is_about_unheld,
    documents: swedish::documents,
    language: Language::Swedish,
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
    skip_to_hits: readings::SKIP_TO_HITS,
    exact: readings::EXACT,
    who_cites: readings::WHO_CITES,
    relaxed: readings::RELAXED,
    question: readings::QUESTION,
    same_words: readings::SAME_WORDS,
    no_document: readings::NO_DOCUMENT,
    spelt_nearly: readings::SPELT_NEARLY,
    empty: readings::SEARCH_EMPTY,
    everyday: readings::EVERYDAY,
    without_filters: readings::WITHOUT_FILTERS,
    without_signs: readings::WITHOUT_SIGNS,
    any_word: readings::ANY_WORD,
    read_as: readings::read_as,
    is_english: readings::is_english,
    read_also_as: readings::read_also_as,
    alternatives: readings::alternatives,
    no_operator: readings::no_operator,
    cut: readings::cut,
    is_not_here: readings::is_not_here,
    is_about_unheld: readings::is_about_unheld,
    documents: english::documents,
    language: Language::English,
};

impl SearchWords {
    pub(crate) fn of(language: Language) -> &'static Self {
        if language.is_english() { &ENGLISH } else { &SWEDISH }
    }

    /// The state of a named place that the corpus does not have. `place` is its uri.
    pub(crate) fn state_of(
        &self,
        name: &str,
        place: &str,
        state: &StatedPlace,
        act_name: impl Fn(&str) -> String,
    ) -> String {
        if self.language.is_english() {
            readings::state_of(name, place, state, act_name)
        } else {
            swedish::state_of(name, place, state, act_name)
        }
    }

    /// The tag of the language, where it is not that of the whole page.
    pub(crate) fn tag(&self) -> Option<&'static str> {
        self.language.is_english().then_some("en")
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
