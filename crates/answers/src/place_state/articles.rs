//! The state of articles of EU acts and treaties. The held text of an EU act may be that of its first day, and that of
//! a treaty the text of one time. Later acts insert articles with letters and paragraphs anywhere. So only this is
//! impossible: an article or recital beyond the last one, since nothing is inserted behind the final provisions, and an
//! article 0.
//!
//! A number beyond the last numbered paragraph of an article (`6.99`) or beyond its last point is not held, and the article
//! does not stand for it: an amendment may have added it. In a treaty, which is held as it applies, it is impossible.

use lagrum_artifact::Anchor;
use lagrum_catalog::CatalogHoldings;
use lagrum_citation::ResolvedLocation;
use lagrum_sources::ActForm;

use super::state::{PlaceReason, PlaceState, PlaceStatus};

/// The state of a part of a held EU act or treaty.
pub(super) fn article(
    holdings: &CatalogHoldings<'_>,
    location: &ResolvedLocation,
    cited: &Anchor,
    form: ActForm,
) -> PlaceState {
    let anchors = holdings.anchors(&location.document);
    if let Some(found) = &location.anchor {
        let last = anchors.as_ref().and_then(|anchors| last_part(anchors.iter(), found, cited));
        return match last {
            None => PlaceState::held(),
            Some(last) if form == ActForm::Treaty => PlaceState::impossible(vec![last.clone()]),
            Some(_) => PlaceState::not_held_since(PlaceReason::TextIncomplete),
        };
    }
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

/// The place of a part among those of its kind: of a numbered paragraph its number, of a point its letter, `a` is 1.
fn place_of_part(part: &str) -> Option<u32> {
    let mut signs = part.chars();
    match (signs.next(), signs.next()) {
        (Some(letter @ 'a'..='z'), None) => Some(u32::from(letter) - u32::from('a') + 1),
        _ => part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?,
    }
}

/// The last numbered paragraph or point of a found article, where the cited one is beyond it: `6.4` for `6.99`. None where the
/// article has the part, where its parts are not all there from the first to the last, and for other parts.
fn last_part<'a>(
    anchors: impl Iterator<Item = &'a Anchor>,
    found: &Anchor,
    cited: &Anchor,
) -> Option<&'a Anchor> {
    let rest = cited.as_str().strip_prefix(found.as_str())?;
    let mark = ["P", "L", "."].into_iter().find(|mark| rest.starts_with(*mark))?;
    let outermost_part = |rest: &'a str| rest.strip_prefix(mark).filter(|part| !part.is_empty());
    let wanted_end = rest.char_indices().skip(1).find(|(_, sign)| matches!(sign, 'P' | 'L' | 'S' | '.'));
    let wanted = rest[..wanted_end.map_or(rest.len(), |(at, _)| at)].strip_prefix(mark)?;
    let is_letter = wanted.starts_with(|sign: char| sign.is_ascii_lowercase());
    let wanted = place_of_part(wanted)?;
    let mut parts: Vec<(u32, &Anchor)> = anchors
        .filter_map(|anchor| Some((outermost_part(anchor.as_str().strip_prefix(found.as_str())?)?, anchor)))
        .filter(|(part, _)| part.starts_with(|sign: char| sign.is_ascii_lowercase()) == is_letter)
        .filter_map(|(part, anchor)| Some((place_of_part(part)?, anchor)))
        .collect();
    parts.sort_by_key(|(place, _)| *place);
    parts.dedup_by_key(|(place, _)| *place);
    let (last, anchor) = *parts.last()?;
    let is_whole = parts.len() > 1 && parts.len() == last as usize;
    (is_whole && (wanted > last || wanted == 0)).then_some(anchor)
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

    #[test]
    fn which_parts_are_beyond_the_last_one() {
        let act = "6 6.1 6.1.a 6.1.b 6.2 6.2a 7 7.1 7.3 8 8.S2 A9 A9P1 A9P2 A9P2La A9P2Lb";
        let anchors: Vec<Anchor> = act.split(' ').filter_map(Anchor::new).collect();
        for (found, cited, expected) in [
            ("6", "6.99", "6.2"),
            ("6", "6.99.b", "6.2"),
            ("6", "6.0", "6.2"),
            ("6.1", "6.1.c", "6.1.b"),
            ("A9", "A9P3", "A9P2"),
            ("A9", "A9P3La", "A9P2"),
            ("A9P2", "A9P2Lc", "A9P2Lb"),
            // What the act has, other parts, parts with a gap, an article that is not divided.
            ("6", "6", "-"),
            ("6", "6.2b", "-"),
            ("6.1", "6.1.2", "-"),
            ("7", "7.9", "-"),
            ("8", "8.2", "-"),
            ("8", "8.S9", "-"),
            ("A9", "A9S9", "-"),
        ] {
            let (found, wanted) = (Anchor::new(found).unwrap(), Anchor::new(cited).unwrap());
            let last = last_part(anchors.iter(), &found, &wanted).map_or("-", Anchor::as_str);
            assert_eq!(last, expected, "{cited}");
        }
    }
}
