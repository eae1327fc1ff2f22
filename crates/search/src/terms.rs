//! The terms of texts and names, for engines that keep an index of their own.
//!
//! The embedded engine reads its texts the same way, so a query finds the same documents in every engine.

use lagrum_artifact::{AnchorGrammar, FullText};
use lagrum_words::{Analyser, Vocabulary, tokens};

use crate::term_reader::{FormLanguage, TermReader};
use crate::text_layout::TextLayout;
use crate::{Tuning, plan};

/// A text or a name, ready to be read term by term.
#[derive(Debug)]
pub struct Terms {
    text: String,
    language: FormLanguage,
}

impl Terms {
    /// The terms of a text.
    pub fn from_text(text: &FullText, grammar: AnchorGrammar) -> Self {
        let layout = TextLayout::new(text, grammar);
        Self { text: layout.blocks.concat(), language: FormLanguage::One(layout.language) }
    }

    /// The terms of a name, which may be in either language.
    pub fn from_name(name: &str) -> Self {
        Self { text: name.to_owned(), language: FormLanguage::Either }
    }

    /// Calls `take` with every word as it stands and its position. Between two pieces of a text one position is left out.
    pub fn each_word(&self, take: impl FnMut(&str, usize)) {
        self.each(None, take);
    }

    /// Calls `take` with every form of every word and the position of the word.
    pub fn each_form(&self, analyser: &Analyser, take: impl FnMut(&str, usize)) {
        self.each(Some(analyser), take);
    }

    fn each(&self, analyser: Option<&Analyser>, mut take: impl FnMut(&str, usize)) {
        let mut reader = TermReader::new(&self.text, self.language, analyser);
        let mut term = String::new();
        while let Some(position) = reader.read(&mut term) {
            take(&term, position);
        }
    }
}

/// The weight of all words of a name together; 0 for a name without words.
pub fn name_weight(name: &str, vocabulary: &Vocabulary, tuning: &Tuning) -> f32 {
    tokens(name).map(|token| plan::weight(vocabulary, &token.word, tuning)).sum()
}
