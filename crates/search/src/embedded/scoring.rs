//! The score of documents: what each word of the query adds, in texts and in names.
//!
//! Scores are sums over words, so the order of the words changes them by rounding alone. Words are always added in the order
//! of their weights, so a score is the same every time.

use std::collections::HashMap;

use super::accumulators::{Accumulators, DocumentEntry, FormProgress};
use super::columns::Columns;
use super::kind_set::KindSet;
use super::open::OpenIndex;
use super::work::Work;
use crate::plan::{Condition, MatchPlan, QueryForm, QueryPlan, QueryWord};
use crate::{ScoreExplanation, ScoreFactor, ScorePart, SearchError, Tuning};

/// A document that has the whole query scores about this in its text, whatever the length of the query.
pub(super) const SCALE: f32 = 10.0;

/// How much of a name and of the query must agree, by weight, for the name to be the query.
const EXACT_SHARE: f32 = 0.98;

/// Scores documents word by word, with the work counted.
pub(super) struct Scorer<'a> {
    pub(super) index: &'a OpenIndex,
    pub(super) tuning: &'a Tuning,
    pub(super) matching: &'a MatchPlan<'a>,
    pub(super) accumulators: &'a mut Accumulators,
    pub(super) work: Work,
    /// The weight of all words, more than zero.
    weight: f32,
    /// Whether the candidates are in the order of their rows.
    in_row_order: bool,
    /// The kinds that the query names.
    kinds: KindSet,
    /// Whether the power of the coverage is one. Computing a power for every match takes time.
    is_linear: bool,
}

impl<'a> Scorer<'a> {
    pub(super) fn new(
        index: &'a OpenIndex,
        tuning: &'a Tuning,
        matching: &'a MatchPlan<'a>,
        accumulators: &'a mut Accumulators,
    ) -> Self {
        Self {
            index,
            tuning,
            matching,
            accumulators,
            work: Work::new(index.columns.len()),
            weight: matching.weight.max(f32::MIN_POSITIVE),
            in_row_order: false,
            kinds: KindSet::new(&matching.plan.kinds, index),
            is_linear: (tuning.coverage - 1.0).abs() < f32::EPSILON,
        }
    }

    /// Adds a word to the scores of the candidates. If it `finds`, all documents that have it become candidates.
    pub(super) fn add_word(&mut self, word: &QueryWord, finds: bool) -> Result<(), SearchError> {
        let among = if finds { None } else { Some(self.candidates_in_row_order()) };
        for form in &word.forms {
            self.add_form(form, among.as_deref())?;
        }
        let is_content = self.matching.is_content(word);
        if is_content {
            self.add_names(word, finds)?;
        }
        let is_covering = self.matching.counts_for_coverage(word);
        let Accumulators { word: table, entries, candidates, .. } = &mut *self.accumulators;
        let in_row_order = &mut self.in_row_order;
        table.drain(|document, had| {
            let entry = &mut entries[document as usize];
            if !entry.is_candidate {
                if !finds {
                    return;
                }
                entry.is_candidate = true;
                candidates.push(document);
                *in_row_order = false;
            }
            entry.text_score += word.weight * had.score;
            if is_covering {
                entry.covered += word.weight * had.nearness.sqrt();
            }
            entry.words_held += u16::from(is_content);
        });
        Ok(())
    }

    fn candidates_in_row_order(&mut self) -> Vec<u32> {
        let candidates = &mut self.accumulators.candidates;
        if !self.in_row_order {
            // The rows are gathered first: sorting by a key that is looked up in a long table takes several times as long.
            let rows = &self.index.columns.row;
            let mut by_row: Vec<(u64, u32)> =
                candidates.iter().map(|document| (rows[*document as usize], *document)).collect();
            by_row.sort_unstable();
            candidates.clear();
            candidates.extend(by_row.into_iter().map(|(_, document)| document));
            self.in_row_order = true;
        }
        candidates.clone()
    }

    /// Adds a form of the word at hand, in texts.
    fn add_form(&mut self, form: &QueryForm, among: Option<&[u32]>) -> Result<(), SearchError> {
        let Some(terms) = form.as_single_choice() else { return self.add_compound(form, among) };
        let text = TextScore { columns: &self.index.columns, tuning: self.tuning };
        let table = &mut self.accumulators.word;
        for term in terms {
            self.index.texts_with(term.as_str(), among, &mut self.work, |document, times| {
                table.raise(document, form.nearness, text.of(document, form, times));
            })?;
        }
        Ok(())
    }

    /// Adds a form of several parts. A document must have each part, and has the form as often as the rarest part.
    fn add_compound(&mut self, form: &QueryForm, among: Option<&[u32]>) -> Result<(), SearchError> {
        let text = TextScore { columns: &self.index.columns, tuning: self.tuning };
        let Accumulators { word: table, form_progress, .. } = &mut *self.accumulators;
        let mut touched = Vec::new();
        let terms = form
            .parts
            .iter()
            .zip(0_u8..)
            .flat_map(|(part, at)| part.any_of.iter().map(move |term| (term, at)));
        for (term, part) in terms {
            self.index.texts_with(term.as_str(), among, &mut self.work, |document, times| {
                let progress = &mut form_progress[document as usize];
                if progress.parts == part {
                    if part == 0 {
                        touched.push(document);
                    }
                    progress.begin_part(times);
                } else if progress.parts == part + 1 {
                    progress.times += times;
                }
            })?;
        }
        for document in touched {
            let progress = std::mem::take(&mut form_progress[document as usize]);
            if usize::from(progress.parts) == form.parts.len() {
                let times = progress.least_before.min(progress.times);
                table.raise(document, form.nearness, text.of(document, form, times));
            }
        }
        Ok(())
    }

    /// Adds a word in names. A name is short, so a form of several parts is not looked for there.
    fn add_names(&mut self, word: &QueryWord, finds: bool) -> Result<(), SearchError> {
        let Accumulators { name_nearness, name_covered, word: table, entries, .. } = &mut *self.accumulators;
        let single = word.forms.iter().filter_map(|form| Some((form.as_single_choice()?, form.nearness)));
        for (term, nearness) in single.flat_map(|(terms, near)| terms.iter().map(move |term| (term, near))) {
            self.index.names_with(term.as_str(), &mut self.work, |row, document| {
                if finds || entries[document as usize].is_candidate {
                    name_nearness.raise(row, nearness);
                    table.raise(document, nearness, 0.0);
                }
            })?;
        }
        for row in &name_nearness.nonzero {
            name_covered.add(*row, word.weight * name_nearness.scores[*row as usize]);
        }
        name_nearness.clear();
        Ok(())
    }

    /// Gives every document the score of the best of its names. Called once, after all words.
    pub(super) fn score_names(&mut self) {
        let name = NameScore { index: self.index, tuning: self.tuning, weight: self.weight };
        let Accumulators { name_covered, entries, .. } = &mut *self.accumulators;
        for row in &name_covered.nonzero {
            let score = name.of(*row, name_covered.scores[*row as usize]);
            let best = &mut entries[name.index.names.documents[*row as usize] as usize].name_score;
            if score > *best {
                *best = score;
            }
        }
        name_covered.clear();
    }

    /// The rows of the names that give the candidates their scores, with their documents. Called before
    /// [`Self::score_names`].
    pub(super) fn best_names(&self) -> HashMap<u32, u32> {
        let name = NameScore { index: self.index, tuning: self.tuning, weight: self.weight };
        let Accumulators { name_covered, entries, .. } = &*self.accumulators;
        let mut best: HashMap<u32, (f32, u32)> = HashMap::new();
        for row in &name_covered.nonzero {
            let document = self.index.names.documents[*row as usize];
            let score = name.of(*row, name_covered.scores[*row as usize]);
            let is_better = best.get(&document).is_none_or(|(other, _)| score > *other);
            if entries[document as usize].is_candidate && is_better {
                best.insert(document, (score, *row));
            }
        }
        best.into_iter().map(|(document, (_, row))| (row, document)).collect()
    }

    /// The part of the value of a text that comes from a part of its score.
    pub(super) fn text_value(&self, score: f32) -> f32 {
        SCALE * score / self.weight
    }

    /// Why a document has its score, without its words.
    pub(super) fn explanation(&self, document: u32, is_citing: bool) -> ScoreExplanation {
        let entry = &self.accumulators.entries[document as usize];
        let facts = &self.index.columns.facts[document as usize];
        let (tuning, plan) = (self.tuning, self.matching.plan);
        let part = |name, value, factor| ScorePart { name, value, factor };
        let number = |name, value| ScoreFactor { name, value };
        let mut factors = vec![number("coverage", self.coverage(entry).powf(tuning.coverage))];
        if facts.preparatory && !plan.wants_preparatory {
            factors.push(number("preparatory_work", tuning.preparatory));
        }
        if facts.amending && !plan.wants_amending {
            factors.push(number("amending_act", tuning.amending));
        }
        if !facts.has_text && entry.name_score < SCALE {
            factors.push(number("only_a_name", tuning.stub));
        }
        let mut parts = vec![
            part("text", self.text_value(entry.text_score), tuning.text),
            part("name", entry.name_score, tuning.name),
            part("citations", facts.cited, tuning.citations),
        ];
        if self.kinds.includes(facts) {
            parts.push(part("kind_asked_for", 1.0, tuning.kind));
        }
        let mut added = Vec::new();
        if has_case_number(plan) {
            added.push(number("case_number", tuning.case_number));
        }
        if is_citing {
            added.push(number("cites_what_is_named", tuning.citing));
        }
        let support = plan.support.score(document);
        if support > 0.0 {
            added.push(number("support", support));
        }
        let score = self.score(document, is_citing, support);
        ScoreExplanation { score, parts, factors, added, words: Vec::new() }
    }

    /// The share of the query that a document has.
    fn coverage(&self, entry: &DocumentEntry) -> f32 {
        let whole = self.matching.covered_weight;
        if whole > 0.0 { (entry.covered / whole).min(1.0) } else { 1.0 }
    }

    /// The score of a document, with what a support adds to it.
    pub(super) fn score(&self, document: u32, is_citing: bool, support: f32) -> f32 {
        let entry = &self.accumulators.entries[document as usize];
        let facts = &self.index.columns.facts[document as usize];
        let (tuning, plan) = (self.tuning, self.matching.plan);
        let coverage = self.coverage(entry);
        let text = self.text_value(entry.text_score);
        let name = entry.name_score;
        let mut score = tuning.text * text + tuning.name * name + tuning.citations * facts.cited;
        if self.kinds.includes(facts) {
            score += tuning.kind;
        }
        score *= if self.is_linear { coverage } else { coverage.powf(tuning.coverage) };
        if facts.preparatory && !plan.wants_preparatory {
            score *= tuning.preparatory;
        }
        if facts.amending && !plan.wants_amending {
            score *= tuning.amending;
        }
        if !facts.has_text && name < SCALE {
            score *= tuning.stub;
        }
        if has_case_number(plan) {
            score += tuning.case_number;
        }
        if is_citing {
            score += tuning.citing;
        }
        score + support
    }
}

impl FormProgress {
    /// The document has another part, so many times.
    fn begin_part(&mut self, times: u32) {
        self.least_before = if self.parts == 0 { u32::MAX } else { self.least_before.min(self.times) };
        self.parts += 1;
        self.times = times;
    }
}

fn has_case_number(plan: &QueryPlan) -> bool {
    plan.required.iter().any(|condition| matches!(condition, Condition::CaseNumber(_)))
}

/// The score of a name.
struct NameScore<'a> {
    index: &'a OpenIndex,
    tuning: &'a Tuning,
    /// The weight of all words of the query.
    weight: f32,
}

impl NameScore<'_> {
    /// The score of the name of a row that has this weight of the query.
    fn of(&self, row: u32, covered: f32) -> f32 {
        let (names, row) = (&self.index.names, row as usize);
        let whole = names.weights[row].max(covered).max(f32::MIN_POSITIVE);
        let score = SCALE * covered * (covered / whole).sqrt() / self.weight;
        if names.keywords[row] {
            score * self.tuning.keyword
        } else if covered >= whole * EXACT_SHARE && covered >= self.weight * EXACT_SHARE {
            score + self.tuning.exact_name
        } else {
            score
        }
    }
}

/// The score of a form in a text, as BM25 has it without the weight of the word.
struct TextScore<'a> {
    columns: &'a Columns,
    tuning: &'a Tuning,
}

impl TextScore<'_> {
    fn of(&self, document: u32, form: &QueryForm, times: u32) -> f32 {
        let Self { columns, tuning } = self;
        let length = columns.facts[document as usize].relative_length;
        let times = times as f32;
        let damping = tuning.repetition * (1.0 - tuning.length + tuning.length * length);
        form.nearness * times * (tuning.repetition + 1.0) / (times + damping)
    }
}
