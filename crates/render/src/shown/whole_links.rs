//! Links that end inside a word, in pages of a wiki: `[uppsåt]ligen`. The ending belongs to the link.

use crate::event::{LinkedText, OwnedPiece};

/// The longest ending of a word.
const ENDING: usize = 24;

/// A text whose links have whole words.
pub(super) fn whole(text: LinkedText<'_>) -> LinkedText<'_> {
    let mut pieces: Vec<OwnedPiece> = Vec::new();
    let mut is_changed = false;
    for (words, uri) in text.pieces() {
        let mut rest = words;
        if uri.is_none()
            && let Some(link) = pieces.last_mut().filter(|link| link.uri.is_some())
            && link.words.ends_with(char::is_alphabetic)
        {
            let end = rest.find(|c: char| !c.is_lowercase()).unwrap_or(rest.len());
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
}
