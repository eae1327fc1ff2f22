//! Work that blocks its thread, such as reading the catalog, kept from holding up the connections.
//!
//! The work goes to a thread of its own, and the request waits for it as for anything else. When the request ends first,
//! since its client has gone away or its time limit has passed, the work is cancelled: all code that takes many steps
//! asks now and then whether it still is wanted (`lagrum_cancel`), and stops within some milliseconds. So work that
//! nobody waits for keeps no slot from others.
//!
//! A server that is asked more than it can do must say so at once: a request that is answered after its client has gone
//! is work for nobody, and keeps those behind it waiting. So a bounded number waits for a slot, for a short time, and
//! whoever is beyond either gets a 503 that says when to come back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::time::Duration;

use lagrum_cancel::Token;
use tokio::sync::{AcquireError, Semaphore, SemaphorePermit};

use crate::ApiError;
use crate::panics;

/// How many pieces of blocking work run at once, for each core and at the least.
///
/// Most of it computes or reads what the system has in memory. More threads than these only take time from those that
/// carry the connections: with 64 of them on two cores and 640 clients, `/healthz` took eight times as long and a
/// quarter fewer requests were answered.
const PER_CORE: usize = 4;
const AT_LEAST: usize = 8;

/// How many more may wait for their turn.
const WAITING: usize = 256;

/// How long they wait.
const PATIENCE: Duration = Duration::from_secs(1);

static SLOTS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(blocking_slots()));
static QUEUE: Semaphore = Semaphore::const_new(WAITING);

/// How many pieces of blocking work run at once in this process.
pub fn blocking_slots() -> usize {
    std::thread::available_parallelism().map_or(AT_LEAST, |cores| (cores.get() * PER_CORE).max(AT_LEAST))
}

/// The failure of a request that there is no time for.
pub(crate) fn overloaded() -> ApiError {
    ApiError::busy("the server has more to do than it can", 1)
}

/// Waits for a permit, but not long.
pub(crate) async fn patiently<T>(
    permit: impl Future<Output = Result<T, AcquireError>>,
) -> Result<T, ApiError> {
    match tokio::time::timeout(PATIENCE, permit).await {
        Ok(permit) => permit.map_err(|closed| ApiError::internal(&closed)),
        Err(_) => Err(overloaded()),
    }
}

async fn slot() -> Result<SemaphorePermit<'static>, ApiError> {
    if let Ok(slot) = SLOTS.try_acquire() {
        return Ok(slot);
    }
    let _turn = QUEUE.try_acquire().map_err(|_| overloaded())?;
    patiently(SLOTS.acquire()).await
}

/// Runs `work` where blocking does no harm and waits for its result.
///
/// A panic inside becomes the same failure as one in a handler. When the request ends first, the work is cancelled. It
/// keeps its slot until it has noticed, so it must ask, by [`lagrum_cancel::check`], wherever it takes many steps.
pub async fn blocking<T, F>(work: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, ApiError> + Send + 'static,
{
    elsewhere(in_a_slot(work).await?).await
}

/// As [`blocking`], for work that waits for another machine and has a bound of its own: it takes no slot.
pub(crate) async fn blocking_elsewhere<T, F>(work: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, ApiError> + Send + 'static,
{
    elsewhere(move || caught(work)).await
}

/// Waits for a slot. The work keeps it until it has ended, and its panic becomes a failure.
async fn in_a_slot<T, F>(work: F) -> Result<impl FnOnce() -> Result<T, ApiError>, ApiError>
where
    F: FnOnce() -> Result<T, ApiError>,
{
    let slot = slot().await?;
    Ok(move || {
        let _slot = slot;
        caught(work)
    })
}

/// Does the work; its panic becomes a failure.
fn caught<T>(work: impl FnOnce() -> Result<T, ApiError>) -> Result<T, ApiError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panics::fault(&*panic)))
}

/// Runs work on a thread of its own, unless the request ends before it begins; cancels it when the request ends later.
async fn elsewhere<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let token = Token::default();
    // A request that ends drops this future, and with it the guard.
    let _request = token.cancel_on_drop();
    let wanted = move || {
        token.run(|| {
            lagrum_cancel::check()?;
            work()
        })
    };
    tokio::task::spawn_blocking(wanted).await.map_err(|gone| ApiError::internal(&gone))?
}
