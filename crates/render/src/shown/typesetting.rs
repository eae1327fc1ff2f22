//! Codes of the typesetter that old statutes kept in their words: `*/k/ dels */-k/ att` begins and ends italics. They are taken out of the
//! texts for people. The artifact, and the markdown made of it, stay verbatim.

use lagrum_artifact::Artifact;

use crate::event::{LinkedText, OwnedPiece};

/// The codes. All that the texts of statutes have, and nothing else, stands between the slashes.
const CODES: [&str; 11] = [
    "*/slut kurs/",
    "*/ny rad/",
    "*/-kurs/",
    "*/kurs/",
    "*/-g1/",
    "*/g1/",
    "*/-k/",
    "*/k/",
    "/-k/",
    "/k/",
    "/slut kurs/",
];

/// Whether a document may have codes: it is a statute, which has a register.
pub(super) fn may_be_in(artifact: &Artifact) -> bool {
    artifact.field(&["amendments"]).is_some()
}

/// A text without codes.
pub(super) fn without(text: LinkedText<'_>) -> LinkedText<'_> {
    // Hardly any text has the slash that all codes have.
    let has_code = |words: &str| words.contains('/') && CODES.iter().any(|code| words.contains(code));
    if !text.pieces().any(|(words, _)| has_code(words)) {
        return text;
    }
    let mut pieces: Vec<OwnedPiece> = Vec::new();
    for (words, uri) in text.pieces() {
        let mut left = words.to_owned();
        for code in CODES {
            left = left.replace(code, " ");
        }
        let ends = |text: &str| text.ends_with(char::is_whitespace);
        let is_after_blank = pieces.last().is_none_or(|last| ends(&last.words));
        let mut kept = String::with_capacity(left.len());
        for c in left.chars() {
            let is_blank = c.is_whitespace();
            if !is_blank || !(ends(&kept) || kept.is_empty() && is_after_blank) {
                kept.push(c);
            }
        }
        pieces.push(OwnedPiece::new(kept, uri));
    }
    LinkedText::of_pieces(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_taken_out() {
        for (text, expected) in [
            ("*/k/ dels */-k/ att lagen den 6 april", "dels att lagen den 6 april"),
            ("genom närvaro af */k/ ett */-k/ ombud", "genom närvaro af ett ombud"),
            ("*/kurs/ Exempel:*/slut kurs/ En person", "Exempel: En person"),
            ("har */ny rad/ bedrivits", "har bedrivits"),
            ("km/k och/eller 5 kr/kg", "km/k och/eller 5 kr/kg"),
        ] {
            assert_eq!(without(LinkedText::plain(text)).collapsed(), expected, "{text}");
        }
    }
}
