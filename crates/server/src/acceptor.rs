//! What becomes of a connection between its being accepted and its first request.
//!
//! It stays on the accepting thread until its first bytes have come, since they tell whether somebody only asks if the
//! server is alive, which is answered here. All others go to the runtime of requests.
//!
//! A connection that says nothing takes no place of one that does. There is room for many of them; beyond it one is
//! closed for each that comes (`idle.rs` says which). They are kept rather than closed early, since a client that opens
//! another as soon as one is closed would otherwise keep this thread busy for nothing.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use hyper::body::Incoming;
use hyper_util::server::graceful::Watcher;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tower_service::Service;

use crate::Client;
use crate::body::BoxError;
use crate::connection::{Rules, answer};
use crate::idle::{IdleSet, Room, Tracked};

/// How long a connection waits for a place.
const ADMISSION: Duration = Duration::from_millis(600);

/// How long it waits for the place of one that is being closed, before another is.
const CLOSING: Duration = Duration::from_millis(100);

/// How long it waits at least before it looks again.
const SHORTEST: Duration = Duration::from_millis(5);

/// How long a connection waits to be refused.
const REFUSED: Duration = Duration::from_secs(2);

/// Bytes looked at to tell whether a request asks if the server is alive.
const FIRST: usize = 64;

/// The acceptor of a server.
#[derive(Clone)]
pub(crate) struct Acceptor<S> {
    rules: Rules<S>,
    /// Connections that have not sent anything.
    silent: Arc<IdleSet>,
    /// Those that are being refused.
    refused: Arc<Semaphore>,
    /// Places of admitted connections.
    places: Arc<Semaphore>,
    idle: Arc<IdleSet>,
    pub(crate) closing: CancellationToken,
}

/// A connection whose first request has begun to come.
pub(crate) struct Arrived {
    stream: std::net::TcpStream,
    peer: SocketAddr,
    /// None when it is to be refused.
    admitted: Option<Tracked>,
    watcher: Watcher,
    _permit: OwnedSemaphorePermit,
}

impl<S, B> Acceptor<S>
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    pub(crate) fn new(rules: Rules<S>) -> Self {
        Self {
            silent: Arc::default(),
            refused: Arc::new(Semaphore::new(rules.limits.refused)),
            places: Arc::new(Semaphore::new(rules.limits.connections)),
            idle: Arc::default(),
            closing: CancellationToken::new(),
            rules,
        }
    }

    /// Closes a connection that has nothing to do, to free its file handle.
    pub(crate) fn close_one(&self) {
        if !self.silent.close_any() {
            self.idle.close_any();
        }
    }

    /// Waits for the first bytes of a connection. Returns it when it asks for something that is answered elsewhere.
    pub(crate) async fn receive(
        self,
        stream: TcpStream,
        peer: SocketAddr,
        watcher: Watcher,
    ) -> Option<Arrived> {
        // Answers are written whole; waiting to fill a packet only delays their end.
        let _ = stream.set_nodelay(true);
        let client = Client::direct(peer.ip());
        let silent = self.silent.track(client.address);
        if self.silent.len() > self.rules.limits.silent {
            self.silent.close_any();
        }
        let first = tokio::select! {
            biased;
            first = tokio::time::timeout(self.rules.limits.head, first_bytes(&stream)) => first.ok()?.ok()?,
            () = silent.asked_to_close() => return None,
            () = self.closing.cancelled() => return None,
        };
        if first.1 == 0 {
            return None;
        }
        if asks_whether_alive(&first.0[..first.1], self.rules.site.alive) {
            answer(self.rules, stream, peer, None, watcher).await;
            return None;
        }
        let (permit, admitted) = if let Some(place) = self.place(client).await {
            (place, Some(self.idle.track(client.address)))
        } else {
            // With so many being refused already, this one is closed without an answer, but not at once: it would be
            // back too soon.
            tokio::select! {
                refused = tokio::time::timeout(REFUSED, Arc::clone(&self.refused).acquire_owned()) => {
                    (refused.ok()?.ok()?, None)
                }
                () = silent.asked_to_close() => return None,
                () = self.closing.cancelled() => return None,
            }
        };
        drop(silent);
        // Until it has its turn there it is not to be taken for idle.
        let admitted = admitted.inspect(Tracked::busy);
        match stream.into_std() {
            Ok(stream) => Some(Arrived { stream, peer, admitted, watcher, _permit: permit }),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be handed over");
                None
            }
        }
    }

    /// A place, if need be that of a connection that has nothing to do. None when all have for some time.
    async fn place(&self, client: Client) -> Option<OwnedSemaphorePermit> {
        let deadline = Instant::now() + ADMISSION;
        loop {
            let places = Arc::clone(&self.places);
            if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
                return Some(place);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            let wait = match self.idle.close_one(client) {
                Room::Soon => left.min(CLOSING),
                Room::Busy => left,
                Room::After(time) => {
                    tokio::time::sleep(time.max(SHORTEST)).await;
                    continue;
                }
                Room::None => return None,
            };
            if let Ok(Ok(place)) = tokio::time::timeout(wait, places.acquire_owned()).await {
                return Some(place);
            }
        }
    }

    /// Answers the requests of a connection, on the runtime that this future runs on.
    pub(crate) async fn answer(self, arrived: Arrived) {
        let Arrived { stream, peer, admitted, watcher, _permit } = arrived;
        match TcpStream::from_std(stream) {
            Ok(stream) => {
                // Its first request is about to be read; what comes no further is idle.
                if let Some(tracked) = &admitted {
                    tracked.idle();
                }
                answer(self.rules, stream, peer, admitted, watcher).await;
            }
            Err(error) => tracing::warn!(%error, "a connection could not be handed over"),
        }
    }
}

/// Waits for the first bytes, and leaves them where they are.
async fn first_bytes(stream: &TcpStream) -> io::Result<([u8; FIRST], usize)> {
    let mut bytes = [0; FIRST];
    let length = stream.peek(&mut bytes).await?;
    Ok((bytes, length))
}

/// Whether these bytes begin a request for the path `alive`. One that comes in pieces is answered as any other.
fn asks_whether_alive(bytes: &[u8], alive: &str) -> bool {
    let path = bytes.strip_prefix(b"GET ").or_else(|| bytes.strip_prefix(b"HEAD "));
    let rest = path.and_then(|path| path.strip_prefix(alive.as_bytes()));
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
            assert_eq!(asks_whether_alive(bytes.as_bytes(), "/healthz"), asks, "{bytes}");
        }
    }
}
