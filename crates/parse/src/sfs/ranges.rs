//! The provisions that places of a register name, as anchors: of a range both ends, and the units that the act has between them.
//!
//! Ranges of a row may overlap, and every row may name all provisions of a long act. So the units of an act are sorted once, each is
//! added once to a list, and the ranges of an act give a bounded number of units together.

use std::collections::{BTreeSet, HashMap};

use lagrum_artifact::{RegisterPlace, UnitNumber};

use super::ids::Inventory;

/// How many units the ranges of an act may give beside their ends. Those of real acts give some thousands.
const MAX_BETWEEN: usize = 200_000;

/// The units of an act.
pub(super) struct Ranges<'i> {
    inventory: &'i Inventory,
    /// The numbers and anchors of the units, sorted, by what stands before the number in the anchor (`K`, `K2P`, `P`).
    units: HashMap<String, Vec<(UnitNumber, String)>>,
    given: usize,
    /// How many units between the ends of ranges were left out.
    pub(super) left_out: usize,
}

/// A range of units with the same words before their number.
type Range<'p> = (&'p UnitNumber, &'p UnitNumber);

impl<'i> Ranges<'i> {
    /// The ranges of an act with these units.
    pub(super) fn of(inventory: &'i Inventory) -> Self {
        let mut units: HashMap<String, Vec<(UnitNumber, String)>> = HashMap::new();
        let kapitel = inventory.kapitel.iter();
        let kapitel = kapitel.filter_map(|number| Some((UnitNumber::parse(number)?, format!("K{number}"))));
        units.insert("K".to_owned(), kapitel.collect());
        for anchor in &inventory.paragrafer {
            let number = anchor.rfind('P').map(|at| anchor.split_at(at + 1));
            if let Some((prefix, number)) = number
                && let Some(number) = UnitNumber::parse(number)
            {
                units.entry(prefix.to_owned()).or_default().push((number, anchor.clone()));
            }
        }
        for numbers in units.values_mut() {
            numbers.sort_unstable();
        }
        Self { inventory, units, given: 0, left_out: 0 }
    }

    /// The anchors of places, each once, in the order of their texts.
    pub(super) fn anchors(&mut self, places: &[&RegisterPlace]) -> Vec<String> {
        let mut found: BTreeSet<String> = BTreeSet::new();
        let mut ranges: HashMap<String, Vec<Range<'_>>> = HashMap::new();
        for place in places {
            match place {
                RegisterPlace::Kapitel(first, last) => {
                    ranges.entry("K".to_owned()).or_default().push((first, last));
                }
                RegisterPlace::Paragraf(kapitel, first, last) => {
                    let inventory = self.inventory;
                    let is_counted = |_: &&UnitNumber| inventory.restarts || inventory.paragrafer.is_empty();
                    let kapitel = kapitel.as_ref().filter(is_counted);
                    let prefix = kapitel.map(|number| format!("K{number}")).unwrap_or_default() + "P";
                    ranges.entry(prefix).or_default().push((first, last));
                }
                RegisterPlace::Bilaga(Some((first, last))) => {
                    found.extend([format!("B{first}"), format!("B{last}")]);
                }
                RegisterPlace::Bilaga(None) => {
                    found.insert("B1".to_owned());
                }
            }
        }
        for (prefix, ranges) in &mut ranges {
            for (first, last) in &*ranges {
                found.extend([format!("{prefix}{first}"), format!("{prefix}{last}")]);
            }
            self.add_between(prefix, ranges, &mut found);
        }
        found.into_iter().collect()
    }

    /// Adds the units of the act that are between the ends of one of these ranges.
    fn add_between(&mut self, prefix: &str, ranges: &mut Vec<Range<'_>>, found: &mut BTreeSet<String>) {
        let Some(units) = self.units.get(prefix) else { return };
        ranges.retain(|(first, last)| first < last);
        ranges.sort_unstable();
        let mut ranges = ranges.iter().copied().peekable();
        let Some((lowest, _)) = ranges.peek() else { return };
        // The highest end of the ranges that begin before a unit.
        let mut end: Option<&UnitNumber> = None;
        for (unit, anchor) in &units[units.partition_point(|(unit, _)| unit <= *lowest)..] {
            while let Some((_, last)) = ranges.next_if(|(first, _)| *first < unit) {
                end = end.max(Some(last));
            }
            if end.is_none_or(|end| unit >= end) {
                if ranges.peek().is_none() {
                    return;
                }
                continue;
            }
            if self.given < MAX_BETWEEN {
                self.given += 1;
                found.insert(anchor.clone());
            } else {
                self.left_out += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> UnitNumber {
        UnitNumber::parse(text).unwrap()
    }

    #[test]
    fn of_a_range_its_ends_and_what_the_act_has_between() {
        let mut inventory = Inventory { restarts: true, ..Inventory::default() };
        inventory.paragrafer.extend((1..=30).map(|number| format!("K2P{number}")));
        inventory.paragrafer.insert("K2P4a".to_owned());
        inventory.kapitel.extend(["2", "3", "4"].map(str::to_owned));
        let paragraf =
            |first: &str, last: &str| RegisterPlace::Paragraf(Some(number("2")), number(first), number(last));
        let kapitel = RegisterPlace::Kapitel(number("2"), number("9"));
        for (places, expected) in [
            (vec![paragraf("3", "3")], "K2P3"),
            (vec![paragraf("3", "5")], "K2P3 K2P4 K2P4a K2P5"),
            (vec![paragraf("5", "3")], "K2P3 K2P5"),
            (vec![paragraf("3", "5"), paragraf("4", "6"), paragraf("3", "5")], "K2P3 K2P4 K2P4a K2P5 K2P6"),
            (vec![paragraf("28", "40"), paragraf("1", "3")], "K2P1 K2P2 K2P28 K2P29 K2P3 K2P30 K2P40"),
            (vec![kapitel, RegisterPlace::Bilaga(None)], "B1 K2 K3 K4 K9"),
        ] {
            let places: Vec<&RegisterPlace> = places.iter().collect();
            assert_eq!(Ranges::of(&inventory).anchors(&places).join(" "), expected, "{places:?}");
        }
    }

    #[test]
    fn the_ranges_of_an_act_are_bounded() {
        let mut inventory = Inventory::default();
        inventory.paragrafer.extend((1..=30_000).map(|number| format!("P{number}")));
        let all = RegisterPlace::Paragraf(None, number("1"), number("30000"));
        let mut ranges = Ranges::of(&inventory);
        let given: usize = (0..20).map(|_| ranges.anchors(&[&all]).len()).sum();
        assert_eq!((given, ranges.left_out), (MAX_BETWEEN + 40, 20 * 29_998 - MAX_BETWEEN));
    }
}
