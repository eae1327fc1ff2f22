//! Rules of dashes in the words of a text, which are shown short: on a phone a rule of 80 signs is three lines.

use std::borrow::Cow;

use lagrum_artifact::with_short_rules;

use crate::event::{LinkedText, OwnedPiece};

/// A text with short rules.
pub(super) fn short(text: LinkedText<'_>) -> LinkedText<'_> {
    if !text.pieces().any(|(words, _)| matches!(with_short_rules(words), Cow::Owned(_))) {
        return text;
    }
    let pieces = text.pieces().map(|(words, uri)| OwnedPiece::new(with_short_rules(words).into_owned(), uri));
    LinkedText::of_pieces(pieces.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_three_dashes() {
        let text = LinkedText::plain("Inledning. - - - - - - - - - Slut.");
        assert_eq!(short(text).collapsed(), "Inledning. - - - Slut.");
    }
}
