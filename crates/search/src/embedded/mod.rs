//! The engine inside the process: postings, positions and stored blocks by tantivy; what matches, in which order, and
//! which passages answer by us.
//!
//! A search has two steps. [`matching`] goes through the postings of the query's words and ranks documents; [`inside`]
//! then looks into the ten or so documents of the page, at the positions of the same words, for the passages to show.

mod inside;
mod matching;
mod open;
mod places;
mod postings;
mod schema;
mod scratch;
mod shown;
mod tokenize;
mod write;

use std::path::Path;

use lagrum_words::{Compounds, Vocabulary};
use serde::{Deserialize, Serialize};

pub use write::{DocumentWriter, TextWriter};

use crate::plan::Plan;
use crate::{Engine, Found, Hit, IndexError, Passages, Request, SearchError, Tuning};
use open::Opened;
use scratch::Scratches;

/// What the files hold, and how, terms among it; an index of another format is made anew.
pub const FORMAT: u32 = 4;

const TEXTS: &str = "texts";
const DOCUMENTS: &str = "documents";
const COMPOUNDS: &str = "compounds";
const VOCABULARY: &str = "vocabulary";
const META: &str = "index.json";

/// What belongs to the whole index. Documents name their source and kind by place in these lists.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Contents {
    format: u32,
    sources: Vec<String>,
    kinds: Vec<String>,
}

/// The index of one snapshot, searched inside the process.
#[derive(Debug)]
pub struct Embedded {
    opened: Opened,
    scratches: Scratches,
    tuning: Tuning,
}

impl Embedded {
    /// Opens the index in a folder. Reads the columns of all documents into memory.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let opened = Opened::open(folder)?;
        let scratches = Scratches::new(opened.columns.len(), opened.names.documents.len());
        Ok(Self { opened, scratches, tuning: Tuning::default() })
    }

    /// The same with other numbers for the ranking.
    #[must_use]
    pub fn with_tuning(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }
}

impl Embedded {
    /// The files of an index that are not as they were written, by their checksums. Reads all of them.
    pub fn damaged_files(folder: &Path) -> Result<Vec<String>, IndexError> {
        let mut damaged = Vec::new();
        for part in [TEXTS, DOCUMENTS] {
            let index = tantivy::Index::open_in_dir(folder.join(part))?;
            damaged
                .extend(index.validate_checksum()?.iter().map(|file| format!("{part}/{}", file.display())));
        }
        damaged.sort();
        Ok(damaged)
    }

    /// How many documents it holds, and how many of them with a text.
    pub fn extent(&self) -> (u64, u64) {
        let columns = &self.opened.columns;
        let texts = columns.row.iter().filter(|row| **row != open::Columns::NO_TEXT).count();
        (columns.len() as u64, texts as u64)
    }

    /// How many words a text has on average.
    pub fn average_length(&self) -> f32 {
        self.opened.columns.average_length
    }
}

impl Engine for Embedded {
    fn vocabulary(&self) -> &Vocabulary {
        &self.opened.vocabulary
    }

    fn compounds(&self) -> &Compounds {
        &self.opened.compounds
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    fn find(&self, plan: &Plan, request: &Request) -> Result<Found, SearchError> {
        let mut scratch = self.scratches.take();
        let found = matching::find(&self.opened, &self.tuning, plan, request, &mut scratch);
        // What ended half-way leaves marks that nobody knows of: its tables are not used again.
        if found.is_ok() {
            self.scratches.give_back(scratch);
        }
        found
    }

    fn hit(&self, document: u32) -> Result<Hit, SearchError> {
        self.opened.hit(document)
    }

    fn passages(&self, plan: &Plan, documents: &[u32]) -> Result<Vec<Passages>, SearchError> {
        inside::passages(&self.opened, &self.tuning, plan, documents)
    }

    fn number(&self, uri: &str) -> Result<Result<u32, u32>, SearchError> {
        self.opened.number(uri)
    }
}
