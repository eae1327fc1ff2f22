//! Everyday words for legal terms.
//!
//! People search for *vab* where the law says *tillfällig föräldrapenning*. The list is `data/everyday.tsv`, for a jurist
//! to edit; no word of it is in the code. An expression matches in any inflection and with or without diacritics. The
//! longest that matches is taken, so *jobba hemma* is not *jobba* as well.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use crate::{FUNCTION, Language, folded, form, is_function_word, is_light_word, tokens};

/// The most other content words between two words of an expression.
const MAX_BETWEEN: usize = 2;
/// The most words between a verb and its particle; they are function words: *säger hen inte upp*.
const MAX_BEFORE_PARTICLE: usize = 2;

/// An everyday expression among the words of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Everyday {
    /// The positions of its words, in order.
    pub words: Vec<usize>,
    /// The legal terms, each of one word or more; none for an expression of the law itself.
    pub called: &'static [&'static str],
    /// Where the answer stands.
    pub places: &'static [EverydayPlace],
}

impl Everyday {
    /// The expression as it stands among the words: `ångra … köp`.
    pub fn of(&self, words: &[&str]) -> String {
        let mut text = String::new();
        for (at, before) in self.words.iter().zip([None].into_iter().chain(self.words.iter().map(Some))) {
            match before {
                None => {}
                Some(before) if before + 1 == *at => text.push(' '),
                Some(_) => text.push_str(" … "),
            }
            text.push_str(words.get(*at).copied().unwrap_or_default());
        }
        text
    }
}

/// An act, or a provision of it, that an everyday expression asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EverydayPlace {
    /// The local id of the act.
    pub document: &'static str,
    /// The anchor of the provision; None for the act as a whole.
    pub anchor: Option<&'static str>,
}

/// The everyday expressions among words as [`tokens`] reads them, in order and without a common word.
///
/// Those with the most content words are taken first. The words of an expression stand together, or have a few others between
/// them: *ångra ett köp*, *säger hen inte upp*. Those of one with two content words and more may also stand in another
/// order, and need not have its function words: *köp som jag ångrar*.
pub fn everyday(words: &[&str]) -> Vec<Everyday> {
    TABLE.found_among(words)
}

/// The English legal terms among the words of an English query, with the Swedish terms for them (`data/english.tsv`).
pub fn english_terms(words: &[&str]) -> Vec<Everyday> {
    ENGLISH.found_among(words)
}

impl EverydayTable {
    fn found_among(&'static self, words: &[&str]) -> Vec<Everyday> {
        let typed = stems_of(words.iter().copied(), self.language);
        let mut found: Vec<(&EverydayRow, bool, Vec<usize>)> = Vec::new();
        for at in 0..typed.len() {
            let Some(rows) = self.by_first.get(&bare(&typed[at])) else { continue };
            for row in rows.iter().map(|row| &self.rows[*row]) {
                if row.begins(&typed[at..]) {
                    found.push((row, true, (at..at + row.expression.len()).collect()));
                } else if let Some(positions) = row.is_loosely_at(at, &typed) {
                    found.push((row, false, positions));
                }
            }
        }
        // *Papper* is no inflection of *pappa*, though they share a stem.
        found.retain(|(row, _, positions)| {
            row.unlike.is_none_or(|unlike| !positions.iter().any(|at| words[*at].starts_with(unlike)))
        });
        found.sort_by_key(|(row, is_exact, positions)| {
            let most = (row.content.len(), positions.len(), *is_exact);
            (std::cmp::Reverse(most), positions[0], row.number)
        });
        let mut taken = vec![false; typed.len()];
        let mut chosen = Vec::new();
        for (row, _, positions) in found {
            if positions.iter().all(|position| !taken[*position]) {
                for position in &positions {
                    taken[*position] = true;
                }
                chosen.push(Everyday { words: positions, called: &row.called, places: &row.places });
            }
        }
        chosen.sort_by_key(|found| found.words[0]);
        chosen
    }
}

/// The places for the legal terms among some words, with the positions of each term. It is for terms that no held act has.
pub fn places_of_legal_terms(words: &[&str]) -> Vec<Everyday> {
    let typed = stems_of(words.iter().copied(), TABLE.language);
    let mut found = Vec::new();
    for at in 0..typed.len() {
        for (term, row) in TABLE.by_term.get(&bare(&typed[at])).into_iter().flatten() {
            if begins(&typed[at..], term) {
                let row = &TABLE.rows[*row];
                let words = (at..at + term.len()).collect();
                found.push(Everyday { words, called: &row.called, places: &row.places });
            }
        }
    }
    found
}

struct EverydayRow {
    number: usize,
    /// The stems of its words, where a function word is no form of another: *jag* is not *jaga*.
    expression: Vec<String>,
    /// Its content words.
    content: Vec<String>,
    called: Vec<&'static str>,
    places: Vec<EverydayPlace>,
    /// The beginning of words that only look like an inflection of the expression.
    unlike: Option<&'static str>,
}

impl EverydayRow {
    /// Whether the words with these stems begin with the expression.
    fn begins(&self, stems: &[String]) -> bool {
        begins(stems, &self.expression)
    }

    /// The positions of the words of the expression, if its first content word is at this position and other words may stand
    /// between them; None if it is not there.
    fn is_loosely_at(&self, at: usize, typed: &[String]) -> Option<Vec<usize>> {
        if self.content.len() >= 2 {
            self.in_any_order(at, typed)
        } else {
            self.with_words_between(at, typed)
        }
    }

    /// The positions of the content words in any order, each near another one; None if they do not stand so.
    fn in_any_order(&self, at: usize, typed: &[String]) -> Option<Vec<usize>> {
        let mut content = self.content.iter();
        content.next().filter(|first| reads(&typed[at], first))?;
        let is_content = |stem: &&String| !stem.starts_with(FUNCTION);
        let between = |a: usize, b: usize| typed[a.min(b) + 1..a.max(b)].iter().filter(is_content).count();
        let mut positions = BTreeSet::from([at]);
        for stem in content {
            let (first, last) = (*positions.first()?, *positions.last()?);
            let distance = |position: &usize| match *position {
                position if position < first => between(position, first),
                position if position > last => between(last, position),
                _ => 0,
            };
            let reads = |position: &usize| !positions.contains(position) && reads(&typed[*position], stem);
            let nearest = (0..typed.len()).filter(reads).min_by_key(distance);
            positions.insert(nearest.filter(|position| distance(position) <= MAX_BETWEEN)?);
        }
        Some(positions.into_iter().collect())
    }

    /// A content word and its particles, in order, with function words between.
    fn with_words_between(&self, at: usize, typed: &[String]) -> Option<Vec<usize>> {
        let mut positions = Vec::with_capacity(self.expression.len());
        for stem in &self.expression {
            let from = positions.last().map_or(at, |last| last + 1);
            let most = if positions.is_empty() { 1 } else { MAX_BEFORE_PARTICLE + 1 };
            let near = from..(from + most).min(typed.len());
            let position = near.clone().find(|position| reads(&typed[*position], stem))?;
            if !(from..position).all(|between| typed[between].starts_with(FUNCTION)) {
                return None;
            }
            positions.push(position);
        }
        (positions.len() > 1).then_some(positions)
    }
}

/// Whether words with these stems begin with an expression.
fn begins(typed: &[String], expression: &[String]) -> bool {
    expression.len() <= typed.len()
        && expression.iter().zip(typed).all(|(expected, typed)| reads(typed, expected))
}

/// Whether a typed word reads as one of an expression, with its diacritics or without them. A word typed with diacritics does
/// not match one without: *äga* is not *aga*.
fn reads(typed: &str, expected: &str) -> bool {
    typed == expected || *typed == *bare(expected)
}

struct EverydayTable {
    /// The language of the expressions.
    language: Language,
    rows: Vec<EverydayRow>,
    /// The rows by their first word and by their first content word, without diacritics.
    by_first: HashMap<String, Vec<usize>>,
    /// The legal terms of rows that have a place, by their first word without diacritics.
    by_term: HashMap<String, Vec<(Vec<String>, usize)>>,
}

static TABLE: LazyLock<EverydayTable> =
    LazyLock::new(|| EverydayTable::read(include_str!("../data/everyday.tsv"), Language::Swedish));

static ENGLISH: LazyLock<EverydayTable> =
    LazyLock::new(|| EverydayTable::read(include_str!("../data/english.tsv"), Language::English));

impl EverydayTable {
    fn read(text: &'static str, language: Language) -> Self {
        let mut table =
            Self { language, rows: Vec::new(), by_first: HashMap::new(), by_term: HashMap::new() };
        for (expression_text, called, places, unlike) in lines(text) {
            let (number, expression) = (table.rows.len(), stems(expression_text, language));
            let called: Vec<&str> = called.split('|').filter(|called| !called.is_empty()).collect();
            let places: Vec<EverydayPlace> =
                places.split('|').filter(|place| !place.is_empty()).map(place).collect();
            let Some(first) = expression.first() else { continue };
            let content = content_stems(expression_text, language);
            let firsts: BTreeSet<String> =
                [first].into_iter().chain(content.first()).map(|stem| bare(stem)).collect();
            for first in firsts {
                table.by_first.entry(first).or_default().push(number);
            }
            if !places.is_empty() {
                for term in called.iter().map(|term| stems(term, Language::Swedish)) {
                    let Some(first) = term.first() else { continue };
                    table.by_term.entry(bare(first)).or_default().push((term, number));
                }
            }
            table.rows.push(EverydayRow { number, expression, content, called, places, unlike });
        }
        table
    }
}

fn place(text: &'static str) -> EverydayPlace {
    match text.split_once('#') {
        Some((document, anchor)) => EverydayPlace { document, anchor: Some(anchor) },
        None => EverydayPlace { document: text, anchor: None },
    }
}

/// The lines of a table: an expression, its legal terms, the places, and what it is unlike.
fn lines(
    text: &'static str,
) -> impl Iterator<Item = (&'static str, &'static str, &'static str, Option<&'static str>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let mut columns = line.split('\t');
        Some((columns.next()?, columns.next()?, columns.next().unwrap_or_default(), columns.next()))
    })
}

fn stems(expression: &str, language: Language) -> Vec<String> {
    tokens(expression).map(|token| form(&token.word, language)).collect()
}

/// The stems of the words that are neither function words nor words that any question is made of.
fn content_stems(expression: &str, language: Language) -> Vec<String> {
    let content =
        tokens(expression).filter(|token| !is_function_word(&token.word) && !is_light_word(&token.word));
    content.map(|token| form(&token.word, language)).collect()
}

fn stems_of<'w>(words: impl Iterator<Item = &'w str>, language: Language) -> Vec<String> {
    words.map(|word| form(word, language)).collect()
}

/// A stem without diacritics, and without the sign of a function word.
fn bare(stem: &str) -> String {
    folded(stem.trim_start_matches(FUNCTION)).into_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_function_word_is_no_form_of_an_expression() {
        let found = |query: &str| {
            let words: Vec<String> = tokens(query).map(|token| token.word.to_string()).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            everyday(&words).len()
        };
        for (query, count) in [("jaga", 1), ("har jag rätt", 0), ("säga upp sig", 1), ("saga upp sig", 1)] {
            assert_eq!(found(query), count, "{query}");
        }
    }

    #[test]
    fn every_line_is_an_expression_and_what_it_is_called() {
        let text = include_str!("../data/everyday.tsv");
        assert_eq!(
            text.lines().filter(|line| !line.starts_with('#')).count(),
            lines(text).count(),
            "a line without a tab"
        );
        let (mut seen, mut twice, mut same) = (HashSet::new(), Vec::new(), Vec::new());
        for (expression, called, places, _) in lines(text) {
            assert!(!stems(expression, Language::Swedish).is_empty(), "{expression:?}");
            if !seen.insert(stems(expression, Language::Swedish)) {
                twice.push(expression);
            }
            let mut read: Vec<EverydayPlace> =
                places.split('|').filter(|text| !text.is_empty()).map(place).collect();
            assert!(
                read.iter().all(|of| of.document.contains([':', '/']) && of.anchor != Some("")),
                "{expression}: {places}"
            );
            read.sort_unstable();
            assert!(read.windows(2).all(|two| two[0] != two[1]), "{expression}: {places}");
            assert!(!(called.is_empty() && read.is_empty()), "{expression} says nothing");
            for name in called.split('|').filter(|called| !called.is_empty()) {
                assert!(tokens(name).count() > 0 && name.trim() == name, "{name:?} of {expression}");
                if stems(name, Language::Swedish) == stems(expression, Language::Swedish) {
                    same.push(expression);
                }
            }
        }
        assert!(twice.is_empty(), "these come twice, or differ from another only in inflection: {twice:?}");
        assert!(same.is_empty(), "the law says so too: {same:?}");
    }

    #[test]
    fn every_english_line_is_a_term_and_its_swedish_ones() {
        let text = include_str!("../data/english.tsv");
        let rows = || text.lines().filter(|line| !line.starts_with('#'));
        assert!(rows().count() <= 300 && rows().count() == lines(text).count(), "{}", rows().count());
        let (mut seen, mut twice) = (HashSet::new(), Vec::new());
        for (expression, called, places, unlike) in lines(text) {
            assert!(!called.is_empty() && places.is_empty() && unlike.is_none(), "{expression}");
            assert!(
                called.split('|').all(|name| tokens(name).count() > 0 && name.trim() == name),
                "{expression}"
            );
            if !seen.insert(stems(expression, Language::English)) {
                twice.push(expression);
            }
        }
        assert!(twice.is_empty(), "these come twice, or differ from another only in inflection: {twice:?}");
    }
}
