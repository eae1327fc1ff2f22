//! The desk: what becomes of a connection between its being accepted and its first request.
//!
//! It stays here until its first bytes have come, since they tell whether somebody only asks if the server lives. That
//! is answered here; so is who finds no place. Everyone else arrives with the requests.

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
use super::{Limits, connection};
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
    /// Receives a connection. Returns it when it asks for something that is answered elsewhere.
    pub(super) async fn received(
        self,
        stream: TcpStream,
        places: Places,
        spare: OwnedSemaphorePermit,
        closing: CancellationToken,
    ) -> Option<Arrived> {
        let Some(place) = places.place().await else {
            self.answered_here(stream).await;
            return None;
        };
        drop(spare);
        let seat = places.seats.take();
        let first = tokio::select! {
            biased;
            () = seat.asked_to_leave() => None,
            () = closing.cancelled() => None,
            first = tokio::time::timeout(self.limits.head, first_bytes(&stream)) => first.ok(),
        };
        match first {
            Some(Ok((bytes, length))) if asks_whether_alive(&bytes[..length]) => {
                seat.busy();
                self.answered_here(stream).await;
                None
            }
            Some(Ok((_, 1..))) => match stream.into_std() {
                Ok(stream) => Some(Arrived { stream, seat, place, desk: self }),
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be handed over");
                    seat.busy();
                    None
                }
            },
            // It said nothing, closed, or broke.
            _ => {
                seat.busy();
                None
            }
        }
    }

    /// One answer, then the connection is closed.
    async fn answered_here(self, stream: TcpStream) {
        let served = self.watcher.watch(connection(stream, self.peer, self.router, self.limits, None)).await;
        ended(self.peer, served);
    }
}

/// A connection whose first request has begun to come.
pub(super) struct Arrived {
    stream: std::net::TcpStream,
    seat: Seat,
    place: OwnedSemaphorePermit,
    desk: Desk,
}

impl Arrived {
    /// Answers its requests, on the runtime that this future runs on.
    pub(super) async fn answered(self) -> Option<Self> {
        let Self { stream, seat, place, desk: Desk { peer, router, limits, watcher } } = self;
        match TcpStream::from_std(stream) {
            Ok(stream) => {
                let connection = connection(stream, peer, router, limits, Some(seat.clone()));
                let served = tokio::select! {
                    biased;
                    () = seat.asked_to_leave() => Ok(()),
                    served = watcher.watch(connection) => served,
                };
                ended(peer, served);
            }
            Err(error) => tracing::warn!(%error, "a connection could not be taken over"),
        }
        // The end of its last answer may have made it idle.
        seat.busy();
        drop(place);
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
