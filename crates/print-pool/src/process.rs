//! Worker processes.
//!
//! Pages of a file are drawn by page workers (`page_worker.rs`), which are started in advance and draw further pages of the
//! same PDF. Every other job has a process of its own, which this module starts.
//!
//! The job is the last argument of such a process, the input its standard input, the result its standard output. It exits
//! with 0 when it has printed, with [`WorkerProcess::REJECTED`] and a [`PrintRejection`] as JSON on standard output when it rejects
//! the job, and in any other way when it fails. It gets an empty environment, and limits itself before it reads the input.
//! The timeout and the length of its output are checked here.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};

use crate::error::PrintError;
use crate::idle::IdleWorkers;
use crate::output::{MAX_STDERR_BYTES, failed, read};
use crate::page_worker::PageWorker;
use crate::pool::{PrintFuture, PrintWorker};
use crate::{PageJob, PrintInput, PrintJob, PrintRejection, PrintRequest};

/// Worker processes. Clones share the idle ones.
#[derive(Clone)]
pub struct WorkerProcess {
    program: PathBuf,
    arguments: Vec<OsString>,
    timeout: Option<Duration>,
    idle: Arc<IdleWorkers>,
}

impl WorkerProcess {
    /// The exit code of a worker that rejects a job.
    pub const REJECTED: u8 = 3;

    /// The last argument of a page worker. No job has this name.
    pub const PAGES: &str = "pages";

    /// Workers that run this program with these arguments and, after them, the job as JSON or [`Self::PAGES`].
    pub fn new(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            timeout: None,
            idle: Arc::default(),
        }
    }

    /// Sets a timeout for every job, instead of the job's own.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout: Some(timeout), ..self }
    }

    /// Starts a page worker, unless an idle one has read no PDF yet. Needs a tokio runtime.
    pub fn prepare(&self) -> Result<(), PrintError> {
        if !self.idle.has_fresh() {
            self.idle.put(self.start_page_worker()?);
        }
        Ok(())
    }

    /// The ids of the idle page workers, and whether each has read a PDF.
    pub fn idle_workers(&self) -> Vec<(u32, bool)> {
        self.idle.ids()
    }

    /// Draws a page of a file by an idle page worker, or by a new one.
    async fn draw(&self, job: &PageJob, pdf: &Path) -> Result<Bytes, PrintError> {
        if let Some(idle) = self.idle.take(pdf) {
            match self.draw_by(idle, job, pdf).await {
                // The failure may have another cause than this job: the system may have ended the worker while it was
                // idle, or earlier pages may have left too little memory. So the job is tried once more in a new
                // process.
                Err(PrintError::WorkerFailed(_)) => {}
                drawn => return drawn,
            }
        }
        self.draw_by(self.start_page_worker()?, job, pdf).await
    }

    /// Draws a page by this worker. The worker is kept for further pages if it succeeds and is reusable; otherwise it
    /// is ended.
    async fn draw_by(&self, mut worker: PageWorker, job: &PageJob, pdf: &Path) -> Result<Bytes, PrintError> {
        let png = worker.draw(job, pdf).await?;
        if worker.is_reusable() {
            self.idle.put(worker);
        }
        Ok(png)
    }

    fn start_page_worker(&self) -> Result<PageWorker, PrintError> {
        PageWorker::start(&mut self.command(Self::PAGES))
    }

    /// The command for a process with this last argument. It gets an empty environment.
    fn command(&self, argument: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(argument).env_clear();
        command
    }

    async fn run(&self, request: PrintRequest) -> Result<Bytes, PrintError> {
        if let (PrintJob::Page(job), PrintInput::File(pdf)) = (&request.job, &request.input) {
            let timeout = self.timeout.unwrap_or(Duration::from_secs(request.job.limits().seconds));
            let drawn = tokio::time::timeout(timeout, self.draw(job, pdf)).await;
            // In the background, so that the picture does not wait for the next worker.
            let this = self.clone();
            tokio::spawn(async move {
                if let Err(error) = this.prepare() {
                    tracing::warn!(%error, "no page worker can be started in advance");
                }
            });
            return drawn.unwrap_or(Err(PrintError::TimedOut));
        }
        let limits = request.job.limits();
        let timeout = self.timeout.unwrap_or(Duration::from_secs(limits.seconds));
        let mut child = self.start(&request)?;
        // Dropping the child, as the timeout does, kills its process.
        let work = async {
            let input = child.stdin.take();
            let (mut stdout, mut stderr) = (child.stdout.take(), child.stderr.take());
            let feed = async {
                if let (Some(mut input), PrintInput::Bytes(bytes)) = (input, &request.input) {
                    // A worker that has read enough closes its end.
                    let _ = input.write_all(bytes).await;
                }
                Ok(())
            };
            let ((), output, errors) = tokio::try_join!(
                feed,
                read(&mut stdout, limits.output),
                read(&mut stderr, MAX_STDERR_BYTES)
            )?;
            let status = child.wait().await.map_err(|error| failed(&error))?;
            Ok::<_, PrintError>((status, output, errors))
        };
        let (status, output, errors) =
            tokio::time::timeout(timeout, work).await.map_err(|_| PrintError::TimedOut)??;
        result(status, output, &errors)
    }

    fn start(&self, request: &PrintRequest) -> Result<Child, PrintError> {
        let job = serde_json::to_string(&request.job).map_err(|error| failed(&error))?;
        let input = match &request.input {
            PrintInput::File(path) => std::fs::File::open(path)
                .map_err(|error| PrintError::WorkerFailed(format!("the input cannot be opened: {error}")))?
                .into(),
            PrintInput::Bytes(_) => Stdio::piped(),
        };
        self.command(&job)
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| PrintError::NotStarted(error.to_string()))
    }
}

impl PrintWorker for WorkerProcess {
    fn print(&self, request: PrintRequest) -> PrintFuture {
        let this = self.clone();
        Box::pin(async move { this.run(request).await })
    }
}

/// The result of a process that has ended.
fn result(status: ExitStatus, output: Vec<u8>, errors: &[u8]) -> Result<Bytes, PrintError> {
    if status.success() {
        if !errors.is_empty() {
            tracing::warn!("a print job: {}", String::from_utf8_lossy(errors).trim());
        }
        return Ok(output.into());
    }
    if status.code() == Some(i32::from(WorkerProcess::REJECTED))
        && let Ok(rejection) = serde_json::from_slice::<PrintRejection>(&output)
    {
        return Err(PrintError::Rejected(rejection));
    }
    Err(PrintError::WorkerFailed(format!("{status}: {}", String::from_utf8_lossy(errors).trim())))
}
