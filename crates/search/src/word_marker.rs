//! Finds the words of a query in a text that is shown. It uses the query plan and the forms of words of the index, so marks agree
//! with what the search found.
//!
//! A form of several parts counts where all its parts are near each other ([`near_parts`]): a query for *skolskjuts* does not mark
//! every *skola* of an act on schools.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use lagrum_artifact::{Artifact, FullText};
use lagrum_words::{Analyser, Language, PART};

use crate::embedded::passage_query::PassageQuery;
use crate::near_parts::near_parts;
use crate::text_layout::language;
use crate::word_position::{WordPosition, words_at};
use crate::{Engine, PatternWords, QueryPlanner, QueryWord, SearchPageError};

/// Marks the words of a query in any of their forms, and its phrases.
pub struct WordMarker<'e> {
    /// The terms of the forms that the words may have.
    terms: HashSet<String>,
    /// The terms of each part of the forms of several parts, numbered from 0 on, and the numbers of the parts of each form.
    part_terms: HashMap<String, Vec<usize>>,
    forms_of_parts: Vec<Range<usize>>,
    phrases: Vec<Vec<String>>,
    language: Language,
    analyser: &'e Analyser,
    /// Words that were analysed before; None for a word that the query does not have. A text repeats its words, and a look-up is
    /// quicker than analysing a word again.
    met: RefCell<HashMap<String, Option<Rc<MetWord>>>>,
}

/// How a word of a text matches the query.
struct MetWord {
    /// Whether it is a form of a word of the query.
    is_term: bool,
    /// The numbers of the parts of forms that it is.
    parts: Vec<usize>,
}

impl fmt::Debug for WordMarker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WordMarker").field("phrases", &self.phrases).finish_non_exhaustive()
    }
}

/// A word of a text that the query has: its position, and its bytes.
struct PlacedWord<'t> {
    position: WordPosition,
    word: Cow<'t, str>,
    bytes: Range<usize>,
    met: Rc<MetWord>,
}

impl<'e> WordMarker<'e> {
    /// The marker of a query in the text of an artifact; None for a document without one.
    pub fn new(
        engine: &'e dyn Engine,
        query: &str,
        artifact: Option<&Artifact>,
    ) -> Result<Self, SearchPageError> {
        let planner = QueryPlanner {
            vocabulary: engine.vocabulary(),
            compounds: engine.compounds(),
            tuning: engine.tuning(),
        };
        let plan = planner.plan(query)?;
        let query = PassageQuery::from_plan(&plan);
        let (mut terms, mut part_terms, mut forms_of_parts) = (HashSet::new(), HashMap::new(), Vec::new());
        let mut parts = 0;
        let mut phrases: Vec<Vec<String>> = query.phrases.iter().map(|phrase| phrase.to_vec()).collect();
        let mut words: Vec<&QueryWord> = query.words.iter().map(|at| &plan.words[*at]).collect();
        for pattern in &query.patterns {
            match &pattern.words {
                PatternWords::Phrase(phrase) => phrases.push(phrase.clone()),
                PatternWords::Near { words: near, .. } => words.extend(near),
            }
        }
        for form in words.iter().flat_map(|word| &word.forms) {
            if let Some(single) = form.as_single_choice() {
                terms.extend(single.iter().map(|term| term.as_str().to_owned()));
                continue;
            }
            for (part, number) in form.parts.iter().zip(parts..) {
                for term in &part.any_of {
                    part_terms.entry(term.as_str().to_owned()).or_insert_with(Vec::new).push(number);
                }
            }
            forms_of_parts.push(parts..parts + form.parts.len());
            parts += form.parts.len();
        }
        let sample = artifact.map(FullText::sample_of).unwrap_or_default();
        Ok(Self {
            terms,
            part_terms,
            forms_of_parts,
            phrases,
            language: language(sample.iter().map(String::as_str)),
            analyser: engine.analyser(),
            met: RefCell::default(),
        })
    }

    /// The words of a piece of the text that are marked, in bytes: in order, without overlap.
    pub fn find(&self, piece: &str) -> Vec<Range<usize>> {
        let words = self.words_in(piece);
        let mut marked: HashSet<WordPosition> = HashSet::new();
        let mut at_parts: HashMap<usize, Vec<WordPosition>> = HashMap::new();
        for word in &words {
            if word.met.is_term {
                marked.insert(word.position);
            }
            for part in &word.met.parts {
                at_parts.entry(*part).or_default().push(word.position);
            }
        }
        for form in
            self.forms_of_parts.iter().filter(|form| (*form).clone().all(|part| at_parts.contains_key(&part)))
        {
            let positions = form.clone().map(|part| at_parts.get(&part).cloned().unwrap_or_default());
            marked.extend(near_parts(positions.collect()));
        }
        for phrase in &self.phrases {
            for found in words.windows(phrase.len().max(1)) {
                let follows =
                    found.iter().zip(0..).all(|(word, words)| word.position == found[0].position + words);
                if follows && found.iter().map(|word| &*word.word).eq(phrase.iter().map(String::as_str)) {
                    marked.extend(found.iter().map(|word| word.position));
                }
            }
        }
        words.into_iter().filter(|word| marked.contains(&word.position)).map(|word| word.bytes).collect()
    }

    /// The words of a piece that the query has.
    fn words_in<'t>(&self, piece: &'t str) -> Vec<PlacedWord<'t>> {
        let placed = words_at(piece, WordPosition(0)).filter_map(|(position, token)| {
            let met = self.met(&token.word)?;
            Some(PlacedWord { position, word: token.word, bytes: token.bytes, met })
        });
        placed.collect()
    }

    /// How a word matches the query by its forms, or as a word of a phrase; None if it does not match.
    fn met(&self, word: &str) -> Option<Rc<MetWord>> {
        if let Some(known) = self.met.borrow().get(word) {
            return known.clone();
        }
        let forms = self.analyser.forms(word, self.language);
        let terms: Vec<String> = std::iter::once(forms.stem.clone())
            .chain(forms.parts.iter().map(|part| format!("{PART}{part}")))
            .collect();
        let mut parts: Vec<usize> =
            terms.iter().filter_map(|term| self.part_terms.get(term)).flatten().copied().collect();
        parts.sort_unstable();
        parts.dedup();
        let is_term = terms.iter().any(|term| self.terms.contains(term));
        let is_in_phrase = self.phrases.iter().flatten().any(|of_phrase| of_phrase == word);
        let met = (is_term || is_in_phrase || !parts.is_empty()).then(|| Rc::new(MetWord { is_term, parts }));
        self.met.borrow_mut().insert(word.to_owned(), met.clone());
        met
    }
}
