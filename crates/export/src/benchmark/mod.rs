//! A benchmark of retrieval in the form of BEIR: provisions, and queries that other people's words about them make.
//!
//! | kind | query | relevant |
//! | --- | --- | --- |
//! | `sentence` | a sentence of a decision, preparatory work or commentary around citations, without them | the provisions cited |
//! | `headnote` | the headnote of a decision | the provisions that the decision applies |
//! | `commentary` | the beginning of a comment on a provision | the provision |
//! | `heading` | a heading of a statute that no other statute has | the provisions below it |
//!
//! No query holds a citation, or a name or the number of an act that it is about ([`clean`]). What a citation means is that of the day
//! of its document. A place that is not held makes no query. The digest of the uri of the document divides the queries into train, dev
//! and test (80, 10 and 10 of a hundred), so that the queries of one document are in one part. Equal snapshots give equal bytes.

mod clean;
mod headings;
mod queries;
mod query;
mod report;

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use jiff::civil::Date;
use lagrum_artifact::{Artifact, Base};
use lagrum_catalog::CatalogDocument;
use lagrum_progress::Progress;
use lagrum_snapshot::Snapshot;
use lagrum_sources::source;
use serde::Serialize;
use sha2::{Digest, Sha256};

use self::clean::ActNames;
use self::headings::Headings;
use self::query::Query;
pub use self::query::QueryKind;
pub use self::report::BenchmarkReport;
use crate::ExportError;
use crate::tables::AddProvision;

/// Of a hundred documents, how many are in train, and in train or dev.
const TRAIN: u32 = 80;
const TRAIN_AND_DEV: u32 = 90;

#[derive(Serialize)]
struct CorpusLine<'a> {
    #[serde(rename = "_id")]
    id: &'a str,
    title: &'a str,
    text: &'a str,
    metadata: CorpusFacts<'a>,
}

#[derive(Serialize)]
struct CorpusFacts<'a> {
    source: &'a str,
    act: &'a str,
}

#[derive(Serialize)]
struct QueryLine<'a> {
    #[serde(rename = "_id")]
    id: &'a str,
    text: &'a str,
    metadata: QueryFacts<'a>,
}

#[derive(Serialize)]
struct QueryFacts<'a> {
    source: QueryKind,
    document: &'a str,
    day: Option<&'a str>,
}

/// Writes a benchmark into an empty folder: `corpus.jsonl`, `queries.jsonl`, `qrels/{train,dev,test}.tsv` and `README.md`. `provisions`
/// gives the provisions of a document, as for [`write_provisions`](crate::tables::write_provisions). `licence` is the address of the
/// licence of the texts, as the operator names it.
pub fn write_benchmark(
    snapshot: &Snapshot,
    folder: &Path,
    today: Date,
    licence: Option<&str>,
    progress: &dyn Progress,
    provisions: impl Fn(&str, &mut AddProvision<'_>) -> Result<(), ExportError>,
) -> Result<BenchmarkReport, ExportError> {
    let mut writer = Writer::create(snapshot, folder, today)?;
    let documents = snapshot.manifest().counts.documents;
    progress.begin("provisions", Some(documents));
    let mut headings = Headings::default();
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        writer.provisions(&document, &provisions)?;
        if let Some(artifact) = statute(snapshot, &document)? {
            headings.add(&document, &artifact);
        }
        progress.advance(1);
    }
    progress.end();
    progress.begin("queries", Some(documents));
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        let mut found = headings.take(&document);
        if queries::may_have(&document)
            && let Some(artifact) = read(snapshot, &document)?
        {
            let meanings = snapshot.catalog().with(|catalog| catalog.meanings_of(&document.uri))?;
            let described = source(&document.source).describe(&artifact, writer.base);
            found.extend(queries::of_document(
                &document,
                &artifact,
                &described,
                &meanings,
                &writer.names,
                writer.base,
            ));
        }
        for query in found {
            writer.query(query)?;
        }
        progress.advance(1);
    }
    progress.end();
    writer.finish(folder, licence)
}

/// The artifact of a document; None where it has none.
fn read(snapshot: &Snapshot, document: &CatalogDocument) -> Result<Option<Artifact>, ExportError> {
    let Some(stored) = document.stored else { return Ok(None) };
    let unreadable = |source| ExportError::Artifact { uri: document.uri.clone(), source };
    let bytes = snapshot.artifact(stored)?.ok_or_else(|| unreadable(None))?;
    Artifact::parse(&bytes).map(Some).map_err(|error| unreadable(Some(error)))
}

/// The artifact of a statute; None of another document.
fn statute(snapshot: &Snapshot, document: &CatalogDocument) -> Result<Option<Artifact>, ExportError> {
    if headings::is_statute(document) { read(snapshot, document) } else { Ok(None) }
}

struct Writer<'a> {
    base: &'a Base,
    corpus: BufWriter<File>,
    queries: BufWriter<File>,
    /// Train, dev and test.
    judgements: [BufWriter<File>; 3],
    names: ActNames,
    /// The provisions that were written.
    held: HashSet<String>,
    report: BenchmarkReport,
}

impl<'a> Writer<'a> {
    fn create(snapshot: &'a Snapshot, folder: &Path, today: Date) -> Result<Self, ExportError> {
        let base = &snapshot.manifest().base;
        let names = snapshot.catalog().with(|catalog| catalog.held_names(base, &today.to_string()))?;
        std::fs::create_dir_all(folder.join("qrels"))?;
        let file = |name: &str| File::create_new(folder.join(name)).map(BufWriter::new);
        let mut judgements = [file("qrels/train.tsv")?, file("qrels/dev.tsv")?, file("qrels/test.tsv")?];
        for file in &mut judgements {
            writeln!(file, "query-id\tcorpus-id\tscore")?;
        }
        Ok(Self {
            base,
            corpus: file("corpus.jsonl")?,
            queries: file("queries.jsonl")?,
            judgements,
            names: ActNames::new(base, &names),
            held: HashSet::new(),
            report: BenchmarkReport::default(),
        })
    }

    fn provisions(
        &mut self,
        document: &CatalogDocument,
        provisions: impl Fn(&str, &mut AddProvision<'_>) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let Self { corpus, held, names, report, .. } = self;
        for short in [&document.abbr, &document.short_title].into_iter().flatten() {
            names.add(&document.uri, short);
        }
        let act_title = document.title.as_deref().or(document.label.as_deref()).unwrap_or(&document.uri);
        provisions(&document.uri, &mut |cells| {
            // A number whose text is gone answers nothing.
            if cells.text.trim().is_empty() || !held.insert(cells.uri.to_owned()) {
                return Ok(());
            }
            let title = format!("{act_title}, {}", cells.label);
            let metadata = CorpusFacts { source: &document.source, act: &document.uri };
            write_line(corpus, &CorpusLine { id: cells.uri, title: &title, text: cells.text, metadata })?;
            report.provisions += 1;
            *report.provisions_by_source.entry(document.source.clone()).or_default() += 1;
            Ok(())
        })
    }

    /// Writes a query with those of its provisions that are in the corpus; nothing if there are none.
    fn query(&mut self, query: Query<'_>) -> Result<(), ExportError> {
        let Query { kind, text, mut relevant, document } = query;
        relevant.retain(|uri| self.held.contains(uri));
        relevant.sort();
        relevant.dedup();
        if relevant.is_empty() {
            return Ok(());
        }
        let id = hex::encode(&Sha256::digest(format!("{}\n{kind:?}\n{text}", document.uri))[..8]);
        let metadata = QueryFacts { source: kind, document: &document.uri, day: document.date.as_deref() };
        write_line(&mut self.queries, &QueryLine { id: &id, text: &text, metadata })?;
        let part = part_of(&document.uri);
        for uri in &relevant {
            writeln!(self.judgements[part], "{id}\t{uri}\t1")?;
        }
        self.report.splits[part] += 1;
        *self.report.queries.entry((kind, document.source.clone())).or_default() += 1;
        Ok(())
    }

    fn finish(mut self, folder: &Path, licence: Option<&str>) -> Result<BenchmarkReport, ExportError> {
        self.corpus.flush()?;
        self.queries.flush()?;
        for file in &mut self.judgements {
            file.flush()?;
        }
        std::fs::write(folder.join("README.md"), self.report.readme(licence))?;
        Ok(self.report)
    }
}

fn write_line(output: &mut impl Write, line: &impl Serialize) -> Result<(), ExportError> {
    serde_json::to_writer(&mut *output, line).map_err(std::io::Error::from)?;
    Ok(output.write_all(b"\n")?)
}

/// The part that the queries of a document are in: 0 train, 1 dev, 2 test.
fn part_of(uri: &str) -> usize {
    let digest = Sha256::digest(uri);
    let of_hundred = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]) % 100;
    match of_hundred {
        ..TRAIN => 0,
        TRAIN..TRAIN_AND_DEV => 1,
        _ => 2,
    }
}
