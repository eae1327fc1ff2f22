//! Whether a connection has an answer to send.
//!
//! It has one from when its request has arrived until the last byte of the answer is written to the socket. The HTTP
//! library takes a body before it has written it, so the end of the body is not the end of the answer: only when the
//! library flushes the stream, which it does when its own buffer is empty, is nothing left.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::idle::Tracked;
use crate::share::Share;

/// No request is being answered.
const QUIET: u8 = 0;
/// A request has arrived, and its answer is being made or handed to the HTTP library.
const ANSWERING: u8 = 1;
/// The HTTP library has all of the answer, and may not have written all of it.
const TAKEN: u8 = 2;

/// The activity of one connection; its clones are the same.
#[derive(Debug, Clone)]
pub(crate) struct Activity(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    stage: AtomicU8,
    /// What the client's request counts as while it is answered.
    share: Mutex<Option<Share>>,
    /// None on a connection that was not admitted.
    tracked: Option<Tracked>,
}

impl Activity {
    pub(crate) fn new(tracked: Option<Tracked>) -> Self {
        Self(Arc::new(Inner { stage: AtomicU8::new(QUIET), share: Mutex::default(), tracked }))
    }

    /// A request has arrived.
    pub(crate) fn begin(&self) {
        self.0.stage.store(ANSWERING, Ordering::Release);
        if let Some(tracked) = &self.0.tracked {
            tracked.busy();
        }
    }

    /// Keeps a share until the answer is written.
    pub(crate) fn hold(&self, share: Share) {
        self.set_share(Some(share));
    }

    /// The HTTP library has taken the end of the answer's body.
    pub(crate) fn body_taken(&self) {
        self.0.stage.store(TAKEN, Ordering::Release);
    }

    /// All that the HTTP library had to write is written.
    pub(crate) fn flushed(&self) {
        let stage = &self.0.stage;
        if stage.compare_exchange(TAKEN, QUIET, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            self.set_share(None);
            if let Some(tracked) = &self.0.tracked {
                tracked.idle();
            }
        }
    }

    /// Whether a request is being answered.
    pub(crate) fn answering(&self) -> bool {
        self.0.stage.load(Ordering::Acquire) != QUIET
    }

    fn set_share(&self, share: Option<Share>) {
        *self.0.share.lock().unwrap_or_else(PoisonError::into_inner) = share;
    }
}
