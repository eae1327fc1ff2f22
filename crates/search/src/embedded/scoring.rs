//! The score of documents: what each word of the query adds, in texts and in names.
//!
//! A score is a sum over words, so the order of the words affects it by rounding only. Words are always added in the order
//! of their weights, so equal queries give equal scores.

use std::collections::HashMap;

use tantivy::{DocAddress, DocId};

use super::accumulators::{Accumulators, DocumentEntry, FormProgress, NameHit, SCALE};
use super::columns::{DocumentFacts, Slot};
use super::conditions::DocumentSet;
use super::kind_set::KindSet;
use super::open::OpenIndex;
use super::term_postings::{BatchReader, FormPostings};
use super::work::Work;
use crate::plan::{Condition, MatchPlan, QueryForm, QueryPlan};
use crate::{NameKind, ScoreExplanation, ScoreFactor, ScorePart, SearchError, Tuning};
use lagrum_numbers::DocumentNumber;

/// The share of a name and of the query, by weight, that must agree for the name to count as the query.
const EXACT_SHARE: f32 = 0.98;

/// The share of a topic and of the query, by weight, that must agree for the topic to count as the query. It is below
/// [`EXACT_SHARE`] to allow a legal term for an everyday expression, or an additional function word.
const TOPIC_SHARE: f32 = 0.88;

/// Scores the documents of a batch word by word, with the work counted.
pub(super) struct Scorer<'a> {
    pub(super) index: &'a OpenIndex,
    pub(super) tuning: &'a Tuning,
    pub(super) matching: &'a MatchPlan<'a>,
    pub(super) accumulators: &'a mut Accumulators,
    pub(super) work: Work,
    /// How many of the words, the heaviest first, find documents.
    finders: usize,
    /// The slots of the documents that need no word to become candidates, in order.
    first: Vec<Slot>,
    /// The postings of the forms of each word.
    postings: Vec<Vec<FormPostings<'a>>>,
    /// The number of the current batch.
    at: usize,
    /// For each word: the weight that a document must cover by earlier words to be able to reach the minimum match.
    least_covered: Vec<f32>,
    /// The texts of the candidates of the batch, once no more words find candidates.
    texts: Option<Vec<DocAddress>>,
    /// The weight of all words, more than zero.
    weight: f32,
    /// The kinds that the query names.
    kinds: KindSet,
    /// Whether the power of the coverage is one. Then no power is computed, which would take time for every match.
    is_linear: bool,
}

/// A document that may match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<'a> {
    pub(super) document: DocumentNumber,
    pub(super) entry: &'a DocumentEntry,
    pub(super) facts: &'a DocumentFacts,
}

impl<'a> Scorer<'a> {
    /// Opens the postings of all words. The documents of `first` are candidates. Documents that have one of the `finders`
    /// heaviest words become candidates.
    pub(super) fn open(
        index: &'a OpenIndex,
        tuning: &'a Tuning,
        matching: &'a MatchPlan<'a>,
        accumulators: &'a mut Accumulators,
        first: &DocumentSet,
        finders: usize,
        mut work: Work,
    ) -> Result<Self, SearchError> {
        let mut postings = Vec::with_capacity(matching.words.len());
        for (word, at) in matching.words.iter().zip(0..) {
            let forms = word.forms.iter();
            let open = |form| FormPostings::open(index, form, at < finders, &mut work);
            postings.push(forms.map(open).collect::<Result<Vec<_>, _>>()?);
        }
        let mut slots: Vec<Slot> = first.ones().map(|document| index.columns.slots[document]).collect();
        slots.sort_unstable();
        let mut scorer = Self {
            index,
            tuning,
            matching,
            accumulators,
            work,
            finders,
            first: slots,
            postings,
            at: 0,
            least_covered: matching.least_covered(),
            texts: None,
            weight: matching.weight.max(f32::MIN_POSITIVE),
            kinds: KindSet::new(&matching.plan.kinds, index),
            is_linear: (tuning.coverage - 1.0).abs() < f32::EPSILON,
        };
        scorer.find_names(first)?;
        Ok(scorer)
    }

    /// Finds the names that have words of the query. A name is short, so a form of several parts is not looked for there.
    fn find_names(&mut self, first: &DocumentSet) -> Result<(), SearchError> {
        let index = self.index;
        let length = index.batch_length();
        let hits = &mut self.accumulators.name_hits;
        for (query_word, word) in self.matching.words.iter().zip(0..) {
            if !self.matching.is_content(query_word) {
                continue;
            }
            for form in &query_word.forms {
                let nearness = form.nearness;
                for term in form.as_single_choice().unwrap_or_default() {
                    index.names_with(term.as_str(), &mut self.work, |row, document| {
                        if self.finders > 0 || first.contains(document.index()) {
                            let Slot(slot) = index.columns.slots[document.index()];
                            let (batch, position) = (slot / length, slot % length);
                            hits[batch as usize].push(NameHit { word, row, position, nearness });
                        }
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Begins a batch, with no word added yet. Batches must come in order. Returns whether the batch may have candidates.
    pub(super) fn enter(&mut self, at: usize) -> bool {
        let slots = &self.index.batches[at].slots;
        (self.at, self.texts) = (at, None);
        let from = self.first.partition_point(|slot| *slot < slots.start);
        let to = self.first.partition_point(|slot| *slot < slots.end);
        let Accumulators { candidates, entries, .. } = &mut *self.accumulators;
        candidates.clear();
        for slot in &self.first[from..to] {
            let position = self.index.batches[at].position(*slot);
            candidates.insert(position);
            entries[position] = DocumentEntry::default();
        }
        self.finders > 0 || to > from
    }

    /// Adds all words.
    pub(super) fn add_words(&mut self) -> Result<(), SearchError> {
        (0..self.matching.words.len()).try_for_each(|at| self.add_word(at))
    }

    /// Adds a word to the scores of the candidates. If the word is a finder, documents that have it become candidates.
    pub(super) fn add_word(&mut self, at: usize) -> Result<(), SearchError> {
        let word = self.matching.words[at];
        let finds = at < self.finders;
        if !finds {
            self.drop_out_of_reach(at);
            if self.accumulators.candidates.is_clear() {
                return Ok(());
            }
        }
        lagrum_cancel::check()?;
        self.accumulators.word.having.clear();
        for number in 0..word.forms.len() {
            self.add_form(at, number)?;
        }
        let is_content = self.matching.is_content(word);
        if is_content {
            self.add_names(at, finds);
        }
        let is_covering = self.matching.counts_for_coverage(word);
        // The score of a form with unlimited repetitions in a text.
        let most = self.tuning.repetition + 1.0;
        let chance = self.tuning.chance;
        let Accumulators { word: table, entries, candidates, .. } = &mut *self.accumulators;
        for (position, had) in table.each() {
            let entry = &mut entries[position];
            if finds && !candidates.put(position) {
                *entry = DocumentEntry::default();
            }
            entry.text_score += word.weight * had.score;
            if is_covering {
                let nearness = had.nearness.sqrt();
                let meant = had.named.sqrt().max((had.nearness * had.score / most).sqrt().sqrt());
                entry.covered += word.weight * nearness;
                entry.meant += word.weight * (nearness + chance * (meant.min(nearness) - nearness));
            }
            entry.words_held += u16::from(is_content);
        }
        Ok(())
    }

    /// Drops the candidates that cannot match even if they have `word` and all later words, and lists the texts of the other
    /// candidates. Candidates that need no word stay.
    fn drop_out_of_reach(&mut self, word: usize) {
        let slots = &self.index.batches[self.at].slots;
        let start = slots.start.index();
        let least = self.least_covered[word];
        let from = self.first.partition_point(|slot| *slot < slots.start);
        let Accumulators { candidates, entries, .. } = &mut *self.accumulators;
        let needs_no_word =
            |position: usize| self.first[from..].binary_search(&Slot((start + position) as u32)).is_ok();
        let is_out = |position: &usize| entries[*position].covered < least && !needs_no_word(*position);
        let out: Vec<usize> =
            if least > 0.0 { candidates.ones().filter(is_out).collect() } else { Vec::new() };
        if !out.is_empty() || self.texts.is_none() {
            for position in out {
                candidates.remove(position);
            }
            let text = |position: usize| self.index.columns.texts.get(start + position).copied();
            self.texts = Some(candidates.ones().map_while(text).collect());
        }
    }

    /// Adds the occurrences of a form of the current word in texts. A document must have each part of the form. The frequency
    /// of the form is that of its rarest part.
    fn add_form(&mut self, word: usize, number: usize) -> Result<(), SearchError> {
        let batch = &self.index.batches[self.at];
        let form = &self.matching.words[word].forms[number];
        let lengths = &self.index.columns.relative_lengths[batch.slots.start.index()..];
        let text = TextScore { lengths, tuning: self.tuning };
        let Accumulators { word: table, form_progress, candidates, .. } = &mut *self.accumulators;
        let mut read = BatchReader { batch, candidates, texts: self.texts.as_deref(), work: &mut self.work };
        let parts = &mut self.postings[word][number].parts;
        if let [terms] = parts.as_mut_slice() {
            return read.each(terms, |position, times| {
                table.raise(position, form.nearness, text.of(position, form, times));
            });
        }
        let mut touched = Vec::new();
        for (terms, part) in parts.iter_mut().zip(0_u8..) {
            read.each(terms, |position, times| {
                let progress = &mut form_progress[position];
                if progress.parts == part {
                    if part == 0 {
                        touched.push(position);
                    }
                    progress.begin_part(times);
                } else if progress.parts == part + 1 {
                    progress.times += times;
                }
            })?;
        }
        for position in touched {
            let progress = std::mem::take(&mut form_progress[position]);
            if usize::from(progress.parts) == form.parts.len() {
                let times = progress.least_before.min(progress.times);
                table.raise(position, form.nearness, text.of(position, form, times));
            }
        }
        Ok(())
    }

    /// Adds the occurrences of a word in names.
    fn add_names(&mut self, at: usize, finds: bool) {
        let weight = self.matching.words[at].weight;
        let Accumulators { name_hits, name_nearness, name_covered, word, candidates, .. } =
            &mut *self.accumulators;
        let hits = &name_hits[self.at];
        let from = hits.partition_point(|hit| (hit.word as usize) < at);
        for hit in hits[from..].iter().take_while(|hit| hit.word as usize == at) {
            let position = hit.position as usize;
            if finds || candidates.contains(position) {
                name_nearness.raise(hit.row, hit.nearness);
                word.raise_named(position, hit.nearness);
            }
        }
        for row in &name_nearness.nonzero {
            name_covered.add(*row, weight * name_nearness.scores[*row as usize]);
        }
        name_nearness.clear();
    }

    /// Gives every candidate the score of the best of its names. Called once in a batch, after all words.
    pub(super) fn score_names(&mut self) {
        let name = NameScore { index: self.index, tuning: self.tuning, weight: self.weight };
        let Accumulators { name_covered, entries, .. } = &mut *self.accumulators;
        for row in &name_covered.nonzero {
            let score = name.of(*row, name_covered.scores[*row as usize]);
            let document = name.index.names.documents[*row as usize];
            let best = &mut entries[name.index.position_in(self.at, document)].name_score;
            if score > *best {
                *best = score;
            }
        }
        name_covered.clear();
    }

    /// The rows of the names that give the candidates of the batch their scores, with their documents. Called before
    /// [`Self::score_names`].
    pub(super) fn best_names(&self) -> HashMap<DocId, DocumentNumber> {
        let name = NameScore { index: self.index, tuning: self.tuning, weight: self.weight };
        let name_covered = &self.accumulators.name_covered;
        let mut best: HashMap<DocumentNumber, (f32, DocId)> = HashMap::new();
        for row in &name_covered.nonzero {
            let document = self.index.names.documents[*row as usize];
            let score = name.of(*row, name_covered.scores[*row as usize]);
            if best.get(&document).is_none_or(|(other, _)| score > *other) {
                best.insert(document, (score, *row));
            }
        }
        best.into_iter().map(|(document, (_, row))| (row, document)).collect()
    }

    /// The candidates of the batch, in the order of slots.
    pub(super) fn candidates(&self) -> impl Iterator<Item = Candidate<'_>> {
        let columns = &self.index.columns;
        let start = self.index.batches[self.at].slots.start.index();
        self.accumulators.candidates.ones().map(move |position| Candidate {
            document: columns.documents[start + position],
            entry: &self.accumulators.entries[position],
            facts: &columns.facts[start + position],
        })
    }

    /// A score of a text, or a part of one, on the scale where a whole query scores about ten.
    pub(super) fn text_value(&self, score: f32) -> f32 {
        SCALE * score / self.weight
    }

    /// Why a document has its score, without its words.
    pub(super) fn explanation(&self, candidate: &Candidate<'_>, is_citing: bool) -> ScoreExplanation {
        let Candidate { document, entry, facts } = *candidate;
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
        if !facts.has_text {
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
        let score = self.score(candidate, is_citing, support);
        ScoreExplanation { score, parts, factors, added, words: Vec::new() }
    }

    /// The share of the query that a document covers, with less weight for words that a long text has by chance.
    fn coverage(&self, entry: &DocumentEntry) -> f32 {
        let whole = self.matching.covered_weight;
        if whole > 0.0 { (entry.meant / whole).min(1.0) } else { 1.0 }
    }

    /// The score of a document, with what a support adds to it.
    pub(super) fn score(&self, candidate: &Candidate<'_>, is_citing: bool, support: f32) -> f32 {
        let Candidate { entry, facts, .. } = *candidate;
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
        if !facts.has_text {
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
    /// Notes that the document has the next part, `times` times.
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
    /// The score of the name in a row that covers the weight `covered` of the query.
    fn of(&self, row: DocId, covered: f32) -> f32 {
        let (names, row) = (&self.index.names, row as usize);
        let whole = names.weights[row].max(covered).max(f32::MIN_POSITIVE);
        let score = SCALE * covered * (covered / whole).sqrt() / self.weight;
        let is_query = |share: f32| covered >= whole * share && covered >= self.weight * share;
        match names.kinds[row] {
            NameKind::Own if is_query(EXACT_SHARE) => score + self.tuning.exact_name,
            NameKind::Own => score,
            NameKind::Keyword => score * self.tuning.keyword,
            NameKind::Topic if is_query(TOPIC_SHARE) => score * self.tuning.topic,
            NameKind::Topic => 0.0,
        }
    }
}

/// Computes the BM25 score of a form in a text, without the weight of the word.
struct TextScore<'a> {
    /// The relative lengths of the texts of the batch.
    lengths: &'a [f32],
    tuning: &'a Tuning,
}

impl TextScore<'_> {
    fn of(&self, position: usize, form: &QueryForm, times: u32) -> f32 {
        let Self { lengths, tuning } = self;
        let length = lengths[position];
        let times = times as f32;
        let damping = tuning.repetition * (1.0 - tuning.length + tuning.length * length);
        form.nearness * times * (tuning.repetition + 1.0) / (times + damping)
    }
}
