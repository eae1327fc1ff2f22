//! What the marks of a quote change of the law: what an ellipsis leaves out, and what a bracket puts in or replaces.
//!
//! A negation or a condition must not go unseen. Nor may a bracket put in or replace one, nor a word of duty (*får*, *ska*), nor a
//! number: *Avtalsvillkor får \[inte\] jämkas* is another law.

use std::ops::Range;

use crate::conditions::{conditions, is_word_of_condition};
use crate::tokens::SourceText;

/// Words of duty and permission.
const DUTIES: [&str; 9] = ["får", "ska", "bör", "måste", "fick", "shall", "must", "may", "should"];

/// Numbers in letters. *En* and *ett* are articles.
const NUMBERS: [&str; 20] = [
    "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio", "tio", "elva", "tolv", "femton", "tjugo",
    "trettio", "hundra", "two", "three", "four", "five", "ten",
];

/// The words of a bracket that change a law, if the law does not have them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inserted(Vec<String>);

impl Inserted {
    /// Those of the words in a bracket.
    pub(crate) fn new(inside: &str) -> Self {
        let words = inside.split(|c: char| !c.is_alphanumeric()).map(same_word);
        Self(words.filter(|word| is_word_of_condition(word) || is_duty_or_number(word)).collect())
    }
}

/// What stands in a quote for some words of the law.
#[derive(Debug, Default)]
pub(crate) struct Between<'q> {
    pub(crate) has_gap: bool,
    /// The brackets, in order.
    pub(crate) brackets: Vec<&'q Inserted>,
}

/// Tokens that a bracket may stand for.
const MAX_REPLACED: usize = 10;

impl Between<'_> {
    pub(crate) fn is_empty(&self) -> bool {
        !self.has_gap && self.brackets.is_empty()
    }

    /// How many tokens it may stand for.
    pub(crate) fn most_tokens(&self) -> usize {
        match self {
            Self { has_gap: true, .. } => usize::MAX,
            Self { brackets, .. } if brackets.is_empty() => 0,
            _ => MAX_REPLACED,
        }
    }
}

/// Where the words are that marks stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placed {
    /// Between quoted words: what is there was replaced.
    Inside,
    /// Beside the quoted words: how much of it was replaced is not known.
    Beside,
}

/// A word in form in which words of one meaning are equal.
fn same_word(word: &str) -> String {
    let word = word.to_lowercase();
    match word.as_str() {
        "skall" | "skola" => "ska".to_owned(),
        "ej" | "icke" => "inte".to_owned(),
        _ => word,
    }
}

fn is_duty_or_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) || DUTIES.contains(&word) || NUMBERS.contains(&word)
}

/// The first word by which what a quote has is another law than the tokens of the text that it stands for; None where there is none.
pub(crate) fn change(
    text: &SourceText,
    tokens: &Range<usize>,
    between: &Between<'_>,
    placed: Placed,
) -> Option<String> {
    let inserted = || between.brackets.iter().flat_map(|inserted| &inserted.0);
    let has = |word: &&String| tokens.clone().any(|at| same_word(text.word(at)) == **word);
    if let Some(put_in) = inserted().find(|word| !has(word)) {
        return Some(put_in.clone());
    }
    let is_lost = |at: &usize| !inserted().any(|word| *word == same_word(text.word(*at)));
    let word = |at: usize| text.word(at).to_owned();
    if let Some(lost) = conditions(text, tokens).iter().copied().find(is_lost) {
        return Some(word(lost));
    }
    let is_replaced = placed == Placed::Inside && !between.has_gap && !between.brackets.is_empty();
    let weighty = |at: &usize| is_duty_or_number(&same_word(text.word(*at))) && is_lost(at);
    tokens.clone().filter(|_| is_replaced).find(weighty).map(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_brackets_change() {
        for (law, inside, expected) in [
            ("", "inte", Some("inte")),
            ("får", "ska", Some("ska")),
            ("får", "ska inte", Some("ska")),
            ("skall", "ska", None),
            ("inte", "ej", None),
            ("två", "tre", Some("tre")),
            ("får", "kan", Some("får")),
            ("5 §", "paragrafen", Some("5")),
            ("inte får", "kan", Some("inte")),
            ("villkoret", "avtalsvillkoret", None),
            ("en", "ett", None),
        ] {
            let (text, inserted) = (SourceText::new(law), Inserted::new(inside));
            let between = Between { has_gap: false, brackets: vec![&inserted] };
            let found = change(&text, &text.whole(), &between, Placed::Inside);
            assert_eq!(found.as_deref(), expected, "{law}: [{inside}]");
        }
    }
}
