//! Measures whether work grows linearly.

use lagrum_test_support::processor_nanoseconds;

/// The maximum ratio of costs for four times the input. Linear work has 4, quadratic work 16.
const AT_MOST: f64 = 8.0;

/// Work below this time, in nanoseconds, is too short to compare.
const TOO_LITTLE: f64 = 2_000_000.0;

/// How often a measurement is repeated. A disturbance does not recur; quadratic work does.
const TRIES: usize = 4;

fn effort(work: &impl Fn()) -> f64 {
    let before = processor_nanoseconds();
    work();
    processor_nanoseconds() - before
}

/// Measures work of one size and of four times that size. Returns a message when the cost is not linear.
pub fn disproportion<W: Fn()>(name: &str, prepare: impl Fn(usize) -> W) -> Option<String> {
    let (small, large) = (prepare(1), prepare(4));
    let mut told = name.to_owned();
    for _ in 0..TRIES {
        let (of_small, of_large) = (effort(&small), effort(&large));
        if of_large < AT_MOST * of_small.max(TOO_LITTLE) {
            return None;
        }
        told += &format!(", {:.1} and {:.1} ms", of_small / 1e6, of_large / 1e6);
    }
    Some(told)
}
