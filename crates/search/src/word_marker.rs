//! Finding the words of a query in a text that is shown, as the index finds them in the text of a document: by the same plan, and
//! by the same forms of words.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

use lagrum_artifact::FullText;
use lagrum_words::{Analyser, Language, PART, tokens};

use crate::embedded::passage_query::PassageQuery;
use crate::text_layout::language;
use crate::{Engine, QueryPlanner, SearchPageError};

/// What is marked of a text: the words of a query in any of their forms, and its phrases.
pub struct WordMarker<'e> {
    /// The terms of the forms that the words may have.
    terms: HashSet<String>,
    phrases: Vec<Vec<String>>,
    language: Language,
    analyser: &'e Analyser,
    /// The words that were met, and whether their forms are among the terms. A text repeats its words, and to analyse one takes
    /// longer than to look it up.
    met: RefCell<HashMap<String, bool>>,
}

impl fmt::Debug for WordMarker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WordMarker").field("phrases", &self.phrases).finish_non_exhaustive()
    }
}

/// A word of a text: its position, and its bytes.
struct PlacedWord<'t> {
    position: usize,
    word: Cow<'t, str>,
    bytes: Range<usize>,
}

impl<'e> WordMarker<'e> {
    /// The marker of a query in a document with this text.
    pub fn new(engine: &'e dyn Engine, query: &str, text: &FullText) -> Result<Self, SearchPageError> {
        let planner = QueryPlanner {
            vocabulary: engine.vocabulary(),
            compounds: engine.compounds(),
            tuning: engine.tuning(),
        };
        let plan = planner.plan(query)?;
        let query = PassageQuery::from_plan(&plan);
        let forms = query.words.iter().flat_map(|at| &plan.words[*at].forms);
        Ok(Self {
            terms: forms.flat_map(|form| form.terms()).map(|term| term.as_str().to_owned()).collect(),
            phrases: query.phrases.iter().map(|phrase| phrase.to_vec()).collect(),
            language: language(text),
            analyser: engine.analyser(),
            met: RefCell::default(),
        })
    }

    /// The words of a piece of the text that are marked, in bytes: in order, without overlap.
    pub fn find(&self, piece: &str) -> Vec<Range<usize>> {
        let words = words(piece);
        let mut marked: HashSet<usize> =
            words.iter().filter(|word| self.is_marked(&word.word)).map(|word| word.position).collect();
        for phrase in &self.phrases {
            for found in words.windows(phrase.len().max(1)) {
                let follows = found.iter().zip(found[0].position..).all(|(word, at)| word.position == at);
                if follows && found.iter().map(|word| &*word.word).eq(phrase.iter().map(String::as_str)) {
                    marked.extend(found.iter().map(|word| word.position));
                }
            }
        }
        words.into_iter().filter(|word| marked.contains(&word.position)).map(|word| word.bytes).collect()
    }

    /// Whether a form of a word is among the terms of the query.
    fn is_marked(&self, word: &str) -> bool {
        if let Some(known) = self.met.borrow().get(word) {
            return *known;
        }
        let forms = self.analyser.forms(word, self.language);
        let is_term = self.terms.contains(forms.stem.as_str())
            || forms.parts.iter().any(|part| self.terms.contains(&format!("{PART}{part}")));
        self.met.borrow_mut().insert(word.to_owned(), is_term);
        is_term
    }
}

/// The words of a piece. One position is left out between two lines, as the index does.
fn words(piece: &str) -> Vec<PlacedWord<'_>> {
    let (mut words, mut position, mut start) = (Vec::new(), 0, 0);
    for line in piece.split('\n') {
        for token in tokens(line) {
            let bytes = start + token.bytes.start..start + token.bytes.end;
            words.push(PlacedWord { position, word: token.word, bytes });
            position += 1;
        }
        position += 1;
        start += line.len() + 1;
    }
    words
}
