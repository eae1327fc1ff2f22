//! Trying again what failed by something that passes.

use std::time::Duration;

/// Makes attempts until one succeeds or fails by what does not pass, with these waits between them.
pub(crate) fn again<T, E>(
    waits: &[Duration],
    passes: impl Fn(&E) -> bool,
    mut attempt: impl FnMut() -> Result<T, E>,
) -> Result<T, E> {
    for wait in waits {
        match attempt() {
            Err(error) if passes(&error) => std::thread::sleep(*wait),
            done => return done,
        }
    }
    attempt()
}
