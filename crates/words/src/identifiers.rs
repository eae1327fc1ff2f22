//! Case numbers in a typed text.
//!
//! A Swedish court numbers a case with a letter or two for its kind, a number and the year (`T 3-08`, `ÖÄ 1-20`).
//! Administrative courts leave the letters out; such a number counts only if a word announces it (`mål nr 4659-11`) or if
//! it is too long for a range of pages or years. The courts of the EU write `C-311/18`, and wrote no letter before 1989,
//! which counts only if announced (`mål 26/62`). Whether the case exists is not checked here.

use std::ops::Range;

use crate::{Token, tokens};

/// A case number found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseNumber {
    /// The number as the courts write it: `T 3-08`, `4659-11`, `C-311/18`, `26/62`.
    pub number: String,
    /// Which courts write numbers like this.
    pub court: CaseNumberCourt,
    /// The bytes of the text, without announcing words.
    pub bytes: Range<usize>,
}

/// The courts that write case numbers in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseNumberCourt {
    /// Swedish courts, and agencies that number their decisions in this way.
    Swedish,
    /// The courts of the EU.
    Eu,
}

/// The case numbers of a text in order, at most eight. They never overlap.
pub fn case_numbers(text: &str) -> Vec<CaseNumber> {
    let words: Vec<Token<'_>> = tokens(text).take(MAX_TOKENS).collect();
    let mut found: Vec<CaseNumber> = Vec::new();
    let mut at = 0;
    while at < words.len() && found.len() < MAX_FOUND {
        let (number, used) =
            number_at(text, &words, at).map_or((None, 1), |(number, used)| (Some(number), used));
        found.extend(number);
        at += used;
    }
    found
}

/// The most words of a text that are looked at, and the most case numbers returned.
const MAX_TOKENS: usize = 256;
const MAX_FOUND: usize = 8;

/// The letters that Swedish courts put before the number of a case.
const KINDS: [&str; 27] = [
    "a", "b", "dt", "e", "f", "ft", "k", "m", "ma", "p", "pbl", "pmb", "pmä", "pmö", "pmöä", "pmt", "t",
    "uf", "um", "ums", "ut", "ä", "ö", "öb", "öh", "öä", "öp",
];

/// The letters of the courts of the EU: the Court of Justice, the General Court, the former Civil Service Tribunal.
const EU_LETTERS: [&str; 3] = ["c", "t", "f"];

/// Words that announce a case number.
const ANNOUNCING: [&str; 10] =
    ["mål", "målet", "målen", "målnr", "målnummer", "nr", "nummer", "case", "cases", "no"];

/// The case number that begins with the word at `at`, and how many words it takes.
fn number_at(text: &str, words: &[Token<'_>], at: usize) -> Option<(CaseNumber, usize)> {
    let first = words.get(at)?;
    if let Some((letter, number)) = first.word.split_once('-')
        && EU_LETTERS.contains(&letter)
    {
        return Some((eu(&format!("{}-{number}", letter.to_uppercase()), first.bytes.clone()), 1));
    }
    if let Some(next) = words.get(at + 1)
        && let Some((kind, number)) = kind_and_number(text, first, next)
    {
        let bytes = first.bytes.start..next.bytes.end;
        if EU_LETTERS.contains(&kind) && is_eu_number(&number) {
            return Some((eu(&format!("{}-{number}", kind.to_uppercase()), bytes), 2));
        }
        if KINDS.contains(&kind)
            && let Some(number) = lettered(&number)
        {
            return Some((swedish(&format!("{} {number}", kind.to_uppercase()), bytes), 2));
        }
    }
    let announced = at.checked_sub(1).is_some_and(|before| ANNOUNCING.contains(&&*words[before].word));
    if let Some((number, year)) = swedish_number(&first.word)
        && (announced || number.len() >= 3 && !is_year(number) && year.len() == 2)
    {
        return Some((swedish(&first.word, first.bytes.clone()), 1));
    }
    (announced && is_eu_number(&first.word)).then(|| (eu(&first.word, first.bytes.clone()), 1))
}

/// The letters and the number that two words may be: two words with a blank or hyphen between them (`T 3-08`), or
/// letters and number written together, which the tokenizer splits at the mark before the year (`T3-08`).
fn kind_and_number<'a>(text: &str, first: &'a Token<'_>, next: &Token<'_>) -> Option<(&'a str, String)> {
    let between = text.get(first.bytes.end..next.bytes.start)?;
    match first.word.find(|char: char| char.is_ascii_digit()) {
        None => matches!(between, " " | "\u{a0}" | "-" | "\u{2011}")
            .then(|| (&*first.word, next.word.to_string())),
        Some(figures) => {
            let (kind, number) = first.word.split_at(figures);
            matches!(between, "-" | "/").then(|| (kind, format!("{number}{between}{}", next.word)))
        }
    }
}

fn swedish(number: &str, bytes: Range<usize>) -> CaseNumber {
    CaseNumber { number: number.to_owned(), court: CaseNumberCourt::Swedish, bytes }
}

fn eu(number: &str, bytes: Range<usize>) -> CaseNumber {
    CaseNumber { number: number.to_owned(), court: CaseNumberCourt::Eu, bytes }
}

/// A number behind the letters of its kind, its year in two figures: `3-08`, also when written `3/08` or `3-2008`.
fn lettered(word: &str) -> Option<String> {
    let word = word.replacen('/', "-", 1);
    let (number, year) = swedish_number(&word)?;
    Some(format!("{number}-{}", &year[year.len() - 2..]))
}

/// The number and the year of `4659-11` or `4659-2011`.
fn swedish_number(word: &str) -> Option<(&str, &str)> {
    let (number, year) = word.split_once('-')?;
    let numbered = (1..=6).contains(&number.len()) && is_figures(number) && !number.starts_with('0');
    let dated = is_figures(year) && (year.len() == 2 || is_year(year));
    (numbered && dated).then_some((number, year))
}

/// `311/18`.
fn is_eu_number(word: &str) -> bool {
    word.split_once('/').is_some_and(|(number, year)| {
        (1..=4).contains(&number.len()) && is_figures(number) && year.len() == 2 && is_figures(year)
    })
}

fn is_year(figures: &str) -> bool {
    figures.len() == 4 && (figures.starts_with("19") || figures.starts_with("20"))
}

fn is_figures(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}
