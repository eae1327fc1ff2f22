//! The server of connections. It does not depend on the content that is served: that is a service, called once per request.
//!
//! The loop of a web framework waits without end for a client that never finishes its request head, and accepts without
//! limit. This server limits what a client can hold:
//!
//! * **Silent connections**, which have not sent anything, wait separately from all others and do not count as admitted
//!   (`acceptor.rs`). Accepting waits only for the next connection.
//! * **Admitted connections** are limited. At the limit, an idle one is closed for a new one (`idle.rs`). When all are busy,
//!   the new one gets an error response and is closed ([`RejectedRequest::ServerFull`]).
//! * **Concurrent requests of one client** are limited too ([`Limits::per_client`]). The default is a quarter of the
//!   admitted connections: 256. A browser opens six connections at most, and a request takes milliseconds, so 256 at once
//!   are thousands of people behind one address. A client that reads slowly, or sends only expensive requests, leaves three
//!   quarters to others. Requests are counted, not connections, so the limit is the same for clients behind a proxy, which
//!   share its connections. `client.rs` tells clients apart.
//! * **Responses** have a write timeout: a client must read at a minimum rate ([`WriteTimeout`], `stream.rs`). They are sent in
//!   frames of limited size (`body.rs`), and a connection is busy until its last byte is written (`activity.rs`).
//! * **Request heads** have a timeout and a maximum size. A request with a body is the last on its connection.
//!
//! The service writes the error responses, so that they look like its others: a rejected request has a [`RejectedRequest`] as an
//! extension. Bytes that cannot be read as a request are answered by [`Site::refuse`].
//!
//! Two runtimes do the work. The future of [`serve`] accepts connections, waits for their first bytes, and answers requests for
//! [`Site::alive`]. Every other connection is handed to the runtime of requests. The acceptor has its own thread and little to
//! do, so the system schedules it at once, however many requests wait for a processor.
//!
//! On shutdown, no connection is accepted, idle ones are closed, and running requests finish. Those that have not finished
//! after the drain timeout are aborted.

mod acceptor;
mod activity;
mod body;
pub mod client;
mod connection;
mod idle;
mod limits;
mod share;
mod site;
mod stream;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use hyper::body::Incoming;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::Handle;
use tokio::task::JoinSet;
use tower_service::Service;

use acceptor::{Acceptor, ArrivedConnection};
use connection::ConnectionRules;

pub use body::BoxError;
pub use client::{Client, TrustedProxies};
pub use limits::{Limits, WriteTimeout};
pub use share::{ClientShare, ClientShares};
pub use site::{BadRequestResponse, RejectedRequest, Site};

/// Connections that the system queues until they are accepted; it may queue fewer.
const BACKLOG: u32 = 4096;

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every running request finished.
    Drained,
    /// This many connections were aborted after the drain timeout.
    CutOff(usize),
}

/// Listens on an address, with a long queue of connections that have not been accepted yet.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves until `shutdown` completes, and then until the running requests have finished. Requests run on the runtime
/// `requests`; everything else runs where this future does.
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
    let acceptor =
        Acceptor::new(ConnectionRules { site, limits, requests: ClientShares::new(limits.per_client) });
    let graceful = GracefulShutdown::new();
    let mut connections = Connections { acceptor, tasks: JoinSet::new(), requests };
    let mut last_warning: Option<Instant> = None;
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            // Removes finished tasks, so that the set stays within the limits.
            Some(()) = connections.next_ended() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => connections.receive(stream, peer, graceful.watcher()),
            Err(error) => {
                // Usually there are no file handles left.
                if last_warning.is_none_or(|when| when.elapsed() > WARNING_INTERVAL) {
                    tracing::warn!(%error, "a connection could not be accepted; an idle one is closed for it");
                    last_warning = Some(Instant::now());
                }
                connections.acceptor.close_one();
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }
    drop(listener);
    connections.drain(graceful, limits.drain).await
}

/// The tasks of all connections.
struct Connections<'r, S> {
    acceptor: Acceptor<S>,
    /// Each task ends, or returns a connection for the runtime of requests.
    tasks: JoinSet<Option<ArrivedConnection>>,
    /// The runtime of requests.
    requests: &'r Handle,
}

impl<S, B> Connections<'_, S>
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Clone + Send + Sync + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    /// Waits for the first bytes of a connection.
    fn receive(&mut self, stream: TcpStream, peer: SocketAddr, watcher: Watcher) {
        self.tasks.spawn(self.acceptor.clone().receive(stream, peer, watcher));
    }

    /// Completes when a task has ended, and hands over the connection that it returned; None when there is no task.
    async fn next_ended(&mut self) -> Option<()> {
        let ended = self.tasks.join_next().await?;
        if let Ok(Some(arrived)) = ended {
            self.hand_over(arrived);
        }
        Some(())
    }

    /// Lets the runtime of requests answer a connection.
    fn hand_over(&mut self, arrived: ArrivedConnection) {
        let acceptor = self.acceptor.clone();
        let answer = async move {
            acceptor.answer(arrived).await;
            None
        };
        self.tasks.spawn_on(answer, self.requests);
    }

    /// Closes idle connections and waits until the others have ended, but no longer than `timeout`.
    async fn drain(mut self, graceful: GracefulShutdown, timeout: Duration) -> Ending {
        tracing::info!(connections = self.tasks.len(), "stopping: running requests are finished first");
        self.acceptor.closing.cancel();
        let finished = async { while self.next_ended().await.is_some() {} };
        let drained =
            tokio::time::timeout(timeout, async { tokio::join!(graceful.shutdown(), finished) }).await;
        if drained.is_ok() {
            return Ending::Drained;
        }
        while self.tasks.try_join_next().is_some() {}
        let left = self.tasks.len();
        self.tasks.shutdown().await;
        Ending::CutOff(left)
    }
}

/// The minimum interval between warnings of failures to accept.
const WARNING_INTERVAL: Duration = Duration::from_secs(10);

/// Completes when the process gets SIGINT (Ctrl-C) or SIGTERM.
///
/// From the call on, SIGHUP, SIGUSR1 and SIGUSR2 do nothing. Operators and programs that rotate logs send them to make a server
/// open its log anew; this one writes to its standard error, so there is nothing to open, and requests must not fail for it.
///
/// Fails when signals cannot be received. Signals are received from the call on, not only while the future is awaited.
pub fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    // A signal that was received once keeps its handler for the life of the process.
    for ignored in [SignalKind::hangup(), SignalKind::user_defined1(), SignalKind::user_defined2()] {
        drop(signal(ignored)?);
    }
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
