//! Which passages of a document answer best.
//!
//! The score of a passage counts the words of the query in it, in the headings over it, and in the names of the concepts
//! that it explains. What a heading announces mostly comes first in the text under it. So a heading that agrees with the query
//! counts for the provisions under it, and most for the first. If one passage contains another, only the smaller is shown. The
//! score of a support is added last, so a passage may be shown that has none of the words.

use std::ops::Range;

use super::accumulators::SCALE;
use super::passage_query::PassageQuery;
use crate::marks::{Mark, marks_within};
use crate::plan::{QueryForm, QueryPlan};
use crate::text_layout::{PackedProvision, PassageKind, PassageTable};
use crate::word_position::{WordPosition, word_count};
use crate::{DayNumber, PassageSupport, Tuning};

/// The most passages that are returned.
const MAX_BEST: usize = 6;

/// The words of a passage of average length.
pub(super) const AVERAGE_LENGTH: f32 = 80.0;

/// The share of a query that a term must cover for the provision that defines it to answer a question for its meaning.
const DEFINED_SHARE: f32 = 0.7;

/// Two coverages count as equal if the smaller is at least this share of the larger.
const EQUAL_COVERAGE: f32 = 0.97;

/// The passages of a document with the numbers of each that do not depend on a query.
#[derive(Debug)]
pub(super) struct DocumentPassages {
    pub(super) table: PassageTable,
    /// For each passage the logarithm of one more than its citations.
    cited: Vec<f32>,
    /// The passages in the order of their anchors.
    by_anchor: Vec<u32>,
    /// Each concept that a passage explains: the passage, and the forms of the words of the concept.
    concepts: Vec<(usize, Vec<String>)>,
}

impl DocumentPassages {
    pub(super) fn new(table: PassageTable, provisions: Vec<PackedProvision>) -> Self {
        let mut by_anchor: Vec<u32> = (0..table.passages.len() as u32).collect();
        by_anchor.sort_by_key(|at| table.anchor(*at as usize));
        let cited = vec![0.0; table.passages.len()];
        let mut passages = Self { table, cited, by_anchor, concepts: Vec::new() };
        for provision in provisions {
            let with_anchor: Vec<usize> = passages.with_anchor(&provision.anchor).collect();
            for at in &with_anchor {
                passages.cited[*at] = (1.0 + provision.cited as f32).ln();
            }
            if let Some(at) = with_anchor.into_iter().min() {
                passages.concepts.extend(provision.concepts.into_iter().map(|concept| (at, concept)));
            }
        }
        passages
    }

    /// The positions in the table of the passages with an anchor.
    fn with_anchor(&self, anchor: &str) -> impl Iterator<Item = usize> {
        let first = self.by_anchor.partition_point(|at| self.table.anchor(*at as usize) < anchor);
        let from_first = self.by_anchor[first..].iter().map(|at| *at as usize);
        from_first.take_while(move |at| self.table.anchor(*at) == anchor)
    }

    /// Whether a passage is shown on a day: it applies, or no other text stands under its anchor.
    fn is_shown(&self, at: usize, today: DayNumber) -> bool {
        let applies = |at: usize| {
            self.table.passages.get(at).is_some_and(|passage| self.table.applies(passage.words.start, today))
        };
        applies(at) || !self.with_anchor(self.table.anchor(at)).any(applies)
    }

    /// Its approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let concepts = self.concepts.iter().flat_map(|(_, forms)| forms).map(|form| form.len() + 24);
        self.table.bytes() + self.cited.len() * 8 + self.concepts.len() * 32 + concepts.sum::<usize>()
    }

    /// The positions in the table of the passages that answer best, the best first.
    pub(super) fn best(
        &self,
        tuning: &Tuning,
        plan: &QueryPlan,
        query: &PassageQuery<'_>,
        marks: &[Mark],
        supported: &[PassageSupport],
        today: DayNumber,
    ) -> Vec<usize> {
        let mut ranking = Ranking {
            passages: self,
            tuning,
            query,
            today,
            tally: Tally::new(self.table.passages.len(), query.weights.len()),
        };
        ranking.add_marks(marks);
        ranking.add_headings(marks);
        for (at, concept) in &self.concepts {
            let words = words_of_concept(concept, plan, query);
            for (word, nearness) in &words {
                ranking.tally.add(*at, *word, *nearness, tuning.concept);
            }
            if plan.asks_for_definition {
                let covered: f32 =
                    words.iter().map(|(word, near)| query.weights[usize::from(*word)] * near).sum();
                let share = covered / query.weight;
                if share >= DEFINED_SHARE {
                    ranking.tally.add_support(*at, tuning.definition * share * query.weight);
                }
            }
        }
        for PassageSupport { anchor, score } in supported {
            if let Some(at) = self.with_anchor(anchor).filter(|at| self.is_shown(*at, today)).min() {
                // Supports are on the scale of documents, where a text with the whole query scores about ten.
                ranking.tally.add_support(at, score * query.weight / SCALE);
            }
        }
        ranking.best()
    }
}

/// A passage with its score.
struct ScoredPassage {
    score: f32,
    /// The share of the query that it covers.
    coverage: f32,
    /// Its position in the table.
    at: usize,
}

/// The passages of a document while they are scored for a query.
struct Ranking<'a> {
    passages: &'a DocumentPassages,
    tuning: &'a Tuning,
    query: &'a PassageQuery<'a>,
    today: DayNumber,
    tally: Tally,
}

impl Ranking<'_> {
    /// Adds every mark to the passages that it is in.
    fn add_marks(&mut self, marks: &[Mark]) {
        let passages = &self.passages.table.passages;
        let mut around: Vec<usize> = Vec::new();
        let mut next = 0;
        for mark in marks {
            while passages.get(next).is_some_and(|passage| passage.words.start <= mark.position) {
                around.push(next);
                next += 1;
            }
            around.retain(|at| passages[*at].words.end > mark.position);
            for at in &around {
                self.tally.add(*at, mark.word, mark.nearness, mark.nearness);
            }
        }
    }

    /// Adds the words of headings to the passages under them.
    fn add_headings(&mut self, marks: &[Mark]) {
        let table = &self.passages.table;
        let of = |range: &Range<WordPosition>| Heading::new(marks_within(marks, range), range, self.query);
        let headings: Vec<Heading> = table.headings.iter().map(of).collect();
        if headings.iter().all(|heading| heading.words.is_empty()) {
            return;
        }
        let mut has_begun = vec![false; headings.len()];
        // The words in all headings of the current list.
        let mut list: Option<&Range<u32>> = None;
        let mut in_list: Vec<HeadingWord> = Vec::new();
        for (passage, at) in table.passages.iter().zip(0..) {
            let over = table.headings_over(passage).iter().rev();
            let over =
                over.filter_map(|number| Some((usize::from(*number), headings.get(usize::from(*number))?)));
            let title = if list == Some(&passage.headings) {
                let nearest = over.take(1).map(|(_, heading)| heading.title).next();
                nearest.map_or(0.0, |title| title * self.tuning.under_title)
            } else {
                list = Some(&passage.headings);
                in_list.clear();
                let mut title = 0.0_f32;
                for ((number, heading), above) in over.zip(0..) {
                    let is_first = !std::mem::replace(&mut has_begun[number], true);
                    if is_first {
                        title = title.max(heading.title);
                    } else if above == 0 {
                        title = title.max(heading.title * self.tuning.under_title);
                    }
                    for word in &heading.words {
                        add_heading_word(&mut in_list, word);
                    }
                }
                title
            };
            for HeadingWord { word, nearness, times } in &in_list {
                self.tally.add(at, *word, *nearness, self.tuning.heading * times);
            }
            if title > 0.0 {
                self.tally.set_title(at, title * self.tuning.title * self.query.weight);
            }
        }
    }

    fn best(&self) -> Vec<usize> {
        let passages = &self.passages.table.passages;
        let mut scored: Vec<_> = (0..self.tally.passages.len())
            .filter(|slot| self.passages.is_shown(self.tally.passages[*slot], self.today))
            .map(|slot| self.scored(slot))
            .collect();
        let order = |a: &ScoredPassage, b: &ScoredPassage| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at));
        if scored.len() > MAX_BEST * 3 {
            scored.select_nth_unstable_by(MAX_BEST * 3, order);
            scored.truncate(MAX_BEST * 3);
        }
        scored.sort_unstable_by(order);
        let is_around =
            |a: &Range<WordPosition>, b: &Range<WordPosition>| a.start <= b.start && a.end >= b.end && a != b;
        let is_smallest = |passage: &&ScoredPassage| {
            !scored.iter().any(|other| {
                is_around(&passages[passage.at].words, &passages[other.at].words)
                    && other.coverage >= passage.coverage * EQUAL_COVERAGE
            })
        };
        scored.iter().filter(is_smallest).take(MAX_BEST).map(|passage| passage.at).collect()
    }

    fn scored(&self, slot: usize) -> ScoredPassage {
        let at = self.tally.passages[slot];
        let passage = &self.passages.table.passages[at];
        let factor = match passage.kind {
            PassageKind::Provision => 1.0,
            PassageKind::Page => self.tuning.page,
            PassageKind::Reason => self.tuning.reason,
        };
        let factor = factor * (1.0 + self.tuning.passage_citations * self.passages.cited[at]);
        let (score, coverage) = self.tally.score(slot, self.query, self.tuning, word_count(&passage.words));
        ScoredPassage { score: factor * score + self.tally.supports[slot], coverage, at }
    }
}

/// A word of the query in a heading.
#[derive(Clone, Copy)]
struct HeadingWord {
    word: u16,
    /// The nearness of its nearest form there.
    nearness: f32,
    /// The nearness of all its forms there together.
    times: f32,
}

fn add_heading_word(words: &mut Vec<HeadingWord>, added: &HeadingWord) {
    match words.iter_mut().find(|other| other.word == added.word) {
        Some(other) => {
            other.nearness = other.nearness.max(added.nearness);
            other.times += added.times;
        }
        None => words.push(*added),
    }
}

/// The words of the query in a heading.
struct Heading {
    words: Vec<HeadingWord>,
    /// How closely the heading agrees with the query: 1 if the heading is the query.
    title: f32,
}

impl Heading {
    fn new(marks: &[Mark], range: &Range<WordPosition>, query: &PassageQuery<'_>) -> Self {
        let mut words: Vec<HeadingWord> = Vec::new();
        for mark in marks {
            let word = HeadingWord { word: mark.word, nearness: mark.nearness, times: mark.nearness };
            add_heading_word(&mut words, &word);
        }
        let covered: f32 =
            words.iter().map(|word| query.weights[usize::from(word.word)] * word.nearness).sum();
        let matched: f32 = words.iter().map(|word| word.times).sum();
        let share = (matched / word_count(range).max(1) as f32).min(1.0);
        Self { words, title: covered / query.weight * share.sqrt() }
    }
}

/// The words of the query in passages. Only passages that have some take memory.
struct Tally {
    words: usize,
    /// The slot of each passage, or [`Self::NONE`].
    slots: Vec<u32>,
    /// The passage of each slot.
    passages: Vec<usize>,
    /// For each slot the score of its headings for agreeing with the query ([`Heading::title`]).
    titles: Vec<f32>,
    /// For each slot the score of its support.
    supports: Vec<f32>,
    /// For each slot and word the nearness of the nearest form, and how often the word occurs, headings included.
    held: Vec<(f32, f32)>,
}

impl Tally {
    const NONE: u32 = u32::MAX;

    fn new(passages: usize, words: usize) -> Self {
        let slots = vec![Self::NONE; passages];
        let (titles, supports) = (Vec::new(), Vec::new());
        Self { words, slots, passages: Vec::new(), titles, supports, held: Vec::new() }
    }

    fn slot(&mut self, passage: usize) -> usize {
        if self.slots[passage] == Self::NONE {
            self.slots[passage] = self.passages.len() as u32;
            self.passages.push(passage);
            self.titles.push(0.0);
            self.supports.push(0.0);
            self.held.resize(self.passages.len() * self.words, (0.0, 0.0));
        }
        self.slots[passage] as usize
    }

    fn add(&mut self, passage: usize, word: u16, nearness: f32, times: f32) {
        let at = self.slot(passage) * self.words + usize::from(word);
        let (nearest, all_times) = &mut self.held[at];
        *nearest = nearest.max(nearness);
        *all_times += times;
    }

    fn set_title(&mut self, passage: usize, score: f32) {
        let slot = self.slot(passage);
        self.titles[slot] = score;
    }

    fn add_support(&mut self, passage: usize, score: f32) {
        let slot = self.slot(passage);
        self.supports[slot] += score;
    }

    /// The score of a passage before its citations count, and the share of the query that it covers.
    fn score(&self, slot: usize, query: &PassageQuery<'_>, tuning: &Tuning, length: usize) -> (f32, f32) {
        let damping = 1.0 - tuning.passage_length + tuning.passage_length * length as f32 / AVERAGE_LENGTH;
        let held = &self.held[slot * self.words..][..self.words];
        let (mut value, mut covered) = (0.0, 0.0);
        for ((nearness, times), weight) in held.iter().zip(&query.weights) {
            if *times > 0.0 {
                value += weight * nearness * times / (times + damping);
                covered += weight * nearness;
            }
        }
        let coverage = covered / query.weight;
        let share = tuning.passage_coverage;
        (value * (1.0 - share + share * coverage) + self.titles[slot], coverage)
    }
}

/// The words of the query in the name of a concept, each with the nearness of its nearest form.
fn words_of_concept(concept: &[String], plan: &QueryPlan, query: &PassageQuery<'_>) -> Vec<(u16, f32)> {
    let has = |form: &&QueryForm| form.terms().any(|term| concept.iter().any(|other| other == term.as_str()));
    let nearest =
        |at: usize| plan.words[at].forms.iter().filter(has).map(|form| form.nearness).reduce(f32::max);
    query.words.iter().zip(0..).filter_map(|(at, word)| Some((word, nearest(*at)?))).collect()
}
