//! Reads a list as people have it: a column of a spreadsheet, or lines, with numbers or names of acts.

use std::collections::HashSet;

use jiff::civil::Date;
use lagrum_snapshot::Snapshot;
use lagrum_sources::source;

use super::question::{MAX_LISTED, is_query};
use crate::lookup::{local_id, query_catalog};
use crate::{AnswerError, ResolveQuestion, resolve};

/// The most lines that are read. A list of as many acts as there may be has headings and empty lines beside.
pub const MAX_LIST_LINES: usize = 2_000;

/// The longest line that is read as a name, in bytes.
const MAX_LINE: usize = 1_000;

/// What the lines of a list name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadNames {
    /// The local ids of acts and parts of acts, and queries, each once, in the order of the lines.
    pub ids: Vec<String>,
    /// The numbers of the lines that name no held act, counted from 1.
    pub unread: Vec<usize>,
}

/// Reads lines that name acts, each by its number, its uri or its name. Of a line with several cells, the first cell that names an
/// act counts. Empty lines name nothing.
pub fn read_list_names<'l>(
    snapshot: &Snapshot,
    day: Date,
    lines: impl Iterator<Item = &'l str>,
) -> Result<ReadNames, AnswerError> {
    let mut read = ReadNames::default();
    let mut seen = HashSet::new();
    for (number, line) in lines.enumerate().take(MAX_LIST_LINES) {
        lagrum_cancel::check()?;
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if line.is_empty() {
            continue;
        }
        match named(snapshot, day, line)? {
            Some(id) if read.ids.len() < MAX_LISTED => {
                if seen.insert(id.clone()) {
                    read.ids.push(id);
                }
            }
            _ => read.unread.push(number + 1),
        }
    }
    Ok(read)
}

/// The titles of the acts of a list, in its order; None for what is not held.
pub fn list_titles(snapshot: &Snapshot, uris: &[&str]) -> Result<Vec<Option<String>>, AnswerError> {
    let base = &snapshot.manifest().base;
    query_catalog(snapshot, |catalog| {
        let title = |uri: &&str| {
            if is_query(uri) {
                return Ok(None);
            }
            let local = base.strip(uri).unwrap_or(uri);
            let root = local.split('#').next().unwrap_or_default();
            Ok(catalog.document(&format!("{base}/{root}"))?.and_then(|document| document.title))
        };
        uris.iter().map(title).collect()
    })
}

/// The local id of the act that a line names, or that one of its cells does.
fn named(snapshot: &Snapshot, day: Date, line: &str) -> Result<Option<String>, AnswerError> {
    if line.len() > MAX_LINE {
        return Ok(None);
    }
    if is_query(line) {
        return Ok(Some(line.to_owned()));
    }
    let cells = line.split(['\t', ';']).map(|cell| cell.trim().trim_matches('"'));
    let has_cells = line.contains(['\t', ';']);
    for text in
        std::iter::once(line.trim_matches('"')).filter(|_| !has_cells).chain(cells.filter(|_| has_cells))
    {
        if text.is_empty() {
            continue;
        }
        if let Some(id) = of_text(snapshot, day, text)? {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

fn of_text(snapshot: &Snapshot, day: Date, text: &str) -> Result<Option<String>, AnswerError> {
    let base = &snapshot.manifest().base;
    let own = text.strip_prefix(base.as_str()).unwrap_or(text).trim_start_matches('/');
    let (root, _) = own.split_once('#').unwrap_or((own, ""));
    let is_act = |uri: &str| -> Result<bool, AnswerError> {
        let document = query_catalog(snapshot, |catalog| catalog.document(uri))?;
        Ok(document.is_some_and(|document| source(&document.source).act_form.is_some()))
    };
    if !own.contains(' ') && is_act(&format!("{base}/{root}"))? {
        return Ok(Some(own.to_owned()));
    }
    let question = ResolveQuestion { text: text.to_owned(), source: None, kind: None };
    let answer = resolve(snapshot, day, question)?;
    for result in answer.results {
        if result.source.as_deref().is_some_and(|name| source(name).act_form.is_some()) {
            let pinpoint = result.pin.as_ref().and_then(|place| place.pinpoint.as_deref());
            let place = pinpoint.map(|pinpoint| format!("#{pinpoint}"));
            return Ok(Some(format!("{}{}", local_id(base, &result.uri), place.unwrap_or_default())));
        }
    }
    Ok(None)
}
