//! A run: what is due is parsed and stored.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_corpus::import::{DocumentMeaning, ImportOptions, ParsedImport};
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

/// A batch is parsed in parallel and stored as one: about so many bytes of raw rows, or so many documents.
const BATCH_BYTES: u64 = 8 << 20;
const BATCH: usize = 256;

/// What a run is told.
#[derive(Clone, Copy, Debug)]
pub struct HarvestOptions<'a> {
    /// The source.
    pub source: &'a str,
    /// The day on which a dated variant has begun or not.
    pub as_of: Date,
    /// The day in Sweden of a time in seconds since 1970.
    pub day_of: fn(i64) -> Date,
    /// Whether only to find out what is due.
    pub is_dry_run: bool,
    /// What knows the meaning of documents, for the change log.
    pub meaning: Option<&'static dyn DocumentMeaning>,
}

/// Of more than this many documents, or a tenth of those held, no run withdraws by itself: rather has the archive been lost.
const FEW: usize = 10;

/// Fails when a corpus does not take documents of a source from its publisher, since they were imported.
pub fn check_origin(corpus: &Corpus, source: &str) -> Result<(), HarvestError> {
    ParsedImport::begin(corpus, source, &ImportOptions::default())?;
    Ok(())
}

/// Parses of a source's raw rows what is due, and stores what differs. `on_report` is given what was read of each.
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
    let mut import = None;
    if !options.is_dry_run {
        import = Some(ParsedImport::begin(corpus, source, &import_options)?);
    }
    let recorded = import.as_ref().and_then(|import| import.base().cloned());
    let base = match recorded {
        Some(base) => base,
        None => Base::parse(DEFAULT_BASE).map_err(|error| HarvestError::Base(error.to_string()))?,
    };
    let before: HashMap<String, ParsedFrom> =
        corpus.parsed_from(source)?.into_iter().map(|row| (row.key.clone(), row)).collect();
    let documents: Vec<RawDocument> =
        archive.documents(source)?.into_iter().filter(|document| document.gone_at.is_none()).collect();
    let mut summary =
        HarvestSummary { source: source.to_owned(), documents: documents.len(), ..HarvestSummary::default() };

    // What the archive no longer has, or the publisher.
    let held: HashSet<&str> = documents.iter().map(|document| &*document.key).collect();
    let lost: Vec<ParsedFrom> = before.values().filter(|row| !held.contains(&*row.key)).cloned().collect();
    if lost.len() > FEW.max(before.len() / 10) {
        return Err(HarvestError::Removals {
            source_name: source.to_owned(),
            lost: lost.len(),
            held: before.len(),
        });
    }

    let names = CitationNames::shipped();
    let as_of = options.as_of.to_string();
    let none = lagrum_parse::Numbering::default();
    let parsing = Parsing {
        source,
        base: &base,
        names: &names,
        numbering: &none,
        as_of: &as_of,
        day_of: options.day_of,
    };
    let run = Run { archive, documents: &documents, progress };

    // The numbering of all acts: of those whose rows or parser changed by parsing, of the others as it was.
    let raws: Vec<Vec<u8>> = documents.iter().map(raw_of).collect();
    let versions = Versions {
        parser: lagrum_parse::parser_version(),
        grammar: lagrum_parse::grammar_version(),
        as_of: &as_of,
    };
    let row_of = |at: usize| before.get(&documents[at].key);
    let is_other = |at: &usize| {
        matches!(reason(row_of(*at), &raws[*at], "", &versions), Some(Reason::Raw | Reason::Code))
    };
    let other: Vec<usize> = (0..documents.len()).filter(is_other).collect();
    let (mut table, mut cites) = (NumberingTable::new(), HashMap::new());
    for row in (0..documents.len()).filter_map(row_of) {
        cites.insert(row.key.clone(), row.cites.clone());
        if let Some(act) = row.uri.as_deref().and_then(|uri| base.strip(uri)) {
            table.insert(act.to_owned(), row.numbering.clone());
        }
    }
    run.in_batches("read the numbering of acts", &other, |loaded| {
        let read: Vec<ActNumbering> =
            loaded.into_par_iter().filter_map(|loaded| parsing.numbering_of(&loaded)).collect();
        for act in read {
            table.insert(act.act, act.numbering);
            cites.insert(act.key, act.cites);
        }
        Ok(())
    })?;
    let numbering = numbering::as_parsed(&table);
    let parsing = Parsing { numbering: &numbering, ..parsing };
    let cites_of = |key: &str| cites.get(key).map_or("", String::as_str);

    let mut due = Vec::new();
    for at in 0..documents.len() {
        let tables = numbering::version(&table, cites_of(&documents[at].key));
        if let Some(reason) = reason(row_of(at), &raws[at], &tables, &versions) {
            summary.due.add(reason);
            due.push(at);
        }
    }
    let Some(import) = &mut import else {
        summary.withdrawn = lost.len() as u64;
        return Ok(summary);
    };
    import.withdraw(&lost)?;
    run.in_batches(&format!("parse {source}"), &due, |batch| {
        let parsed: Vec<(Loaded, Result<Outcome, String>)> = batch
            .into_par_iter()
            .map(|loaded| {
                let outcome = parsing.document(&loaded);
                (loaded, outcome)
            })
            .collect();
        let mut stored = Vec::with_capacity(parsed.len());
        for (loaded, outcome) in parsed {
            let key = loaded.document.key.clone();
            summary.parsed += 1;
            let Outcome { mut parsed, reports, problems } = match outcome {
                Ok(outcome) => outcome,
                Err(problem) => {
                    summary.failed += 1;
                    progress.note(&problem);
                    summary.add_problem(problem);
                    continue;
                }
            };
            for report in &reports {
                summary.add_report(&key, report);
                on_report(&key, report);
            }
            for problem in problems {
                summary.add_problem(problem);
            }
            summary.empty += usize::from(parsed.document.is_none());
            let old = before.get(&key).and_then(|row| row.uri.as_deref());
            if old != parsed.from.uri.as_deref() {
                import.withdraw_uri(old)?;
            }
            parsed.from = ParsedFrom {
                raw: raw_of(&loaded.document),
                parser: versions.parser.to_owned(),
                grammar: versions.grammar.to_owned(),
                tables: numbering::version(&table, cites_of(&key)),
                cites: cites_of(&key).to_owned(),
                key,
                ..parsed.from
            };
            stored.push(parsed);
        }
        Ok(import.store(stored)?)
    })?;
    if let Some(begun) = archive.state(source)?.complete_at {
        import.set_taken((options.day_of)(begun))?;
    }
    let counts = &import.report().counts;
    (summary.stored, summary.unchanged, summary.withdrawn) =
        (counts.stored, counts.unchanged, counts.removed);
    summary.failed += (counts.unreadable + counts.rejected) as usize;
    for problem in &import.report().problems {
        summary.add_problem(problem.clone());
    }
    Ok(summary)
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
                    // It has no form of the publisher, so the document is named as one that cannot be parsed.
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
