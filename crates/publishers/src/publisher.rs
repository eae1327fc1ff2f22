//! The interface of a publisher to the rest of this crate.

use std::fmt;
use std::path::Path;

use lagrum_raw::NewRecord;

use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::session::{AskedPublisher, Session};

/// A publisher of the documents of one source.
pub trait Publisher: fmt::Debug + Sync {
    /// The source that it publishes, and how it is asked.
    fn asked(&self) -> AskedPublisher;

    /// Asks for the extent that the session's options name, and keeps the answers.
    fn fetch(&self, session: &mut Session<'_>) -> Result<(), Stop>;

    /// Compares a few answers with the form that this program expects, with at most five requests.
    fn probe(&self, session: &mut Session<'_>) -> Result<ProbeReport, Stop>;

    /// The records in a file that was taken from the publisher in another way. `path` is below the folder of such files.
    fn records_of_file(&self, path: &Path, bytes: Vec<u8>) -> Result<Vec<NewRecord>, String>;
}
