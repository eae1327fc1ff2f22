//! Running text: words and links.

use lagrum_artifact::{Location, is_web_address};
use lagrum_render::event::LinkedText;
use serde::{Serialize, Serializer};

/// The maximum length of a paragraph for the typesetter, in bytes. Longer ones are cut.
const MAX_PARAGRAPH_BYTES: usize = 16 * 1024;

/// Words, with or without a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PaperPiece {
    /// Words.
    Words(String),
    /// Words with a link to a web address.
    Web(String, String),
    /// Words with a link to an anchor of the same document.
    Within(String, String),
}

impl PaperPiece {
    pub(super) fn words(&self) -> &str {
        match self {
            Self::Words(words) | Self::Web(words, _) | Self::Within(words, _) => words,
        }
    }

    fn with(&self, words: &str) -> Self {
        let words = words.to_owned();
        match self {
            Self::Words(_) => Self::Words(words),
            Self::Web(_, uri) => Self::Web(words, uri.clone()),
            Self::Within(_, anchor) => Self::Within(words, anchor.clone()),
        }
    }
}

impl Serialize for PaperPiece {
    /// Words as a string; a link as a list of its kind, its words and its target.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Words(words) => serializer.serialize_str(words),
            Self::Web(words, uri) => ("web", words, uri).serialize(serializer),
            Self::Within(words, anchor) => ("within", words, anchor).serialize(serializer),
        }
    }
}

/// The pieces of a text, with white space collapsed to single spaces. `own` is the uri of the document.
pub(super) fn pieces(text: &LinkedText<'_>, own: Option<&str>) -> Vec<PaperPiece> {
    let mut pieces: Vec<PaperPiece> = Vec::new();
    // Whether a space comes before the next word. It is put outside links, so that it is not underlined.
    let mut blank = false;
    for (words, uri) in text.pieces() {
        let mut collapsed = String::with_capacity(words.len());
        for c in words.chars() {
            if c.is_whitespace() {
                blank |= !(pieces.is_empty() && collapsed.is_empty());
            } else if is_printable(c) {
                if std::mem::take(&mut blank) {
                    match pieces.last_mut() {
                        Some(PaperPiece::Words(before)) if collapsed.is_empty() => before.push(' '),
                        _ if collapsed.is_empty() => pieces.push(PaperPiece::Words(" ".to_owned())),
                        _ => collapsed.push(' '),
                    }
                }
                collapsed.push(c);
            }
        }
        if collapsed.is_empty() {
            continue;
        }
        pieces.push(match uri {
            None => PaperPiece::Words(collapsed),
            Some(uri) => match (within(own, uri), web(uri)) {
                (Some(anchor), _) => PaperPiece::Within(collapsed, anchor),
                (None, Some(uri)) => PaperPiece::Web(collapsed, uri),
                (None, None) => PaperPiece::Words(collapsed),
            },
        });
    }
    pieces
}

/// A text without unprintable characters.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<String> =
        text.split_whitespace().map(|word| word.chars().filter(|c| is_printable(*c)).collect()).collect();
    words.join(" ")
}

fn is_printable(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// The anchor within the document that a uri names.
fn within(own: Option<&str>, uri: &str) -> Option<String> {
    let location = Location::parse(uri)?;
    (own == Some(location.document().as_str()))
        .then(|| location.anchor().map(|anchor| anchor.as_str().to_owned()))?
}

/// The uri as a web address; None for any other.
pub(super) fn web(uri: &str) -> Option<String> {
    // PDF readers end an address at white space.
    (is_web_address(uri) && !uri.contains(char::is_whitespace)).then(|| uri.to_owned())
}

/// A text in parts of the maximum length: cut after sentences, otherwise between words, otherwise anywhere. At least one
/// part.
pub(super) fn cut(text: Vec<PaperPiece>) -> Vec<Vec<PaperPiece>> {
    let mut parts = Vec::new();
    let mut part = Vec::new();
    let mut length = 0;
    for piece in text {
        let mut words = piece.words();
        while length + words.len() > MAX_PARAGRAPH_BYTES {
            // A word is cut only where the whole part has no better position.
            let at =
                cut_position(words, MAX_PARAGRAPH_BYTES.saturating_sub(length)).or((length > 0).then_some(0));
            let at = at.unwrap_or_else(|| words.floor_char_boundary(MAX_PARAGRAPH_BYTES));
            let (before, after) = words.split_at(at);
            if !before.is_empty() {
                part.push(piece.with(before.trim_end()));
            }
            if !part.is_empty() {
                parts.push(std::mem::take(&mut part));
            }
            (length, words) = (0, after.trim_start());
        }
        if !words.is_empty() {
            length += words.len();
            part.push(piece.with(words));
        }
    }
    if !part.is_empty() || parts.is_empty() {
        parts.push(part);
    }
    parts
}

/// Where to cut these words so that at most `most` bytes come before the cut; None if there is no suitable position.
fn cut_position(words: &str, most: usize) -> Option<usize> {
    let head = &words[..words.floor_char_boundary(most)];
    let after = |found: Option<usize>, length: usize| found.map(|at| at + length);
    after(head.rfind(". "), 2).or_else(|| after(head.rfind(' '), 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_web_addresses_are_links() {
        let table = [
            ("https://lag.example/1:1", true),
            ("http://lag.example", true),
            ("HTTPS://lag.example", true),
            ("javascript:alert(1)", false),
            ("file:///etc/passwd", false),
            ("mailto:a@b.example", false),
            ("#K1", false),
            ("", false),
            ("https://a b", false),
        ];
        for (uri, expected) in table {
            assert_eq!(web(uri).is_some(), expected, "{uri}");
        }
    }

    proptest! {
        // A paragraph that is cut at all has thousands of words.
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn cutting_loses_no_word_and_leaves_nothing_too_long(
            lengths in prop::collection::vec(1usize..30, 0..4000),
            sentence in 1usize..400,
            every in 1usize..2000,
        ) {
            let end = |at: usize| if at.is_multiple_of(sentence) { "." } else { "" };
            let words: Vec<String> =
                lengths.iter().enumerate().map(|(at, length)| "å".repeat(*length) + end(at)).collect();
            let text: Vec<PaperPiece> =
                words.chunks(every).map(|chunk| PaperPiece::Words(chunk.join(" ") + " ")).collect();
            let parts = cut(text);
            prop_assert!(!parts.is_empty());
            let mut read = Vec::new();
            for part in &parts {
                let joined: String = part.iter().map(PaperPiece::words).collect();
                prop_assert!(joined.len() <= MAX_PARAGRAPH_BYTES);
                read.extend(joined.split_whitespace().map(str::to_owned));
            }
            prop_assert_eq!(read, words);
        }

        #[test]
        fn a_word_without_end_is_cut_too(length in MAX_PARAGRAPH_BYTES..MAX_PARAGRAPH_BYTES * 4) {
            let parts = cut(vec![PaperPiece::Words("å".repeat(length))]);
            let letters: usize = parts.iter().flatten().map(|piece| piece.words().chars().count()).sum();
            prop_assert_eq!(letters, length);
        }
    }
}
