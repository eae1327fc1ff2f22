//! Does two pieces of work at once. Only one stage is shown at a time, so the progress of the one is shown when the
//! other is done. A stage of it that ends before then is not shown.

use std::sync::{Mutex, MutexGuard, PoisonError};

use lagrum_corpus::Progress;

use crate::error::BuildError;

/// Runs `beside` in a thread of its own, with its own progress, and `main` in this thread. Both have ended when an
/// error is returned.
pub(crate) fn beside<A: Send, B>(
    progress: &dyn Progress,
    beside: impl FnOnce(&dyn Progress) -> Result<A, BuildError> + Send,
    main: impl FnOnce() -> Result<B, BuildError>,
) -> Result<(A, B), BuildError> {
    let later = LaterProgress::new(progress);
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| beside(&later));
        let main = main();
        later.show();
        // A panic of the other thread goes on in this one.
        let beside = beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((beside, main?))
    })
}

/// Holds back the current stage until [`Self::show`] is called. Notes are passed on at once.
struct LaterProgress<'a> {
    shown: &'a dyn Progress,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_shown: bool,
    stage: Option<Stage>,
}

struct Stage {
    name: String,
    total: Option<u64>,
    done: u64,
}

impl<'a> LaterProgress<'a> {
    fn new(shown: &'a dyn Progress) -> Self {
        Self { shown, state: Mutex::default() }
    }

    /// Shows the current stage and later ones.
    fn show(&self) {
        let mut state = self.state();
        state.is_shown = true;
        if let Some(stage) = state.stage.take() {
            self.shown.begin(&stage.name, stage.total);
            self.shown.advance(stage.done);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress for LaterProgress<'_> {
    fn begin(&self, name: &str, total: Option<u64>) {
        let mut state = self.state();
        if state.is_shown {
            self.shown.begin(name, total);
        } else {
            state.stage = Some(Stage { name: name.to_owned(), total, done: 0 });
        }
    }

    fn advance(&self, amount: u64) {
        let mut state = self.state();
        if state.is_shown {
            self.shown.advance(amount);
        } else if let Some(stage) = &mut state.stage {
            stage.done += amount;
        }
    }

    fn end(&self) {
        let mut state = self.state();
        if state.is_shown {
            self.shown.end();
        } else {
            state.stage = None;
        }
    }

    fn note(&self, text: &str) {
        self.shown.note(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Recorded(Mutex<Vec<String>>);

    impl Progress for Recorded {
        fn begin(&self, stage: &str, total: Option<u64>) {
            self.note(&format!("{stage} of {total:?}"));
        }
        fn advance(&self, amount: u64) {
            self.note(&format!("{amount}"));
        }
        fn end(&self) {
            self.note("end");
        }
        fn note(&self, text: &str) {
            self.0.lock().unwrap().push(text.to_owned());
        }
    }

    #[test]
    fn a_stage_is_shown_from_where_it_is() {
        let recorded = Recorded::default();
        let later = LaterProgress::new(&recorded);
        later.begin("a", Some(2));
        later.advance(2);
        later.end();
        later.begin("b", Some(3));
        later.advance(2);
        later.show();
        later.advance(1);
        later.end();
        later.begin("c", None);
        later.end();
        let shown = recorded.0.into_inner().unwrap();
        assert_eq!(shown, ["b of Some(3)", "2", "1", "end", "c of None", "end"]);
    }
}
