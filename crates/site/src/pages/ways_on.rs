//! Suggestions after a search without hits: its words one by one, and other searches that may find something.

use lagrum_answers::WordAlone;
use lagrum_words::{Clause, ParsedQuery};

use crate::href::Href;
use crate::language::Language;
use crate::ord::search_words::SearchWords;

/// A word of a query without hits.
pub(super) struct WordRow {
    pub(super) word: String,
    /// The address of the word's own hits, and their number in words.
    pub(super) found: Option<(Href, String)>,
    /// Similarly spelt words.
    pub(super) nearest: Vec<(Href, String)>,
}

impl WordRow {
    pub(super) fn new(language: Language, alone: &WordAlone) -> Self {
        let words = SearchWords::of(language);
        Self {
            word: alone.word.clone(),
            found: (alone.documents > 0)
                .then(|| (search(language, &alone.word), (words.documents)(alone.documents))),
            nearest: alone.nearest.iter().map(|word| (search(language, word), word.clone())).collect(),
        }
    }
}

/// Other searches that may find something: without filters, without operators, and for any of the words.
pub(super) fn ways_on(
    language: Language,
    query: &str,
    has_filter: bool,
    alone: &[WordAlone],
) -> Vec<(Href, &'static str)> {
    let said = SearchWords::of(language);
    let mut ways = Vec::new();
    if has_filter {
        ways.push((search(language, query), said.without_filters));
    }
    if let Some(words) = without_signs(query) {
        ways.push((search(language, &words), said.without_signs));
    }
    let found: Vec<&str> =
        alone.iter().filter(|word| word.documents > 0).map(|word| word.word.as_str()).collect();
    if found.len() > 1 {
        ways.push((search(language, &found.join(" | ")), said.any_word));
    }
    ways
}

fn search(language: Language, query: &str) -> Href {
    language.kept(Href::page("/sok").with("q", query))
}

/// The words of a query that has quotes or operators; None if it is words alone or has no words.
fn without_signs(query: &str) -> Option<String> {
    let parsed = ParsedQuery::parse(query).ok()?;
    let is_word = |clause: &Clause| matches!(clause, Clause::Word { prefix: false, .. });
    if !parsed.boolean && parsed.clauses.iter().all(is_word) {
        return None;
    }
    let mut words = Vec::new();
    for clause in &parsed.clauses {
        add_words(clause, &mut words);
    }
    (!words.is_empty()).then(|| words.join(" "))
}

fn add_words<'c>(clause: &'c Clause, words: &mut Vec<&'c str>) {
    match clause {
        Clause::Word { word, .. } => words.push(word),
        Clause::Phrase { words: phrase, .. } => words.extend(phrase.iter().map(String::as_str)),
        Clause::Any(inner) | Clause::All(inner) => {
            for clause in inner {
                add_words(clause, words);
            }
        }
        Clause::Near { words: near, .. } => words.extend(near.iter().map(String::as_str)),
        Clause::In { clause, .. } => add_words(clause, words),
        Clause::Not(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ord::lists as ord;

    #[test]
    fn signs_are_left_out_where_there_are_any() {
        for (query, expected) in [
            ("räkna får", None),
            ("", None),
            ("-får", None),
            ("\"räkna alla får\"", Some("räkna alla får")),
            ("\"räkna får\" ull -lamm", Some("räkna får ull")),
            ("(får | lamm) ull*", Some("får lamm ull")),
        ] {
            assert_eq!(without_signs(query).as_deref(), expected, "{query}");
        }
    }

    #[test]
    fn any_word_is_offered_where_some_are_found() {
        let alone =
            |word: &str, documents| WordAlone { word: word.to_owned(), documents, nearest: Vec::new() };
        let words =
            |ways: Vec<(Href, &'static str)>| ways.into_iter().map(|(_, words)| words).collect::<Vec<_>>();
        let (found, other, none) = (alone("får", 3), alone("ull", 1), alone("zzqv", 0));
        assert_eq!(
            words(ways_on(Language::Swedish, "får ull zzqv", false, &[found.clone(), other, none.clone()])),
            [ord::ANY_WORD]
        );
        assert_eq!(
            words(ways_on(Language::Swedish, "får zzqv", true, &[found, none])),
            [ord::WITHOUT_FILTERS]
        );
    }
}
