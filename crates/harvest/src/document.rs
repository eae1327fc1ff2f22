//! Makes a document from all its raw rows: the newest lydelse is the document, the others are archived.

use std::collections::BTreeMap;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_corpus::import::ParsedDocument;
use lagrum_parse::{Numbering, ParseContext, ParseError, Parsed, RawParts, Report, Skipped, parse};
use lagrum_sources::source;
use serde_json::{Value, json};

use crate::numbering;
use crate::options::PdfReader;
use crate::rows::{Beside, DocumentRows, Loaded, Row};

/// What the parsing of every document of a run needs.
#[derive(Clone, Copy)]
pub(crate) struct Parsing<'a> {
    pub(crate) source: &'a str,
    pub(crate) base: &'a Base,
    pub(crate) names: &'a CitationNames,
    pub(crate) numbering: &'a Numbering,
    pub(crate) as_of: &'a str,
    pub(crate) day_of: fn(i64) -> Date,
    pub(crate) pdf_text: Option<PdfReader>,
    /// The local ids of held documents by the publisher's groups, of a source that has groups.
    pub(crate) groups: Option<&'a BTreeMap<String, String>>,
}

/// A row of the table that other documents are parsed with ([`crate::numbering`]), and the rows that a document itself is parsed with.
pub(crate) struct TableRow {
    /// The publisher's number.
    pub(crate) key: String,
    /// What the row is found by.
    pub(crate) name: String,
    /// None where the document gives no row.
    pub(crate) value: Option<String>,
    /// The names of the rows that the document is parsed with, with blanks between.
    pub(crate) cites: String,
}

/// Why a row could not be parsed.
struct UnparsedRow {
    /// Whether the publisher keeps something else under this number than a document of the source.
    is_other: bool,
    problem: String,
}

/// What became of a document.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The parsed document. Of `from` only uri, `valid_until` and numbering are set.
    pub(crate) parsed: ParsedDocument,
    /// The reports of the parser: one for the document and one for each lydelse.
    pub(crate) reports: Vec<Report>,
    /// What is wrong with single lydelser.
    pub(crate) problems: Vec<String>,
    /// Whether the record is no document of the source.
    pub(crate) is_other: bool,
}

/// Numbers of acts in their order: year, then number.
fn order(lydelse: &str) -> (u32, u32, &str) {
    let (year, number) = lydelse.split_once(':').unwrap_or((lydelse, ""));
    let digits = |text: &str| {
        let digits: String = text.chars().filter(char::is_ascii_digit).take(9).collect();
        digits.parse().unwrap_or(0)
    };
    (digits(year), digits(number), lydelse)
}

impl Parsing<'_> {
    fn parse(
        &self,
        key: &str,
        row: Row<'_>,
        as_of: &str,
        wording: Option<&str>,
        beside: &Beside<'_>,
    ) -> Result<Parsed, UnparsedRow> {
        let Row { body, language, .. } = row;
        let mut raw = RawParts {
            body,
            key: Some(key),
            wording,
            language,
            record: beside.record,
            further_parts: &beside.further,
            judgments: &beside.judgments,
            groups: self.groups,
            ..RawParts::default()
        };
        let context = ParseContext { base: self.base, as_of, names: self.names, numbering: self.numbering };
        let parsed = parse(self.source, &raw, &context).map_err(|error| UnparsedRow {
            is_other: matches!(error, ParseError::NoKey),
            problem: format!("{key}, row {}: {error}", row.record.id),
        })?;
        let Some((pdf_text, pdf)) = self.pdf_text.zip(beside.pdfs.first()) else { return Ok(parsed) };
        if parsed.report.skipped != Some(Skipped::NoText) {
            return Ok(parsed);
        }
        // The record alone has no text: that of the judgment is in the PDF.
        let unread = |problem: String| UnparsedRow {
            is_other: false,
            problem: format!("{key}, the PDF beside row {}: {problem}", row.record.id),
        };
        let text = pdf_text(pdf).map_err(unread)?;
        raw.pdf = Some(&text);
        let mut parsed = parse(self.source, &raw, &context).map_err(|error| unread(error.to_string()))?;
        // Which of several files is the judgment is not stated. The first one that the record names is taken for it.
        if let Some(more) = beside.pdfs.len().checked_sub(1).filter(|more| *more > 0) {
            parsed.report.unread.push(format!("{more} further PDF beside the record"));
        }
        Ok(parsed)
    }

    /// The row of a document, and those that it is parsed with, by its last record. `self` must be without the rows of others: with the
    /// numbering of acts the parser leaves out links to kapitel that they do not have, so that some cited acts would be missing.
    pub(crate) fn table_row(&self, loaded: &Loaded) -> Option<TableRow> {
        if !source(self.source).holds_statutes {
            // Documents without paragrafer have no numbering of their own.
            return self.group_row(loaded);
        }
        let rows = DocumentRows::of(self.source, loaded).texts;
        let row = rows.iter().rev().find(|row| row.named.is_none())?;
        let parsed = self.parse(&loaded.document.key, *row, self.as_of, None, &Beside::default()).ok()?;
        let artifact: Value = serde_json::from_str(&parsed.artifact?).ok()?;
        Some(TableRow {
            key: loaded.document.key.clone(),
            name: parsed.key,
            value: Some(numbering::of_artifact(&artifact)),
            cites: numbering::cited_by(&artifact, self.base),
        })
    }

    /// Which document a group of publications is, and the groups that it names.
    fn group_row(&self, loaded: &Loaded) -> Option<TableRow> {
        let DocumentRows { texts, beside } = DocumentRows::of(self.source, loaded);
        let row = texts.last()?;
        let cites = lagrum_parse::named_groups(self.source, row.body)?.join(" ");
        let key = loaded.document.key.clone();
        let parsed = self.parse(&key, *row, self.as_of, None, &Beside::default()).ok()?;
        let is_held = parsed.artifact.is_some() || !beside.pdfs.is_empty();
        Some(TableRow { name: key.clone(), key, value: is_held.then_some(parsed.key), cites })
    }

    /// Parses a document. Fails when its last record cannot be parsed.
    pub(crate) fn document(&self, loaded: &Loaded) -> Result<Outcome, String> {
        let key = &*loaded.document.key;
        let DocumentRows { texts: rows, beside } = DocumentRows::of(self.source, loaded);
        // The last row of each lydelse. A row of the act itself is parsed to find out which lydelse it is.
        let mut lydelser: BTreeMap<(u32, u32, String), Row<'_>> = BTreeMap::new();
        let mut newest: Option<((u32, u32, String), Row<'_>, Parsed)> = None;
        let owned = |lydelse: &str| {
            let (year, number, text) = order(lydelse);
            (year, number, text.to_owned())
        };
        let mut outcome = Outcome::default();
        let records: Vec<Row<'_>> = rows.iter().copied().filter(|row| row.named.is_none()).collect();
        for (at, row) in records.iter().enumerate() {
            let is_last = at + 1 == records.len();
            let parsed = match self.parse(key, *row, self.as_of, None, &beside) {
                Ok(parsed) => parsed,
                Err(UnparsedRow { problem, is_other: true }) if is_last => {
                    outcome
                        .problems
                        .push(format!("{problem}. It is kept in the raw archive, and is no document"));
                    return Ok(Outcome { is_other: true, ..outcome });
                }
                Err(UnparsedRow { problem, .. }) if is_last => return Err(problem),
                Err(UnparsedRow { problem, .. }) => {
                    outcome.problems.push(problem);
                    continue;
                }
            };
            let lydelse = owned(&parsed.wording);
            lydelser.insert(lydelse.clone(), *row);
            if newest.as_ref().is_none_or(|(before, ..)| *before <= lydelse) {
                newest = Some((lydelse, *row, parsed));
            }
        }
        let Some((current, current_row, parsed)) = newest else {
            // Old lydelser without the act, or files without a record, are no document. They stay in the archive until that is fetched.
            outcome
                .problems
                .push(format!("{key}: of the document itself nothing was sent, only what is beside it"));
            return Ok(outcome);
        };
        for row in &rows {
            // A row of the act itself is preferred to an archived page of the same lydelse.
            if let Some(lydelse) = row.named.map(owned) {
                lydelser.entry(lydelse).or_insert(*row);
            }
        }
        lydelser.remove(&current);
        let uri = parsed.report.uri.clone();
        outcome.parsed.from.valid_until.clone_from(&parsed.report.valid_until);
        let artifact: Option<Value> =
            parsed.artifact.as_deref().and_then(|artifact| serde_json::from_str(artifact).ok());
        outcome.parsed.document = parsed.artifact.map(String::into_bytes);
        outcome.reports.push(parsed.report);
        let Some(artifact) = artifact else { return Ok(outcome) };
        outcome.parsed.from.uri = Some(uri);
        outcome.parsed.from.numbering = numbering::of_artifact(&artifact);
        self.add_lydelser(key, &mut outcome, lydelser, &current, current_row, &artifact);
        Ok(outcome)
    }

    /// Adds the archived lydelser and their index. A lydelse with the text of the next later one is left out, and listed as a duplicate.
    fn add_lydelser(
        &self,
        key: &str,
        outcome: &mut Outcome,
        lydelser: BTreeMap<(u32, u32, String), Row<'_>>,
        current: &(u32, u32, String),
        current_row: Row<'_>,
        artifact: &Value,
    ) {
        let (mut listed, mut skipped) = (Vec::new(), Vec::new());
        // The document is the newest lydelse of a statute, and an act of the Union as it was published.
        let is_newest = source(self.source).holds_statutes;
        let structure = if is_newest { artifact["structure"].clone() } else { Value::Null };
        let mut after = (current.2.clone(), structure);
        for (lydelse, row) in lydelser.into_iter().rev() {
            let name = lydelse.2.clone();
            if is_newest && lydelse > *current {
                skipped.push(json!({"version": name, "error": "newer than the publisher's record"}));
                continue;
            }
            // Dated variants are settled by the day on which the row was fetched.
            let as_of = (self.day_of)(row.record.fetched_at).to_string();
            let beside = Beside { record: Some(current_row.body), ..Beside::default() };
            let parsed = match self.parse(key, row, &as_of, Some(&name), &beside) {
                Ok(parsed) => parsed,
                Err(UnparsedRow { problem, .. }) => {
                    skipped.push(json!({"version": name, "error": problem}));
                    outcome.problems.push(problem);
                    continue;
                }
            };
            let uri = parsed.report.uri.clone();
            outcome.reports.push(parsed.report);
            let Some(text) = parsed.artifact else {
                skipped.push(json!({"version": name, "error": "it has no text"}));
                continue;
            };
            let structure = serde_json::from_str::<Value>(&text).map(|mut value| value["structure"].take());
            let structure = structure.unwrap_or_default();
            if structure == after.1 {
                skipped.push(json!({"version": name, "duplicate_of": after.0}));
                continue;
            }
            listed.push(json!({"version": name, "uri": uri}));
            outcome.parsed.lydelser.push((uri, text.into_bytes()));
            after = (name, structure);
        }
        listed.reverse();
        skipped.reverse();
        outcome.parsed.lydelser.reverse();
        if !listed.is_empty() || !skipped.is_empty() {
            outcome.parsed.index = Some(json!({"versions": listed, "skipped": skipped}).to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lydelser_are_ordered_by_year_and_number() {
        for (earlier, later) in
            [("1999:1", "2000:1"), ("2000:9", "2000:10"), ("2000:1 s.", "2000:2"), ("N2000:1", "2001:1")]
        {
            assert!(order(earlier) < order(later), "{earlier} {later}");
        }
    }
}
