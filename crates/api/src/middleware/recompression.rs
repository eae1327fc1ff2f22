//! Denser bodies for what is asked for again.
//!
//! The first request for a body waits until it is compressed, so that is done fast. When the body is sent from the cache
//! for the first time, it is offered here, and encoded once more. One thread of the lowest priority does that, so it takes
//! time that nothing else wants. At most [`WAITING`] bodies wait; one that finds no place is offered at its next request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::sync::mpsc::{SyncSender, sync_channel};

/// How many bodies may wait.
const WAITING: usize = 16;

type Work = Box<dyn FnOnce() + Send>;

static THREAD: LazyLock<Option<SyncSender<Work>>> = LazyLock::new(|| {
    let (offered, waiting) = sync_channel::<Work>(WAITING);
    let run = move || {
        // Here the priority belongs to the thread. Elsewhere it belongs to the process, which has other work too.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(19);
        for work in waiting {
            // A body that cannot be encoded once more stays as it is.
            let _ = catch_unwind(AssertUnwindSafe(work));
        }
    };
    std::thread::Builder::new().name("recompress".to_owned()).spawn(run).ok().map(|_| offered)
});

/// Offers work. False if there is no place for it.
pub(crate) fn offer(work: impl FnOnce() + Send + 'static) -> bool {
    THREAD.as_ref().is_some_and(|thread| thread.try_send(Box::new(work)).is_ok())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Offers work until there is a place: other tests of this process offer some too.
    fn insist<W: FnOnce() + Send + 'static>(work: impl Fn() -> W) {
        while !offer(work()) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn few_bodies_wait_and_a_panic_ends_only_its_own_work() {
        let (begun, has_begun) = channel();
        let (go, gate) = channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        insist(|| {
            let (begun, gate) = (begun.clone(), gate.clone());
            move || {
                begun.send(()).unwrap();
                let _ = gate.lock().unwrap().recv();
            }
        });
        has_begun.recv().unwrap();
        let taken = (0..10 * WAITING).filter(|_| offer(|| ())).count();
        assert!(taken <= WAITING, "{taken}");
        drop(go);
        insist(|| || panic!("a body that cannot be encoded"));
        insist(|| {
            let begun = begun.clone();
            move || begun.send(()).unwrap()
        });
        has_begun.recv().unwrap();
    }
}
