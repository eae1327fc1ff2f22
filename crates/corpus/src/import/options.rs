//! The options of an import.

use jiff::civil::Date;
use lagrum_artifact::Base;

use super::meaning::DocumentMeaning;
use crate::PublishedCounts;

/// The options of an import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The base address of the corpus, where it cannot be detected from the artifacts (a base with a path).
    pub base: Option<Base>,
    /// The source of everything, instead of the one that names of files and folders state.
    pub source: Option<String>,
    /// Whether to remove documents that full dumps no longer have. None: only when mirroring a service.
    pub prune: Option<bool>,
    /// What snapshots of the corpus have published. An import that would leave much less stops ([`crate::check_removals`]).
    pub published: Vec<PublishedCounts>,
    /// Whether the import may leave much less than what is published.
    pub allow_removals: bool,
    /// Whether to fail at the first line that cannot be read.
    pub strict: bool,
    /// Names of artifact folders and the source each belongs to (`dom` is `dv`).
    pub folders: Vec<(String, String)>,
    /// Whether to mirror services on other machines over plain http.
    pub insecure_http: bool,
    /// The proxy for requests to services, as `http://HOST:PORT`. The environment's proxies are not used.
    pub proxy: Option<String>,
    /// The day on which what is imported was taken from its publisher. A mirrored service states it itself.
    pub taken: Option<Date>,
    /// Interprets documents for the change log.
    pub meaning: Option<&'static dyn DocumentMeaning>,
}
