//! Links that end inside a word: `[uppsåt]ligen`, `[Europakonventionen]s`, `[tullid]entifikationsnummer`, `[Decision 47/1/EC]SC`. The rest
//! of the word belongs to the link.

use crate::event::{LinkedText, OwnedPiece};

/// The longest ending of a word.
const ENDING: usize = 24;

/// A text whose links have whole words.
pub(super) fn whole(text: LinkedText<'_>) -> LinkedText<'_> {
    with_endings(text, |_, after| length_of(after, char::is_lowercase))
}

/// A text of another source than a wiki whose links have whole words. Letters behind a link that does not end with a word may be a number:
/// `Article 8a`.
pub(super) fn whole_outside_wikis(text: LinkedText<'_>) -> LinkedText<'_> {
    with_endings(text, |link, after| {
        let ends_with = |letters: usize, is_of: fn(char) -> bool| {
            link.chars().rev().take(letters).filter(|c| is_of(*c)).count() == letters
        };
        if ends_with(3, char::is_lowercase) {
            length_of(after, char::is_lowercase)
        } else if ends_with(2, char::is_uppercase) {
            length_of(after, char::is_uppercase)
        } else {
            0
        }
    })
}

/// The length of the letters of a kind that a text begins with.
fn length_of(text: &str, is_of: fn(char) -> bool) -> usize {
    text.find(|c: char| !is_of(c)).unwrap_or(text.len())
}

/// A text whose links have as many bytes of the text behind them as `taken` says.
fn with_endings(text: LinkedText<'_>, taken: fn(&str, &str) -> usize) -> LinkedText<'_> {
    let mut is_after_link = false;
    let may_have = |(words, uri): (&str, Option<&str>)| {
        let follows = std::mem::replace(&mut is_after_link, uri.is_some());
        follows && uri.is_none() && words.starts_with(char::is_alphabetic)
    };
    if !text.pieces().any(may_have) {
        return text;
    }
    let mut pieces: Vec<OwnedPiece> = Vec::new();
    let mut is_changed = false;
    for (words, uri) in text.pieces() {
        let mut rest = words;
        if uri.is_none()
            && let Some(link) = pieces.last_mut().filter(|link| link.uri.is_some())
            && link.words.ends_with(char::is_alphabetic)
        {
            let end = taken(&link.words, rest);
            if end > 0 && end <= ENDING {
                link.words.push_str(&rest[..end]);
                rest = &rest[end..];
                is_changed = true;
            }
        }
        pieces.push(OwnedPiece::new(rest, uri));
    }
    if is_changed { LinkedText::of_pieces(pieces) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_word_belongs_to_its_link() {
        let uri = Some("https://lag.example/begrepp/Upps%C3%A5t");
        for (link, after, expected) in [
            ("uppsåt", "ligen gjort", "[uppsåtligen] gjort"),
            ("uppsåt", " ligen", "[uppsåt] ligen"),
            ("uppsåt", ", alltså", "[uppsåt], alltså"),
            ("3 §", "och", "[3 §]och"),
            ("uppsåt", "", "[uppsåt]"),
            ("NJA", "Två", "[NJA]Två"),
        ] {
            let pieces = vec![OwnedPiece::new(link, uri), OwnedPiece::new(after, None)];
            let text = whole(LinkedText::of_pieces(pieces));
            let shown: String = text
                .pieces()
                .map(|(words, uri)| if uri.is_some() { format!("[{words}]") } else { words.to_owned() })
                .collect();
            assert_eq!(shown, expected, "{link}{after}");
        }
    }

    #[test]
    fn the_rest_of_a_word_belongs_to_its_link_outside_wikis() {
        for (link, after, is_whole) in [
            ("Fårkonventionen", "s bilaga", true),
            ("3 § nämnda lag", "ar. Får", true),
            ("fårid", "entifikationsnummer", true),
            ("Decision 47/1/EC", "SC, EC", true),
            ("Decision 47/1/EC", " SC", false),
            ("Decision 47/1/EC", "and", false),
            ("Fårlagen", "Andra", false),
            ("Article 8a", "s", false),
            ("Article 8A", "B", false),
        ] {
            let pieces =
                vec![OwnedPiece::new(link, Some("https://lag.example/1")), OwnedPiece::new(after, None)];
            let text = whole_outside_wikis(LinkedText::of_pieces(pieces));
            assert_eq!(
                text.pieces().next().is_some_and(|(words, _)| words != link),
                is_whole,
                "{link}{after}"
            );
        }
    }
}
