//! Writes the search index of a snapshot.
//!
//! Texts are indexed from their artifacts in parallel, one artifact per thread at a time. Texts that the snapshot
//! before had too are taken over. Names, citation counts, days of expiry and citation contexts depend on the whole
//! corpus and are written last.

use std::collections::HashMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use lagrum_artifact::{Artifact, Base, FullText};
use lagrum_catalog::DocumentNumber;
use lagrum_corpus::{Progress, ReaderPool, StoredId};
use lagrum_search::{
    DocumentColumns, DocumentRows, DocumentToIndex, DocumentWriter, IndexError, IndexInput,
    ProvisionContexts, RemoteIndex, TextWriter,
};
use lagrum_snapshot::Draft;
use lagrum_sources::source;
use lagrum_words::{Compounds, tokens};
use rayon::prelude::*;

use crate::contexts::SpilledContexts;
use crate::error::BuildError;
use crate::input::BuildInput;
use crate::resolved::ResolvedCorpus;
use crate::write::SearchRows;

/// The number of documents from which the splitting of compounds is learnt. A larger corpus is sampled evenly.
const LEARNT_FROM: usize = 30_000;

/// Where the index is written.
pub(crate) struct IndexOutput<'a> {
    pub(crate) draft: &'a Draft,
    /// The remote index to fill.
    pub(crate) remote: Option<&'a dyn RemoteIndex>,
}

/// Writes the index of texts. Those that the snapshot before has are taken over.
pub(crate) fn write_texts(
    input: &BuildInput<'_>,
    resolved: &ResolvedCorpus<'_>,
    draft: &Draft,
) -> Result<DocumentWriter, BuildError> {
    let BuildInput { base, pool, progress, .. } = *input;
    let held = || resolved.numbers().filter_map(|number| Some((number, resolved.stored(number)?)));
    let learn = || learn(&sample(resolved), base, pool, progress);
    let previous = input.previous.map(|previous| &*previous.search);
    let writer = TextWriter::begin(&draft.search(), previous, input.memory.indexing(), learn)?;
    let missing = held().filter(|(_, stored)| !writer.holds(stored.0));
    let missing: Vec<DocumentNumber> = missing.map(|(number, _)| number).collect();
    progress.begin("index texts", Some(missing.len() as u64));
    let unreadable = AtomicU64::new(0);
    missing.into_par_iter().try_for_each(|number| {
        let Some(stored) = resolved.stored(number) else { return Ok(()) };
        let source_name = resolved.source(number);
        match text((stored, source_name), base, pool) {
            Some(text) => writer.add(stored.0, &text, source(source_name).grammar)?,
            // The artifact could be read before, in this build or an earlier one. The document is still found by its
            // names.
            None => {
                unreadable.fetch_add(1, Ordering::Relaxed);
            }
        }
        progress.advance(1);
        Ok::<_, BuildError>(())
    })?;
    progress.end();
    let unreadable = unreadable.into_inner();
    if unreadable > 0 {
        progress
            .note(&format!("{unreadable} texts could not be read again and are found by their names alone"));
    }
    progress.begin("merge the index", None);
    let writer = writer.finish(held().map(|(_, stored)| stored.0))?;
    progress.end();
    Ok(writer)
}

/// Completes the index with all documents, and fills the remote index if there is one.
pub(crate) fn write(
    input: &BuildInput<'_>,
    resolved: &ResolvedCorpus<'_>,
    texts: &DocumentWriter,
    rows: &SearchRows,
    contexts: &SpilledContexts<'_>,
    output: &IndexOutput<'_>,
) -> Result<(), BuildError> {
    let BuildInput { base, pool, progress, .. } = *input;
    let documents = resolved.documents.len();
    progress.begin("index names", None);
    texts.finish(&IndexRows { input, resolved, rows, contexts })?;
    progress.end();
    if let Some(remote) = output.remote {
        // A cluster's index is made from all rows at once, whatever memory they take.
        let mut all = Vec::with_capacity(documents);
        rows.visit(DocumentColumns::All, &mut |row| {
            all.push(row);
            Ok(())
        })?;
        let text = |at: usize| {
            let number = DocumentNumber(u32::try_from(at).ok()?);
            let source_name = resolved.source(number);
            Some((text((resolved.stored(number)?, source_name), base, pool)?, source(source_name).grammar))
        };
        let id = output.draft.id();
        let input = IndexInput {
            snapshot: id.as_str(),
            folder: &output.draft.search(),
            previous: input.previous.map(|previous| &*previous.search),
            documents: &all,
            text: &text,
            progress,
        };
        remote.fill(&input).map_err(BuildError::RemoteIndex)?;
    }
    Ok(())
}

/// The input of the index of documents.
struct IndexRows<'a> {
    input: &'a BuildInput<'a>,
    resolved: &'a ResolvedCorpus<'a>,
    rows: &'a SearchRows,
    contexts: &'a SpilledContexts<'a>,
}

impl DocumentRows for IndexRows<'_> {
    fn visit(
        &self,
        columns: DocumentColumns,
        visit: &mut dyn FnMut(DocumentToIndex) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        self.rows.visit(columns, visit)
    }

    fn contexts(
        &self,
        visit: &mut dyn FnMut(&ProvisionContexts<'_>) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        self.contexts.visit(self.input, self.resolved, visit)
    }
}

impl SearchRows {
    fn visit(
        &self,
        columns: DocumentColumns,
        visit: &mut dyn FnMut(DocumentToIndex) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let mut provisions = self.provisions.read()?.peekable();
        for (number, row) in (0_u32..).map(DocumentNumber).zip(self.documents.read()?) {
            let mut row = row?;
            let own =
                |next: &io::Result<(DocumentNumber, _)>| next.as_ref().map_or(true, |(of, _)| *of == number);
            if columns == DocumentColumns::All
                && let Some(own) = provisions.next_if(own)
            {
                row.provisions = own?.1;
            }
            visit(row)?;
        }
        Ok(())
    }
}

/// The text of a document, with its summary where the artifact has one apart from the text.
fn text((stored, source_name): (StoredId, &str), base: &Base, pool: &ReaderPool) -> Option<FullText> {
    let bytes = pool.artifact(stored).ok()??;
    let artifact = Artifact::parse(&bytes).ok()?;
    let mut text = FullText::of(&artifact);
    text.pieces.extend(source(source_name).describe(&artifact, base).description);
    Some(text)
}

/// The documents that the splitting of compounds is learnt from.
fn sample<'a>(resolved: &ResolvedCorpus<'a>) -> Vec<(StoredId, &'a str)> {
    let step = resolved.documents.len().div_ceil(LEARNT_FROM).max(1);
    let chosen = resolved.numbers().step_by(step);
    chosen.filter_map(|number| Some((resolved.stored(number)?, resolved.source(number)))).collect()
}

/// Learns how to split the compounds of a corpus.
fn learn(sample: &[(StoredId, &str)], base: &Base, pool: &ReaderPool, progress: &dyn Progress) -> Compounds {
    progress.begin("learn words", Some(sample.len() as u64));
    let counts: Mutex<HashMap<String, u32>> = Mutex::default();
    sample.par_chunks(64).for_each(|chunk| {
        let mut own: HashMap<String, u32> = HashMap::new();
        for entry in chunk {
            let text = text(*entry, base, pool).unwrap_or_default();
            for piece in &text.pieces {
                for token in tokens(piece).filter(|token| token.word.chars().all(char::is_alphabetic)) {
                    match own.get_mut(token.word.as_ref()) {
                        Some(count) => *count += 1,
                        None => {
                            own.insert(token.word.into_owned(), 1);
                        }
                    }
                }
            }
        }
        let mut counts = counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (word, count) in own {
            *counts.entry(word).or_default() += count;
        }
        progress.advance(chunk.len() as u64);
    });
    progress.end();
    Compounds::learn(&counts.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}
