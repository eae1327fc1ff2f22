//! Writing the index of what others say of provisions.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lagrum_words::{Analyser, Language, PART, is_function_word, tokens};
use tantivy::directory::MmapDirectory;
use tantivy::tokenizer::TokenizerManager;
use tantivy::{Index, SingleSegmentIndexWriter, TantivyDocument};

use super::context_rows::{ContextFields, ContextRows};
use super::files::{CONTEXT_ROWS, CONTEXTS};
use super::tokenize;
use super::vocabulary::forms;
use super::write::{settings, write_file};
use crate::{IndexError, ProvisionContexts, ProvisionToIndex};

/// Writes the rows of provisions, in any order.
pub(super) struct ContextWriter {
    folder: PathBuf,
    fields: ContextFields,
    writer: SingleSegmentIndexWriter,
    rows: ContextRows,
    terms: TermNumbers,
    /// The value of a row, used again.
    value: String,
}

/// The terms of words as numbers: a word that is said often has its terms found once.
struct TermNumbers {
    analyser: Arc<Analyser>,
    terms: Vec<String>,
    numbers: HashMap<String, u32>,
    by_word: HashMap<String, Vec<u32>>,
}

impl ContextWriter {
    /// Begins the index in the folder of a snapshot's index. `memory` bounds the terms held in memory, in bytes.
    pub(super) fn create(folder: &Path, memory: usize, analyser: &Arc<Analyser>) -> Result<Self, IndexError> {
        let own = folder.join(CONTEXTS);
        std::fs::create_dir_all(&own).map_err(|error| IndexError::io(&own, error))?;
        let fields = ContextFields::new();
        let tokenizers = TokenizerManager::default();
        tokenize::register_counted(&tokenizers);
        let index =
            Index::builder().schema(fields.schema.clone()).settings(settings()).tokenizers(tokenizers);
        let directory = MmapDirectory::open(&own).map_err(tantivy::TantivyError::from)?;
        let writer = index.single_segment_index_writer(directory, memory)?;
        let analyser = Arc::clone(analyser);
        let terms =
            TermNumbers { analyser, terms: Vec::new(), numbers: HashMap::new(), by_word: HashMap::new() };
        let (rows, value) = (ContextRows::default(), String::new());
        Ok(Self { folder: folder.to_owned(), fields, writer, rows, terms, value })
    }

    /// Adds the names of the concepts that a provision of a document explains.
    pub(super) fn add_names(
        &mut self,
        document: u32,
        provision: &ProvisionToIndex,
    ) -> Result<(), IndexError> {
        let words = provision.names.iter().flat_map(|name| tokens(name));
        let forms = words
            .filter(|token| !is_function_word(&token.word))
            .flat_map(|token| forms(&token.word, &self.terms.analyser));
        let said: Vec<(u32, u32)> =
            forms.collect::<BTreeSet<_>>().into_iter().map(|form| (self.terms.number(form), 1)).collect();
        self.add(document, &provision.anchor, 0, &said)
    }

    /// Adds what documents say of a provision. A term counts once for each of them.
    pub(super) fn add_contexts(&mut self, provision: &ProvisionContexts<'_>) -> Result<(), IndexError> {
        let (mut said, mut length) = (Vec::new(), 0);
        let mut of_document: Vec<u32> = Vec::new();
        for context in provision.contexts {
            of_document.clear();
            for word in &context.words {
                of_document.extend(self.terms.of_word(word));
                length += context.weight;
            }
            of_document.sort_unstable();
            of_document.dedup();
            said.extend(of_document.iter().map(|term| (*term, context.weight)));
        }
        said.sort_unstable();
        let sum = |of_term: &[(u32, u32)]| (of_term[0].0, of_term.iter().map(|(_, weight)| weight).sum());
        let said: Vec<(u32, u32)> = said.chunk_by(|a, b| a.0 == b.0).map(sum).collect();
        self.add(provision.document, provision.anchor, length, &said)
    }

    fn add(
        &mut self,
        document: u32,
        anchor: &str,
        length: u32,
        said: &[(u32, u32)],
    ) -> Result<(), IndexError> {
        if said.is_empty() {
            return Ok(());
        }
        self.value.clear();
        for (term, times) in said {
            // Writing to a string cannot fail.
            let _ = writeln!(self.value, "{times} {}", self.terms.terms[*term as usize]);
        }
        let mut row = TantivyDocument::new();
        row.add_text(self.fields.said, &self.value);
        self.writer.add_document(row)?;
        self.rows.push(document, anchor, length);
        Ok(())
    }

    pub(super) fn finish(self) -> Result<(), IndexError> {
        self.writer.finalize()?;
        write_file(&self.folder.join(CONTEXT_ROWS), &postcard::to_allocvec(&self.rows)?)
    }
}

impl TermNumbers {
    fn number(&mut self, term: String) -> u32 {
        if let Some(number) = self.numbers.get(&term) {
            return *number;
        }
        let number = self.terms.len() as u32;
        self.terms.push(term.clone());
        self.numbers.insert(term, number);
        number
    }

    /// The terms of a word of a Swedish text.
    fn of_word(&mut self, word: &str) -> &[u32] {
        if !self.by_word.contains_key(word) {
            let forms = self.analyser.forms(word, Language::Swedish);
            let parts = forms.parts.iter().map(|part| format!("{PART}{part}"));
            let terms: Vec<String> = std::iter::once(forms.stem.clone()).chain(parts).collect();
            let numbers = terms.into_iter().map(|term| self.number(term)).collect();
            self.by_word.insert(word.to_owned(), numbers);
        }
        self.by_word.get(word).map_or(&[], Vec::as_slice)
    }
}
