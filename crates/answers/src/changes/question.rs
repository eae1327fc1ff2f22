//! What is asked of the list of changes.

use lagrum_artifact::ChangeKind;
use lagrum_catalog::{CatalogProblem, CatalogReader, ChangeRecord};

use crate::SourceName;

/// What to tell of.
#[derive(Clone, Debug, Default)]
pub struct ChangesQuestion {
    /// The id of a snapshot that was served, or a time. Required unless there is a cursor.
    pub since: Option<String>,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Only of this source.
    pub source: Option<SourceName>,
    /// Only of this kind.
    pub kind: Option<String>,
    /// Only these changes; empty for all.
    pub changes: Vec<ChangeKind>,
    /// Archived lydelser too, which a mirror needs.
    pub versions: bool,
    /// Changes on a page.
    pub limit: u64,
}

/// Whether a list tells of a record.
pub(crate) type LatestFilter<'f> =
    &'f dyn Fn(&CatalogReader<'_>, &ChangeRecord) -> Result<bool, CatalogProblem>;

/// How many changes are looked at, and how many of them are told, at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LatestLimits {
    pub(crate) looked_at: usize,
    pub(crate) listed: usize,
}
