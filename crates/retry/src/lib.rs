//! Repeats work that failed for a reason that may pass, such as a lost connection or a busy service.
//!
//! [`retry`] is the whole loop. Work that decides by itself when to wait, such as a download that continues after each
//! failure, takes its waits from [`doubling`].

use std::time::Duration;

/// Calls `attempt` until it succeeds, fails permanently, or has failed once more than there are waits. Sleeps for one
/// of `waits` after each transient failure.
///
/// Returns the result of the last attempt.
pub fn retry<T, E>(
    waits: impl IntoIterator<Item = Duration>,
    is_transient: impl Fn(&E) -> bool,
    mut attempt: impl FnMut() -> Result<T, E>,
) -> Result<T, E> {
    for wait in waits {
        match attempt() {
            Err(error) if is_transient(&error) => std::thread::sleep(wait),
            result => return result,
        }
    }
    attempt()
}

/// `count` waits, of which the first is `first` and each is twice the one before.
pub fn doubling(first: Duration, count: usize) -> impl Iterator<Item = Duration> {
    std::iter::successors(Some(first), |wait| wait.checked_mul(2)).take(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_WAIT: [Duration; 2] = [Duration::ZERO; 2];

    #[test]
    fn transient_failures_are_repeated_once_per_wait() {
        let mut attempts = 0;
        let result: Result<(), &str> = retry(
            NO_WAIT,
            |_| true,
            || {
                attempts += 1;
                Err("busy")
            },
        );
        assert_eq!((result, attempts), (Err("busy"), 3));
    }

    #[test]
    fn success_and_permanent_failures_end_the_attempts() {
        for expected in [Ok(2), Err("gone")] {
            let mut attempts = 0;
            let result = retry(
                NO_WAIT,
                |error| *error == "busy",
                || {
                    attempts += 1;
                    if attempts == 2 { expected } else { Err("busy") }
                },
            );
            assert_eq!((result, attempts), (expected, 2));
        }
    }

    #[test]
    fn waits_double() {
        let waits: Vec<_> = doubling(Duration::from_millis(400), 4).map(|wait| wait.as_millis()).collect();
        assert_eq!(waits, [400, 800, 1600, 3200]);
    }
}
