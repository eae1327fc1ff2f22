//! Whether the work of a thread is still wanted.
//!
//! A server does the work of a request on a thread where blocking does no harm. The request may end first: its client
//! closes the connection, or the time limit passes. Work that does not notice runs to its end, for nobody, and keeps
//! other work waiting.
//!
//! So each piece of work has a [`CancelToken`]. Whoever starts the work runs it with [`CancelToken::run`]; the code below calls
//! [`check`] wherever it takes one step of many, and passes the [`Cancelled`] up. Nothing has to be handed down for that:
//! the token belongs to the thread. SQLite needs it so, since the function it calls in the midst of a statement belongs
//! to a connection, which serves one thread after another. Where no token is set, as in a build or on the command line,
//! nothing is ever cancelled.
//!
//! A cancelled token stays cancelled. So code that cannot fail may simply stop early, as long as its result goes through
//! [`whole`], which fails then: what was cut short is never an answer, and is never kept.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

thread_local! {
    static CURRENT: RefCell<Option<CancelToken>> = const { RefCell::new(None) };
}

/// The work was stopped, since nobody waits for its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the work was cancelled: nobody waits for its result")]
pub struct Cancelled;

/// Says of one piece of work whether it is still wanted. Clones speak of the same work.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<State>);

#[derive(Debug, Default)]
struct State {
    cancelled: AtomicBool,
    /// Where questions are counted: how many there were, and how many are answered with "go on".
    counted: Option<(AtomicU64, u64)>,
}

impl CancelToken {
    /// A token that cancels itself when it is asked for the time after so many. It measures work without a clock.
    pub fn after(questions: u64) -> Self {
        Self(Arc::new(State { counted: Some((AtomicU64::new(0), questions)), ..State::default() }))
    }

    /// How often a token made with [`CancelToken::after`] has been asked; 0 for any other, which does not count.
    pub fn asked(&self) -> u64 {
        self.0.counted.as_ref().map_or(0, |(asked, _)| asked.load(Ordering::Relaxed))
    }

    /// Cancels the work, for good.
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

    /// Does work on this thread that is cancelled with this token.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        let _restore = Restore(CURRENT.replace(Some(self.clone())));
        work()
    }
}

/// Puts the token of the outer work back, also when the inner work panics.
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

/// Passes on what was made, if the work is wanted still. Otherwise what made it may have stopped early.
pub fn whole<T>(made: T) -> Result<T, Cancelled> {
    check().map(|()| made)
}

/// Counts small steps and checks once for many, where a step costs no more than a check would.
#[derive(Debug, Default)]
pub struct Meter {
    left: usize,
}

impl Meter {
    /// Steps between two checks: some tens of microseconds' work.
    const INTERVAL: usize = 16_384;

    /// Counts steps about to be taken. The first call checks.
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
