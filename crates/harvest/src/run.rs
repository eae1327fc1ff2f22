//! A run: what is due is parsed and stored.

use std::collections::HashMap;

use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_corpus::import::{ImportOptions, ParsedDocument, ParsedImport};
use lagrum_corpus::{Corpus, ParsedFrom};
use lagrum_parse::Report;
use lagrum_progress::Progress;
use lagrum_raw::{Archive, RawDocument};
use rayon::prelude::*;

use crate::HarvestError;
use crate::batches::{ParseResult, Run, parse_batch};
use crate::document::{Parsing, TableRow};
use crate::due::{Reason, Versions, raw_of, reason};
use crate::numbering::{self, DependencyTable};
use crate::options::HarvestOptions;
use crate::summary::HarvestSummary;
use crate::withdrawals::{Emptied, Lost};

/// The base of uris of a corpus that has none.
pub const DEFAULT_BASE: &str = "https://lagen.nu/";

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
    let import_options = ImportOptions {
        meaning: options.meaning,
        published: options.published.to_vec(),
        allow_removals: options.allow_removals,
        ..ImportOptions::default()
    };
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
    let lost = Lost::of(archive, source, &rows.documents, &rows.before)?;
    let names = CitationNames::shipped();
    let none = lagrum_parse::Numbering::default();
    let parsing = Parsing {
        source,
        base: &base,
        names: &names,
        numbering: &none,
        as_of: &as_of,
        day_of: options.day_of,
        pdf_text: options.pdf_text,
        groups: None,
    };
    let run = Run { archive, documents: &rows.documents, progress };
    let has_groups = lagrum_parse::named_groups(source, b"").is_some();
    let mut tables = Tables::as_before(rows.parsed_before(), &base, has_groups);
    tables.read(&run, &parsing, &rows.changed())?;
    let numbering = numbering::as_parsed(&tables.table);
    let groups = has_groups.then_some(&tables.table);
    let parsing = Parsing { numbering: &numbering, groups, ..parsing };

    let mut due = Vec::new();
    for (at, reason) in rows.due(&tables) {
        summary.due.add(reason);
        due.push(at);
    }
    let Some(import) = &mut import else {
        summary.withdrawn = (lost.gone.len() + lost.purged.len()) as u64;
        return Ok(summary);
    };
    let mut emptied = Emptied::of(archive, options)?;
    emptied.confirm(&run, &parsing, &rows.before, &due)?;
    let confirmed = emptied.confirmed.iter().filter_map(|key| rows.before.get(key));
    let going = lost.withdraw(import, confirmed)?;
    let take = |key: &str, outcome| summary.take(key, outcome, on_report, progress);
    let into = Destination { import: &mut *import, emptied: &mut emptied };
    rows.store(&run, &parsing, &tables, &due, into, take)?;
    if options.allow_removals {
        import.record_allowed(&going)?;
    }
    emptied.note(archive, options)?;
    summary.kept = emptied.kept.len();
    if let Some(begun) = archive.state(source)?.complete_at {
        import.set_taken((options.day_of)(begun))?;
    }
    summary.add_import(import.report());
    Ok(summary)
}

/// Where parsed documents go.
struct Destination<'d, 'c> {
    import: &'d mut ParsedImport<'c>,
    emptied: &'d mut Emptied,
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
    fn due(&self, tables: &Tables) -> Vec<(usize, Reason)> {
        let due = (0..self.documents.len()).filter_map(|at| {
            let tables = tables.version(&self.documents[at].key);
            Some((at, reason(self.row(at), &self.raws[at], &tables, &self.versions)?))
        });
        due.collect()
    }

    /// Parses the documents that are due, and stores those that `take` returns.
    fn store(
        &self,
        run: &Run<'_>,
        parsing: &Parsing<'_>,
        tables: &Tables,
        due: &[usize],
        into: Destination<'_, '_>,
        mut take: impl FnMut(&str, ParseResult) -> Option<ParsedDocument>,
    ) -> Result<(), HarvestError> {
        let Destination { import, emptied } = into;
        run.in_batches(&format!("parse {}", parsing.source), due, |batch| {
            let mut stored = Vec::with_capacity(batch.len());
            for (document, outcome) in parse_batch(parsing, batch) {
                let Some(parsed) = take(&document.key, outcome) else { continue };
                let old = self.before.get(&document.key).and_then(|row| row.uri.as_deref());
                if emptied.keeps(&document.key, old.is_some(), parsed.document.is_some()) {
                    continue;
                }
                if old != parsed.from.uri.as_deref() {
                    import.withdraw_uri(old)?;
                }
                stored.push(self.stamped(document, parsed, tables));
            }
            Ok(import.store(stored)?)
        })
    }

    /// A parsed document with what it was parsed from.
    fn stamped(&self, document: RawDocument, parsed: ParsedDocument, tables: &Tables) -> ParsedDocument {
        let from = ParsedFrom {
            raw: raw_of(&document),
            parser: self.versions.parser.to_owned(),
            grammar: self.versions.grammar.to_owned(),
            tables: tables.version(&document.key),
            cites: tables.cites_of(&document.key).to_owned(),
            key: document.key,
            ..parsed.from
        };
        ParsedDocument { from, ..parsed }
    }
}

/// The numbering of all acts, or the documents of all groups, and the rows that each document depends on.
struct Tables {
    table: DependencyTable,
    /// The names of these rows, by the publisher's number of the citing document.
    cites: HashMap<String, String>,
}

impl Tables {
    /// The rows as they were when the documents were last parsed.
    fn as_before<'a>(rows: impl Iterator<Item = &'a ParsedFrom>, base: &Base, has_groups: bool) -> Self {
        let mut before = Self { table: DependencyTable::new(), cites: HashMap::new() };
        for row in rows {
            before.cites.insert(row.key.clone(), row.cites.clone());
            if let Some(act) = row.uri.as_deref().and_then(|uri| base.strip(uri)) {
                let (name, value) = if has_groups { (&*row.key, act) } else { (act, &*row.numbering) };
                before.table.insert(name.to_owned(), value.to_owned());
            }
        }
        before
    }

    /// Reads the rows of documents whose raw rows or parser changed.
    fn read(&mut self, run: &Run<'_>, parsing: &Parsing<'_>, changed: &[usize]) -> Result<(), HarvestError> {
        run.in_batches("read what other documents depend on", changed, |loaded| {
            let read: Vec<TableRow> =
                loaded.into_par_iter().filter_map(|loaded| parsing.table_row(&loaded)).collect();
            for TableRow { key, name, value, cites } in read {
                match value {
                    Some(value) => self.table.insert(name, value),
                    None => self.table.remove(&name),
                };
                self.cites.insert(key, cites);
            }
            Ok(())
        })
    }

    fn cites_of(&self, key: &str) -> &str {
        self.cites.get(key).map_or("", String::as_str)
    }

    /// The version of the rows that a document depends on.
    fn version(&self, key: &str) -> String {
        numbering::version(&self.table, self.cites_of(key))
    }
}
