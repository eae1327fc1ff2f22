//! Escapes text from outside for logs, terminals and HTML.
//!
//! Titles, uris, file names and responses of other services may hold any character. Printed unchanged, a line break
//! forges a line of a log, an escape sequence moves the cursor or changes the terminal, and a character that changes
//! the direction of writing makes a line read as another. So everything that is printed or logged passes through
//! [`line()`], or [`json`] for JSON. Both leave every other character unchanged, å as well as 条.
//!
//! The program calls these functions where lines leave it (the writers of its log, its standard output and its standard
//! error), not where the text comes from, so no caller can forget them. [`html()`] escapes text for HTML.

mod html;

use std::borrow::Cow;

pub use html::{html, push_html, text_of_html};

/// Whether a character may change how the text around it is shown: the control characters (C0, DEL, C1), the line and
/// paragraph separators, and those that set the direction of writing.
pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is invisible and not one of [`is_unsafe`]: the tags (U+E0000 to U+E007F), which programs read as
/// letters and people do not see, and the spaces without width.
pub fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// The text for pages, feeds and language models: without the tags, and without the characters that make a text be read
/// in another order than it is stored in. Marks of direction stay, which order digits beside Arabic or Hebrew.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !may_deceive(text.as_bytes()) || !text.contains(is_deceptive) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace(is_deceptive, ""))
}

/// The text in one line, for fields of feeds and calendars: as by [`plain`], with a blank for each line end and control character,
/// and without what XML forbids.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let is_end = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let plain = plain(text);
    if !plain.contains(|c: char| is_end(c) || is_noncharacter(c)) {
        return plain;
    }
    let shown = plain.chars().filter(|c| !is_noncharacter(*c));
    Cow::Owned(shown.map(|c| if is_end(c) { ' ' } else { c }).collect())
}

/// A written XML document without the characters that XML 1.0 forbids even where they are escaped.
pub fn xml(text: &str) -> Cow<'_, str> {
    let is_forbidden = |c: char| c < ' ' && !matches!(c, '\t' | '\n' | '\r') || is_noncharacter(c);
    if text.contains(is_forbidden) { Cow::Owned(text.replace(is_forbidden, "")) } else { Cow::Borrowed(text) }
}

fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Whether a text has the first bytes of a character that [`plain`] removes. The scan has no branches, since a page may
/// have two megabytes.
#[expect(clippy::needless_bitwise_bool, reason = "without branches the compiler looks at many bytes at once")]
fn may_deceive(text: &[u8]) -> bool {
    // U+202A to U+202E, and U+2066 to U+2069. Dashes and quotation marks have the same first two bytes.
    let is_order = |second: u8, third: u8| {
        ((second == 0x80) & (0xaa..=0xae).contains(&third))
            | ((second == 0x81) & (0xa6..=0xa9).contains(&third))
    };
    let begins = |b: &[u8]| ((b[0] == 0xe2) & is_order(b[1], b[2])) | ((b[0] == 0xf3) & (b[1] == 0xa0));
    text.windows(3).fold(false, |found, bytes| found | begins(bytes))
}

fn is_deceptive(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// The text as part of one line. The characters of [`is_unsafe`] are written as `\n`, `\r`, `\t` or `\u{1b}`.
///
/// A backslash stays unchanged, so the result cannot always be converted back. It is for people to read.
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, is_unsafe, |escaped, c| match c {
        '\n' => escaped.push_str("\\n"),
        '\r' => escaped.push_str("\\r"),
        '\t' => escaped.push_str("\\t"),
        c => escaped.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
    })
}

/// The same JSON with the characters of [`is_unsafe`] written as `\u009b`. Line breaks between its parts stay.
///
/// The JSON must be well-formed: then the control characters that JSON allows unescaped, from DEL on, occur only inside
/// strings, and line breaks only outside.
pub fn json(text: &str) -> Cow<'_, str> {
    // JSON writers already escape the characters below the space inside strings.
    let inside = |c: char| c > ' ' && is_unsafe(c);
    replaced(text, inside, |escaped, c| escaped.push_str(&format!("\\u{:04x}", u32::from(c))))
}

/// The beginning of a text, at most `max_bytes` long, ending with three dots where it was cut.
pub fn start(text: &str, max_bytes: usize) -> Cow<'_, str> {
    if text.len() <= max_bytes {
        return Cow::Borrowed(text);
    }
    let end = text.floor_char_boundary(max_bytes.saturating_sub(3));
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
    fn unsafe_characters_of_a_line_are_escaped() {
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
    fn a_line_of_a_feed_has_no_line_ends_and_nothing_that_xml_forbids() {
        for (text, expected) in [
            ("Fårlag <b>", "Fårlag <b>"),
            ("a\rb\u{b}c\u{2028}d\u{85}e", "a b c d e"),
            ("a\u{fffe}\u{202e}b\u{1}c", "ab c"),
        ] {
            assert_eq!(one_line(text), expected);
        }
        assert_eq!(xml("<a>\u{1}\u{ffff}b\n</a>"), "<a>b\n</a>");
    }

    #[test]
    fn a_plain_text_has_neither_tags_nor_overrides() {
        for (text, expected) in [
            ("Lag – om 条約 \u{200f}", "Lag – om 条約 \u{200f}"),
            ("a\u{e0001}\u{e0041}b\u{e007f}", "ab"),
            ("a\u{202e}b\u{202c}\u{2066}c\u{2069}", "abc"),
            ("\u{e0100}\u{f3}", "\u{e0100}\u{f3}"),
        ] {
            assert_eq!(plain(text), expected);
        }
        for c in (0..=0x0e_0200).filter_map(char::from_u32) {
            assert_eq!(plain(&format!("a{c}b")).len() == 2, is_deceptive(c), "{c:?}");
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
