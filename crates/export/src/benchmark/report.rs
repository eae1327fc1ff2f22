//! How much a benchmark has, and the words that come with it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::query::QueryKind;

/// How much a benchmark has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BenchmarkReport {
    /// Provisions.
    pub provisions: u64,
    /// Provisions by the source of their act.
    pub provisions_by_source: BTreeMap<String, u64>,
    /// Queries by kind and by the source of their document.
    pub queries: BTreeMap<(QueryKind, String), u64>,
    /// Queries of train, dev and test.
    pub splits: [u64; 3],
}

impl BenchmarkReport {
    /// The text of `README.md`.
    pub(super) fn readme(&self, licence: Option<&str>) -> String {
        let mut text = String::from(
            "# Provisions by words that others wrote\n\n\
         A benchmark of retrieval in the form of BEIR, made of a corpus of law.\n\n\
         * `corpus.jsonl`: provisions, with the name of the act and the place as `title`. Headings are in neither field, since they are\n  \
         queries.\n\
         * `queries.jsonl`: queries. `metadata.source` says of what: `sentence`, a sentence around citations, without them; `headnote`, that of\n  \
         a decision; `commentary`, the beginning of a comment on a provision; `heading`, a heading that one act has.\n\
         * `qrels/train.tsv`, `dev.tsv`, `test.tsv`: which provisions answer which query. The queries of a document are in one part.\n\n\
         Whoever searches texts of the documents too must leave out those that the queries of dev and test are from\n(`metadata.document`).\n\n",
        );
        let _ = writeln!(text, "## Counts\n\n| source | provisions |\n| --- | ---: |");
        for (source, count) in &self.provisions_by_source {
            let _ = writeln!(text, "| {source} | {count} |");
        }
        let _ = writeln!(text, "\n| queries of | documents of | queries |\n| --- | --- | ---: |");
        for ((kind, source), count) in &self.queries {
            let _ = writeln!(text, "| {} | {source} | {count} |", format!("{kind:?}").to_lowercase());
        }
        let [in_train, in_dev, in_test] = self.splits;
        let _ =
            writeln!(text, "\nTrain has {in_train} queries, dev {in_dev}, test {in_test}.\n\n## Licence\n");
        let _ = match licence {
            Some(licence) => writeln!(text, "{licence}"),
            None => writeln!(text, "Whoever made this has named no licence. Each source is its publisher's."),
        };
        text
    }
}
