//! A lydelse as a sequence of blocks.

use std::borrow::Cow;

use lagrum_artifact::Artifact;

use crate::event::{BlockForm, Event};

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

impl DiffBlock {
    /// The marker and the text.
    pub(super) fn line(&self) -> String {
        let words = [self.marker.as_str(), self.text.as_str()];
        words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

#[derive(Default)]
struct BlockCollector<'a> {
    blocks: Vec<DiffBlock>,
    /// The anchors of the open parts, and whether each has a number of its own.
    open: Vec<(Option<Cow<'a, str>>, bool)>,
    /// The anchor of the last entered part, until a block has taken it.
    unclaimed: Option<Cow<'a, str>>,
}

impl<'a> BlockCollector<'a> {
    fn collect(&mut self, event: Event<'a>) {
        match event {
            Event::Enter(part) => {
                self.unclaimed.clone_from(&part.anchor);
                self.open.push((part.anchor, part.kind == "paragraf"));
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

    /// The anchor of the innermost open part that has one. Inside a paragraf without an anchor it is None, not the
    /// anchor around the paragraf.
    fn innermost(&self) -> Option<&Cow<'a, str>> {
        let (anchor, _) =
            self.open.iter().rev().find(|(anchor, is_numbered)| anchor.is_some() || *is_numbered)?;
        anchor.as_ref()
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
