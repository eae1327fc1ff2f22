//! The score of the provisions of some documents for a query, each provision by itself.
//!
//! A document is found by words that it has anywhere, and a long act has any word somewhere. What answers is a provision. So the
//! provisions of the best documents are scored as if each were a document with three fields: its text, the headings over it, and
//! the names of its act. For each word of the query
//!
//! > *v* = text / (0.4 + 0.6 · length / average) + 1.5 · heading + name, *g* = 2.2 *v* / (*v* + 1.2)
//!
//! and a provision has *s* · (0.3 + 0.7 *c*), where *s* is the mean of *g* by the weights of the words, and *c* that of *g* up to
//! one. A document has the score of its best provision and a little of the next two.
//!
//! Only rows of the given documents are looked up, so the cost depends on them and not on the corpus.

use std::ops::Range;

use lagrum_numbers::DocumentNumber;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocId, InvertedIndexReader, Term};

use super::open::{OpenIndex, ProvisionRows};
use super::passage_ranking::AVERAGE_LENGTH;
use super::segments::{LEAP, each_row_in};
use super::work::{LOOK_UP, Work};
use crate::plan::{MatchPlan, QueryForm, QueryPlan, QueryWord};
use crate::tuning::ProvisionWeights;
use crate::{SearchError, Tuning};

/// The most words of a query that are looked up, and the most forms of each; the heaviest and the nearest are.
const MAX_WORDS: usize = 16;
const MAX_FORMS: usize = 40;

/// What repetitions of a word add at most, as `k1` of BM25.
const REPETITION: f32 = 1.2;

/// The part of a score that does not depend on the coverage.
const BASE: f32 = 0.3;

/// What the second and the third provision add to the score of a document.
const NEXT: f32 = 0.15;

/// The scores of some documents by their provisions, in the order of the documents, and the work in postings. 0 for a document
/// whose provisions are not indexed by themselves, and for one without a word of the query.
pub(super) fn provision_scores(
    index: &OpenIndex,
    tuning: &Tuning,
    plan: &QueryPlan,
    documents: &[DocumentNumber],
) -> Result<(Vec<f32>, u64), SearchError> {
    let mut scores = vec![0.0; documents.len()];
    let matching = MatchPlan::new(plan, tuning);
    let words: Vec<&QueryWord> =
        matching.words.iter().copied().filter(|word| matching.is_content(word)).take(MAX_WORDS).collect();
    let weight: f32 = words.iter().map(|word| word.weight).sum();
    let mut work = Work::new(index.columns.len());
    if weight <= 0.0 {
        return Ok((scores, 0));
    }
    let mut scoring = Scoring::new(index, &tuning.provision, documents);
    if scoring.texts.is_empty() {
        return Ok((scores, 0));
    }
    for word in words {
        lagrum_cancel::check()?;
        scoring.add_word(word, &mut work)?;
    }
    for text in &scoring.texts {
        scores[text.place] = scoring.of_document(text, weight);
    }
    Ok((scores, work.done()))
}

/// A document whose provisions are scored.
struct ScoredText {
    /// The position of the document among those asked for.
    place: usize,
    segment: usize,
    /// Its rows of passages.
    rows: Range<DocId>,
    /// Its rows of names.
    names: Range<DocId>,
    /// The position of its first provision among all.
    first: usize,
    /// The nearness of the current word in its names.
    named: f32,
    /// What its provisions get by its names alone.
    by_name: Score,
}

/// The sums over the words of a query for a provision.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    value: f32,
    covered: f32,
}

impl Score {
    /// What a word adds that a provision has with the value `v`.
    fn of_word(weight: f32, v: f32) -> Self {
        let value = (REPETITION + 1.0) * v / (v + REPETITION);
        Self { value: weight * value, covered: weight * value.min(1.0) }
    }

    fn plus(self, other: Self) -> Self {
        Self { value: self.value + other.value, covered: self.covered + other.covered }
    }

    fn minus(self, other: Self) -> Self {
        Self { value: self.value - other.value, covered: self.covered - other.covered }
    }
}

/// The occurrences of the current word in a provision.
#[derive(Clone, Copy, Debug, Default)]
struct Occurrences {
    text: f32,
    heading: f32,
}

/// The provisions while they are scored, by their position among those of all documents.
struct Scoring<'a> {
    index: &'a OpenIndex,
    weights: &'a ProvisionWeights,
    /// In the order of their rows.
    texts: Vec<ScoredText>,
    /// The positions of the texts in the order of their names.
    by_names: Vec<usize>,
    word: Vec<Occurrences>,
    /// The provisions that have the current word.
    having: Vec<usize>,
    /// What each provision has beyond the names of its document.
    scores: Vec<Score>,
}

impl<'a> Scoring<'a> {
    fn new(index: &'a OpenIndex, weights: &'a ProvisionWeights, documents: &[DocumentNumber]) -> Self {
        let mut texts: Vec<ScoredText> = documents
            .iter()
            .enumerate()
            .filter_map(|(place, document)| scored_text(index, place, *document))
            .collect();
        texts.sort_unstable_by_key(|text| (text.segment, text.rows.start, text.place));
        let mut first = 0;
        for text in &mut texts {
            text.first = first;
            first += text.rows.len();
        }
        let mut by_names: Vec<usize> = (0..texts.len()).collect();
        by_names.sort_by_key(|at| texts[*at].names.start);
        let (word, scores) = (vec![Occurrences::default(); first], vec![Score::default(); first]);
        Self { index, weights, texts, by_names, word, having: Vec::new(), scores }
    }

    #[expect(clippy::similar_names, reason = "a word and the work that it costs")]
    fn add_word(&mut self, word: &QueryWord, work: &mut Work) -> Result<(), SearchError> {
        for form in word.forms.iter().take(MAX_FORMS) {
            self.add_form(form, work)?;
        }
        for text in &mut self.texts {
            let named = std::mem::take(&mut text.named) * self.weights.name;
            let by_name = Score::of_word(word.weight, named);
            text.by_name = text.by_name.plus(by_name);
            let provisions = text.first..text.first + text.rows.len();
            // `having` is in order, as texts are.
            let from = self.having.partition_point(|at| *at < provisions.start);
            let to = self.having.partition_point(|at| *at < provisions.end);
            for at in &self.having[from..to] {
                let Occurrences { text, heading } = std::mem::take(&mut self.word[*at]);
                let with_text = Score::of_word(word.weight, text + heading * self.weights.heading + named);
                self.scores[*at] = self.scores[*at].plus(with_text.minus(by_name));
            }
        }
        self.having.clear();
        Ok(())
    }

    fn add_form(&mut self, form: &QueryForm, work: &mut Work) -> Result<(), SearchError> {
        let (index, length) = (self.index, self.weights.length);
        let fields = &index.text_fields;
        let mut all: Option<Vec<(usize, u32)>> = None;
        for part in &form.parts {
            let mut found = Vec::new();
            for term in &part.any_of {
                let term = Term::from_field_text(fields.provision, term.as_str());
                self.each_row(&term, |rows| &rows.words, work, |at, _, times| found.push((at, times)))?;
            }
            found.sort_unstable();
            found.dedup_by(|(next, more), (kept, times)| {
                let is_same = next == kept;
                *times += if is_same { *more } else { 0 };
                is_same
            });
            all = Some(all.map_or_else(|| found.clone(), |all| in_both(&all, &found)));
        }
        for (at, times) in all.unwrap_or_default() {
            let words = self.length(at) / AVERAGE_LENGTH;
            self.occurs(at).text += form.nearness * times as f32 / (1.0 - length + length * words);
        }
        for term in form.as_single_choice().unwrap_or_default() {
            let mut found = Vec::new();
            let over = Term::from_field_text(fields.over, term.as_str());
            self.each_row(&over, |rows| &rows.headings, work, |at, _, _| found.push(at))?;
            for at in found {
                let heading = &mut self.occurs(at).heading;
                *heading = heading.max(form.nearness);
            }
            self.add_names(index.document_fields.form, term.as_str(), form.nearness, work)?;
        }
        self.having.sort_unstable();
        self.having.dedup();
        Ok(())
    }

    /// The occurrences of the current word in a provision, which is listed as having it.
    fn occurs(&mut self, at: usize) -> &mut Occurrences {
        let word = &mut self.word[at];
        if word.text == 0.0 && word.heading == 0.0 {
            self.having.push(at);
        }
        word
    }

    /// The number of words of a provision.
    fn length(&self, at: usize) -> f32 {
        let text = &self.texts[self.texts.partition_point(|text| text.first + text.rows.len() <= at)];
        let row = text.rows.start + (at - text.first) as DocId;
        self.index.texts[text.segment].provisions.lengths.first(row).unwrap_or_default() as f32
    }

    /// Calls `take` with every provision that has a term: its position, its row, and how often it has the term.
    fn each_row(
        &self,
        term: &Term,
        field: impl Fn(&ProvisionRows) -> &InvertedIndexReader,
        work: &mut Work,
        mut take: impl FnMut(usize, DocId, u32),
    ) -> Result<(), SearchError> {
        for of_segment in self.texts.chunk_by(|a, b| a.segment == b.segment) {
            work.add(LOOK_UP)?;
            let reader = field(&self.index.texts[of_segment[0].segment].provisions);
            let Some(info) = reader.get_term_info(term)? else { continue };
            let rows: usize = of_segment.iter().map(|text| text.rows.len()).sum();
            work.add(u64::from(info.doc_freq).min((rows + of_segment.len() * LEAP) as u64))?;
            let mut blocks = reader.read_block_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
            for text in of_segment {
                each_row_in(&mut blocks, &text.rows, |row, times| {
                    take(text.first + (row - text.rows.start) as usize, row, times);
                });
            }
        }
        Ok(())
    }

    /// Notes which documents have a term in their names.
    fn add_names(
        &mut self,
        field: Field,
        term: &str,
        nearness: f32,
        work: &mut Work,
    ) -> Result<(), SearchError> {
        let names = &self.index.names;
        work.add(LOOK_UP)?;
        let Some(info) = names.forms.get_term_info(&Term::from_field_text(field, term))? else {
            return Ok(());
        };
        work.add(u64::from(info.doc_freq).min((self.texts.len() * LEAP) as u64))?;
        let mut blocks =
            names.forms.read_block_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
        for at in &self.by_names {
            let text = &mut self.texts[*at];
            let mut has = false;
            each_row_in(&mut blocks, &text.names, |row, _| {
                has |= names.kinds[row as usize] == crate::NameKind::Own;
            });
            if has {
                text.named = text.named.max(nearness);
            }
        }
        Ok(())
    }

    /// The score of a document for a query of this weight: that of its best provision, and a little of the next two.
    fn of_document(&self, text: &ScoredText, weight: f32) -> f32 {
        let mut best = [0.0_f32; 3];
        for at in text.first..text.first + text.rows.len() {
            let Score { value, covered } = self.scores[at].plus(text.by_name);
            let (s, c) = (value / weight, (covered / weight).min(1.0));
            let mut score = s * (BASE + (1.0 - BASE) * c);
            for better in &mut best {
                if score > *better {
                    std::mem::swap(better, &mut score);
                }
            }
        }
        best[0] + NEXT * (best[1] + best[2])
    }
}

/// A document as a text to score; None if its passages have no rows.
fn scored_text(index: &OpenIndex, place: usize, document: DocumentNumber) -> Option<ScoredText> {
    let DocAddress { segment_ord, doc_id } = index.columns.address(document)?;
    let segment = segment_ord as usize;
    let count = index.texts[segment].provisions.counts.first(doc_id).filter(|count| *count > 0)?;
    let first_row = doc_id.checked_sub(u32::try_from(count).ok()?)?;
    let name = |at: usize| index.names.first_rows.get(at).copied();
    let names_end = name(document.index() + 1).unwrap_or(index.names.documents.len() as DocId);
    let names = name(document.index())?..names_end;
    let by_name = Score::default();
    Some(ScoredText { place, segment, rows: first_row..doc_id, names, first: 0, named: 0.0, by_name })
}

/// What is in both lists, in order, each with the smaller frequency.
fn in_both(a: &[(usize, u32)], b: &[(usize, u32)]) -> Vec<(usize, u32)> {
    let find = |at: usize| b.binary_search_by_key(&at, |(at, _)| *at).ok().map(|found| b[found].1);
    a.iter().filter_map(|(at, times)| Some((*at, (*times).min(find(*at)?)))).collect()
}
