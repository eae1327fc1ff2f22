//! Finds the part of a document that a uri names: in an excerpt of a long document, or else in the whole artifact.

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Location, StoredId};
use lagrum_chronicle::Borne;
use lagrum_snapshot::Snapshot;

use super::found_part::FoundPart;
use super::in_time::{ProvisionInTime, text_of_provision};
use super::missing::{nearest, no_provision};
use super::text::ProvisionText;
use crate::AnswerError;
use crate::as_of::{TextSource, names_lydelse, text_on_day};
use crate::lookup::{act_of_its_own_lydelse, find_stored, query_catalog};
use crate::reader_day::reader_day;

/// Finds the part that a uri names, and answers from it.
pub(super) fn with_part<T>(
    snapshot: &Snapshot,
    today: Date,
    uri: &str,
    as_of: Option<Date>,
    answer: impl FnOnce(&FoundPart<'_>) -> Result<T, AnswerError>,
) -> Result<T, AnswerError> {
    let of_act = act_of_its_own_lydelse(snapshot, uri)?;
    let uri = of_act.as_deref().unwrap_or(uri);
    let place = Location::parse(uri).ok_or_else(|| AnswerError::no_document(uri))?;
    let root = place.document().as_str();
    let (document, stored) = find_stored(snapshot, root)?.ok_or_else(|| AnswerError::no_document(root))?;
    let asked = place.anchor().ok_or_else(|| AnswerError::Invalid {
        parameter: "uri",
        input: Some(uri.to_owned()),
        message: "Input should name a provision: the uri of a document, '#' and an anchor".to_owned(),
    })?;
    if let Some(day) = as_of.filter(|_| document.uri != root) {
        return Err(names_lydelse(&document, day));
    }
    let in_time = if document.uri == root {
        ProvisionInTime::load(snapshot, &document, asked, as_of.unwrap_or(today))?
    } else {
        None
    };
    let without_text = in_time.as_ref().and_then(ProvisionInTime::without_text);
    let missing = |nearest: &[String]| {
        no_provision(snapshot, &document, root, asked, as_of.unwrap_or(today), without_text, nearest)
    };
    let text = match as_of {
        Some(day) => match &in_time {
            // Nothing ever bore the number, or an anchor in another spelling.
            Some(in_time) if in_time.found.borne == Borne::Nothing => text_on_day(snapshot, &document, day)?,
            in_time => text_of_provision(snapshot, &document, asked, day, in_time.as_ref())?,
        },
        None => TextSource::undated(stored),
    };
    let stored = text.stored.ok_or_else(|| missing(&[]))?;
    let mut anchor = asked.clone();
    let mut excerpt = ProvisionText::excerpt(snapshot, stored, root, asked)?;
    if excerpt.is_none() {
        anchor = find_in_list(snapshot, stored, root, asked, missing)?;
        if anchor != *asked {
            excerpt = ProvisionText::excerpt(snapshot, stored, root, &anchor)?;
        }
    }
    let provision_text = if let Some(excerpt) = excerpt {
        excerpt
    } else {
        let reader_day = reader_day(snapshot, root, today)?;
        ProvisionText::whole(snapshot, &text, stored, root, reader_day.as_deref())?
    };
    let part = provision_text.part(&anchor).ok_or_else(|| {
        let parts = provision_text.artifact().presented().anchored_parts();
        missing(&nearest(parts.iter().map(|part| &part.anchor), asked))
    })?;
    let rendered = provision_text.render(&part)?;
    answer(&FoundPart {
        snapshot,
        today,
        document: &document,
        text: &text,
        in_time: in_time.as_ref(),
        stored,
        root,
        provision_text: &provision_text,
        anchor: &anchor,
        part,
        rendered,
    })
}

/// An anchor as the list of the anchors of a stored artifact has it. Fails if the list lacks it. A text that
/// states days has anchors on some of them that it does not store.
fn find_in_list(
    snapshot: &Snapshot,
    stored: StoredId,
    root: &str,
    anchor: &Anchor,
    missing: impl Fn(&[String]) -> AnswerError,
) -> Result<Anchor, AnswerError> {
    let list = query_catalog(snapshot, |catalog| catalog.anchors_of(stored))?;
    let is_empty = list.iter().next().is_none();
    if is_empty || list.position(anchor).is_some() {
        return Ok(anchor.clone());
    }
    if let Some(spelt) = spelt_as(list.iter(), anchor) {
        return Ok(spelt);
    }
    let act = query_catalog(snapshot, |catalog| catalog.act(root))?;
    if act.is_some_and(|act| !act.node_dates.is_empty()) {
        return Ok(anchor.clone());
    }
    Err(missing(&nearest(list.iter(), anchor)))
}

/// The anchor of a document that is another in other spelling: with other capitals, or a page number without its leading zeros. None
/// where several are.
fn spelt_as<'a>(anchors: impl Iterator<Item = &'a Anchor>, anchor: &Anchor) -> Option<Anchor> {
    let is_same = |other: &&Anchor| {
        other.as_str().eq_ignore_ascii_case(anchor.as_str())
            || (anchor.page().is_some() && other.page() == anchor.page())
    };
    let mut same = anchors.filter(is_same);
    let found = same.next()?;
    same.next().is_none().then(|| found.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_in_another_spelling() {
        let anchors: Vec<Anchor> = ["K3P3", "sid5", "6.1.f", "A6P1", "P26", "p26", "AI", "Ai"]
            .iter()
            .filter_map(|a| Anchor::new(a))
            .collect();
        for (asked, expected) in [
            ("k3p3", Some("K3P3")),
            ("sid05", Some("sid5")),
            ("SID5", Some("sid5")),
            ("6.1.F", Some("6.1.f")),
            ("a6p1", Some("A6P1")),
            // Two have the spelling.
            ("aI", None),
            ("K3P4", None),
            ("sid", None),
        ] {
            let found = spelt_as(anchors.iter(), &Anchor::new(asked).unwrap());
            assert_eq!(found.as_ref().map(Anchor::as_str), expected, "{asked}");
        }
    }
}
