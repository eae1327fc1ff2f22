//! Ranges: `7-9 §§` cites three paragrafer, of which a scan gives the first and the last.

use lagrum_artifact::Anchor;
use lagrum_citation::{CitedLocation, FollowingUnits, ScannedLink};

/// The most units of one range. The inside of a longer range is left out: its ends are cited.
const MAX_UNITS: u32 = 100;

/// The most units that are added to one text.
const MAX_ADDED: usize = 10_000;

/// A link and, if it is the end of a range, the units between both ends.
pub(super) struct RangedLink {
    pub(super) link: ScannedLink,
    pub(super) inside: Vec<CitedLocation>,
}

/// Ranges whose act is looked up for what it has between the ends.
const MAX_LOOKED_UP: usize = 1_000;

/// Finds the units inside ranges: those with numbers between both ends, and what else the held act has there (`8 a §` of
/// `7-9 §§`). `anchors` gives the anchors of a held document that have a beginning.
pub(super) fn with_ranges(
    text: &str,
    links: Vec<ScannedLink>,
    anchors: impl Fn(&str, &str) -> Vec<Anchor>,
) -> Vec<RangedLink> {
    let mut all: Vec<RangedLink> = Vec::with_capacity(links.len());
    let (mut added, mut looked_up) = (0, 0);
    for mut link in links {
        let mut inside = Vec::new();
        if let Some(RangedLink { link: first, .. }) = all.last()
            && let Some(joint) = joint(text.get(first.range.end..link.range.start).unwrap_or_default())
            && let ([from], [to]) = (first.targets.as_slice(), link.targets.as_slice())
        {
            inside = between(from, to, |beginning| {
                looked_up += 1;
                if looked_up > MAX_LOOKED_UP { Vec::new() } else { anchors(&from.document, beginning) }
            });
            // Spans of a range are joined by a dash; a word is one of the words of the second.
            if joint.starts_with(char::is_alphabetic) && !inside.is_empty() {
                link.range.start -= joint.len();
            }
            if added + inside.len() > MAX_ADDED {
                inside.clear();
            }
            added += inside.len();
        }
        // `28 f. §§` cites the next one too.
        if link.following == Some(FollowingUnits::Next)
            && let [only] = link.targets.as_slice()
            && added < MAX_ADDED
        {
            let next = after(only, |beginning| {
                looked_up += 1;
                if looked_up > MAX_LOOKED_UP { Vec::new() } else { anchors(&only.document, beginning) }
            });
            added += usize::from(next.is_some());
            inside.extend(next);
        }
        all.push(RangedLink { link, inside });
    }
    all
}

/// What joins the ends of a range, without the blanks before it: a dash, or a word with the blank after it.
fn joint(between: &str) -> Option<&str> {
    let joint = between.trim_start();
    let sign = joint.trim_end();
    let dash =
        !sign.is_empty() && sign.chars().all(|c| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'));
    (dash || matches!(sign, "till" | "t.o.m.")).then_some(joint)
}

/// A number with its letters, in the order of provisions: 5, 5 a, 6.
type Number = (u32, String);

/// The units between two that differ in their last number.
fn between(
    from: &CitedLocation,
    to: &CitedLocation,
    held: impl FnOnce(&str) -> Vec<Anchor>,
) -> Vec<CitedLocation> {
    let ends = || {
        let (from_anchor, to_anchor) = (from.anchor.as_ref()?, to.anchor.as_ref()?);
        let (before, first) = last_number(from_anchor.as_str())?;
        let (same, last) = last_number(to_anchor.as_str())?;
        let bounded =
            from.document == to.document && before == same && last > first && last.0 - first.0 <= MAX_UNITS;
        bounded.then(|| (before.to_owned(), first, last))
    };
    let Some((before, first, last)) = ends() else { return Vec::new() };
    let mut numbers: Vec<Number> = (first.0 + 1..=last.0).map(|number| (number, String::new())).collect();
    if first.0 == last.0
        && let ([a], [b]) = (first.1.as_bytes(), last.1.as_bytes())
    {
        numbers.extend((*a..*b).skip(1).map(|letter| (first.0, char::from(letter).to_string())));
    }
    for anchor in held(&before) {
        let number = last_number(anchor.as_str()).filter(|(same, _)| *same == before);
        numbers.extend(number.map(|(_, number)| number));
    }
    numbers.retain(|number| *number > first && *number < last);
    numbers.sort();
    numbers.dedup();
    let unit = |(number, letters): Number| CitedLocation {
        document: from.document.clone(),
        anchor: Anchor::new(&format!("{before}{number}{letters}")),
    };
    numbers.into_iter().map(unit).collect()
}

/// The unit after one: the next that the held act has beside it, else that of the next number.
fn after(unit: &CitedLocation, held: impl FnOnce(&str) -> Vec<Anchor>) -> Option<CitedLocation> {
    let anchor = unit.anchor.as_ref()?;
    let (before, number) = last_number(anchor.as_str())?;
    let held = held(before);
    let numbers = held.iter().filter_map(|anchor| last_number(anchor.as_str()));
    let next =
        numbers.filter(|(same, other)| *same == before && *other > number).map(|(_, other)| other).min();
    let (number, letters) = match next {
        Some(next) => next,
        // Behind the last one of a held act nothing follows.
        None if !held.is_empty() => return None,
        None => (number.0.checked_add(1)?, String::new()),
    };
    let anchor = Anchor::new(&format!("{before}{number}{letters}"));
    Some(CitedLocation { document: unit.document.clone(), anchor })
}

/// `K7P22a` as `K7P` and 22 a.
fn last_number(anchor: &str) -> Option<(&str, Number)> {
    let numbered = anchor.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let before = numbered.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = numbered[before.len()..].parse().ok()?;
    Some((before, (number, anchor[numbered.len()..].to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_range_has_its_inside() {
        let text = "7–9 §§ och 3 till 5 §§";
        let link = |words: &str, target| {
            let start = text.find(words).unwrap();
            let targets = vec![CitedLocation::parse(target)];
            ScannedLink { range: start..start + words.len(), targets, ..ScannedLink::default() }
        };
        let links = vec![
            link("7", "1931:47#P7"),
            link("9 §§", "1931:47#P9"),
            link("3", "1931:47#P3"),
            link("5 §§", "1931:47#P5"),
        ];
        let anchors =
            |_: &str, _: &str| ["P8a", "P7", "P9a", "K8P8b"].into_iter().filter_map(Anchor::new).collect();
        let found = with_ranges(text, links, anchors);
        let inside: Vec<String> = found
            .iter()
            .map(|ranged| ranged.inside.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(inside, ["", "1931:47#P8 1931:47#P8a", "", "1931:47#P4"]);
        assert_eq!(&text[found[3].link.range.clone()], "till 5 §§");
    }

    #[test]
    fn f_adds_the_next_unit() {
        let next = |unit: &str, held: &[&str]| {
            let held = held.iter().filter_map(|anchor| Anchor::new(anchor)).collect();
            after(&CitedLocation::parse(unit), |_| held).map(|unit| unit.to_string())
        };
        assert_eq!(next("1931:47#P7", &["P7", "P9", "P7a", "K1P8"]).as_deref(), Some("1931:47#P7a"));
        assert_eq!(next("1931:47#K2P7", &["K2P7", "K2P7S1", "K2P8"]).as_deref(), Some("1931:47#K2P8"));
        assert_eq!(next("1931:47#P9", &["P7", "P9"]), None);
        assert_eq!(next("prop/2030/31:9#sid45", &[]).as_deref(), Some("prop/2030/31:9#sid46"));
    }

    #[test]
    fn the_inside_is_between_both_ends() {
        let inside = |from: &str, to: &str| -> String {
            let found = between(&CitedLocation::parse(from), &CitedLocation::parse(to), |_| Vec::new());
            let anchors = found.iter().map(|unit| unit.anchor.as_ref().unwrap().to_string());
            anchors.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(inside("1931:47#P7", "1931:47#P9"), "P8");
        assert_eq!(inside("1931:47#P2", "1931:47#P5a"), "P3 P4 P5");
        assert_eq!(inside("1931:47#P26a", "1931:47#P26d"), "P26b P26c");
        assert_eq!(inside("1931:47#P7a", "1931:47#P9"), "P8");
        assert_eq!(inside("1931:47#P9", "1931:47#P7"), "");
        assert_eq!(inside("1931:47#K1P7", "1931:47#K2P9"), "");
        assert_eq!(inside("1931:47#P1", "1931:47#P4000000000"), "");
        assert_eq!(inside("1931:47#P7", "1931:48#P9"), "");
    }
}
