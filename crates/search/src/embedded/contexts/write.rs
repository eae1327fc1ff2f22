//! Making the index of contexts.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use lagrum_files::{TextTable, Texts};
use lagrum_numbers::DocumentNumber;
use lagrum_words::{Analyser, Language, PART, is_function_word, tokens};
use tantivy::TantivyDocument;

use super::schema::{ContextFields, push_term, tokenizers};
use crate::embedded::files::CONTEXTS;
use crate::embedded::row_writer::RowWriter;
use crate::embedded::vocabulary::forms;
use crate::{IndexError, ProvisionContexts, ProvisionToIndex};

/// Writes the rows of provisions: those of contexts first, then those of names.
pub(in crate::embedded) struct ContextWriter {
    fields: ContextFields,
    rows: RowWriter,
    terms: WordTerms,
    value: String,
}

/// The terms of words. The terms of a word that occurs often are found only once.
struct WordTerms {
    analyser: Arc<Analyser>,
    terms: TextTable,
    /// By the number of a word: the numbers of its terms, once the word has occurred.
    of_words: Vec<Option<Box<[u32]>>>,
}

impl ContextWriter {
    /// Begins the index in the folder of a snapshot's index.
    pub(in crate::embedded) fn create(folder: &Path, analyser: &Arc<Analyser>) -> Result<Self, IndexError> {
        let fields = ContextFields::new();
        Ok(Self {
            rows: RowWriter::create(folder, CONTEXTS, &fields.schema, &tokenizers())?,
            fields,
            terms: WordTerms {
                analyser: Arc::clone(analyser),
                terms: TextTable::new(),
                of_words: Vec::new(),
            },
            value: String::new(),
        })
    }

    /// Adds the citation contexts of a provision. A term counts once for each document that uses it.
    pub(in crate::embedded) fn add_contexts(
        &mut self,
        provision: &ProvisionContexts<'_>,
    ) -> Result<(), IndexError> {
        let (mut said, mut length) = (Vec::new(), 0);
        let mut of_document: Vec<u32> = Vec::new();
        for context in provision.contexts {
            of_document.clear();
            for word in &context.words {
                of_document.extend_from_slice(self.terms.of_word(*word, provision.words)?);
                length += context.weight;
            }
            of_document.sort_unstable();
            of_document.dedup();
            said.extend(of_document.iter().map(|term| (*term, context.weight)));
        }
        said.sort_unstable();
        self.value.clear();
        for of_term in said.chunk_by(|(a, _), (b, _)| a == b) {
            let times = of_term.iter().map(|(_, weight)| weight).sum();
            push_term(&mut self.value, self.terms.terms.get(of_term[0].0), times);
        }
        self.add(provision.document, provision.anchor, length)
    }

    /// Adds the names of the concepts that a provision of a document explains.
    pub(in crate::embedded) fn add_names(
        &mut self,
        document: DocumentNumber,
        provision: &ProvisionToIndex,
    ) -> Result<(), IndexError> {
        let words = provision.names.iter().flat_map(|name| tokens(name));
        let forms = words
            .filter(|token| !is_function_word(&token.word))
            .flat_map(|token| forms(&token.word, &self.terms.analyser));
        self.value.clear();
        for form in forms.collect::<BTreeSet<_>>() {
            push_term(&mut self.value, &form, 1);
        }
        self.add(document, &provision.anchor, 0)
    }

    fn add(&mut self, document: DocumentNumber, anchor: &str, length: u32) -> Result<(), IndexError> {
        if self.value.is_empty() {
            return Ok(());
        }
        let mut row = TantivyDocument::new();
        row.add_u64(self.fields.document, u64::from(document.0));
        row.add_text(self.fields.anchor, anchor);
        row.add_u64(self.fields.length, u64::from(length));
        row.add_text(self.fields.said, &self.value);
        self.rows.add(row)
    }

    pub(in crate::embedded) fn finish(self) -> Result<(), IndexError> {
        self.rows.finish()
    }
}

impl WordTerms {
    /// The terms of a word, read as Swedish, by its number in `words`.
    fn of_word(&mut self, word: u32, words: &Texts) -> Result<&[u32], IndexError> {
        let Self { analyser, terms, of_words } = self;
        let at = word as usize;
        if at >= of_words.len() {
            of_words.resize(at + 1, None);
        }
        let of_word = &mut of_words[at];
        if of_word.is_none() {
            let forms = analyser.forms(words.get(word), Language::Swedish);
            let parts = forms.parts.iter().map(|part| format!("{PART}{part}"));
            let numbers = std::iter::once(forms.stem.clone()).chain(parts).map(|term| terms.number(&term));
            let too_many = || IndexError::Damaged("the terms of contexts are too many".to_owned());
            *of_word = Some(numbers.collect::<Option<_>>().ok_or_else(too_many)?);
        }
        Ok(of_word.as_deref().unwrap_or_default())
    }
}
