//! Reads documents with their bodies from the archive, and parses them, in batches.

use lagrum_progress::Progress;
use lagrum_raw::{Archive, RawDocument, RawError};
use rayon::prelude::*;

use crate::HarvestError;
use crate::document::{Outcome, Parsing};
use crate::rows::Loaded;

/// Bytes of raw rows, or documents, at which a batch is full. A batch is parsed in parallel and stored at once.
const BATCH_BYTES: u64 = 8 << 20;
const BATCH: usize = 256;

/// A parsed document, or why it could not be parsed.
pub(crate) type ParseResult = Result<Outcome, String>;

/// Parses documents in parallel.
pub(crate) fn parse_batch(parsing: &Parsing<'_>, batch: Vec<Loaded>) -> Vec<(RawDocument, ParseResult)> {
    let parse = |loaded: Loaded| {
        let outcome = parsing.document(&loaded);
        (loaded.document, outcome)
    };
    batch.into_par_iter().map(parse).collect()
}

/// The documents of a run.
pub(crate) struct Run<'a> {
    pub(crate) archive: &'a Archive,
    pub(crate) documents: &'a [RawDocument],
    pub(crate) progress: &'a dyn Progress,
}

impl Run<'_> {
    /// Gives documents with their bodies to `work`, a batch at a time.
    pub(crate) fn in_batches(
        &self,
        stage: &str,
        wanted: &[usize],
        mut work: impl FnMut(Vec<Loaded>) -> Result<(), HarvestError>,
    ) -> Result<(), HarvestError> {
        if wanted.is_empty() {
            return Ok(());
        }
        self.progress.begin(stage, Some(wanted.len() as u64));
        let (mut batch, mut bytes) = (Vec::new(), 0);
        for (done, at) in wanted.iter().enumerate() {
            let document = self.documents[*at].clone();
            let mut bodies = Vec::with_capacity(document.records.len());
            for record in &document.records {
                let body = match self.archive.body(&record.body) {
                    Ok(body) => body.unwrap_or_default(),
                    // An empty body has no form of the publisher, so the document is reported as one that cannot be parsed.
                    Err(error @ RawError::Damaged { .. }) => {
                        self.progress.note(&error.to_string());
                        Vec::new()
                    }
                    Err(error) => return Err(error.into()),
                };
                bytes += body.len() as u64;
                bodies.push(body);
            }
            batch.push(Loaded { document, bodies });
            if bytes >= BATCH_BYTES || batch.len() >= BATCH || done + 1 == wanted.len() {
                let count = batch.len() as u64;
                work(std::mem::take(&mut batch))?;
                self.progress.advance(count);
                bytes = 0;
            }
        }
        self.progress.end();
        Ok(())
    }
}
