//! Ranges: `7-9 §§` cites three paragrafer, of which a scan gives the first and the last.

use lagrum_artifact::Anchor;
use lagrum_citation::{CitedLocation, ScannedLink};

/// Units of one range. The inside of a longer range is left out: its ends are cited.
const MAX_UNITS: u32 = 100;

/// Units that are added to one text.
const MAX_ADDED: usize = 10_000;

/// Adds a link for each unit inside a range. Its words are those of the whole range.
pub(super) fn with_ranges(text: &str, links: Vec<ScannedLink>) -> Vec<ScannedLink> {
    let mut all: Vec<ScannedLink> = Vec::with_capacity(links.len());
    let mut added = 0;
    for link in links {
        if let Some(first) = all.last()
            && is_dash(text.get(first.range.end..link.range.start).unwrap_or_default())
            && let ([from], [to]) = (first.targets.as_slice(), link.targets.as_slice())
        {
            let range = first.range.start..link.range.end;
            let inside = between(from, to);
            if added + inside.len() <= MAX_ADDED {
                added += inside.len();
                all.extend(inside.into_iter().map(|target| ScannedLink {
                    range: range.clone(),
                    targets: vec![target],
                    inferred: link.inferred,
                }));
            }
        }
        all.push(link);
    }
    all
}

fn is_dash(between: &str) -> bool {
    let joint = between.trim();
    !joint.is_empty() && joint.chars().all(|c| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'))
}

/// The units between two that differ in their last number.
fn between(from: &CitedLocation, to: &CitedLocation) -> Vec<CitedLocation> {
    let numbers = || {
        let (from_anchor, to_anchor) = (from.anchor.as_ref()?, to.anchor.as_ref()?);
        let (before, first) = last_number(from_anchor.as_str())?;
        let (same, last) = last_number(to_anchor.as_str())?;
        let inside = first + 1..last;
        let bounded =
            from.document == to.document && before == same && last > first && last - first <= MAX_UNITS;
        bounded.then(|| (before.to_owned(), inside))
    };
    let Some((before, inside)) = numbers() else { return Vec::new() };
    let unit = |number| CitedLocation {
        document: from.document.clone(),
        anchor: Anchor::new(&format!("{before}{number}")),
    };
    inside.map(unit).collect()
}

/// `K7P22` as `K7P` and 22; None where the last part has a letter.
fn last_number(anchor: &str) -> Option<(&str, u32)> {
    let before = anchor.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = anchor[before.len()..].parse().ok()?;
    Some((before, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inside_of_a_range_is_added() {
        let text = "7–9 §§ och 3 §";
        let dash = '–'.len_utf8();
        let link = |range, target| ScannedLink {
            range,
            targets: vec![CitedLocation::parse(target)],
            inferred: false,
        };
        let links = vec![
            link(0..1, "1931:47#P7"),
            link(1 + dash..text.find(" och").unwrap(), "1931:47#P9"),
            link(text.rfind('3').unwrap()..text.len(), "1931:47#P3"),
        ];
        let found = with_ranges(text, links);
        let targets: Vec<String> = found.iter().map(|link| link.targets[0].to_string()).collect();
        assert_eq!(targets, ["1931:47#P7", "1931:47#P8", "1931:47#P9", "1931:47#P3"]);
        assert_eq!(&text[found[1].range.clone()], "7–9 §§");
    }

    #[test]
    fn only_plain_numbers_have_an_inside() {
        let inside =
            |from: &str, to: &str| between(&CitedLocation::parse(from), &CitedLocation::parse(to)).len();
        assert_eq!(inside("1931:47#P7", "1931:47#P9"), 1);
        assert_eq!(inside("1931:47#P7a", "1931:47#P9"), 0);
        assert_eq!(inside("1931:47#P9", "1931:47#P7"), 0);
        assert_eq!(inside("1931:47#K1P7", "1931:47#K2P9"), 0);
        assert_eq!(inside("1931:47#P1", "1931:47#P4000000000"), 0);
        assert_eq!(inside("1931:47#P7", "1931:48#P9"), 0);
    }
}
