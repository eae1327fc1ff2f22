//! Making the plan of a query.

use lagrum_words::{
    Clause, Compounds, Language, ParsedQuery, QueryError, Vocabulary, everyday, is_function_word, stem,
    tokens,
};

use super::asked_acts::{asks_for_amending_acts, asks_for_preparatory_works};
use super::forms::{FormFinder, Prefix};
use super::stems::stems;
use super::{Condition, QueryForm, QueryPlan, QueryWord, Term, TermChoice};
use crate::Tuning;

/// The least letters of a word that may be the beginning of another.
const MIN_PREFIX_LETTERS: usize = 5;
/// The same for the last word, which may not have been typed to its end.
const MIN_LAST_PREFIX_LETTERS: usize = 2;

/// The most function words between a verb and its particle.
const MAX_WORDS_TO_PARTICLE: usize = 2;

/// Makes plans with the words of one snapshot.
#[derive(Clone, Copy, Debug)]
pub struct QueryPlanner<'a> {
    /// The words of the snapshot and how many documents have each.
    pub vocabulary: &'a Vocabulary,
    /// How compounds come apart, as they did when the index was made.
    pub compounds: &'a Compounds,
    /// How much each form counts.
    pub tuning: &'a Tuning,
}

impl QueryPlanner<'_> {
    /// Makes the plan of a query.
    pub fn plan(&self, text: &str) -> Result<QueryPlan, QueryError> {
        let query = ParsedQuery::parse(text)?;
        let words = query.clauses.iter().map(count_words).sum();
        let plan = QueryPlan {
            wants_preparatory: asks_for_preparatory_works(text),
            wants_amending: asks_for_amending_acts(text),
            ..QueryPlan::default()
        };
        let forms = FormFinder::new(self.vocabulary, self.compounds, self.tuning, words);
        let mut draft = PlanDraft { plan, forms };
        if query.boolean {
            draft.add_boolean(&query);
        } else {
            draft.add_plain(text, &query);
        }
        let PlanDraft { plan, forms } = draft;
        Ok(QueryPlan { corrections: forms.corrections, cut: forms.cut, work: forms.work, ..plan })
    }
}

/// A plan being made.
struct PlanDraft<'a> {
    plan: QueryPlan,
    forms: FormFinder<'a>,
}

impl PlanDraft<'_> {
    fn add_boolean(&mut self, query: &ParsedQuery) {
        let required: Vec<_> = query.clauses.iter().map(|clause| self.condition(clause)).collect();
        for condition in &required {
            self.add_ranking_words(condition);
        }
        self.plan.required = required;
    }

    fn add_plain(&mut self, text: &str, query: &ParsedQuery) {
        self.plan.is_plain = true;
        let numbers = lagrum_words::case_numbers(text);
        let conditions = numbers.iter().map(|number| Condition::CaseNumber(number.number.clone()));
        self.plan.required.extend(conditions);
        let typed: Vec<(&str, bool)> = query
            .clauses
            .iter()
            .filter_map(|clause| match clause {
                // A word of a case number counts as a part of that number only.
                Clause::Word { word, prefix, bytes }
                    if !numbers.iter().any(|number| number.bytes.contains(&bytes.start)) =>
                {
                    Some((word.as_str(), *prefix))
                }
                _ => None,
            })
            .collect();
        for (at, (word, is_marked)) in typed.iter().enumerate() {
            let prefix = match (*is_marked, at + 1 == typed.len()) {
                (true, _) => Prefix::Marked,
                (_, true) => Prefix::From { letters: MIN_LAST_PREFIX_LETTERS },
                _ => Prefix::From { letters: MIN_PREFIX_LETTERS },
            };
            let word = self.forms.word(word, prefix);
            self.plan.words.push(word);
        }
        let words: Vec<&str> = typed.iter().map(|(word, _)| *word).collect();
        self.add_particles(&words);
        self.add_everyday(&words);
        merge_repeated(&mut self.plan.words);
        for clause in &query.clauses {
            match clause {
                Clause::Word { .. } => {}
                Clause::Not(inner) => {
                    let excluded = self.exclusion(inner);
                    self.plan.excluded.push(excluded);
                }
                other => {
                    let condition = self.condition(other);
                    self.add_ranking_words(&condition);
                    self.plan.required.push(condition);
                }
            }
        }
    }

    /// Adds to verbs the forms that they have as one word with their particle: *säga upp* is *uppsäga*. Function words may
    /// stand between: *säger hen inte upp*.
    fn add_particles(&mut self, typed: &[&str]) {
        for (at, word) in self.plan.words.iter_mut().enumerate().take(typed.len()) {
            if word.is_function {
                continue;
            }
            let after = typed[at + 1..].iter().take(MAX_WORDS_TO_PARTICLE + 1);
            for (particle, between) in after.zip(0_usize..) {
                self.forms.add_particle(word, particle);
                if between == MAX_WORDS_TO_PARTICLE || !is_function_word(particle) {
                    break;
                }
            }
        }
    }

    /// Adds the words of a condition, which rank the documents that meet it.
    fn add_ranking_words(&mut self, condition: &Condition) {
        match condition {
            Condition::Word(word) => self.plan.words.push(word.clone()),
            Condition::Phrase(phrase) => {
                for text in phrase {
                    let word = self.forms.word(text, Prefix::Never);
                    self.plan.words.push(QueryWord { in_phrase: true, ..word });
                }
            }
            Condition::Any(inner) | Condition::All(inner) => {
                for condition in inner {
                    self.add_ranking_words(condition);
                }
            }
            Condition::Not(_) | Condition::CaseNumber(_) | Condition::Citing => {}
        }
    }

    fn condition(&mut self, clause: &Clause) -> Condition {
        let mut each = |inner: &[Clause]| inner.iter().map(|clause| self.condition(clause)).collect();
        match clause {
            Clause::Any(inner) => Condition::Any(each(inner)),
            Clause::All(inner) => Condition::All(each(inner)),
            Clause::Word { word, prefix, .. } => {
                let prefix =
                    if *prefix { Prefix::Marked } else { Prefix::From { letters: MIN_PREFIX_LETTERS } };
                Condition::Word(self.forms.word(word, prefix))
            }
            Clause::Phrase { words, .. } => Condition::Phrase(words.clone()),
            Clause::Not(inner) => Condition::Not(Box::new(self.exclusion(inner))),
        }
    }

    /// The condition that excludes a clause: its words in their inflected forms, without forms that only resemble them.
    fn exclusion(&mut self, clause: &Clause) -> Condition {
        let mut each = |inner: &[Clause]| inner.iter().map(|clause| self.exclusion(clause)).collect();
        match clause {
            Clause::Any(inner) => Condition::Any(each(inner)),
            Clause::All(inner) => Condition::All(each(inner)),
            Clause::Word { word, prefix, .. } => {
                let inflected = stems(word).into_iter();
                let mut forms: Vec<_> = inflected.map(|stem| QueryForm::single(1.0, stem.into())).collect();
                if *prefix {
                    forms.extend(self.forms.with_marked_prefix(word, 1.0));
                }
                Condition::Word(QueryWord {
                    text: word.clone(),
                    weight: 0.0,
                    is_function: false,
                    in_phrase: false,
                    forms,
                })
            }
            other => self.condition(other),
        }
    }

    /// Adds the legal terms for everyday expressions. A legal term is a form of the words of the expression, so that a
    /// document which has these words themselves is still preferred.
    fn add_everyday(&mut self, typed: &[&str]) {
        let nearness = self.forms.tuning.near.everyday;
        for found in everyday(typed) {
            for legal in found.called {
                let parts = legal_term(legal);
                if parts.is_empty() {
                    continue;
                }
                let words = self.plan.words[found.words.clone()].iter_mut();
                for word in words.filter(|word| !word.is_function) {
                    word.forms.push(QueryForm { nearness, parts: parts.clone() });
                    word.forms.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
                }
            }
        }
    }
}

/// Makes one word of those that are repeated, with their weight together: what has it is looked for once.
fn merge_repeated(words: &mut Vec<QueryWord>) {
    let mut merged: Vec<QueryWord> = Vec::with_capacity(words.len());
    for word in words.drain(..) {
        match merged.iter_mut().find(|known| known.text == word.text && known.forms == word.forms) {
            Some(known) => known.weight += word.weight,
            None => merged.push(word),
        }
    }
    *words = merged;
}

/// The words of a legal term, each alone or as a part of a compound; function words are left out.
fn legal_term(term: &str) -> Vec<TermChoice> {
    let words = tokens(term).filter(|token| !is_function_word(&token.word));
    let choice = |token: lagrum_words::Token<'_>| {
        let stem = stem(&token.word, Language::Swedish);
        TermChoice { any_of: vec![Term::part(&stem), stem.into()] }
    };
    words.map(choice).collect()
}

/// How many words of a clause may each have many forms; those of phrases may not.
fn count_words(clause: &Clause) -> usize {
    match clause {
        Clause::Word { .. } => 1,
        Clause::Phrase { .. } => 0,
        Clause::Not(inner) => count_words(inner),
        Clause::Any(inner) | Clause::All(inner) => inner.iter().map(count_words).sum(),
    }
}
