//! A number of bytes that several threads share.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Bytes that may be in use at one time.
pub(crate) struct MemoryBudget {
    free: Mutex<usize>,
    released: Condvar,
}

/// Bytes of a budget in use. Dropping it gives them back.
pub(crate) struct Allocation<'b> {
    budget: &'b MemoryBudget,
    bytes: usize,
}

impl MemoryBudget {
    pub(crate) const fn new(bytes: usize) -> Self {
        Self { free: Mutex::new(bytes), released: Condvar::new() }
    }

    /// Takes `bytes` bytes. Waits for them until the timeout, and then returns None.
    pub(crate) fn allocate(&self, bytes: usize, timeout: Duration) -> Option<Allocation<'_>> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.released.wait_timeout_while(free, timeout, |free| *free < bytes);
        let (mut free, _) = waited.unwrap_or_else(PoisonError::into_inner);
        *free = free.checked_sub(bytes)?;
        Some(Allocation { budget: self, bytes })
    }
}

impl Drop for Allocation<'_> {
    fn drop(&mut self) {
        *self.budget.free.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
        self.budget.released.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn allocations_never_exceed_the_budget() {
        let budget = MemoryBudget::new(10);
        let (six, four) =
            (budget.allocate(6, Duration::ZERO).unwrap(), budget.allocate(4, Duration::ZERO).unwrap());
        let start = Instant::now();
        assert!(budget.allocate(1, Duration::from_millis(50)).is_none());
        assert!(start.elapsed() >= Duration::from_millis(50));
        drop(four);
        assert!(budget.allocate(5, Duration::ZERO).is_none());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| budget.allocate(10, Duration::from_mins(1)).is_some());
            drop(six);
            assert!(waiting.join().unwrap());
        });
        assert!(budget.allocate(10, Duration::ZERO).is_some());
        assert!(budget.allocate(11, Duration::ZERO).is_none());
    }
}
