//! Records which parts of each source an import has read, on which pruning depends.

use std::collections::BTreeMap;

/// The parts that an import has read, by source.
pub(super) type Coverage = BTreeMap<String, SourceCoverage>;

/// The parts of a source that an import has read.
#[derive(Default)]
pub(super) struct SourceCoverage {
    /// Whether the full dump was read to its end.
    pub(super) has_full_dump: bool,
    /// Whether it came from a service, whose dump has all documents of the source.
    pub(super) is_mirrored: bool,
    /// Whether something of the source could not be read.
    pub(super) has_failures: bool,
    /// The dump files that were read.
    pub(super) files: Vec<String>,
    /// Whether the archived lydelser were read to their end.
    pub(super) has_lydelser: bool,
}

impl SourceCoverage {
    /// Records that a service has no archived lydelser of the source.
    pub(super) fn set_without_lydelser(&mut self) {
        self.has_lydelser = true;
        self.is_mirrored = true;
    }
}
