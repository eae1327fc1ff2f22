//! Writing the index of what others say of provisions.
//!
//! Rows are written to a temporary file first, with the numbers of terms as they come. What is said of most provisions is what was
//! said of them before, and their terms are taken from the index before ([`KeptContexts`]). Then the terms are put in
//! order, and the rows are gone through once more for each part of the terms that fits into memory
//! ([`counted_terms`](super::counted_terms)).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lagrum_words::{Analyser, is_function_word, tokens};

use super::context_rows::ContextRows;
use super::counted_terms::CountedRowWriter;
use super::files::{CONTEXT_ROWS, CONTEXTS, write_file};
use super::kept_contexts::{KeptContexts, KeptContextsWriter};
use super::term_numbers::TermNumbers;
use super::vocabulary::forms;
use crate::{ContextDigest, IndexError, ProvisionContexts, ProvisionToIndex};

/// Writes the rows of provisions, in any order.
pub(super) struct ContextWriter {
    folder: PathBuf,
    memory: usize,
    said: CountedRowWriter,
    rows: ContextRows,
    /// For each row of contexts its number and digest.
    digests: Vec<(u32, ContextDigest)>,
    terms: TermNumbers,
}

impl ContextWriter {
    /// Begins the index in the folder of a snapshot's index. `memory` bounds the rows of terms held in memory, in bytes.
    /// `before` is the folder of an index with the same compounds.
    pub(super) fn create(
        folder: &Path,
        before: Option<&Path>,
        memory: usize,
        analyser: &Arc<Analyser>,
    ) -> Result<Self, IndexError> {
        let terms = TermNumbers::new(analyser, before.and_then(KeptContexts::open));
        Ok(Self {
            folder: folder.to_owned(),
            memory,
            said: CountedRowWriter::new(folder)?,
            rows: ContextRows::default(),
            digests: Vec::new(),
            terms,
        })
    }

    /// Whether the terms of contexts with a digest are known.
    pub(super) fn is_kept(&self, digest: &ContextDigest) -> bool {
        self.terms.before.as_ref().is_some_and(|before| before.has(digest))
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
        let mut said = Vec::new();
        for form in forms.collect::<BTreeSet<_>>() {
            said.push((self.terms.number(&form)?, 1));
        }
        self.add(document, &provision.anchor, 0, &said)
    }

    /// Adds what documents say of a provision. A term counts once for each of them.
    pub(super) fn add_contexts(&mut self, provision: &ProvisionContexts<'_>) -> Result<(), IndexError> {
        let (mut said, mut length) = (Vec::new(), 0);
        if let Some(contexts) = provision.contexts {
            let mut of_document: Vec<u32> = Vec::new();
            for context in contexts {
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
            let sum = |of_term: &[(u32, u32)]| (of_term[0].0, of_term.iter().map(|(_, weight)| weight).sum());
            said = said.chunk_by(|a, b| a.0 == b.0).map(sum).collect();
        } else {
            let before = self.terms.before.as_ref();
            let kept = before.and_then(|before| before.row(&provision.digest, &mut said));
            length = kept.ok_or_else(|| IndexError::Damaged("kept contexts cannot be read".to_owned()))?;
        }
        if !said.is_empty() {
            self.digests.push((self.rows.len() as u32, provision.digest));
        }
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
        self.said.add(said)?;
        self.rows.push(document, anchor, length);
        Ok(())
    }

    pub(super) fn finish(self) -> Result<(), IndexError> {
        let Self { folder, memory, said, rows, digests, terms } = self;
        let said = said.finish()?;
        let terms = terms.finish();
        let (numbers, order) = terms.in_order(&said.uses);
        let in_order = numbers.iter().map(|number| terms.get(*number));
        said.write((&folder, CONTEXTS), &order, in_order, memory)?;
        let mut kept = KeptContextsWriter::create(&folder)?;
        let mut digests = digests.into_iter().peekable();
        said.visit(&order, |row, terms| match digests.next_if(|(of, _)| *of == row) {
            Some((_, digest)) => kept.add(&digest, rows.lengths[row as usize], terms),
            None => Ok(()),
        })?;
        kept.finish()?;
        write_file(&folder.join(CONTEXT_ROWS), &postcard::to_allocvec(&rows)?)
    }
}
