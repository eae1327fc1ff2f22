//! Work that blocks its thread, such as reading the catalog, kept off the threads that serve connections.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::Semaphore;

use crate::ApiError;
use crate::panics;

/// How many pieces of blocking work run at once. Those above wait, no longer than the time limit of their
/// request; how many can wait is bounded by the connection limit.
const AT_ONCE: usize = 64;

static SLOTS: Semaphore = Semaphore::const_new(AT_ONCE);

/// Runs `work` where blocking does no harm and waits for its result.
///
/// A panic inside becomes the same failure as one in a handler. When the request ends first (its client went away,
/// its time ran out), work that has begun runs to its end and keeps its slot until then.
pub async fn blocking<T, F>(work: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, ApiError> + Send + 'static,
{
    let slot = SLOTS.acquire().await.map_err(|closed| ApiError::internal(&closed))?;
    let done = tokio::task::spawn_blocking(move || {
        let _slot = slot;
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panics::fault(&*panic)))
    });
    done.await.map_err(|gone| ApiError::internal(&gone))?
}
