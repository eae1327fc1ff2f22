//! The second step: what of a document answers.
//!
//! The positions of the query's words in the document tell everything: which places hold which words and which headings
//! do ([`super::places`]), and which lines show them best. Only the lines that are shown are read as text
//! ([`super::shown`]).

use std::ops::Range;

use lagrum_words::{Language, tokens};
use tantivy::DocSet;
use tantivy::TERMINATED;
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;

use super::open::Opened;
use super::postings::list;
use super::shown::Text;
use crate::extract::{Mark, push_escaped};
use crate::plan::{Condition, Plan};
use crate::{Passages, SearchError, Tuning};

/// Spots of one term in one document that are looked at; more say nothing new.
const SPOTS: usize = 4000;

pub(super) fn passages(
    opened: &Opened,
    tuning: &Tuning,
    plan: &Plan,
    documents: &[u32],
) -> Result<Vec<Passages>, SearchError> {
    let query = Query::of(plan);
    let mut marks = marks(opened, plan, &query, documents)?;
    let mut all = Vec::with_capacity(documents.len());
    for (document, marks) in documents.iter().zip(&mut marks) {
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
            found.highlight.extend(hit.title.and_then(|title| title_extract(opened, plan, &title)));
        }
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
        let words: Vec<usize> = (0..plan.words.len()).filter(looked_for).collect();
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
        Condition::Word(_) | Condition::CaseNumber(_) | Condition::Not(_) => {}
    }
}

/// Where the words of the query stand in each of the documents.
fn marks(
    opened: &Opened,
    plan: &Plan,
    query: &Query<'_>,
    documents: &[u32],
) -> Result<Vec<Vec<Mark>>, SearchError> {
    let mut marks = vec![Vec::new(); documents.len()];
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
        for (number, word) in query.words.iter().zip(0..) {
            for form in &plan.words[*number].forms {
                for term in form.terms.iter().flatten() {
                    let (reader, field) = (&segment.forms, opened.text_fields.form);
                    let option = IndexRecordOption::WithFreqsAndPositions;
                    let Some(mut entries) = list(reader, field, term, option)? else { continue };
                    for (row, place) in &rows {
                        if !stands_at(&mut entries, *row) {
                            continue;
                        }
                        entries.positions(&mut found);
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
                mark_phrase(opened, at, *row, phrase, number as u16, &mut marks[*place])?;
            }
        }
    }
    Ok(marks)
}

fn stands_at(entries: &mut tantivy::postings::SegmentPostings, row: u32) -> bool {
    let doc = entries.doc();
    doc == row || (doc < row && doc != TERMINATED && entries.seek(row) == row)
}

/// Marks every word of a phrase where all of them stand one after the other.
fn mark_phrase(
    opened: &Opened,
    segment: usize,
    row: u32,
    phrase: &[String],
    number: u16,
    marks: &mut Vec<Mark>,
) -> Result<(), SearchError> {
    let mut starts: Option<Vec<u32>> = None;
    let mut found = Vec::new();
    for (word, offset) in phrase.iter().zip(0_u32..) {
        let (reader, field) = (&opened.texts[segment].words, opened.text_fields.word);
        let option = IndexRecordOption::WithFreqsAndPositions;
        let Some(mut entries) = list(reader, field, word, option)? else { return Ok(()) };
        if !stands_at(&mut entries, row) {
            return Ok(());
        }
        entries.positions(&mut found);
        let here = found.iter().filter_map(|position| position.checked_sub(offset));
        starts = Some(match starts {
            None => here.collect(),
            Some(starts) => here.filter(|start| starts.binary_search(start).is_ok()).collect(),
        });
    }
    for start in starts.unwrap_or_default().into_iter().take(SPOTS / 8) {
        let words = 0..phrase.len() as u32;
        marks.extend(words.map(|offset| Mark { position: start + offset, word: number, nearness: 1.0 }));
    }
    Ok(())
}

/// The marks in a range of positions.
pub(super) fn within<'m>(marks: &'m [Mark], range: &Range<u32>) -> &'m [Mark] {
    let start = marks.partition_point(|mark| mark.position < range.start);
    let end = marks.partition_point(|mark| mark.position < range.end);
    &marks[start..end.max(start)]
}

/// A title with the words of the query marked; None when it has none of them.
fn title_extract(opened: &Opened, plan: &Plan, title: &str) -> Option<String> {
    let wanted = |form: &str| {
        plan.words.iter().any(|word| {
            !word.is_function && word.forms.iter().any(|f| f.terms.iter().flatten().any(|term| term == form))
        })
    };
    let mut html = String::new();
    let mut copied = 0;
    let mut marked = false;
    for token in tokens(title) {
        let forms = opened.analyser.forms(&token.word, Language::Swedish);
        let english = lagrum_words::stem(&token.word, Language::English);
        let parts = forms.parts.iter().map(|part| format!("~{part}"));
        if wanted(&forms.stem) || wanted(&english) || parts.into_iter().any(|part| wanted(&part)) {
            push_escaped(&mut html, &title[copied..token.bytes.start]);
            html.push_str("<em>");
            push_escaped(&mut html, &title[token.bytes.clone()]);
            html.push_str("</em>");
            copied = token.bytes.end;
            marked = true;
        }
    }
    push_escaped(&mut html, &title[copied..]);
    marked.then_some(html)
}
