//! The forms of a word: inflected, without diacritics, in compounds, as a prefix of other words, and, for a word that no
//! document has, the words spelt nearly like it.
//!
//! A function word is never a form of a content word, and has no forms but itself.
//!
//! **Limits.** Each form is a list of postings to go through, and finding forms means going through the vocabulary. So the words of
//! a long query have fewer forms, with shorter lists, and fewer words of the vocabulary are looked at: the work on every query is
//! limited. Corrections cost the most; they are limited by the letters of all corrected words. Words with fewer forms than the
//! query asks for are noted in [`FormFinder::cut`].

use std::collections::HashSet;

use lagrum_words::{
    Compounds, Language, Vocabulary, derived_stems, form, is_function_word, is_light_word, stem,
    with_particle,
};

use super::stems::stems;
use super::weight::{documents_with, rarity};
use super::{QueryForm, QueryWord, Term, TermChoice, WordCorrection};
use crate::Tuning;

/// The most words of a query that may each have all forms. If there are more words, each has fewer forms: a sentence needs them
/// less, and most of the time of a search goes into the lists of many forms.
const WORDS_WITH_ALL_FORMS: usize = 6;
/// The most words with the same beginning that are tried for a word.
const MAX_PREFIX_FORMS: usize = 24;
/// The most words that are tried for a prefix that the query marks as one (`upphovs*`).
const MAX_MARKED_PREFIX_FORMS: usize = 256;
/// The most words that differ in their endings alone, the letters such an ending may have, and the letters that must be the
/// same.
const MAX_ALIKE_FORMS: usize = 16;
const ENDING_LETTERS: usize = 3;
const MIN_SAME_LETTERS: usize = 6;
/// The most words of the vocabulary that are looked at for a prefix.
const MAX_VISITED: usize = 4_000;
/// The most documents in the lists of all forms with one prefix: a fixed number, and a number for each document of the
/// snapshot. The words of a query share this limit.
const MAX_LISTED: u64 = 40_000;
const MAX_LISTED_PER_DOCUMENT: u64 = 6;
/// The most readings of a word typed without diacritics.
const MAX_FOLDED_FORMS: usize = 8;
/// The most words that an unknown word may be read as.
const MAX_CORRECTIONS: usize = 3;
/// The most letters of unknown words that are corrected in one query.
const MAX_CORRECTED_LETTERS: usize = 72;

/// The cost of looking at a word of the vocabulary, in postings.
const VISIT_WORK: u64 = 8;
/// The cost of looking for words spelt nearly alike, for each letter.
const CORRECTION_WORK: u64 = 8_000;

/// When a word may be a prefix of others.
#[derive(Clone, Copy)]
pub(super) enum Prefix {
    /// Always: the query marks it as one.
    Marked,
    /// If it has at least `letters` letters.
    From { letters: usize },
    /// Never.
    Never,
}

/// Finds the forms of the words of one query, within the limits for the query.
#[derive(Debug)]
pub(super) struct FormFinder<'a> {
    vocabulary: &'a Vocabulary,
    compounds: &'a Compounds,
    pub(super) tuning: &'a Tuning,
    /// Words of the query.
    words: usize,
    /// Whether they are in English: then no word has forms that only Swedish gives it.
    pub(super) is_english: bool,
    /// Documents that may stand in the lists of one prefix.
    max_listed: u64,
    /// Letters that may still be corrected.
    letters_left: usize,
    /// Words of names, which are never corrected.
    pub(super) known: HashSet<String>,
    pub(super) corrections: Vec<WordCorrection>,
    /// Words for which less was done than the query asks for.
    pub(super) cut: Vec<String>,
    /// The work so far, in postings.
    pub(super) work: u64,
}

/// The forms of a word as they are found, and how many documents have the word.
#[derive(Debug, Default)]
struct FoundForms {
    forms: Vec<QueryForm>,
    documents: u64,
}

impl FoundForms {
    fn push(&mut self, nearness: f32, term: impl Into<Term>) {
        self.forms.push(QueryForm::single(nearness, term.into()));
    }

    fn raise_documents(&mut self, documents: u64) {
        self.documents = self.documents.max(documents);
    }
}

impl<'a> FormFinder<'a> {
    /// A finder for a query of `words` words.
    pub(super) fn new(
        vocabulary: &'a Vocabulary,
        compounds: &'a Compounds,
        tuning: &'a Tuning,
        words: usize,
    ) -> Self {
        let listed = MAX_LISTED + MAX_LISTED_PER_DOCUMENT * vocabulary.documents();
        Self {
            vocabulary,
            compounds,
            tuning,
            words,
            is_english: false,
            max_listed: listed / words.max(1) as u64,
            letters_left: MAX_CORRECTED_LETTERS,
            known: HashSet::new(),
            corrections: Vec::new(),
            cut: Vec::new(),
            work: 0,
        }
    }

    /// A word with its weight and forms.
    pub(super) fn word(&mut self, word: &str, prefix: Prefix) -> QueryWord {
        // A prefix is not the function word that is spelt like it.
        let is_marked = matches!(prefix, Prefix::Marked);
        if let Some(function) = self.function_word(word).filter(|_| !is_marked) {
            return self.plan_function_word(word, &function);
        }
        let mut found = FoundForms { forms: Vec::new(), documents: documents_with(self.vocabulary, word) };
        self.add_inflected(word, 1.0, &mut found);
        self.add_derived(word, &mut found);
        self.add_folded(word, &mut found);
        // A word of a name is not looked for by its parts or as a prefix.
        let is_name = self.known.contains(word) && found.documents > 0;
        if !is_name {
            self.add_compound_parts(word, 1.0, &mut found);
            self.add_prefixed(word, prefix, &mut found);
        }
        if found.documents == 0 && !matches!(prefix, Prefix::Never) && !self.known.contains(word) {
            self.add_corrections(word, &mut found);
        }
        let FoundForms { mut forms, documents } = found;
        forms.retain(|form| self.are_known(&form.parts));
        forms.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
        let mut seen = HashSet::new();
        forms.retain(|form| seen.insert(form.parts.clone()));
        let weight = self.rarity(documents) * if is_light_word(word) { self.tuning.light_word } else { 1.0 };
        QueryWord { text: word.to_owned(), weight, is_function: false, in_phrase: false, forms }
    }

    /// The forms that begin as a prefix marked as one in the query. It is noted when there are more than these.
    pub(super) fn with_marked_prefix(&mut self, prefix: &str, nearness: f32) -> Vec<QueryForm> {
        let limit = self.share(MAX_MARKED_PREFIX_FORMS, 1);
        let (forms, left_out) = self.with_prefix(prefix, limit, nearness);
        if left_out {
            self.note_cut(format!("{prefix}*"));
        }
        forms
    }

    /// Whether a document has a word.
    pub(super) fn is_known(&self, word: &str) -> bool {
        documents_with(self.vocabulary, word) > 0
    }

    /// Whether a document has a word of each of these choices.
    pub(super) fn are_known(&self, parts: &[TermChoice]) -> bool {
        let is_known = |term: &Term| self.vocabulary.form(term.as_str()) > 0;
        parts.iter().all(|choice| choice.any_of.iter().any(is_known))
    }

    /// The share of a limit that each word has, when `full` words may have all of it.
    fn share(&self, limit: usize, full: usize) -> usize {
        (limit * full / self.words.max(full)).max(2)
    }

    fn note_cut(&mut self, word: String) {
        if !self.cut.contains(&word) {
            self.cut.push(word);
        }
    }

    /// The function word that a word is, or stands for when it is typed without its diacritics and no document has it so.
    fn function_word(&self, word: &str) -> Option<String> {
        if is_function_word(word) {
            return Some(word.to_owned());
        }
        if has_diacritics(word) || documents_with(self.vocabulary, word) > 0 {
            return None;
        }
        let reading = self.vocabulary.words_folding_to(word).into_iter().next();
        reading.map(|(reading, _)| reading).filter(|reading| is_function_word(reading))
    }

    fn plan_function_word(&self, typed: &str, word: &str) -> QueryWord {
        let term = form(word, Language::Swedish);
        let documents = self.vocabulary.form(&term);
        let forms = if documents > 0 { vec![QueryForm::single(1.0, term.into())] } else { Vec::new() };
        let weight = self.rarity(documents) * self.tuning.function_word;
        QueryWord { text: typed.to_owned(), weight, is_function: true, in_phrase: false, forms }
    }

    /// The weight of a term of which a document must have each of these choices.
    pub(super) fn weight_of(&self, parts: &[TermChoice]) -> f32 {
        let documents = |choice: &TermChoice| {
            choice.any_of.iter().map(|term| self.vocabulary.form(term.as_str())).max().unwrap_or_default()
        };
        self.rarity(parts.iter().map(documents).min().unwrap_or_default())
    }

    fn rarity(&self, documents: u64) -> f32 {
        rarity(self.vocabulary.documents(), documents)
    }

    /// Adds the stems of a content word, and the compounds it is part of.
    fn add_inflected(&self, word: &str, nearness: f32, found: &mut FoundForms) {
        let own = stems(word);
        for stem in &own {
            found.push(nearness, stem.clone());
        }
        let part = own.first().map(|stem| Term::part(stem));
        if let Some(part) = part.filter(|part| self.vocabulary.form(part.as_str()) > 0) {
            found.push(nearness * self.tuning.near.compound, part);
        }
    }

    /// Adds the nouns of a verb, and the verb of a noun.
    fn add_derived(&self, word: &str, found: &mut FoundForms) {
        if self.is_english {
            return;
        }
        for stem in derived_stems(word) {
            let documents = self.vocabulary.form(&stem);
            if documents > 0 {
                found.raise_documents(1);
                found.push(self.tuning.near.derived, stem);
            }
        }
    }

    /// Adds to a word the forms that it has as one word with the particle after it. A light word is none with its particle:
    /// *ta* says nothing, and *ta över* is to *överta*.
    pub(super) fn add_particle(&self, word: &mut QueryWord, particle: &str) {
        let stems = with_particle(&word.text, particle).unwrap_or_default();
        let known: Vec<(String, u64)> = stems
            .into_iter()
            .map(|stem| {
                let documents = self.vocabulary.form(&stem);
                (stem, documents)
            })
            .filter(|(_, documents)| *documents > 0)
            .collect();
        let Some(documents) = known.iter().map(|(_, documents)| *documents).max() else { return };
        word.forms.extend(
            known.into_iter().map(|(stem, _)| QueryForm::single(self.tuning.near.particle, stem.into())),
        );
        word.forms.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
        if is_light_word(&word.text) {
            word.weight = word.weight.max(self.rarity(documents) * self.tuning.near.particle);
        }
    }

    /// Adds the words that a word typed without diacritics may stand for. If no document has it so, one of these is meant.
    fn add_folded(&self, word: &str, found: &mut FoundForms) {
        // A word typed with å, ä or ö is meant as it is.
        if has_diacritics(word) {
            return;
        }
        let is_unknown = found.documents == 0;
        if is_unknown {
            let readings = self.vocabulary.words_folding_to(word).into_iter();
            let readings = readings.filter(|(reading, _)| !is_function_word(reading));
            for (reading, _) in readings.take(MAX_CORRECTIONS) {
                found.raise_documents(documents_with(self.vocabulary, &reading));
                self.add_inflected(&reading, 1.0, found);
                self.add_compound_parts(&reading, 1.0, found);
            }
        }
        let nearness = if is_unknown { 1.0 } else { self.tuning.near.folded };
        for stem in stems(word) {
            let foldings = self.vocabulary.forms_folding_to(&stem).into_iter().take(MAX_FOLDED_FORMS);
            for (folding, count) in foldings.filter(|(folding, _)| *folding != stem) {
                // If documents have the word itself, other readings do not change how rare it is.
                if is_unknown {
                    found.raise_documents(count);
                }
                found.push(nearness, folding);
            }
        }
    }

    /// Adds a compound taken apart: the document must have each part, alone or in another compound.
    fn add_compound_parts(&self, word: &str, nearness: f32, found: &mut FoundForms) {
        let parts = self.compounds.parts(word);
        if parts.len() < 2 {
            return;
        }
        let alone_or_in_compound = |part: &&str| {
            let stem = stem(part, Language::Swedish);
            let in_compound = Term::part(&stem);
            // *Under* alone is no part of *undersökning*.
            let any_of =
                if is_function_word(part) { vec![in_compound] } else { vec![stem.into(), in_compound] };
            TermChoice { any_of }
        };
        let parts: Vec<TermChoice> = parts.iter().map(alone_or_in_compound).collect();
        let documents = |term: &Term| self.vocabulary.form(term.as_str());
        let rarest = parts.iter().map(|part| part.any_of.iter().map(documents).max().unwrap_or(0)).min();
        found.raise_documents(rarest.unwrap_or(0).min(1));
        found.forms.push(QueryForm { nearness: nearness * self.tuning.near.compound, parts });
    }

    /// Adds the words that begin as the word does.
    fn add_prefixed(&mut self, word: &str, prefix: Prefix, found: &mut FoundForms) {
        let nearness = self.tuning.near.prefix;
        let prefixed = match prefix {
            Prefix::Marked => self.with_marked_prefix(word, nearness),
            Prefix::From { letters } if word.chars().count() >= letters && is_lettered(word) => {
                let limit = self.share(MAX_PREFIX_FORMS, WORDS_WITH_ALL_FORMS);
                let mut prefixed = self.with_prefix(word, limit, nearness).0;
                prefixed.extend(self.with_another_ending(word, found.documents == 0, nearness * 0.9));
                prefixed
            }
            Prefix::From { .. } | Prefix::Never => return,
        };
        for form in prefixed {
            if found.documents == 0 {
                let documents = form.terms().map(|term| self.vocabulary.form(term.as_str()));
                found.documents = documents.max().unwrap_or(0);
            }
            if !found.forms.iter().any(|other| other.parts == form.parts) {
                found.forms.push(form);
            }
        }
    }

    /// The words that have most of their letters in common and differ at the end: *husrannsakningar* and *husrannsakan*.
    fn with_another_ending(&mut self, word: &str, is_unknown: bool, nearness: f32) -> Vec<QueryForm> {
        let own = stem(word, Language::Swedish);
        let ending = if is_unknown { ENDING_LETTERS + 1 } else { ENDING_LETTERS };
        let same = own.chars().count().saturating_sub(ending).max(MIN_SAME_LETTERS);
        let Some((end, _)) = own.char_indices().nth(same) else { return Vec::new() };
        let limit = self.share(MAX_ALIKE_FORMS, WORDS_WITH_ALL_FORMS);
        self.with_prefix(&own[..end], limit, nearness).0
    }

    /// The most frequent stems with a prefix whose lists together are not too long, and whether any were left out.
    fn with_prefix(&mut self, prefix: &str, limit: usize, nearness: f32) -> (Vec<QueryForm>, bool) {
        let visit = self.share(MAX_VISITED, WORDS_WITH_ALL_FORMS / 2);
        let found = self.vocabulary.forms_with_prefix(prefix, limit, visit);
        self.work += found.visited as u64 * VISIT_WORK;
        let (mut forms, mut left_out, mut left) = (Vec::new(), found.left_out, self.max_listed);
        for (stem, documents) in found.forms {
            match left.checked_sub(documents) {
                Some(rest) => {
                    left = rest;
                    forms.push(QueryForm::single(nearness, stem.into()));
                }
                None => left_out = true,
            }
        }
        (forms, left_out)
    }

    /// Adds the words that an unknown word may be a misspelling of.
    fn add_corrections(&mut self, word: &str, found: &mut FoundForms) {
        if !is_lettered(word) {
            return;
        }
        let letters = word.chars().count();
        let Some(left) = self.letters_left.checked_sub(letters) else {
            self.note_cut(word.to_owned());
            return;
        };
        self.letters_left = left;
        self.work += letters as u64 * CORRECTION_WORK;
        let neighbours = self.vocabulary.nearest(word);
        let neighbours = neighbours.iter().filter(|other| !is_function_word(&other.word));
        let mut nearest = None;
        for neighbour in neighbours.take(MAX_CORRECTIONS) {
            if neighbour.distance > *nearest.get_or_insert(neighbour.distance) {
                break;
            }
            let nearness = self.tuning.near.spelling;
            found.raise_documents(documents_with(self.vocabulary, &neighbour.word));
            self.add_inflected(&neighbour.word, nearness, found);
            self.add_compound_parts(&neighbour.word, nearness, found);
            let read_as = neighbour.word.clone();
            self.corrections.push(WordCorrection { word: word.to_owned(), read_as });
        }
    }
}

fn has_diacritics(word: &str) -> bool {
    word.contains(['å', 'ä', 'ö'])
}

fn is_lettered(word: &str) -> bool {
    word.chars().all(char::is_alphabetic)
}
