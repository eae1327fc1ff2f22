//! The stream for `git fast-import`.

use std::io::Write;

use jiff::civil::Date;
use lagrum_artifact::Artifact;
use lagrum_progress::Progress;
use lagrum_render::{amendments, markdown};
use lagrum_snapshot::Snapshot;
use sha2::{Digest, Sha256};

use super::commit::message;
use super::lydelser::{DocumentHistory, ExportedLydelse, histories};
use super::{BranchName, ExportedBefore};
use crate::ExportError;

/// The author and committer. The address is one that nobody can have.
const COMMITTER: &str = "lagrum <lagrum@example.invalid>";

/// Seconds from midnight to noon. Noon UTC has the same date in almost every time zone.
const NOON: i64 = 12 * 60 * 60;

/// What to export.
#[derive(Clone, Copy, Debug)]
pub struct GitExport<'a> {
    /// The source whose documents are exported.
    pub source: &'a str,
    /// The branch to commit to.
    pub branch: &'a BranchName,
    /// What earlier exports committed to it.
    pub before: &'a ExportedBefore,
}

/// What was exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GitReport {
    /// Commits that were written.
    pub commits: u64,
    /// Lydelser that the branch had already.
    pub present: u64,
    /// Lydelser that belong before an existing commit: they were left out.
    pub too_old: u64,
    /// Uris of documents whose local id cannot be a path: they were left out.
    pub unnamed: Vec<String>,
}

/// A lydelse to commit: its day for the order, the document and its place in the history.
struct Planned<'h> {
    order: (String, usize, usize),
    lydelse: &'h ExportedLydelse,
}

/// Writes the commits that a branch lacks.
pub fn write_stream(
    snapshot: &Snapshot,
    export: GitExport<'_>,
    output: &mut dyn Write,
    progress: &dyn Progress,
) -> Result<GitReport, ExportError> {
    let (histories, unnamed) = histories(snapshot, export.source)?;
    let mut report = GitReport { unnamed, ..GitReport::default() };
    let mut planned: Vec<Planned<'_>> = Vec::new();
    for (number, history) in histories.iter().enumerate() {
        plan(history, number, export.before, &mut planned, &mut report);
    }
    planned.sort_by(|a, b| a.order.cmp(&b.order));
    output.write_all(b"feature done\n")?;
    progress.begin("lydelser", Some(planned.len() as u64));
    let mut writer = StreamWriter { snapshot, export, output, report };
    for planned in &planned {
        writer.commit(planned.lydelse)?;
        progress.advance(1);
    }
    writer.output.write_all(b"done\n")?;
    writer.output.flush()?;
    progress.end();
    Ok(writer.report)
}

/// Plans the lydelser of a document from the last committed one on. The last committed one is included, since its
/// text may have been corrected.
fn plan<'h>(
    history: &'h DocumentHistory,
    number: usize,
    before: &ExportedBefore,
    planned: &mut Vec<Planned<'h>>,
    report: &mut GitReport,
) {
    let last = history.iter().rposition(|lydelse| before.texts.contains_key(&lydelse.uri));
    // A lydelse without a known day follows the lydelse before it.
    let mut day = String::new();
    for (place, lydelse) in history.iter().enumerate() {
        if let Some(own) = &lydelse.day {
            day = day.max(own.clone());
        }
        match last {
            Some(last) if place < last => {
                let known = before.texts.contains_key(&lydelse.uri);
                if known { report.present += 1 } else { report.too_old += 1 }
            }
            _ => planned.push(Planned { order: (day.clone(), number, place), lydelse }),
        }
    }
}

struct StreamWriter<'a> {
    snapshot: &'a Snapshot,
    export: GitExport<'a>,
    output: &'a mut dyn Write,
    report: GitReport,
}

impl StreamWriter<'_> {
    /// Writes the commit of a lydelse, unless the last text committed for it is the same.
    fn commit(&mut self, lydelse: &ExportedLydelse) -> Result<(), ExportError> {
        let unreadable = |source| ExportError::Artifact { uri: lydelse.uri.clone(), source };
        let bytes = self.snapshot.artifact(lydelse.stored)?.ok_or_else(|| unreadable(None))?;
        let artifact = Artifact::parse(&bytes).map_err(|error| unreadable(Some(error)))?;
        let mut text = markdown(&artifact, Some(&lydelse.name));
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let digest = hex::encode(Sha256::digest(text.as_bytes()));
        let known = self.export.before.texts.get(&lydelse.uri);
        if known.is_some_and(|texts| texts.last() == Some(&digest)) {
            self.report.present += 1;
            return Ok(());
        }
        let forarbeten = match &lydelse.forarbeten {
            Some(forarbeten) => forarbeten.clone(),
            None => registered_forarbeten(&artifact, lydelse.amendment.as_deref()),
        };
        let message = message(lydelse, &forarbeten, &digest);
        let time = seconds(lydelse.day.as_deref());
        let reference = self.export.branch.reference();
        writeln!(self.output, "commit {reference}")?;
        writeln!(self.output, "author {COMMITTER} {time} +0000")?;
        writeln!(self.output, "committer {COMMITTER} {time} +0000")?;
        self.data(&message)?;
        if self.report.commits == 0 && self.export.before.has_branch {
            writeln!(self.output, "from {reference}^0")?;
        }
        writeln!(self.output, "M 100644 inline {}", lydelse.path)?;
        self.data(&text)?;
        self.report.commits += 1;
        Ok(())
    }

    fn data(&mut self, text: &str) -> Result<(), ExportError> {
        writeln!(self.output, "data {}", text.len())?;
        self.output.write_all(text.as_bytes())?;
        self.output.write_all(b"\n")?;
        Ok(())
    }
}

/// The preparatory works of an amendment in the register of an artifact.
fn registered_forarbeten(artifact: &Artifact, amendment: Option<&str>) -> Vec<String> {
    let entry = amendments(artifact).find(|entry| entry.uri().is_some() && entry.uri() == amendment);
    entry.map(|entry| entry.forarbeten().map(str::to_owned).collect()).unwrap_or_default()
}

/// Noon of a day in seconds since 1970; noon of 1970-01-01 for an earlier day and for none.
fn seconds(day: Option<&str>) -> i64 {
    let date: Option<Date> = day.and_then(|day| day.parse().ok());
    let days =
        date.and_then(|date| date.since(Date::constant(1970, 1, 1)).ok()).map_or(0, |span| span.get_days());
    i64::from(days.max(0)) * 24 * 60 * 60 + NOON
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_before_1970_are_its_first() {
        assert_eq!(seconds(Some("1970-01-02")), 86_400 + NOON);
        assert_eq!(seconds(Some("2004-07-01")), 1_088_640_000 + NOON);
        for day in [Some("1915-06-11"), Some("1970-01-01"), Some("den dag regeringen bestämmer"), None] {
            assert_eq!(seconds(day), NOON);
        }
    }
}
