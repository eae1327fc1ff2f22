//! How far a source has been fetched.

/// A key counts as gone when two complete walks at least this many seconds apart did not meet it. A shorter gap may be a rebuild of
/// the publisher's index.
pub const TOMBSTONE_AFTER: i64 = 24 * 60 * 60;

/// How far a source has been fetched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceState {
    /// Up to where the publisher's changes are known, in the publisher's terms. Moved when a run is complete, never before.
    pub watermark: Option<String>,
    /// When the last complete run began, in seconds since 1970.
    pub complete_at: Option<i64>,
    /// The run that has begun and is not complete.
    pub run: Option<AskedRun>,
}

/// A run of requests that has begun.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedRun {
    /// Whether it meets every document that the publisher has.
    pub is_walk: bool,
    /// When it began, in seconds since 1970.
    pub begun: i64,
    /// Where the run goes on, in the publisher's terms.
    pub cursor: Option<String>,
    /// The watermark that the source gets when the run is complete.
    pub mark: Option<String>,
}
