//! What a query asks for, in terms of the index.
//!
//! A [`Plan`] is made once for a query from the [`Vocabulary`] of the snapshot and then carried out by an engine. Every
//! word has a weight, and the forms it may take in a document, each with how near it is to the word. Weights and forms
//! come from the vocabulary, never from an engine, so that every engine matches the same documents.

mod forms;

use std::sync::Arc;

use lagrum_words::{
    Clause, Compounds, Language, PART, Query, QueryError, Vocabulary, everyday, is_function_word, stem,
    tokens,
};

use crate::Tuning;
use forms::{Notes, Prefix, stems};

/// From how many letters on a word may be the beginning of another.
const PREFIX_LETTERS: usize = 5;
/// The same for the last word, which may not have been typed to its end.
const LAST_PREFIX_LETTERS: usize = 2;

/// A query in terms of the index.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The words that rank: those of a plain query, which need not all be there, and those of the conditions.
    pub words: Vec<Word>,
    /// Whether the query is plain: matched by how much of it a document covers.
    pub is_plain: bool,
    /// What must be there: phrases; in a boolean query everything.
    pub required: Vec<Condition>,
    /// What must not be there.
    pub excluded: Vec<Condition>,
    /// Words read as others.
    pub corrections: Vec<Correction>,
    /// Whether the query asks for preparatory works.
    pub wants_preparatory: bool,
    /// Whether every word is required: the query was a citation as a whole.
    pub all_words: bool,
    /// The documents that cite what the query names, if that is not held, in order: they lead.
    pub citing: Arc<[u32]>,
    /// Words for which less was looked for than was asked, since a query has a bound; as typed.
    pub cut: Vec<String>,
    /// What making the plan has cost, counted as [`Found::work`](crate::Found::work) is.
    pub work: u64,
}

/// How much of a query a document must hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coverage {
    /// The weight of the words that count.
    pub weight: f32,
    /// The least weight held of a document that matches.
    pub floor: f32,
}

impl Plan {
    /// Whether a word counts for how much of the query a document holds. Of a plain query quoted words do not: they
    /// are there anyway, and make up for nothing beside them.
    pub fn counts(&self, word: &Word) -> bool {
        !(self.is_plain && word.in_phrase)
    }

    /// How much a document must hold.
    pub fn coverage(&self, tuning: &Tuning) -> Coverage {
        let counted = || self.words.iter().filter(|word| self.counts(word));
        let weight = counted().map(|word| word.weight).sum();
        // Beside what is required, function words alone decide nothing.
        let decides = self.required.is_empty() || counted().any(|word| !word.is_function);
        let floor = if self.is_plain && !self.all_words && decides { tuning.floor * weight } else { 0.0 };
        Coverage { weight, floor }
    }

    /// Makes this the plan of a citation of something that is not held: what matches cites it or has its words as typed.
    pub fn require_citing(&mut self, query: &str) {
        let required = std::mem::take(&mut self.required);
        let typed = if required.is_empty() {
            Condition::Phrase(tokens(query).map(|token| token.word.into_owned()).collect())
        } else {
            Condition::All(required)
        };
        self.required.push(Condition::Any(vec![Condition::Citing, typed]));
    }
}

/// A word of the query.
#[derive(Clone, Debug)]
pub struct Word {
    /// As typed, in lower case.
    pub text: String,
    /// Its share of the query before all shares are summed: how rare it is.
    pub weight: f32,
    /// Whether it is a function word, which says nothing of the topic.
    pub is_function: bool,
    /// Whether it is a word of a phrase, which matches and is shown as a whole.
    pub in_phrase: bool,
    /// The forms it may take, the nearest first. Of those in a document the best counts.
    pub forms: Vec<Form>,
}

/// One way for a word to occur.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// How near it is to the word itself, at most 1.
    pub nearness: f32,
    /// What must occur: of each list one term. A form of one term is a list of one list of one.
    pub terms: Vec<Vec<String>>,
}

/// A condition on documents.
#[derive(Clone, Debug)]
pub enum Condition {
    /// Holds the word in any of its forms.
    Word(Word),
    /// Holds the words as they are, one after the other.
    Phrase(Vec<String>),
    /// Decides the case of this number.
    CaseNumber(String),
    /// Cites what the query names and is not held: is one of [`Plan::citing`].
    Citing,
    /// Meets one of these.
    Any(Vec<Condition>),
    /// Meets all of these.
    All(Vec<Condition>),
    /// Does not meet this.
    Not(Box<Condition>),
}

/// A word read as another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// As typed.
    pub word: String,
    /// As read.
    pub read_as: String,
}

/// Makes plans with the words of one snapshot.
#[derive(Clone, Copy, Debug)]
pub struct Planner<'a> {
    /// Which words there are and how many documents hold them.
    pub vocabulary: &'a Vocabulary,
    /// How compounds come apart, as they did when the index was made.
    pub compounds: &'a Compounds,
    /// What each form counts.
    pub tuning: &'a Tuning,
}

impl Planner<'_> {
    /// What a query asks for.
    pub fn plan(&self, text: &str) -> Result<Plan, QueryError> {
        let query = Query::parse(text)?;
        let mut plan = Plan { wants_preparatory: asks_for_preparatory_works(text), ..Plan::default() };
        let mut notes = Notes::new(query.clauses.iter().map(words_in).sum(), self.vocabulary.documents());
        if query.boolean {
            plan.required = query.clauses.iter().map(|clause| self.condition(clause, &mut notes)).collect();
            for condition in &plan.required {
                self.add_ranking(condition, &mut plan.words, &mut notes);
            }
        } else {
            self.plan_plain(text, &query, &mut plan, &mut notes);
        }
        Ok(Plan { corrections: notes.corrections, cut: notes.cut, work: notes.work, ..plan })
    }

    fn plan_plain(&self, text: &str, query: &Query, plan: &mut Plan, notes: &mut Notes) {
        plan.is_plain = true;
        let numbers = lagrum_words::case_numbers(text);
        plan.required.extend(numbers.iter().map(|number| Condition::CaseNumber(number.number.clone())));
        let typed: Vec<(&str, bool)> = query
            .clauses
            .iter()
            .filter_map(|clause| match clause {
                // What is part of a case number counts as that number and as nothing else.
                Clause::Word { word, prefix, bytes }
                    if !numbers.iter().any(|number| number.bytes.contains(&bytes.start)) =>
                {
                    Some((word.as_str(), *prefix))
                }
                _ => None,
            })
            .collect();
        for (at, (word, marked)) in typed.iter().enumerate() {
            let prefix = match (*marked, at + 1 == typed.len()) {
                (true, _) => Prefix::Marked,
                (_, true) => Prefix::From { letters: LAST_PREFIX_LETTERS },
                _ => Prefix::From { letters: PREFIX_LETTERS },
            };
            plan.words.push(self.word(word, prefix, notes));
        }
        let words: Vec<&str> = typed.iter().map(|(word, _)| *word).collect();
        self.add_everyday(&words, &mut plan.words);
        for clause in &query.clauses {
            match clause {
                Clause::Word { .. } => {}
                Clause::Not(inner) => plan.excluded.push(self.exclusion(inner, notes)),
                other => {
                    let condition = self.condition(other, notes);
                    self.add_ranking(&condition, &mut plan.words, notes);
                    plan.required.push(condition);
                }
            }
        }
    }

    /// The words of a condition, which rank what meets it.
    fn add_ranking(&self, condition: &Condition, words: &mut Vec<Word>, notes: &mut Notes) {
        match condition {
            Condition::Word(word) => words.push(word.clone()),
            Condition::Phrase(phrase) => {
                for text in phrase {
                    words.push(Word { in_phrase: true, ..self.word(text, Prefix::Never, notes) });
                }
            }
            Condition::Any(inner) | Condition::All(inner) => {
                for condition in inner {
                    self.add_ranking(condition, words, notes);
                }
            }
            Condition::Not(_) | Condition::CaseNumber(_) | Condition::Citing => {}
        }
    }

    fn condition(&self, clause: &Clause, notes: &mut Notes) -> Condition {
        let mut each = |inner: &[Clause]| inner.iter().map(|clause| self.condition(clause, notes)).collect();
        match clause {
            Clause::Any(inner) => Condition::Any(each(inner)),
            Clause::All(inner) => Condition::All(each(inner)),
            Clause::Word { word, prefix, .. } => {
                let prefix = if *prefix { Prefix::Marked } else { Prefix::From { letters: PREFIX_LETTERS } };
                Condition::Word(self.word(word, prefix, notes))
            }
            Clause::Phrase { words, .. } => Condition::Phrase(words.clone()),
            Clause::Not(inner) => Condition::Not(Box::new(self.exclusion(inner, notes))),
        }
    }

    /// What is excluded is the word in its inflected forms, and nothing that merely resembles it.
    fn exclusion(&self, clause: &Clause, notes: &mut Notes) -> Condition {
        let mut each = |inner: &[Clause]| inner.iter().map(|clause| self.exclusion(clause, notes)).collect();
        match clause {
            Clause::Any(inner) => Condition::Any(each(inner)),
            Clause::All(inner) => Condition::All(each(inner)),
            Clause::Word { word, prefix, .. } => {
                let mut forms: Vec<_> = stems(word).into_iter().map(|stem| Form::single(1.0, stem)).collect();
                if *prefix {
                    forms.extend(self.marked_beginning(word, 1.0, notes));
                }
                Condition::Word(Word {
                    text: word.clone(),
                    weight: 0.0,
                    is_function: false,
                    in_phrase: false,
                    forms,
                })
            }
            other => self.condition(other, notes),
        }
    }

    /// What the law calls what was said in everyday words. It stands in for the rarest of these words, so that a
    /// document which uses them is still preferred.
    fn add_everyday(&self, typed: &[&str], words: &mut [Word]) {
        for found in everyday(typed) {
            let said = found.words.clone();
            for legal in found.called {
                let terms: Vec<Vec<String>> = tokens(legal)
                    .filter(|token| !is_function_word(&token.word))
                    .map(|token| {
                        let stem = stem(&token.word, Language::Swedish);
                        vec![format!("{PART}{stem}"), stem]
                    })
                    .collect();
                if terms.is_empty() {
                    continue;
                }
                for word in words[said.clone()].iter_mut().filter(|word| !word.is_function) {
                    word.forms.push(Form { nearness: self.tuning.near.everyday, terms: terms.clone() });
                    word.forms.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
                }
            }
        }
    }
}

/// How many documents have a word, alone or in a compound.
fn documents_with(vocabulary: &Vocabulary, word: &str) -> u64 {
    let own = stems(word);
    let alone = own.iter().map(|stem| vocabulary.form(stem)).max().unwrap_or_default();
    let inside = own.first().filter(|_| !is_function_word(word));
    alone.max(inside.map_or(0, |stem| vocabulary.form(&format!("{PART}{stem}"))))
}

/// What a word that documents have weighs in a query or a name.
pub(crate) fn weight(vocabulary: &Vocabulary, word: &str, tuning: &Tuning) -> f32 {
    let rarity = rarity(vocabulary.documents(), documents_with(vocabulary, word));
    if is_function_word(word) { rarity * tuning.function_word } else { rarity }
}

/// How much a word says that is in `documents` of `all`.
fn rarity(all: u64, documents: u64) -> f32 {
    let (all, documents) = (all as f32, documents.min(all) as f32);
    (1.0 + (all - documents + 0.5) / (documents + 0.5)).ln()
}

impl Form {
    fn single(nearness: f32, term: String) -> Self {
        Self { nearness, terms: vec![vec![term]] }
    }
}

/// How many words of a clause may each take many forms: those of phrases do not.
fn words_in(clause: &Clause) -> usize {
    match clause {
        Clause::Word { .. } => 1,
        Clause::Phrase { .. } => 0,
        Clause::Not(inner) => words_in(inner),
        Clause::Any(inner) | Clause::All(inner) => inner.iter().map(words_in).sum(),
    }
}

fn asks_for_preparatory_works(text: &str) -> bool {
    const WORDS: [&str; 33] = [
        "prop",
        "proposition",
        "propositionen",
        "propositioner",
        "sou",
        "ds",
        "bet",
        "skr",
        "skrivelse",
        "skrivelsen",
        "utredning",
        "utredningen",
        "utredningar",
        "betänkande",
        "betänkandet",
        "utskottsbetänkande",
        "förarbete",
        "förarbeten",
        "förarbetena",
        "förarbetsuttalande",
        "motiv",
        "motiven",
        "dir",
        "direktiven",
        "kommittédirektiv",
        "lagförslag",
        "lagförslaget",
        "lagrådet",
        "lagrådsremiss",
        "riksdagen",
        "riksrevisionen",
        "utskott",
        "utskottet",
    ];
    tokens(text).any(|token| WORDS.contains(&token.word.as_ref()))
}
