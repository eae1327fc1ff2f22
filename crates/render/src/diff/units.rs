//! A comparison as a list of units: the provisions, headings and other texts of both lydelser, and what became of each.
//!
//! Blocks that belong to one provision are a unit, and so is each heading. Units are matched by the matches of their blocks:
//! of all pairs, the one that shares the greatest part of its text is taken first. Two units left over with the same anchor
//! are the same provision with another text.
//!
//! A unit has *moved* only if its place among the units that stayed has changed: it is not in the longest series of matched
//! units that have the same order in both lydelser.

use std::collections::{BTreeMap, HashMap};

use lagrum_artifact::{Anchor, AnchorGrammar, Artifact, change_notes};
use sha2::{Digest, Sha256};

use super::alike::{is_repeal_note, words_of};
use super::blocks::{DiffBlock, blocks};
use super::change::Change;
use super::comparison::LydelseComparison;
use super::runs::DiffRun;
use super::steps::{BlockStep, steps, unit_runs};

/// What part of its text a unit must share with another to be matched with it, of 1000.
const MIN_SHARED: usize = 400;

/// What is added for equal anchors when pairs are compared, of 1000.
const SAME_ANCHOR: usize = 250;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitKind {
    /// A heading.
    Heading,
    /// A provision: it has an anchor.
    Provision,
    /// Text outside every provision.
    Text,
}

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitChange {
    /// Nothing that a reader sees.
    Same,
    /// Its text has changed.
    Changed,
    /// Only the newer lydelse has it.
    Added,
    /// Only the older lydelse has it.
    Removed,
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
    /// Its anchor in the newer lydelse, or in the older one for a removed unit. None for text outside every provision.
    pub anchor: Option<String>,
    /// Its anchor in the older lydelse; None for an added unit.
    pub from_anchor: Option<String>,
    /// Its index among the units of the older lydelse; None for an added unit.
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
        let matched = Matching { comparison: self, old: &old, new: &new }.pairs();
        let in_place = longest_series(&matched);
        let mut removed = removed_after(old.len(), &matched, &in_place);

        let mut units = Vec::with_capacity(new.len());
        let mut removed_after = |after: Option<usize>| removed.remove(&after).unwrap_or_default();
        units.extend(removed_after(None).into_iter().map(|at| one_sided(&old[at], Some(at), whole)));
        let from: HashMap<usize, usize> = matched.iter().map(|(old, new)| (*new, *old)).collect();
        for (at, unit) in new.iter().enumerate() {
            if lagrum_cancel::is_cancelled() {
                break;
            }
            units.push(match from.get(&at) {
                Some(&from) => {
                    matched_unit(&old[from], from, unit, in_place.contains_key(&from), grammar, whole)
                }
                None => one_sided(unit, None, whole),
            });
            units.extend(removed_after(Some(at)).into_iter().map(|at| one_sided(&old[at], Some(at), whole)));
        }
        units
    }
}

/// Blocks of one lydelse that belong together.
struct Group<'b> {
    kind: UnitKind,
    anchor: Option<String>,
    blocks: &'b [DiffBlock],
}

impl Group<'_> {
    /// The text with its markers, one line for each block.
    fn text(&self) -> String {
        let lines: Vec<String> = self.blocks.iter().map(DiffBlock::line).collect();
        lines.join("\n")
    }

    /// Its words, without numbers and the signs of list items.
    fn words(&self) -> impl Iterator<Item = char> {
        self.blocks.iter().flat_map(|block| words_of(&block.text))
    }

    /// Its words, with numbers and the signs of list items.
    fn signed_words(&self) -> String {
        self.blocks.iter().flat_map(|block| words_of(&block.marker).chain(words_of(&block.text))).collect()
    }

    /// Its words with numbers and the signs of list items, but without the number of the unit itself.
    fn unnumbered_words(&self) -> String {
        let Some((first, rest)) = self.blocks.split_first() else { return String::new() };
        let rest = rest.iter().flat_map(|block| words_of(&block.marker).chain(words_of(&block.text)));
        words_of(&first.text).chain(rest).collect()
    }

    fn len(&self) -> usize {
        self.blocks.iter().map(|block| block.text.len() + 1).sum()
    }
}

/// The words of a provision, as a comparison sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvisionWords {
    /// The SHA-256 of its words. Two that are equal are the same text for a comparison.
    pub digest: [u8; 32],
    /// The number of the last act that signs it: `2019:805` of `Lag (2019:805).`
    pub signed: Option<String>,
}

/// The words of each [whole provision](AnchorGrammar::whole_provision) of an artifact, by its anchor. A provision that only notes its
/// repeal has none.
pub fn provision_words(artifact: &Artifact, grammar: AnchorGrammar) -> BTreeMap<String, ProvisionWords> {
    let blocks = blocks(artifact);
    let mut found: BTreeMap<String, (Sha256, Option<String>)> = BTreeMap::new();
    let mut buffer = [0; 4];
    for group in group(&blocks, grammar) {
        let anchor = group.anchor.as_deref().filter(|_| group.kind == UnitKind::Provision);
        let whole = anchor.and_then(Anchor::new).and_then(|anchor| grammar.whole_provision(&anchor));
        let Some(anchor) = whole else { continue };
        if is_repeal_note(&group.text()) {
            continue;
        }
        let (digest, signed) = found.entry(anchor.to_string()).or_default();
        for letter in group.words() {
            digest.update(letter.encode_utf8(&mut buffer).as_bytes());
        }
        let notes = group.blocks.iter().flat_map(|block| change_notes(&block.text));
        if let Some(last) = notes.last() {
            *signed = Some(last.to_owned());
        }
    }
    let words = |(digest, signed): (Sha256, Option<String>)| ProvisionWords {
        digest: digest.finalize().into(),
        signed,
    };
    found.into_iter().map(|(anchor, found)| (anchor, words(found))).collect()
}

/// The units of a lydelse.
fn group(blocks: &[DiffBlock], grammar: AnchorGrammar) -> Vec<Group<'_>> {
    let key = |block: &DiffBlock| {
        let anchor = block.owner.as_deref().or(block.anchor.as_deref()).and_then(Anchor::new);
        match (block.heading, anchor) {
            (Some(_), anchor) => (UnitKind::Heading, anchor.map(|anchor| anchor.to_string())),
            (None, Some(anchor)) => (UnitKind::Provision, Some(grammar.unit(&anchor).as_str().to_owned())),
            (None, None) => (UnitKind::Text, None),
        }
    };
    let keys: Vec<_> = blocks.iter().map(key).collect();
    let mut groups = Vec::new();
    let mut first = 0;
    while let Some((kind, anchor)) = keys.get(first) {
        let rest = &keys[first + 1..];
        let more = match kind {
            UnitKind::Heading => 0,
            _ => rest.iter().take_while(|other| **other == keys[first]).count(),
        };
        let blocks = &blocks[first..=first + more];
        groups.push(Group { kind: *kind, anchor: anchor.clone(), blocks });
        first += more + 1;
    }
    groups
}

struct Matching<'a> {
    comparison: &'a LydelseComparison,
    old: &'a [Group<'a>],
    new: &'a [Group<'a>],
}

impl Matching<'_> {
    /// The units that are the same provision, heading or text, as pairs of indexes in the order of the newer lydelse.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut candidates: Vec<(usize, usize, usize)> = self
            .shared()
            .into_iter()
            .filter_map(|((old, new), shared)| {
                let (older, newer) = (&self.old[old], &self.new[new]);
                let length = older.len().max(newer.len()).max(1);
                let share = (shared * 1000 / length).min(1000);
                let same_anchor = older.anchor.is_some() && older.anchor == newer.anchor;
                (share >= MIN_SHARED && older.kind == newer.kind).then_some((
                    share + if same_anchor { SAME_ANCHOR } else { 0 },
                    old,
                    new,
                ))
            })
            .collect();
        candidates.sort_by_key(|(score, old, new)| (std::cmp::Reverse(*score), old.abs_diff(*new), *new));
        let mut pairs: HashMap<usize, usize> = HashMap::new();
        let mut taken = vec![false; self.old.len()];
        for (_, old, new) in candidates {
            if !taken[old] && !pairs.contains_key(&new) {
                taken[old] = true;
                pairs.insert(new, old);
            }
        }
        self.add_same_anchors(&mut pairs, &mut taken);
        let mut pairs: Vec<_> = pairs.into_iter().map(|(new, old)| (old, new)).collect();
        pairs.sort_unstable_by_key(|(_, new)| *new);
        pairs
    }

    /// How many bytes of text matched blocks share, for each pair of units.
    fn shared(&self) -> HashMap<(usize, usize), usize> {
        let (old_unit, new_unit) = (unit_of_blocks(self.old), unit_of_blocks(self.new));
        let mut shared: HashMap<(usize, usize), usize> = HashMap::new();
        for change in self.comparison.changes() {
            let (old, new) = match *change {
                Change::Same { old, new } | Change::Changed { old, new } => (old, new),
                Change::Added { new, moved_from: Some(old) } => (old, new),
                _ => continue,
            };
            let (before, after) = (&self.comparison.older()[old], &self.comparison.newer()[new]);
            let bytes =
                if before.text == after.text { after.text.len() + 1 } else { shared_bytes(before, after) };
            *shared.entry((old_unit[old], new_unit[new])).or_default() += bytes;
        }
        shared
    }

    /// Pairs the remaining units of the same kind and anchor, in order.
    fn add_same_anchors(&self, pairs: &mut HashMap<usize, usize>, taken: &mut [bool]) {
        let mut left: HashMap<(UnitKind, &str), Vec<usize>> = HashMap::new();
        for (at, unit) in self.old.iter().enumerate().filter(|(at, _)| !taken[*at]) {
            if let Some(anchor) = &unit.anchor {
                left.entry((unit.kind, anchor)).or_default().push(at);
            }
        }
        for (new, unit) in self.new.iter().enumerate() {
            let Some(anchor) = unit.anchor.as_deref().filter(|_| !pairs.contains_key(&new)) else { continue };
            if let Some(olds) = left.get_mut(&(unit.kind, anchor))
                && !olds.is_empty()
            {
                let old = olds.remove(0);
                taken[old] = true;
                pairs.insert(new, old);
            }
        }
    }
}

/// For each block the index of its unit.
fn unit_of_blocks(groups: &[Group<'_>]) -> Vec<usize> {
    groups.iter().enumerate().flat_map(|(at, group)| vec![at; group.blocks.len()]).collect()
}

/// The bytes of the words that two texts share, in any order.
fn shared_bytes(old: &DiffBlock, new: &DiffBlock) -> usize {
    let mut words: HashMap<&str, usize> = HashMap::new();
    for word in old.text.split(' ') {
        *words.entry(word).or_default() += 1;
    }
    let mut take = |word: &str| {
        words.get_mut(word).filter(|left| **left > 0).map_or(0, |left| {
            *left -= 1;
            word.len() + 1
        })
    };
    new.text.split(' ').map(&mut take).sum()
}

/// The longest series of pairs whose older indexes increase: older index to newer. `pairs` are in the order of the newer
/// indexes.
fn longest_series(pairs: &[(usize, usize)]) -> HashMap<usize, usize> {
    // `ends[n]` is the last pair of a series of n + 1 pairs: of all such series the one that ends at the smallest older index.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, (old, _)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].0 < *old);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() { ends.push(at) } else { ends[length] = at }
    }
    let series = std::iter::successors(ends.last().copied(), |at| before[*at]);
    series.map(|at| pairs[at]).collect()
}

/// The older units without a match, by the newer unit that they follow: the one matched with the last older unit before
/// them that stayed in its place.
fn removed_after(
    old: usize,
    matched: &[(usize, usize)],
    in_place: &HashMap<usize, usize>,
) -> HashMap<Option<usize>, Vec<usize>> {
    let mut is_matched = vec![false; old];
    for (old, _) in matched {
        is_matched[*old] = true;
    }
    let mut removed: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    let mut after = None;
    for (at, is_matched) in is_matched.into_iter().enumerate() {
        after = in_place.get(&at).copied().or(after);
        if !is_matched {
            removed.entry(after).or_default().push(at);
        }
    }
    removed
}

/// A unit that only one lydelse has: the older one, where `from` is its index. A note of a repeal is neither added nor removed:
/// the provision was repealed before, and the other lydelse does not print it.
fn one_sided<'b>(unit: &Group<'b>, from: Option<usize>, whole: bool) -> SteppedUnit<'b> {
    let is_note = is_repeal_note(&unit.text());
    let change = match from {
        _ if is_note => UnitChange::Same,
        Some(_) => UnitChange::Removed,
        None => UnitChange::Added,
    };
    let step = |block: &'b DiffBlock| match from {
        Some(_) => BlockStep { old: Some(block), new: None, is_moved: false },
        None => BlockStep { old: None, new: Some(block), is_moved: false },
    };
    let steps: Vec<BlockStep<'_>> = unit.blocks.iter().map(step).collect();
    let runs = if whole || !is_note { unit_runs(&steps) } else { Vec::new() };
    let shown = match from {
        _ if !is_note => steps,
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
        true if in_place => UnitChange::Same,
        true => UnitChange::Moved,
        false if is_numbered && old.unnumbered_words() == new.unnumbered_words() => UnitChange::Renumbered,
        false => UnitChange::Changed,
    };
    let steps = steps(old.blocks, new.blocks);
    let has_runs = whole || !matches!(change, UnitChange::Same);
    let runs = if has_runs { unit_runs(&steps) } else { Vec::new() };
    SteppedUnit {
        unit: DiffUnit {
            kind: new.kind,
            anchor: new.anchor.clone(),
            from_anchor: old.anchor.clone(),
            from_order: Some(from),
            change,
            runs,
        },
        // Where no word differs, differences in signs are not marked.
        steps: if matches!(change, UnitChange::Same) { unchanged(new.blocks) } else { steps },
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
