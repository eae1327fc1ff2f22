//! Articles of EU acts and treaties. The text of an EU act may be that of its first day, and a treaty that of a time; later acts insert
//! articles with letters and paragraphs anywhere. So little is established: an article or recital of an EU act beyond the last one, since
//! nothing is inserted behind the final provisions.

use lagrum_artifact::Anchor;
use lagrum_catalog::CatalogHoldings;
use lagrum_citation::ResolvedLocation;
use lagrum_sources::ActForm;

use super::{PlaceState, PlaceStatus};

/// What a part of a held EU act or treaty is.
pub(super) fn article(
    holdings: &CatalogHoldings<'_>,
    location: &ResolvedLocation,
    cited: &Anchor,
    form: ActForm,
) -> PlaceState {
    if location.anchor.is_some() {
        return PlaceState::held();
    }
    let anchors = holdings.anchors(&location.document).filter(|_| form == ActForm::EuAct);
    let last = anchors.as_ref().and_then(|anchors| last_before(anchors.iter(), cited));
    match last {
        Some(last) => PlaceState::impossible(vec![last.clone()]),
        None => PlaceState::of(PlaceStatus::NotHeld),
    }
}

/// The last article or recital, if a cited one has a higher number and all before it are there.
fn last_before<'a>(anchors: impl Iterator<Item = &'a Anchor>, cited: &Anchor) -> Option<&'a Anchor> {
    let prefix = if cited.recital().is_some() { "recital-" } else { "" };
    let number = |anchor: &Anchor| -> Option<u32> {
        let digits = anchor.as_str().strip_prefix(prefix)?;
        let is_number =
            digits.starts_with(|c: char| c.is_ascii_digit()) && digits.bytes().all(|b| b.is_ascii_digit());
        digits.parse().ok().filter(|_| is_number)
    };
    // `71.2` is beyond an act of 70 articles too.
    let article = cited.as_str().split('.').next().and_then(Anchor::new)?;
    let wanted = number(&article)?;
    let mut numbers: Vec<(u32, &Anchor)> =
        anchors.filter_map(|anchor| Some((number(anchor)?, anchor))).collect();
    numbers.sort_by_key(|(number, _)| *number);
    numbers.dedup_by_key(|(number, _)| *number);
    let (last, anchor) = numbers.last()?;
    let is_whole = numbers.first()?.0 == 1 && numbers.len() == *last as usize;
    (wanted > *last && is_whole).then_some(*anchor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_articles_are_beyond_the_last_one() {
        let of = |anchors: &str, cited: &str| {
            let anchors: Vec<Anchor> = anchors.split(' ').filter_map(Anchor::new).collect();
            let last = last_before(anchors.iter(), &Anchor::new(cited).unwrap());
            last.map_or("-".to_owned(), Anchor::to_string)
        };
        for (anchors, cited, expected) in [
            ("recital-1 recital-2 1 1.1 2 3", "4", "3"),
            ("recital-1 recital-2 1 1.1 2 3", "4.2.a", "3"),
            ("recital-1 recital-2 1 1.1 2 3", "recital-3", "recital-2"),
            ("recital-1 recital-2 1 1.1 2 3", "3a", "-"),
            ("recital-1 recital-2 1 1.1 2 3", "2.9", "-"),
            ("recital-1 recital-2 1 1.1 2 3", "bilaga-1", "-"),
            // Incomplete texts.
            ("1 3", "4", "-"),
            ("2 3", "4", "-"),
            ("P1", "4", "-"),
        ] {
            assert_eq!(of(anchors, cited), expected, "{anchors}: {cited}");
        }
    }
}
