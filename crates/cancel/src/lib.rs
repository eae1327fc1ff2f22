//! Cancels blocking work.
//!
//! A server does the work of a request on a blocking thread. The request may end first: its client closes the connection,
//! or the timeout passes. Without cancellation the work would run to its end without use, and delay other work.
//!
//! So each piece of work has a [`CancelToken`]. The caller runs the work with [`CancelToken::run`]. The work calls [`check`]
//! at each of its many steps, and returns [`Cancelled`] to its caller. The token belongs to the thread, so it need not be
//! passed as an argument. SQLite requires that: its progress handler belongs to a connection, which serves one thread
//! after another. Without a token, as in a build or on the command line, nothing is cancelled.
//!
//! A cancelled token stays cancelled. So code that cannot fail may stop early, if its result goes through [`whole`], which
//! then fails: an incomplete result is neither returned nor cached.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

thread_local! {
    static CURRENT: RefCell<Option<CancelToken>> = const { RefCell::new(None) };
}

/// The work was cancelled because its request has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the work was cancelled: nobody waits for its result")]
pub struct Cancelled;

/// Cancels one piece of work. Clones cancel the same work.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<State>);

#[derive(Debug, Default)]
struct State {
    cancelled: AtomicBool,
    /// For tokens that count checks: the number of checks, and after how many the token cancels itself.
    counted: Option<(AtomicU64, u64)>,
}

impl CancelToken {
    /// A token that cancels itself at the check after this many. It measures work without a clock.
    pub fn after(questions: u64) -> Self {
        Self(Arc::new(State { counted: Some((AtomicU64::new(0), questions)), ..State::default() }))
    }

    /// The number of checks of a token made with [`CancelToken::after`]; 0 for any other token.
    pub fn asked(&self) -> u64 {
        self.0.counted.as_ref().map_or(0, |(asked, _)| asked.load(Ordering::Relaxed))
    }

    /// Cancels the work. It cannot be undone.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// A guard that cancels the work when it is dropped.
    #[must_use = "dropping it cancels the work"]
    pub fn cancel_on_drop(&self) -> CancelOnDrop {
        CancelOnDrop(self.clone())
    }

    /// Whether the work has been cancelled.
    pub fn is_cancelled(&self) -> bool {
        if let Some((asked, most)) = &self.0.counted
            && asked.fetch_add(1, Ordering::Relaxed) >= *most
        {
            self.cancel();
        }
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Runs work on this thread that this token can cancel.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        let _restore = Restore(CURRENT.replace(Some(self.clone())));
        work()
    }
}

/// Restores the token of the outer work, also when the inner work panics.
struct Restore(Option<CancelToken>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

/// Cancels the work of a token when it is dropped.
#[derive(Debug)]
pub struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Whether the work of this thread has been cancelled. Costs some nanoseconds.
pub fn is_cancelled() -> bool {
    CURRENT.with_borrow(|current| current.as_ref().is_some_and(CancelToken::is_cancelled))
}

/// Fails when the work of this thread has been cancelled.
pub fn check() -> Result<(), Cancelled> {
    if is_cancelled() { Err(Cancelled) } else { Ok(()) }
}

/// Returns the value, or fails when the work has been cancelled, because the value may then be incomplete.
pub fn whole<T>(made: T) -> Result<T, Cancelled> {
    check().map(|()| made)
}

/// Counts small steps and checks once for many, where a step costs no more than a check.
#[derive(Debug, Default)]
pub struct Meter {
    left: usize,
}

impl Meter {
    /// Steps between two checks: some tens of microseconds of work.
    const INTERVAL: usize = 16_384;

    /// Counts steps before they are taken. The first call checks.
    pub fn spend(&mut self, steps: usize) -> Result<(), Cancelled> {
        if let Some(left) = self.left.checked_sub(steps.saturating_add(1)) {
            self.left = left;
            return Ok(());
        }
        check()?;
        self.left = Self::INTERVAL;
        Ok(())
    }
}
