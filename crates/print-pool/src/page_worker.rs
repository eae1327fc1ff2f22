//! A worker process that draws pages of one PDF, one after another.
//!
//! It is started before it is needed, limits itself and enters its sandbox, and then waits. The first job gives it a PDF; from
//! then on it draws pages of this PDF only, so a hostile PDF cannot change the picture of another document.

use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream as Socket;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use bytes::Bytes;
use rustix::process::{Pid, setpriority_process};
use tokio::io::{AsyncReadExt, Interest};
use tokio::net::UnixStream;
use tokio::process::{Child, Command};

use crate::output::{MAX_STDERR_BYTES, failed, read};
use crate::protocol::{HEAD_BYTES, response_head, send_job};
use crate::{PageJob, PrintError};

/// The number of pages after which a worker is replaced.
const MAX_PAGES: u32 = 100;

/// The resident memory above which a worker is replaced, in bytes. It bounds what idle workers take.
const MAX_RESIDENT: u64 = 256 << 20;

/// How long a job runs at normal priority. A page takes 20 to 60 ms of processor time; at low priority it would wait
/// several times as long on a busy machine. A job that takes longer than this gets low priority.
const NORMAL_PRIORITY: Duration = Duration::from_millis(500);

/// The nice value for low priority.
const NICE: i32 = 10;

/// A running process. It is killed when this value is dropped.
pub(crate) struct PageWorker {
    child: Child,
    socket: UnixStream,
    /// The PDF it has read; None for one that has read nothing.
    pdf: Option<PathBuf>,
    pages: u32,
    /// The total time of its jobs.
    busy: Duration,
    has_low_priority: bool,
}

impl PageWorker {
    /// Starts a process by this command.
    pub(crate) fn start(command: &mut Command) -> Result<Self, PrintError> {
        let not_started = |error: std::io::Error| PrintError::NotStarted(error.to_string());
        let (own, other) = Socket::pair().map_err(not_started)?;
        own.set_nonblocking(true).map_err(not_started)?;
        let socket = UnixStream::from_std(own).map_err(not_started)?;
        let child = command
            .stdin(Stdio::from(OwnedFd::from(other)))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(not_started)?;
        Ok(Self { child, socket, pdf: None, pages: 0, busy: Duration::ZERO, has_low_priority: false })
    }

    /// The PDF it has read, if it has read one.
    pub(crate) fn pdf(&self) -> Option<&Path> {
        self.pdf.as_deref()
    }

    /// The id of the process, while it runs.
    pub(crate) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Draws a page of a PDF. If the worker has read a PDF, `path` must be that PDF.
    pub(crate) async fn draw(&mut self, job: &PageJob, path: &Path) -> Result<Bytes, PrintError> {
        let begin = Instant::now();
        let id = self.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        let (drawn, has_low_priority) = {
            let mut drawing = std::pin::pin!(self.exchange(job, path));
            if let Ok(drawn) = tokio::time::timeout(NORMAL_PRIORITY, &mut drawing).await {
                (drawn, false)
            } else {
                if let Some(id) = id {
                    // A failure is no reason not to draw.
                    let _ = setpriority_process(Some(id), NICE);
                }
                (drawing.await, true)
            }
        };
        self.has_low_priority |= has_low_priority;
        self.pages += 1;
        self.busy += begin.elapsed();
        drawn
    }

    async fn exchange(&mut self, job: &PageJob, path: &Path) -> Result<Bytes, PrintError> {
        let pdf = match &self.pdf {
            None => Some(open(path)?),
            Some(_) => None,
        };
        self.pdf.get_or_insert_with(|| path.to_owned());
        let socket = &self.socket;
        let sent = socket.async_io(Interest::WRITABLE, || send_job(socket.as_fd(), job, pdf.as_ref())).await;
        match sent {
            Ok(()) => match self.response().await {
                Ok(response) => response,
                Err(_) => Err(self.failure().await),
            },
            Err(_) => Err(self.failure().await),
        }
    }

    /// The response to the job. An outer error means that the process has ended, or has sent something that is no
    /// response.
    async fn response(&mut self) -> std::io::Result<Result<Bytes, PrintError>> {
        let mut head = [0; HEAD_BYTES];
        self.socket.read_exact(&mut head).await?;
        let (is_picture, length) = response_head(head)
            .filter(|(_, length)| *length <= PageJob::LIMITS.output)
            .ok_or_else(|| std::io::Error::other("no response"))?;
        // Grows as the content arrives: a process that only states a length causes no allocation.
        let mut content = Vec::new();
        (&mut self.socket).take(length).read_to_end(&mut content).await?;
        if content.len() as u64 != length {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if is_picture {
            return Ok(Ok(content.into()));
        }
        serde_json::from_slice(&content)
            .map(|rejection| Err(PrintError::Rejected(rejection)))
            .map_err(Into::into)
    }

    /// Why the process failed, if it has sent no response. Ends the process.
    async fn failure(&mut self) -> PrintError {
        // A process that has already ended keeps its own exit status.
        let _ = self.child.start_kill();
        let errors = read(&mut self.child.stderr.take(), MAX_STDERR_BYTES).await.unwrap_or_default();
        match self.child.wait().await {
            Ok(status) => {
                PrintError::WorkerFailed(format!("{status}: {}", String::from_utf8_lossy(&errors).trim()))
            }
            Err(error) => failed(&error),
        }
    }

    /// Whether it may draw further pages. All pages of a worker together may take little longer than a single page
    /// may. So the limit of processor time, which is per process, never ends a page that is within its own limits.
    pub(crate) fn is_reusable(&self) -> bool {
        self.pages < MAX_PAGES
            && self.busy < Duration::from_secs(PageJob::LIMITS.seconds)
            && !self.has_low_priority
            && self.id().and_then(resident).is_some_and(|bytes| bytes <= MAX_RESIDENT)
    }
}

fn open(path: &Path) -> Result<File, PrintError> {
    File::open(path).map_err(|error| PrintError::WorkerFailed(format!("the input cannot be opened: {error}")))
}

/// The resident memory of a process, in bytes. None on systems that do not report it.
fn resident(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes << 10)
}
