//! Time, so that tests of waiting need not wait.

use std::time::Duration;

use jiff::Timestamp;

/// A source of the time, on which one can wait.
pub trait Clock: Sync {
    /// Now.
    fn now(&self) -> Timestamp;

    /// Waits this long.
    fn sleep(&self, wait: Duration);
}

/// The clock of the system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    fn sleep(&self, wait: Duration) {
        std::thread::sleep(wait);
    }
}
