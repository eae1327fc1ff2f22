//! Everyday words for legal terms.
//!
//! People search for *vab* where the law says *tillfällig föräldrapenning*. The list is `data/everyday.tsv`, for a jurist
//! to edit; no word of it is in the code. An expression matches in any inflection and with or without diacritics. The
//! longest that matches is taken, so *jobba hemma* is not *jobba* as well.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::{FUNCTION, Language, folded, form, tokens};

/// An everyday expression among the words of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Everyday {
    /// The range of the words.
    pub words: Range<usize>,
    /// The legal terms, at least one. Each is one word or more.
    pub called: &'static [&'static str],
}

/// The everyday expressions among words as [`tokens`] reads them, in order and without overlap.
pub fn everyday(words: &[&str]) -> Vec<Everyday> {
    let stems: Vec<String> = words.iter().map(|word| form(word, Language::Swedish)).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < stems.len() {
        let rows = ROWS.get(&bare(&stems[at])).map_or(&[][..], Vec::as_slice);
        // The longest come first.
        match rows.iter().find(|row| row.begins(&stems[at..])) {
            Some(row) => {
                let end = at + row.expression.len();
                found.push(Everyday { words: at..end, called: &row.called });
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

struct EverydayRow {
    /// The stems of its words, where a function word is no form of another: *jag* is not *jaga*.
    expression: Vec<String>,
    called: Vec<&'static str>,
}

impl EverydayRow {
    /// Whether the words with these stems begin with the expression, each with its diacritics or without them. A word
    /// typed with diacritics does not match one without: *äga* is not *aga*.
    fn begins(&self, stems: &[String]) -> bool {
        let reads = |(expected, typed): (&String, &String)| typed == expected || *typed == bare(expected);
        self.expression.len() <= stems.len() && self.expression.iter().zip(stems).all(reads)
    }
}

/// The rows by their first word without diacritics.
static ROWS: LazyLock<HashMap<String, Vec<EverydayRow>>> = LazyLock::new(|| {
    let mut rows: HashMap<String, Vec<EverydayRow>> = HashMap::new();
    for (expression, called) in lines() {
        let expression = stems(expression);
        if let Some(first) = expression.first() {
            rows.entry(bare(first))
                .or_default()
                .push(EverydayRow { expression, called: called.split('|').collect() });
        }
    }
    for rows in rows.values_mut() {
        rows.sort_by_key(|row| std::cmp::Reverse(row.expression.len()));
    }
    rows
});

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../data/everyday.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let mut columns = line.split('\t');
        Some((columns.next()?, columns.next()?))
    })
}

fn stems(expression: &str) -> Vec<String> {
    tokens(expression).map(|token| form(&token.word, Language::Swedish)).collect()
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
            lines().count(),
            "a line without a tab"
        );
        let (mut seen, mut twice, mut same) = (HashSet::new(), Vec::new(), Vec::new());
        for (expression, called) in lines() {
            assert!(!stems(expression).is_empty(), "{expression:?}");
            if !seen.insert(stems(expression)) {
                twice.push(expression);
            }
            for name in called.split('|') {
                assert!(tokens(name).count() > 0 && name.trim() == name, "{name:?} of {expression}");
                if stems(name) == stems(expression) {
                    same.push(expression);
                }
            }
        }
        assert!(twice.is_empty(), "these come twice, or differ from another only in inflection: {twice:?}");
        assert!(same.is_empty(), "the law says so too: {same:?}");
    }
}
