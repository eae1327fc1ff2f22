//! The words of an entry as tokens.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Number(u32, &'a str),
    /// A lone letter: `17, a` and the end of `21 a-c`.
    Letter(&'a str),
    Word(&'a str),
    Section,
    Comma,
    Break,
    Dash,
    /// The number of an act, or of something in parts: `1992:668`, `2.6.1`.
    Other,
}

/// The words of an entry as tokens. Stops and blanks are dropped.
pub(super) fn tokens(words: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = words;
    while let Some(c) = rest.chars().next() {
        let (token, length) = match c {
            '0'..='9' => number_token(rest),
            '§' => (Some(Token::Section), rest.len() - rest.trim_start_matches('§').len()),
            ',' => (Some(Token::Comma), 1),
            ';' | ':' => (Some(Token::Break), 1),
            '-' | '–' | '—' => (Some(Token::Dash), c.len_utf8()),
            c if c.is_alphabetic() => {
                let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
                let word = &rest[..length];
                let is_letter = length == 1 && c.is_ascii_lowercase() && !matches!(c, 'i' | 'p');
                (Some(if is_letter { Token::Letter(word) } else { Token::Word(word) }), length)
            }
            other => (None, other.len_utf8()),
        };
        tokens.extend(token);
        rest = &rest[length..];
    }
    tokens
}

/// The token at the beginning of a text that begins with a digit, and its length.
fn number_token(text: &str) -> (Option<Token<'_>>, usize) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let after = &text[digits..];
    let joins = |mark: char| {
        after.strip_prefix(mark).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    if joins(':') || joins('.') {
        let of_it = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '.');
        let length = text.find(|c| !of_it(c)).unwrap_or(text.len());
        return (Some(Token::Other), length);
    }
    let blank = after.len() - after.trim_start_matches(' ').len();
    let suffix = suffix(&after[blank..]);
    let number = text[..digits].parse().ok().map(|number| Token::Number(number, suffix));
    let length = if suffix.is_empty() { digits } else { digits + blank + suffix.len() };
    (number, length)
}

/// The letter of a number, at the beginning of the text after the number: one letter, or a doubled one. `i` and `p` are words of their own
/// (`3 i bil.`, `6 p övergångsbest.`) unless the number ends there.
fn suffix(text: &str) -> &str {
    let length = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let word = &text[..length];
    let mut letters = word.chars();
    let is_suffix = match (letters.next(), letters.next(), letters.next()) {
        (Some('i' | 'p'), None, None) => {
            let after = text[length..].trim_start();
            after.is_empty() || after.starts_with([',', ';', '-', '§']) || after.starts_with("kap")
        }
        (Some(letter), None, None) => letter.is_ascii_alphabetic(),
        (Some(first), Some(second), None) => first == second && first.is_ascii_lowercase(),
        _ => false,
    };
    if is_suffix { word } else { "" }
}
