//! The words, phrases and patterns of a query that are looked for inside a document.

use std::collections::HashSet;

use lagrum_words::QueryField;

use crate::plan::{Condition, QueryPlan, WordPattern};

/// The words of a query that are looked for in a document (its content words, if it has any), its phrases and its patterns. Marks
/// number the words first, then the phrases, then the patterns.
pub(crate) struct PassageQuery<'a> {
    /// The positions of the words in the plan.
    pub(crate) words: Vec<usize>,
    pub(crate) phrases: Vec<&'a [String]>,
    /// The patterns that stand in texts.
    pub(crate) patterns: Vec<&'a WordPattern>,
    /// The weight of each word, then of each phrase and each pattern.
    pub(crate) weights: Vec<f32>,
    /// The sum of the weights, more than zero.
    pub(crate) weight: f32,
}

impl<'a> PassageQuery<'a> {
    pub(crate) fn from_plan(plan: &'a QueryPlan) -> Self {
        let (mut phrases, mut patterns) = (Vec::new(), Vec::new());
        for condition in &plan.required {
            collect(condition, &mut phrases, &mut patterns);
        }
        let together = phrases.len() + patterns.len();
        let has_content = plan.words.iter().any(|word| !word.is_function) || together > 0;
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
        weights.extend((0..together).map(|_| in_phrases.max(1.0) / together as f32));
        let weight = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        Self { words, phrases, patterns, weights, weight }
    }
}

fn collect<'a>(
    condition: &'a Condition,
    phrases: &mut Vec<&'a [String]>,
    patterns: &mut Vec<&'a WordPattern>,
) {
    match condition {
        Condition::Phrase(words) => phrases.push(words),
        Condition::Pattern(pattern) if pattern.field != Some(QueryField::Name) => patterns.push(pattern),
        Condition::Any(inner) | Condition::All(inner) => {
            for condition in inner {
                collect(condition, phrases, patterns);
            }
        }
        Condition::Pattern(_)
        | Condition::Word(_)
        | Condition::CaseNumber(_)
        | Condition::Citing
        | Condition::Not(_) => {}
    }
}
