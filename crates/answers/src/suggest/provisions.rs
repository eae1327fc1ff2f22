//! The provisions of a document that a half-typed place may mean.

use lagrum_artifact::{Anchor, AnchorGrammar};

use super::typed::{TypedNumber, TypedPlace, Unit};

/// How closely an anchor matches the typed numbers, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    Exact,
    /// The same number with a letter after it (`3 a §` for `3`).
    Lettered,
    /// A part of what was typed (`artikel 6.1` for `6`).
    Inside,
    /// A number that begins with the digits (`30 §` for `3`).
    Longer,
}

/// Up to `limit` anchors that the place may mean, the best first, and of equal ones in the order of the document.
pub(super) fn meant<'a>(
    anchors: impl Iterator<Item = &'a Anchor>,
    grammar: AnchorGrammar,
    place: &TypedPlace,
    limit: usize,
) -> Vec<Anchor> {
    let mut continuous: Vec<(Closeness, &Anchor)> = Vec::new();
    let mut by_kapitel: Vec<(Closeness, &Anchor)> = Vec::new();
    for anchor in anchors {
        // A shorter test than reading the anchor: most are stycken.
        let Some(path) = path(anchor, grammar) else { continue };
        let Some(closeness) = closeness(&path, place) else { continue };
        if path.first().is_some_and(|(unit, _)| *unit == Unit::Kapitel) {
            &mut by_kapitel
        } else {
            &mut continuous
        }
        .push((closeness, anchor));
    }
    // A lone number is a paragraf where paragrafer are numbered through the act, and a kapitel elsewhere.
    continuous.sort_by_key(|(closeness, _)| *closeness);
    by_kapitel.sort_by_key(|(closeness, _)| *closeness);
    let all = continuous.into_iter().chain(by_kapitel);
    all.take(limit).map(|(_, anchor)| anchor.clone()).collect()
}

/// The numbers of an anchor with their units; None for an anchor that nobody types.
fn path(anchor: &Anchor, grammar: AnchorGrammar) -> Option<Vec<(Unit, &str)>> {
    let text = anchor.as_str();
    if anchor.page().is_some() {
        return Some(vec![(Unit::Page, text.strip_prefix("sid")?)]);
    }
    if let Some(recital) = anchor.recital() {
        return Some(vec![(Unit::Recital, recital)]);
    }
    if text.starts_with('K') || text.starts_with('P') {
        let (kapitel, rest) = segment(text, 'K');
        let (paragraf, rest) = segment(rest, 'P');
        let numbers = [(Unit::Kapitel, kapitel), (Unit::Paragraf, paragraf)];
        return rest
            .is_empty()
            .then(|| numbers.into_iter().filter_map(|(unit, number)| Some((unit, number?))).collect());
    }
    if grammar == AnchorGrammar::Statute {
        return None;
    }
    let article = match text.strip_prefix('A') {
        Some(treaty) => treaty,
        None if text.starts_with(|c: char| c.is_ascii_digit()) => text,
        None => return None,
    };
    grammar.label(anchor)?;
    let parts = article.split(['.', 'P', 'L']).map(|part| (Unit::Article, part));
    Some(parts.collect()).filter(|_| !article.contains('S') && !article.contains('-'))
}

fn segment(text: &str, letter: char) -> (Option<&str>, &str) {
    let Some(rest) = text.strip_prefix(letter) else { return (None, text) };
    let end = rest.find(|c: char| c.is_ascii_uppercase() || c == '-').unwrap_or(rest.len());
    (Some(&rest[..end]), &rest[end..])
}

fn closeness(path: &[(Unit, &str)], place: &TypedPlace) -> Option<Closeness> {
    let first = path.first()?.0;
    let typed = &place.numbers;
    if first == Unit::Article {
        return article(path, typed, place.is_open);
    }
    if let [(only, number)] = path {
        let [wanted] = typed.as_slice() else {
            // `3 kap. 7 §` of an act whose paragrafer are numbered through all kapitel.
            let [kapitel, paragraf] = typed.as_slice() else { return None };
            let fits = *only == Unit::Paragraf && kapitel.unit == Some(Unit::Kapitel);
            return fits.then(|| number_closeness(number, paragraf, place.is_open)).flatten();
        };
        let same = match only {
            Unit::Kapitel | Unit::Paragraf => wanted.unit.is_none_or(|unit| unit == *only),
            other => wanted.unit == Some(*other),
        };
        return same.then(|| number_closeness(number, wanted, place.is_open)).flatten();
    }
    let [(_, kapitel), (_, paragraf)] = path else { return None };
    match typed.as_slice() {
        [wanted] if wanted.unit == Some(Unit::Kapitel) => {
            (wanted.text == *kapitel && !place.is_open).then_some(Closeness::Inside)
        }
        [wanted] if wanted.unit == Some(Unit::Paragraf) => number_closeness(paragraf, wanted, place.is_open),
        [outer, inner] if outer.text == *kapitel => number_closeness(paragraf, inner, place.is_open),
        _ => None,
    }
}

/// An article with its numbered parts, typed as far as it is.
fn article(path: &[(Unit, &str)], typed: &[TypedNumber], is_open: bool) -> Option<Closeness> {
    if typed.iter().any(|number| !matches!(number.unit, None | Some(Unit::Article))) {
        return None;
    }
    // `6.1 c` is typed as 6 and 1c; as a path it is 6, 1, c.
    let mut wanted: Vec<(&str, bool)> = Vec::new();
    for (index, number) in typed.iter().enumerate() {
        let digits = number.text.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let letters = &number.text[digits.len()..];
        if index > 0 && !digits.is_empty() && !letters.is_empty() {
            wanted.extend([(digits, false), (letters, false)]);
        } else {
            wanted.push((&number.text, false));
        }
    }
    wanted.last_mut()?.1 = is_open;
    if path.len() < wanted.len() {
        return None;
    }
    let mut worst = Closeness::Exact;
    for ((_, number), (text, is_open)) in path.iter().zip(&wanted) {
        let wanted = TypedNumber { text: (*text).to_owned(), unit: None };
        worst = worst.max(number_closeness(number, &wanted, *is_open)?);
    }
    if path.len() == wanted.len() {
        return Some(worst);
    }
    // Parts of other articles than the typed one are too many to be suggested.
    (worst == Closeness::Exact && path.len() == wanted.len() + 1).then_some(Closeness::Inside)
}

fn number_closeness(number: &str, wanted: &TypedNumber, is_open: bool) -> Option<Closeness> {
    if number == wanted.text {
        return Some(Closeness::Exact);
    }
    let rest = number.strip_prefix(wanted.text.as_str()).filter(|_| is_open)?;
    Some(match rest.bytes().next()? {
        b'0'..=b'9' => Closeness::Longer,
        _ => Closeness::Lettered,
    })
}

#[cfg(test)]
mod tests {
    use super::super::typed::typed_citations;
    use super::*;

    fn found(anchors: &str, grammar: AnchorGrammar, typed: &str) -> String {
        let anchors: Vec<Anchor> = anchors.split(' ').filter_map(Anchor::new).collect();
        let typed = format!("lagen {typed}");
        let citations = typed_citations(&typed);
        let Some(citation) = citations.first() else { return "no place".to_owned() };
        let meant = meant(anchors.iter(), grammar, &citation.place, 8);
        meant.iter().map(Anchor::as_str).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn of_statutes() {
        let continuous = "K1 P1 P1S1 P2 P3 P3S1N2 P3a K2 P30 P31 P300 P40 sid3";
        let by_kapitel = "K1 K1P1 K1P2 K2 K2P1 K2P3 K2P3a K2P30 K2P3S1 K20 K20P3 B1 R3";
        let table = [
            (continuous, "3", "P3 P3a P30 P31 P300"),
            (continuous, "3 ", "P3"),
            (continuous, "3 §", "P3"),
            (continuous, "3 a", "P3a"),
            (continuous, "2", "P2 K2"),
            (continuous, "2 kap", "K2"),
            (continuous, "2 kap 3 §", "P3"),
            (continuous, "s 3", "sid3"),
            (continuous, "9", ""),
            (by_kapitel, "2", "K2 K20"),
            (by_kapitel, "2 kap", "K2 K2P1 K2P3 K2P3a K2P30"),
            (by_kapitel, "2:3", "K2P3 K2P3a K2P30"),
            (by_kapitel, "2 kap 3", "K2P3 K2P3a K2P30"),
            (by_kapitel, "2 kap 3 §", "K2P3"),
            (by_kapitel, "3 §", "K2P3 K20P3"),
            (by_kapitel, "2 kap 4 §", ""),
            (by_kapitel, "art 2", ""),
        ];
        for (anchors, typed, expected) in table {
            assert_eq!(found(anchors, AnchorGrammar::Statute, typed), expected, "{typed}");
        }
    }

    #[test]
    fn of_acts_with_articles() {
        let act = "recital-6 6 6.1 6.1.c 6.1.S2 6.2 60 61 61.1 6a";
        let treaty = "A6 A6P1 A6P1La A60 A6-2";
        let table = [
            (act, AnchorGrammar::General, "6", "6 6a 6.1 6.2 60 61"),
            (act, AnchorGrammar::General, "art 6.1", "6.1 6.1.c"),
            (act, AnchorGrammar::General, "6.1 c", "6.1.c"),
            (act, AnchorGrammar::General, "skäl 6", "recital-6"),
            (act, AnchorGrammar::General, "6 §", ""),
            (treaty, AnchorGrammar::Treaty, "6", "A6 A6P1 A60"),
            (treaty, AnchorGrammar::Treaty, "art 6.1", "A6P1 A6P1La"),
        ];
        for (anchors, grammar, typed, expected) in table {
            assert_eq!(found(anchors, grammar, typed), expected, "{typed}");
        }
    }
}
