//! Texts as words and marks, in a form that typography does not change.
//!
//! Blanks separate, and are otherwise nothing. Quotation marks, soft hyphens, bullets and dashes between words are left out. A hyphen
//! within a word is left out too, since a word may be divided there. A dash beside a figure stays: `7–9` is not `79`.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use lagrum_artifact::note_mark_len;
use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::index::WordIndex;

/// A word or a mark.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// Its [`key`].
    pub(crate) key: u64,
    /// Where its letters begin in the normal text; they end where those of the next token begin.
    normal: u32,
    /// Where it is in the text.
    start: u32,
    end: u32,
    /// Whether it is the first of a line.
    pub(crate) begins_line: bool,
    /// Of the first token of a line, how many tokens are the number of a list item or a provision: `1.`, `a)`, `3 §`.
    number: u8,
}

impl Token {
    pub(crate) fn number(&self) -> usize {
        usize::from(self.number)
    }

    pub(crate) fn place(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An offset in a text. No text that is compared is longer than four gigabytes.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A text that may be quoted.
#[derive(Clone, Debug)]
pub struct SourceText {
    text: String,
    normal: String,
    tokens: Vec<Token>,
    index: OnceLock<WordIndex>,
    /// The negations and conditions, rising.
    conditions: OnceLock<Vec<usize>>,
}

impl SourceText {
    /// Reads a text. Each line is a stycke, an item or a heading.
    pub fn new(text: &str) -> Self {
        let text: Cow<'_, str> =
            if is_nfc(text) { text.into() } else { text.nfc().collect::<String>().into() };
        let mut reader =
            Reader { text: &text, normal: String::with_capacity(text.len()), tokens: Vec::new(), word: None };
        reader.read();
        let Reader { normal, tokens, .. } = reader;
        let mut source = Self {
            text: text.into_owned(),
            normal,
            tokens,
            index: OnceLock::new(),
            conditions: OnceLock::new(),
        };
        source.mark_numbers();
        source
    }

    /// The tokens of a range of the text in bytes. (Offsets count in the text in normal form C.)
    pub fn tokens_of(&self, bytes: &Range<usize>) -> Range<usize> {
        let start = self.tokens.partition_point(|token| token.place().start < bytes.start);
        let end = self.tokens.partition_point(|token| token.place().start < bytes.end);
        start..end.max(start)
    }

    /// The bytes of the text.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// All tokens.
    pub fn whole(&self) -> Range<usize> {
        0..self.tokens.len()
    }

    /// Where the words with a key stand, rising.
    pub(crate) fn positions(&self, key: u64) -> &[u32] {
        self.index.get_or_init(|| WordIndex::new(self.tokens.iter().map(|token| token.key))).positions(key)
    }

    /// Its negations and conditions, rising, which `find` finds when they are asked for first.
    pub(crate) fn known_conditions(&self, find: impl FnOnce() -> Vec<usize>) -> &[usize] {
        self.conditions.get_or_init(find)
    }

    pub(crate) fn token(&self, at: usize) -> &Token {
        &self.tokens[at]
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// A token in its normal form.
    pub(crate) fn word(&self, at: usize) -> &str {
        let end = self.tokens.get(at + 1).map_or(self.normal.len(), |next| next.normal as usize);
        &self.normal[self.tokens[at].normal as usize..end]
    }

    pub(crate) fn is_word(&self, at: usize) -> bool {
        self.word(at).starts_with(char::is_alphanumeric)
    }

    /// The text from one token to before another.
    pub(crate) fn between(&self, tokens: &Range<usize>) -> &str {
        if tokens.is_empty() {
            return "";
        }
        &self.text[self.tokens[tokens.start].place().start..self.tokens[tokens.end - 1].place().end]
    }

    fn mark_numbers(&mut self) {
        for at in 0..self.tokens.len() {
            if self.tokens[at].begins_line {
                let number = self.number_at(at).unwrap_or(0);
                self.tokens[at].number = u8::try_from(number).unwrap_or(u8::MAX);
            }
        }
    }

    /// How many tokens from this one on are the number of an item or a provision.
    pub(crate) fn number_at(&self, at: usize) -> Option<usize> {
        let word = |ahead: usize| (at + ahead < self.len()).then(|| self.word(at + ahead));
        if word(0) == Some("(") {
            return (is_number(word(1)?) && word(2) == Some(")")).then_some(3);
        }
        if !is_number(word(0)?) {
            return None;
        }
        let of_provision = |from: usize| match (word(from), word(from + 1)) {
            (Some("§"), _) => Some(from + 1),
            (Some(letter), Some("§")) if is_letter(letter) => Some(from + 2),
            _ => None,
        };
        if let Some(end) = of_provision(1) {
            return Some(end);
        }
        let after_kapitel = match (word(1), word(2), word(3)) {
            (Some("kap"), Some("."), _) => Some(3),
            (Some(letter), Some("kap"), Some(".")) if is_letter(letter) => Some(4),
            _ => None,
        };
        if let Some(kapitel) = after_kapitel {
            return word(kapitel).filter(|word| is_number(word)).and_then(|_| of_provision(kapitel + 1));
        }
        matches!(word(1), Some("." | ")")).then_some(2)
    }
}

/// A number that equal words have, whatever the case of their letters.
pub(crate) fn key(word: &str) -> u64 {
    let mut key = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |c: char| key = (key ^ u64::from(c)).wrapping_mul(0x0100_0000_01b3);
    for c in word.chars() {
        if c.is_ascii() {
            add(c.to_ascii_lowercase());
        } else {
            // The lower case of a capital sigma depends on its place in a word.
            c.to_lowercase().for_each(|c| add(if c == 'ς' { 'σ' } else { c }));
        }
    }
    key
}

fn is_letter(word: &str) -> bool {
    word.chars().count() == 1 && word.starts_with(char::is_alphabetic)
}

/// Whether a word may number an item: `12`, `2a`, `b`, `iv`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let is_figure = digits.bytes().all(|byte| byte.is_ascii_digit()) && (1..=3).contains(&digits.len());
    let is_roman = word.len() <= 5 && word.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x'));
    (is_figure && word.len() - digits.len() <= 1) || is_letter(word) || (is_roman && !word.is_empty())
}

/// Whether a character is a dash or a hyphen.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Characters that are no text: quotation marks, soft hyphens, marks without a width, bullets.
fn is_left_out(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '•' | '·' | '‣' | '▪')
        || is_quotation_mark(c)
}

fn is_quotation_mark(c: char) -> bool {
    matches!(c, '"' | '\'' | '’' | '‘' | '‚' | '”' | '“' | '„' | '«' | '»' | '‹' | '›' | '´' | '`')
}

struct Reader<'t> {
    text: &'t str,
    normal: String,
    tokens: Vec<Token>,
    /// Where the word that is being read begins, in the text and in the normal text, and where it ends so far.
    word: Option<(usize, usize, usize)>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut begins_line = true;
        let mut at = 0;
        while let Some(c) = self.text[at..].chars().next() {
            let next = at + c.len_utf8();
            let mark = note_mark_len(&self.text[at..]);
            if mark > 0 {
                // Who quotes a text does not quote the marks of its notes.
                self.end_word(&mut begins_line);
                at += mark;
                continue;
            }
            if is_left_out(c) {
                at = next;
                continue;
            }
            if c.is_whitespace() {
                self.end_word(&mut begins_line);
                begins_line |= c == '\n';
            } else if is_dash(c) {
                at = self.dash(at, next, &mut begins_line);
                continue;
            } else if c.is_alphanumeric() {
                self.word.get_or_insert((at, self.normal.len(), next)).2 = next;
                self.normal.push(c);
            } else {
                self.end_word(&mut begins_line);
                self.push_mark(c, at..next, &mut begins_line);
            }
            at = next;
        }
        self.end_word(&mut begins_line);
    }

    /// Reads a dash, and returns where to read on.
    fn dash(&mut self, at: usize, next: usize, begins_line: &mut bool) -> usize {
        let after = self.text[next..].trim_start_matches(is_left_out);
        let is_beside_word = self.word.is_some();
        let before = if is_beside_word { self.normal.chars().last() } else { None };
        let ahead = after.trim_start().chars().next();
        let is_attached = !after.starts_with(char::is_whitespace);
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if before.is_some()
            && !is_digit(before)
            && is_letter(ahead)
            && (is_attached || ahead.is_some_and(char::is_lowercase))
        {
            // Within a word, or where it is divided: the word goes on.
            return if is_attached { next } else { self.text.len() - after.trim_start().len() };
        }
        if is_digit(before) && is_attached && is_letter(ahead) && !is_digit(ahead) {
            return next;
        }
        let before_word = self.word.map_or(self.normal.len(), |(_, normal, _)| normal);
        let last_is_digit = is_digit(before)
            || !self.tokens.is_empty() && self.normal[..before_word].ends_with(|c: char| c.is_ascii_digit());
        let is_sign = !is_beside_word && is_attached && is_digit(ahead);
        let is_counted = is_digit(before) && (is_digit(ahead) || !is_letter(ahead));
        self.end_word(begins_line);
        if is_sign || is_counted || (last_is_digit && is_digit(ahead)) {
            self.push_mark('-', at..next, begins_line);
        }
        next
    }

    fn push_mark(&mut self, c: char, place: Range<usize>, begins_line: &mut bool) {
        let start = self.normal.len();
        self.normal.push(c);
        self.push(start..self.normal.len(), place, begins_line);
    }

    fn end_word(&mut self, begins_line: &mut bool) {
        if let Some((start, normal, end)) = self.word.take() {
            self.push(normal..self.normal.len(), start..end, begins_line);
        }
    }

    fn push(&mut self, normal: Range<usize>, place: Range<usize>, begins_line: &mut bool) {
        self.tokens.push(Token {
            key: key(&self.normal[normal.clone()]),
            normal: offset(normal.start),
            start: offset(place.start),
            end: offset(place.end),
            begins_line: std::mem::take(begins_line),
            number: 0,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let source = SourceText::new(text);
        source.whole().map(|at| source.word(at)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_typography_does_not_change() {
        for (text, expected) in [
            ("”Får”  ska\u{a0}räknas", "Får ska räknas"),
            ("varaktig-\nhet, varak\u{ad}tighet", "varaktighet , varaktighet"),
            ("EU-förordning EU–förordning", "EUförordning EUförordning"),
            ("ord – ord", "ord ord"),
            ("in- och utförsel", "inoch utförsel"),
            ("5-årig 7–9 §§ 7 — 9 §§ 15–", "5årig 7 - 9 § § 7 - 9 § § 15 -"),
            ("−5 grader", "- 5 grader"),
            ("a\u{30a}r", "år"),
            ("– ett\n• två", "ett två"),
            ("dom\u{2060}³, och\u{2060}¹² m²", "dom , och m²"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_of_lines() {
        for (text, expected) in [
            ("1. får", 2),
            ("a) får", 2),
            ("(iv) får", 3),
            ("2 § Får", 2),
            ("2 a § Får", 3),
            ("3 kap. 2 § Får", 5),
            ("3 a kap. 2 a § Får", 7),
            ("Får ska", 0),
            ("1931 års lag", 0),
            ("3 kap. gäller", 0),
        ] {
            assert_eq!(SourceText::new(text).token(0).number(), expected, "{text}");
        }
    }
}
