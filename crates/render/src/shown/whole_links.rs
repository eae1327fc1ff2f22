//! Links that end inside a word: `[uppsåt]ligen` in pages of a wiki, a genitive (`[Europakonventionen]s`) elsewhere. The ending belongs
//! to the link.

use crate::event::{LinkedText, OwnedPiece};

/// The longest ending of a word.
const ENDING: usize = 24;

/// A text whose links have whole words.
pub(super) fn whole(text: LinkedText<'_>) -> LinkedText<'_> {
    with_endings(text, |_, ending| ending.len())
}

/// A text whose links have the `s` of their genitive. Other letters behind a link may be a number: `Article 8a`.
pub(super) fn with_genitives(text: LinkedText<'_>) -> LinkedText<'_> {
    with_endings(text, |link, ending| {
        let is_word = link.chars().rev().take(3).filter(|c| c.is_lowercase()).count() == 3;
        usize::from(ending == "s" && is_word)
    })
}

/// A text whose links have as many bytes of the small letters behind them as `taken` says.
fn with_endings(text: LinkedText<'_>, taken: fn(&str, &str) -> usize) -> LinkedText<'_> {
    let mut is_after_link = false;
    let may_have = |(words, uri): (&str, Option<&str>)| {
        let follows = std::mem::replace(&mut is_after_link, uri.is_some());
        follows && uri.is_none() && words.starts_with(char::is_lowercase)
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
            let ending = &rest[..rest.find(|c: char| !c.is_lowercase()).unwrap_or(rest.len())];
            let end = taken(&link.words, ending);
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
    fn a_genitive_belongs_to_its_link() {
        for (link, after, is_whole) in [
            ("Fårkonventionen", "s bilaga", true),
            ("fårlag", "ar", false),
            ("Article 8a", "s", false),
            ("uppsåt", "ligen", false),
        ] {
            let pieces =
                vec![OwnedPiece::new(link, Some("https://lag.example/1")), OwnedPiece::new(after, None)];
            let text = with_genitives(LinkedText::of_pieces(pieces));
            assert_eq!(
                text.pieces().next().is_some_and(|(words, _)| words != link),
                is_whole,
                "{link}{after}"
            );
        }
    }
}
