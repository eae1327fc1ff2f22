//! A wording as a row of blocks.

use std::borrow::Cow;

use lagrum_artifact::Artifact;

use crate::event::{Event, Form};

/// A heading, a stycke, an item, a row of a table: what is matched as one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The anchor that a link to it goes to: its own, or that of the part it is the first block of.
    pub anchor: Option<String>,
    /// The anchor of the place it belongs to: its own, or that of the innermost part it stands in.
    pub place: Option<String>,
    /// For a heading, its level, 1 to 5.
    pub heading: Option<u8>,
    /// The number or letter in front of the text, bare; empty when it has none.
    pub marker: String,
    /// The text, on one line.
    pub text: String,
}

/// A heading whose level nobody has stated.
const LEVEL: u64 = 2;

/// The blocks of the text that an artifact presents.
pub(super) fn blocks(artifact: &Artifact) -> Vec<Block> {
    let mut reading = Reading::default();
    crate::read_body(artifact, &mut |event| reading.take(event));
    reading.blocks
}

#[derive(Default)]
struct Reading<'a> {
    blocks: Vec<Block>,
    /// The anchors of the open parts.
    open: Vec<Option<Cow<'a, str>>>,
    /// The anchor of the part entered last, until a block has taken it.
    unclaimed: Option<Cow<'a, str>>,
}

impl<'a> Reading<'a> {
    fn take(&mut self, event: Event<'a>) {
        match event {
            Event::Enter(part) => {
                self.unclaimed.clone_from(&part.anchor);
                self.open.push(part.anchor);
            }
            Event::Leave => {
                self.open.pop();
                self.unclaimed = None;
            }
            Event::Row(row) => {
                let cells: Vec<String> = row.cells.iter().map(|cell| cell.text.collapsed()).collect();
                self.push(None, None, String::new(), cells.join(" | "));
            }
            Event::Block(block) => {
                let heading = match block.form {
                    Form::Heading { level, .. } => u8::try_from(level.unwrap_or(LEVEL).clamp(1, 5)).ok(),
                    _ => None,
                };
                let marker = block.marker.as_ref().map(|marker| collapsed(marker.text())).unwrap_or_default();
                self.push(block.anchor, heading, marker, block.text.collapsed());
            }
        }
    }

    fn push(&mut self, own: Option<Cow<'a, str>>, heading: Option<u8>, marker: String, text: String) {
        if marker.is_empty() && text.is_empty() {
            return;
        }
        let unclaimed = self.unclaimed.take();
        let part = || self.open.iter().rev().find_map(Clone::clone);
        self.blocks.push(Block {
            place: own.clone().or_else(part).map(Cow::into_owned),
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
