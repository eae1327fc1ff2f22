//! The query language: a typed text as clauses.
//!
//! `"…"` is a phrase. `-` directly before a word, phrase or group excludes it. `|` between two clauses is OR and binds
//! tighter than a blank (`semester lön | ersättning` asks for semester and one of the two). Parentheses group, and say nothing
//! where there is no `|` or `-` that they group for. `*` at the end of a word asks for all words with this prefix. Typographic
//! quotes are quotes. `"…"~3` asks for words near each other in any order, and `rubrik:`, `namn:` and `text:` directly before a
//! word, phrase or group for words in that [`QueryField`].
//!
//! People type what they copied. A hyphen before a conjunction excludes nothing (`kost -och logi`), brackets inside a word
//! are no part of it (`[d]en`), and dots in a phrase are a gap: what stands before and after them are phrases.
//!
//! No text is malformed: an operator without an operand is ignored, and so is a quote or parenthesis that is not closed.
//! Three limits on the size keep the work of every query small.

use std::borrow::Cow;
use std::ops::Range;

use thiserror::Error;

use crate::fields::{QueryField, is_quote};
use crate::tokens;

/// The most characters of a query.
pub const MAX_CHARACTERS: usize = 4_000;

/// The most words of a query, those of phrases counted.
pub const MAX_WORDS: usize = 64;

/// How deep parentheses may stand in parentheses.
pub const MAX_DEPTH: usize = 16;

/// The most words that may stand between the words of a [`Clause::Near`]. A query that asks for more is read as asking for this.
pub const MAX_WORDS_BETWEEN: u32 = 50;

/// A query as clauses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ParsedQuery {
    /// The clauses, in the order typed.
    pub clauses: Vec<Clause>,
    /// Whether the query has a `|` that is not ignored. Then every clause is required.
    pub boolean: bool,
}

/// A part of a query. Byte ranges are those of the text of the query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clause {
    /// A word, as [`tokens`] reads it.
    Word {
        /// The word.
        word: String,
        /// Whether a `*` follows it.
        prefix: bool,
        /// The bytes of the word, without the `*`.
        bytes: Range<usize>,
    },
    /// Words in this order, as written; one or more.
    Phrase {
        /// The words.
        words: Vec<String>,
        /// The bytes of the phrase, with its quotes if it has any.
        bytes: Range<usize>,
    },
    /// Words in any order and in any of their forms, with few others between them; one or more.
    Near {
        /// The words.
        words: Vec<String>,
        /// How many others may stand between them, as typed: it may be more than [`MAX_WORDS_BETWEEN`].
        between: u32,
        /// The bytes of the phrase with its quotes, the `~` and the number.
        bytes: Range<usize>,
    },
    /// A clause whose words must stand in a field.
    In {
        /// The field.
        field: QueryField,
        /// The clause. No clause in it is of another field: the outer one counts.
        clause: Box<Clause>,
        /// The bytes of the name of the field with its colon.
        name: Range<usize>,
    },
    /// What must not occur.
    Not(Box<Clause>),
    /// At least one of two or more.
    Any(Vec<Clause>),
    /// All of two or more.
    All(Vec<Clause>),
}

/// Why a query is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum QueryError {
    /// More than [`MAX_CHARACTERS`].
    #[error("a query has at most {MAX_CHARACTERS} characters")]
    TooLong,
    /// More than [`MAX_WORDS`].
    #[error("a query has at most {MAX_WORDS} words")]
    TooManyWords,
    /// Deeper than [`MAX_DEPTH`].
    #[error("parentheses stand at most {MAX_DEPTH} deep")]
    TooDeep,
}

impl ParsedQuery {
    /// Parses a query. Every text within the three limits is a query.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        if text.len() > MAX_CHARACTERS && text.chars().count() > MAX_CHARACTERS {
            return Err(QueryError::TooLong);
        }
        let mut pieces = pieces(text)?;
        keep_pairs(&mut pieces)?;
        let mut reader = QueryReader { pieces: pieces.into_iter(), boolean: false };
        let clauses = reader.group();
        Ok(Self { clauses, boolean: reader.boolean })
    }
}

/// A piece of the text, before clauses are nested.
enum Piece {
    /// Text without a blank: one clause, or more for `EU-rätt`.
    Clauses(Vec<Clause>),
    Minus,
    Or,
    Open,
    Close,
    /// The name of a field, with its bytes.
    Field(QueryField, Range<usize>),
}

fn pieces(text: &str) -> Result<Vec<Piece>, QueryError> {
    let mut pieces = Vec::new();
    let mut words = 0;
    let mut count = |more: usize| {
        words += more;
        if words > MAX_WORDS { Err(QueryError::TooManyWords) } else { Ok(()) }
    };
    let mut at = 0;
    while let Some(char) = text[at..].chars().next() {
        let after = at + char.len_utf8();
        let piece = match char {
            '(' => Piece::Open,
            ')' => Piece::Close,
            '|' => Piece::Or,
            '-' if excludes(&text[after..]) => Piece::Minus,
            _ if char == '-' || char.is_whitespace() => {
                at = after;
                continue;
            }
            _ if is_quote(char) => {
                let Some(length) = text[after..].find(is_quote) else {
                    at = after;
                    continue;
                };
                let close = after + length;
                let end = close + text[close..].chars().next().map_or(0, char::len_utf8);
                let phrases = phrases(&text[after..close]);
                count(phrases.iter().map(Vec::len).sum())?;
                let mut clauses = Vec::new();
                if let Some((between, length)) = nearness_at_start_of(&text[end..]) {
                    let words = phrases.concat();
                    let near = Clause::Near { words, between, bytes: at..end + length };
                    clauses.extend((!phrases.is_empty()).then_some(near));
                    at = end + length;
                } else {
                    let phrase = |words| Clause::Phrase { words, bytes: at..end };
                    clauses.extend(phrases.into_iter().map(phrase));
                    at = end;
                }
                pieces.push(Piece::Clauses(clauses));
                continue;
            }
            _ if let Some((field, length)) = QueryField::at_start_of(&text[at..]) => {
                pieces.push(Piece::Field(field, at..at + length));
                at += length;
                continue;
            }
            _ => {
                let rest = &text[at..];
                let end = rest.find(ends_word).map_or(text.len(), |length| at + length);
                // A number in groups of three goes on after a blank.
                let last = tokens(rest).take_while(|token| at + token.bytes.start < end).last();
                let end = last.map_or(end, |token| end.max(at + token.bytes.end));
                let words = words_in(text, at..end);
                count(words.len())?;
                at = end;
                pieces.push(Piece::Clauses(words));
                continue;
            }
        };
        at = after;
        pieces.push(piece);
    }
    Ok(pieces)
}

/// Whether a hyphen before this text excludes what follows: not where it is the end of a word before a conjunction.
fn excludes(after: &str) -> bool {
    after.starts_with(|next: char| !next.is_whitespace()) && !begins_with_conjunction(after)
}

/// Whether the first word of a text joins it to the word before.
fn begins_with_conjunction(text: &str) -> bool {
    let end = text.find(|char: char| !char.is_alphabetic()).unwrap_or(text.len());
    is_conjunction(&text[..end].to_lowercase())
}

/// Whether a word joins two others, of which the first may end with a hyphen: *kost- och logi*.
pub fn is_conjunction(word: &str) -> bool {
    matches!(word, "och" | "eller" | "samt" | "respektive" | "resp" | "och/eller" | "and" | "or")
}

/// The phrases of a quoted text: one, or more where dots stand for words left out.
fn phrases(quoted: &str) -> Vec<Vec<String>> {
    let gaps = quoted.replace("...", "…");
    let words = |part: &str| -> Vec<String> {
        tokens(&without_brackets(part)).map(|token| token.word.into_owned()).collect()
    };
    gaps.split('…').map(words).filter(|words| !words.is_empty()).collect()
}

/// A text without the brackets that stand inside words: `[d]en` is *den*.
fn without_brackets(text: &str) -> Cow<'_, str> {
    if !text.contains('[') {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    // Whether an open bracket is left out, so that its partner is left out too.
    let mut is_open = false;
    while let Some(char) = chars.next() {
        match char {
            '[' if chars.peek().is_some_and(|next| next.is_alphabetic()) => is_open = true,
            ']' if std::mem::take(&mut is_open) => {}
            _ => kept.push(char),
        }
    }
    Cow::Owned(kept)
}

/// The `~` and the number with which a text begins: the number, and their bytes.
pub(crate) fn nearness_at_start_of(text: &str) -> Option<(u32, usize)> {
    let behind = text.strip_prefix('~')?;
    let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
    // A number that is too large for its type is larger than any that counts.
    (digits > 0).then(|| (behind[..digits].parse().unwrap_or(u32::MAX), 1 + digits))
}

fn ends_word(char: char) -> bool {
    char.is_whitespace() || matches!(char, '(' | ')' | '|') || is_quote(char)
}

/// The words of a run without blanks or operators.
fn words_in(text: &str, run: Range<usize>) -> Vec<Clause> {
    let word = |token: crate::Token<'_>| {
        let bytes = run.start + token.bytes.start..run.start + token.bytes.end;
        let rest = &text[bytes.end..run.end];
        let after = rest.trim_start_matches('*');
        let prefix = after.len() < rest.len() && !after.starts_with(char::is_alphanumeric);
        Clause::Word { word: token.word.into_owned(), prefix, bytes }
    };
    let typed = &text[run.clone()];
    match without_brackets(typed) {
        Cow::Borrowed(typed) => tokens(typed).map(word).collect(),
        Cow::Owned(typed) => tokens(&typed)
            .map(|token| Clause::Word { word: token.word.into_owned(), prefix: false, bytes: run.clone() })
            .collect(),
    }
}

/// Removes the parentheses that have no partner and those directly around others, and checks the depth of the rest.
fn keep_pairs(pieces: &mut Vec<Piece>) -> Result<(), QueryError> {
    let mut paired = vec![true; pieces.len()];
    let mut open: Vec<usize> = Vec::new();
    // The pair that was closed last.
    let mut inner = None;
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Open => open.push(at),
            Piece::Close => {
                let partner = open.pop();
                if let (Some(begin), Some((from, to))) = (partner, inner)
                    && begin + 1 == from
                    && to + 1 == at
                {
                    (paired[from], paired[to]) = (false, false);
                }
                paired[at] = partner.is_some();
                inner = partner.map(|begin| (begin, at));
            }
            _ => {}
        }
    }
    for at in open {
        paired[at] = false;
    }
    let mut paired = paired.into_iter();
    pieces.retain(|_| paired.next().unwrap_or(true));
    let mut depth = 0_usize;
    for piece in pieces {
        match piece {
            Piece::Open => depth += 1,
            Piece::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(QueryError::TooDeep);
        }
    }
    Ok(())
}

struct QueryReader {
    pieces: std::vec::IntoIter<Piece>,
    boolean: bool,
}

impl QueryReader {
    /// The clauses up to the end of this pair of parentheses, or of the query.
    fn group(&mut self) -> Vec<Clause> {
        // The operands so far, each as clauses.
        let mut operands: Vec<Vec<Clause>> = Vec::new();
        let (mut or, mut not) = (false, false);
        let mut field: Option<(QueryField, Range<usize>)> = None;
        while let Some(piece) = self.pieces.next() {
            let mut operand = match piece {
                Piece::Close => break,
                Piece::Or => {
                    (or, not, field) = (true, false, None);
                    continue;
                }
                Piece::Minus => {
                    not = true;
                    continue;
                }
                Piece::Field(named, name) => {
                    field = field.or(Some((named, name)));
                    continue;
                }
                Piece::Clauses(words) if not || field.is_some() => as_written(words),
                Piece::Clauses(clauses) => clauses,
                Piece::Open => self.group(),
            };
            if let Some((field, name)) = field.take() {
                let clause = all(operand).map(|clause| Box::new(without_fields(clause)));
                operand = clause.map(|clause| Clause::In { field, clause, name }).into_iter().collect();
            }
            if not {
                operand = all(operand).map(|clause| Clause::Not(Box::new(clause))).into_iter().collect();
                not = false;
            }
            if operand.is_empty() {
                continue;
            }
            match operands.pop_if(|_| or) {
                Some(before) => {
                    self.boolean = true;
                    operands.push(vec![either(before, operand)]);
                }
                None => operands.push(operand),
            }
            or = false;
        }
        operands.into_iter().flatten().collect()
    }
}

/// Clauses as one clause that requires all of them. None when there is none.
fn all(mut clauses: Vec<Clause>) -> Option<Clause> {
    if clauses.len() > 1 { Some(Clause::All(clauses)) } else { clauses.pop() }
}

/// A clause whose words may stand in any field.
fn without_fields(clause: Clause) -> Clause {
    let each = |clauses: Vec<Clause>| clauses.into_iter().map(without_fields).collect();
    match clause {
        Clause::In { clause, .. } => without_fields(*clause),
        Clause::Not(inner) => Clause::Not(Box::new(without_fields(*inner))),
        Clause::Any(clauses) => Clause::Any(each(clauses)),
        Clause::All(clauses) => Clause::All(each(clauses)),
        word @ (Clause::Word { .. } | Clause::Phrase { .. } | Clause::Near { .. }) => word,
    }
}

/// Words typed without a blank between them (`EU-rätt`) as a phrase; a single word stays a word.
fn as_written(clauses: Vec<Clause>) -> Vec<Clause> {
    if clauses.len() < 2 || clauses.iter().any(|clause| !matches!(clause, Clause::Word { .. })) {
        return clauses;
    }
    let mut phrase = Vec::new();
    let mut place: Option<Range<usize>> = None;
    for clause in clauses {
        if let Clause::Word { word, bytes, .. } = clause {
            place = Some(place.map_or(bytes.start, |place| place.start)..bytes.end);
            phrase.push(word);
        }
    }
    place.map(|bytes| Clause::Phrase { words: phrase, bytes }).into_iter().collect()
}

/// One of two operands. `a | b | c` is one clause.
fn either(before: Vec<Clause>, operand: Vec<Clause>) -> Clause {
    let mut any = match all(before) {
        Some(Clause::Any(any)) => any,
        before => before.into_iter().collect(),
    };
    any.extend(all(operand));
    Clause::Any(any)
}
