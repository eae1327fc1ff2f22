//! A comparison as a list of units: the provisions, headings and other texts of both lydelser, and what became of each.
//!
//! Blocks that belong to one provision are a unit, and so is each heading. Units are matched by the matches of their blocks:
//! of all pairs, the one that shares the greatest part of its text is taken first. Two units left over with the same anchor
//! are the same provision with another text ([`matching`](super::matching)).
//!
//! A unit has *moved* only if its place among the units that stayed has changed: it is not in the longest series of matched
//! units that have the same order in both lydelser.
//!
//! A unit is the *same* if it has the same text to the last byte. Where only signs, change notes or [notes](super::alike) differ,
//! the difference is *editorial*: no form marks it. A number that both lydelser have is neither new nor gone: a unit that
//! only one of them has is *replaced* if its anchor belongs to another unit of the other lydelse, and *changed* if it is a part
//! of a provision that stands in both.

use std::collections::{HashMap, HashSet};

use lagrum_artifact::{Anchor, AnchorGrammar};

use super::blocks::DiffBlock;
use super::comparison::LydelseComparison;
use super::group::{Group, UnitKind, group};
use super::matching::{Matching, UnitPair, longest_series, removed_after};
use super::runs::DiffRun;
use super::steps::{BlockStep, steps, unit_runs};

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitChange {
    /// Nothing: it has the same text to the last byte.
    Same,
    /// No word of law: only blanks, hyphens, quotation marks, the bars between cells, change notes, or notes of repeal.
    Editorial,
    /// Its text has changed.
    Changed,
    /// Only the newer lydelse has it.
    Added,
    /// Only the older lydelse has it.
    Removed,
    /// Only one lydelse has it, and the other has another provision under its anchor.
    Replaced,
    /// The same text, in another place.
    Moved,
    /// The same text under another number, or with another number printed before it.
    Renumbered,
}

/// A unit of either lydelse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffUnit {
    /// What it is.
    pub kind: UnitKind,
    /// Its anchor in the newer lydelse, or in the older one for a unit that the newer one lacks. None for text outside every provision.
    pub anchor: Option<String>,
    /// Its anchor in the older lydelse; None for a unit that the older one lacks.
    pub from_anchor: Option<String>,
    /// Its index among the units of the older lydelse; None for a unit that it lacks.
    pub from_order: Option<usize>,
    /// What became of it.
    pub change: UnitChange,
    /// Its text with its markers, one line for each block. The runs that are not removed, joined, are its newer text, and
    /// those that are not added its older one.
    pub runs: Vec<DiffRun>,
}

/// A unit with the blocks that it is made of.
pub(super) struct SteppedUnit<'b> {
    pub(super) unit: DiffUnit,
    /// What a reader sees of it, block by block.
    pub(super) steps: Vec<BlockStep<'b>>,
}

impl LydelseComparison {
    /// The units of both lydelser, in the order of the newer one. A removed unit follows the one it followed in the older.
    /// With `whole` unchanged units have their text too.
    pub fn units(&self, grammar: AnchorGrammar, whole: bool) -> Vec<DiffUnit> {
        self.stepped_units(grammar, whole).into_iter().map(|stepped| stepped.unit).collect()
    }

    /// The units with their blocks.
    pub(super) fn stepped_units(&self, grammar: AnchorGrammar, whole: bool) -> Vec<SteppedUnit<'_>> {
        let old = group(self.older(), grammar);
        let new = group(self.newer(), grammar);
        let matched = Matching::of(self, &old, &new).pairs();
        let in_place = longest_series(&matched);
        let mut removed = removed_after(&old, &matched, &in_place);
        let standing = Standing::of(&old, &new, &matched);
        let older_only = |at: usize| one_sided(&old[at], Some(at), standing.older_only(&old[at]), whole);

        let mut units = Vec::with_capacity(new.len());
        let mut removed_after = |after: Option<usize>| removed.remove(&after).unwrap_or_default();
        units.extend(removed_after(None).into_iter().map(older_only));
        let from: HashMap<usize, usize> = matched.iter().map(|pair| (pair.new, pair.old)).collect();
        for (at, unit) in new.iter().enumerate() {
            if lagrum_cancel::is_cancelled() {
                break;
            }
            units.push(match from.get(&at) {
                Some(&from) => {
                    matched_unit(&old[from], from, unit, in_place.contains_key(&from), grammar, whole)
                }
                None => one_sided(unit, None, standing.newer_only(unit), whole),
            });
            units.extend(removed_after(Some(at)).into_iter().map(older_only));
        }
        units
    }
}

impl UnitChange {
    /// Whether no word of law differs, and the text stands where it stood.
    pub(super) fn is_unmarked(self) -> bool {
        matches!(self, Self::Same | Self::Editorial)
    }
}

/// The anchors of the provisions of both lydelser.
struct Standing<'a> {
    older: HashSet<&'a str>,
    newer: HashSet<&'a str>,
    /// The anchors under which both have the same provision.
    kept: HashSet<&'a str>,
}

impl<'a> Standing<'a> {
    fn of(old: &'a [Group<'_>], new: &'a [Group<'_>], matched: &[UnitPair]) -> Self {
        let anchors = |units: &'a [Group<'_>]| units.iter().filter_map(Group::provision).collect();
        let kept = matched.iter().filter_map(|pair| {
            let anchor = new[pair.new].provision()?;
            (old[pair.old].provision() == Some(anchor)).then_some(anchor)
        });
        Self { older: anchors(old), newer: anchors(new), kept: kept.collect() }
    }

    /// What became of a unit that only the older lydelse has.
    fn older_only(&self, unit: &Group<'_>) -> UnitChange {
        self.one_sided(unit, &self.newer, UnitChange::Removed)
    }

    /// What became of a unit that only the newer lydelse has.
    fn newer_only(&self, unit: &Group<'_>) -> UnitChange {
        self.one_sided(unit, &self.older, UnitChange::Added)
    }

    /// A note is neither added nor removed: the provision was repealed before, and the other lydelse does not print it.
    fn one_sided(&self, unit: &Group<'_>, others: &HashSet<&str>, otherwise: UnitChange) -> UnitChange {
        match unit.provision() {
            _ if unit.is_notes() => UnitChange::Editorial,
            Some(anchor) if self.kept.contains(anchor) => UnitChange::Changed,
            Some(anchor) if others.contains(anchor) => UnitChange::Replaced,
            _ => otherwise,
        }
    }
}

/// A unit that only one lydelse has: the older one, where `from` is its index.
fn one_sided<'b>(unit: &Group<'b>, from: Option<usize>, change: UnitChange, whole: bool) -> SteppedUnit<'b> {
    let step = |block: &'b DiffBlock| match from {
        Some(_) => BlockStep { old: Some(block), new: None, is_moved: false },
        None => BlockStep { old: None, new: Some(block), is_moved: false },
    };
    let steps: Vec<BlockStep<'_>> = unit.blocks.iter().map(step).collect();
    let runs = if whole || !change.is_unmarked() { unit_runs(&steps) } else { Vec::new() };
    let shown = match from {
        _ if !change.is_unmarked() => steps,
        Some(_) => Vec::new(),
        None => unchanged(unit.blocks),
    };
    SteppedUnit {
        unit: DiffUnit {
            kind: unit.kind,
            anchor: unit.anchor.clone(),
            from_anchor: from.and(unit.anchor.clone()),
            from_order: from,
            change,
            runs,
        },
        steps: shown,
    }
}

/// Blocks that are the same in both lydelser.
fn unchanged(blocks: &[DiffBlock]) -> Vec<BlockStep<'_>> {
    blocks.iter().map(|block| BlockStep { old: Some(block), new: Some(block), is_moved: false }).collect()
}

fn matched_unit<'b>(
    old: &Group<'b>,
    from: usize,
    new: &Group<'b>,
    in_place: bool,
    grammar: AnchorGrammar,
    whole: bool,
) -> SteppedUnit<'b> {
    let (older, newer) = (number(grammar, old), number(grammar, new));
    // A heading or a text that has an anchor in only one of the lydelser was not renumbered.
    let is_numbered = old.anchor.is_some() && new.anchor.is_some();
    let same_number = !is_numbered || older == newer;
    let change = match old.signed_words() == new.signed_words() {
        true if !same_number => UnitChange::Renumbered,
        true if in_place && old.text() == new.text() => UnitChange::Same,
        true if in_place => UnitChange::Editorial,
        true => UnitChange::Moved,
        false if is_numbered && old.unnumbered_words() == new.unnumbered_words() => UnitChange::Renumbered,
        false => UnitChange::Changed,
    };
    let steps = steps(old.blocks, new.blocks);
    let runs = if whole || !change.is_unmarked() { unit_runs(&steps) } else { Vec::new() };
    SteppedUnit {
        unit: DiffUnit {
            kind: new.kind,
            anchor: new.anchor.clone(),
            from_anchor: old.anchor.clone(),
            from_order: Some(from),
            change,
            runs,
        },
        // Where no word of law differs, nothing is marked.
        steps: if change.is_unmarked() { unchanged(new.blocks) } else { steps },
    }
}

/// The number that a unit is cited by, from its anchor. In a statute it consists of the kapitel, the paragraf and the
/// moment. The numbers of stycken and headings of an appendix are left out: these are numbered through the appendix, so
/// their anchors change with any before them.
fn number(grammar: AnchorGrammar, unit: &Group<'_>) -> Option<String> {
    let anchor = unit.anchor.as_deref()?;
    if grammar != AnchorGrammar::Statute {
        return grammar.label(&Anchor::new(anchor)?);
    }
    let mut cited = false;
    let of_number = anchor.chars().filter(|c| {
        if c.is_ascii_uppercase() {
            cited = matches!(c, 'K' | 'P' | 'O');
        }
        cited
    });
    Some(of_number.collect::<String>()).filter(|number| !number.is_empty())
}
