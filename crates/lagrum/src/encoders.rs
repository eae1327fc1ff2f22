//! The encoders of a command: a model, if the command line names a folder, and the word table of the program.

use std::num::NonZeroUsize;
use std::sync::Arc;

use lagrum_encoder::SentenceEncoder;
use lagrum_vectors::{BoundedEncoder, TextEncoder, WordTable};

use crate::cli::EngineArguments;
use crate::failure::Failure;

/// The encoders of a command: the model, if there is one, and the word table.
#[derive(Clone, Debug)]
pub(crate) struct Encoders(Vec<Arc<dyn TextEncoder>>);

impl Encoders {
    /// Opens the encoders. The error states why the model folder cannot be used.
    pub(crate) fn open(arguments: &EngineArguments) -> Result<Self, Failure> {
        let model = arguments.vectors.as_deref().map(SentenceEncoder::open).transpose()?;
        let model = model.map(|model| Arc::new(model) as Arc<dyn TextEncoder>);
        let words: Arc<dyn TextEncoder> = Arc::new(WordTable::of_the_program()?);
        Ok(Self(model.into_iter().chain([words]).collect()))
    }

    /// The encoders for queries: as many are encoded at once as there are cores.
    pub(crate) fn for_queries(self) -> Self {
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let bounded = |encoder| Arc::new(BoundedEncoder::new(encoder, cores)) as Arc<dyn TextEncoder>;
        Self(self.0.into_iter().map(bounded).collect())
    }

    /// The encoders.
    pub(crate) fn all(&self) -> &[Arc<dyn TextEncoder>] {
        &self.0
    }
}
