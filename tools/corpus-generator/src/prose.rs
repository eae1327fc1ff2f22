//! Running text, with citations in it.
//!
//! A writer distributes a number of words, and all citations of a document, evenly over the slots for text in the document's
//! outline. With a smaller text factor the slots get fewer words, down to one between two citations; the citations keep their
//! slots.

use serde_json::{Value, json};

use crate::links::Citation;
use crate::random::Random;
use crate::vocabulary::Vocabulary;

/// A long text is split into paragraphs of about this many words.
const PARAGRAPH: usize = 70;

/// Writes the text of one document.
pub(crate) struct Writer<'a> {
    vocabulary: &'a Vocabulary,
    random: Random,
    words_per_place: usize,
    places: usize,
    next_place: usize,
    citations: Vec<Citation>,
}

impl<'a> Writer<'a> {
    /// A writer that distributes this many words and these citations over this many slots.
    pub(crate) fn new(
        vocabulary: &'a Vocabulary,
        random: Random,
        words: usize,
        places: usize,
        citations: Vec<Citation>,
    ) -> Self {
        let places = places.max(1);
        Self { vocabulary, random, words_per_place: words / places, places, next_place: 0, citations }
    }

    /// Continues with another stream of random numbers: the following words differ, the citations do not.
    pub(crate) fn reseed(&mut self, random: Random) {
        self.random = random;
    }

    /// The text of the next slot, as one list of runs.
    pub(crate) fn text(&mut self) -> Value {
        let words = self.words();
        let citations = self.next_citations();
        self.runs(words, &citations)
    }

    /// The text of the next slot, split into paragraphs; the citations are in the first.
    pub(crate) fn paragraphs(&mut self) -> Vec<Value> {
        let words = self.words();
        let citations = self.next_citations();
        let first = words.min(PARAGRAPH * 3 / 2);
        let mut paragraphs = vec![self.runs(first, &citations)];
        let mut left = words - first;
        while left > 0 {
            let size = if left < PARAGRAPH * 3 / 2 { left } else { PARAGRAPH };
            paragraphs.push(self.runs(size, &[]));
            left -= size;
        }
        paragraphs
    }

    /// A title: content words, first letter raised, no full stop.
    pub(crate) fn phrase(&mut self, words: usize) -> String {
        let mut text = String::new();
        for index in 0..words {
            if index > 0 {
                text.push(' ');
            }
            self.vocabulary.push_content_word(&mut self.random, &mut text);
        }
        lagrum_artifact::raise_first_letter(&text)
    }

    /// Sentences without citations.
    pub(crate) fn sentences(&mut self, words: usize) -> String {
        let mut text = String::new();
        self.push_sentences(words, &mut text);
        text
    }

    fn words(&mut self) -> usize {
        // Real paragraphs are of all lengths.
        let words = self.words_per_place;
        (words / 2 + self.random.below(words + 1)).max(2)
    }

    fn next_citations(&mut self) -> Vec<Citation> {
        // The last slot gets the rest.
        let share = |place: usize| place * self.citations.len() / self.places;
        let (from, to) =
            (share(self.next_place.min(self.places)), share((self.next_place + 1).min(self.places)));
        self.next_place += 1;
        self.citations[from..to].to_vec()
    }

    fn runs(&mut self, words: usize, citations: &[Citation]) -> Value {
        let each = (words / (citations.len() + 1)).max(1);
        let mut runs = Vec::with_capacity(2 * citations.len() + 1);
        for (index, citation) in citations.iter().enumerate() {
            let mut before = String::new();
            if index == 0 {
                self.push_sentences(each, &mut before);
            } else {
                before.push(' ');
                self.push_words(each, &mut before);
            }
            before.push(' ');
            runs.push(json!(before));
            runs.push(citation.run("dcterms:references"));
        }
        let mut rest = String::new();
        if !citations.is_empty() {
            rest.push(' ');
            self.push_words(each.min(6), &mut rest);
            rest.push('.');
        }
        if citations.is_empty() || each > 6 {
            if !rest.is_empty() {
                rest.push(' ');
            }
            self.push_sentences(each, &mut rest);
        }
        runs.push(json!(rest));
        Value::Array(runs)
    }

    fn push_words(&mut self, words: usize, text: &mut String) {
        for index in 0..words {
            if index > 0 {
                text.push(' ');
            }
            self.vocabulary.push_word(&mut self.random, text);
        }
    }

    fn push_sentences(&mut self, words: usize, text: &mut String) {
        let mut left = words;
        while left > 0 {
            let length = self.random.between(7, 24).min(left);
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
            let mut sentence = String::new();
            let comma = self.random.below(length.max(4));
            for index in 0..length {
                self.vocabulary.push_word(&mut self.random, &mut sentence);
                if index + 1 < length {
                    sentence.push_str(if index == comma && index > 1 { ", " } else { " " });
                }
            }
            text.push_str(&lagrum_artifact::raise_first_letter(&sentence));
            text.push('.');
            left -= length;
        }
    }
}
