//! What a query asks for, in terms of the index.
//!
//! A [`Plan`] is made once for a query from the [`Vocabulary`] of the snapshot and then carried out by an engine. Every
//! word has a weight, and the forms it may take in a document, each with how near it is to the word. Weights and forms
//! come from the vocabulary, never from an engine, so that every engine matches the same documents.

use std::collections::HashSet;

use lagrum_words::{
    Clause, Compounds, Language, PART, Query, QueryError, Vocabulary, everyday, is_function_word, stem,
    tokens,
};

use crate::Tuning;

/// Words that begin alike and are tried for a word, at most.
const PREFIX_FORMS: usize = 24;
/// The same for a beginning that the query marks as one (`upphovs*`).
const MARKED_PREFIX_FORMS: usize = 256;
/// Words that differ in their endings, at most; letters an ending has, at most; letters that must be the same, at least.
const ALIKE_FORMS: usize = 16;
const ENDING: usize = 3;
const ALIKE: usize = 6;
/// Words of a query that each have all of these forms. Of more words each has fewer: who writes a sentence says enough
/// without them, and going through the lists of many is what a search costs.
const FULL_SHARE: usize = 6;
/// Readings of a word without diacritics, at most.
const FOLDED_FORMS: usize = 8;
/// Words that an unknown word may be read as, at most.
const READINGS: usize = 3;
/// Letters of a word that may be the beginning of another.
const PREFIX_LETTERS: usize = 5;
/// The same for the last word, which may not have been typed to its end.
const LAST_PREFIX_LETTERS: usize = 2;
/// Documents that a word must be in lest it count as a possible slip of the texts' own.
const RARE: u64 = 3;

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
        if query.boolean {
            plan.required =
                query.clauses.iter().map(|clause| self.condition(clause, &mut plan.corrections)).collect();
            for condition in &plan.required {
                self.add_ranking(condition, &mut plan.words);
            }
            return Ok(plan);
        }
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
                (_, true) => Prefix::From { letters: LAST_PREFIX_LETTERS, words: typed.len() },
                _ => Prefix::From { letters: PREFIX_LETTERS, words: typed.len() },
            };
            plan.words.push(self.word(word, prefix, &mut plan.corrections));
        }
        let words: Vec<&str> = typed.iter().map(|(word, _)| *word).collect();
        self.add_everyday(&words, &mut plan.words);
        for clause in &query.clauses {
            match clause {
                Clause::Word { .. } => {}
                Clause::Not(inner) => plan.excluded.push(self.exclusion(inner)),
                other => {
                    let condition = self.condition(other, &mut plan.corrections);
                    self.add_ranking(&condition, &mut plan.words);
                    plan.required.push(condition);
                }
            }
        }
        Ok(plan)
    }

    /// The words of a condition, which rank what meets it.
    fn add_ranking(&self, condition: &Condition, words: &mut Vec<Word>) {
        match condition {
            Condition::Word(word) => words.push(word.clone()),
            Condition::Phrase(phrase) => {
                let word = |word: &String| self.word(word, Prefix::Never, &mut Vec::new());
                words.extend(phrase.iter().map(|text| Word { in_phrase: true, ..word(text) }));
            }
            Condition::Any(inner) | Condition::All(inner) => {
                for condition in inner {
                    self.add_ranking(condition, words);
                }
            }
            Condition::Not(_) | Condition::CaseNumber(_) => {}
        }
    }

    fn condition(&self, clause: &Clause, corrections: &mut Vec<Correction>) -> Condition {
        match clause {
            Clause::Word { word, prefix, .. } => {
                let prefix =
                    if *prefix { Prefix::Marked } else { Prefix::From { letters: PREFIX_LETTERS, words: 1 } };
                Condition::Word(self.word(word, prefix, corrections))
            }
            Clause::Phrase { words, .. } => Condition::Phrase(words.clone()),
            Clause::Not(inner) => Condition::Not(Box::new(self.exclusion(inner))),
            Clause::Any(inner) => {
                Condition::Any(inner.iter().map(|clause| self.condition(clause, corrections)).collect())
            }
            Clause::All(inner) => {
                Condition::All(inner.iter().map(|clause| self.condition(clause, corrections)).collect())
            }
        }
    }

    /// What is excluded is the word in its inflected forms, and nothing that merely resembles it.
    fn exclusion(&self, clause: &Clause) -> Condition {
        match clause {
            Clause::Word { word, prefix, .. } => {
                let mut forms: Vec<_> = stems(word).into_iter().map(|stem| Form::single(1.0, stem)).collect();
                if *prefix {
                    forms.extend(self.beginning(word, MARKED_PREFIX_FORMS, 1.0));
                }
                Condition::Word(Word {
                    text: word.clone(),
                    weight: 0.0,
                    is_function: false,
                    in_phrase: false,
                    forms,
                })
            }
            Clause::Any(inner) => Condition::Any(inner.iter().map(|clause| self.exclusion(clause)).collect()),
            Clause::All(inner) => Condition::All(inner.iter().map(|clause| self.exclusion(clause)).collect()),
            other => self.condition(other, &mut Vec::new()),
        }
    }

    fn word(&self, word: &str, prefix: Prefix, corrections: &mut Vec<Correction>) -> Word {
        let is_function = is_function_word(word);
        let mut forms = Vec::new();
        let mut documents = self.add_own(word, 1.0, &mut forms);
        if !is_function {
            self.add_folded(word, &mut forms, &mut documents);
            let known = documents > 0;
            self.add_parts(word, 1.0, &mut forms, &mut documents);
            self.add_prefixes(word, prefix, &mut forms, &mut documents);
            if !known || documents < RARE {
                self.add_readings(word, documents == 0, &mut forms, &mut documents, corrections);
            }
        }
        let rarity = self.rarity(documents);
        let weight = if is_function { rarity * self.tuning.function_word } else { rarity };
        forms.retain(|form| {
            form.terms.iter().all(|any| any.iter().any(|term| self.vocabulary.form(term) > 0))
        });
        forms.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
        let mut known = HashSet::new();
        forms.retain(|form| known.insert(form.terms.clone()));
        Word { text: word.to_owned(), weight, is_function, in_phrase: false, forms }
    }

    /// How much a word says that is in so many documents: its inverse document frequency.
    fn rarity(&self, documents: u64) -> f32 {
        rarity(self.vocabulary.documents(), documents)
    }

    /// The stems of a word, and compounds it is part of. Returns how many documents have it.
    fn add_own(&self, word: &str, nearness: f32, forms: &mut Vec<Form>) -> u64 {
        let own = stems(word);
        forms.extend(own.iter().map(|stem| Form::single(nearness, stem.clone())));
        if let Some(stem) = own.first().filter(|_| !is_function_word(word)) {
            let part = format!("{PART}{stem}");
            if self.vocabulary.form(&part) > 0 {
                forms.push(Form::single(nearness * self.tuning.near.compound, part));
            }
        }
        documents_with(self.vocabulary, word)
    }

    /// What a word typed without diacritics may stand for. Where nobody writes it so, that is what was meant.
    fn add_folded(&self, word: &str, forms: &mut Vec<Form>, documents: &mut u64) {
        // Who types å, ä or ö means it.
        if word.chars().any(|c| matches!(c, 'å' | 'ä' | 'ö')) {
            return;
        }
        let own = *documents;
        if own == 0 {
            for (reading, _) in self.vocabulary.words_folding_to(word).into_iter().take(READINGS) {
                *documents = (*documents).max(self.add_own(&reading, 1.0, forms));
                self.add_parts(&reading, 1.0, forms, documents);
            }
        }
        let nearness = if own == 0 { 1.0 } else { self.tuning.near.folded };
        for stem in stems(word) {
            for (folding, count) in self.vocabulary.forms_folding_to(&stem).into_iter().take(FOLDED_FORMS) {
                if folding != stem {
                    // Beside the word itself they say nothing of how rare it is.
                    if own == 0 {
                        *documents = (*documents).max(count);
                    }
                    forms.push(Form::single(nearness, folding));
                }
            }
        }
    }

    /// The parts of a compound, of which each must be in the document, alone or in another compound.
    fn add_parts(&self, word: &str, nearness: f32, forms: &mut Vec<Form>, documents: &mut u64) {
        let parts = self.compounds.parts(word);
        if parts.len() < 2 {
            return;
        }
        let terms: Vec<Vec<String>> = parts
            .iter()
            .map(|part| {
                let stem = stem(part, Language::Swedish);
                let inside = format!("{PART}{stem}");
                vec![stem, inside]
            })
            .collect();
        let rarest =
            terms.iter().map(|any| any.iter().map(|term| self.vocabulary.form(term)).max().unwrap_or(0));
        *documents = (*documents).max(rarest.min().unwrap_or(0).min(1));
        forms.push(Form { nearness: nearness * self.tuning.near.compound, terms });
    }

    fn add_prefixes(&self, word: &str, prefix: Prefix, forms: &mut Vec<Form>, documents: &mut u64) {
        let near = self.tuning.near.prefix;
        let letters = word.chars().count();
        let found = match prefix {
            Prefix::Marked => self.beginning(word, MARKED_PREFIX_FORMS, near),
            Prefix::From { letters: least, words } if letters >= least && is_lettered(word) => {
                let share = |most: usize| (most * FULL_SHARE / words.max(FULL_SHARE)).max(2);
                let mut found = self.beginning(word, share(PREFIX_FORMS), near);
                // *husrannsakningar* and *husrannsakan*: words that begin alike for most of their length.
                let own = stem(word, Language::Swedish);
                let same = if *documents == 0 { ENDING + 1 } else { ENDING };
                let alike = own.chars().count().saturating_sub(same).max(ALIKE);
                if let Some((end, _)) = own.char_indices().nth(alike) {
                    found.extend(self.beginning(&own[..end], share(ALIKE_FORMS), near * 0.9));
                }
                found
            }
            Prefix::From { .. } | Prefix::Never => return,
        };
        for form in found {
            if *documents == 0 {
                *documents =
                    form.terms.iter().flatten().map(|term| self.vocabulary.form(term)).max().unwrap_or(0);
            }
            if !forms.iter().any(|other| other.terms == form.terms) {
                forms.push(form);
            }
        }
    }

    fn beginning(&self, word: &str, most: usize, nearness: f32) -> Vec<Form> {
        let found = self.vocabulary.forms_with_prefix(word, most);
        found.into_iter().map(|(stem, _)| Form::single(nearness, stem)).collect()
    }

    fn add_readings(
        &self,
        word: &str,
        unknown: bool,
        forms: &mut Vec<Form>,
        documents: &mut u64,
        corrections: &mut Vec<Correction>,
    ) {
        let neighbours = self.vocabulary.nearest(word);
        let Some(nearest) = neighbours.first() else { return };
        let (distance, near) = (nearest.distance, self.tuning.near.spelling);
        if unknown {
            corrections.push(Correction { word: word.to_owned(), read_as: nearest.word.clone() });
        }
        for neighbour in neighbours.iter().take_while(|other| other.distance == distance).take(READINGS) {
            let mut found = self.add_own(&neighbour.word, near, forms);
            self.add_parts(&neighbour.word, near, forms, &mut found);
            if unknown {
                *documents = (*documents).max(found);
            }
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

/// From how many letters on a word may be the beginning of another.
#[derive(Clone, Copy)]
enum Prefix {
    Marked,
    From {
        letters: usize,
        /// Words of the query.
        words: usize,
    },
    Never,
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

/// The stems of a word in the languages of the corpus, each once. A query does not say which it is in.
fn stems(word: &str) -> Vec<String> {
    let swedish = stem(word, Language::Swedish);
    let english = stem(word, Language::English);
    if swedish == english { vec![swedish] } else { vec![swedish, english] }
}

fn is_lettered(word: &str) -> bool {
    word.chars().all(char::is_alphabetic)
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
