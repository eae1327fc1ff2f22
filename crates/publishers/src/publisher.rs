//! What a publisher is to the rest of this crate, and the list of them.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use lagrum_raw::NewRecord;

use crate::asker::Stop;
use crate::fetch::Session;
use crate::probe::ProbeReport;
use crate::sfs::Sfs;

/// A publisher of the documents of one source.
pub trait Publisher: fmt::Debug + Sync {
    /// The source.
    fn source(&self) -> &'static str;

    /// Where it is asked.
    fn base_url(&self) -> &'static str;

    /// The least time between two requests.
    fn gap(&self) -> Duration;

    /// Asks for what the session wants, and keeps what comes.
    fn fetch(&self, session: &mut Session<'_>) -> Result<(), Stop>;

    /// Compares a few answers with the shape that this program knows, with at most five requests.
    fn probe(&self, session: &mut Session<'_>) -> Result<ProbeReport, Stop>;

    /// The records in a file that was taken from the publisher in another way. `path` is below the folder of such files.
    fn records_of_file(&self, path: &Path, bytes: Vec<u8>) -> Result<Vec<NewRecord>, String>;
}

/// All publishers.
pub fn all() -> &'static [&'static dyn Publisher] {
    &[&Sfs]
}

/// The publisher of a source.
pub fn publisher(source: &str) -> Option<&'static dyn Publisher> {
    all().iter().copied().find(|publisher| publisher.source() == source)
}
