//! The question for a list of changes.

use lagrum_artifact::ChangeKind;
use lagrum_catalog::{CatalogProblem, CatalogReader, ChangeRecord};

use crate::SourceName;

/// Which changes to list.
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

/// Whether a record belongs in a list.
pub(crate) type LatestFilter<'f> =
    &'f dyn Fn(&CatalogReader<'_>, &ChangeRecord) -> Result<bool, CatalogProblem>;

/// The most changes that are looked at, and the most that are listed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LatestLimits {
    pub(crate) looked_at: usize,
    pub(crate) listed: usize,
}
