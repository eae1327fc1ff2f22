//! Scores provisions by the citation contexts, and the names of concepts, that have words of the query.
//!
//! A common word is in the contexts of half of all provisions. So provisions, like documents
//! ([`batches`](crate::embedded::batches)), are gone through in batches: all words for one batch of rows of the index of contexts,
//! then all words for the next. The tables of a batch stay in the processor's cache.
//!
//! A row of contexts counts if it covers enough of the query. So, as for documents ([`matching`](crate::embedded::matching)), the
//! heaviest words find the rows, and a lighter word is added only to rows that can still reach the minimum. Rows of names always
//! count; there are few of them.

use std::ops::Range;

use tantivy::DocId;

use super::index::TermRows;
use crate::embedded::accumulators::{ContextEntry, ContextTable, MatchedWord};
use crate::embedded::open::OpenIndex;
use crate::embedded::work::Work;
use crate::plan::{QueryForm, QueryWord, least_before};
use crate::{SearchError, Tuning};

/// The most forms of a word that are looked up; the nearest are.
const MAX_FORMS: usize = 40;

/// The score of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchedProvision {
    pub(super) row: DocId,
    /// The sum of the scores of the words.
    pub(super) value: f32,
    /// The weight of the words of the query that the row has.
    pub(super) covered: f32,
}

/// The rows that have a word.
struct WordRows<'a> {
    word: &'a QueryWord,
    forms: Vec<FormRows>,
}

/// The rows that have a form: for each of its parts, those of each term.
struct FormRows {
    nearness: f32,
    parts: Vec<Vec<TermRows>>,
}

/// A row, and how often it has a form.
type RowTimes = (DocId, u32);

/// Some rows that follow each other.
struct RowBatch {
    rows: Range<DocId>,
    /// The position of the first row of names in it.
    names: usize,
}

/// Scores the rows for some words, which come heaviest first. Returns the rows in order, without rows that have none of the words
/// and rows of contexts that cover less weight than `minimum`.
pub(super) fn matched_provisions(
    index: &OpenIndex,
    tuning: &Tuning,
    words: &[&QueryWord],
    minimum: f32,
    table: &mut ContextTable,
    done: &mut Work,
) -> Result<Vec<MatchedProvision>, SearchError> {
    let least = least_before(words.iter().map(|word| word.weight), minimum);
    let mut words =
        words.iter().map(|word| WordRows::open(index, word, done)).collect::<Result<Vec<_>, _>>()?;
    let (rows, at_once) = (index.contexts.rows.len() as u32, index.provisions_at_once.max(1));
    let first_name = index.contexts.first_name;
    let mut matched = Vec::new();
    for start in (0..rows).step_by(at_once) {
        lagrum_cancel::check()?;
        let rows = start..rows.min(start.saturating_add(at_once as u32));
        let batch = RowBatch { names: (first_name.clamp(rows.start, rows.end) - start) as usize, rows };
        for (word, least) in words.iter_mut().zip(&least) {
            word.find(&batch, *least, table);
            add_word(index, tuning, word.word, start, table);
        }
        take_batch(&batch, minimum, table, &mut matched);
    }
    Ok(matched)
}

impl RowBatch {
    fn position(&self, row: DocId) -> usize {
        (row - self.rows.start) as usize
    }

    /// Whether a row is still a candidate: it covers the weight `least` by earlier words, or is a row of names.
    fn wants(&self, row: DocId, least: f32, table: &ContextTable) -> bool {
        let position = self.position(row);
        table.entries[position].covered >= least || position >= self.names
    }
}

impl<'a> WordRows<'a> {
    fn open(index: &OpenIndex, word: &'a QueryWord, done: &mut Work) -> Result<Self, SearchError> {
        let forms = word.forms.iter().take(MAX_FORMS);
        let forms = forms.map(|form| FormRows::open(index, form, done)).collect::<Result<_, _>>()?;
        Ok(Self { word, forms })
    }

    /// Finds the rows of a batch that have the word, among the rows that cover `least` by earlier words. In each row the nearest
    /// form of the word counts.
    fn find(&mut self, batch: &RowBatch, least: f32, table: &mut ContextTable) {
        for FormRows { nearness, parts } in &mut self.forms {
            if let [terms] = parts.as_mut_slice() {
                for term in terms {
                    term.each_in(&batch.rows, |row, times| {
                        if batch.wants(row, least, table) {
                            table.raise(batch.position(row), *nearness, times);
                        }
                    });
                }
            } else {
                let wanted = |row: DocId| batch.wants(row, least, table);
                for (row, times) in rows_with_all(parts, &batch.rows, wanted) {
                    table.raise(batch.position(row), *nearness, times);
                }
            }
        }
    }
}

impl FormRows {
    fn open(index: &OpenIndex, form: &QueryForm, done: &mut Work) -> Result<Self, SearchError> {
        let mut parts = Vec::with_capacity(form.parts.len());
        for part in &form.parts {
            let mut terms = Vec::with_capacity(part.any_of.len());
            for term in &part.any_of {
                terms.extend(index.contexts.rows_with(term.as_str(), done)?);
            }
            parts.push(terms);
        }
        Ok(Self { nearness: form.nearness, parts })
    }
}

/// The wanted rows of a batch that have each part of a form, in order. A row has the form as often as the rarest part.
fn rows_with_all(
    parts: &mut [Vec<TermRows>],
    batch: &Range<DocId>,
    is_wanted: impl Fn(DocId) -> bool,
) -> Vec<RowTimes> {
    let mut all: Option<Vec<RowTimes>> = None;
    for terms in parts {
        let mut found: Vec<RowTimes> = Vec::new();
        for term in terms.iter_mut() {
            term.each_in(batch, |row, times| {
                if is_wanted(row) {
                    found.push((row, times));
                }
            });
        }
        if terms.len() > 1 {
            // The rows of each term are in order already, which makes a stable sort fast.
            found.sort_by_key(|(row, _)| *row);
            found.dedup_by(|(row, times), (kept, sum)| {
                let same = row == kept;
                *sum += if same { *times } else { 0 };
                same
            });
        }
        all = Some(match all {
            None => found,
            Some(all) => in_both(&all, &found),
        });
    }
    all.unwrap_or_default()
}

/// The rows that are in both lists, in order, each with the smaller frequency.
fn in_both(a: &[RowTimes], b: &[RowTimes]) -> Vec<RowTimes> {
    let find = |row: DocId| b.binary_search_by_key(&row, |(row, _)| *row).ok().map(|at| b[at].1);
    a.iter().filter_map(|(row, times)| Some((*row, (*times).min(find(*row)?)))).collect()
}

/// Adds the scores of the current word to the rows of the batch.
fn add_word(index: &OpenIndex, tuning: &Tuning, word: &QueryWord, start: DocId, table: &mut ContextTable) {
    let lengths = &index.contexts.relative_lengths[start as usize..];
    let ContextTable { entries, word: of_word, having, .. } = table;
    for position in having.iter().map(|position| *position as usize) {
        let MatchedWord { nearness, times } = std::mem::take(&mut of_word[position]);
        let length = lengths[position];
        let value = if length == 0.0 {
            // A name has a word or has it not.
            nearness
        } else {
            let damping = 1.0 - tuning.context_length + tuning.context_length * length;
            // Terms are counted in halves.
            let often = times as f32 / 2.0 / damping;
            nearness * 2.0 * often / (often + 1.0)
        };
        let entry = &mut entries[position];
        entry.value += word.weight * value;
        entry.covered += word.weight * nearness;
    }
    having.clear();
}

/// Appends the rows of the batch that cover enough of the query, and empties the table of the batch.
fn take_batch(batch: &RowBatch, minimum: f32, table: &mut ContextTable, matched: &mut Vec<MatchedProvision>) {
    let rows = batch.rows.clone().zip(&mut table.entries);
    for ((row, entry), position) in rows.zip(0..) {
        if entry.covered > 0.0 {
            let ContextEntry { value, covered } = std::mem::take(entry);
            if covered >= minimum || position >= batch.names {
                matched.push(MatchedProvision { row, value, covered });
            }
        }
    }
}
