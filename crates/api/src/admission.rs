//! Admission queues: how many may use a bounded resource at once, and how many may wait for it.
//!
//! A server that is overloaded must say so at once. A response that is made after its client has gone is wasted
//! work, and delays the requests behind it. So a bounded number waits for a permit, for a bounded time. A request beyond either
//! bound is rejected with a 503 that says when to try again.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::ApiError;

/// Permits for a bounded resource, and the queue before them.
pub(crate) struct AdmissionQueue {
    /// One for each request that may run.
    permits: Semaphore,
    /// One for each request that may run or wait.
    places: Semaphore,
    /// How long a request waits.
    timeout: Duration,
    /// The message for a rejected request.
    message: &'static str,
}

/// The right to use the resource, until it is dropped.
pub(crate) struct Permit<'q> {
    _permit: SemaphorePermit<'q>,
    _place: SemaphorePermit<'q>,
}

/// Seconds after which a rejected request may be sent again.
const RETRY_AFTER: u32 = 1;

impl AdmissionQueue {
    /// A queue of so many permits, before which so many more may wait.
    pub(crate) fn new(permits: usize, waiting: usize, timeout: Duration, message: &'static str) -> Self {
        Self { permits: Semaphore::new(permits), places: Semaphore::new(permits + waiting), timeout, message }
    }

    /// Waits for a permit.
    pub(crate) async fn admit(&self) -> Result<Permit<'_>, ApiError> {
        let place = self.places.try_acquire().map_err(|_| self.rejection())?;
        let permit = tokio::time::timeout(self.timeout, self.permits.acquire());
        let permit = permit.await.map_err(|_| self.rejection())?;
        let permit = permit.map_err(|closed| ApiError::internal(&closed))?;
        Ok(Permit { _permit: permit, _place: place })
    }

    /// Whether a further request would wait.
    pub(crate) fn is_busy(&self) -> bool {
        self.permits.available_permits() == 0
    }

    fn rejection(&self) -> ApiError {
        ApiError::busy(self.message, RETRY_AFTER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_queue_is_busy_while_all_permits_are_taken() {
        let queue = AdmissionQueue::new(1, 1, Duration::from_secs(1), "busy");
        assert!(!queue.is_busy());
        let permit = queue.admit().await;
        assert!(permit.is_ok() && queue.is_busy());
        drop(permit);
        assert!(!queue.is_busy());
    }
}
