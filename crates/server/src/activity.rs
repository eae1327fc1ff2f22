//! Whether a connection has a response to send.
//!
//! It has one from the arrival of its request until the last byte of the response is written to the socket. The HTTP library
//! reads a body before it has written it, so the end of the body is not the end of the response. The response is written
//! completely when the library flushes the stream, which it does when its own buffer is empty.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::idle::TrackedConnection;
use crate::share::ClientShare;

/// No request is being answered.
const QUIET: u8 = 0;
/// A request has arrived, and its response is being made or passed to the HTTP library.
const ANSWERING: u8 = 1;
/// The HTTP library has all of the response, and may not have written all of it.
const TAKEN: u8 = 2;

/// The activity of one connection. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Activity(Arc<ActivityInner>);

#[derive(Debug)]
struct ActivityInner {
    stage: AtomicU8,
    /// The share of the client that the request holds.
    share: Mutex<Option<ClientShare>>,
    /// None on a connection that was not admitted.
    tracked: Option<TrackedConnection>,
}

impl Activity {
    pub(crate) fn new(tracked: Option<TrackedConnection>) -> Self {
        Self(Arc::new(ActivityInner { stage: AtomicU8::new(QUIET), share: Mutex::default(), tracked }))
    }

    /// Records that a request has arrived.
    pub(crate) fn begin(&self) {
        self.0.stage.store(ANSWERING, Ordering::Release);
        if let Some(tracked) = &self.0.tracked {
            tracked.set_busy();
        }
    }

    /// Holds a share until the response is written.
    pub(crate) fn hold(&self, share: ClientShare) {
        self.set_share(Some(share));
    }

    /// Records that the HTTP library has read the end of the response's body.
    pub(crate) fn body_taken(&self) {
        self.0.stage.store(TAKEN, Ordering::Release);
    }

    /// Records that the HTTP library has written everything it had.
    pub(crate) fn flushed(&self) {
        let stage = &self.0.stage;
        if stage.compare_exchange(TAKEN, QUIET, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            self.set_share(None);
            if let Some(tracked) = &self.0.tracked {
                tracked.set_idle();
            }
        }
    }

    /// Whether a request is being answered.
    pub(crate) fn answering(&self) -> bool {
        self.0.stage.load(Ordering::Acquire) != QUIET
    }

    fn set_share(&self, share: Option<ClientShare>) {
        *self.0.share.lock().unwrap_or_else(PoisonError::into_inner) = share;
    }
}
