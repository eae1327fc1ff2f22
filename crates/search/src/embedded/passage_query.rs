//! The words and phrases of a query that are looked for inside a document.

use std::collections::HashSet;

use crate::plan::{Condition, QueryPlan};

/// The words of a query that are looked for in a document (its content words, if it has any), and its phrases. Marks number the
/// words first, then the phrases.
pub(crate) struct PassageQuery<'a> {
    /// The positions of the words in the plan.
    pub(crate) words: Vec<usize>,
    pub(crate) phrases: Vec<&'a [String]>,
    /// The weight of each word, then of each phrase.
    pub(crate) weights: Vec<f32>,
    /// The sum of the weights, more than zero.
    pub(crate) weight: f32,
}

impl<'a> PassageQuery<'a> {
    pub(crate) fn from_plan(plan: &'a QueryPlan) -> Self {
        let mut phrases = Vec::new();
        for condition in &plan.required {
            collect_phrases(condition, &mut phrases);
        }
        let has_content = plan.words.iter().any(|word| !word.is_function) || !phrases.is_empty();
        let is_looked_for = |at: &usize| {
            let word = &plan.words[*at];
            !word.in_phrase && (!has_content || !word.is_function)
        };
        // A word typed twice has the same marks.
        let mut seen = HashSet::new();
        let is_new = |at: &usize| seen.insert(plan.words[*at].text.as_str());
        let words: Vec<usize> = (0..plan.words.len()).filter(is_looked_for).filter(is_new).collect();
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
