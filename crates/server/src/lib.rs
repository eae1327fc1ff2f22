//! The server of connections. It knows nothing of what is served: that is a service, called once per request.
//!
//! A web framework's own loop waits without end for a client that never finishes its request head, and accepts without
//! limit. This one bounds what a client can hold:
//!
//! * **Connections that say nothing** wait apart from all others, many of them, and take nobody's place
//!   (`acceptor.rs`). Accepting never waits for anything but the next connection.
//! * **Admitted connections** are so many. When all places are taken, an idle one is closed for a new one (`idle.rs`).
//!   When every one is busy, the new one gets a refusal and is closed ([`Refusal::ServerFull`]).
//! * **Requests at once of one client** are a part of that ([`Limits::per_client`]). The default is a quarter of the
//!   places: 256. A browser opens six connections at most, and a request is answered in milliseconds; so 256 at once are
//!   thousands of people behind one address, while one that takes its answers slowly, or asks for all that is dear, leaves
//!   three quarters to others. It counts requests, not connections, so that it means the same for clients behind a proxy,
//!   which share its connections. Who a client is says `client.rs`.
//! * **An answer** must be taken at a least pace ([`Pace`], `stream.rs`). It goes out in frames of bounded size
//!   (`body.rs`), and a connection is busy until its last byte is written (`activity.rs`).
//! * **A request head** has a time and a size. A request with a body is the last on its connection.
//!
//! The service is asked to word the refusals, so that they look as its other answers do: a request to be refused carries
//! a [`Refusal`] as an extension. What cannot even be read as a request is answered by [`Site::refuse`].
//!
//! Two runtimes carry this. [`serve`] itself accepts, waits for the first bytes of a connection, and answers the path
//! [`Site::alive`] where that is the first thing asked. Every other connection is handed to the runtime of requests. Run
//! on a thread of its own the acceptor has little to do, so the system gives it a processor at once, however many requests
//! wait for theirs.
//!
//! Ending: no connection is accepted any more, idle ones are closed, running requests finish. Those that have not
//! finished after the time for draining are cut off.

mod acceptor;
mod activity;
mod body;
pub mod client;
mod connection;
mod idle;
mod share;
mod stream;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body::Body;
use hyper::body::Incoming;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Handle;
use tokio::task::JoinSet;
use tower_service::Service;

use acceptor::{Acceptor, Arrived};
use connection::Rules;

pub use body::BoxError;
pub use client::{Client, TrustedProxies};
pub use share::{Share, Shares};

/// Time in which the request head of a connection that is not admitted must arrive.
const REFUSED_HEAD: Duration = Duration::from_secs(1);

/// Connections that the system keeps until they are accepted; it may keep fewer.
const BACKLOG: u32 = 4096;

/// File handles that the rest of the program needs.
const OTHER_HANDLES: u64 = 128;

/// What a server lets its clients hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections open at once that have sent something, beside those that are being refused.
    pub connections: usize,
    /// Connections open at once that have not sent anything.
    pub silent: usize,
    /// Connections beyond the limit that are being refused at once. Further ones are closed without an answer.
    pub refused: usize,
    /// Requests of one client that are answered at once.
    pub per_client: usize,
    /// Time in which a request head must arrive whole, counted from when the connection is ready for it; on a new
    /// connection from its first byte, which has as long.
    pub head: Duration,
    /// Largest request head in bytes; at least 8192.
    pub head_bytes: usize,
    /// How slowly a client may take its answer.
    pub pace: Pace,
    /// Time running requests have to finish when the server ends.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            silent: 8192,
            refused: 1024,
            per_client: 256,
            head: Duration::from_secs(10),
            head_bytes: 32 * 1024,
            pace: Pace::default(),
            drain: Duration::from_secs(30),
        }
    }
}

impl Limits {
    /// The same, with so many connections, of which each client may use a quarter.
    #[must_use]
    pub fn with_connections(self, connections: usize) -> Self {
        Self { connections, per_client: connections.div_ceil(4), ..self }
    }

    /// These limits as far as so many file handles allow. An admitted connection needs two: itself, and a file it sends.
    #[must_use]
    pub fn within(self, handles: u64) -> Self {
        let handles = usize::try_from(handles.saturating_sub(OTHER_HANDLES)).unwrap_or(usize::MAX);
        let part = (handles / 4).max(1);
        let (connections, refused) = (self.connections.min(part), self.refused.min(part));
        let rest = handles.saturating_sub(2 * connections + refused);
        Self {
            connections,
            refused,
            silent: self.silent.min(rest.max(1)),
            per_client: self.per_client.min(connections),
            ..self
        }
    }
}

/// The least pace at which a client takes an answer: so many bytes in each period.
///
/// A period begins when the socket takes no more. The default closes who takes nothing for a minute, or less than half a
/// KiB a second, and lets the slowest phone pass: one that takes 2 KiB a second, or loses its network for half a minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Time over which the pace is judged.
    pub period: Duration,
    /// Bytes to be taken in it.
    pub bytes: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { period: Duration::from_mins(1), bytes: 32 * 1024 }
    }
}

/// Why the server wants a request refused; an extension of such a request. The service must word it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is no place for another connection. It is closed after the answer.
    ServerFull,
    /// The client has too many requests under way.
    ClientFull,
    /// The request has no `Host`, several, or one that is none.
    BadHost,
}

/// Words the answer to what cannot be read as a request, given the status.
pub type Refuse = fn(StatusCode) -> Response<Bytes>;

/// What is served.
#[derive(Clone)]
pub struct Site<S> {
    /// Answers requests.
    pub service: S,
    /// The path that is answered however much there is to do.
    pub alive: &'static str,
    /// Words the answer to what cannot be read as a request.
    pub refuse: Refuse,
    /// The proxies that say who the client is.
    pub proxies: TrustedProxies,
}

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every running request finished.
    Drained,
    /// This many connections were cut off because their time to finish was over.
    CutOff(usize),
}

/// Listens on an address, with room for many connections that have not been accepted yet.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves until `shutdown` is done, and then until the running requests have finished. What is asked is answered on the
/// runtime of `requests`; the rest is done where this future runs.
pub async fn serve<S, B>(
    listener: TcpListener,
    site: Site<S>,
    shutdown: impl Future<Output = ()>,
    limits: Limits,
    requests: &Handle,
) -> Ending
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Clone + Send + Sync + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    let acceptor = Acceptor::new(Rules { site, limits, requests: Shares::new(limits.per_client) });
    let graceful = GracefulShutdown::new();
    // Each ends, or goes on elsewhere as what it returns.
    let mut connections = JoinSet::<Option<Arrived>>::new();
    let go_on = |connections: &mut JoinSet<_>, arrived: Arrived| {
        let acceptor = acceptor.clone();
        connections.spawn_on(
            async move {
                acceptor.answer(arrived).await;
                None
            },
            requests,
        );
    };
    let mut complained: Option<Instant> = None;
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            // Takes the finished ones out, so that the set is no longer than the limits.
            Some(ended) = connections.join_next() => {
                if let Ok(Some(arrived)) = ended {
                    go_on(&mut connections, arrived);
                }
                continue;
            }
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                connections.spawn(acceptor.clone().receive(stream, peer, graceful.watcher()));
            }
            Err(error) => {
                // Out of file handles, most often.
                if complained.is_none_or(|when| when.elapsed() > COMPLAINTS) {
                    tracing::warn!(%error, "a connection could not be accepted; an idle one is closed for it");
                    complained = Some(Instant::now());
                }
                acceptor.close_one();
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }
    drop(listener);
    tracing::info!(connections = connections.len(), "stopping: running requests are finished first");
    acceptor.closing.cancel();
    let finished = async {
        while let Some(ended) = connections.join_next().await {
            if let Ok(Some(arrived)) = ended {
                go_on(&mut connections, arrived);
            }
        }
    };
    let drained =
        tokio::time::timeout(limits.drain, async { tokio::join!(graceful.shutdown(), finished) }).await;
    if drained.is_ok() {
        return Ending::Drained;
    }
    while connections.try_join_next().is_some() {}
    let left = connections.len();
    connections.shutdown().await;
    Ending::CutOff(left)
}

/// How often a failure to accept is logged at most.
const COMPLAINTS: Duration = Duration::from_secs(10);

/// Done when the process is asked to end, by Ctrl-C or SIGTERM.
///
/// Fails when signals cannot be listened for. The listening begins with the call, not with the waiting.
pub fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
