//! Writing the lines of one file.
//!
//! The writer takes all waiting lines at once and writes them together, so it keeps up with several ten thousand entries per
//! second. The file is opened anew for every such batch. Opening is cheap compared with writing, and no restart is needed after
//! an administrator has moved or deleted the file, or after a disk has come back.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use tokio::sync::oneshot;

/// Size in bytes above which a file becomes the older generation and a new one is begun.
pub const ROTATE_AT: u64 = 8 * 1024 * 1024;

/// The older generation of a file.
pub(super) fn older(path: &Path) -> PathBuf {
    with_ending(path, ".1")
}

pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Entries that may wait for the writer.
const QUEUE: usize = 256;

/// Hands lines to the thread that writes them.
#[derive(Clone)]
pub(super) struct Writer(SyncSender<Waiting>);

struct Waiting {
    line: Vec<u8>,
    written: oneshot::Sender<()>,
}

impl Writer {
    /// Starts the thread that writes a file. It ends when every `Writer` is dropped.
    pub(super) fn start(path: PathBuf) -> io::Result<Self> {
        let (sender, waiting) = sync_channel(QUEUE);
        std::thread::Builder::new().name("ledger".into()).spawn(move || write_all(&path, &waiting))?;
        Ok(Self(sender))
    }

    /// Queues a line. The receiver resolves when the line is in the file. None when too many lines wait.
    pub(super) fn write(&self, line: Vec<u8>) -> Option<oneshot::Receiver<()>> {
        let (written, answer) = oneshot::channel();
        self.0.try_send(Waiting { line, written }).ok()?;
        Some(answer)
    }
}

fn write_all(path: &Path, waiting: &Receiver<Waiting>) {
    for file in [path, &older(path)] {
        if let Err(error) = make_private(file) {
            tracing::warn!(%error, "other users of this machine may be able to read the error ledger");
        }
    }
    while let Ok(first) = waiting.recv() {
        let batch: Vec<_> = std::iter::once(first).chain(waiting.try_iter().take(QUEUE)).collect();
        match append(path, &batch) {
            Ok(()) => batch.into_iter().for_each(|entry| {
                // A request that no longer waits is not notified.
                let _ = entry.written.send(());
            }),
            // Dropping the batch closes the channels of the waiting requests.
            Err(error) => {
                let entries = batch.len();
                tracing::warn!(%error, entries, "the error ledger could not be written");
            }
        }
    }
}

fn append(path: &Path, batch: &[Waiting]) -> io::Result<()> {
    let lines: Vec<u8> = batch.iter().flat_map(|entry| entry.line.iter().copied()).collect();
    let mut file = match (open(path), path.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            std::fs::create_dir_all(folder)?;
            open(path)?
        }
        (opened, _) => opened?,
    };
    file.write_all(&lines)?;
    if file.metadata()?.len() > ROTATE_AT
        && let Err(error) = std::fs::rename(path, older(path))
    {
        // The entries are written; the file is only longer than it should be.
        tracing::warn!(%error, "the error ledger could not be rotated");
    }
    Ok(())
}

/// Opens the file to append to it; one that is made is readable by its owner and its group.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o640);
    options.open(path)
}

/// Restricts an existing file to its owner and its group: an earlier version made it readable to everybody. A path that is no
/// regular file, for example a pipe, is not changed.
#[cfg(unix)]
fn make_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let Ok(metadata) = std::fs::metadata(path) else { return Ok(()) };
    let mode = metadata.permissions().mode() & 0o777;
    if !metadata.is_file() || mode & !0o640 == 0 {
        return Ok(());
    }
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o640))
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> io::Result<()> {
    Ok(())
}
