//! The desk: what becomes of a connection between its being accepted and its first request.
//!
//! It stays here until its first bytes have come, since they tell whether somebody only asks if the server lives. That
//! is answered here. Everyone else arrives with the requests, also who is turned away: refusing many takes its time too.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::server::graceful::Watcher;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use super::seats::{Seat, Seats};
use super::{Limits, SHORT, connection};
use crate::endpoints::ALIVE;

/// How long a connection waits for a place that another is about to leave.
const LEAVING: Duration = Duration::from_millis(100);

/// Bytes looked at: a method, the path, and what must follow it.
const FIRST: usize = "HEAD ".len() + ALIVE.len() + 1;

/// The places of connections.
#[derive(Clone)]
pub(super) struct Places {
    free: Arc<Semaphore>,
    seats: Arc<Seats>,
}

impl Places {
    pub(super) fn new(places: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(places)), seats: Arc::default() }
    }

    /// A place, if need be that of a connection that has nothing to do. None when all have.
    pub(super) async fn place(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(place) = Arc::clone(&self.free).try_acquire_owned() {
            return Some(place);
        }
        if !self.seats.make_room() {
            return None;
        }
        tokio::time::timeout(LEAVING, Arc::clone(&self.free).acquire_owned()).await.ok()?.ok()
    }
}

/// What a connection is received with.
pub(super) struct Desk {
    pub(super) peer: SocketAddr,
    pub(super) router: Router,
    pub(super) limits: Limits,
    pub(super) watcher: Watcher,
}

impl Desk {
    /// Receives a connection. Returns it when it asks for something that is answered elsewhere; without a seat when there
    /// is no place for it, to be turned away.
    pub(super) async fn received(
        self,
        stream: TcpStream,
        places: Places,
        spare: OwnedSemaphorePermit,
        closing: CancellationToken,
    ) -> Option<Arrived> {
        let (permit, seat, patience) = match places.place().await {
            Some(place) => (place, Some(places.seats.take()), self.limits.head),
            None => (spare, None, self.limits.head.min(SHORT)),
        };
        let first = tokio::select! {
            biased;
            first = tokio::time::timeout(patience, first_bytes(&stream)) => first.ok(),
            () = asked_to_leave(seat.as_ref()) => None,
            () = closing.cancelled() => None,
        };
        match first {
            Some(Ok((bytes, length))) if asks_whether_alive(&bytes[..length]) => {
                seat.inspect(Seat::busy);
                self.one_answer(stream).await;
            }
            Some(Ok((_, 1..))) => {
                // Until it has its turn there it is not to be taken for idle.
                let seat = seat.inspect(Seat::busy);
                match stream.into_std() {
                    Ok(stream) => return Some(Arrived { stream, seat, permit, desk: self }),
                    Err(error) => tracing::warn!(%error, "a connection could not be handed over"),
                }
            }
            // It said nothing, closed, or broke.
            _ => {
                seat.inspect(Seat::busy);
            }
        }
        None
    }

    /// One answer, then the connection is closed.
    async fn one_answer(self, stream: TcpStream) {
        let served = self.watcher.watch(connection(stream, self.peer, self.router, self.limits, None)).await;
        ended(self.peer, served);
    }
}

/// Done when a connection is asked to leave its seat; never without one.
async fn asked_to_leave(seat: Option<&Seat>) {
    match seat {
        Some(seat) => seat.asked_to_leave().await,
        None => std::future::pending().await,
    }
}

/// A connection whose first request has begun to come.
pub(super) struct Arrived {
    stream: std::net::TcpStream,
    /// None when it is to be turned away.
    seat: Option<Seat>,
    permit: OwnedSemaphorePermit,
    desk: Desk,
}

impl Arrived {
    /// Answers its requests, on the runtime that this future runs on.
    pub(super) async fn answered(self) -> Option<Self> {
        let Self { stream, seat, permit, desk } = self;
        match (TcpStream::from_std(stream), seat) {
            (Ok(stream), Some(seat)) => {
                let Desk { peer, router, limits, watcher } = desk;
                let connection = connection(stream, peer, router, limits, Some(seat.clone()));
                // Its first request is about to be read; what comes no further is idle.
                seat.idle();
                // In this order: a request that has come is read before anybody leaves.
                let served = tokio::select! {
                    biased;
                    served = watcher.watch(connection) => served,
                    () = seat.asked_to_leave() => Ok(()),
                };
                ended(peer, served);
                // The end of its last answer may have made it idle.
                seat.busy();
            }
            (Ok(stream), None) => desk.one_answer(stream).await,
            (Err(error), _) => tracing::warn!(%error, "a connection could not be taken over"),
        }
        drop(permit);
        None
    }
}

/// A connection that breaks concerns its client only.
fn ended(peer: SocketAddr, served: Result<(), hyper::Error>) {
    if let Err(error) = served {
        tracing::debug!(%peer, %error, "a connection ended early");
    }
}

/// Waits for the first bytes, and leaves them where they are.
async fn first_bytes(stream: &TcpStream) -> io::Result<([u8; FIRST], usize)> {
    let mut bytes = [0; FIRST];
    let length = stream.peek(&mut bytes).await?;
    Ok((bytes, length))
}

/// Whether these bytes begin a request for [`ALIVE`]. One that comes in pieces is answered as any other.
fn asks_whether_alive(bytes: &[u8]) -> bool {
    let path = bytes.strip_prefix(b"GET ").or_else(|| bytes.strip_prefix(b"HEAD "));
    let rest = path.and_then(|path| path.strip_prefix(ALIVE.as_bytes()));
    rest.is_some_and(|rest| rest.starts_with(b" ") || rest.starts_with(b"?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_whether_the_server_lives() {
        for (bytes, asks) in [
            ("GET /healthz HTTP/1.1", true),
            ("HEAD /healthz HTTP/1.1", true),
            ("GET /healthz?x HTTP/1.1", true),
            ("GET /healthz", false),
            ("GET /healthzz HTTP/1.1", false),
            ("GET /api/v1/sources HTTP/1.1", false),
            ("POST /healthz HTTP/1.1", false),
            ("", false),
        ] {
            let seen = &bytes.as_bytes()[..bytes.len().min(FIRST)];
            assert_eq!(asks_whether_alive(seen), asks, "{bytes}");
        }
    }
}
