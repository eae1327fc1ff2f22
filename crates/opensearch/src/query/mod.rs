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
//! **Two kinds of documents need not hold any word**: those that the query names, which match come what may, and those
//! that cite what it names and is not held. Both are lists of uris.
//!
//! **The score** is (text + names + citations) · coverage · factors, as in `embedded/matching.rs` of `lagrum-search`. The
//! nearest forms of a word count by how often they occur, the others as if they occurred once in a text of middling
//! length. Names are nested documents, each a unit of its own, of which the best counts.

mod language;
mod ranking;
mod terms;

use lagrum_search::{Coverage, Plan, Tuning, Word};

use crate::index::field;
use language::{Combined, Function, FunctionScore};
use terms::{Place, among, condition, held, levels};

pub(crate) use language::{Bool, In, Query};

/// What a share may fall short of a bound by rounding.
const ROUNDING: f32 = 1e-4;

/// A share that changes no coverage.
const NOTHING: f32 = 1e-9;

/// Conditions that the cluster takes in one query are 1024; what ranks is left out beyond these.
const MOST_CLAUSES: usize = 900;

/// Documents of a search by their uris: what the cluster knows them by.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// Those that the query names.
    pub(crate) named: Vec<String>,
    /// Those that cite what it names and is not held.
    pub(crate) citing: Vec<String>,
    /// Those that are shown elsewhere.
    pub(crate) except: Vec<String>,
}

/// A plan with what is derived from it for the cluster.
pub(crate) struct Asking<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) tuning: &'a Tuning,
    pub(crate) listed: &'a Listed,
    /// The words, the heaviest first.
    words: Vec<&'a Word>,
    weight: f32,
    /// How much a document must hold.
    cover: Coverage,
    has_content: bool,
}

impl<'a> Asking<'a> {
    pub(crate) fn new(plan: &'a Plan, tuning: &'a Tuning, listed: &'a Listed) -> Self {
        let mut words: Vec<&Word> = plan.words.iter().collect();
        words.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let weight: f32 = words.iter().map(|word| word.weight).sum();
        let cover = plan.coverage(tuning);
        let has_content = words.iter().any(|word| !word.is_function);
        Self { plan, tuning, listed, words, weight, cover, has_content }
    }

    /// The query: what matches, and its score. With `all`, only what holds all words.
    pub(crate) fn query(&self, today: u32, all: bool) -> Query<'a> {
        let mut filters = vec![self.matching(today)];
        if all || self.plan.all_words {
            let mut ways = vec![self.holds_all()];
            ways.extend(self.citing());
            filters.extend(Query::any(ways));
        }
        if !self.listed.named.is_empty() {
            let ways = vec![Query::all(filters), among(&self.listed.named)];
            filters = Query::any(ways).into_iter().collect();
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

    /// The documents that cite what the query names and is not held.
    fn citing(&self) -> Option<Query<'a>> {
        (!self.listed.citing.is_empty()).then(|| among(&self.listed.citing))
    }

    /// What matches by its words or by citing what is named, under no filter but the day.
    fn matching(&self, today: u32) -> Query<'a> {
        let by_words = self.matching_by_words(today);
        let Some(citing) = self.citing() else { return by_words };
        let filter = self.required().chain([citing]).collect();
        let by_citing = Query::Bool(Bool { filter, must_not: self.unwanted(today), ..Bool::default() });
        Query::Bool(Bool { should: vec![by_words, by_citing], ..Bool::default() })
    }

    fn required(&self) -> impl Iterator<Item = Query<'a>> {
        let citing = &self.listed.citing;
        self.plan.required.iter().map(move |required| condition(required, citing))
    }

    fn unwanted(&self, today: u32) -> Vec<Query<'a>> {
        let excluded = self.plan.excluded.iter().map(|excluded| condition(excluded, &self.listed.citing));
        excluded.chain([Query::up_to(field::EXPIRED, today)]).collect()
    }

    fn matching_by_words(&self, today: u32) -> Query<'a> {
        let mut filter: Vec<Query<'a>> = self.required().collect();
        if filter.is_empty() {
            filter.push(self.found_by());
        }
        let found = Query::Bool(Bool { filter, must_not: self.unwanted(today), ..Bool::default() });
        let Coverage { weight, floor } = self.cover;
        if floor == 0.0 || self.floor_is_sure() {
            return found;
        }
        Query::FunctionScore(Box::new(FunctionScore {
            query: found,
            functions: self.coverage(self.words.len()),
            score_mode: Combined::Sum,
            boost_mode: Combined::Replace,
            max_boost: None,
            min_score: Some((floor - ROUNDING * weight) / weight),
        }))
    }

    /// The heaviest words, such that what holds none of them falls short of the floor.
    fn finders(&self) -> impl Iterator<Item = &&'a Word> {
        let mut left = self.weight;
        self.words.iter().take_while(move |word| {
            let finds = left >= self.cover.floor - ROUNDING;
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
                word.weight * least.sqrt() >= self.cover.floor
            })
    }

    /// The functions whose sum is the coverage, of the heaviest words.
    fn coverage(&self, words: usize) -> Vec<Function<'a>> {
        // Where no function applies, or the weights of those that do are nothing, the sum would be one.
        let mut functions = vec![Function::weight(Query::MatchAll {}, NOTHING)];
        for word in self.words.iter().take(words).filter(|word| self.plan.counts(word)) {
            let levels = levels(word);
            for (level, next) in levels.iter().zip(levels.iter().skip(1).chain([&0.0])) {
                if let Some(filter) = held(word, self.place(word), *level) {
                    let share = word.weight * (level.sqrt() - next.sqrt()) / self.cover.weight;
                    functions.push(Function::weight(filter, share));
                }
            }
        }
        functions
    }
}

#[cfg(test)]
mod tests;
