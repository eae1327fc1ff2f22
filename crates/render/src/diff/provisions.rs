//! A comparison as a list of provisions: which are unchanged, changed, added, removed or moved.
//!
//! A provision is listed with its blocks only if it has changed. Text removed from a provision that remains, under
//! whatever number, belongs to that provision.

use std::collections::HashMap;

use lagrum_artifact::{Anchor, AnchorGrammar};

use super::blocks::DiffBlock;
use super::change::Change;
use super::comparison::LydelseComparison;
use super::words::{Span, spans};

/// How a provision or a block has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeStatus {
    /// Unchanged, in the same position.
    Same,
    /// Its text has changed.
    Changed,
    /// It is new.
    Added,
    /// It has been removed.
    Removed,
    /// The same text, under another number or elsewhere.
    Moved,
}

/// A provision of either lydelse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvisionChange<'a> {
    /// Its anchor in the newer lydelse, or in the older one for a removed provision. None for text outside every
    /// provision.
    pub anchor: Option<String>,
    /// Its anchor in the older lydelse; None for an added provision.
    pub was: Option<String>,
    /// How it has changed.
    pub status: ChangeStatus,
    /// Its blocks, in order; none where its text is unchanged.
    pub blocks: Vec<BlockChange<'a>>,
}

/// A block of a changed, added or removed provision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockChange<'a> {
    /// How it has changed.
    pub status: ChangeStatus,
    /// The number before it in the older lydelse.
    pub old_marker: Option<&'a str>,
    /// The number before it in the newer one.
    pub new_marker: Option<&'a str>,
    /// Its text.
    pub spans: Vec<Span<'a>>,
}

impl LydelseComparison {
    /// The provisions of both lydelser, in the order of the newer one. A removed provision follows the one before it.
    pub fn provisions(&self, grammar: AnchorGrammar) -> Vec<ProvisionChange<'_>> {
        let unit = |block: &DiffBlock| {
            let anchor = block.owner.as_deref().and_then(Anchor::new)?;
            Some(grammar.unit(&anchor).as_str().to_owned())
        };
        let old: Vec<_> = self.older().iter().map(unit).collect();
        let new: Vec<_> = self.newer().iter().map(unit).collect();
        let successors = self.successors(&old, &new);

        let mut groups: Vec<ProvisionSteps> = Vec::new();
        let mut known: HashMap<(bool, Option<&str>), usize> = HashMap::new();
        for change in self.changes() {
            // The key of a provision is its anchor in the newer lydelse, or in the older one if it has been removed.
            let (is_removed, key) = match *change {
                Change::Same { new: at, .. }
                | Change::Changed { new: at, .. }
                | Change::Added { new: at, .. } => (false, new[at].as_deref()),
                // It is listed at its new position.
                Change::Removed { moved_to: Some(_), .. } => continue,
                Change::Removed { old: at, .. } => match successors.get(&old[at].as_deref()) {
                    Some(successor) => (false, *successor),
                    None => (true, old[at].as_deref()),
                },
            };
            let at = *known.entry((is_removed, key)).or_insert_with(|| {
                groups.push(ProvisionSteps { anchor: key, is_removed, was: None, changes: Vec::new() });
                groups.len() - 1
            });
            let group = &mut groups[at];
            let from = match *change {
                Change::Same { old: at, .. }
                | Change::Changed { old: at, .. }
                | Change::Removed { old: at, .. } => Some(at),
                Change::Added { moved_from, .. } => moved_from,
            };
            group.was = group.was.or_else(|| from.and_then(|from| old[from].as_deref()));
            group.changes.push(*change);
        }
        let wanted = groups.into_iter().take_while(|_| !lagrum_cancel::is_cancelled());
        wanted.map(|group| group.provision(self)).collect()
    }

    /// For each provision of the older lydelse with blocks that remain, the provision that the first of them is now in.
    fn successors<'u>(
        &self,
        old: &'u [Option<String>],
        new: &'u [Option<String>],
    ) -> HashMap<Option<&'u str>, Option<&'u str>> {
        let mut successors = HashMap::new();
        for change in self.changes() {
            let (from, to) = match *change {
                Change::Same { old, new } | Change::Changed { old, new } => (old, new),
                Change::Added { new, moved_from: Some(old) } => (old, new),
                _ => continue,
            };
            successors.entry(old[from].as_deref()).or_insert_with(|| new[to].as_deref());
        }
        successors
    }

    fn block_change(&self, change: Change) -> BlockChange<'_> {
        let (from, to, status) = match change {
            Change::Same { old, new } => (Some(old), Some(new), ChangeStatus::Same),
            Change::Changed { old, new } if self.older()[old].text == self.newer()[new].text => {
                (Some(old), Some(new), ChangeStatus::Moved)
            }
            Change::Changed { old, new } => (Some(old), Some(new), ChangeStatus::Changed),
            Change::Removed { old, .. } => (Some(old), None, ChangeStatus::Removed),
            Change::Added { new, moved_from: Some(old) } => (Some(old), Some(new), ChangeStatus::Moved),
            Change::Added { new, .. } => (None, Some(new), ChangeStatus::Added),
        };
        let (from, to) = (from.map(|at| &self.older()[at]), to.map(|at| &self.newer()[at]));
        let marker = |block: Option<&'_ DiffBlock>| block.is_some_and(|block| !block.marker.is_empty());
        let (has_old, has_new) = (marker(from), marker(to));
        BlockChange {
            status,
            old_marker: from.filter(|_| has_old).map(|block| block.marker.as_str()),
            new_marker: to.filter(|_| has_new).map(|block| block.marker.as_str()),
            spans: spans(from.map_or("", |block| &block.text), to.map_or("", |block| &block.text)),
        }
    }
}

/// The changes in one provision.
struct ProvisionSteps<'u> {
    anchor: Option<&'u str>,
    is_removed: bool,
    was: Option<&'u str>,
    changes: Vec<Change>,
}

impl ProvisionSteps<'_> {
    fn provision<'a>(&self, comparison: &'a LydelseComparison) -> ProvisionChange<'a> {
        let blocks: Vec<_> = self.changes.iter().map(|change| comparison.block_change(*change)).collect();
        let all = |statuses: &[ChangeStatus]| blocks.iter().all(|block| statuses.contains(&block.status));
        let status = if self.is_removed || all(&[ChangeStatus::Removed]) {
            ChangeStatus::Removed
        } else if all(&[ChangeStatus::Added]) {
            ChangeStatus::Added
        } else if all(&[ChangeStatus::Same]) && self.was == self.anchor {
            ChangeStatus::Same
        } else if all(&[ChangeStatus::Same, ChangeStatus::Moved]) {
            ChangeStatus::Moved
        } else {
            ChangeStatus::Changed
        };
        let has_blocks = !matches!(status, ChangeStatus::Same | ChangeStatus::Moved);
        ProvisionChange {
            anchor: self.anchor.map(str::to_owned),
            was: self.was.map(str::to_owned),
            status,
            blocks: if has_blocks { blocks } else { Vec::new() },
        }
    }
}
