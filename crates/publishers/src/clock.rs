//! Time, so that tests of waiting need not wait.

use std::time::Duration;

use jiff::Timestamp;

/// Tells the time and waits.
pub trait Clock: Sync {
    /// Now.
    fn now(&self) -> Timestamp;

    /// Returns after this long.
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
