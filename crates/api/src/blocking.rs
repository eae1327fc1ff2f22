//! Work that blocks its thread, such as reading the catalog, kept away from the threads that serve connections.
//!
//! The work runs on a thread for blocking work, and the request waits for it asynchronously. When the request ends first,
//! because its client has gone or its time limit has passed, the work is cancelled: code that takes many steps checks regularly
//! for cancellation (`lagrum_cancel`), and stops within some milliseconds. So abandoned work soon returns its permit.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::time::Duration;

use lagrum_answers::AnswerError;
use lagrum_cancel::CancelToken;

use crate::ApiError;
use crate::admission::AdmissionQueue;
use crate::error::OVERLOADED;
use crate::middleware::panics;

/// How many pieces of blocking work run at once: for each core, and at least.
///
/// Most of it computes or reads what the system has in memory. More threads than these only take time from those that
/// serve connections: with 64 of them on two cores and 640 clients, `/healthz` took eight times as long and a quarter
/// fewer requests were answered.
const PERMITS_PER_CORE: usize = 4;
const MIN_PERMITS: usize = 8;

/// How many more pieces of work may wait.
const WAITING: usize = 256;

/// How long work waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(1);

static QUEUE: LazyLock<AdmissionQueue> =
    LazyLock::new(|| AdmissionQueue::new(blocking_permits(), WAITING, TIMEOUT, OVERLOADED));

/// Comparisons that run at once at most, from all endpoints. Each takes a hundred megabytes for two long statutes;
/// `lagrum_answers::compare` has a budget for the bytes of all comparisons of lydelser.
const MAX_COMPARISONS: usize = 16;

/// How long a comparison waits for its turn: those before it take up to two seconds of a core each, and the client whose last turn
/// is the longest ago is next.
const COMPARISON_TIMEOUT: Duration = Duration::from_secs(3);

static COMPARISON_QUEUE: LazyLock<AdmissionQueue> =
    LazyLock::new(|| AdmissionQueue::new(comparison_permits(), WAITING, COMPARISON_TIMEOUT, OVERLOADED));

/// How many comparisons run at once in this process: one for each core, since they compute and wait for nothing. More of them would
/// end no earlier, and each page beside them would get a smaller share of a core.
fn comparison_permits() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MAX_COMPARISONS)
}

/// How many pieces of blocking work run at once in this process.
pub fn blocking_permits() -> usize {
    std::thread::available_parallelism()
        .map_or(MIN_PERMITS, |cores| (cores.get() * PERMITS_PER_CORE).max(MIN_PERMITS))
}

/// Whether further work would wait.
pub fn is_busy() -> bool {
    QUEUE.is_busy()
}

/// Runs `work` on a thread for blocking work, and waits for its result.
///
/// A panic inside becomes the same failure as a panic in a handler. When the request ends first, the work is cancelled. It
/// keeps its permit until it has stopped, so it must call [`lagrum_cancel::check`] wherever it takes many steps.
pub async fn blocking<T, F>(work: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, ApiError> + Send + 'static,
{
    let permit = QUEUE.admit().await?;
    unqueued(move || {
        let _permit = permit;
        work()
    })
    .await
}

/// As [`blocking`], for work that takes far longer than a page or a card: it compares texts (two lydelser, those of the history of a
/// provision, quotations with what they quote), or reads a long text or a long list of citations.
pub async fn comparing<T, F>(work: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, ApiError> + Send + 'static,
{
    let permit = COMPARISON_QUEUE.admit().await?;
    blocking(move || {
        // A cancelled comparison keeps its permit until it has stopped.
        let _permit = permit;
        work()
    })
    .await
}

/// Computes an answer on a thread for blocking work, as [`blocking`] does.
pub(crate) async fn answer<T, F>(question: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, AnswerError> + Send + 'static,
{
    blocking(move || question().map_err(ApiError::from)).await
}

/// As [`blocking`], without a permit: for work that waits for another machine and has a queue of its own.
pub(crate) async fn unqueued<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let token = CancelToken::default();
    // A request that ends drops this future, and with it the guard.
    let _guard = token.cancel_on_drop();
    let work = move || {
        token.run(|| {
            lagrum_cancel::check()?;
            catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panics::fault(&*panic)))
        })
    };
    tokio::task::spawn_blocking(work).await.map_err(|gone| ApiError::internal(&gone))?
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc::channel;

    use super::*;
    use crate::admission::as_client;

    /// Comparisons of many clients that all run as long as they may, and a page beside them.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn comparisons_leave_most_of_the_blocking_work_to_others() {
        let mut running = Vec::new();
        let (started, starts) = channel();
        for last in 1..=40 {
            let (end, ended) = channel::<()>();
            let started = started.clone();
            let work = comparing(move || {
                let _ = started.send(());
                let _ = ended.recv();
                Ok(())
            });
            let client = Some(IpAddr::from([192, 0, 2, last]));
            running.push((end, tokio::spawn(as_client(client, work))));
        }
        for _ in 0..comparison_permits() {
            starts.recv_timeout(Duration::from_secs(10)).unwrap();
        }
        let page = as_client(Some(IpAddr::from([192, 0, 2, 99])), blocking(|| Ok(7))).await;
        assert!(matches!(page, Ok(7)));
        assert!(starts.try_recv().is_err(), "no more comparisons run at once");
        for (end, task) in running {
            drop(end);
            let _ = task.await;
        }
    }
}
