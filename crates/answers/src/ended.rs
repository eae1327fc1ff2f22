//! Which documents have ended: no list shows a repealed act as one that applies.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_catalog::RowRange;
use lagrum_snapshot::Snapshot;

use crate::as_of::repeal_day;
use crate::lookup::query_catalog;
use crate::{AnswerError, SourceName};

/// A document that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedDocument {
    /// Its uri.
    pub uri: String,
    /// Its name in a list.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// The day from which it no longer applies; None where that is not known.
    pub day: Option<String>,
}

/// The ends of those documents among some that have ended by a day, by uri: the day, or None where it is not known.
pub fn ends<'a>(
    snapshot: &Snapshot,
    day: Date,
    uris: impl Iterator<Item = &'a str>,
) -> Result<HashMap<String, Option<String>>, AnswerError> {
    let day = day.to_string();
    query_catalog(snapshot, |catalog| {
        let mut ends = HashMap::new();
        for uri in uris {
            lagrum_cancel::check()?;
            let document = catalog.document(uri)?;
            let ended = document.filter(|document| document.expired.as_ref().is_some_and(|end| *end <= day));
            if let Some(document) = ended {
                ends.insert(uri.to_owned(), repeal_day(&document));
            }
        }
        Ok(ends)
    })
}

/// The documents of a source that have ended by a day, by uri: how many there are, and some of them.
pub fn ended_documents(
    snapshot: &Snapshot,
    day: Date,
    source: &SourceName,
    offset: u64,
    limit: u64,
) -> Result<(u64, Vec<EndedDocument>), AnswerError> {
    let (total, documents) = query_catalog(snapshot, |catalog| {
        catalog.expired_documents(source.current(), &day.to_string(), RowRange { limit, offset })
    })?;
    let ended = documents.into_iter().map(|document| EndedDocument {
        day: repeal_day(&document),
        name: document.display.or_else(|| document.label.clone()).unwrap_or_else(|| document.uri.clone()),
        title: document.title,
        uri: document.uri,
    });
    Ok((total, ended.collect()))
}
