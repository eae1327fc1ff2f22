//! A document being written: its name, the citations that are not placed yet, and a writer once its slots are known.

use serde_json::{Value, json};

use crate::links::{Citation, Citations};
use crate::names::Name;
use crate::plan::Plan;
use crate::profile::Source;
use crate::prose::Writer;
use crate::random::{Purpose, Random, floor};
use crate::vocabulary::Vocabulary;

/// A document being written.
pub(crate) struct Draft<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) source: Source,
    pub(crate) rank: usize,
    pub(crate) name: Name,
    /// For the form of the document: headings, keywords, dates. Never for the amount of text.
    pub(crate) shape: Random,
    /// The citations that no field has taken yet.
    pub(crate) citations: Citations,
    vocabulary: &'a Vocabulary,
}

impl<'a> Draft<'a> {
    /// Begins a document in the language of its source.
    pub(crate) fn new(plan: &'a Plan, source: Source, rank: usize, citations: Citations) -> Self {
        let name = plan.name(source, rank);
        let shape = plan.random(Purpose::Shape, source, rank);
        let vocabulary = match source {
            Source::Hudoc | Source::Coe | Source::Icrc | Source::Untc | Source::Icc | Source::Icj => {
                &plan.english
            }
            _ => &plan.swedish,
        };
        Self { plan, source, rank, name, shape, citations, vocabulary }
    }

    /// The uri of the document.
    pub(crate) fn uri(&self) -> String {
        self.plan.absolute(&self.name.local_id)
    }

    /// A heading or a title of `words` words; its length does not depend on the amount of text. Different parts of the document
    /// have different titles.
    pub(crate) fn title(&self, part: usize, words: usize) -> String {
        let random = self.plan.dice_for(Purpose::Title, self.source, self.rank, [part, 0]);
        Writer::new(self.vocabulary, random, 0, 1, Vec::new()).phrase(words)
    }

    /// A summary or another text in its own field: full length down to a fifth of the text factor, then shorter.
    pub(crate) fn summary(&self, words: usize) -> String {
        let random = self.plan.dice_for(Purpose::Title, self.source, self.rank, [0, 1]);
        let words = floor(words as f64 * (self.plan.text * 5.0).min(1.0)).max(12);
        Writer::new(self.vocabulary, random, 0, 1, Vec::new()).sentences(words)
    }

    /// A date in the document's year.
    pub(crate) fn date(&mut self) -> String {
        let year = if self.name.year == 0 { 2000 } else { self.name.year };
        date_in(year, &mut self.shape)
    }

    /// A writer of the whole body, which has this many slots for text. Takes all citations that are left.
    pub(crate) fn writer(&mut self, places: usize) -> Writer<'a> {
        let mut citations: Vec<Citation> = std::mem::take(&mut self.citations.outer);
        citations.append(&mut self.citations.own);
        self.shape.shuffle(&mut citations);
        let random = self.plan.random(Purpose::Text, self.source, self.rank);
        Writer::new(self.vocabulary, random, self.words(), places, citations)
    }

    /// How many words the text has.
    fn words(&self) -> usize {
        // Bytes of an artifact to a word of it, keys and punctuation included.
        const BYTES_PER_WORD: f64 = 8.5;
        let bytes = self.source.profile().bytes * self.plan.heft(self.source, self.rank);
        floor(bytes / BYTES_PER_WORD * self.plan.text)
    }

    /// How many slots for text a document without an outline has, by its size and the remaining citations.
    pub(crate) fn places(&self, mean: f64) -> usize {
        floor(mean * self.plan.heft(self.source, self.rank)).clamp(2, 400)
    }
}

/// A date in a year.
pub(crate) fn date_in(year: usize, random: &mut Random) -> String {
    format!("{year}-{:02}-{:02}", random.between(1, 12), random.between(1, 28))
}

/// An object without its null fields: optional fields are left out, not written as null.
pub(crate) fn compact(mut object: Value) -> Value {
    if let Value::Object(fields) = &mut object {
        fields.retain(|_, value| !value.is_null());
    }
    object
}

/// A heading of a level.
pub(crate) fn rubrik(level: usize, text: &str) -> Value {
    json!({"level": level, "text": [text], "type": "rubrik"})
}
