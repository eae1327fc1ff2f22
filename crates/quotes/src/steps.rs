//! The work of finding and comparing quotes, counted in steps and limited.
//!
//! A step is about one token that is looked at: some ten nanoseconds. Counting steps is exact and costs little, so the same
//! request always stops at the same place, and a test of costs needs no clock.

use std::cell::{Cell, RefCell};

use lagrum_cancel::{Cancelled, Meter};

/// Why work on quotes stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// Its request has ended.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Its steps are used up.
    #[error("the steps of this work are used up")]
    Spent,
}

/// The steps that some work may take.
#[derive(Debug)]
pub struct StepBudget {
    limit: Cell<u64>,
    taken: Cell<u64>,
    meter: RefCell<Meter>,
}

impl Default for StepBudget {
    /// A budget without a limit.
    fn default() -> Self {
        Self::new(u64::MAX)
    }
}

impl StepBudget {
    /// A budget of some steps.
    pub fn new(limit: u64) -> Self {
        Self { limit: Cell::new(limit), taken: Cell::new(0), meter: RefCell::default() }
    }

    /// Changes the limit of all steps, those already taken among them.
    pub fn set_limit(&self, limit: u64) {
        self.limit.set(limit);
    }

    /// The steps taken so far.
    pub fn taken(&self) -> u64 {
        self.taken.get()
    }

    /// Whether more steps were asked for than the limit.
    pub fn is_spent(&self) -> bool {
        self.taken.get() > self.limit.get()
    }

    /// Takes some steps. Fails when they exceed the limit, and when the request of the work has ended.
    pub fn spend(&self, steps: usize) -> Result<(), Stopped> {
        self.meter.borrow_mut().spend(steps)?;
        self.taken.set(self.taken.get().saturating_add(steps as u64));
        if self.is_spent() { Err(Stopped::Spent) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use lagrum_cancel::CancelToken;

    use super::*;

    #[test]
    fn steps_end_at_the_limit_and_with_the_request() {
        let budget = StepBudget::new(10);
        assert_eq!(budget.spend(10), Ok(()));
        assert_eq!(budget.spend(1), Err(Stopped::Spent));
        budget.set_limit(20);
        assert_eq!(budget.spend(1), Ok(()));
        let token = CancelToken::after(1);
        let outcome = token.run(|| {
            let budget = StepBudget::default();
            (0..1_000_000).try_for_each(|_| budget.spend(1))
        });
        assert_eq!(outcome, Err(Stopped::Cancelled(Cancelled)));
    }
}
