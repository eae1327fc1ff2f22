//! The forms of a word: itself inflected, without diacritics, in compounds, as the beginning of others, and of a word
//! that nobody has written those it may be a slip of.
//!
//! A function word is never a form of a content word, and none of what follows applies to it.
//!
//! **What a query may cost.** Each form is a list to go through, and finding forms means going through the vocabulary. So
//! a query of many words has fewer forms for each, with shorter lists, and fewer words of the vocabulary are looked at: what
//! is spent on a query is bounded whatever is asked. Reading words as others is the dearest, and is bounded by their letters
//! together. Words for which less was done than was asked for are noted in [`Notes::cut`].

use std::collections::HashSet;

use lagrum_words::{Language, PART, form, is_function_word, stem};

use super::{Correction, Form, Planner, Word, documents_with, rarity};

/// Words of a query that each have all of these forms. Of more words each has fewer: who writes a sentence says enough
/// without them, and going through the lists of many is what a search costs.
const FULL_SHARE: usize = 6;
/// Words that begin alike and are tried for a word, at most.
const PREFIX_FORMS: usize = 24;
/// The same for a beginning that the query marks as one (`upphovs*`).
const MARKED_PREFIX_FORMS: usize = 256;
/// Words that differ in their endings, at most; letters an ending has, at most; letters that must be the same, at least.
const ALIKE_FORMS: usize = 16;
const ENDING: usize = 3;
const ALIKE: usize = 6;
/// Words of the vocabulary that are looked at for a beginning, at most.
const VISITED: usize = 4_000;
/// Documents in the lists of all words that begin so, together: so many, and so many for each document there is. Each
/// word of the query has its part of them.
const LISTED: u64 = 40_000;
const LISTED_OF_EACH: u64 = 6;
/// Readings of a word without diacritics, at most.
const FOLDED_FORMS: usize = 8;
/// Words that an unknown word may be read as, at most.
const READINGS: usize = 3;
/// Letters of the unknown words of a query that are read as others, together.
const READ_LETTERS: usize = 72;

/// What a word of the vocabulary costs that is looked at, in entries of the index.
const VISIT_WORK: u64 = 8;
/// What it costs to look for words spelt nearly so, for each letter.
const READ_WORK: u64 = 8_000;

/// What is noted while a plan is made, and what may still be spent on it.
#[derive(Debug)]
pub(super) struct Notes {
    /// Words of the query.
    words: usize,
    /// Documents that may stand in the lists of one beginning.
    listed: u64,
    /// Letters that may still be read as others.
    letters: usize,
    pub(super) corrections: Vec<Correction>,
    pub(super) cut: Vec<String>,
    pub(super) work: u64,
}

impl Notes {
    /// For a query of so many words over so many documents.
    pub(super) fn new(words: usize, documents: u64) -> Self {
        let listed = (LISTED + LISTED_OF_EACH * documents) / words.max(1) as u64;
        Self { words, listed, letters: READ_LETTERS, corrections: Vec::new(), cut: Vec::new(), work: 0 }
    }

    /// What each of the words may have of something that `full` of them may have all of.
    fn share(&self, most: usize, full: usize) -> usize {
        (most * full / self.words.max(full)).max(2)
    }

    fn note_cut(&mut self, word: String) {
        if !self.cut.contains(&word) {
            self.cut.push(word);
        }
    }
}

/// From how many letters on a word may be the beginning of another.
#[derive(Clone, Copy)]
pub(super) enum Prefix {
    Marked,
    From { letters: usize },
    Never,
}

impl Planner<'_> {
    pub(super) fn word(&self, word: &str, prefix: Prefix, notes: &mut Notes) -> Word {
        // A beginning of words is not the function word that is spelt like it.
        let is_marked = matches!(prefix, Prefix::Marked);
        if let Some(function) = self.function_word(word).filter(|_| !is_marked) {
            return self.of_function_word(word, &function);
        }
        let mut forms = Vec::new();
        let mut documents = self.add_own(word, 1.0, &mut forms);
        self.add_folded(word, &mut forms, &mut documents);
        self.add_parts(word, 1.0, &mut forms, &mut documents);
        self.add_prefixes(word, prefix, &mut forms, &mut documents, notes);
        if documents == 0 && !matches!(prefix, Prefix::Never) {
            self.add_readings(word, &mut forms, &mut documents, notes);
        }
        forms.retain(|form| {
            form.terms.iter().all(|any| any.iter().any(|term| self.vocabulary.form(term) > 0))
        });
        forms.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
        let mut known = HashSet::new();
        forms.retain(|form| known.insert(form.terms.clone()));
        let weight = self.rarity(documents);
        Word { text: word.to_owned(), weight, is_function: false, in_phrase: false, forms }
    }

    /// The function word that a word is, or stands for when it is typed without its diacritics and nobody writes it so.
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

    fn of_function_word(&self, typed: &str, word: &str) -> Word {
        let term = form(word, Language::Swedish);
        let documents = self.vocabulary.form(&term);
        let forms = if documents > 0 { vec![Form::single(1.0, term)] } else { Vec::new() };
        let weight = self.rarity(documents) * self.tuning.function_word;
        Word { text: typed.to_owned(), weight, is_function: true, in_phrase: false, forms }
    }

    /// How much a word says that is in so many documents: its inverse document frequency.
    fn rarity(&self, documents: u64) -> f32 {
        rarity(self.vocabulary.documents(), documents)
    }

    /// The stems of a content word, and compounds it is part of. Returns how many documents have it.
    fn add_own(&self, word: &str, nearness: f32, forms: &mut Vec<Form>) -> u64 {
        let own = stems(word);
        forms.extend(own.iter().map(|stem| Form::single(nearness, stem.clone())));
        if let Some(stem) = own.first() {
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
        if has_diacritics(word) {
            return;
        }
        let own = *documents;
        if own == 0 {
            let readings = self.vocabulary.words_folding_to(word).into_iter();
            let readings = readings.filter(|(reading, _)| !is_function_word(reading));
            for (reading, _) in readings.take(READINGS) {
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
        let alone_or_inside = |part: &&str| {
            let stem = stem(part, Language::Swedish);
            let inside = format!("{PART}{stem}");
            // *Under* alone is no part of *undersökning*.
            if is_function_word(part) { vec![inside] } else { vec![stem, inside] }
        };
        let terms: Vec<Vec<String>> = parts.iter().map(alone_or_inside).collect();
        let rarest =
            terms.iter().map(|any| any.iter().map(|term| self.vocabulary.form(term)).max().unwrap_or(0));
        *documents = (*documents).max(rarest.min().unwrap_or(0).min(1));
        forms.push(Form { nearness: nearness * self.tuning.near.compound, terms });
    }

    fn add_prefixes(
        &self,
        word: &str,
        prefix: Prefix,
        forms: &mut Vec<Form>,
        documents: &mut u64,
        notes: &mut Notes,
    ) {
        let near = self.tuning.near.prefix;
        let found = match prefix {
            Prefix::Marked => self.marked_beginning(word, near, notes),
            Prefix::From { letters } if word.chars().count() >= letters && is_lettered(word) => {
                let most = notes.share(PREFIX_FORMS, FULL_SHARE);
                let mut found = self.beginning(word, most, near, notes).0;
                // *husrannsakningar* and *husrannsakan*: words that begin alike for most of their length.
                let own = stem(word, Language::Swedish);
                let same = if *documents == 0 { ENDING + 1 } else { ENDING };
                let alike = own.chars().count().saturating_sub(same).max(ALIKE);
                if let Some((end, _)) = own.char_indices().nth(alike) {
                    let most = notes.share(ALIKE_FORMS, FULL_SHARE);
                    found.extend(self.beginning(&own[..end], most, near * 0.9, notes).0);
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

    /// The words that begin as the query asks for in so many words. It is noted when there are more.
    pub(super) fn marked_beginning(&self, word: &str, nearness: f32, notes: &mut Notes) -> Vec<Form> {
        let most = notes.share(MARKED_PREFIX_FORMS, 1);
        let (forms, left_out) = self.beginning(word, most, nearness, notes);
        if left_out {
            notes.note_cut(format!("{word}*"));
        }
        forms
    }

    /// The most frequent stems that begin so and whose lists together are not too long, and whether there are more.
    fn beginning(&self, word: &str, most: usize, nearness: f32, notes: &mut Notes) -> (Vec<Form>, bool) {
        let found = self.vocabulary.forms_with_prefix(word, most, notes.share(VISITED, FULL_SHARE / 2));
        notes.work += found.visited as u64 * VISIT_WORK;
        let (mut forms, mut left_out, mut left) = (Vec::new(), found.left_out, notes.listed);
        for (stem, documents) in found.forms {
            match left.checked_sub(documents) {
                Some(rest) => {
                    left = rest;
                    forms.push(Form::single(nearness, stem));
                }
                None => left_out = true,
            }
        }
        (forms, left_out)
    }

    /// The words that an unknown word may be a slip of.
    fn add_readings(&self, word: &str, forms: &mut Vec<Form>, documents: &mut u64, notes: &mut Notes) {
        if !is_lettered(word) {
            return;
        }
        let letters = word.chars().count();
        let Some(left) = notes.letters.checked_sub(letters) else {
            notes.note_cut(word.to_owned());
            return;
        };
        notes.letters = left;
        notes.work += letters as u64 * READ_WORK;
        let neighbours = self.vocabulary.nearest(word);
        let neighbours = neighbours.iter().filter(|other| !is_function_word(&other.word));
        let mut nearest = None;
        for neighbour in neighbours.take(READINGS) {
            if neighbour.distance > *nearest.get_or_insert(neighbour.distance) {
                break;
            }
            let near = self.tuning.near.spelling;
            let mut found = self.add_own(&neighbour.word, near, forms);
            self.add_parts(&neighbour.word, near, forms, &mut found);
            *documents = (*documents).max(found);
            notes.corrections.push(Correction { word: word.to_owned(), read_as: neighbour.word.clone() });
        }
    }
}

/// The forms of a word in the languages of the corpus, each once. A query does not say which it is in.
pub(super) fn stems(word: &str) -> Vec<String> {
    let swedish = form(word, Language::Swedish);
    let english = form(word, Language::English);
    if swedish == english { vec![swedish] } else { vec![swedish, english] }
}

fn has_diacritics(word: &str) -> bool {
    word.contains(['å', 'ä', 'ö'])
}

fn is_lettered(word: &str) -> bool {
    word.chars().all(char::is_alphabetic)
}
