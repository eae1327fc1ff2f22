//! Worker processes that print: this program, started another time.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use lagrum_print_pool::{
    PrintCache, PrintInput, PrintJob, PrintPool, PrintRequest, PrintWorker, SandboxReport, WorkerProcess,
};

use crate::failure::Failure;

/// Worker processes of the running program, even if its file has been replaced.
pub(crate) fn worker_process() -> Result<WorkerProcess, Failure> {
    Ok(WorkerProcess::new(this_program()?, ["print-worker"]))
}

/// The file of the running program. After an upgrade another file has its name, but a server continues with the
/// version it was started with: Linux keeps the old file reachable.
fn this_program() -> std::io::Result<std::path::PathBuf> {
    let own = Path::new("/proc/self/exe");
    if own.exists() {
        Ok(format!("/proc/{}/exe", std::process::id()).into())
    } else {
        std::env::current_exe()
    }
}

/// The print pool of a server, with a cache of this many megabytes in this folder.
pub(crate) fn print_pool(worker: WorkerProcess, folder: PathBuf, megabytes: u64) -> PrintPool {
    let cache = PrintCache::new(folder, megabytes.saturating_mul(1 << 20));
    PrintPool::new(worker, lagrum_print::style(), cache)
}

/// Starts a worker for the first picture, and logs what the sandbox of worker processes cannot prevent on this system. Workers
/// run all the same.
pub(crate) async fn prepare(worker: WorkerProcess) {
    log_sandbox(&worker).await;
    if let Err(error) = worker.prepare() {
        tracing::warn!(%error, "no worker process can be started in advance");
    }
}

async fn log_sandbox(worker: &WorkerProcess) {
    match unprevented(worker).await {
        Ok(missing) if missing.is_empty() => {}
        Ok(missing) => tracing::warn!(
            "this system cannot sandbox worker processes against: {} (a kernel with Landlock and seccomp can)",
            missing.join(", ")
        ),
        Err(error) => tracing::warn!("the sandbox of worker processes could not be checked: {error}"),
    }
}

/// What the sandbox of worker processes cannot prevent on this system.
pub(crate) async fn unprevented(worker: &WorkerProcess) -> Result<Vec<&'static str>, String> {
    let request = PrintRequest { job: PrintJob::Sandbox, input: PrintInput::Bytes(Bytes::new()) };
    let answer = worker.print(request).await.map_err(|error| error.to_string())?;
    let report: SandboxReport = serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
    Ok(report.missing())
}

/// Counts the pages of PDFs, one after another.
pub(crate) struct PageCounter {
    worker: WorkerProcess,
    runtime: tokio::runtime::Runtime,
}

impl PageCounter {
    /// A counter that starts a process for each PDF.
    pub(crate) fn new() -> Result<Self, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { worker: worker_process()?, runtime })
    }

    /// The number of pages, or why they could not be counted.
    pub(crate) fn count(&self, pdf: &Path) -> Result<u32, String> {
        let request = PrintRequest { job: PrintJob::Count, input: PrintInput::File(pdf.to_owned()) };
        let answer = self.runtime.block_on(self.worker.print(request)).map_err(|error| error.to_string())?;
        let text = std::str::from_utf8(&answer).map_err(|error| error.to_string())?;
        text.parse().map_err(|_| "the number of pages is too large".to_owned())
    }
}
