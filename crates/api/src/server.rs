//! The server: accepting connections, bounding them, ending well.
//!
//! The framework's own `serve` waits without end for a client that never finishes its request head, and accepts
//! without limit. This loop bounds what a client can hold: a connection is one of so many; its request head must
//! arrive in time, also the next one on a connection kept open; and a client that stops reading its answer is let
//! go.
//!
//! When all places are taken, the connection that has waited the longest for its next request makes room for a new one
//! (`seats.rs`), so any number of idle clients keeps nobody out. When every place is busy, a new connection gets one
//! answer and is closed: a 503 that says when to come back, or what `/healthz` says, since a server with much to do is
//! alive. So many are turned away at once; more than these wait in the queue of the operating system.
//!
//! Two runtimes carry this. [`serve`] itself is the desk: it accepts, waits for the first bytes of a connection, and
//! answers `/healthz` where that is the first thing asked. Every other connection is handed to the runtime of requests.
//! Run on a thread of its own the desk has little to do, so the system gives it a processor at once, however many
//! requests wait for theirs: on one runtime with them, `/healthz` had to queue behind every request several times over.
//!
//! Ending: no connection is accepted any more, idle ones are closed, running requests finish. Those that have not
//! finished after the time for draining are cut off.

mod desk;
mod seats;
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
use lagrum_server::Client;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use desk::{Arrived, Desk, Places};
use seats::Seat;
use stall::LetGo;

/// Connections beyond the limit that are being turned away at once.
const TURNED_AWAY: usize = 1024;

/// Time in which the request head of a connection without a seat must arrive.
const SHORT: Duration = Duration::from_secs(1);

/// What a server lets its clients hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections open at once, beside a few that are being turned away.
    pub connections: usize,
    /// Time in which a request head must arrive whole, counted from when the connection is ready for it; on a new
    /// connection from its first byte, which has as long.
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

/// On a request: it came over a connection beyond the limit and is to be turned away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoRoom;

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every running request finished.
    Drained,
    /// This many connections were cut off because their time to finish was over.
    CutOff(usize),
}

/// Serves until `shutdown` is done, and then until the running requests have finished. What is asked is answered on the
/// runtime of `requests`; the rest is done where this future runs.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    shutdown: impl Future<Output = ()>,
    limits: Limits,
    requests: &Handle,
) -> Ending {
    let places = Places::new(limits.connections);
    let spare = Arc::new(Semaphore::new(TURNED_AWAY));
    let (graceful, closing) = (GracefulShutdown::new(), CancellationToken::new());
    // Each ends, or goes on elsewhere as what it returns.
    let mut connections = JoinSet::<Option<Arrived>>::new();
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            // Takes the finished ones out, so that the set is no longer than the limit.
            Some(ended) = connections.join_next() => {
                if let Ok(Some(arrived)) = ended {
                    connections.spawn_on(arrived.answered(), requests);
                }
                continue;
            }
            accepted = accept(&listener, &spare) => accepted,
        };
        match accepted {
            Ok((stream, peer, spare)) => {
                let desk = Desk { peer, router: router.clone(), limits, watcher: graceful.watcher() };
                connections.spawn(desk.received(stream, places.clone(), spare, closing.clone()));
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
    closing.cancel();
    let finished = async {
        while let Some(ended) = connections.join_next().await {
            if let Ok(Some(arrived)) = ended {
                connections.spawn_on(arrived.answered(), requests);
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

/// The next connection, once it could be turned away at least.
async fn accept(
    listener: &TcpListener,
    spare: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let spare = Arc::clone(spare).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    // Answers are written whole; waiting to fill a packet only delays their end.
    let _ = stream.set_nodelay(true);
    Ok((stream, peer, spare))
}

type Connection<S> = http1::Connection<TokioIo<LetGo<TcpStream>>, S>;

/// A connection with a seat; or one without, which is closed after one answer: a refusal, or that the server lives.
fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: Limits,
    seat: Option<Seat>,
) -> Connection<
    impl hyper::service::HttpService<Incoming, ResBody = Body, Error = std::convert::Infallible, Future: Send>
    + Send,
> {
    let seated = seat.is_some();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        request.extensions_mut().insert(Client::direct(peer.ip()));
        match &seat {
            Some(seat) => seat.busy(),
            None => drop(request.extensions_mut().insert(NoRoom)),
        }
        let (router, seat) = (router.clone(), seat.clone());
        async move {
            let response = router.oneshot(request).await?;
            Ok(match seat {
                Some(seat) => response.map(|body| seat.until_the_end_of(body)),
                None => response,
            })
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .keep_alive(seated)
        .header_read_timeout(if seated { limits.head } else { limits.head.min(SHORT) })
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
