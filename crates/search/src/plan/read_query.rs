//! A query as it is read: once, where it arrives. Everything that asks what its words say asks this.

use std::ops::Range;
use std::sync::OnceLock;

use lagrum_words::{Clause, ParsedQuery, QueryError, Vocabulary, asks_for_definition, is_question, tokens};

use super::english::is_english;

/// A query, with what its words say by themselves.
#[derive(Clone, Debug)]
pub struct ReadQuery {
    text: String,
    clauses: Result<ParsedQuery, QueryError>,
    /// The text without the words of patterns, byte by byte the same otherwise; None if it has no pattern.
    beside_patterns: Option<String>,
    /// The patterns that a document must meet, as typed.
    patterns: String,
    words: Vec<String>,
    words_beside: Vec<String>,
    is_question: bool,
    asks_for_definition: bool,
    is_english: OnceLock<bool>,
}

impl ReadQuery {
    /// Reads a query.
    pub fn new(text: String) -> Self {
        let clauses = ParsedQuery::parse(&text);
        let patterns = clauses.as_ref().map(|query| Patterns::of(&query.clauses, &text)).unwrap_or_default();
        let required = patterns.required.iter().filter_map(|bytes| text.get(bytes.clone()));
        let required = required.collect::<Vec<_>>().join(" ");
        let beside = (!patterns.whole.is_empty()).then(|| without(&text, &patterns.whole));
        let words = |text: &str| tokens(text).map(|token| token.word.into_owned()).collect();
        Self {
            words: words(&without(&text, &patterns.signs)),
            words_beside: words(beside.as_deref().unwrap_or(&text)),
            is_question: is_question(&text),
            asks_for_definition: asks_for_definition(&text),
            is_english: OnceLock::new(),
            beside_patterns: beside,
            patterns: required,
            clauses,
            text,
        }
    }

    /// Whether it asks for words in a field or near each other.
    pub fn has_patterns(&self) -> bool {
        self.beside_patterns.is_some()
    }

    /// The query without the words that it asks for in a field or near each other. Bytes are where they are in the query.
    pub fn beside_patterns(&self) -> &str {
        self.beside_patterns.as_deref().unwrap_or(&self.text)
    }

    /// What of the query is looked for in a document that it names: the words beside the name, with the patterns.
    pub fn beside_name(&self, beside: &str) -> String {
        [beside, &self.patterns].join(" ").trim().to_owned()
    }

    /// The query as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its clauses; the error says why it is none.
    pub fn clauses(&self) -> Result<&ParsedQuery, QueryError> {
        self.clauses.as_ref().map_err(|error| *error)
    }

    /// All its words, as tokens, without the names of fields.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The words [beside patterns](Self::beside_patterns).
    pub fn words_beside(&self) -> &[String] {
        &self.words_beside
    }

    /// Whether it is a question in a person's own words.
    pub fn is_question(&self) -> bool {
        self.is_question
    }

    /// Whether it asks what a word means.
    pub fn asks_for_definition(&self) -> bool {
        self.asks_for_definition
    }

    /// Whether it asks for acts that change another: it says so, or has a number, which may be that of such an act.
    pub fn asks_for_amending_acts(&self) -> bool {
        self.words.iter().any(|word| {
            word.starts_with("ändring")
                || word == "amending"
                || word.bytes().any(|byte| byte.is_ascii_digit())
        })
    }

    /// Whether it is in English, by the words of the snapshot that is asked. A query is asked of one.
    pub fn is_english(&self, vocabulary: &Vocabulary) -> bool {
        *self.is_english.get_or_init(|| is_english(vocabulary, self.beside_patterns()))
    }
}

impl Default for ReadQuery {
    fn default() -> Self {
        Self::new(String::new())
    }
}

impl From<&str> for ReadQuery {
    fn from(text: &str) -> Self {
        Self::new(text.to_owned())
    }
}

/// The bytes of what a query asks for in a field or near each other.
#[derive(Default)]
struct Patterns {
    /// Each with its words.
    whole: Vec<Range<usize>>,
    /// Those that are not excluded.
    required: Vec<Range<usize>>,
    /// The signs alone: the name of a field, the `~` with its number.
    signs: Vec<Range<usize>>,
}

impl Patterns {
    fn of(clauses: &[Clause], text: &str) -> Self {
        let mut found = Self::default();
        found.add(clauses, text);
        found
    }

    fn add(&mut self, clauses: &[Clause], text: &str) {
        for clause in clauses {
            match clause {
                Clause::Word { .. } | Clause::Phrase { .. } => {}
                Clause::Near { bytes, .. } => {
                    self.add_nearness(bytes, text);
                    self.whole.push(bytes.clone());
                    self.required.push(bytes.clone());
                }
                Clause::In { clause, name, .. } => {
                    self.signs.push(name.clone());
                    // Its signs are those of this clause, and so are its bytes.
                    let (whole, required) = (self.whole.len(), self.required.len());
                    self.add(std::slice::from_ref(clause), text);
                    self.whole.truncate(whole);
                    self.required.truncate(required);
                    let end = bytes_of(clause).map_or(name.end, |bytes| bytes.end);
                    let bytes = name.start..with_closing(text, name.start..end);
                    self.whole.push(bytes.clone());
                    self.required.push(bytes);
                }
                Clause::Not(inner) => {
                    let required = self.required.len();
                    self.add(std::slice::from_ref(inner), text);
                    self.required.truncate(required);
                }
                Clause::Any(inner) | Clause::All(inner) => self.add(inner, text),
            }
        }
    }

    fn add_nearness(&mut self, bytes: &Range<usize>, text: &str) {
        let sign = text.get(bytes.clone()).and_then(|near| near.rfind('~'));
        self.signs.extend(sign.map(|at| bytes.start + at..bytes.end));
    }
}

/// The bytes from the first word of a clause to the last.
fn bytes_of(clause: &Clause) -> Option<Range<usize>> {
    match clause {
        Clause::Word { bytes, .. } | Clause::Phrase { bytes, .. } | Clause::Near { bytes, .. } => {
            Some(bytes.clone())
        }
        Clause::In { clause, name, .. } => {
            Some(name.start..bytes_of(clause).map_or(name.end, |bytes| bytes.end))
        }
        Clause::Not(inner) => bytes_of(inner),
        Clause::Any(inner) | Clause::All(inner) => {
            let each = inner.iter().filter_map(bytes_of);
            each.reduce(|all, next| all.start.min(next.start)..all.end.max(next.end))
        }
    }
}

/// The end of a range of a text with what belongs to it behind: a `*`, and the partners of the parentheses that it opens.
fn with_closing(text: &str, range: Range<usize>) -> usize {
    let within = text.get(range.clone()).unwrap_or_default();
    let count = |sign: char| within.matches(sign).count();
    let mut open = count('(').saturating_sub(count(')'));
    let mut end = range.end;
    for (at, char) in text.get(range.end..).unwrap_or_default().char_indices() {
        match char {
            '*' => {}
            ')' if open > 0 => open -= 1,
            _ if open > 0 && char.is_whitespace() => continue,
            _ => break,
        }
        end = range.end + at + char.len_utf8();
    }
    end
}

/// A text with blanks for some of its bytes.
fn without(text: &str, ranges: &[Range<usize>]) -> String {
    let mut kept = String::with_capacity(text.len());
    for (at, char) in text.char_indices() {
        if ranges.iter().any(|range| range.contains(&at)) {
            kept.extend(std::iter::repeat_n(' ', char.len_utf8()));
        } else {
            kept.push(char);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_query_says_beside_patterns_stands_where_it_stood() {
        for (query, beside, words) in [
            ("fårlagen bete", "fårlagen bete", "fårlagen bete"),
            ("fårlagen rubrik:bete* hage", "fårlagen hage", "fårlagen bete hage"),
            ("\"får lamm\"~3 -text:hö 3:12", "- 3:12", "får lamm hö 3:12"),
            ("namn:( (får | lamm) ) bete", "bete", "får lamm bete"),
            ("(rubrik:\"får\"~2 | bete)", "( | bete)", "får bete"),
        ] {
            let read = ReadQuery::from(query);
            let found = read.beside_patterns();
            assert_eq!(found.split_whitespace().collect::<Vec<_>>().join(" "), beside, "{query}");
            assert_eq!(found.len(), query.len(), "{query}");
            assert!(found.bytes().zip(query.bytes()).all(|(kept, typed)| kept == b' ' || kept == typed));
            assert_eq!(read.words().join(" "), words, "{query}");
            assert_eq!(read.has_patterns(), found != query, "{query}");
        }
        let read = ReadQuery::from("fårlagen rubrik:(bete | \"får hage\"~2) -text:hö hage");
        assert_eq!(read.beside_name("hage"), "hage rubrik:(bete | \"får hage\"~2)");
        assert_eq!(ReadQuery::from("fårlagen -text:hö").beside_name(""), "");
    }
}
