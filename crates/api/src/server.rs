//! The server: accepting connections, bounding them, ending well.
//!
//! The framework's own `serve` waits without end for a client that never finishes its request head, and accepts
//! without limit. This loop bounds what a client can hold: a connection is one of so many; its request head must
//! arrive in time, also the next one on a connection kept open; and a client that stops reading its answer is let
//! go. When all places are taken, new connections wait in the queue of the operating system.
//!
//! Ending: no connection is accepted any more, idle ones are closed, running requests finish. Those that have not
//! finished after the time for draining are cut off.

mod stall;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tower::ServiceExt;

use stall::LetGo;

/// What a server lets its clients hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections open at once.
    pub connections: usize,
    /// Time in which a request head must arrive whole, counted from when the connection is ready for it.
    pub head: Duration,
    /// Largest request head in bytes; at least 8192.
    pub head_bytes: usize,
    /// Time a client may leave its answer unread.
    pub stalled: Duration,
    /// Time running requests have to finish when the server ends.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            head: Duration::from_secs(10),
            head_bytes: 32 * 1024,
            stalled: Duration::from_mins(1),
            drain: Duration::from_secs(30),
        }
    }
}

/// The address at the other end of a request's connection; an extension of every request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer(pub SocketAddr);

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every running request finished.
    Drained,
    /// This many connections were cut off because their time to finish was over.
    CutOff(usize),
}

/// Serves requests until `shutdown` is done, and then until the running ones have finished.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    shutdown: impl Future<Output = ()>,
    limits: Limits,
) -> Ending {
    let places = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            // Takes the finished ones out, so that the set is no longer than the limit.
            Some(_) = connections.join_next() => continue,
            accepted = accept(&listener, &places) => accepted,
        };
        match accepted {
            Ok((stream, peer, place)) => {
                let connection = connection(stream, peer, router.clone(), limits);
                let connection = graceful.watch(connection);
                connections.spawn(async move {
                    // A connection that breaks concerns its client only.
                    if let Err(error) = connection.await {
                        tracing::debug!(%peer, %error, "a connection ended early");
                    }
                    drop(place);
                });
            }
            Err(error) => {
                // Out of file handles, most often: waiting gives others time to end.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    tracing::info!(connections = connections.len(), "ending: finishing running requests");
    let drained = tokio::time::timeout(limits.drain, graceful.shutdown()).await.is_ok();
    while connections.try_join_next().is_some() {}
    let left = connections.len();
    connections.shutdown().await;
    if drained { Ending::Drained } else { Ending::CutOff(left) }
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    // Answers are written whole; waiting to fill a packet only delays their end.
    let _ = stream.set_nodelay(true);
    Ok((stream, peer, place))
}

type Connection<S> = http1::Connection<TokioIo<LetGo<TcpStream>>, S>;

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: Limits,
) -> Connection<
    impl hyper::service::HttpService<Incoming, ResBody = Body, Error = std::convert::Infallible, Future: Send>
    + Send,
> {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        router.clone().oneshot(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(limits.head_bytes)
        .serve_connection(TokioIo::new(LetGo::new(stream, limits.stalled)), service)
}

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
