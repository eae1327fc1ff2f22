//! A snippet of a title, for a document whose text has nothing to show.

use std::collections::HashMap;

use lagrum_words::{Analyser, Language, PART, form, tokens};

use crate::extract::Extract;
use crate::marks::Mark;
use crate::plan::{QueryPlan, QueryWord};
use crate::snippet::stretches;
use crate::text_run::Run;
use crate::word_position::WordPosition;

/// The most words of a title that are looked at.
const MAX_TITLE_WORDS: usize = 2000;

/// The content words of a query, by the terms of their forms.
pub(super) struct TitleMarker<'a> {
    /// The number and the nearness of each word that has a term.
    words: HashMap<&'a str, Vec<(u16, f32)>>,
    weights: Vec<f32>,
}

impl<'a> TitleMarker<'a> {
    pub(super) fn new(plan: &'a QueryPlan) -> Self {
        let mut words: HashMap<&str, Vec<(u16, f32)>> = HashMap::new();
        let is_marked = |word: &QueryWord| !word.is_function && (!word.in_phrase || plan.citing.is_empty());
        for (word, number) in plan.words.iter().zip(0..).filter(|(word, _)| is_marked(word)) {
            for form in &word.forms {
                for term in form.terms() {
                    words.entry(term.as_str()).or_default().push((number, form.nearness));
                }
            }
        }
        Self { words, weights: plan.words.iter().map(|word| word.weight).collect() }
    }

    /// The part of a title with the words of the query, marked; None for a title that has none of them.
    pub(super) fn snippet(&self, analyser: &Analyser, title: &str) -> Option<String> {
        let title = title.replace('\n', " ");
        let mut marks = Vec::new();
        for (token, position) in tokens(&title).take(MAX_TITLE_WORDS).zip(0..) {
            let forms = analyser.forms(&token.word, Language::Swedish);
            let english = form(&token.word, Language::English);
            let parts = forms.parts.iter().map(|part| format!("{PART}{part}"));
            for term in parts.chain([forms.stem.clone(), english]) {
                let found = self.words.get(term.as_str()).into_iter().flatten();
                let mark = |(word, nearness): &(u16, f32)| Mark {
                    position: WordPosition(position),
                    word: *word,
                    nearness: *nearness,
                    is_shown: true,
                };
                marks.extend(found.map(mark));
            }
        }
        let best = stretches(&marks, &self.weights).into_iter().next()?;
        let extract = Extract::around(&Run::of_text(&title), best, &marks)?;
        extract.is_marked().then(|| extract.into_html())
    }
}
