//! Numbered paragraphs of decisions of courts, and the words between a decision and its paragraph: `C-441/16,
//! EU:C:2017:712, punkt 30`, `Langborger v. Sweden, 22 June 1989, § 35`.

use lagrum_artifact::Anchor;

use crate::cursor::{Cursor, without_zeros};
use crate::dates::day;

/// The paragraph of a decision that ends here, and where its words end: ` p. 9`, `, punkt 9`, `, § 44`.
pub(crate) fn paragraph<'q>(at: Cursor<'q>, document: &str) -> Option<(Anchor, Cursor<'q>)> {
    let mut next = after_identifiers(at);
    next.eat(",");
    if !next.blank() {
        return None;
    }
    if !(next.word(&PARAGRAPH_WORDS) || next.eat("§§") || next.eat("§")) {
        return None;
    }
    next.blank();
    let number = next.digits(4).filter(|_| next.at_boundary())?;
    Some((paragraph_anchor(document, number)?, next))
}

/// The anchor of a paragraph. Those of judgments of the EU have no id, and are addressed by their number.
pub(crate) fn paragraph_anchor(document: &str, number: &str) -> Option<Anchor> {
    let prefix = if document.starts_with("celex/") { "point-" } else { "P" };
    Anchor::new(&format!("{prefix}{}", without_zeros(number)))
}

/// Words before the number of a paragraph of a decision.
const PARAGRAPH_WORDS: [&str; 11] = [
    "punkterna",
    "punkten",
    "punkt",
    "paragraphs",
    "paragraph",
    "paras",
    "para",
    "points",
    "point",
    "pp",
    "p",
];

/// The cursor after what may stand between a case and its paragraph: its ECLI, its application number, the day of the
/// judgment. Without a paragraph only the ECLI belongs to the citation.
pub(crate) fn after_identifiers(at: Cursor<'_>) -> Cursor<'_> {
    let mut end = at;
    for _ in 0..4 {
        let mut next = end;
        let parenthesis = next.eat(" (") || next.eat(" [");
        if !parenthesis && !next.eat(", ") {
            break;
        }
        let Some(after) = ecli(next).or_else(|| dated(next)).or_else(|| grand_chamber(next)) else { break };
        next = after;
        if parenthesis && !(next.eat(")") || next.eat("]")) {
            break;
        }
        end = next;
    }
    end
}

fn grand_chamber(mut at: Cursor<'_>) -> Option<Cursor<'_>> {
    at.words_without_stop(&["gc"]).then_some(at)
}

/// `22 June 1989`, `dom den 23 oktober 1990`, `judgment of 22 June 1989`, `dom 1990-10-23`.
fn dated(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = at;
    for word in ["dom av ", "dom ", "beslut ", "judgment of ", "decision of ", "den "] {
        next.eat(word);
    }
    let (_, end) = day(next)?;
    end.at_boundary().then_some(end)
}

/// Where the ECLI here ends, with or without its prefix before that of a court of the EU.
pub(crate) fn ecli(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let begins = ["ecli:", "eu:c:", "eu:t:", "eu:f:"].iter().any(|start| at.rest().starts_with(start));
    if !begins {
        return None;
    }
    let rest = at.rest();
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, ':' | '.')));
    let word = rest[..end.unwrap_or(rest.len())].trim_end_matches([':', '.']);
    (word.matches(':').count() >= 3 && word.len() <= 80).then(|| at.to(at.at() + word.len()))
}
