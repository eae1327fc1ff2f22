//! The numbers that decide whether a document matches a plan.

use super::{QueryPlan, QueryWord};
use crate::Tuning;

/// The tolerance for rounding in sums of weights, as a share of the weight of the words.
const ROUNDING: f32 = 1e-4;

/// A plan with what engines derive from it before they match documents.
#[derive(Clone, Debug)]
pub struct MatchPlan<'a> {
    /// The plan.
    pub plan: &'a QueryPlan,
    /// The words, the heaviest first.
    pub words: Vec<&'a QueryWord>,
    /// The weight of all words.
    pub weight: f32,
    /// The weight of the words that count for coverage ([`Self::counts_for_coverage`]).
    pub covered_weight: f32,
    /// The minimum match: the weight of words that a document must have; 0 where any weight will do.
    pub minimum: f32,
    has_content: bool,
}

impl<'a> MatchPlan<'a> {
    /// Derives the numbers of a plan.
    pub fn new(plan: &'a QueryPlan, tuning: &Tuning) -> Self {
        let mut words: Vec<&QueryWord> = plan.words.iter().collect();
        words.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let counted = || plan.words.iter().filter(|word| counts_for_coverage(plan, word));
        let covered_weight = counted().map(|word| word.weight).sum();
        // If the query has required conditions, a minimum of function words alone is not useful.
        let decides = plan.required.is_empty() || counted().any(|word| !word.is_function);
        let has_minimum = plan.is_plain && !plan.all_words && decides;
        Self {
            plan,
            weight: plan.words.iter().map(|word| word.weight).sum(),
            covered_weight,
            minimum: if has_minimum { tuning.minimum_match * covered_weight } else { 0.0 },
            has_content: words.iter().any(|word| !word.is_function),
            words,
        }
    }

    /// The minimum match less the tolerance for rounding: the number to compare coverage with.
    pub fn threshold(&self) -> f32 {
        self.minimum - ROUNDING * self.covered_weight
    }

    /// How many of the words, the heaviest first, find all documents that match. A document that has none of these words has too
    /// little weight to match.
    pub fn finders(&self) -> usize {
        self.least_covered().iter().take_while(|least| **least <= 0.0).count()
    }

    /// For each word: the weight that a document must cover by earlier words to be able to reach the minimum match.
    pub fn least_covered(&self) -> Vec<f32> {
        let covers = |word: &&QueryWord| if self.counts_for_coverage(word) { word.weight } else { 0.0 };
        least_before(self.words.iter().map(covers), self.threshold())
    }

    /// Whether a word counts for the coverage of a query. Words in quotes do not count in a plain query: every match has them, and
    /// they must not replace a missing word.
    pub fn counts_for_coverage(&self, word: &QueryWord) -> bool {
        counts_for_coverage(self.plan, word)
    }

    /// Whether a word counts in names and towards having all words: function words do so only in a query of nothing else.
    pub fn is_content(&self, word: &QueryWord) -> bool {
        !self.has_content || !word.is_function
    }

    /// Whether the result reports that no document has all words.
    pub fn reports_all_words(&self) -> bool {
        self.plan.is_plain && !self.words.is_empty()
    }
}

/// For each word, given by its weight: the weight that a document must have by earlier words to be able to reach a minimum with
/// this word and all later ones, less the tolerance for rounding. It is below zero if no earlier word is needed.
pub(crate) fn least_before(weights: impl Iterator<Item = f32> + Clone, minimum: f32) -> Vec<f32> {
    let mut left: f32 = weights.clone().sum();
    let minimum = minimum - ROUNDING * left;
    let least = |weight: f32| {
        let least = minimum - left;
        left -= weight;
        least
    };
    weights.map(least).collect()
}

fn counts_for_coverage(plan: &QueryPlan, word: &QueryWord) -> bool {
    !(plan.is_plain && word.in_phrase)
}
