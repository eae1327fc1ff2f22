//! Text inside a block: white space, links and escapes.
//!
//! The text of a law is written unchanged wherever a markdown parser leaves it unchanged. A backslash is written only
//! where the parser would otherwise see markup: a star or underscore that could begin emphasis, a tag, an entity, a
//! bracket that could end a link, a line that begins like a heading, a list or a rule.

use std::borrow::Cow;

use percent_encoding::{CONTROLS, utf8_percent_encode};

use crate::event::{InForce, LinkedText};

/// The maximum length of an entity's name, in bytes.
const MAX_ENTITY_LENGTH: usize = 32;

/// Where in a block a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InlinePosition {
    /// At the beginning of a block, where a list or a heading could begin.
    Start,
    /// After other text.
    Within,
    /// In a heading, whose end is trimmed of `#`.
    Heading,
    /// In a cell of a table.
    TableCell,
    /// Between marks of emphasis.
    Emphasis,
}

/// A piece of text with white space collapsed, and the uri when it is a link.
pub(crate) struct InlinePiece<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) uri: Option<&'a str>,
}

/// The text as markdown on one line, trimmed.
pub(super) fn inline(text: &LinkedText<'_>, position: InlinePosition) -> String {
    let pieces = pieces(text);
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        let surrounded = Surrounded {
            before: out.chars().next_back(),
            link_follows: pieces.get(at + 1).is_some_and(|next| next.uri.is_some()),
            in_link: piece.uri.is_some(),
            in_cell: position == InlinePosition::TableCell,
            in_emphasis: position == InlinePosition::Emphasis,
        };
        let marker = match position {
            InlinePosition::Start if at == 0 && piece.uri.is_none() => {
                block_marker(&piece.text, pieces.len() == 1)
            }
            _ => None,
        };
        if let Some(uri) = piece.uri {
            out.push('[');
            escape(&mut out, &piece.text, surrounded, None);
            out.push_str("](");
            push_uri(&mut out, uri, position == InlinePosition::TableCell);
            out.push(')');
        } else {
            escape(&mut out, &piece.text, surrounded, marker);
        }
    }
    if position == InlinePosition::Heading && out.ends_with('#') {
        out.insert(out.len() - 1, '\\');
    }
    out
}

/// When a part applies, in italics; None for a part that does not state it.
pub(super) fn in_force_line(in_force: InForce<'_>) -> Option<String> {
    let lines: Vec<String> = in_force
        .statements()
        .map(|(words, day)| format!("*{words} {}:*", inline(&day.into(), InlinePosition::Within)))
        .collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}

/// The pieces of a text. White space is collapsed across their borders and put outside links, adjacent pieces without
/// a link are joined, and links without words are left out.
pub(crate) fn pieces<'a>(text: &'a LinkedText<'_>) -> Vec<InlinePiece<'a>> {
    let mut pieces: Vec<InlinePiece<'a>> = Vec::new();
    let mut blank = false;
    for (words, uri) in text.pieces() {
        let begun = words.trim_start();
        blank |= begun.len() < words.len();
        let inner = begun.trim_end();
        if inner.is_empty() {
            continue;
        }
        let after_blank = blank && !pieces.is_empty();
        blank = inner.len() < begun.len();
        let inner = collapsed(inner);
        if after_blank {
            plain(&mut pieces).push(' ');
        }
        match (uri, pieces.last_mut()) {
            (None, Some(last)) if last.uri.is_none() => last.text.to_mut().push_str(&inner),
            _ => pieces.push(InlinePiece { text: inner, uri }),
        }
    }
    pieces
}

/// A text without white space at its ends, and with one space for each stretch of white space inside. Nearly all
/// texts are already so.
#[expect(clippy::needless_bitwise_bool, reason = "without branches the compiler looks at many bytes at once")]
pub(crate) fn collapsed(text: &str) -> Cow<'_, str> {
    // Every pair of bytes is looked at without a branch. White space beyond ASCII begins with 0xc2 and 0x85 or 0xa0, or with one
    // of 0xe1 to 0xe3, as dashes do.
    let may_need = |pair: &[u8]| {
        ((pair[0] == b' ') & (pair[1] == b' '))
            | (b'\t'..=b'\r').contains(&pair[0])
            | ((pair[0] == 0xc2) & ((pair[1] == 0x85) | (pair[1] == 0xa0)))
            | (0xe1..=0xe3).contains(&pair[0])
    };
    if !text.as_bytes().windows(2).fold(false, |found, pair| found | may_need(pair)) {
        return Cow::Borrowed(text);
    }
    let mut words = text.split_whitespace();
    let mut collapsed = String::with_capacity(text.len());
    collapsed.extend(words.next());
    words.for_each(|word| collapsed.extend([" ", word]));
    Cow::Owned(collapsed)
}

/// The last piece, or a new one if the last is a link.
fn plain<'p>(pieces: &'p mut Vec<InlinePiece<'_>>) -> &'p mut String {
    if pieces.last().is_none_or(|last| last.uri.is_some()) {
        pieces.push(InlinePiece { text: Cow::default(), uri: None });
    }
    let last = pieces.len() - 1;
    pieces[last].text.to_mut()
}

/// The context of a piece.
#[derive(Clone, Copy)]
struct Surrounded {
    before: Option<char>,
    link_follows: bool,
    in_link: bool,
    in_cell: bool,
    /// Whether the whole text stands between marks of emphasis.
    in_emphasis: bool,
}

/// Writes a piece with backslashes where they are needed and at byte `marker`.
fn escape(out: &mut String, text: &str, around: Surrounded, marker: Option<usize>) {
    if !may_be_markup(text) {
        let (before, after) = text.split_at(marker.unwrap_or_default());
        out.push_str(before);
        out.push_str(if marker.is_some() { "\\" } else { "" });
        out.push_str(after);
        return;
    }
    let mut before = around.before;
    for (at, c) in text.char_indices() {
        let rest = &text[at + c.len_utf8()..];
        let after = rest.chars().next().or(around.link_follows.then_some('['));
        let is_markup = match c {
            '`' => true,
            // Between spaces it neither begins nor ends emphasis. At the end of an emphasized text it touches the
            // mark of the emphasis.
            '*' | '~' => {
                let touches_mark = around.in_emphasis && after.is_none();
                !(is_blank(before) && is_blank(after)) || before.is_none() || touches_mark
            }
            '_' => {
                let inside_word = is_word(before) && is_word(after);
                !inside_word && (!(is_blank(before) && is_blank(after)) || before.is_none())
            }
            '[' => around.in_link,
            ']' => around.in_link || matches!(after, Some('(' | '[' | ':')),
            '!' => after == Some('['),
            '<' => after.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
            '&' => begins_entity(rest),
            '\\' => after.is_none_or(|c| c.is_ascii_punctuation()),
            '|' => around.in_cell,
            _ => false,
        };
        if is_markup || marker == Some(at) {
            out.push('\\');
        }
        // Markdown parsers replace NUL too.
        out.push(if c == '\0' { char::REPLACEMENT_CHARACTER } else { c });
        before = Some(c);
    }
}

/// Whether a text has a character that [`escape`] looks at more closely. Hardly any text has.
fn may_be_markup(text: &str) -> bool {
    // Every byte is looked at without a branch.
    text.bytes().fold(false, |found, byte| {
        found
            | matches!(
                byte,
                b'`' | b'*' | b'~' | b'_' | b'[' | b']' | b'!' | b'<' | b'&' | b'\\' | b'|' | b'\0'
            )
    })
}

fn is_blank(c: Option<char>) -> bool {
    c.is_none_or(|c| c == ' ')
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphanumeric)
}

/// Whether the text after a `&` makes it an entity: `amp;`, `#167;`. Reads no more than the longest entity could have.
fn begins_entity(rest: &str) -> bool {
    let name = rest.strip_prefix('#').unwrap_or(rest);
    let length = name.bytes().take(MAX_ENTITY_LENGTH + 1).take_while(u8::is_ascii_alphanumeric).count();
    (1..=MAX_ENTITY_LENGTH).contains(&length) && name.as_bytes().get(length) == Some(&b';')
}

/// The byte to write a backslash before, so that the beginning of a block is not parsed as a heading, a list, a quote,
/// a rule or a checkbox; None when it would not be. `alone` states that nothing follows the text.
fn block_marker(text: &str, alone: bool) -> Option<usize> {
    let ends = |rest: &str| rest.starts_with(' ') || (rest.is_empty() && alone);
    let first = text.chars().next()?;
    match first {
        '>' => Some(0),
        '+' => ends(&text[1..]).then_some(0),
        '-' => (ends(&text[1..]) || text.bytes().all(|b| b == b'-' || b == b' ')).then_some(0),
        '#' => {
            let rest = text.trim_start_matches('#');
            (text.len() - rest.len() <= 6 && ends(rest)).then_some(0)
        }
        '[' => ["[ ] ", "[x] ", "[X] "].iter().any(|checkbox| text.starts_with(checkbox)).then_some(0),
        '0'..='9' => {
            let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = text.len() - rest.len();
            let is_item = digits <= 9 && rest.starts_with(['.', ')']) && ends(&rest[1..]);
            is_item.then_some(digits)
        }
        _ => None,
    }
}

/// Writes the uri of a link so that no character in it ends the link.
fn push_uri(out: &mut String, uri: &str, in_cell: bool) {
    let mut depth = 0_i32;
    let balanced = uri.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (0..32).contains(&depth)
    }) && depth == 0;
    let bare =
        balanced && !uri.starts_with('<') && !uri.contains(|c: char| c.is_whitespace() || c.is_control());
    if !bare {
        out.push('<');
    }
    for (at, c) in uri.char_indices() {
        match c {
            '\\' => out.push_str("\\\\"),
            '&' if begins_entity(&uri[at + 1..]) => out.push_str("\\&"),
            '|' if in_cell => out.push_str("\\|"),
            '<' | '>' if !bare => {
                out.push('\\');
                out.push(c);
            }
            // A link may not contain a line break. Control characters are percent-encoded.
            c if c.is_control() => {
                out.extend(utf8_percent_encode(c.encode_utf8(&mut [0; 4]), CONTROLS));
            }
            c => out.push(c),
        }
    }
    if !bare {
        out.push('>');
    }
}

#[cfg(test)]
mod tests {
    use super::{collapsed, pieces};
    use crate::event::LinkedText;
    use lagrum_artifact::Runs;

    #[test]
    fn white_space_is_one_space() {
        for (text, expected) in [
            ("a", "a"),
            ("a b c", "a b c"),
            ("a  b", "a b"),
            ("a\nb", "a b"),
            ("5\u{a0}§ \u{2009}x", "5 § x"),
            ("å § – \u{200b}x", "å § – \u{200b}x"),
        ] {
            assert_eq!(collapsed(text), expected);
        }
        for c in (0..=0x3100).filter_map(char::from_u32) {
            for text in [format!("å§{c}x"), format!("å§ {c}x"), format!("å{c} §")] {
                let words: Vec<&str> = text.split_whitespace().collect();
                assert_eq!(collapsed(&text), words.join(" "), "{c:?}");
            }
        }
    }

    #[test]
    fn white_space_stands_outside_links() {
        for (runs, expected) in [
            (r#"[" Se ",{"uri":"https://x/1","text":" 7  §"}," ."]"#, "Se |7 §*| ."),
            (
                r#"["a",{"uri":"https://x/1","text":"b "},"c"," d",{"uri":"https://x/2","text":" "}," e"]"#,
                "a|b*| c d e",
            ),
            (r#"[{"uri":"https://x/1","text":"a"},{"uri":"https://x/2","text":" b"}]"#, "a*| |b*"),
            (r#"[" ","","  "]"#, ""),
        ] {
            let runs: serde_json::Value = serde_json::from_str(runs).unwrap();
            let text = LinkedText::runs(Runs::new(Some(&runs)));
            let shown: Vec<String> = pieces(&text)
                .iter()
                .map(|piece| format!("{}{}", piece.text, if piece.uri.is_some() { "*" } else { "" }))
                .collect();
            assert_eq!(shown.join("|"), expected);
        }
    }
}
