//! A printer for tests: what it is asked to print is what it answers with, as JSON.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use lagrum_print_pool::{Cache, Job, Lane, Material, Order, Press, PrintError, Printed, Printer};
use tempfile::TempDir;

/// Counts what it prints, and fails when told to.
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

impl Printer for Mirror {
    fn print(&self, order: Order) -> Printed {
        let this = self.clone();
        Box::pin(async move {
            this.prints.fetch_add(1, Ordering::SeqCst);
            if let Some(failure) = this.failure.lock().unwrap().clone() {
                return Err(failure);
            }
            Ok(match (&order.job, order.material) {
                (Job::Paper, Material::Bytes(manuscript)) => manuscript,
                (job, _) => Bytes::from(serde_json::to_vec(job).unwrap()),
            })
        })
    }
}

/// A press of this printer with an empty cache.
pub(crate) fn press(printer: &Mirror, folder: &TempDir) -> Arc<Press> {
    Arc::new(Press::new(printer.clone(), "test", Cache::new(folder.path(), 1 << 30)))
}

/// A press that is always busy.
pub(crate) fn busy_press(folder: &TempDir) -> Arc<Press> {
    let none = Lane { at_once: 0, requests: 0, per_client: 0, patience: std::time::Duration::ZERO };
    Arc::new(Press::with_lanes(Mirror::default(), "test", Cache::new(folder.path(), 0), none, none))
}
