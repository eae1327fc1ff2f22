//! The failure of a question for a provision that a text does not have.

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;

use crate::AnswerError;
use crate::lookup::local_id;
use crate::place_state::place_on;

/// The most provisions that are named as nearest to a missing one.
const MAX_NEAREST: usize = 3;

/// The anchors of a document that are spelt most like one it does not have.
pub(crate) fn nearest<'a>(anchors: impl Iterator<Item = &'a Anchor>, anchor: &Anchor) -> Vec<String> {
    let wanted = anchor.as_str();
    let shared = |other: &str| wanted.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let number = |text: &str| -> i64 {
        let digits: String = text.chars().filter(char::is_ascii_digit).take(9).collect();
        digits.parse().unwrap_or_default()
    };
    let mut anchors: Vec<&str> = anchors.map(Anchor::as_str).collect();
    anchors.sort_by_cached_key(|other| {
        let at = shared(other);
        let rest = |text: &str| number(text.get(at..).unwrap_or_default());
        (std::cmp::Reverse(at), (rest(other) - rest(wanted)).abs(), other.len())
    });
    anchors.into_iter().take(MAX_NEAREST).map(str::to_owned).collect()
}

/// The failure of a question for a provision that the text does not have. It states what became of the provision on the
/// day, or today, where that is known, and which provisions are near.
pub(crate) fn no_provision(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    root: &str,
    anchor: &Anchor,
    day: Date,
    nearest: &[String],
) -> AnswerError {
    let near = if nearest.is_empty() {
        format!("{root} has no provisions")
    } else {
        format!("{root} has no {anchor}; the nearest are {}", nearest.join(", "))
    };
    match explanation(snapshot, document, anchor, day) {
        Ok(Some(known)) => AnswerError::NotFound(format!("{near}. Of {anchor}: {known}")),
        Ok(None) => AnswerError::NotFound(near),
        Err(error) => error,
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
