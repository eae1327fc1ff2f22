//! The terms of texts and names, for engines that keep an index of their own.
//!
//! They are read by what the embedded engine reads them by, so that a query finds the same documents in every engine.

use lagrum_artifact::{AnchorGrammar, FullText};
use lagrum_words::{Analyser, Vocabulary, tokens};
use tantivy::tokenizer::TokenStream;

use crate::embedded::tokenize::{marked, read};
use crate::text::Laid;
use crate::{Tuning, plan};

/// A text or a name, ready to be read word by word.
#[derive(Debug)]
pub struct Terms {
    marked: String,
}

impl Terms {
    /// The terms of a text.
    pub fn of_text(text: &FullText, grammar: AnchorGrammar) -> Self {
        let laid = Laid::new(text, grammar);
        Self { marked: marked(Some(laid.language), &laid.blocks.concat()) }
    }

    /// The terms of a name, which may be in either language.
    pub fn of_name(name: &str) -> Self {
        Self { marked: marked(None, name) }
    }

    /// Tells every word as it stands, with its position. Between two pieces of a text a position is left out.
    pub fn each_word(&self, take: impl FnMut(&str, usize)) {
        self.each(None, take);
    }

    /// Tells every form of every word, with the position of the word.
    pub fn each_form(&self, analyser: &Analyser, take: impl FnMut(&str, usize)) {
        self.each(Some(analyser), take);
    }

    fn each(&self, analyser: Option<&Analyser>, mut take: impl FnMut(&str, usize)) {
        let mut terms = read(analyser, &self.marked);
        while terms.advance() {
            let token = terms.token();
            take(&token.text, token.position);
        }
    }
}

/// How much the words of a name weigh together; 0 for a name without words.
pub fn name_weight(name: &str, vocabulary: &Vocabulary, tuning: &Tuning) -> f32 {
    tokens(name).map(|token| plan::weight(vocabulary, &token.word, tuning)).sum()
}
