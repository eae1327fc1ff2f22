//! The report of a checked text.

use std::collections::BTreeMap;

use jiff::civil::Date;
use lagrum_answers::{
    AnswerError, CheckedQuote, CitationOutcome, ExtractResponse, ExtractedTarget, Occurrence, QuoteStatus,
    TargetStatus, UnreadPassage,
};
use lagrum_artifact::Location;
use lagrum_pages::PageRequest;

use super::rows::{CitationRow, NamedPlace, QuoteRow, RowMaker};
use super::words::SaidWords;
use crate::href::Href;
use crate::ord::kontrollera as ord;

/// Rows of one part of the report. What is left out is counted.
const MAX_ROWS: usize = 1_000;

/// The report of a checked text.
pub(super) struct Report {
    /// What was checked, when and against what.
    pub(super) heading: String,
    pub(super) summary: Vec<String>,
    pub(super) doubtful: Vec<CitationRow>,
    pub(super) unverified: Vec<CitationRow>,
    pub(super) confirmed: Vec<CitationRow>,
    /// Quotations without a citation, that a reader must look at, and how many others there are.
    pub(super) uncited: Vec<QuoteRow>,
    pub(super) uncited_confirmed: Vec<QuoteRow>,
    pub(super) unread: Vec<SaidWords>,
    pub(super) relative: Vec<SaidWords>,
    pub(super) changes: Option<Changes>,
    /// How many rows of each part are left out, in words.
    pub(super) left_out: LeftOut,
}

/// How many rows of each part are left out, in words; empty where none is.
#[derive(Default)]
pub(super) struct LeftOut {
    pub(super) doubtful: String,
    pub(super) unverified: String,
    pub(super) confirmed: String,
    pub(super) uncited: String,
    pub(super) unread: String,
    pub(super) relative: String,
}

/// What changed in what is cited after a day.
pub(super) struct Changes {
    pub(super) since: String,
    pub(super) changed: Vec<ChangedRow>,
    /// Cited provisions of which it is not known whether they changed.
    pub(super) unknown: Vec<NamedPlace>,
    pub(super) summary: String,
}

/// A cited provision that changed.
pub(super) struct ChangedRow {
    pub(super) place: NamedPlace,
    pub(super) what: String,
    pub(super) history: Option<Href>,
}

impl Report {
    pub(super) fn new(
        request: &PageRequest,
        text: &str,
        file: &str,
        since: Option<Date>,
        found: &ExtractResponse,
    ) -> Result<Self, AnswerError> {
        let mut rows = RowMaker::new(&request.snapshot, text);
        let mut left_out = LeftOut::default();
        let mut of = |outcome: CitationOutcome, left: &mut String| {
            let all: Vec<&Occurrence> = found.occurrences.iter().filter(|o| o.outcome() == outcome).collect();
            *left = ord::left_out(all.len().saturating_sub(MAX_ROWS));
            all.into_iter().take(MAX_ROWS).map(|found| rows.citation(found)).collect::<Result<Vec<_>, _>>()
        };
        let doubtful = of(CitationOutcome::Doubtful, &mut left_out.doubtful)?;
        let unverified = of(CitationOutcome::Unverified, &mut left_out.unverified)?;
        let confirmed = of(CitationOutcome::Confirmed, &mut left_out.confirmed)?;
        // A word or two in quotation marks are no quotation of anything.
        let quotes = found.uncited_quotes.iter().flatten();
        let quotes = quotes.filter(|quote| quote.status != QuoteStatus::TooShort);
        let (exact, in_question): (Vec<&CheckedQuote>, Vec<&CheckedQuote>) =
            quotes.partition(|quote| quote.outcome() == CitationOutcome::Confirmed);
        left_out.uncited =
            ord::left_out(exact.len().saturating_sub(MAX_ROWS) + in_question.len().saturating_sub(MAX_ROWS));
        let mut quote_rows = |quotes: Vec<&CheckedQuote>| {
            quotes.into_iter().take(MAX_ROWS).map(|quote| rows.quote(quote)).collect::<Vec<_>>()
        };
        let (uncited, uncited_confirmed) = (quote_rows(in_question), quote_rows(exact));
        let changes = since.map(|since| Changes::new(&mut rows, since, found)).transpose()?;
        left_out.unread = ord::left_out(found.not_understood.len().saturating_sub(MAX_ROWS));
        left_out.relative = ord::left_out(found.relative.len().saturating_sub(MAX_ROWS));
        let said = |passages: &[UnreadPassage]| {
            passages.iter().take(MAX_ROWS).map(|passage| rows.text.said(&passage.locations)).collect()
        };
        let (unread, relative) = (said(&found.not_understood), said(&found.relative));
        let mut summary = summary(found);
        summary.extend(found.truncated.as_ref().map(|truncated| {
            let SaidWords { line, after, .. } = rows.text.said(&[truncated.first()]);
            ord::truncated(line, after.trim())
        }));
        Ok(Self {
            heading: ord::checked(file, &request.day.to_string(), &request.snapshot.manifest().built),
            summary,
            doubtful,
            unverified,
            confirmed,
            uncited,
            uncited_confirmed,
            unread,
            relative,
            changes,
            left_out,
        })
    }
}

/// What was found, in numbers.
fn summary(found: &ExtractResponse) -> Vec<String> {
    let count = |outcome| found.occurrences.iter().filter(|o| o.outcome() == outcome).count();
    let cited = found.occurrences.iter().flat_map(|occurrence| occurrence.quotes.iter().flatten());
    let quotes = cited.chain(found.uncited_quotes.iter().flatten());
    let quotes = quotes.filter(|quote| quote.status != QuoteStatus::TooShort).count();
    let checks_quotes =
        found.uncited_quotes.is_some() || found.occurrences.iter().any(|o| o.quotes.is_some());
    let mut summary = vec![ord::found(found.occurrences.len(), checks_quotes.then_some(quotes))];
    summary.extend(ord::outcomes(
        count(CitationOutcome::Doubtful),
        count(CitationOutcome::Unverified),
        count(CitationOutcome::Confirmed),
    ));
    summary
}

impl Changes {
    fn new(rows: &mut RowMaker<'_>, since: Date, found: &ExtractResponse) -> Result<Self, AnswerError> {
        // What does not exist has not changed, and is told of already.
        let targets = found.occurrences.iter().flat_map(|occurrence| &occurrence.targets);
        let targets = targets.filter(|target| target.status != TargetStatus::Impossible);
        let named: BTreeMap<&str, &ExtractedTarget> =
            targets.map(|target| (target.uri.as_str(), target)).collect();
        let (mut changed, mut unknown, mut same, mut more) = (Vec::new(), Vec::new(), 0, 0);
        for (uri, target) in named {
            let is_known_here = target.status != TargetStatus::NotHeld;
            match target.changed_since.flatten() {
                Some(true) if changed.len() < MAX_ROWS => changed.push(changed_row(rows, target)?),
                None if is_known_here && unknown.len() < MAX_ROWS => unknown.push(rows.place(uri)?),
                Some(false) => same += 1,
                None if !is_known_here => {}
                _ => more += 1,
            }
        }
        let summary = ord::changes(changed.len(), same, more);
        Ok(Self { since: since.to_string(), changed, unknown, summary })
    }
}

fn changed_row(rows: &mut RowMaker<'_>, target: &ExtractedTarget) -> Result<ChangedRow, AnswerError> {
    let place = rows.place(&target.uri)?;
    let change = target.changed.as_ref().and_then(Option::as_ref);
    let acts = change.map(|change| change.acts.as_slice()).unwrap_or_default();
    let history = Location::parse(&target.uri).and_then(|location| {
        let local = rows.base.strip(location.document().as_str())?;
        Some(Href::page(&format!("/historia/{local}")).with("plats", location.anchor()?.as_str()))
    });
    Ok(ChangedRow { place, what: ord::changed(change.map(|change| change.from.as_str()), acts), history })
}
