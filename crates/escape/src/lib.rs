//! Text from outside, made harmless for logs and terminals.
//!
//! Titles, uris, file names and answers of other services may hold any character. Printed as it is, a line break forges
//! a line of a log, an escape sequence moves the cursor or changes the terminal, and a character that changes the
//! direction of writing makes a line read as another. So whatever is printed or logged passes through this crate:
//! [`line()`] for text, [`json`] for JSON. Both leave every other character as it is, å as well as 条.
//!
//! The program calls them where lines leave it (the writers of its log, its standard output and its standard error)
//! rather than where the text comes from, so that no caller can forget to.

use std::borrow::Cow;

/// Whether a character may change how the text around it is shown: the control characters (C0, DEL, C1), the line and
/// paragraph separators, and those that set the direction of writing.
pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text as part of one line: `\n`, `\r`, `\t` and `\u{1b}` stand for the characters of [`is_unsafe`].
///
/// A backslash stays as it is, so the text cannot always be told back from the result. It is for people to read.
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, is_unsafe, |escaped, c| match c {
        '\n' => escaped.push_str("\\n"),
        '\r' => escaped.push_str("\\r"),
        '\t' => escaped.push_str("\\t"),
        c => escaped.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
    })
}

/// The same JSON without the characters of [`is_unsafe`], which stand in it as `\u009b`. Line breaks between its parts
/// stay.
///
/// It has to be well-formed: then the control characters that JSON allows unescaped, from DEL on, can only be inside of
/// strings, and line breaks only outside.
pub fn json(text: &str) -> Cow<'_, str> {
    // The writers of JSON escape what is below the space by themselves.
    let inside = |c: char| c > ' ' && is_unsafe(c);
    replaced(text, inside, |escaped, c| escaped.push_str(&format!("\\u{:04x}", u32::from(c))))
}

/// The beginning of a text, at most so many bytes, with three dots where something is missing.
pub fn start(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let end = text.floor_char_boundary(most.saturating_sub(3));
    Cow::Owned(format!("{}...", &text[..end]))
}

fn replaced(
    text: &str,
    unsafe_here: impl Fn(char) -> bool,
    escape: impl Fn(&mut String, char),
) -> Cow<'_, str> {
    let Some(first) = text.find(&unsafe_here) else { return Cow::Borrowed(text) };
    let mut escaped = String::with_capacity(text.len() + 16);
    escaped.push_str(&text[..first]);
    for c in text[first..].chars() {
        if unsafe_here(c) {
            escape(&mut escaped, c);
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_escaped_and_how() {
        for (text, expected) in [
            ("Lag (1999:175) om 条約", "Lag (1999:175) om 条約"),
            ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("nul\0del\u{7f}csi\u{9b}2J", "nul\\u{0}del\\u{7f}csi\\u{9b}2J"),
            ("\u{202e}gal\u{202c}\u{2066}\u{200f}\u{61c}", "\\u{202e}gal\\u{202c}\\u{2066}\\u{200f}\\u{61c}"),
            ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
            ("C:\\n", "C:\\n"),
        ] {
            assert_eq!(line(text), expected);
        }
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        for (most, expected) in [(6, "åäö"), (5, "å..."), (4, "..."), (0, "...")] {
            assert_eq!(start("åäö", most), expected, "{most}");
        }
    }

    proptest! {
        #[test]
        fn a_line_is_one_line_and_holds_nothing_unsafe(text in any::<String>()) {
            prop_assert!(!line(&text).chars().any(is_unsafe));
        }

        #[test]
        fn json_stays_the_same_json_and_holds_nothing_unsafe(
            text in proptest::collection::vec(prop_oneof![any::<char>(), (0_u32..0x2070).prop_filter_map("a character", char::from_u32)], 0..50),
        ) {
            let text: String = text.into_iter().collect();
            let value = serde_json::json!({ "title": text, "list": [text, 1] });
            for written in [serde_json::to_string(&value).unwrap(), serde_json::to_string_pretty(&value).unwrap()] {
                let escaped = json(&written);
                prop_assert_eq!(&serde_json::from_str::<serde_json::Value>(&escaped).unwrap(), &value);
                prop_assert!(!escaped.chars().any(|c| c != '\n' && is_unsafe(c)));
            }
        }
    }
}
