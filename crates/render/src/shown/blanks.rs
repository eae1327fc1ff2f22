//! Blanks that a source has at marks where print has none, as texts have them whose links and italics were set apart:
//! `mutatis mutandis , Ziliberberg , cited above`, `( lex certa )`, `“ life ”`.
//!
//! A blank of a formula, of a row of points (`. . .`), between points of omission, before a percent sign, and before a semicolon or a
//! colon in French is none of these.

use crate::event::{LinkedText, OwnedPiece};

/// Letters of a word that are read.
const WORD: usize = 32;

/// Words of French. A text with one may have French in it, which has blanks before semicolons and colons.
const FRENCH: [&str; 9] = ["les", "des", "du", "une", "est", "un", "la", "le", "et"];

/// A text without blanks before marks.
pub(super) fn without(text: LinkedText<'_>) -> LinkedText<'_> {
    if !may_have(&text) {
        return text;
    }
    let words: String = text.pieces().map(|(words, _)| words).collect();
    let cuts = cuts(&words);
    if cuts.is_empty() {
        return text;
    }
    let mut cuts = cuts.into_iter().peekable();
    let (mut at, mut kept) = (0, Vec::new());
    for (words, uri) in text.pieces() {
        let left = words.char_indices().filter(|(here, c)| {
            let here = at + here;
            while cuts.next_if(|cut| cut.end <= here).is_some() {}
            !cuts.peek().is_some_and(|cut| cut.contains(&here) && c.is_whitespace())
        });
        kept.push(OwnedPiece::new(left.map(|(_, c)| c).collect::<String>(), uri));
        at += words.len();
    }
    LinkedText::of_pieces(kept)
}

/// Whether a text may have such a blank: most texts do not.
fn may_have(text: &LinkedText<'_>) -> bool {
    let is_blank = |byte: u8| byte.is_ascii_whitespace() || byte == 0xa0;
    // The first byte of `“`, `”` and `’` is 0xe2.
    let is_closing = |byte: u8| matches!(byte, b',' | b';' | b'.' | b':' | b')' | b']' | 0xe2);
    // The last byte of `“` is 0x9c.
    let is_opening = |byte: u8| matches!(byte, b'(' | b'[' | 0x9c);
    let mut last = b'x';
    let mut found = false;
    for (words, _) in text.pieces() {
        for byte in words.bytes() {
            found |= is_blank(last) & is_closing(byte) | is_opening(last) & is_blank(byte);
            last = byte;
        }
    }
    found
}

/// The blanks to take out, in bytes.
fn cuts(words: &str) -> Vec<std::ops::Range<usize>> {
    let mut cuts = Vec::new();
    let mut quotes = OpenQuotes { open: 0, is_ambiguous: words.contains('„') };
    let mut parentheses = Parentheses::default();
    let mut is_french = None;
    let mut start = None;
    for (at, c) in words.char_indices() {
        if c.is_whitespace() {
            start.get_or_insert(at);
            continue;
        }
        if let Some(start) = start.take() {
            let (before, after) = (&words[..start], &words[at..]);
            let is_due = match c {
                ',' | '.' => is_before_mark(before, after, c),
                ';' | ':' => {
                    is_before_mark(before, after, c)
                        && !*is_french.get_or_insert_with(|| may_be_french(words))
                }
                ')' | ']' => closes(before, c) && !parentheses.has_blank(),
                '”' => quotes.open > 0 && !quotes.is_ambiguous && !next(after).is_alphanumeric(),
                '’' => is_genitive(before, after),
                _ => false,
            };
            if is_due || opens(before, c) || quotes.opens(before, c) {
                cuts.push(start..at);
            } else if before.ends_with(['(', '[']) {
                parentheses.keep_blank();
            }
        }
        quotes.pass(c);
        parentheses.pass(c);
    }
    cuts
}

/// The parentheses that are open, and of each whether it keeps a blank at its beginning.
#[derive(Default)]
struct Parentheses(Vec<bool>);

impl Parentheses {
    fn pass(&mut self, c: char) {
        match c {
            '(' | '[' => self.0.push(false),
            ')' | ']' => drop(self.0.pop()),
            _ => {}
        }
    }

    fn keep_blank(&mut self) {
        self.0.last_mut().into_iter().for_each(|has_blank| *has_blank = true);
    }

    /// Whether the innermost keeps one.
    fn has_blank(&self) -> bool {
        self.0.last().is_some_and(|has_blank| *has_blank)
    }
}

/// The quotes `“` that are open.
struct OpenQuotes {
    open: usize,
    /// In texts with `„` the mark `“` ends a quotation.
    is_ambiguous: bool,
}

impl OpenQuotes {
    fn pass(&mut self, c: char) {
        match c {
            '“' => self.open += 1,
            '”' => self.open = self.open.saturating_sub(1),
            _ => {}
        }
    }

    /// Whether a text ends with the beginning of a quotation, and a word follows.
    fn opens(&self, before: &str, next: char) -> bool {
        let Some(around) = before.strip_suffix('“') else { return false };
        let is_begun = around.is_empty() || around.ends_with(|c: char| c.is_whitespace() || c == '(');
        is_begun && next.is_alphanumeric() && !self.is_ambiguous
    }
}

/// Whether a mark belongs to the word before it: no letter or digit follows it.
fn is_before_mark(before: &str, after: &str, mark: char) -> bool {
    let Some(last) = before.chars().next_back() else { return false };
    let rest = &after[mark.len_utf8()..];
    let is_end = rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || "”’\")],;".contains(c));
    let follows = rest.trim_start();
    let is_word = last.is_alphanumeric() || ")]”’\"»§".contains(last);
    let is_free = rest.is_empty() || !is_spaced(before);
    let fits = match mark {
        ',' => {
            let is_ellipsis = before.ends_with("..");
            let is_sign = "-%/?!…".contains(last) || last == '.' && !is_ellipsis;
            (is_word || is_sign) && is_free
        }
        '.' => {
            let counts = last.is_ascii_digit() && follows.starts_with(|c: char| c.is_ascii_digit());
            is_word && is_free && !counts && !follows.starts_with('.')
        }
        _ => is_word && is_free,
    };
    is_end && fits
}

/// Whether the word at the end of a text is one capital, as in `P R O P . 2 0 3 1`.
fn is_spaced(before: &str) -> bool {
    let mut letters = before.chars().rev();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_none_or(char::is_whitespace)
}

/// Whether a parenthesis begins at the end of a text, apart from the word before it, and goes on at a character.
fn opens(before: &str, next: char) -> bool {
    let mut signs = before.chars().rev();
    let is_going_on = match signs.next() {
        Some('(') => next.is_alphanumeric() || "*“‘«\"[(".contains(next),
        // `[ sic ]`; an interval has numbers (`]0 – 25 ]`).
        Some('[') => next.is_alphabetic(),
        _ => false,
    };
    is_going_on && signs.next().is_none_or(|c| c.is_whitespace() || "([“‘\"".contains(c))
}

/// Whether a parenthesis ends after a text.
fn closes(before: &str, sign: char) -> bool {
    let Some(last) = before.chars().next_back() else { return false };
    match sign {
        ')' => last.is_alphanumeric() || "*.”’»\"])§".contains(last),
        _ => last.is_alphabetic(),
    }
}

/// Whether a text goes on with the `’s` of a genitive; `te ’s-Hertogenbosch` is none.
fn is_genitive(before: &str, after: &str) -> bool {
    let rest = after.strip_prefix("’s").unwrap_or_default();
    let follows = rest.trim_start();
    let is_end = follows.len() < rest.len() && follows.starts_with(char::is_lowercase)
        || rest.starts_with([',', '.', ')', ';']);
    is_end && before.ends_with(char::is_alphabetic)
}

/// The character after the mark that a text begins with.
fn next(after: &str) -> char {
    after.chars().nth(1).unwrap_or(' ')
}

fn may_be_french(words: &str) -> bool {
    words.split(|c: char| !c.is_alphabetic()).any(|word| word.len() < WORD && FRENCH.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> String {
        without(text.into()).pieces().map(|(words, _)| words).collect()
    }

    #[test]
    fn blanks_before_marks_are_taken_out() {
        for (text, expected) in [
            (
                "mutatis mutandis , Farago , cited above [3] , and",
                "mutatis mutandis, Farago, cited above [3], and",
            ),
            ("Wool S.A. , no. 5140/02 , § 78", "Wool S.A., no. 5140/02, § 78"),
            ("Mr F. Ram ,", "Mr F. Ram,"),
            ("72 . On the basis of Article 2 . It", "72. On the basis of Article 2. It"),
            ("ex parte .” and ( lex certa ) or ( 12 ) .", "ex parte.” and (lex certa) or (12)."),
            ("as follows : or the aim [9] ; then", "as follows: or the aim [9]; then"),
            ("“ life ” and the “ aim ”, the flock ’s wool", "“life” and the “aim”, the flock’s wool"),
            ("6 [ sic ] January", "6 [sic] January"),
            ("drift- , underhålls- och 3 §§ , 4", "drift-, underhålls- och 3 §§, 4"),
        ] {
            assert_eq!(mended(text), expected);
        }
    }

    #[test]
    fn other_blanks_stay() {
        for text in [
            "Namn . . . . . . 12",
            "consider ... , that ... the",
            "(d) . . . ;",
            "10000 . 60000",
            "10 % av 5 ,5",
            "le traité : les moutons ; ils",
            "P R O P . 2 0 3 1",
            "m .m. och S .E. Ram",
            "( ) och [0 – 25 ]",
            "„Wolle “ und ” ull ”",
            "te ’s-Hertogenbosch, de ’s Wolf",
            "pig ? :)",
            "34, 35 ,38",
            "S( O ) = ln( V ) vid A - K A S S O R N A , I A F",
        ] {
            assert_eq!(mended(text), text);
        }
    }

    #[test]
    fn links_stay_where_they_are() {
        let uri = Some("https://lag.example/2031:4");
        let pieces = vec![
            OwnedPiece::new("see ", None),
            OwnedPiece::new("Farago ", uri),
            OwnedPiece::new(", cited", None),
        ];
        let mended = without(LinkedText::of_pieces(pieces));
        let shown: Vec<_> = mended.pieces().collect();
        assert_eq!(shown, [("see ", None), ("Farago", uri), (", cited", None)]);
    }
}
