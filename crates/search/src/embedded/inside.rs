//! The second step: what of a document answers.
//!
//! The positions of the query's words in the document tell everything: which places hold which words, which headings do,
//! and which lines show them best. Only the lines that are shown are read as text.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use lagrum_words::{Language, tokens};
use tantivy::DocSet;
use tantivy::TERMINATED;
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;

use super::open::{Opened, stored, stored_text};
use super::postings::list;
use crate::extract::{Mark, beginning, extract, push_escaped, stretches};
use crate::plan::{Condition, Plan};
use crate::text::{PackedPlace, PackedProvision, PlaceTable};
use crate::{Passage, Passages, SearchError, Tuning};

/// Places that are looked at closely.
const BEST: usize = 6;

/// Places that are shown.
const SHOWN: usize = 3;

/// Words of a place of middling length.
const PLACE_LENGTH: f32 = 80.0;

/// Spots of one term in one document that are looked at; more say nothing new.
const SPOTS: usize = 4000;

/// What a printed page counts beside a section of the same words.
const PAGE: f32 = 0.8;

/// How near two coverages are that are alike.
const ALIKE: f32 = 0.97;

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
        marks.sort_unstable_by(|a, b| {
            (a.position, a.word).cmp(&(b.position, b.word)).then(b.nearness.total_cmp(&a.nearness))
        });
        marks.dedup_by_key(|mark| (mark.position, mark.word));
        let mut found = Passages::default();
        if !marks.is_empty()
            && let Some(text) = Text::open(opened, *document)?
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
struct Query<'a> {
    /// The words' places in the plan.
    words: Vec<usize>,
    phrases: Vec<&'a [String]>,
    /// What each word weighs, then each phrase.
    weights: Vec<f32>,
    weight: f32,
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

/// The text of a document, read as far as it is shown.
struct Text<'a> {
    opened: &'a Opened,
    document: u32,
    segment: usize,
    row: u32,
    table: PlaceTable,
}

/// What of the query a place holds.
#[derive(Default)]
struct Match {
    /// For each word how near its nearest form is, and how often it occurs; headings count as occurrences.
    words: Vec<(u16, f32, f32)>,
}

impl Match {
    fn add(&mut self, word: u16, nearness: f32, times: f32) {
        match self.words.iter_mut().find(|(other, ..)| *other == word) {
            Some((_, near, all)) => {
                *near = near.max(nearness);
                *all += times;
            }
            None => self.words.push((word, nearness, times)),
        }
    }

    fn coverage(&self, query: &Query<'_>) -> f32 {
        let covered = self.words.iter().map(|(word, near, _)| query.weights[usize::from(*word)] * near);
        covered.sum::<f32>() / query.weight
    }

    fn score(&self, query: &Query<'_>, tuning: &Tuning, length: f32) -> f32 {
        let damping = 1.0 - tuning.passage_length + tuning.passage_length * length / PLACE_LENGTH;
        let values = self
            .words
            .iter()
            .map(|(word, near, times)| query.weights[usize::from(*word)] * near * times / (times + damping));
        let share = tuning.passage_coverage;
        values.sum::<f32>() * (1.0 - share + share * self.coverage(query))
    }
}

impl<'a> Text<'a> {
    fn open(opened: &'a Opened, document: u32) -> Result<Option<Self>, SearchError> {
        let Some((segment, row)) = opened.columns.row(document) else { return Ok(None) };
        let bytes = stored(&opened.texts[segment].store, row, opened.text_fields.places)?;
        let table = postcard::from_bytes(&bytes).map_err(|error| SearchError::Index(error.to_string()))?;
        Ok(Some(Self { opened, document, segment, row, table }))
    }

    fn passages(
        &self,
        tuning: &Tuning,
        plan: &Plan,
        query: &Query<'_>,
        marks: &[Mark],
    ) -> Result<Passages, SearchError> {
        let mut blocks = HashMap::new();
        let mut found = Passages::default();
        for stretch in stretches(marks, &query.weights) {
            found.highlight.extend(self.extract(stretch, &mut blocks)?);
        }
        for place in self.best(tuning, plan, query, marks)? {
            let packed = &self.table.places[place];
            let mut highlight = Vec::new();
            for stretch in stretches(within(marks, &packed.words), &query.weights) {
                highlight.extend(self.extract(stretch, &mut blocks)?);
            }
            if highlight.is_empty() {
                // What answers stands in a heading alone, so that is shown.
                for heading in packed.headings.iter().rev() {
                    let heading = &self.table.headings[usize::from(*heading)];
                    let marks = within(marks, heading);
                    if !marks.is_empty() {
                        highlight.extend(self.extract(marks, &mut blocks)?);
                        break;
                    }
                }
            }
            if highlight.is_empty() {
                // It answers by what it explains: its beginning is shown, with nothing in it to mark.
                highlight.extend(self.beginning(&packed.words, &mut blocks)?);
            }
            let first = highlight.first();
            if first.is_none()
                || found.passages.iter().any(|passage: &Passage| passage.highlight.first() == first)
            {
                continue;
            }
            let name = &self.table.names[place];
            found.passages.push(Passage {
                anchor: name.anchor.clone(),
                label: name.label.clone(),
                highlight,
            });
            if found.passages.len() == SHOWN {
                break;
            }
        }
        Ok(found)
    }

    /// The places that match best, best first.
    fn best(
        &self,
        tuning: &Tuning,
        plan: &Plan,
        query: &Query<'_>,
        marks: &[Mark],
    ) -> Result<Vec<usize>, SearchError> {
        let places = &self.table.places;
        // What each heading holds, and whether any holds something.
        let headings: Vec<&[Mark]> = self.table.headings.iter().map(|range| within(marks, range)).collect();
        let mut matches: HashMap<usize, Match> = HashMap::new();
        // The places around the mark reached.
        let mut around: Vec<usize> = Vec::new();
        let mut next = 0;
        for mark in marks {
            while places.get(next).is_some_and(|place| place.words.start <= mark.position) {
                around.push(next);
                next += 1;
            }
            around.retain(|place| places[*place].words.end > mark.position);
            for place in &around {
                matches.entry(*place).or_default().add(mark.word, mark.nearness, mark.nearness);
            }
        }
        if headings.iter().any(|marks| !marks.is_empty()) {
            for (place, at) in places.iter().zip(0..) {
                // One heading says a thing once, however often its words come.
                for heading in &place.headings {
                    for mark in headings[usize::from(*heading)] {
                        // The place's own heading stands in its text too.
                        matches.entry(at).or_default().add(
                            mark.word,
                            mark.nearness,
                            tuning.heading * mark.nearness,
                        );
                    }
                }
            }
        }
        let provisions = self.opened.provisions(self.document)?;
        let mut cited: HashMap<&str, u32> = HashMap::new();
        for provision in &provisions {
            cited.insert(&provision.anchor, provision.cited);
            let explains = explained(provision, plan, query);
            if !explains.is_empty()
                && let Some(at) = self.table.names.iter().position(|name| name.anchor == provision.anchor)
            {
                for (word, nearness) in explains {
                    matches.entry(at).or_default().add(word, nearness, tuning.concept);
                }
            }
        }
        let mut scored: Vec<(f32, f32, usize)> = matches
            .into_iter()
            .map(|(at, found)| {
                let place = &places[at];
                let cited =
                    cited.get(self.table.names[at].anchor.as_str()).copied().unwrap_or_default() as f32;
                let factor = if place.is_page { PAGE } else { 1.0 };
                let factor = factor * (1.0 + tuning.passage_citations * (1.0 + cited).ln());
                let length = (place.words.end - place.words.start) as f32;
                (factor * found.score(query, tuning, length), found.coverage(query), at)
            })
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
        scored.truncate(BEST * 3);
        let outer = |a: &PackedPlace, b: &PackedPlace| {
            a.words.start <= b.words.start && a.words.end >= b.words.end && a.words != b.words
        };
        let kept = scored.iter().filter(|(_, coverage, at)| {
            !scored
                .iter()
                .any(|(_, inner, other)| outer(&places[*at], &places[*other]) && *inner >= coverage * ALIKE)
        });
        Ok(kept.take(BEST).map(|(_, _, at)| *at).collect())
    }

    fn extract(
        &self,
        marks: &[Mark],
        blocks: &mut HashMap<usize, String>,
    ) -> Result<Option<String>, SearchError> {
        let Some(first) = marks.first() else { return Ok(None) };
        let block = self.block(first.position, blocks)?;
        Ok(block.and_then(|(text, start)| extract(text, start, marks)))
    }

    /// The first words of a place.
    fn beginning(
        &self,
        words: &Range<u32>,
        blocks: &mut HashMap<usize, String>,
    ) -> Result<Option<String>, SearchError> {
        let block = self.block(words.start, blocks)?;
        Ok(block.and_then(|(text, start)| beginning(text, start, words)))
    }

    /// The block of text that a position is in, and the position of its first word.
    fn block<'b>(
        &self,
        position: u32,
        blocks: &'b mut HashMap<usize, String>,
    ) -> Result<Option<(&'b str, u32)>, SearchError> {
        let block = self.table.blocks.partition_point(|start| *start <= position).saturating_sub(1);
        let Some(start) = self.table.blocks.get(block) else { return Ok(None) };
        let text = match blocks.entry(block) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let row = self.row + 1 + block as u32;
                let store = &self.opened.texts[self.segment].store;
                new.insert(stored_text(store, row, self.opened.text_fields.block)?)
            }
        };
        Ok(Some((text.as_str(), *start)))
    }
}

/// The words of the query that the concepts explained by a provision hold, with how near.
fn explained(provision: &PackedProvision, plan: &Plan, query: &Query<'_>) -> Vec<(u16, f32)> {
    let mut explained = Vec::new();
    for concept in &provision.concepts {
        for (number, word) in query.words.iter().zip(0..) {
            let forms = plan.words[*number].forms.iter();
            let near = forms.filter(|form| form.terms.iter().flatten().any(|term| concept.contains(term)));
            if let Some(nearness) = near.map(|form| form.nearness).reduce(f32::max) {
                explained.push((word, nearness));
            }
        }
    }
    explained
}

/// The marks in a range of positions.
fn within<'m>(marks: &'m [Mark], range: &Range<u32>) -> &'m [Mark] {
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
