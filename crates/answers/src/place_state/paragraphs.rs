//! The state of numbered paragraphs that a held decision does not have (`C-7/31 punkt 9999`, `NJA 2031 s. 5 p. 9999`).
//!
//! Paragraphs are numbered from the first to the last, so a number beyond the last one of a held text is impossible. It is
//! not held where only a headnote is held, where the text numbers no paragraphs, and where the number stands between
//! others: several parts of a case may have it, so that it names none.

use lagrum_artifact::Anchor;
use lagrum_catalog::{CatalogDocument, CatalogHoldings};
use lagrum_citation::ResolvedLocation;
use lagrum_sources::TextExtent;

use super::state::{PlaceReason, PlaceState, PlaceStatus};

/// How the anchors of numbered paragraphs begin: of judgments of the EU courts, and of other decisions.
const FORMS: [&str; 3] = [OF_JUDGMENTS, "P", "p"];
const OF_JUDGMENTS: &str = "point-";

/// Whether an anchor is that of a paragraph of a judgment of the EU courts, whose source has acts too.
pub(super) fn is_of_judgment(anchor: &Anchor) -> bool {
    number(anchor, OF_JUDGMENTS).is_some()
}

/// The state of a part of a decision for which its held text has no anchor.
pub(super) fn lacking(
    holdings: &CatalogHoldings<'_>,
    document: &CatalogDocument,
    location: &ResolvedLocation,
    cited: &Anchor,
) -> PlaceState {
    let Some((form, wanted)) = FORMS.iter().find_map(|form| Some((*form, number(cited, form)?))) else {
        return PlaceState::of(PlaceStatus::NotHeld);
    };
    let anchors = holdings.anchors(&location.document).filter(|_| document.extent == Some(TextExtent::Text));
    let beyond = anchors.and_then(|anchors| outermost(anchors.iter(), form, wanted).cloned());
    match beyond {
        Some(nearest) => PlaceState::impossible(vec![nearest]),
        None => PlaceState::not_held_since(PlaceReason::TextIncomplete),
    }
}

fn number(anchor: &Anchor, form: &str) -> Option<u32> {
    let digits = anchor.as_str().strip_prefix(form)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().unwrap_or(u32::MAX))
}

/// The first paragraph for 0, the last one for a number beyond it; None for other numbers, and where none is numbered.
fn outermost<'a>(anchors: impl Iterator<Item = &'a Anchor>, form: &str, wanted: u32) -> Option<&'a Anchor> {
    let numbered = anchors.filter_map(|anchor| Some((number(anchor, form)?, anchor)));
    if wanted == 0 {
        return numbered.min_by_key(|(number, _)| *number).map(|(_, anchor)| anchor);
    }
    let (last, anchor) = numbered.max_by_key(|(number, _)| *number)?;
    (wanted > last).then_some(anchor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_paragraphs_are_beyond_the_last_one() {
        let anchors: Vec<Anchor> = "S1 P1 p1 P2 p2 P4 p4 sec9".split(' ').filter_map(Anchor::new).collect();
        for (form, wanted, expected) in [
            ("P", 9999, Some("P4")),
            ("p", 5, Some("p4")),
            ("P", 0, Some("P1")),
            ("P", 3, None),
            ("point-", 9999, None),
        ] {
            let nearest = outermost(anchors.iter(), form, wanted).map(Anchor::as_str);
            assert_eq!(nearest, expected, "{form}{wanted}");
        }
    }

    #[test]
    fn which_anchors_are_numbers_of_paragraphs() {
        for (anchor, form, expected) in [
            ("point-26", "point-", Some(26)),
            ("P26", "P", Some(26)),
            ("P99999999999", "P", Some(u32::MAX)),
            ("P26S1", "P", None),
            ("Preamble", "P", None),
        ] {
            assert_eq!(number(&Anchor::new(anchor).unwrap(), form), expected, "{anchor}");
        }
    }
}
