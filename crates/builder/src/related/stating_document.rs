//! What statements are read from.

use lagrum_artifact::{Artifact, Base};
use lagrum_catalog::ActRecord;
use lagrum_sources::{Description, Source};

use crate::links::RawLink;

/// The most statements of one artifact. Real artifacts have up to some hundreds.
pub(super) const MAX_STATEMENTS: usize = 20_000;

/// What the statements of an artifact are read from.
pub(crate) struct StatingDocument<'a> {
    pub(crate) uri: &'a str,
    pub(crate) artifact: &'a Artifact,
    pub(crate) source: &'a Source,
    pub(crate) description: &'a Description,
    pub(crate) links: &'a [RawLink],
    /// The record of an act.
    pub(crate) record: Option<&'a ActRecord>,
    pub(crate) base: &'a Base,
}
