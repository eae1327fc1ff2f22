//! Everyday words for legal ones.
//!
//! People ask about *vab* where the law says *tillfällig föräldrapenning*. The list is `data/everyday.tsv`, for a jurist
//! to edit; nothing here knows its words. An expression is met in any inflection and with or without diacritics, and
//! the longest that fits is taken, so that *jobba hemma* is not also *jobba*.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::{Language, folded, stem, tokens};

/// An everyday expression among the words of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Everyday {
    /// Which of the words it is.
    pub words: Range<usize>,
    /// What the law calls it; each one word or more, at least one.
    pub called: &'static [&'static str],
}

/// The everyday expressions among words as [`tokens`] reads them, in order and without overlap.
pub fn everyday(words: &[&str]) -> Vec<Everyday> {
    let stems: Vec<String> = words.iter().map(|word| stem(word, Language::Swedish)).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < stems.len() {
        let rows = ROWS.get(&*folded(&stems[at])).map_or(&[][..], Vec::as_slice);
        // The longest stand first.
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

struct Row {
    /// The stems of its words.
    expression: Vec<String>,
    called: Vec<&'static str>,
}

impl Row {
    /// Whether the words with these stems begin with the expression; each as it should be written, or without its
    /// diacritics. Someone who does write diacritics means another word: *äga* is not *aga*.
    fn begins(&self, stems: &[String]) -> bool {
        let reads = |(expected, typed): (&String, &String)| typed == expected || *typed == *folded(expected);
        self.expression.len() <= stems.len() && self.expression.iter().zip(stems).all(reads)
    }
}

/// The rows by their first word without diacritics.
static ROWS: LazyLock<HashMap<String, Vec<Row>>> = LazyLock::new(|| {
    let mut rows: HashMap<String, Vec<Row>> = HashMap::new();
    for (expression, called) in lines() {
        let expression = stems(expression);
        if let Some(first) = expression.first() {
            rows.entry(folded(first).into_owned())
                .or_default()
                .push(Row { expression, called: called.split('|').collect() });
        }
    }
    for rows in rows.values_mut() {
        rows.sort_by_key(|row| std::cmp::Reverse(row.expression.len()));
    }
    rows
});

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../data/everyday.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('\t'))
}

fn stems(expression: &str) -> Vec<String> {
    tokens(expression).map(|token| stem(&token.word, Language::Swedish)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

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
