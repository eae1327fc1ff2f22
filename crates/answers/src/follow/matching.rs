//! The documents that match a query and were added or changed last.

use std::cell::RefCell;

use jiff::civil::Date;
use lagrum_artifact::ChangeKind;
use lagrum_catalog::ChangeRecord;
use lagrum_search::YearRange;
use lagrum_snapshot::Snapshot;

use crate::changes::{LatestFilter, LatestLimits, latest_filtered};
use crate::search::{engine_failure, matching};
use crate::{AnswerError, ChangesQuestion, DocumentChange, SearchQuestion, SourceName};

/// The most matching documents that are looked at, the best ones.
const MAX_MATCHING: usize = 10_000;

/// The most changes that are looked at, the last ones.
const MAX_CHANGES: usize = 5_000;

/// A query with its filters.
#[derive(Clone, Debug, Default)]
pub struct MatchingQuestion {
    /// As in a search.
    pub query: String,
    /// Only documents of this source.
    pub source: Option<SourceName>,
    /// Only documents of this kind.
    pub kind: Option<String>,
    /// Only documents of these years.
    pub year: Option<YearRange>,
}

/// The last changes of documents that match a query.
#[derive(Clone, Debug, Default)]
pub struct MatchingChanges {
    /// The newest first.
    pub changes: Vec<DocumentChange>,
    /// Whether a later answer may have others, because part of the meaning of the query is not known yet.
    pub is_provisional: bool,
}

/// The last `count` changes that added a document matching a query or gave it another text, the newest first.
pub fn matching_changes(
    snapshot: &Snapshot,
    day: Date,
    question: MatchingQuestion,
    count: usize,
) -> Result<MatchingChanges, AnswerError> {
    let MatchingQuestion { query, source, kind, year } = question;
    let asked = SearchQuestion { query, source, kind, year, ..SearchQuestion::default() };
    let (source, kind) = (asked.source.clone(), asked.kind.clone());
    if asked.query.trim().is_empty() {
        return Ok(MatchingChanges::default());
    }
    let query = asked.query.clone();
    let (matching, is_provisional) = matching(snapshot, day, asked, MAX_MATCHING)?;
    let changes = vec![ChangeKind::Added, ChangeKind::Text];
    let question = ChangesQuestion { source, kind, changes, ..ChangesQuestion::default() };
    let failure = RefCell::new(None);
    let filter: LatestFilter<'_> = &|catalog, record: &ChangeRecord| {
        let has = matching.has(&catalog.changed_uri(record)?);
        Ok(has.unwrap_or_else(|error| {
            failure.borrow_mut().get_or_insert(error);
            false
        }))
    };
    let changes = latest_filtered(
        snapshot,
        day,
        &question,
        LatestLimits { looked_at: MAX_CHANGES, listed: count },
        filter,
    )?;
    match failure.into_inner() {
        Some(error) => Err(engine_failure(error.into(), &query, None)),
        None => Ok(MatchingChanges { changes, is_provisional }),
    }
}
