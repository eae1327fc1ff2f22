//! A position in a query, from which the grammar reads.
//!
//! Cursors are copied: a function that does not find its form has only moved its own copy. The lower-case form is read.

use crate::normalise::{CleanQuery, in_word, is_letter};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'q> {
    /// The text as written.
    text: &'q str,
    /// The text in lower case, with the same byte offsets.
    lower: &'q str,
    at: usize,
    /// Whether the text is a whole query and not running text.
    query: bool,
}

impl<'q> Cursor<'q> {
    pub(crate) fn new(query: &'q CleanQuery) -> Self {
        Self { query: true, ..Self::over(query.text(), query.lower()) }
    }

    /// Whether the text is a whole query. A query names one place, so its end is evidence, and forms are read that would be ordinary
    /// words in a running text.
    pub(crate) fn is_query(self) -> bool {
        self.query
    }

    /// A cursor at the beginning of a running text. `lower` is `text` in lower case, with the same byte offsets.
    pub(crate) fn over(text: &'q str, lower: &'q str) -> Self {
        Self { text, lower, at: 0, query: false }
    }

    pub(crate) fn at(self) -> usize {
        self.at
    }

    /// The cursor at another offset. An offset inside a character gives the end of the text.
    pub(crate) fn to(self, at: usize) -> Self {
        let at = if self.lower.is_char_boundary(at) { at } else { self.lower.len() };
        Self { at, ..self }
    }

    /// The rest of the query, in lower case.
    pub(crate) fn rest(self) -> &'q str {
        &self.lower[self.at..]
    }

    /// The rest of the query, as written.
    pub(crate) fn rest_as_written(self) -> &'q str {
        &self.text[self.at..]
    }

    /// The text from `start` to here, as written.
    pub(crate) fn written_since(self, start: Cursor<'q>) -> &'q str {
        self.text.get(start.at..self.at).unwrap_or_default()
    }

    /// The query before this position, in lower case.
    pub(crate) fn before(self) -> &'q str {
        &self.lower[..self.at]
    }

    /// The query before this position, as written.
    pub(crate) fn before_as_written(self) -> &'q str {
        &self.text[..self.at]
    }

    /// The whole query in lower case.
    pub(crate) fn whole(self) -> &'q str {
        self.lower
    }

    pub(crate) fn peek(self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn at_end(self) -> bool {
        self.at >= self.lower.len()
    }

    /// Whether a word can end here.
    pub(crate) fn at_boundary(self) -> bool {
        !self.peek().is_some_and(in_word)
    }

    /// Whether this is the first word of a line; only running texts have lines.
    pub(crate) fn at_line_start(self) -> bool {
        self.text[..self.at].ends_with('\n')
    }

    /// Whether a word can begin here.
    pub(crate) fn at_word_start(self) -> bool {
        !self.lower[..self.at].chars().next_back().is_some_and(in_word)
    }

    /// Whether one of these texts stands here. The forms of citations ask this at every word, mostly in vain.
    pub(crate) fn begins_with_any(self, texts: &[&str]) -> bool {
        texts.iter().any(|text| starts_with(self.rest(), text))
    }

    /// Reads exactly this text.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        let found = starts_with(self.rest(), text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Reads the blank between two words, if there is one.
    pub(crate) fn blank(&mut self) -> bool {
        self.eat(" ")
    }

    /// Reads the first of these words that matches and ends as a word; longer words must come first. A full stop after
    /// it is read too.
    pub(crate) fn word(&mut self, words: &[&str]) -> bool {
        self.words_without_stop(words) && {
            self.eat(".");
            true
        }
    }

    /// As [`Cursor::word`], without the full stop.
    pub(crate) fn words_without_stop(&mut self, words: &[&str]) -> bool {
        for word in words {
            let mut next = *self;
            if next.eat(word) && next.at_boundary() {
                *self = next;
                return true;
            }
        }
        false
    }

    /// As [`Cursor::word`], for words before a number, which may follow without a blank: `art32`, `SOU2017:39`.
    pub(crate) fn word_before_number(&mut self, words: &[&str]) -> bool {
        for word in words {
            let mut next = *self;
            if next.eat(word) && (next.at_boundary() || next.peek().is_some_and(|c| c.is_ascii_digit())) {
                next.eat(".");
                *self = next;
                return true;
            }
        }
        false
    }

    /// As [`Cursor::word`], with the blank before it.
    pub(crate) fn word_after_blank(&mut self, words: &[&str]) -> bool {
        let mut next = *self;
        let found = next.blank() && next.word(words);
        if found {
            *self = next;
        }
        found
    }

    /// Whether the digits here continue a number or a date: `12` of `1999:12`, `4` of `3.4`.
    pub(crate) fn follows_number(&self) -> bool {
        let mut before = self.before().bytes().rev();
        matches!(before.next(), Some(b':' | b'/' | b'.' | b','))
            && before.next().is_some_and(|b| b.is_ascii_digit())
    }

    /// Reads a run of at most `longest` ASCII digits; None for a longer run.
    pub(crate) fn digits(&mut self, longest: usize) -> Option<&'q str> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 || length > longest {
            return None;
        }
        self.at += length;
        Some(&rest[..length])
    }

    /// Reads a four-digit year between 1600 and 2099.
    pub(crate) fn year(&mut self) -> Option<&'q str> {
        let mut next = *self;
        let year = next.digits(4).filter(|year| ("1600".."2100").contains(year) && year.len() == 4)?;
        *self = next;
        Some(year)
    }

    /// Reads one letter a-z at the end of a word.
    pub(crate) fn letter(&mut self) -> Option<char> {
        let letter = self.peek().filter(char::is_ascii_lowercase)?;
        let next = self.to(self.at + 1);
        next.at_boundary().then(|| {
            *self = next;
            letter
        })
    }

    /// Reads a run of letters.
    pub(crate) fn letters(&mut self) -> Option<&'q str> {
        let rest = self.rest();
        let end = rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| &rest[..end])
    }

    /// Moves past this word and the blank after it. Returns false at the end of the query.
    pub(crate) fn skip_word(&mut self) -> bool {
        let rest = self.rest();
        if rest.is_empty() {
            return false;
        }
        self.at += rest.find(' ').map_or(rest.len(), |blank| blank + 1);
        true
    }
}

/// Whether a text begins with another. Most do not even begin with the same byte, which is seen without a call.
pub(crate) fn starts_with(text: &str, beginning: &str) -> bool {
    let first = beginning.as_bytes().first();
    (first.is_none() || first == text.as_bytes().first()) && text.starts_with(beginning)
}

/// A number without its leading zeros; zero itself stays.
pub(crate) fn without_zeros(digits: &str) -> &str {
    let trimmed = digits.trim_start_matches('0');
    if trimmed.is_empty() { "0" } else { trimmed }
}
