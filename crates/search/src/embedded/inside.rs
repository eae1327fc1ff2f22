//! The second step: what of a document answers.
//!
//! The positions of the query's words in the document tell everything: which places hold which words and which headings
//! do ([`super::places`]), and which lines show them best. Only the lines that are shown are read as text
//! ([`super::shown`]).

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use lagrum_words::{Language, PART, form, tokens};
use tantivy::DocSet;
use tantivy::TERMINATED;
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;

use super::open::Opened;
use super::postings::{LOOK_UP, list};
use super::shown::Text;
use crate::extract::{Block, Mark, stretches};
use crate::plan::{Condition, Plan};
use crate::{Passages, SearchError, Tuning};

/// Spots of one term in one document that are looked at; more say nothing new.
const SPOTS: usize = 3000;

/// Spots of all terms in one document that are looked at: those of the rarer words come first.
const ALL_SPOTS: usize = 3_000;

/// Work on a document after which no other phrase is looked for in it.
const DOCUMENT_WORK: u64 = 20_000;

/// Words of a title that are looked at.
const TITLE_WORDS: usize = 2000;

/// What it costs to find a document in the list of a term, in entries, and what each of its spots does.
const SEEK: u64 = 20;
const SPOT: u64 = 5;

pub(super) fn passages(
    opened: &Opened,
    tuning: &Tuning,
    plan: &Plan,
    documents: &[u32],
) -> Result<Vec<Passages>, SearchError> {
    let query = Query::of(plan);
    let (mut marks, work) = marks(opened, plan, &query, documents)?;
    let by_term = OnceCell::new();
    let mut all = Vec::with_capacity(documents.len());
    for ((document, marks), work) in documents.iter().zip(&mut marks).zip(work) {
        lagrum_cancel::check()?;
        // Each word's marks come in order, and this sort makes use of it.
        marks.sort_by(|a, b| {
            (a.position, a.word).cmp(&(b.position, b.word)).then(b.nearness.total_cmp(&a.nearness))
        });
        marks.dedup_by_key(|mark| (mark.position, mark.word));
        let mut found = Passages::default();
        if !marks.is_empty()
            && let Some(mut text) = Text::open(opened, *document)?
        {
            found = text.passages(tuning, plan, &query, marks)?;
        }
        if found.highlight.is_empty() {
            let hit = opened.hit(*document)?;
            let by_term = by_term.get_or_init(|| ByTerm::of(plan));
            found.highlight.extend(hit.title.and_then(|title| by_term.extract(opened, &title)));
        }
        found.work = work;
        all.push(found);
    }
    Ok(all)
}

/// The words of a query that are looked for inside a document: those that say something, and the phrases.
pub(super) struct Query<'a> {
    /// The words' places in the plan.
    pub(super) words: Vec<usize>,
    phrases: Vec<&'a [String]>,
    /// What each word weighs, then each phrase.
    pub(super) weights: Vec<f32>,
    pub(super) weight: f32,
}

impl<'a> Query<'a> {
    fn of(plan: &'a Plan) -> Self {
        let mut phrases = Vec::new();
        for condition in &plan.required {
            collect_phrases(condition, &mut phrases);
        }
        let has_content = plan.words.iter().any(|word| !word.is_function) || !phrases.is_empty();
        let looked_for = |at: &usize| {
            let word = &plan.words[*at];
            !word.in_phrase && (!has_content || !word.is_function)
        };
        // A word typed twice stands at the same spots.
        let mut seen = HashSet::new();
        let is_new = |at: &usize| seen.insert(plan.words[*at].text.as_str());
        let words: Vec<usize> = (0..plan.words.len()).filter(looked_for).filter(is_new).collect();
        let in_phrases: f32 = plan.words.iter().filter(|word| word.in_phrase).map(|word| word.weight).sum();
        let mut weights: Vec<f32> = words.iter().map(|at| plan.words[*at].weight).collect();
        weights.extend(phrases.iter().map(|_| in_phrases.max(1.0) / phrases.len() as f32));
        let weight = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        Self { words, phrases, weights, weight }
    }
}

fn collect_phrases<'a>(condition: &'a Condition, phrases: &mut Vec<&'a [String]>) {
    match condition {
        Condition::Phrase(words) => phrases.push(words),
        Condition::Any(inner) | Condition::All(inner) => {
            for condition in inner {
                collect_phrases(condition, phrases);
            }
        }
        Condition::Word(_) | Condition::CaseNumber(_) | Condition::Citing | Condition::Not(_) => {}
    }
}

/// Where the words of the query stand in each of the documents, and what finding that has cost for each.
fn marks(
    opened: &Opened,
    plan: &Plan,
    query: &Query<'_>,
    documents: &[u32],
) -> Result<(Vec<Vec<Mark>>, Vec<u64>), SearchError> {
    let mut marks: Vec<Vec<Mark>> = vec![Vec::new(); documents.len()];
    let mut work = vec![0; documents.len()];
    let mut words: Vec<(&usize, u16)> = query.words.iter().zip(0..).collect();
    words.sort_by(|(a, _), (b, _)| plan.words[**b].weight.total_cmp(&plan.words[**a].weight));
    for (segment, at) in opened.texts.iter().zip(0..) {
        let mut rows: Vec<(u32, usize)> = documents
            .iter()
            .enumerate()
            .filter_map(|(place, document)| {
                let (of, row) = opened.columns.row(*document)?;
                (of == at).then_some((row, place))
            })
            .collect();
        rows.sort_unstable();
        if rows.is_empty() {
            continue;
        }
        let mut found = Vec::new();
        for (number, word) in words.iter().copied() {
            for form in &plan.words[*number].forms {
                for term in form.terms.iter().flatten() {
                    let (reader, field) = (&segment.forms, opened.text_fields.form);
                    let option = IndexRecordOption::WithFreqsAndPositions;
                    let Some(mut entries) = list(reader, field, term, option)? else { continue };
                    work[rows[0].1] += LOOK_UP;
                    for (row, place) in &rows {
                        if marks[*place].len() >= ALL_SPOTS {
                            continue;
                        }
                        work[*place] += SEEK;
                        if !stands_at(&mut entries, *row) {
                            continue;
                        }
                        entries.positions(&mut found);
                        work[*place] += found.len() as u64 * SPOT;
                        let nearness = form.nearness;
                        let spots = found.iter().take(SPOTS);
                        marks[*place].extend(spots.map(|position| Mark {
                            position: *position,
                            word,
                            nearness,
                        }));
                    }
                }
            }
        }
        for (phrase, number) in query.phrases.iter().zip(query.words.len()..) {
            for (row, place) in &rows {
                if marks[*place].len() >= ALL_SPOTS || work[*place] >= DOCUMENT_WORK {
                    continue;
                }
                work[*place] += mark_phrase(opened, at, *row, phrase, number as u16, &mut marks[*place])?;
            }
        }
    }
    Ok((marks, work))
}

fn stands_at(entries: &mut tantivy::postings::SegmentPostings, row: u32) -> bool {
    let doc = entries.doc();
    doc == row || (doc < row && doc != TERMINATED && entries.seek(row) == row)
}

/// Marks every word of a phrase where all of them stand one after the other. Returns what that has cost.
fn mark_phrase(
    opened: &Opened,
    segment: usize,
    row: u32,
    phrase: &[String],
    number: u16,
    marks: &mut Vec<Mark>,
) -> Result<u64, SearchError> {
    let mut starts: Option<Vec<u32>> = None;
    let mut found = Vec::new();
    let mut work = 0;
    for (word, offset) in phrase.iter().zip(0_u32..) {
        let (reader, field) = (&opened.texts[segment].words, opened.text_fields.word);
        let option = IndexRecordOption::WithFreqsAndPositions;
        let Some(mut entries) = list(reader, field, word, option)? else { return Ok(work) };
        work += LOOK_UP + SEEK;
        if !stands_at(&mut entries, row) {
            return Ok(work);
        }
        entries.positions(&mut found);
        work += found.len() as u64;
        let here = found.iter().filter_map(|position| position.checked_sub(offset));
        starts = Some(match starts {
            None => here.collect(),
            Some(starts) => here.filter(|start| starts.binary_search(start).is_ok()).collect(),
        });
        if starts.as_ref().is_some_and(Vec::is_empty) {
            return Ok(work);
        }
    }
    for start in starts.unwrap_or_default().into_iter().take(SPOTS / 8) {
        let words = 0..phrase.len() as u32;
        marks.extend(words.map(|offset| Mark { position: start + offset, word: number, nearness: 1.0 }));
    }
    Ok(work)
}

/// The marks in a range of positions.
pub(super) fn within<'m>(marks: &'m [Mark], range: &Range<u32>) -> &'m [Mark] {
    let start = marks.partition_point(|mark| mark.position < range.start);
    let end = marks.partition_point(|mark| mark.position < range.end);
    &marks[start..end.max(start)]
}

/// The words of a query that say something, by the terms of their forms.
struct ByTerm<'a> {
    words: HashMap<&'a str, Vec<(u16, f32)>>,
    weights: Vec<f32>,
}

impl<'a> ByTerm<'a> {
    fn of(plan: &'a Plan) -> Self {
        let mut words: HashMap<&str, Vec<(u16, f32)>> = HashMap::new();
        for (word, number) in plan.words.iter().zip(0..).filter(|(word, _)| !word.is_function) {
            for form in &word.forms {
                for term in form.terms.iter().flatten() {
                    words.entry(term).or_default().push((number, form.nearness));
                }
            }
        }
        Self { words, weights: plan.words.iter().map(|word| word.weight).collect() }
    }

    /// The part of a title where the words of the query stand, marked; None when it has none of them.
    fn extract(&self, opened: &Opened, title: &str) -> Option<String> {
        let title = title.replace('\n', " ");
        let mut marks = Vec::new();
        for (token, position) in tokens(&title).take(TITLE_WORDS).zip(0..) {
            let forms = opened.analyser.forms(&token.word, Language::Swedish);
            let english = form(&token.word, Language::English);
            let parts = forms.parts.iter().map(|part| format!("{PART}{part}"));
            for term in parts.chain([forms.stem.clone(), english]) {
                let found = self.words.get(term.as_str()).into_iter().flatten();
                marks.extend(found.map(|(word, nearness)| Mark {
                    position,
                    word: *word,
                    nearness: *nearness,
                }));
            }
        }
        let best = stretches(&marks, &self.weights).into_iter().next()?;
        Block::new(title, 0).extract(best)?.marked_html()
    }
}
