//! The error ledger: a file with one line per failed request, so that an `error_id` a user reports leads to what
//! happened.
//!
//! One thread writes. Requests hand it their entry through a bounded queue and wait for its word that the line is
//! in the file; only then does the answer name the entry. An id that is given out can therefore be found. When the
//! queue is full, when the file cannot be written, or when the disk takes longer than [`PATIENCE`], the answer says
//! `null` and goes out all the same: a flood of unknown paths costs the server neither memory nor time. The writer
//! takes everything that waits in one go and writes it at once, so it keeps up with several ten thousand entries
//! per second.
//!
//! The file is opened anew for every such batch. That is cheap beside the write, and it means that a file moved or
//! deleted by an administrator, or a disk that comes back, needs no restart.
//!
//! An entry is personal data as long as it names the client's address; that field can be switched off. Entries live
//! until two files of [`ROTATE_AT`] bytes have been filled after them.

mod entry;
mod read;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use http::StatusCode;
use tokio::sync::oneshot;

pub(crate) use entry::Asked;
pub use entry::Entry;
pub use read::find;

use crate::error::Fault;

/// Size in bytes above which the file becomes the older generation and a new one is begun.
pub const ROTATE_AT: u64 = 8 * 1024 * 1024;

/// Entries that may wait for the writer.
const QUEUE: usize = 256;

/// How long an answer waits for its entry.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where failures are written down. Cheap to clone; all clones write through the same thread.
#[derive(Clone)]
pub struct Ledger {
    writer: Option<SyncSender<Waiting>>,
    with_client: bool,
}

struct Waiting {
    line: Vec<u8>,
    written: oneshot::Sender<()>,
}

impl Ledger {
    /// A ledger that keeps nothing; every `error_id` is null.
    pub fn none() -> Self {
        Self { writer: None, with_client: false }
    }

    /// A ledger in this file, with the address of the client in each entry or without.
    ///
    /// The file and its folder need not exist, or be writable, yet. Fails only when no thread can be started.
    pub fn open(path: impl Into<PathBuf>, with_client: bool) -> io::Result<Self> {
        let path = path.into();
        let (writer, waiting) = sync_channel(QUEUE);
        std::thread::Builder::new().name("ledger".into()).spawn(move || write_all(&path, &waiting))?;
        Ok(Self { writer: Some(writer), with_client })
    }

    /// Writes down one failure and gives its id: eight hex digits, or nothing if it is not known to be written.
    pub(crate) async fn record(
        &self,
        asked: &Asked,
        status: StatusCode,
        detail: &str,
        fault: Option<&Fault>,
    ) -> Option<String> {
        let writer = self.writer.as_ref()?;
        let id = format!("{:08x}", getrandom::u32().ok()?);
        let mut entry = Entry::new(id, asked, status, detail, fault);
        if !self.with_client {
            entry.client = None;
        }
        let mut line = serde_json::to_vec(&entry).ok()?;
        line.push(b'\n');
        let (written, answer) = oneshot::channel();
        writer.try_send(Waiting { line, written }).ok()?;
        tokio::time::timeout(PATIENCE, answer).await.ok()?.ok()?;
        Some(entry.id)
    }
}

/// Runs until every [`Ledger`] that hands over entries is gone.
fn write_all(path: &Path, waiting: &Receiver<Waiting>) {
    while let Ok(first) = waiting.recv() {
        let batch: Vec<_> = std::iter::once(first).chain(waiting.try_iter().take(QUEUE)).collect();
        match append(path, &batch) {
            Ok(()) => batch.into_iter().for_each(|entry| {
                // A request that no longer waits needs no word.
                let _ = entry.written.send(());
            }),
            // Dropping the batch tells those who wait.
            Err(error) => {
                let entries = batch.len();
                tracing::warn!(%error, entries, "the error ledger could not be written");
            }
        }
    }
}

fn append(path: &Path, batch: &[Waiting]) -> io::Result<()> {
    let lines: Vec<u8> = batch.iter().flat_map(|entry| entry.line.iter().copied()).collect();
    let open = || OpenOptions::new().create(true).append(true).open(path);
    let mut file = match (open(), path.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            std::fs::create_dir_all(folder)?;
            open()?
        }
        (opened, _) => opened?,
    };
    file.write_all(&lines)?;
    if file.metadata()?.len() > ROTATE_AT
        && let Err(error) = std::fs::rename(path, older(path))
    {
        // The entries are written; the file is merely longer than it should be.
        tracing::warn!(%error, "the error ledger could not be rotated");
    }
    Ok(())
}

/// The older generation of a ledger file.
fn older(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".1");
    PathBuf::from(name)
}
