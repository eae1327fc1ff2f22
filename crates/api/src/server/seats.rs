//! Who waits for a request, so that somebody can make room when all places are taken.
//!
//! A connection that is kept open between two requests costs its place and gives nothing for it. Under pressure the one
//! that has waited the longest is closed: clients know how to open another. A connection is idle from when it is
//! accepted until its first request has begun, and again from the last byte of an answer. One that has only just become
//! idle is left alone, since its next request may be on its way.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};
use tokio::sync::Notify;
use tokio::time::Instant;

/// How long a connection is idle before it may be asked to leave.
const GRACE: Duration = Duration::from_millis(250);

/// How long it may still hear of a request that came before.
const PAUSE: Duration = Duration::from_millis(20);

/// The idle connections.
#[derive(Default)]
pub(super) struct Seats(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    turns: u64,
    /// By turn: the first has waited the longest.
    by_turn: BTreeMap<u64, (Instant, Arc<Notify>)>,
}

impl Seats {
    /// Asks the connection that has been idle the longest to leave. False when every one is busy, or was until now.
    pub(super) fn make_room(&self) -> bool {
        let mut seats = self.lock();
        let Some(longest) = seats.by_turn.first_entry() else { return false };
        if longest.get().0.elapsed() < GRACE {
            return false;
        }
        let (_, leave) = longest.remove();
        leave.notify_one();
        true
    }

    /// A seat for a new connection, idle.
    pub(super) fn take(self: &Arc<Self>) -> Seat {
        let seat = Seat { seats: Arc::clone(self), leave: Arc::default(), turn: Arc::default() };
        seat.idle();
        seat
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Nothing in here can be left half-done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The seat of one connection. Its clones are the same seat.
#[derive(Clone)]
pub(super) struct Seat {
    seats: Arc<Seats>,
    leave: Arc<Notify>,
    /// When the connection began to be idle; nothing while it is busy.
    turn: Arc<Mutex<Option<u64>>>,
}

impl Seat {
    /// Done when the connection is asked to leave and has had nothing to do since. The pause is for a request that has
    /// come and was not noticed, since every processor had other things to do.
    pub(super) async fn asked_to_leave(&self) {
        loop {
            self.leave.notified().await;
            tokio::time::sleep(PAUSE).await;
            if self.turn.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                return;
            }
        }
    }

    /// The connection waits for a request.
    pub(super) fn idle(&self) {
        let mut seats = self.seats.lock();
        let mut turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if turn.is_none() {
            seats.turns += 1;
            let new = seats.turns;
            seats.by_turn.insert(new, (Instant::now(), Arc::clone(&self.leave)));
            *turn = Some(new);
        }
    }

    /// The connection has a request to answer, or is gone.
    pub(super) fn busy(&self) {
        let mut seats = self.seats.lock();
        if let Some(turn) = self.turn.lock().unwrap_or_else(PoisonError::into_inner).take() {
            seats.by_turn.remove(&turn);
        }
    }

    /// An answer whose end makes the connection idle.
    pub(super) fn until_the_end_of(&self, body: Body) -> Body {
        Body::new(Answer { body, seat: self.clone() })
    }
}

/// The body of an answer. It goes when its last byte has been handed over, or when the connection breaks.
struct Answer {
    body: Body,
    seat: Seat,
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.seat.idle();
    }
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
