//! The text of a document, read as far as it is shown.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::inside::{Query, within};
use super::open::{Opened, stored_text};
use super::places::Places;
use crate::extract::{Block, Extract, Extracts, Mark, stretches};
use crate::plan::Plan;
use crate::{Passage, Passages, SearchError, Tuning};

/// Places that are shown.
const SHOWN: usize = 3;

/// A text with the blocks of it that were read.
pub(super) struct Text<'a> {
    opened: &'a Opened,
    segment: usize,
    row: u32,
    places: Arc<Places>,
    blocks: HashMap<usize, Block>,
}

impl<'a> Text<'a> {
    /// The text of a document; None for one without.
    pub(super) fn open(opened: &'a Opened, document: u32) -> Result<Option<Self>, SearchError> {
        let Some((segment, row)) = opened.columns.row(document) else { return Ok(None) };
        let places = opened.places(document, segment, row)?;
        Ok(Some(Self { opened, segment, row, places, blocks: HashMap::new() }))
    }

    /// What answers, by the marks of the query's words in order.
    pub(super) fn passages(
        &mut self,
        tuning: &Tuning,
        plan: &Plan,
        query: &Query<'_>,
        marks: &[Mark],
    ) -> Result<Passages, SearchError> {
        let places = self.places.clone();
        let mut found = Passages { highlight: self.extracts(marks, &query.weights)?, ..Passages::default() };
        for at in places.best(tuning, plan, query, marks) {
            let Some(place) = places.table.places.get(at) else { continue };
            let mut highlight = self.extracts(within(marks, &place.words), &query.weights)?;
            if highlight.is_empty() {
                // What answers stands in a heading alone, so that is shown.
                let headings = places.table.headings_over(place).iter().rev();
                let headings =
                    headings.filter_map(|heading| places.table.headings.get(usize::from(*heading)));
                let marked = headings.map(|heading| within(marks, heading)).find(|marks| !marks.is_empty());
                highlight = self.extracts(marked.unwrap_or_default(), &query.weights)?;
                highlight.truncate(1);
            }
            if highlight.is_empty() {
                // It answers by what it explains: its beginning is shown, with nothing in it to mark.
                let block = self.block(place.words.start)?;
                highlight.extend(block.and_then(|block| block.beginning(&place.words)));
            }
            let first = highlight.first();
            if first.is_none()
                || found.passages.iter().any(|passage: &Passage| passage.highlight.first() == first)
            {
                continue;
            }
            found.passages.push(Passage {
                anchor: places.table.anchor(at).to_owned(),
                label: places.table.label(at).map(str::to_owned),
                highlight,
            });
            if found.passages.len() == SHOWN {
                break;
            }
        }
        Ok(found)
    }

    /// The extracts that show best what is marked.
    fn extracts(&mut self, marks: &[Mark], weights: &[f32]) -> Result<Vec<String>, SearchError> {
        let mut extracts = Extracts::default();
        for stretch in stretches(marks, weights) {
            if extracts.is_full() {
                break;
            }
            if let Some(extract) = self.extract(stretch)? {
                extracts.take(extract);
            }
        }
        Ok(extracts.into_html())
    }

    fn extract(&mut self, marks: &[Mark]) -> Result<Option<Extract>, SearchError> {
        let Some(first) = marks.first() else { return Ok(None) };
        Ok(self.block(first.position)?.and_then(|block| block.extract(marks)))
    }

    /// The block of text that a position is in.
    fn block(&mut self, position: u32) -> Result<Option<&Block>, SearchError> {
        let starts = &self.places.table.blocks;
        let number = starts.partition_point(|start| *start <= position).saturating_sub(1);
        let Some(start) = starts.get(number) else { return Ok(None) };
        let block = match self.blocks.entry(number) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let row = self.row + 1 + number as u32;
                let store = &self.opened.texts[self.segment].store;
                let text = stored_text(store, row, self.opened.text_fields.block)?;
                new.insert(Block::new(text, *start))
            }
        };
        Ok(Some(block))
    }
}
