//! Running searches, behind admission queues.
//!
//! A search on this machine keeps a core busy. A search by a cluster only waits for the cluster, so it takes no permit for
//! blocking work: otherwise a cluster that hangs would soon hold all permits.

use std::sync::LazyLock;
use std::time::Duration;

use lagrum_search::Engine;
use lagrum_snapshot::Snapshot;

use crate::ApiError;
use crate::admission::AdmissionQueue;
use crate::blocking::{blocking, unqueued};

/// Searches that may wait, for each core.
const WAITING_PER_CORE: usize = 24;

/// How long a search waits.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Searches by a cluster that run at once, for each core of this machine.
const REMOTE_PER_CORE: usize = 8;

static LOCAL: LazyLock<AdmissionQueue> = LazyLock::new(|| queue(1));
static REMOTE: LazyLock<AdmissionQueue> = LazyLock::new(|| queue(REMOTE_PER_CORE));

fn queue(per_core: usize) -> AdmissionQueue {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    AdmissionQueue::new(
        cores * per_core,
        cores * WAITING_PER_CORE,
        TIMEOUT,
        "too many searches at once: try again in a moment",
    )
}

/// Runs work that searches with the engine of this snapshot, once it has a permit.
pub async fn searching<T: Send + 'static>(
    snapshot: &Snapshot,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let is_local = snapshot.search().is_none_or(Engine::computes_here);
    let queue = if is_local { &LOCAL } else { &REMOTE };
    let permit = queue.admit().await?;
    let work = move || {
        // A cancelled search keeps its permit until it has stopped.
        let _permit = permit;
        work()
    };
    if is_local { blocking(work).await } else { unqueued(work).await }
}
