//! The failure of a question for a provision that a text does not have.

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;

use super::PlaceWithoutText;
use crate::lookup::local_id;
use crate::place_state::place_on;
use crate::{AnswerError, KnownOfDay};

/// The most provisions that are named as nearest to a missing one.
const MAX_NEAREST: usize = 3;

/// The anchors of a document that are spelt most like one it does not have.
pub(crate) fn nearest<'a>(anchors: impl Iterator<Item = &'a Anchor>, anchor: &Anchor) -> Vec<String> {
    let wanted = Steps::of(anchor.as_str());
    let mut anchors: Vec<&str> = anchors.map(Anchor::as_str).collect();
    anchors.sort_by_cached_key(|other| {
        let steps = Steps::of(other);
        let shared = wanted.0.iter().zip(&steps.0).take_while(|(a, b)| a == b).count();
        let (here, there) = (wanted.0.get(shared), steps.0.get(shared));
        // Of the same kind of part, the nearest number; then another kind in the same part.
        let is_other_kind = here.map(|step| step.0) != there.map(|step| step.0);
        let distance = here.map_or(0, |step| step.1).abs_diff(there.map_or(0, |step| step.1));
        (std::cmp::Reverse(shared), is_other_kind, distance, steps.0.len())
    });
    anchors.into_iter().take(MAX_NEAREST).map(str::to_owned).collect()
}

/// An anchor as the letters and the number of each of its steps: `K2P3a` is `K` 2, `P` 3, `a` 0.
#[derive(Debug, PartialEq, Eq)]
struct Steps<'a>(Vec<(&'a str, u32)>);

impl<'a> Steps<'a> {
    fn of(anchor: &'a str) -> Self {
        let mut steps = Vec::new();
        let mut rest = anchor;
        while !rest.is_empty() {
            let letters = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            let (kind, after) = rest.split_at(letters);
            let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let (number, after) = after.split_at(digits);
            steps.push((kind, number.parse().unwrap_or(if number.is_empty() { 0 } else { u32::MAX })));
            rest = after;
        }
        Self(steps)
    }
}

/// The failure of a question for a provision that the text does not have. It states what became of the provision on the
/// day, or today, where that is known, and which provisions are near. `without_text` is what is known of a provision of an
/// act of which no text of the day is held.
pub(crate) fn no_provision(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    root: &str,
    anchor: &Anchor,
    day: Date,
    without_text: Option<&PlaceWithoutText>,
    nearest: &[String],
) -> AnswerError {
    let near = if nearest.is_empty() {
        format!("{root} has no provisions")
    } else {
        format!("{root} has no {anchor}; the nearest are {}", nearest.join(", "))
    };
    let detail = match explanation(snapshot, document, anchor, day) {
        Ok(Some(known)) => format!("{near}. Of {anchor}: {known}"),
        Ok(None) => near,
        Err(error) => return error,
    };
    match without_text {
        Some(place) => AnswerError::no_text_of_day(detail, KnownOfDay::Place(Box::new(place.clone()))),
        None => AnswerError::not_found(detail),
    }
}

/// What became of a provision that a document does not have.
fn explanation(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    anchor: &Anchor,
    day: Date,
) -> Result<Option<String>, AnswerError> {
    let base = &snapshot.manifest().base;
    let Some(place) = Location::parse(&format!("{}#{anchor}", document.uri)) else { return Ok(None) };
    let name = |act: &str| local_id(base, act).replace('_', " ");
    Ok(place_on(snapshot, &place, day)?.explanation(|act| format!("SFS {}", name(act))))
}

#[cfg(test)]
mod nearest_tests {
    use super::*;

    #[test]
    fn the_nearest_have_the_nearest_numbers() {
        for (wanted, held, expected) in [
            (
                "point-9999",
                &["point-98", "point-99", "point-203", "point-204", "domslut"][..],
                &["point-204", "point-203"][..],
            ),
            ("200", &["20", "20.1", "99", "98", "sid3"], &["99", "98"]),
            ("K2P9", &["K1P9", "K2P1", "K2P8", "K2P8S1", "K3P9"], &["K2P8", "K2P8S1"]),
            ("P39M2", &["P39", "P38", "P40"], &["P39", "P38"]),
        ] {
            let held: Vec<Anchor> = held.iter().filter_map(|text| Anchor::new(text)).collect();
            let found = nearest(held.iter(), &Anchor::new(wanted).unwrap());
            assert_eq!(&found[..2], expected, "{wanted}");
        }
    }
}
