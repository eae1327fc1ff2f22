//! How fresh each source is: for operators, who want to know that imports go on, and for readers.

use jiff::Timestamp;
use jiff::civil::Date;
use lagrum_snapshot::Snapshot;

use crate::{AnswerError, SourceCoverage, coverage};

/// How fresh the documents of a source are. What is not known is None.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFreshness {
    /// The source.
    pub source: String,
    /// The date of its newest document.
    pub newest: Option<Date>,
    /// When an import last brought something other than what was held. One that finds nothing new leaves it as it is.
    pub imported: Option<Timestamp>,
    /// The day on which its documents were taken from their publisher, where imports stated it. A run that finds nothing new moves it.
    pub taken: Option<Date>,
}

/// How fresh each source is, in the order of [`coverage`](crate::coverage()).
pub fn freshness(snapshot: &Snapshot) -> Result<Vec<SourceFreshness>, AnswerError> {
    let taken = &snapshot.manifest().taken;
    let of_source = |covered: SourceCoverage| SourceFreshness {
        newest: covered.last_date.and_then(|date| date.parse().ok()),
        imported: covered.updated.and_then(|time| time.parse().ok()),
        taken: taken.get(&covered.source).and_then(|day| day.parse().ok()),
        source: covered.source,
    };
    Ok(coverage(snapshot, None)?.sources.into_iter().map(of_source).collect())
}
