//! The acceptor: connections from their arrival to their first request.
//!
//! A connection stays on the accepting thread until its first bytes arrive. If they are a liveness check, it is answered
//! here. All others go to the runtime of requests.
//!
//! A silent connection does not count as admitted. Many of them are allowed; at the limit one is closed for each new one
//! (`idle.rs` chooses it). They are not closed earlier, because a client that replaces each closed connection at once would
//! keep this thread busy.

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
use crate::connection::{ConnectionRules, answer};
use crate::idle::{IdleTracker, Room, TrackedConnection};

/// How long a connection waits to be admitted.
const ADMISSION_TIMEOUT: Duration = Duration::from_millis(600);

/// How long a waiting connection waits for one that is being closed, before another is closed.
const CLOSING_TIMEOUT: Duration = Duration::from_millis(100);

/// The minimum time before a waiting connection checks again.
const MIN_WAIT: Duration = Duration::from_millis(5);

/// How long a connection waits for an error response.
const REJECTION_TIMEOUT: Duration = Duration::from_secs(2);

/// The number of bytes read to recognize a liveness check.
const FIRST_BYTES: usize = 64;

/// The acceptor of a server.
#[derive(Clone)]
pub(crate) struct Acceptor<S> {
    rules: ConnectionRules<S>,
    /// Silent connections.
    silent: Arc<IdleTracker>,
    /// Permits of connections that are being rejected.
    rejected: Arc<Semaphore>,
    /// Permits of admitted connections.
    admitted: Arc<Semaphore>,
    idle: Arc<IdleTracker>,
    pub(crate) closing: CancellationToken,
}

/// A connection whose first bytes have arrived.
pub(crate) struct ArrivedConnection {
    stream: std::net::TcpStream,
    peer: SocketAddr,
    /// None when it is to be rejected.
    admitted: Option<TrackedConnection>,
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
    pub(crate) fn new(rules: ConnectionRules<S>) -> Self {
        Self {
            silent: Arc::default(),
            rejected: Arc::new(Semaphore::new(rules.limits.rejected)),
            admitted: Arc::new(Semaphore::new(rules.limits.connections)),
            idle: Arc::default(),
            closing: CancellationToken::new(),
            rules,
        }
    }

    /// Closes a silent or idle connection, to free its file handle.
    pub(crate) fn close_one(&self) {
        if !self.silent.close_any() {
            self.idle.close_any();
        }
    }

    /// Waits for the first bytes of a connection. Answers a liveness check; returns any other connection.
    pub(crate) async fn receive(
        self,
        stream: TcpStream,
        peer: SocketAddr,
        watcher: Watcher,
    ) -> Option<ArrivedConnection> {
        // Responses are written at once, so waiting to fill a packet would only delay their end.
        let _ = stream.set_nodelay(true);
        let client = Client::direct(peer.ip());
        let silent = self.silent.track(client.address);
        if self.silent.len() > self.rules.limits.silent {
            self.silent.close_any();
        }
        let first = tokio::select! {
            biased;
            first = tokio::time::timeout(self.rules.limits.head, first_bytes(&stream)) => first.ok()?.ok()?,
            () = silent.must_close() => return None,
            () = self.closing.cancelled() => return None,
        };
        if first.1 == 0 {
            return None;
        }
        if is_liveness_check(&first.0[..first.1], self.rules.site.alive) {
            answer(self.rules, stream, peer, None, watcher).await;
            return None;
        }
        let (permit, admitted) = if let Some(permit) = self.admit(client).await {
            (permit, Some(self.idle.track(client.address)))
        } else {
            // When too many connections are being rejected already, this one is closed without a response. It waits first;
            // otherwise the client would reconnect too soon.
            tokio::select! {
                permit = tokio::time::timeout(REJECTION_TIMEOUT, Arc::clone(&self.rejected).acquire_owned()) => {
                    (permit.ok()?.ok()?, None)
                }
                () = silent.must_close() => return None,
                () = self.closing.cancelled() => return None,
            }
        };
        drop(silent);
        // It counts as busy until the other runtime takes it.
        let admitted = admitted.inspect(TrackedConnection::set_busy);
        match stream.into_std() {
            Ok(stream) => Some(ArrivedConnection { stream, peer, admitted, watcher, _permit: permit }),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be passed to the runtime of requests");
                None
            }
        }
    }

    /// A permit, if necessary that of an idle connection, which is closed. None when all stay busy until the timeout.
    async fn admit(&self, client: Client) -> Option<OwnedSemaphorePermit> {
        let deadline = Instant::now() + ADMISSION_TIMEOUT;
        loop {
            let admitted = Arc::clone(&self.admitted);
            if let Ok(permit) = Arc::clone(&admitted).try_acquire_owned() {
                return Some(permit);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            let wait = match self.idle.close_one(client) {
                Room::Soon => left.min(CLOSING_TIMEOUT),
                Room::Busy => left,
                Room::After(time) => {
                    tokio::time::sleep(time.max(MIN_WAIT)).await;
                    continue;
                }
                Room::None => return None,
            };
            if let Ok(Ok(permit)) = tokio::time::timeout(wait, admitted.acquire_owned()).await {
                return Some(permit);
            }
        }
    }

    /// Serves the requests of a connection, on the runtime that this future runs on.
    pub(crate) async fn answer(self, arrived: ArrivedConnection) {
        let ArrivedConnection { stream, peer, admitted, watcher, _permit } = arrived;
        match TcpStream::from_std(stream) {
            Ok(stream) => {
                // It is idle until its first request has arrived completely.
                if let Some(tracked) = &admitted {
                    tracked.set_idle();
                }
                answer(self.rules, stream, peer, admitted, watcher).await;
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be passed to the runtime of requests");
            }
        }
    }
}

/// Waits for the first bytes, and leaves them in the socket.
async fn first_bytes(stream: &TcpStream) -> io::Result<([u8; FIRST_BYTES], usize)> {
    let mut bytes = [0; FIRST_BYTES];
    let length = stream.peek(&mut bytes).await?;
    Ok((bytes, length))
}

/// Whether these bytes begin a request for the path `alive`. One that arrives in pieces is served like any other request.
fn is_liveness_check(bytes: &[u8], alive: &str) -> bool {
    let path = bytes.strip_prefix(b"GET ").or_else(|| bytes.strip_prefix(b"HEAD "));
    let rest = path.and_then(|path| path.strip_prefix(alive.as_bytes()));
    rest.is_some_and(|rest| rest.starts_with(b" ") || rest.starts_with(b"?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_for_the_liveness_path_are_recognized() {
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
            assert_eq!(is_liveness_check(bytes.as_bytes(), "/healthz"), asks, "{bytes}");
        }
    }
}
