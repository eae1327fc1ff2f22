//! A worker for tests, whose print is its job or its input, as JSON.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use lagrum_print_pool::{
    JobClass, PrintCache, PrintError, PrintFuture, PrintInput, PrintJob, PrintPool, PrintRequest, PrintWorker,
};
use tempfile::TempDir;

/// Counts its prints, and fails if a failure is set.
#[derive(Clone, Default)]
pub(crate) struct Mirror {
    prints: Arc<AtomicUsize>,
    failure: Arc<Mutex<Option<PrintError>>>,
}

impl Mirror {
    pub(crate) fn prints(&self) -> usize {
        self.prints.load(Ordering::SeqCst)
    }

    pub(crate) fn fail(&self, failure: Option<PrintError>) {
        *self.failure.lock().unwrap() = failure;
    }
}

impl PrintWorker for Mirror {
    fn print(&self, request: PrintRequest) -> PrintFuture {
        let this = self.clone();
        Box::pin(async move {
            this.prints.fetch_add(1, Ordering::SeqCst);
            if let Some(failure) = this.failure.lock().unwrap().clone() {
                return Err(failure);
            }
            Ok(match (&request.job, request.input) {
                (PrintJob::Paper, PrintInput::Bytes(manuscript)) => manuscript,
                (job, _) => Bytes::from(serde_json::to_vec(job).unwrap()),
            })
        })
    }
}

/// A print pool of this worker with an empty cache.
pub(crate) fn print_pool(printer: &Mirror, folder: &TempDir) -> Arc<PrintPool> {
    Arc::new(PrintPool::new(printer.clone(), "test", PrintCache::new(folder.path(), 1 << 30)))
}

/// A print pool that is always busy.
pub(crate) fn busy_pool(folder: &TempDir) -> Arc<PrintPool> {
    let none = JobClass {
        max_running: 0,
        max_requests: 0,
        max_requests_per_client: 0,
        timeout: std::time::Duration::ZERO,
    };
    Arc::new(PrintPool::with_classes(
        Mirror::default(),
        "test",
        PrintCache::new(folder.path(), 0),
        none,
        none,
    ))
}
