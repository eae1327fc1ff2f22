//! Embedding: making the vectors of passages that have none.
//!
//! It is done in steps of some seconds. The vectors of a step are kept when it ends, so a process that is killed loses
//! one step. All cores work at the lowest priority, so that other work of the machine comes first.

use std::collections::HashSet;
use std::path::Path;

use lagrum_artifact::{Artifact, Base};
use lagrum_corpus::{Progress, ReaderPool, StoredId};
use lagrum_sources::source;
use lagrum_vectors::{
    EmbeddedText, EncodeError, KeptVectorsWriter, PassageDigest, QuantizedVector, TextEncoder,
};
use rayon::prelude::*;

use crate::error::BuildError;
use crate::passages::passages;

/// A document with passages that have no vector yet.
#[derive(Clone, Debug)]
pub(crate) struct UnembeddedDocument {
    pub(crate) stored: StoredId,
    pub(crate) source: String,
    /// The number of its passages without a vector.
    pub(crate) passages: u64,
}

/// The number of passages of a step.
const STEP: usize = 512;

/// The number of passages that a thread encodes at once. The passages of a batch have similar lengths.
const BATCH: usize = 16;

/// The input and the output folder of embedding.
#[derive(Clone, Copy)]
pub(crate) struct EmbedTask<'a> {
    pub(crate) pool: &'a ReaderPool,
    pub(crate) base: &'a Base,
    /// The folder of kept vectors.
    pub(crate) folder: &'a Path,
}

/// A text to be embedded.
type NewText = (PassageDigest, String);

impl EmbedTask<'_> {
    /// Embeds the passages of documents that are not kept yet. Returns the number of embedded passages: 0 if another
    /// process embeds with this encoder.
    pub(crate) fn embed(
        &self,
        encoder: &dyn TextEncoder,
        documents: &[UnembeddedDocument],
        progress: &dyn Progress,
    ) -> Result<u64, BuildError> {
        let begun = KeptVectorsWriter::begin(self.folder, encoder.id(), encoder.dimensions())?;
        let Some(mut writer) = begun else {
            progress.note("another process is embedding with this encoder, so this one does not");
            return Ok(0);
        };
        let total = documents.iter().map(|document| document.passages).sum();
        let threads = low_priority_threads()?;
        progress.begin("embed passages", Some(total));
        let mut embedded = 0;
        let mut step: Vec<NewText> = Vec::new();
        let mut seen: HashSet<PassageDigest> = HashSet::new();
        for (document, at) in documents.iter().zip(1..) {
            let new = self.texts(document)?.into_iter();
            step.extend(new.filter(|(digest, _)| !writer.kept().contains(digest) && seen.insert(*digest)));
            let is_last = at == documents.len();
            while step.len() >= STEP || (is_last && !step.is_empty()) {
                let rest = step.split_off(step.len().min(STEP));
                let vectors = threads.install(|| encode(encoder, &step))?;
                writer.append(&vectors)?;
                embedded += vectors.len() as u64;
                progress.advance(vectors.len() as u64);
                step = rest;
            }
        }
        progress.end();
        Ok(embedded)
    }

    /// The texts of a document's passages. A document that was swept meanwhile, or cannot be read, has none.
    fn texts(&self, document: &UnembeddedDocument) -> Result<Vec<NewText>, BuildError> {
        let Some(bytes) = self.pool.artifact(document.stored)? else { return Ok(Vec::new()) };
        let Ok(artifact) = Artifact::parse(&bytes) else { return Ok(Vec::new()) };
        let source = source(&document.source);
        let description = source.describe(&artifact, self.base);
        let passages = passages(&artifact, source, &description).into_iter();
        Ok(passages.map(|passage| (PassageDigest::of(&passage.text), passage.text)).collect())
    }
}

/// The vectors of some texts.
fn encode(encoder: &dyn TextEncoder, texts: &[NewText]) -> Result<Vec<EmbeddedText>, EncodeError> {
    let mut by_length: Vec<&NewText> = texts.iter().collect();
    by_length.sort_by_key(|(_, text)| text.len());
    let batches: Vec<Vec<_>> = by_length
        .par_chunks(BATCH)
        .map(|batch| {
            let texts: Vec<&str> = batch.iter().map(|(_, text)| text.as_str()).collect();
            let vectors = encoder.passages(&texts)?.into_iter();
            let vectors = vectors.map(|vector| vector.as_deref().and_then(QuantizedVector::new));
            let of_text = |((digest, _), vector): (&&NewText, _)| EmbeddedText { digest: *digest, vector };
            Ok(batch.iter().zip(vectors).map(of_text).collect())
        })
        .collect::<Result<_, EncodeError>>()?;
    Ok(batches.concat())
}

/// A thread for each core, at the lowest priority.
fn low_priority_threads() -> Result<rayon::ThreadPool, BuildError> {
    let begin = |_| {
        // On Linux the priority belongs to the thread. On other systems it belongs to the process, which has other work
        // too.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(19);
    };
    let threads =
        rayon::ThreadPoolBuilder::new().thread_name(|at| format!("embed-{at}")).start_handler(begin);
    threads.build().map_err(|error| std::io::Error::other(error).into())
}
