//! What the quotations of one request may cost, and what ends the check of one.
//!
//! A request may take a tenth of a second and a half, and 25 milliseconds for each of its quotations, but no more than two seconds
//! in all; a quotation beyond that is `unverified`. Costs are counted in steps of `lagrum-quotes`, some ten nanoseconds each, so
//! that the same request is always answered alike. What cannot be counted inside is charged by what it cost when it was measured.

use std::cell::Cell;

use lagrum_quotes::{StepBudget, Stopped};

use crate::AnswerError;

/// Steps of a request, beside those of its quotations: 0.15 s.
const STEPS: u64 = 15_000_000;

/// Steps that each quotation adds: 25 ms.
const STEPS_OF_A_QUOTE: u64 = 2_500_000;

/// Steps of all quotations of a request: 2 s, also where a step takes sixteen nanoseconds.
const MAX_STEPS: u64 = 120_000_000;

/// Bytes of the texts that a request holds. In memory their words take eight times as much.
const MAX_TEXT_BYTES: usize = 6 << 20;

/// Bytes of the differences in an answer.
const MAX_DIFFERENCE_BYTES: usize = 4 << 20;

/// Steps for a byte of a text that is read, with its artifact.
const STEPS_OF_A_BYTE: usize = 5;

/// Steps for looking up a document.
pub(super) const STEPS_OF_A_LOOKUP: usize = 5_000;

/// Steps for the history of a provision.
pub(super) const STEPS_OF_A_HISTORY: usize = 2_000_000;

/// Steps for a search of all documents.
pub(super) const STEPS_OF_A_SEARCH: usize = 500_000;

/// Why a quotation was not checked to its end.
pub(super) enum Unjudged {
    /// What its request may cost is used up.
    Spent,
    Failed(AnswerError),
}

impl From<Stopped> for Unjudged {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Spent => Self::Spent,
            Stopped::Cancelled(cancelled) => Self::Failed(cancelled.into()),
        }
    }
}

impl From<AnswerError> for Unjudged {
    fn from(error: AnswerError) -> Self {
        Self::Failed(error)
    }
}

/// What the quotations of one request may cost.
#[derive(Debug, Default)]
pub(super) struct QuoteBudget {
    pub(super) steps: StepBudget,
    /// The steps that finding the quotations took.
    found: Cell<u64>,
    quotes: Cell<u64>,
    text_bytes: Cell<usize>,
    difference_bytes: Cell<usize>,
}

impl QuoteBudget {
    /// Begins the comparisons: what was done before does not count.
    pub(super) fn begin(&self) {
        self.found.set(self.steps.taken());
    }

    /// Adds what the next quotation may cost.
    pub(super) fn add_quote(&self) {
        let quotes = self.quotes.get() + 1;
        self.quotes.set(quotes);
        let limit = MAX_STEPS.min(STEPS + quotes * STEPS_OF_A_QUOTE);
        self.steps.set_limit(self.found.get() + limit);
    }

    pub(super) fn spend(&self, steps: usize) -> Result<(), Unjudged> {
        Ok(self.steps.spend(steps)?)
    }

    /// Fails where no further text may be read.
    pub(super) fn check_texts(&self) -> Result<(), Unjudged> {
        if self.text_bytes.get() > MAX_TEXT_BYTES || self.steps.is_spent() {
            return Err(Unjudged::Spent);
        }
        Ok(())
    }

    /// Charges a text that was read. It is kept whatever it cost, so that the next quotation has it.
    pub(super) fn add_text(&self, bytes: usize) {
        self.text_bytes.set(self.text_bytes.get() + bytes);
        // The next step fails where these exceed the limit.
        let _ = self.steps.spend(bytes * STEPS_OF_A_BYTE);
    }

    /// Charges a difference that is shown.
    pub(super) fn add_difference(&self, bytes: usize) -> Result<(), Unjudged> {
        self.difference_bytes.set(self.difference_bytes.get() + bytes);
        let is_much = self.difference_bytes.get() > MAX_DIFFERENCE_BYTES;
        if is_much { Err(Unjudged::Spent) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_may_cost_so_much_for_each_quotation_and_no_more_in_all() {
        let budget = QuoteBudget::default();
        budget.begin();
        let mut spent = 0;
        for quote in 1..=1_000_u64 {
            budget.add_quote();
            while budget.spend(100_000).is_ok() {
                spent += 100_000;
            }
            assert!(spent <= MAX_STEPS.min(STEPS + quote * STEPS_OF_A_QUOTE));
        }
        assert!(spent > MAX_STEPS / 2, "{spent}");
    }

    #[test]
    fn texts_and_differences_are_bounded() {
        let budget = QuoteBudget::default();
        assert!(budget.check_texts().is_ok());
        budget.add_text(MAX_TEXT_BYTES + 1);
        assert!(matches!(budget.check_texts(), Err(Unjudged::Spent)));
        assert!(budget.add_difference(MAX_DIFFERENCE_BYTES).is_ok());
        assert!(matches!(budget.add_difference(1), Err(Unjudged::Spent)));
    }
}
