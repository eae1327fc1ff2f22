//! Splitting a text into tokens.
//!
//! A token is a run of letters and digits, in lower case. å, ä and ö are letters of their own and are kept (æ and ø are
//! read as ä and ö). Every other accent is removed, however it is encoded, so that *é* typed on any keyboard equals *é*
//! extracted from any PDF. Soft hyphens, at which a line may break, are not part of a word.
//!
//! Many numbers of a legal text are names: `1999:175`, `2016/679`, `T 3-08`, `C-311/18`, `6.1`. Split at their marks, they
//! would match all similar numbers, so digits joined by `:`, `/`, `.` or `-` are one token. So are the designations of
//! parliamentary documents (`2015/16:KU20`) and the case numbers of EU courts. Between letters the same marks separate
//! words: `EU-rätt` is two.
//!
//! Figures in groups of three are one number, and the same as without blanks or stops: `25 000` and `25.000` are `25000`.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// The most characters of a token. Of a longer run, the rest is in no token.
pub const MAX_LETTERS: usize = 64;

/// A word as the index has it, and its bytes in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word in lower case and without accents; never empty, borrowed if the text has it so.
    pub word: Cow<'a, str>,
    /// Its bytes in the text. The ranges of tokens are in order and never overlap.
    pub bytes: Range<usize>,
}

/// The tokens of a text in order.
pub fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

/// The iterator of [`tokens`].
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let (start, first) = self.start()?;
            if first == '§' {
                self.at = start + first.len_utf8();
                return Some(Token { word: Cow::Borrowed("§"), bytes: start..self.at });
            }
            let run = run_from(self.text, start);
            if first.is_ascii_digit()
                && let Some(end) = end_of_grouped(self.text, start..run.end)
            {
                self.at = end;
                let figures = self.text[start..end].chars().filter(char::is_ascii_digit).collect();
                return Some(Token { word: Cow::Owned(figures), bytes: start..end });
            }
            let end = match first {
                '0'..='9' => end_of_number(self.text, start, run.end),
                'c' | 'C' | 't' | 'T' | 'f' | 'F' => {
                    end_of_court_number(self.text, start, run.end).unwrap_or(run.end)
                }
                _ => run.end,
            };
            self.at = end;
            let token = cut(&self.text[start..end]);
            let word = if run.normal && end == run.end { Cow::Borrowed(token) } else { normal(token) };
            if !word.is_empty() {
                return Some(Token { word, bytes: start..start + token.len() });
            }
        }
    }
}

impl Tokens<'_> {
    /// Where the next token begins, and its first character.
    fn start(&self) -> Option<(usize, char)> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        loop {
            let byte = *bytes.get(at)?;
            if byte.is_ascii() {
                if byte.is_ascii_alphanumeric() {
                    return Some((at, char::from(byte)));
                }
                at += 1;
            } else {
                let char = self.text[at..].chars().next()?;
                if char == '§' || char.is_alphabetic() {
                    return Some((at, char));
                }
                at += char.len_utf8();
            }
        }
    }
}

/// Letters and digits, with the marks and soft hyphens among them.
struct Run {
    /// Where it ends.
    end: usize,
    /// Whether it is its own word: only digits and small Swedish letters. Found on the way, since nearly all words are.
    normal: bool,
}

/// The run that begins at `from`.
fn run_from(text: &str, from: usize) -> Run {
    let bytes = text.as_bytes();
    let (mut end, mut normal) = (from, true);
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' => end += 1,
            b'A'..=b'Z' => {
                normal = false;
                end += 1;
            }
            0..0x80 => break,
            _ if is_swedish_letter(&bytes[end..]) => end += 2,
            _ => match text[end..].chars().next() {
                Some(char) if char.is_alphabetic() || char == '\u{ad}' || is_combining_mark(char) => {
                    normal = false;
                    end += char.len_utf8();
                }
                _ => break,
            },
        }
    }
    Run { end, normal }
}

/// Whether the bytes begin with å, ä or ö in UTF-8.
fn is_swedish_letter(bytes: &[u8]) -> bool {
    matches!(bytes, [0xc3, 0xa5 | 0xa4 | 0xb6, ..])
}

/// The end of the number that begins at `start` and whose first figures end at `end`: figures go on after one of the
/// marks that join them.
fn end_of_number(text: &str, start: usize, mut end: usize) -> usize {
    let mut from = start;
    while is_figures(&text[from..end]) {
        let Some((mark, after)) = joint(text, end) else { break };
        let next = run_from(text, after).end;
        let run = &text[after..next];
        let of_riksmote = mark == ':' && text[start..end].contains('/') && is_committee_number(run);
        if !of_riksmote && !run.starts_with(|char: char| char.is_ascii_digit()) {
            break;
        }
        (from, end) = (after, next);
    }
    end
}

/// The most groups of three figures of a number, after the first figures.
const MAX_GROUPS: usize = 5;

/// The end of a number in groups of three, whose first figures these may be: blanks, or stops, between the groups.
fn end_of_grouped(text: &str, first: Range<usize>) -> Option<usize> {
    let figures = &text[first.clone()];
    if figures.len() > 3 || !is_figures(figures) || figures.starts_with('0') {
        return None;
    }
    let mark = text[first.end..].chars().next().filter(|mark| is_group_mark(*mark))?;
    let mut end = first.end;
    for _ in 0..MAX_GROUPS {
        let Some(rest) = text[end..].strip_prefix(mark) else { break };
        let start = text.len() - rest.len();
        let group = run_from(text, start).end;
        if group - start != 3 || !is_figures(&text[start..group]) {
            break;
        }
        end = group;
    }
    // A longer number, as of a section or an act, is none in groups.
    let goes_on = joint(text, end)
        .is_some_and(|(mark, after)| mark != '-' && text[after..].starts_with(|c: char| c.is_ascii_digit()));
    (end > first.end && !goes_on).then_some(end)
}

/// Whether a character stands between groups of three figures: a stop, or a blank of any width.
fn is_group_mark(mark: char) -> bool {
    matches!(mark, ' ' | '.' | '\u{a0}' | '\u{202f}' | '\u{2009}')
}

/// The end of a number of the courts of the EU (`C-311/18`), when the letter that ends at `end` begins one.
fn end_of_court_number(text: &str, start: usize, end: usize) -> Option<usize> {
    matches!(&text[start..end], "c" | "C" | "t" | "T" | "f" | "F").then_some(())?;
    let ('-', number) = joint(text, end)? else { return None };
    let slash = run_from(text, number).end;
    let ('/', year) = joint(text, slash)? else { return None };
    let end = run_from(text, year).end;
    (is_figures(&text[number..slash]) && is_figures(&text[year..end])).then_some(end)
}

/// The mark at `at` that may join figures, and what comes after it. The unbreakable hyphen is a hyphen.
fn joint(text: &str, at: usize) -> Option<(char, usize)> {
    let mark = text[at..].chars().next()?;
    match mark {
        ':' | '/' | '.' | '-' => Some((mark, at + 1)),
        '\u{2010}' | '\u{2011}' => Some(('-', at + mark.len_utf8())),
        _ => None,
    }
}

fn is_figures(run: &str) -> bool {
    !run.is_empty() && run.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether this is what follows the riksmöte in a designation of parliament: `KU20`, `JuU4`.
fn is_committee_number(run: &str) -> bool {
    let figures = run.trim_start_matches(|char: char| char.is_ascii_alphabetic());
    (1..=5).contains(&(run.len() - figures.len())) && is_figures(figures)
}

/// The first [`MAX_LETTERS`] characters.
fn cut(run: &str) -> &str {
    if run.len() <= MAX_LETTERS {
        return run;
    }
    run.char_indices().nth(MAX_LETTERS).map_or(run, |(at, _)| &run[..at])
}

/// A run as its word: lower case, composed, without accents.
fn normal(run: &str) -> Cow<'_, str> {
    if is_normal(run) {
        return Cow::Borrowed(run);
    }
    if run.is_ascii() {
        return Cow::Owned(run.to_ascii_lowercase());
    }
    let mut word = String::with_capacity(run.len());
    for char in run.chars() {
        match char {
            'a'..='z' | '0'..='9' | 'å' | 'ä' | 'ö' => word.push(char),
            '\u{2010}' | '\u{2011}' => word.push('-'),
            _ => decompose_compatible(char, |part| add(&mut word, part)),
        }
    }
    if word.len() > MAX_LETTERS {
        let kept = cut(&word).len();
        word.truncate(kept);
    }
    Cow::Owned(word)
}

/// Adds one part of a decomposed character: a letter in lower case, or a mark that belongs to the letter before it.
fn add(word: &mut String, part: char) {
    let composed = match (word.chars().next_back(), part) {
        (Some('a'), '\u{30a}') => Some('å'),
        (Some('a'), '\u{308}') => Some('ä'),
        (Some('o'), '\u{308}') => Some('ö'),
        _ => None,
    };
    if let Some(letter) = composed {
        word.pop();
        word.push(letter);
        return;
    }
    for lower in part.to_lowercase() {
        match lower {
            'æ' => word.push('ä'),
            'ø' => word.push('ö'),
            'ß' => word.push_str("ss"),
            'ł' => word.push('l'),
            'đ' | 'ð' => word.push('d'),
            'þ' => word.push_str("th"),
            'œ' => word.push_str("oe"),
            ':' | '/' | '.' | '-' => word.push(lower),
            _ if lower.is_alphabetic() && !is_combining_mark(lower) || lower.is_ascii_digit() => {
                word.push(lower);
            }
            _ => {}
        }
    }
}

/// Whether a run is its own word: only small Swedish letters, digits and their joints.
fn is_normal(run: &str) -> bool {
    let bytes = run.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b'a'..=b'z' | b'0'..=b'9' | b':' | b'/' | b'.' | b'-' => 1,
            _ if is_swedish_letter(&bytes[at..]) => 2,
            _ => return false,
        };
    }
    true
}
