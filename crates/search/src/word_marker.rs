//! Finding the words of a query in a text that is shown, as the index finds them in the text of a document: by the same plan, and
//! by the same forms of words.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use lagrum_artifact::FullText;
use lagrum_words::{Analyser, tokens};

use crate::embedded::passage_query::PassageQuery;
use crate::term_reader::{FormLanguage, TermReader};
use crate::text_layout::language;
use crate::{Engine, QueryPlanner, SearchPageError};

/// What is marked of a text: the words of a query in any of their forms, and its phrases.
pub struct WordMarker<'e> {
    /// The terms of the forms that the words may have.
    terms: HashSet<String>,
    phrases: Vec<Vec<String>>,
    language: FormLanguage,
    analyser: &'e Analyser,
}

impl fmt::Debug for WordMarker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WordMarker").field("phrases", &self.phrases).finish_non_exhaustive()
    }
}

/// A word of a text: its position, and its bytes.
struct PlacedWord {
    position: usize,
    word: String,
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
            language: FormLanguage::One(language(text)),
            analyser: engine.analyser(),
        })
    }

    /// The words of a piece of the text that are marked, in bytes: in order, without overlap.
    pub fn find(&self, piece: &str) -> Vec<Range<usize>> {
        let words = words(piece);
        let mut marked = HashSet::new();
        let mut reader = TermReader::new(piece, self.language, Some(self.analyser));
        let mut term = String::new();
        while let Some(position) = reader.read(&mut term) {
            if self.terms.contains(&term) {
                marked.insert(position);
            }
        }
        for phrase in &self.phrases {
            for found in words.windows(phrase.len().max(1)) {
                let follows = found.iter().zip(found[0].position..).all(|(word, at)| word.position == at);
                if follows && found.iter().map(|word| &word.word).eq(phrase) {
                    marked.extend(found.iter().map(|word| word.position));
                }
            }
        }
        words.into_iter().filter(|word| marked.contains(&word.position)).map(|word| word.bytes).collect()
    }
}

/// The words of a piece. One position is left out between two lines, as the index does.
fn words(piece: &str) -> Vec<PlacedWord> {
    let (mut words, mut position, mut start) = (Vec::new(), 0, 0);
    for line in piece.split('\n') {
        for token in tokens(line) {
            let bytes = start + token.bytes.start..start + token.bytes.end;
            words.push(PlacedWord { position, word: token.word.into_owned(), bytes });
            position += 1;
        }
        position += 1;
        start += line.len() + 1;
    }
    words
}
