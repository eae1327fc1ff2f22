//! Reading a text term by term: its words, or the forms of its words, each with the position of the word.

use std::sync::Arc;

use lagrum_words::{Analyser, Language, PART, Tokens, WordForms, tokens};

/// The language of the forms of a text's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormLanguage {
    /// The forms of one language.
    One(Language),
    /// The forms of both languages, as for a name, which may be in either.
    Either,
}

/// The terms of a text in order. One position is left out between two lines, so that no phrase runs from one into the next.
pub(crate) struct TermReader<'a> {
    /// None for words as they stand.
    analyser: Option<&'a Analyser>,
    language: FormLanguage,
    tokens: Tokens<'a>,
    lines: std::str::Split<'a, char>,
    /// The position of the next word.
    next: usize,
    /// The forms of the last word that are still to be returned: its parts in one language, its stem in the other.
    parts: Option<Arc<WordForms>>,
    next_part: usize,
    other_stem: Option<Arc<WordForms>>,
}

impl<'a> TermReader<'a> {
    /// Reads words as they stand or, with an analyser, their forms.
    pub(crate) fn new(text: &'a str, language: FormLanguage, analyser: Option<&'a Analyser>) -> Self {
        let mut lines = text.split('\n');
        let first = lines.next().unwrap_or_default();
        Self {
            analyser,
            language,
            tokens: tokens(first),
            lines,
            next: 0,
            parts: None,
            next_part: 0,
            other_stem: None,
        }
    }

    /// Writes the next term into `term` and returns its position. The text is left as it is at the end.
    pub(crate) fn read(&mut self, term: &mut String) -> Option<usize> {
        if self.read_form(term) {
            return self.next.checked_sub(1);
        }
        loop {
            if let Some(token) = self.tokens.next() {
                self.begin_word(&token.word, term);
                self.next += 1;
                return Some(self.next - 1);
            }
            self.tokens = tokens(self.lines.next()?);
            self.next += 1;
        }
    }

    /// Writes a form of the last word that was not returned yet. Returns whether there is one.
    fn read_form(&mut self, term: &mut String) -> bool {
        if let Some(forms) = &self.parts {
            if let Some(part) = forms.parts.get(self.next_part) {
                self.next_part += 1;
                term.clear();
                term.push(PART);
                term.push_str(part);
                return true;
            }
            self.parts = None;
        }
        let Some(forms) = self.other_stem.take() else { return false };
        term.clear();
        term.push_str(&forms.stem);
        true
    }

    fn begin_word(&mut self, word: &str, term: &mut String) {
        term.clear();
        let Some(analyser) = self.analyser else {
            term.push_str(word);
            return;
        };
        let (language, other) = match self.language {
            FormLanguage::One(language) => (language, None),
            FormLanguage::Either => (Language::Swedish, Some(Language::English)),
        };
        let forms = analyser.forms(word, language);
        term.push_str(&forms.stem);
        let other = other.map(|other| analyser.forms(word, other));
        self.other_stem = other.filter(|other| other.stem != forms.stem);
        self.next_part = 0;
        self.parts = Some(forms);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use lagrum_words::Compounds;

    use super::*;

    fn read(text: &str, language: FormLanguage, with_forms: bool) -> String {
        let analyser = Analyser::new(Compounds::learn(&HashMap::new()));
        let mut reader = TermReader::new(text, language, with_forms.then_some(&analyser));
        let (mut found, mut term) = (Vec::new(), String::new());
        while let Some(position) = reader.read(&mut term) {
            found.push(format!("{term}:{position}"));
        }
        found.join(" ")
    }

    #[test]
    fn words_and_forms_stand_at_the_same_positions() {
        let [swedish, english] = [Language::Swedish, Language::English].map(FormLanguage::One);
        let text = "Fårens tillsyn\n—\nbete";
        assert_eq!(read(text, swedish, false), "fårens:0 tillsyn:1 bete:4");
        assert_eq!(read(text, swedish, true), "får:0 tillsyn:1 bet:4");
        assert_eq!(read("houses", english, true), "hous:0");
        assert_eq!(read("houses", FormLanguage::Either, true), "hous:0");
        assert_eq!(read("running", FormLanguage::Either, true), "running:0 run:0");
        assert_eq!(read("", FormLanguage::Either, true), "");
    }
}
