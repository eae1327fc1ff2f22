//! How much work something is.

use crate::costs::spent;

/// How much more four times the artifact may cost. Work in proportion makes it 4, quadratic work 16.
const AT_MOST: f64 = 8.0;

/// Work that is done in less is too little to be compared, in nanoseconds.
const TOO_LITTLE: f64 = 2_000_000.0;

/// What disturbs a measurement passes; what is quadratic stays so.
const TRIES: usize = 4;

fn effort(work: &impl Fn()) -> f64 {
    let before = spent();
    work();
    spent() - before
}

/// Prepares work of one size and of four times that size, and says so when the latter costs out of proportion more.
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
