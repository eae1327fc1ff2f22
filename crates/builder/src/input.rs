use std::path::{Path, PathBuf};

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::StatedYear;
use lagrum_corpus::{CorpusState, Progress, ReaderPool};

use crate::memory::MemoryBudget;

/// The input of every step of a build.
#[derive(Clone, Copy)]
pub(crate) struct BuildInput<'a> {
    /// The documents, lydelser and status lists of the corpus.
    pub(crate) state: &'a CorpusState,
    /// The address that all uris of the corpus begin with.
    pub(crate) base: &'a Base,
    /// Reads stored artifacts.
    pub(crate) pool: &'a ReaderPool,
    /// The day that listings are made for.
    pub(crate) day: Date,
    pub(crate) memory: MemoryBudget,
    /// The years of series that the operator states to be complete.
    pub(crate) stated_years: &'a [StatedYear],
    /// The data folder.
    pub(crate) data: &'a Path,
    pub(crate) previous: Option<&'a PreviousSnapshot>,
    /// The folder of temporary files.
    pub(crate) spill: &'a Path,
    pub(crate) progress: &'a dyn Progress,
}

/// The folders of the snapshot before. A build takes over from them what has not changed.
pub(crate) struct PreviousSnapshot {
    pub(crate) derived: PathBuf,
    pub(crate) dumps: PathBuf,
    pub(crate) search: PathBuf,
}
