//! The embedded engine, which searches inside the process. tantivy keeps postings, positions and stored blocks of text;
//! matching, ranking and passages are written here.
//!
//! A search has two steps. [`matching`] goes through the postings of the words of the query and ranks documents. Then
//! [`passages`] looks at the positions of the same words in the ten or so documents of the page.
//!
//! The modules in order, each using only those below it:
//!
//! | module | its job |
//! | --- | --- |
//! | [`matching`], [`found`], [`scoring`], [`conditions`], [`accumulators`] | step one |
//! | [`contexts`], [`brief_texts`] | the support of documents by citation contexts |
//! | [`provisions`] | the scores of the provisions of the best documents |
//! | [`explain`] | step one repeated for a few documents, with what each word adds |
//! | [`passages`], [`snippets`], [`marks`], [`title`] | step two |
//! | [`patterns`] | words in a field or near each other, for both steps |
//! | [`postings`], [`term_postings`], [`batches`], [`work`] | going through the index, with the work counted |
//! | [`write`](mod@write), [`text_queue`], [`row_writer`], [`vocabulary`], [`open`] | making an index, and opening it |
//! | [`passage_ranking`], [`passage_query`] | which passages answer best, by the marks alone |
//! | [`tokenize`], [`schema`], [`files`], [`columns`] | the terms, fields, files and columns of an index |

mod accumulators;
mod batches;
mod brief_texts;
mod columns;
mod conditions;
mod contexts;
mod explain;
mod files;
mod found;
mod kind_set;
mod marks;
mod matching;
mod open;
pub(crate) mod passage_query;
mod passage_ranking;
mod passages;
mod patterns;
mod postings;
mod provisions;
mod row_writer;
mod schema;
mod scoring;
mod segments;
mod snippets;
mod term_postings;
mod text_queue;
mod title;
mod tokenize;
mod vocabulary;
mod work;
mod write;

use std::path::Path;

use lagrum_numbers::DocumentNumber;
use lagrum_words::{Analyser, Compounds, Vocabulary};

pub use files::FORMAT;
pub use write::{DocumentWriter, TextWriter};

use crate::plan::QueryPlan;
use crate::{
    DayNumber, Engine, FindRequest, FoundDocuments, HitFields, IndexError, Passages, RankedDocument,
    ScoreExplanation, SearchError, Support, Tuning, UriPosition,
};
use accumulators::{AccumulatorPool, Rows};
use open::OpenIndex;

/// The index of one snapshot, searched inside the process.
#[derive(Debug)]
pub struct Embedded {
    index: OpenIndex,
    accumulators: AccumulatorPool,
    tuning: Tuning,
}

impl Embedded {
    /// Opens the index in a folder. Reads the columns of all documents into memory.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let index = OpenIndex::open(folder)?;
        let accumulators = AccumulatorPool::new(rows(&index));
        Ok(Self { index, accumulators, tuning: Tuning::default() })
    }

    /// This engine with batches of `length` documents or provisions. Results do not depend on the length.
    #[must_use]
    pub fn with_batches(self, length: u32) -> Self {
        let index = self.index.with_batches(length);
        Self { accumulators: AccumulatorPool::new(rows(&index)), index, ..self }
    }

    /// This engine with other numbers for the ranking.
    #[must_use]
    pub fn with_tuning(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }
}

fn rows(index: &OpenIndex) -> Rows {
    Rows {
        documents: index.columns.len(),
        batches: index.batches.len(),
        batch: index.batch_length() as usize,
        names: index.names.documents.len(),
        provisions: index.provisions_at_once,
    }
}

impl Embedded {
    /// The files of the index in a folder whose checksums do not agree. Reads all of them.
    pub fn damaged_files(folder: &Path) -> Result<Vec<String>, IndexError> {
        files::damaged_files(folder)
    }

    /// The number of documents, and the number of documents with a text.
    pub fn extent(&self) -> (u64, u64) {
        let of_documents = &self.index.columns;
        let texts = of_documents.texts.len();
        (of_documents.len() as u64, texts as u64)
    }

    /// For each of some documents: whether its words reach the minimum match of a plain query, without any support.
    pub fn match_by_words(
        &self,
        plan: &QueryPlan,
        documents: &[DocumentNumber],
    ) -> Result<Vec<bool>, SearchError> {
        let mut accumulators = self.accumulators.take();
        let matches = matching::match_by_words(&self.index, &self.tuning, plan, documents, &mut accumulators);
        if matches.is_ok() {
            self.accumulators.give_back(accumulators);
        }
        matches
    }

    /// The average number of words of a text.
    pub fn average_length(&self) -> f32 {
        self.index.columns.average_length
    }
}

impl Engine for Embedded {
    fn vocabulary(&self) -> &Vocabulary {
        &self.index.vocabulary
    }

    fn compounds(&self) -> &Compounds {
        &self.index.compounds
    }

    fn analyser(&self) -> &Analyser {
        &self.index.analyser
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    fn find(&self, plan: &QueryPlan, request: &FindRequest) -> Result<FoundDocuments, SearchError> {
        let mut accumulators = self.accumulators.take();
        let found = matching::find(&self.index, &self.tuning, plan, request, &mut accumulators);
        // The tables of a failed search are dropped: they have entries that are not cleared.
        if found.is_ok() {
            self.accumulators.give_back(accumulators);
        }
        found
    }

    fn contexts(&self, plan: &QueryPlan) -> Result<(Support, u64), SearchError> {
        let mut accumulators = self.accumulators.take();
        let found = contexts::support(&self.index, &self.tuning, plan, &mut accumulators);
        if found.is_ok() {
            self.accumulators.give_back(accumulators);
        }
        found
    }

    fn provision_scores(
        &self,
        plan: &QueryPlan,
        documents: &[DocumentNumber],
    ) -> Result<(Vec<f32>, u64), SearchError> {
        provisions::provision_scores(&self.index, &self.tuning, plan, documents)
    }

    fn source(&self, document: DocumentNumber) -> &str {
        let source = usize::from(self.index.columns.facts(document).source);
        self.index.contents.sources.get(source).map_or("", String::as_str)
    }

    fn explain(
        &self,
        plan: &QueryPlan,
        found: &[RankedDocument],
    ) -> Result<Vec<ScoreExplanation>, SearchError> {
        let documents: Vec<DocumentNumber> = found.iter().map(|found| found.document).collect();
        let mut accumulators = self.accumulators.take();
        let explained = explain::explain(&self.index, &self.tuning, plan, &documents, &mut accumulators);
        if explained.is_ok() {
            self.accumulators.give_back(accumulators);
        }
        explained
    }

    fn hit(&self, document: DocumentNumber) -> Result<HitFields, SearchError> {
        self.index.hit(document)
    }

    fn passages(
        &self,
        plan: &QueryPlan,
        documents: &[DocumentNumber],
        today: DayNumber,
    ) -> Result<Vec<Passages>, SearchError> {
        passages::passages(&self.index, &self.tuning, plan, documents, today)
    }

    fn position(&self, uri: &str) -> Result<UriPosition, SearchError> {
        self.index.position(uri)
    }
}
