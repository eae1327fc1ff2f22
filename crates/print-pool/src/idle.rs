//! Page workers that wait for a job.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::page_worker::PageWorker;

/// The maximum number of idle workers. With those at work it bounds the number of processes.
const MAX_IDLE: usize = 4;

/// How long a worker that has read a PDF waits for a further page of it.
const MAX_IDLE_TIME: Duration = Duration::from_mins(1);

/// The idle workers. At most one of them has read no PDF yet.
#[derive(Default)]
pub(crate) struct IdleWorkers {
    /// In order of idle time, the longest first.
    workers: Mutex<Vec<(Instant, PageWorker)>>,
}

impl IdleWorkers {
    /// Takes a worker that has read this PDF, or else one that has read nothing.
    pub(crate) fn take(&self, pdf: &Path) -> Option<PageWorker> {
        let mut workers = self.workers();
        let at = workers
            .iter()
            .rposition(|(_, worker)| worker.pdf() == Some(pdf))
            .or_else(|| workers.iter().position(|(_, worker)| worker.pdf().is_none()))?;
        Some(workers.remove(at).1)
    }

    /// Whether a worker that has read no PDF is idle.
    pub(crate) fn has_fresh(&self) -> bool {
        self.workers().iter().any(|(_, worker)| worker.pdf().is_none())
    }

    /// Keeps a worker. If there are too many, the one that has been idle for longest is ended.
    pub(crate) fn put(self: &Arc<Self>, worker: PageWorker) {
        let is_fresh = worker.pdf().is_none();
        let mut workers = self.workers();
        if is_fresh && workers.iter().any(|(_, other)| other.pdf().is_none()) {
            return;
        }
        if workers.len() >= MAX_IDLE {
            let oldest = workers.iter().position(|(_, other)| other.pdf().is_some()).unwrap_or(0);
            workers.remove(oldest);
        }
        workers.push((Instant::now(), worker));
        drop(workers);
        if !is_fresh {
            let idle = Arc::downgrade(self);
            tokio::spawn(async move {
                tokio::time::sleep(MAX_IDLE_TIME).await;
                if let Some(idle) = idle.upgrade() {
                    idle.expire();
                }
            });
        }
    }

    /// Ends the workers that have waited for a page of their PDF for too long.
    fn expire(&self) {
        self.workers().retain(|(since, worker)| worker.pdf().is_none() || since.elapsed() < MAX_IDLE_TIME);
    }

    /// The ids of the processes, and whether each has read a PDF.
    pub(crate) fn ids(&self) -> Vec<(u32, bool)> {
        let workers = self.workers();
        workers.iter().filter_map(|(_, worker)| Some((worker.id()?, worker.pdf().is_some()))).collect()
    }

    fn workers(&self) -> MutexGuard<'_, Vec<(Instant, PageWorker)>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
