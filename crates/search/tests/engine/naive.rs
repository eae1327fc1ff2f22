//! A naive reading of a plan: it goes through all documents.

use std::collections::BTreeSet;

use lagrum_search::{Condition, PatternWords, QueryForm, QueryPlan, QueryWord, WordPattern};
use lagrum_words::{Analyser, Language, QueryField, tokens};

use crate::corpus::{Doc, TODAY, compounds, is_heading};

/// The documents that match by going through all of them.
pub struct Naive<'a> {
    pub docs: &'a [Doc],
    pub forms: Vec<BTreeSet<String>>,
    /// The forms of the text alone.
    pub text_forms: Vec<BTreeSet<String>>,
    pub words: Vec<Vec<Vec<String>>>,
    /// Of each document its passages, its headings over passages, and last its name.
    units: Vec<Vec<Unit>>,
}

/// A passage, a heading or a name: words as they stand, each with its forms.
struct Unit {
    field: QueryField,
    words: Vec<(String, BTreeSet<String>)>,
}

impl<'a> Naive<'a> {
    pub fn new(docs: &'a [Doc]) -> Self {
        let analyser = Analyser::new(compounds());
        let (mut forms, mut text_forms) = (Vec::new(), Vec::new());
        let mut words = Vec::new();
        let units = docs.iter().map(|doc| units(doc, &analyser)).collect();
        for doc in docs {
            let mut of_doc = BTreeSet::new();
            let mut pieces: Vec<Vec<String>> = Vec::new();
            let pieces_of_text = doc.text.iter().flat_map(|text| text.split('.')).map(|piece| (piece, true));
            for (piece, in_text) in pieces_of_text.chain([(doc.name.as_str(), false)]) {
                if !in_text {
                    text_forms.push(of_doc.clone());
                }
                pieces.push(tokens(piece).map(|token| token.word.into_owned()).collect());
                for token in tokens(piece) {
                    let found = analyser.forms(&token.word, Language::Swedish);
                    of_doc.insert(found.stem.clone());
                    of_doc.extend(found.parts.iter().map(|part| format!("~{part}")));
                }
            }
            for token in tokens(&doc.name) {
                of_doc.insert(lagrum_words::form(&token.word, Language::English));
            }
            forms.push(of_doc);
            words.push(pieces);
        }
        Self { docs, forms, text_forms, words, units }
    }

    /// How near a document comes to a word; 0 when it has none of its forms.
    pub fn nearness(&self, doc: usize, forms: &[QueryForm]) -> f32 {
        let has = |form: &QueryForm| has_each(form, &self.forms[doc]);
        forms.iter().filter(|form| has(form)).map(|form| form.nearness).fold(0.0, f32::max)
    }

    /// The same for what ranks: the parts of a compound must stand in the text together.
    fn nearness_of_match(&self, doc: usize, forms: &[QueryForm]) -> f32 {
        let held =
            |form: &QueryForm| if form.parts.len() > 1 { &self.text_forms[doc] } else { &self.forms[doc] };
        let has = |form: &QueryForm| has_each(form, held(form));
        forms.iter().filter(|form| has(form)).map(|form| form.nearness).fold(0.0, f32::max)
    }

    pub fn meets(&self, doc: usize, condition: &Condition) -> bool {
        match condition {
            Condition::Word(word) => self.nearness(doc, &word.forms) > 0.0,
            Condition::Phrase(phrase) => {
                !phrase.is_empty()
                    && self.words[doc].iter().any(|piece| piece.windows(phrase.len()).any(|w| w == phrase))
            }
            Condition::Pattern(pattern) => self.units[doc].iter().any(|unit| unit.meets(pattern)),
            Condition::CaseNumber(_) | Condition::Citing => false,
            Condition::Any(inner) => inner.iter().any(|condition| self.meets(doc, condition)),
            Condition::All(inner) => inner.iter().all(|condition| self.meets(doc, condition)),
            Condition::Not(inner) => !self.meets(doc, inner),
        }
    }

    pub fn matching(&self, plan: &QueryPlan, minimum_match: f32) -> Vec<usize> {
        let content = plan.words.iter().any(|word| !word.is_function);
        // Quoted words make up for nothing.
        let counted = |word: &QueryWord| !plan.is_plain || !word.in_phrase;
        let weight: f32 = plan.words.iter().filter(|word| counted(word)).map(|word| word.weight).sum();
        let decides =
            plan.required.is_empty() || plan.words.iter().any(|word| counted(word) && !word.is_function);
        let found = (0..self.docs.len()).filter(|doc| {
            if self.docs[*doc].expired.is_some_and(|expired| expired <= TODAY) {
                return false;
            }
            let covered: f32 = plan
                .words
                .iter()
                .filter(|word| counted(word))
                .filter(|word| !content || !word.is_function || self.in_text(*doc, &word.forms))
                .map(|word| word.weight * self.nearness_of_match(*doc, &word.forms).sqrt())
                .sum();
            let conditions = plan.required.iter().all(|condition| self.meets(*doc, condition))
                && !plan.excluded.iter().any(|condition| self.meets(*doc, condition));
            let enough = if plan.is_plain && decides {
                covered >= minimum_match * weight - 1e-4 * weight
            } else {
                true
            };
            let something = !plan.required.is_empty() || covered > 0.0;
            conditions && enough && something
        });
        found.collect()
    }

    /// Function words are looked for in texts alone.
    fn in_text(&self, doc: usize, forms: &[QueryForm]) -> bool {
        let text = self.docs[doc].text.as_deref().unwrap_or_default();
        forms.iter().flat_map(QueryForm::terms).any(|term| {
            tokens(text).any(|token| lagrum_words::form(&token.word, Language::Swedish) == term.as_str())
        })
    }
}

fn units(doc: &Doc, analyser: &Analyser) -> Vec<Unit> {
    let forms = |word: &str, also_english: bool| {
        let found = analyser.forms(word, Language::Swedish);
        let parts = found.parts.iter().map(|part| format!("~{part}"));
        let english = also_english.then(|| lagrum_words::form(word, Language::English));
        parts.chain([found.stem.clone()]).chain(english).collect()
    };
    let words = |piece: &str, also_english| {
        let words = tokens(piece).map(|token| token.word.into_owned());
        words.map(|word| (word.clone(), forms(&word, also_english))).collect()
    };
    let pieces: Vec<&str> = doc.text.iter().flat_map(|text| text.split('.')).collect();
    let is_before_passage = |at: usize| {
        pieces[at + 1..].iter().find(|piece| !piece.trim().is_empty()).is_some_and(|next| !is_heading(next))
    };
    let mut units: Vec<Unit> = Vec::new();
    for (piece, at) in pieces.iter().zip(0..) {
        // A heading over nothing is text.
        let is_over = is_heading(piece) && is_before_passage(at);
        let field = if is_over { QueryField::Heading } else { QueryField::Text };
        units.push(Unit { field, words: words(piece, false) });
    }
    units.push(Unit { field: QueryField::Name, words: words(&doc.name, true) });
    units
}

impl Unit {
    fn meets(&self, pattern: &WordPattern) -> bool {
        if pattern.field.is_some_and(|field| field != self.field) {
            return false;
        }
        match &pattern.words {
            PatternWords::Phrase(phrase) => {
                let words: Vec<&String> = self.words.iter().map(|(word, _)| word).collect();
                words.windows(phrase.len()).any(|window| window.iter().copied().eq(phrase))
            }
            PatternWords::Near { words, between } => {
                let width = words.len() + *between as usize;
                let starts = 0..self.words.len();
                starts.clone().any(|from| {
                    let window = &self.words[from..(from + width).min(starts.end)];
                    has_each_word(window, words, &mut vec![false; window.len()])
                })
            }
        }
    }
}

/// Whether each word stands at a position of its own that is not taken.
fn has_each_word(window: &[(String, BTreeSet<String>)], words: &[QueryWord], taken: &mut Vec<bool>) -> bool {
    let Some((word, others)) = words.split_first() else { return true };
    (0..window.len()).any(|at| {
        let single = word.forms.iter().filter(|form| form.parts.len() == 1);
        let is_here = !taken[at] && single.into_iter().any(|form| has_each(form, &window[at].1));
        if !is_here {
            return false;
        }
        taken[at] = true;
        let found = has_each_word(window, others, taken);
        taken[at] = false;
        found
    })
}

/// Whether a document with these terms has a term of each part of a form.
fn has_each(form: &QueryForm, terms: &BTreeSet<String>) -> bool {
    form.parts.iter().all(|part| part.any_of.iter().any(|term| terms.contains(term.as_str())))
}
