//! Joins blocks into one text, and translates byte offsets in it to UTF-16 offsets in the blocks.

use std::ops::Range;

use serde::Serialize;
use utoipa::ToSchema;

/// A part of a text.
#[derive(Clone, Debug, Default)]
pub struct ExtractBlock {
    /// Its id in the answer.
    pub id: String,
    /// Its text.
    pub text: String,
    /// The document that it belongs to, if another than that of the whole.
    pub context: Option<String>,
}

/// A range of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TextLocation {
    /// The id of the block.
    pub block_id: String,
    /// The first code unit.
    pub start: usize,
    /// The one after the last.
    pub end: usize,
}

/// Bytes between two counted positions of a block.
const STEP: usize = 128;

/// Blocks as one text.
pub(super) struct JoinedText<'b> {
    text: String,
    blocks: Vec<PlacedBlock<'b>>,
}

struct PlacedBlock<'b> {
    block: &'b ExtractBlock,
    start: usize,
    end: usize,
    /// UTF-16 code units before each multiple of [`STEP`] bytes, counted at the beginning of the character there.
    counted: Vec<u32>,
}

/// Blocks in a row with one context.
pub(super) struct BlockGroup {
    pub(super) range: Range<usize>,
    pub(super) context: Option<String>,
}

impl<'b> JoinedText<'b> {
    pub(super) fn new(blocks: &'b [ExtractBlock]) -> Self {
        let mut text = String::with_capacity(blocks.iter().map(|block| block.text.len() + 1).sum());
        let mut placed = Vec::with_capacity(blocks.len());
        for block in blocks {
            if !placed.is_empty() {
                text.push('\n');
            }
            let start = text.len();
            text.push_str(&block.text);
            placed.push(PlacedBlock { block, start, end: text.len(), counted: counted(&block.text) });
        }
        Self { text, blocks: placed }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The blocks in runs of one context.
    pub(super) fn groups(&self) -> Vec<BlockGroup> {
        let runs = self.blocks.chunk_by(|a, b| a.block.context == b.block.context);
        let group = |run: &[PlacedBlock<'_>]| {
            let (first, last) = (run.first()?, run.last()?);
            Some(BlockGroup { range: first.start..last.end, context: first.block.context.clone() })
        };
        runs.filter_map(group).collect()
    }

    /// Where a range of the text is in the blocks. Parts that are only a line end between blocks are left out.
    pub(super) fn locations(&self, range: &Range<usize>) -> Vec<TextLocation> {
        let first = self.blocks.partition_point(|block| block.end <= range.start);
        let touched = self.blocks[first..].iter().take_while(|block| block.start < range.end);
        let location = |block: &PlacedBlock<'_>| {
            let start = range.start.max(block.start) - block.start;
            let end = range.end.min(block.end) - block.start;
            (start < end).then(|| TextLocation {
                block_id: block.block.id.clone(),
                start: block.utf16(start),
                end: block.utf16(end),
            })
        };
        touched.filter_map(location).collect()
    }
}

impl PlacedBlock<'_> {
    /// The UTF-16 code units before a byte offset at the beginning of a character.
    fn utf16(&self, offset: usize) -> usize {
        let text = &self.block.text;
        let mut from = offset / STEP * STEP;
        let before = self.counted.get(offset / STEP).copied().unwrap_or_default() as usize;
        while !text.is_char_boundary(from) {
            from -= 1;
        }
        before + text.get(from..offset).map_or(0, |part| part.encode_utf16().count())
    }
}

fn counted(text: &str) -> Vec<u32> {
    let mut counted = Vec::with_capacity(text.len() / STEP + 1);
    let mut units = 0_u32;
    for (start, c) in text.char_indices() {
        // The last position at or before which this character begins.
        while counted.len() * STEP < start + c.len_utf8() {
            counted.push(units);
        }
        units += c.len_utf16() as u32;
    }
    counted.push(units);
    counted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn block(id: &str, text: &str) -> ExtractBlock {
        ExtractBlock { id: id.into(), text: text.into(), context: None }
    }

    proptest! {
        #[test]
        fn offsets_are_those_of_a_naive_count(
            texts in prop::collection::vec("[a§å\u{301}\u{1f600}\u{10ffff}\r\n\t\u{2028} ]{0,400}", 1..4),
            cut in 0..2_000_usize, length in 0..2_000_usize,
        ) {
            let blocks: Vec<ExtractBlock> =
                texts.iter().enumerate().map(|(n, text)| block(&n.to_string(), text)).collect();
            let joined = JoinedText::new(&blocks);
            let marks: Vec<usize> =
                joined.text().char_indices().map(|(at, _)| at).chain([joined.text().len()]).collect();
            let pick = |part: usize| part % marks.len();
            let (a, b) = (pick(cut), pick(length));
            let range = marks[a.min(b)]..marks[a.max(b)];
            let mut naive = Vec::new();
            let mut at = 0;
            for (number, text) in texts.iter().enumerate() {
                let mut unit = 0;
                let mut found: Option<(usize, usize)> = None;
                for c in text.chars() {
                    if range.contains(&at) {
                        found = Some((found.map_or(unit, |(start, _)| start), unit + c.len_utf16()));
                    }
                    unit += c.len_utf16();
                    at += c.len_utf8();
                }
                at += 1;
                if let Some((start, end)) = found {
                    naive.push(TextLocation { block_id: number.to_string(), start, end });
                }
            }
            prop_assert_eq!(joined.locations(&range), naive);
        }
    }

    #[test]
    fn a_citation_over_two_blocks_has_two_locations() {
        let blocks = [block("a", "se 3 kap."), block("b", "2 § brottsbalken")];
        let joined = JoinedText::new(&blocks);
        let found = joined.locations(&(3..joined.text().len()));
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].start, found[0].end, found[1].start, found[1].end), (3, 9, 0, 16));
    }
}
