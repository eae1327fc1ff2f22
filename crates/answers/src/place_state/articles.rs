//! The state of articles of EU acts and treaties. The held text of an EU act may be that of its first day, and that of
//! a treaty the text of one time. Later acts insert articles with letters and paragraphs anywhere. So only this is
//! impossible: an article or recital beyond the last one, since nothing is inserted behind the final provisions, and an
//! article 0.

use lagrum_artifact::Anchor;
use lagrum_catalog::CatalogHoldings;
use lagrum_citation::ResolvedLocation;
use lagrum_sources::ActForm;

use super::state::{PlaceState, PlaceStatus};

/// The state of a part of a held EU act or treaty.
pub(super) fn article(
    holdings: &CatalogHoldings<'_>,
    location: &ResolvedLocation,
    cited: &Anchor,
    form: ActForm,
) -> PlaceState {
    if location.anchor.is_some() {
        return PlaceState::held();
    }
    let anchors = holdings.anchors(&location.document);
    let last = anchors.as_ref().and_then(|anchors| outermost(anchors.iter(), cited, form));
    match last {
        Some(last) => PlaceState::impossible(vec![last.clone()]),
        None => PlaceState::of(PlaceStatus::NotHeld),
    }
}

/// The article or recital nearest to a cited number that cannot exist: the first for 0; the last for a number above
/// all, if no number from the first to the last is lacking. None for other numbers.
fn outermost<'a>(
    anchors: impl Iterator<Item = &'a Anchor>,
    cited: &Anchor,
    form: ActForm,
) -> Option<&'a Anchor> {
    let (prefix, parts) = match form {
        ActForm::Treaty => ("A", ['P', 'L', 'S'].as_slice()),
        _ if cited.recital().is_some() => ("recital-", ['.'].as_slice()),
        _ => ("", ['.'].as_slice()),
    };
    let number = |anchor: &str| -> Option<u32> {
        let digits = anchor.strip_prefix(prefix)?;
        let is_number =
            digits.starts_with(|c: char| c.is_ascii_digit()) && digits.bytes().all(|b| b.is_ascii_digit());
        digits.parse().ok().filter(|_| is_number)
    };
    // `71.2` and `A71P2` are beyond an act of 70 articles too.
    let cited = cited.as_str();
    let end =
        cited.char_indices().skip(1).find(|(_, sign)| parts.contains(sign)).map_or(cited.len(), |(at, _)| at);
    let wanted = number(&cited[..end])?;
    let mut numbers: Vec<(u32, &Anchor)> =
        anchors.filter_map(|anchor| Some((number(anchor.as_str())?, anchor))).collect();
    numbers.sort_by_key(|(number, _)| *number);
    numbers.dedup_by_key(|(number, _)| *number);
    let ((first, first_anchor), (last, last_anchor)) = (numbers.first()?, numbers.last()?);
    let is_whole = *first == 1 && numbers.len() == *last as usize;
    match wanted {
        0 => Some(*first_anchor),
        _ => (wanted > *last && is_whole).then_some(*last_anchor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_articles_are_beyond_the_last_one() {
        let of = |anchors: &str, cited: &str| {
            let form = if anchors.contains('A') { ActForm::Treaty } else { ActForm::EuAct };
            let anchors: Vec<Anchor> = anchors.split(' ').filter_map(Anchor::new).collect();
            let nearest = outermost(anchors.iter(), &Anchor::new(cited).unwrap(), form);
            nearest.map_or("-".to_owned(), Anchor::to_string)
        };
        for (anchors, cited, expected) in [
            ("recital-1 recital-2 1 1.1 2 3", "4", "3"),
            ("recital-1 recital-2 1 1.1 2 3", "4.2.a", "3"),
            ("recital-1 recital-2 1 1.1 2 3", "recital-3", "recital-2"),
            ("recital-1 recital-2 1 1.1 2 3", "3a", "-"),
            ("recital-1 recital-2 1 1.1 2 3", "2.9", "-"),
            ("recital-1 recital-2 1 1.1 2 3", "bilaga-1", "-"),
            ("1 1.1 2", "0", "1"),
            ("A1 A1S1 A2 A2P1", "A3", "A2"),
            ("A1 A1S1 A2 A2P1", "A3P2Lb", "A2"),
            ("A1 A1S1 A2 A2P1", "A0", "A1"),
            ("A1 A1S1 A2 A2P1", "A2P4", "-"),
            ("A1 A1S1 A2 A2P1", "A2b", "-"),
            ("A1 A1S1 A2 A2P1", "Annex3", "-"),
            // Incomplete texts.
            ("A1 A3", "A4", "-"),
            ("1 3", "4", "-"),
            ("2 3", "4", "-"),
            ("P1", "4", "-"),
        ] {
            assert_eq!(of(anchors, cited), expected, "{anchors}: {cited}");
        }
    }
}
