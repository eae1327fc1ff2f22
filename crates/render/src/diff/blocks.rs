//! A lydelse as a sequence of blocks.

use std::borrow::Cow;

use lagrum_artifact::Artifact;

use crate::event::{BlockForm, Event, InForce};

/// A heading, a stycke, an item, or a row of a table: what is matched as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiffBlock {
    /// The anchor for links to it: its own, or that of the part whose first block it is.
    pub anchor: Option<String>,
    /// The anchor of what it belongs to: its own, or that of the innermost part around it.
    pub owner: Option<String>,
    /// For a heading, its level, 1 to 5.
    pub heading: Option<u8>,
    /// The number or letter before the text, without punctuation; empty when it has none.
    pub marker: String,
    /// The text, on one line.
    pub text: String,
}

/// The level of a heading that states none.
const DEFAULT_LEVEL: u64 = 2;

/// The blocks of the text that an artifact presents.
pub(super) fn blocks(artifact: &Artifact) -> Vec<DiffBlock> {
    let mut collector = BlockCollector::default();
    crate::read_body(artifact, &mut |event| collector.collect(event));
    collector.blocks
}

#[derive(Default)]
struct BlockCollector<'a> {
    blocks: Vec<DiffBlock>,
    /// The anchors of the open parts.
    open: Vec<Option<Cow<'a, str>>>,
    /// The anchor of the last entered part, until a block has taken it.
    unclaimed: Option<Cow<'a, str>>,
}

impl<'a> BlockCollector<'a> {
    fn collect(&mut self, event: Event<'a>) {
        match event {
            Event::Enter(part) => {
                self.unclaimed.clone_from(&part.anchor);
                self.open.push(part.anchor);
                self.in_force(part.in_force, None);
            }
            Event::Leave => {
                self.open.pop();
                self.unclaimed = None;
            }
            Event::Row(row) => {
                self.in_force(row.in_force, None);
                let cells: Vec<String> = row.cells.iter().map(|cell| cell.text.collapsed()).collect();
                self.push(None, None, String::new(), cells.join(" | "));
            }
            Event::Block(block) => {
                self.in_force(block.in_force, block.anchor.as_ref());
                let heading = match block.form {
                    BlockForm::Heading { level, .. } => {
                        u8::try_from(level.unwrap_or(DEFAULT_LEVEL).clamp(1, 5)).ok()
                    }
                    _ => None,
                };
                let marker = block.marker.as_ref().map(|marker| collapsed(marker.text())).unwrap_or_default();
                self.push(block.anchor, heading, marker, block.text.collapsed());
            }
        }
    }

    /// Adds a block that states when a part applies, before the part. Links go to the part.
    fn in_force(&mut self, in_force: InForce<'_>, own: Option<&Cow<'a, str>>) {
        let statements: Vec<String> =
            in_force.statements().map(|(words, day)| format!("{words} {}:", collapsed(day))).collect();
        if !statements.is_empty() {
            let owner = own.or_else(|| self.innermost()).map(|anchor| anchor.clone().into_owned());
            self.blocks.push(DiffBlock { owner, text: statements.join(" "), ..DiffBlock::default() });
        }
    }

    /// The anchor of the innermost open part that has one.
    fn innermost(&self) -> Option<&Cow<'a, str>> {
        self.open.iter().rev().find_map(Option::as_ref)
    }

    fn push(&mut self, own: Option<Cow<'a, str>>, heading: Option<u8>, marker: String, text: String) {
        if marker.is_empty() && text.is_empty() {
            return;
        }
        let unclaimed = self.unclaimed.take();
        let part = || self.innermost().cloned();
        self.blocks.push(DiffBlock {
            owner: own.clone().or_else(part).map(Cow::into_owned),
            anchor: own.or(unclaimed).map(Cow::into_owned),
            heading,
            marker,
            text,
        });
    }
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
