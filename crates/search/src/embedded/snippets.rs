//! Reads the blocks of a document's text that extracts are cut from.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::sync::Arc;

use tantivy::{DocAddress, DocId};

use super::open::{OpenIndex, stored_text};
use super::passage_query::PassageQuery;
use super::passage_ranking::DocumentPassages;
use crate::extract::Extract;
use crate::marks::{Mark, marks_within};
use crate::plan::QueryPlan;
use crate::snippet::{Extracts, stretches, worth};
use crate::text_layout::PackedPassage;
use crate::text_run::{MAX_LENGTH, Run, RunReader, TextBlock};
use crate::word_position::{WordPosition, word_count};
use crate::{DayNumber, Passage, PassageSupport, Passages, SearchError, Tuning};
use lagrum_numbers::DocumentNumber;

/// The most passages of a document that are shown.
pub(super) const MAX_PASSAGES: usize = 3;

/// The most passages of the first document of the whole order.
pub(super) const MAX_PASSAGES_OF_FIRST: usize = 5;

/// The approximate bytes before a marked word and after its beginning that an extract may need: of a text that may be shown
/// whole, and of a longer one.
const AROUND_SHORT: (usize, usize) = (350, 500);
const AROUND_LONG: (usize, usize) = (130, 450);

/// The most words of a passage that may be shown whole. A passage of more words has more characters than are shown whole.
const MAX_SHORT_WORDS: usize = 100;

/// The most words, and the most characters, of a passage that is shown whole as the rule that answers a question.
const MAX_RULE_WORDS: usize = 160;
const MAX_RULE_LENGTH: usize = 1_000;

/// The text of a document, with the blocks of it that were read.
pub(super) struct DocumentText<'a> {
    index: &'a OpenIndex,
    text: DocAddress,
    passages: Arc<DocumentPassages>,
    blocks: HashMap<usize, TextBlock>,
    today: DayNumber,
    /// Whether the best passage is shown whole, if it is not too long.
    pub(super) shows_rule: bool,
    /// The words of that passage.
    rule: Option<Range<WordPosition>>,
    /// The most passages that are shown.
    pub(super) max_passages: usize,
}

/// Which text an extract is cut from.
#[derive(Clone)]
enum Place {
    /// The text of a passage or a heading, with its pieces joined.
    Words(Range<WordPosition>),
    /// A single piece of the document that has some of these words.
    Piece(Range<WordPosition>),
}

impl<'a> DocumentText<'a> {
    /// The text of a document; None for a document without one.
    pub(super) fn open(
        index: &'a OpenIndex,
        document: DocumentNumber,
        today: DayNumber,
    ) -> Result<Option<Self>, SearchError> {
        let Some(text) = index.columns.address(document) else { return Ok(None) };
        let passages = index.passages(document, text)?;
        let blocks = HashMap::new();
        let (shows_rule, rule, max_passages) = (false, None, MAX_PASSAGES);
        Ok(Some(Self { index, text, passages, blocks, today, shows_rule, rule, max_passages }))
    }

    /// The passages and extracts that answer, by the marks of the query, in order, and by the support of passages.
    pub(super) fn passages(
        &mut self,
        tuning: &Tuning,
        plan: &QueryPlan,
        query: &PassageQuery<'_>,
        marks: &[Mark],
        supported: &[PassageSupport],
    ) -> Result<Passages, SearchError> {
        let passages = self.passages.clone();
        let table = &passages.table;
        let highlight = self.extracts(None, marks, &query.weights)?.into_html();
        let mut found = Passages { highlight, ..Passages::default() };
        for at in passages.best(tuning, plan, query, marks, supported, self.today) {
            let Some(passage) = table.passages.get(at) else { continue };
            let is_rule =
                self.shows_rule && found.passages.is_empty() && word_count(&passage.words) <= MAX_RULE_WORDS;
            self.rule = is_rule.then(|| passage.words.clone());
            let (heading, highlight) = self.passage_extracts(passage, marks, &query.weights)?;
            let first = highlight.first();
            let is_shown = found.passages.iter().any(|passage: &Passage| passage.highlight.first() == first);
            if first.is_none() || is_shown {
                continue;
            }
            found.passages.push(Passage {
                anchor: table.anchor(at).to_owned(),
                label: table.label(at).map(str::to_owned),
                heading,
                highlight,
            });
            if found.passages.len() == self.max_passages {
                break;
            }
        }
        Ok(found)
    }

    /// The extracts of a passage and, where only a heading over it has words of the query, that heading.
    fn passage_extracts(
        &mut self,
        passage: &PackedPassage,
        marks: &[Mark],
        weights: &[f32],
    ) -> Result<(Option<String>, Vec<String>), SearchError> {
        let mut extracts =
            self.extracts(Some(&passage.words), marks_within(marks, &passage.words), weights)?;
        if !extracts.are_unmarked() {
            return Ok((None, extracts.into_html()));
        }
        let heading = self.marked_heading(passage, marks)?;
        // The words of the query stand only in a heading, or the passage answers by its support or the concepts that it explains.
        // Its beginning is shown.
        if let Some(beginning) = self.beginning(passage)? {
            extracts = Extracts::default();
            extracts.add(beginning);
        }
        Ok((heading, extracts.into_html()))
    }

    /// The nearest heading over a passage that has words of the query, with these marked.
    fn marked_heading(
        &mut self,
        passage: &PackedPassage,
        marks: &[Mark],
    ) -> Result<Option<String>, SearchError> {
        let passages = self.passages.clone();
        let table = &passages.table;
        let numbers = table.headings_over(passage).iter().rev();
        for heading in numbers.filter_map(|number| table.headings.get(usize::from(*number))) {
            let marks = marks_within(marks, heading);
            if marks.is_empty() {
                continue;
            }
            let runs = self.runs(&Place::Words(heading.clone()), heading.start)?;
            let extract = runs.first().and_then(|run| Extract::beginning(run, marks));
            if let Some(extract) = extract.filter(Extract::is_marked) {
                return Ok(Some(extract.into_html()));
            }
        }
        Ok(None)
    }

    /// The beginning of a passage, without marks.
    fn beginning(&mut self, passage: &PackedPassage) -> Result<Option<Extract>, SearchError> {
        let runs = self.runs(&Place::Words(passage.words.clone()), passage.words.start)?;
        let text = runs.iter().find(|run| !run.is_heading);
        Ok(text.and_then(|run| Extract::beginning(run, &[])))
    }

    /// The extracts that show marks best: from the text of `words` as one place, or else from single pieces of the document.
    fn extracts(
        &mut self,
        words: Option<&Range<WordPosition>>,
        marks: &[Mark],
        weights: &[f32],
    ) -> Result<Extracts, SearchError> {
        let mut extracts = Extracts::default();
        // The runs that were read last. The next stretch is mostly in the same runs.
        let mut read: Option<(Range<WordPosition>, Vec<Run>)> = None;
        for stretch in stretches(marks, weights) {
            if extracts.is_full() {
                break;
            }
            let (Some(first), Some(last)) = (stretch.first(), stretch.last()) else { continue };
            let is_read = |(near, _): &(Range<WordPosition>, _)| near.contains(&first.position);
            let (_, runs) = match read.take().filter(is_read) {
                Some(known) if words.is_some() => read.insert(known),
                _ => {
                    let piece = || Place::Piece(first.position..last.position.next());
                    let place = words.map_or_else(piece, |words| Place::Words(words.clone()));
                    let (near, runs) = self.runs_near(&place, first.position)?;
                    read.insert((near, runs))
                }
            };
            let in_place = |run: &&Run| !(run.is_heading && words.is_some());
            // The stretch may go past the end of a run: the part with the highest score is shown.
            let focus = |run: &Run| marks_within(stretch, &run.positions()).to_vec();
            let best = runs
                .iter()
                .filter(in_place)
                .map(|run| (worth(&focus(run), weights), run))
                .filter(|(worth, _)| *worth > 0.0)
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            if let Some(extract) = best.and_then(|(_, run)| Extract::around(run, &focus(run), marks)) {
                extracts.add(extract);
            }
        }
        Ok(extracts)
    }

    fn runs(&mut self, place: &Place, position: WordPosition) -> Result<Vec<Run>, SearchError> {
        Ok(self.runs_near(place, position)?.1)
    }

    /// The runs of a place near a position, and the range of positions for which these runs have enough text: the whole place if
    /// all of it was read.
    fn runs_near(
        &mut self,
        place: &Place,
        position: WordPosition,
    ) -> Result<(Range<WordPosition>, Vec<Run>), SearchError> {
        let passages = self.passages.clone();
        let table = &passages.table;
        let of = |position: WordPosition| {
            table.blocks.partition_point(|start| *start <= position).saturating_sub(1)
        };
        let (range, joins) = match place {
            Place::Words(words) => (words.clone(), true),
            Place::Piece(words) => (words.clone(), false),
        };
        let (begin, end) = if joins {
            (of(range.start), of(WordPosition(range.end.0.saturating_sub(1))))
        } else {
            (0, table.blocks.len().saturating_sub(1))
        };
        let is_short = word_count(&range) <= MAX_SHORT_WORDS;
        let (need_before, need_after) = if is_short { AROUND_SHORT } else { AROUND_LONG };
        let at = of(position);
        let is_rule = joins && self.rule.as_ref() == Some(&range);
        self.read(at)?;
        // An extract is shorter than a block, so the block before it or after it is read only near the end of this one.
        let (before, after) = self.blocks.get(&at).map_or((0, 0), |block| block.bytes_around(position));
        let mut from = if before < need_before { at.saturating_sub(1).max(begin) } else { at };
        let mut to = if after < need_after { (at + 1).min(end) } else { at };
        if is_rule {
            (from, to) = (begin, end);
        }
        for block in from..=to {
            self.read(block)?;
        }
        let blocks: Vec<&TextBlock> = (from..=to).filter_map(|number| self.blocks.get(&number)).collect();
        let today = self.today;
        // A passage that does not apply is shown only if no other passage has its anchor.
        let is_past = joins && !table.applies(range.start, today);
        let applies = |position: WordPosition| is_past || table.applies(position, today);
        let near = if from == begin && to == end { range.clone() } else { position.alone() };
        let longest = if is_rule { MAX_RULE_LENGTH } else { MAX_LENGTH };
        let reader = RunReader { range, joins, applies: &applies, longest };
        Ok((near, reader.runs(&blocks, from > begin, to < end)))
    }

    /// Reads a block of the text, unless it is read.
    fn read(&mut self, number: usize) -> Result<(), SearchError> {
        let Some(start) = self.passages.table.blocks.get(number) else { return Ok(()) };
        if let Entry::Vacant(new) = self.blocks.entry(number) {
            let DocAddress { segment_ord, doc_id: row } = self.text;
            let store = &self.index.texts[segment_ord as usize].store;
            let text = stored_text(store, row + 1 + number as DocId, self.index.text_fields.block)?;
            new.insert(TextBlock::new(text, *start));
        }
        Ok(())
    }
}
