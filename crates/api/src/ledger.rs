//! The error ledger: files with one line for each failed request. An entry is found by the `error_id` that a user reports.
//!
//! **Three classes of failures, each with its own files and queue** ([`FailureClass`]). Any client can cause a 404, and many
//! requests at once cause a 503. These entries must not displace the entries of real faults, so they have other files: the
//! entry of a fault stays until other faults have filled two files.
//!
//! **The entry of every reported id can be found.** One thread writes the files of a class ([`writer`]). Requests send it their
//! entry through a bounded queue and wait until the line is in the file; only then does the response name the entry. When the
//! queue is full, when the file cannot be written, or when the disk takes longer than [`TIMEOUT`], the response is sent with
//! `null` as its id. So a flood of requests for unknown paths costs the server neither memory nor time.
//!
//! **Every entry is bounded**, field by field and in the bytes that are written ([`entry`]).
//!
//! An entry that has the client's address and its query is personal data; both can be left out. Entries are kept until two
//! files of [`ROTATE_AT`] bytes have been filled after them. The files can be read by their owner and its group only.

mod entry;
mod read;
mod writer;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use http::StatusCode;

pub(crate) use entry::RequestSummary;
pub use entry::{ENTRY_MAX, LedgerEntry};
pub use read::find;

pub use writer::ROTATE_AT;

use self::writer::{Writer, older, with_ending};
use crate::error::ApiError;
use lagrum_answers::Fault;

/// How long a response waits for its ledger entry.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The class of a failure, which decides the files of its entry. Failures of one class are equally easy to cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureClass {
    /// A fault of the server, or of something it needs: any 5xx that is not a refusal. In the file `<file>`.
    Fault,
    /// A 503 without a failed part: the server was overloaded, took too long, or was not ready yet. In `<file>.503`.
    Refusal,
    /// A 404. In `<file>.404`.
    NotFound,
}

impl FailureClass {
    /// All classes.
    pub const ALL: [Self; 3] = [Self::Fault, Self::Refusal, Self::NotFound];

    /// The class of a failed answer.
    pub(crate) fn of(status: StatusCode, error: Option<&ApiError>) -> Self {
        match error {
            Some(ApiError::Unavailable { cause: None, .. }) => Self::Refusal,
            _ if status.is_server_error() => Self::Fault,
            _ => Self::NotFound,
        }
    }

    /// The file of a class in the ledger of this name.
    pub fn file(self, ledger: &Path) -> PathBuf {
        match self {
            Self::Fault => ledger.to_owned(),
            Self::Refusal => with_ending(ledger, ".503"),
            Self::NotFound => with_ending(ledger, ".404"),
        }
    }
}

/// Writes failures to the ledger. Cheap to clone; all clones write through the same threads.
#[derive(Clone)]
pub struct Ledger {
    files: Option<Files>,
    anonymous: bool,
}

#[derive(Clone)]
struct Files {
    faults: Writer,
    refusals: Writer,
    not_found: Writer,
}

impl Files {
    fn of(&self, class: FailureClass) -> &Writer {
        match class {
            FailureClass::Fault => &self.faults,
            FailureClass::Refusal => &self.refusals,
            FailureClass::NotFound => &self.not_found,
        }
    }
}

impl Ledger {
    /// A ledger that keeps nothing; every `error_id` is null.
    pub fn none() -> Self {
        Self { files: None, anonymous: true }
    }

    /// A ledger in this file and the files beside it. Without `with_client`, entries have neither the client's address nor the
    /// query.
    ///
    /// The file and its folder need not exist or be writable yet. Fails only when no thread can be started.
    pub fn open(path: impl Into<PathBuf>, with_client: bool) -> io::Result<Self> {
        let path = path.into();
        let writer = |class: FailureClass| Writer::start(class.file(&path));
        let files = Files {
            faults: writer(FailureClass::Fault)?,
            refusals: writer(FailureClass::Refusal)?,
            not_found: writer(FailureClass::NotFound)?,
        };
        Ok(Self { files: Some(files), anonymous: !with_client })
    }

    /// Writes one failure, and returns its id: eight hex digits. None if the entry may not have been written.
    pub(crate) async fn record(
        &self,
        class: FailureClass,
        request: &RequestSummary,
        status: StatusCode,
        detail: &str,
        fault: Option<&Fault>,
    ) -> Option<String> {
        let files = self.files.as_ref()?;
        let id = format!("{:08x}", getrandom::u32().ok()?);
        let mut entry = LedgerEntry::new(id, request, status, detail, fault);
        if self.anonymous {
            entry = entry.without_client();
        }
        let written = files.of(class).write(entry.line()?)?;
        tokio::time::timeout(TIMEOUT, written).await.ok()?.ok()?;
        Some(entry.id)
    }
}
