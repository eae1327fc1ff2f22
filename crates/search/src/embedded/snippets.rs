//! The text of a document, read as far as snippets of it are shown.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::open::{OpenIndex, stored_text};
use super::passage_query::PassageQuery;
use super::passage_ranking::DocumentPassages;
use crate::plan::QueryPlan;
use crate::snippet::{Mark, Snippet, Snippets, TextBlock, marks_within, stretches};
use crate::text_layout::PackedPassage;
use crate::{Passage, PassageSupport, Passages, SearchError, Tuning};

/// The most passages of a document that are shown.
const MAX_PASSAGES: usize = 3;

/// The text of a document, with the blocks of it that were read.
pub(super) struct DocumentText<'a> {
    index: &'a OpenIndex,
    segment: usize,
    row: u32,
    passages: Arc<DocumentPassages>,
    blocks: HashMap<usize, TextBlock>,
}

impl<'a> DocumentText<'a> {
    /// The text of a document; None for a document without one.
    pub(super) fn open(index: &'a OpenIndex, document: u32) -> Result<Option<Self>, SearchError> {
        let Some((segment, row)) = index.columns.row(document) else { return Ok(None) };
        let passages = index.passages(document, segment, row)?;
        Ok(Some(Self { index, segment, row, passages, blocks: HashMap::new() }))
    }

    /// What answers, by the marks of the query in order and by what speaks for passages beside their words.
    pub(super) fn passages(
        &mut self,
        tuning: &Tuning,
        (plan, query): (&QueryPlan, &PassageQuery<'_>),
        marks: &[Mark],
        supported: &[PassageSupport],
    ) -> Result<Passages, SearchError> {
        let passages = self.passages.clone();
        let table = &passages.table;
        let mut found = Passages { highlight: self.snippets(marks, &query.weights)?, ..Passages::default() };
        for at in passages.best(tuning, plan, query, marks, supported) {
            let Some(passage) = table.passages.get(at) else { continue };
            let highlight = self.passage_snippets(passage, marks, &query.weights)?;
            let first = highlight.first();
            let is_shown = found.passages.iter().any(|passage: &Passage| passage.highlight.first() == first);
            if first.is_none() || is_shown {
                continue;
            }
            found.passages.push(Passage {
                anchor: table.anchor(at).to_owned(),
                label: table.label(at).map(str::to_owned),
                highlight,
            });
            if found.passages.len() == MAX_PASSAGES {
                break;
            }
        }
        Ok(found)
    }

    /// The snippets of a passage.
    fn passage_snippets(
        &mut self,
        passage: &PackedPassage,
        marks: &[Mark],
        weights: &[f32],
    ) -> Result<Vec<String>, SearchError> {
        let mut snippets = self.snippets(marks_within(marks, &passage.words), weights)?;
        if snippets.is_empty() {
            // The words stand in a heading alone, so that is shown.
            let passages = self.passages.clone();
            let headings = passages.table.headings_over(passage).iter().rev();
            let headings = headings.filter_map(|heading| passages.table.headings.get(usize::from(*heading)));
            let marked = headings.map(|heading| marks_within(marks, heading)).find(|marks| !marks.is_empty());
            snippets = self.snippets(marked.unwrap_or_default(), weights)?;
            snippets.truncate(1);
        }
        if snippets.is_empty() {
            // The passage answers by what others say of it, such as the concept that it explains. Its beginning is shown without a mark.
            let block = self.block(passage.words.start)?;
            snippets.extend(block.and_then(|block| block.beginning(&passage.words)));
        }
        Ok(snippets)
    }

    /// The snippets that show marks best.
    fn snippets(&mut self, marks: &[Mark], weights: &[f32]) -> Result<Vec<String>, SearchError> {
        let mut snippets = Snippets::default();
        for stretch in stretches(marks, weights) {
            if snippets.is_full() {
                break;
            }
            if let Some(snippet) = self.snippet(stretch)? {
                snippets.add(snippet);
            }
        }
        Ok(snippets.into_html())
    }

    fn snippet(&mut self, marks: &[Mark]) -> Result<Option<Snippet>, SearchError> {
        let Some(first) = marks.first() else { return Ok(None) };
        Ok(self.block(first.position)?.and_then(|block| block.snippet(marks)))
    }

    /// The block of text with a position.
    fn block(&mut self, position: u32) -> Result<Option<&TextBlock>, SearchError> {
        let starts = &self.passages.table.blocks;
        let number = starts.partition_point(|start| *start <= position).saturating_sub(1);
        let Some(start) = starts.get(number) else { return Ok(None) };
        let block = match self.blocks.entry(number) {
            Entry::Occupied(read) => read.into_mut(),
            Entry::Vacant(new) => {
                let row = self.row + 1 + number as u32;
                let store = &self.index.texts[self.segment].store;
                let text = stored_text(store, row, self.index.text_fields.block)?;
                new.insert(TextBlock::new(text, *start))
            }
        };
        Ok(Some(block))
    }
}
