//! A plan as a query of the cluster.
//!
//! What matches is asked for in filters, and the score is put together from parts that are the same on every shard: the
//! weights of words come with the plan, and no statistics of the index are used (`index.rs` on the similarity). So a
//! document scores alike wherever it lies.
//!
//! **Coverage** is a sum over words of what the nearest form held is worth. The maximum over forms is a sum too, over the
//! levels of nearness n1 > n2 > …: whoever holds a form of level k or nearer gets √nk − √nk+1. So coverage is a
//! `function_score` of as many filters as there are levels, and the floor is its `min_score`. It is asked only of what
//! holds one of the heaviest words: what holds only others falls short. Function words are thereby never read through.
//!
//! **The score** is (text + names + citations) · coverage · factors, as in `embedded/matching.rs` of `lagrum-search`. The
//! nearest forms of a word count by how often they occur, the others as if they occurred once in a text of middling
//! length. Names are nested documents, each a unit of its own, of which the best counts.

mod language;
mod ranking;
mod terms;

use lagrum_search::{Plan, Tuning, Word};

use crate::index::field;
use language::{Combined, Function, FunctionScore};
use terms::{Place, condition, held, levels};

pub(crate) use language::{Bool, In, Query};

/// What a share may fall short of a bound by rounding.
const ROUNDING: f32 = 1e-4;

/// A share that changes no coverage.
const NOTHING: f32 = 1e-9;

/// Conditions that the cluster takes in one query are 1024; what ranks is left out beyond these.
const MOST_CLAUSES: usize = 900;

/// A plan with what is derived from it for the cluster.
pub(crate) struct Asking<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) tuning: &'a Tuning,
    /// The words, the heaviest first.
    words: Vec<&'a Word>,
    weight: f32,
    floor: f32,
    has_content: bool,
}

impl<'a> Asking<'a> {
    pub(crate) fn new(plan: &'a Plan, tuning: &'a Tuning) -> Self {
        let mut words: Vec<&Word> = plan.words.iter().collect();
        words.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let weight: f32 = words.iter().map(|word| word.weight).sum();
        let floor = if plan.is_plain && !plan.all_words { tuning.floor * weight } else { 0.0 };
        let has_content = words.iter().any(|word| !word.is_function);
        Self { plan, tuning, words, weight, floor, has_content }
    }

    /// The query: what matches, and its score. With `all`, only what holds all words.
    pub(crate) fn query(&self, today: u32, all: bool) -> Query<'a> {
        let mut filters = vec![self.matching(today)];
        if all || self.plan.all_words {
            filters.push(self.holds_all());
        }
        ranking::scored(self, filters)
    }

    /// Whether it is of interest that no document holds all words.
    pub(crate) fn asks_for_all(&self) -> bool {
        self.plan.is_plain && !self.words.is_empty()
    }

    /// What holds every word, function words left out unless there are no others.
    pub(crate) fn holds_all(&self) -> Query<'a> {
        let wanted = self.words.iter().filter(|word| self.counts(word));
        Query::all(wanted.map(|word| held(word, Place::Any, 0.0).unwrap_or(Query::MatchNone {})).collect())
    }

    /// Whether a word counts in names, and for holding all.
    fn counts(&self, word: &Word) -> bool {
        !self.has_content || !word.is_function
    }

    fn place(&self, word: &Word) -> Place {
        if self.counts(word) { Place::Any } else { Place::Text }
    }

    /// What matches, under no filter but the day.
    fn matching(&self, today: u32) -> Query<'a> {
        let mut filter = Vec::new();
        if self.plan.required.is_empty() {
            filter.push(self.found_by());
        } else {
            filter.extend(self.plan.required.iter().map(condition));
        }
        let mut must_not: Vec<Query<'a>> = self.plan.excluded.iter().map(condition).collect();
        must_not.push(Query::up_to(field::EXPIRED, today));
        let found = Query::Bool(Bool { filter, must_not, ..Bool::default() });
        if self.floor == 0.0 || self.floor_is_sure() {
            return found;
        }
        Query::FunctionScore(Box::new(FunctionScore {
            query: found,
            functions: self.coverage(self.words.len()),
            score_mode: Combined::Sum,
            boost_mode: Combined::Replace,
            max_boost: None,
            min_score: Some((self.floor - ROUNDING * self.weight) / self.weight),
        }))
    }

    /// The heaviest words, such that what holds none of them falls short of the floor.
    fn finders(&self) -> impl Iterator<Item = &&'a Word> {
        let mut left = self.weight;
        self.words.iter().take_while(move |word| {
            let finds = left >= self.floor - ROUNDING;
            left -= word.weight;
            finds
        })
    }

    fn found_by(&self) -> Query<'a> {
        let ways = self.finders().filter_map(|word| held(word, self.place(word), 0.0));
        Query::any(ways.collect()).unwrap_or(Query::MatchNone {})
    }

    /// Whether whatever holds one of the finders reaches the floor by that alone.
    fn floor_is_sure(&self) -> bool {
        self.plan.required.is_empty()
            && self.finders().all(|word| {
                let least = word.forms.iter().map(|form| form.nearness).fold(1.0, f32::min);
                word.weight * least.sqrt() >= self.floor
            })
    }

    /// The functions whose sum is the coverage, of the heaviest words.
    fn coverage(&self, words: usize) -> Vec<Function<'a>> {
        // Where no function applies, or the weights of those that do are nothing, the sum would be one.
        let mut functions = vec![Function::weight(Query::MatchAll {}, NOTHING)];
        for word in self.words.iter().take(words) {
            let levels = levels(word);
            for (level, next) in levels.iter().zip(levels.iter().skip(1).chain([&0.0])) {
                if let Some(filter) = held(word, self.place(word), *level) {
                    let share = word.weight * (level.sqrt() - next.sqrt()) / self.weight;
                    functions.push(Function::weight(filter, share));
                }
            }
        }
        functions
    }
}

#[cfg(test)]
mod tests;
