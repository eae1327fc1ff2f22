//! What a run found and did.

use std::fmt;

use lagrum_corpus::import::{FileReport, ParsedDocument};
use lagrum_parse::Report;
use lagrum_progress::Progress;

use crate::document::Outcome;
use crate::due::Reason;

/// The greatest number of problems that are kept in words. All are counted.
const MAX_PROBLEMS: usize = 20;

/// Why documents were due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Raw rows came or changed.
    pub raw: usize,
    /// The parser or the grammar of citations changed.
    pub code: usize,
    /// A dated variant has begun or ended.
    pub day: usize,
    /// The numbering of an act that is cited changed.
    pub tables: usize,
}

impl Due {
    pub(crate) fn add(&mut self, reason: Reason) {
        *match reason {
            Reason::Raw => &mut self.raw,
            Reason::Code => &mut self.code,
            Reason::Day => &mut self.day,
            Reason::Tables => &mut self.tables,
        } += 1;
    }

    /// The number of all documents that were due.
    pub fn all(self) -> usize {
        self.raw + self.code + self.day + self.tables
    }
}

/// What a run found and did.
#[derive(Clone, Debug, Default)]
pub struct HarvestSummary {
    /// The source.
    pub source: String,
    /// Documents that the publisher has, according to the archive.
    pub documents: usize,
    /// Documents that were due, by reason.
    pub due: Due,
    /// Documents parsed.
    pub parsed: usize,
    /// Artifacts stored because they are new or differ from the held ones, archived lydelser included.
    pub stored: u64,
    /// Artifacts that have the same bytes as the held ones.
    pub unchanged: u64,
    /// Documents and archived lydelser withdrawn.
    pub withdrawn: u64,
    /// Documents without an artifact: the record has no text or was withdrawn, or only archived lydelser came.
    pub empty: usize,
    /// Of these, documents that are held with a text. They keep it until a run on another day finds none either.
    pub kept: usize,
    /// Records that are no documents of the source.
    pub others: usize,
    /// Documents that could not be parsed or stored. Their held artifacts stay.
    pub failed: usize,
    /// Words of raw bodies that artifacts lack.
    pub missing: usize,
    /// Words of artifacts that raw bodies lack.
    pub extra: usize,
    /// Lines that were not understood.
    pub unread: usize,
    /// The first problems, a sentence each.
    pub problems: Vec<String>,
}

impl HarvestSummary {
    pub(crate) fn add_problem(&mut self, problem: String) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }

    /// Adds the outcome of a document. Returns the parsed document; None where it could not be parsed.
    pub(crate) fn take(
        &mut self,
        key: &str,
        outcome: Result<Outcome, String>,
        on_report: &mut dyn FnMut(&str, &Report),
        progress: &dyn Progress,
    ) -> Option<ParsedDocument> {
        self.parsed += 1;
        let Outcome { parsed, reports, problems, is_other } = match outcome {
            Ok(outcome) => outcome,
            Err(problem) => {
                self.failed += 1;
                progress.note(&problem);
                self.add_problem(problem);
                return None;
            }
        };
        for report in &reports {
            self.add_report(key, report);
            on_report(key, report);
        }
        for problem in problems {
            self.add_problem(problem);
        }
        self.others += usize::from(is_other);
        self.empty += usize::from(parsed.document.is_none() && !is_other);
        Some(parsed)
    }

    /// Adds the counts and problems of an import.
    pub(crate) fn add_import(&mut self, report: &FileReport) {
        let counts = &report.counts;
        (self.stored, self.unchanged, self.withdrawn) = (counts.stored, counts.unchanged, counts.removed);
        self.failed += (counts.unreadable + counts.rejected) as usize;
        for problem in &report.problems {
            self.add_problem(problem.clone());
        }
    }

    /// Adds the parser's report on a document or a lydelse.
    fn add_report(&mut self, key: &str, report: &Report) {
        self.missing += report.missing;
        self.extra += report.extra;
        self.unread += report.unread.len();
        if report.missing > 0 || report.extra > 0 {
            let Report { words, missing, extra, .. } = report;
            self.add_problem(format!("{key}: of {words} words {missing} are missing and {extra} too many"));
        }
        if let Some(line) = report.unread.first() {
            let line: String = line.chars().take(80).collect();
            self.add_problem(format!(
                "{key}: {} lines not understood, the first {line:?}",
                report.unread.len()
            ));
        }
    }
}

impl fmt::Display for HarvestSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Due { raw, code, day, tables } = self.due;
        write!(
            f,
            "{} documents, due {} (raw {raw}, code {code}, day {day}, tables {tables})",
            self.documents,
            self.due.all()
        )?;
        write!(f, ", parsed {}, stored {}, unchanged {}", self.parsed, self.stored, self.unchanged)?;
        write!(f, ", withdrawn {}, empty {}, failed {}", self.withdrawn, self.empty, self.failed)?;
        if self.others > 0 {
            write!(f, ", no documents {}", self.others)?;
        }
        if self.kept > 0 {
            write!(f, ", kept without a new text {}", self.kept)?;
        }
        write!(
            f,
            "; words missing {}, extra {}, lines not understood {}",
            self.missing, self.extra, self.unread
        )
    }
}
