//! A run: what is due is parsed and stored.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_corpus::import::{DocumentMeaning, ImportOptions, ParsedDocument, ParsedImport};
use lagrum_corpus::{Corpus, ParsedFrom};
use lagrum_parse::Report;
use lagrum_progress::Progress;
use lagrum_raw::{Archive, RawDocument, RawError};
use rayon::prelude::*;

use crate::HarvestError;
use crate::document::{ActNumbering, Loaded, Outcome, Parsing};
use crate::due::{Reason, Versions, raw_of, reason};
use crate::numbering::{self, NumberingTable};
use crate::summary::HarvestSummary;

/// The base of uris of a corpus that has none.
pub const DEFAULT_BASE: &str = "https://lagen.nu/";

/// Bytes of raw rows, or documents, at which a batch is full. A batch is parsed in parallel and stored at once.
const BATCH_BYTES: u64 = 8 << 20;
const BATCH: usize = 256;

/// The options of a run.
#[derive(Clone, Copy, Debug)]
pub struct HarvestOptions<'a> {
    /// The source.
    pub source: &'a str,
    /// The day by which dated variants are settled.
    pub as_of: Date,
    /// The day in Sweden of a time in seconds since 1970.
    pub day_of: fn(i64) -> Date,
    /// Whether only to find out what is due.
    pub is_dry_run: bool,
    /// Interprets documents for the change log.
    pub meaning: Option<&'static dyn DocumentMeaning>,
}

/// The number of documents that a run may withdraw, or a tenth of those held if that is more. A larger loss means that the archive
/// itself was lost.
const FEW: usize = 10;

/// Fails when the documents of a source in a corpus were imported from elsewhere, so that they cannot come from the publisher.
pub fn check_origin(corpus: &Corpus, source: &str) -> Result<(), HarvestError> {
    ParsedImport::begin(corpus, source, &ImportOptions::default())?;
    Ok(())
}

/// Parses the documents of a source that are due, and stores those that differ. `on_report` gets the key and the report of each.
pub fn parse_archive(
    archive: &Archive,
    corpus: &Corpus,
    options: &HarvestOptions<'_>,
    on_report: &mut dyn FnMut(&str, &Report),
    progress: &dyn Progress,
) -> Result<HarvestSummary, HarvestError> {
    let source = options.source;
    if !lagrum_parse::SOURCES.contains(&source) {
        return Err(HarvestError::UnknownSource(source.to_owned()));
    }
    let import_options = ImportOptions { meaning: options.meaning, ..ImportOptions::default() };
    let begin = || ParsedImport::begin(corpus, source, &import_options);
    let mut import = (!options.is_dry_run).then(begin).transpose()?;
    let base = base_of(import.as_ref())?;
    let as_of = options.as_of.to_string();
    let rows = Rows::read(archive, corpus, source, &as_of)?;
    let mut summary = HarvestSummary {
        source: source.to_owned(),
        documents: rows.documents.len(),
        ..HarvestSummary::default()
    };
    let lost = lost(source, &rows.before, &rows.documents)?;
    let names = CitationNames::shipped();
    let none = lagrum_parse::Numbering::default();
    let parsing = Parsing {
        source,
        base: &base,
        names: &names,
        numbering: &none,
        as_of: &as_of,
        day_of: options.day_of,
    };
    let run = Run { archive, documents: &rows.documents, progress };
    let mut numberings = ActNumberings::as_before(rows.parsed_before(), &base);
    numberings.read(&run, &parsing, &rows.changed())?;
    let numbering = numbering::as_parsed(&numberings.table);
    let parsing = Parsing { numbering: &numbering, ..parsing };

    let mut due = Vec::new();
    for (at, reason) in rows.due(&numberings) {
        summary.due.add(reason);
        due.push(at);
    }
    let Some(import) = &mut import else {
        summary.withdrawn = lost.len() as u64;
        return Ok(summary);
    };
    import.withdraw(&lost)?;
    let take = |key: &str, outcome| summary.take(key, outcome, on_report, progress);
    rows.store(&run, &parsing, &numberings, &due, import, take)?;
    if let Some(begun) = archive.state(source)?.complete_at {
        import.set_taken((options.day_of)(begun))?;
    }
    summary.add_import(import.report());
    Ok(summary)
}

/// A parsed document, or why it could not be parsed.
type ParseResult = Result<Outcome, String>;

/// Parses documents in parallel.
fn parse_batch(parsing: &Parsing<'_>, batch: Vec<Loaded>) -> Vec<(RawDocument, ParseResult)> {
    let parse = |loaded: Loaded| {
        let outcome = parsing.document(&loaded);
        (loaded.document, outcome)
    };
    batch.into_par_iter().map(parse).collect()
}

/// The base of uris: that of the corpus, where it has one.
fn base_of(import: Option<&ParsedImport<'_>>) -> Result<Base, HarvestError> {
    match import.and_then(ParsedImport::base) {
        Some(base) => Ok(base.clone()),
        None => Base::parse(DEFAULT_BASE).map_err(|error| HarvestError::Base(error.to_string())),
    }
}

/// The documents of a source in the archive, beside what was parsed of them before.
struct Rows<'a> {
    documents: Vec<RawDocument>,
    /// The normalised hashes of the rows of each document ([`raw_of`]).
    raws: Vec<Vec<u8>>,
    /// What each document was parsed from last time, by the publisher's number.
    before: HashMap<String, ParsedFrom>,
    versions: Versions<'a>,
}

impl<'a> Rows<'a> {
    fn read(archive: &Archive, corpus: &Corpus, source: &str, as_of: &'a str) -> Result<Self, HarvestError> {
        let before = corpus.parsed_from(source)?;
        let mut documents = archive.documents(source)?;
        documents.retain(|document| document.gone_at.is_none());
        Ok(Self {
            raws: documents.iter().map(raw_of).collect(),
            documents,
            before: before.into_iter().map(|row| (row.key.clone(), row)).collect(),
            versions: Versions {
                parser: lagrum_parse::parser_version(),
                grammar: lagrum_parse::grammar_version(),
                as_of,
            },
        })
    }

    /// What the document at an index was parsed from last time.
    fn row(&self, at: usize) -> Option<&ParsedFrom> {
        self.before.get(&self.documents[at].key)
    }

    /// What all documents that the archive still has were parsed from last time.
    fn parsed_before(&self) -> impl Iterator<Item = &ParsedFrom> {
        (0..self.documents.len()).filter_map(|at| self.row(at))
    }

    /// The documents whose raw rows or whose parser changed.
    fn changed(&self) -> Vec<usize> {
        let is_changed = |at: &usize| {
            let reason = reason(self.row(*at), &self.raws[*at], "", &self.versions);
            matches!(reason, Some(Reason::Raw | Reason::Code))
        };
        (0..self.documents.len()).filter(is_changed).collect()
    }

    /// The documents that are due, and why.
    fn due(&self, numberings: &ActNumberings) -> Vec<(usize, Reason)> {
        let due = (0..self.documents.len()).filter_map(|at| {
            let tables = numberings.version(&self.documents[at].key);
            Some((at, reason(self.row(at), &self.raws[at], &tables, &self.versions)?))
        });
        due.collect()
    }

    /// Parses the documents that are due, and stores those that `take` returns.
    fn store(
        &self,
        run: &Run<'_>,
        parsing: &Parsing<'_>,
        numberings: &ActNumberings,
        due: &[usize],
        import: &mut ParsedImport<'_>,
        mut take: impl FnMut(&str, ParseResult) -> Option<ParsedDocument>,
    ) -> Result<(), HarvestError> {
        run.in_batches(&format!("parse {}", parsing.source), due, |batch| {
            let mut stored = Vec::with_capacity(batch.len());
            for (document, outcome) in parse_batch(parsing, batch) {
                let Some(parsed) = take(&document.key, outcome) else { continue };
                let old = self.before.get(&document.key).and_then(|row| row.uri.as_deref());
                if old != parsed.from.uri.as_deref() {
                    import.withdraw_uri(old)?;
                }
                stored.push(self.stamped(document, parsed, numberings));
            }
            Ok(import.store(stored)?)
        })
    }

    /// A parsed document with what it was parsed from.
    fn stamped(
        &self,
        document: RawDocument,
        parsed: ParsedDocument,
        numberings: &ActNumberings,
    ) -> ParsedDocument {
        let from = ParsedFrom {
            raw: raw_of(&document),
            parser: self.versions.parser.to_owned(),
            grammar: self.versions.grammar.to_owned(),
            tables: numberings.version(&document.key),
            cites: numberings.cites_of(&document.key).to_owned(),
            key: document.key,
            ..parsed.from
        };
        ParsedDocument { from, ..parsed }
    }
}

/// The documents parsed before that the archive or the publisher no longer has. Fails where a run may not withdraw so many.
fn lost(
    source: &str,
    before: &HashMap<String, ParsedFrom>,
    documents: &[RawDocument],
) -> Result<Vec<ParsedFrom>, HarvestError> {
    let held: HashSet<&str> = documents.iter().map(|document| &*document.key).collect();
    let lost: Vec<ParsedFrom> = before.values().filter(|row| !held.contains(&*row.key)).cloned().collect();
    if lost.len() > FEW.max(before.len() / 10) {
        return Err(HarvestError::Removals {
            source_name: source.to_owned(),
            lost: lost.len(),
            held: before.len(),
        });
    }
    Ok(lost)
}

/// The numbering of all acts, and the acts whose numbering each document depends on.
struct ActNumberings {
    table: NumberingTable,
    /// The cited acts, by the publisher's number of the citing document.
    cites: HashMap<String, String>,
}

impl ActNumberings {
    /// The numberings as they were when the documents were last parsed.
    fn as_before<'a>(rows: impl Iterator<Item = &'a ParsedFrom>, base: &Base) -> Self {
        let mut before = Self { table: NumberingTable::new(), cites: HashMap::new() };
        for row in rows {
            before.cites.insert(row.key.clone(), row.cites.clone());
            if let Some(act) = row.uri.as_deref().and_then(|uri| base.strip(uri)) {
                before.table.insert(act.to_owned(), row.numbering.clone());
            }
        }
        before
    }

    /// Reads the numberings of documents whose rows or parser changed.
    fn read(&mut self, run: &Run<'_>, parsing: &Parsing<'_>, changed: &[usize]) -> Result<(), HarvestError> {
        run.in_batches("read the numbering of acts", changed, |loaded| {
            let read: Vec<ActNumbering> =
                loaded.into_par_iter().filter_map(|loaded| parsing.numbering_of(&loaded)).collect();
            for act in read {
                self.table.insert(act.act, act.numbering);
                self.cites.insert(act.key, act.cites);
            }
            Ok(())
        })
    }

    fn cites_of(&self, key: &str) -> &str {
        self.cites.get(key).map_or("", String::as_str)
    }

    /// The version of the numberings that a document depends on.
    fn version(&self, key: &str) -> String {
        numbering::version(&self.table, self.cites_of(key))
    }
}

/// The documents of a run.
struct Run<'a> {
    archive: &'a Archive,
    documents: &'a [RawDocument],
    progress: &'a dyn Progress,
}

impl Run<'_> {
    /// Gives documents with their bodies to `work`, a batch at a time.
    fn in_batches(
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
