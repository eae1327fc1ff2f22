//! The result of a generation, as a table and as the manifest by which a later run finds the corpus.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::dump::{Tally, Written};
use crate::plan::Plan;
use crate::profile::Source;

/// The parameters that determine every byte of a corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// Incremented whenever the output of the generator changes.
    pub(crate) edition: u32,
    /// The requested number of documents.
    pub(crate) documents: usize,
    /// The text factor.
    pub(crate) text: f64,
    /// The seed.
    pub(crate) seed: u64,
    /// The base address.
    pub(crate) base: String,
}

/// What was generated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorpusSummary {
    pub(crate) parameters: Parameters,
    rows: Vec<Row>,
    most_cited: Vec<MostCited>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    file: String,
    written: Written,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct MostCited {
    uri: String,
    documents: usize,
    links: usize,
}

impl CorpusSummary {
    /// Combines the counts of each source and of the archived lydelser.
    pub(crate) fn new(
        parameters: Parameters,
        plan: &Plan,
        tally: &Tally,
        sources: &[(Source, Written)],
        lydelser: Written,
    ) -> Self {
        let mut rows: Vec<Row> = sources
            .iter()
            .map(|(source, written)| Row { file: source.name().to_owned(), written: *written })
            .collect();
        rows.push(Row { file: "versions/sfs".into(), written: lydelser });
        let mut most_cited: Vec<MostCited> =
            [Source::Sfs, Source::Coe, Source::Eurlex, Source::Forarbete, Source::Dv]
                .into_iter()
                .map(|source| {
                    let (rank, documents, links) = tally.most_cited(source);
                    MostCited { uri: plan.uri(source, rank), documents, links }
                })
                .collect();
        most_cited.sort_by_key(|document| std::cmp::Reverse(document.documents));
        Self { parameters, rows, most_cited }
    }

    fn total(&self) -> Written {
        // The archive repeats the statutes, so it is not counted as part of the corpus.
        let rows = self.rows.iter().filter(|row| !row.file.contains('/'));
        rows.fold(Written::default(), |sum, row| sum.and(row.written))
    }

    /// Documents of all sources, archived lydelser left out.
    pub fn documents(&self) -> usize {
        self.total().documents
    }

    /// Citations of all documents.
    pub fn links(&self) -> usize {
        self.total().links
    }

    /// Citations inside the citing document.
    pub fn own_links(&self) -> usize {
        self.total().own
    }

    /// Pairs of a citing document and another that it cites.
    pub fn edges(&self) -> usize {
        self.total().edges
    }

    /// Bytes of all dumps before compression.
    pub fn bytes(&self) -> usize {
        self.total().raw
    }
}

impl fmt::Display for CorpusSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MEGABYTE: f64 = 1e6;
        writeln!(
            f,
            "{:<14}{:>10}{:>12}{:>12}{:>12}{:>12}{:>12}",
            "dump", "documents", "MB", "MB gzip", "links", "own links", "edges"
        )?;
        let total = Row { file: "all".into(), written: self.total() };
        for Row { file, written } in self.rows.iter().chain([&total]) {
            writeln!(
                f,
                "{file:<14}{:>10}{:>12.1}{:>12.1}{:>12}{:>12}{:>12}",
                written.documents,
                written.raw as f64 / MEGABYTE,
                written.compressed as f64 / MEGABYTE,
                written.links,
                written.own,
                written.edges,
            )?;
        }
        writeln!(f, "\nmost cited")?;
        for document in &self.most_cited {
            writeln!(f, "  {}: {} times by {} documents", document.uri, document.links, document.documents)?;
        }
        Ok(())
    }
}
