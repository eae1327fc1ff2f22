//! What a client can hold is limited, and a server that ends lets running requests finish.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use lagrum_api::ledger::FailureClass;
use lagrum_api::server::{Ending, Limits, TrustedProxies, WriteTimeout, serve, shutdown_signal, site};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::shelf::{Library, Shelf};

pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    end: oneshot::Sender<()>,
    ended: JoinHandle<Ending>,
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) library: Library,
}

pub(crate) async fn start(limits: Limits) -> Running {
    start_with(Library::with(Shelf::new("one", &[])), limits).await
}

pub(crate) async fn start_with(library: Library, limits: Limits) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, asked) = oneshot::channel();
    let shutdown = async move {
        let _ = asked.await;
    };
    let site = site(library.router(), TrustedProxies::default());
    let ended =
        tokio::spawn(async move { serve(listener, site, shutdown, limits, &Handle::current()).await });
    Running { address, end, ended, shelf: library.shelf(), library }
}

impl Running {
    /// A connection on which these bytes have been sent.
    pub(crate) async fn say(&self, bytes: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(bytes.as_bytes()).await.unwrap();
        stream
    }

    /// A connection that has been answered, after any number that were rejected.
    async fn let_in(&self) -> TcpStream {
        let begun = std::time::Instant::now();
        loop {
            let mut next = self.say(&get("/api/v1/today")).await;
            if one_answer(&mut next).await.starts_with("HTTP/1.1 200 ") {
                return next;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "turned away for ever");
        }
    }

    async fn end(self) -> Ending {
        let _ = self.end.send(());
        self.ended.await.unwrap()
    }
}

pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n")
}

/// Everything until the server closes or resets the connection.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8(bytes).unwrap()
}

/// One answer with a body, on a connection that stays open.
pub(crate) async fn one_answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\"") && !bytes.ends_with(b"}") {
        assert_ne!(stream.read_buf(&mut bytes).await.unwrap(), 0, "closed early");
    }
    String::from_utf8(bytes).unwrap()
}

/// Sends another request on an open connection.
async fn one_more(stream: &mut TcpStream) {
    stream.write_all(get("/api/v1/today").as_bytes()).await.unwrap();
    one_answer(stream).await;
}

const SHORT: Duration = Duration::from_millis(50);

#[tokio::test]
async fn a_head_that_does_not_arrive_ends_the_connection() {
    let server = start(Limits { head: SHORT, ..Limits::default() }).await;
    assert_eq!(rest(server.say("GET /api/v1/today HT").await).await, "");
    assert_eq!(rest(server.say("").await).await, "");
    let kept_open = rest(server.say(&get("/api/v1/today")).await).await;
    assert!(kept_open.starts_with("HTTP/1.1 200 OK"), "{kept_open}");
    assert_eq!(server.end().await, Ending::Drained);
}

/// Bytes that are no request are answered in the form of any failure.
#[tokio::test]
async fn heads_that_are_no_heads_are_refused_in_the_usual_form() {
    let server = start(Limits::default()).await;
    let path = |bytes: usize| format!("/api/v1/today?{}", "x".repeat(bytes));
    for (head, status) in [
        (get(&path(30_000)), 200),
        (get(&path(33_000)), 431),
        (get(&path(48_000)), 431),
        (get("/api/v1/today").replace("Host: x", &format!("Host: x\r\nX-Pad: {}", "x".repeat(48_000))), 431),
        (get("/api/v1/today").replace("Host: x\r\n", ""), 400),
        (get("/healthz").replace("Host: x\r\n", ""), 400),
        (get("/api/v1/today").replace("Host: x", "Host: x\r\nHost: x"), 400),
        ("OPTIONS / HTTP/1.1\r\nOrigin: x\r\nAccess-Control-Request-Method: GET\r\n\r\n".to_owned(), 400),
        ("nonsense\r\n\r\n".to_owned(), 400),
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let _ = stream.write_all(head.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n").as_bytes()).await;
        let answer = rest(stream).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{}: {answer}", &head[..20]);
        for line in ["access-control-allow-origin: *\r\n", "x-content-type-options: nosniff\r\n"] {
            assert!(answer.contains(line), "{}: {answer}", &head[..20]);
        }
        if status >= 400 {
            assert!(answer.contains("cache-control: no-store\r\n"), "{answer}");
            assert!(answer.contains("connection: close\r\n"), "{answer}");
            let body = answer.split_once("\r\n\r\n").unwrap().1;
            let body: serde_json::Value = serde_json::from_str(body).unwrap();
            assert!(body["detail"].is_string(), "{body}");
        }
    }
    server.end().await;
}

#[tokio::test]
async fn the_connection_that_has_been_idle_the_longest_makes_room() {
    let server = start(Limits { connections: 2, ..Limits::default() }).await;
    let mut longest = server.say(&get("/api/v1/today")).await;
    one_answer(&mut longest).await;
    let mut other = server.say(&get("/api/v1/today")).await;
    one_answer(&mut other).await;
    let mut next = server.let_in().await;
    one_more(&mut other).await;
    one_more(&mut next).await;
    assert_eq!(rest(longest).await, "", "closed without a word");
    drop((other, next));
    assert_eq!(server.end().await, Ending::Drained);
}

#[tokio::test]
async fn a_connection_is_turned_away_when_all_are_busy_but_told_that_the_server_lives() {
    let server = start(Limits { connections: 1, ..Limits::default() }).await;
    let mut busy = server.say(&get("/api/v1/waiting")).await;
    server.shelf.begun.acquire().await.unwrap().forget();

    let refused = rest(server.say(&get("/api/v1/today")).await).await;
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    for line in ["retry-after: 1\r\n", "connection: close\r\n", "access-control-allow-origin: *\r\n"] {
        assert!(refused.contains(line), "{refused}");
    }
    assert!(refused.contains(r#""error_id":"#), "{refused}");
    let alive = rest(server.say(&get("/healthz")).await).await;
    assert!(!alive.starts_with("HTTP/1.1 503 ") && alive.contains("connection: close"), "{alive}");

    server.shelf.gate.add_permits(1);
    assert!(one_answer(&mut busy).await.ends_with("\"one\""));
    let mut next = server.say(&get("/api/v1/today")).await;
    one_answer(&mut next).await;
    drop((busy, next));
    assert_eq!(server.end().await, Ending::Drained);
}

/// More idle connections than are admitted and rejected together, none of which sends anything.
#[tokio::test]
async fn any_number_of_idle_connections_keeps_nobody_out() {
    let server = start(Limits { connections: 8, ..Limits::default() }).await;
    let mut idle = Vec::new();
    for _ in 0..500 {
        idle.push(server.say("").await);
    }
    for _ in 0..10 {
        idle.push(server.let_in().await);
    }
    drop(idle);
    assert_eq!(server.end().await, Ending::Drained);
}

#[tokio::test]
async fn a_client_that_stops_reading_loses_its_place() {
    let server = start(Limits {
        connections: 1,
        write_timeout: WriteTimeout { period: SHORT, bytes: 1 },
        ..Limits::default()
    })
    .await;
    let deaf = server.say(&get("/api/v1/sized?bytes=100000000")).await;
    server.let_in().await;
    drop(deaf);
    assert_eq!(server.end().await, Ending::Drained);
}

/// A client that closes its side of the connection counts as gone.
#[tokio::test]
async fn a_half_closed_connection_holds_nothing() {
    let server = start(Limits::default()).await;
    let mut stream =
        server.say(&get("/api/v1/today").replace("Host: x", "Host: x\r\nConnection: close")).await;
    stream.shutdown().await.unwrap();
    let answer = rest(stream).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let mut waiting = server.say(&get("/api/v1/waiting")).await;
    server.shelf.begun.acquire().await.unwrap().forget();
    waiting.shutdown().await.unwrap();
    assert_eq!(rest(waiting).await, "", "nobody waits for its answer");
    assert_eq!(server.end().await, Ending::Drained);
}

#[tokio::test]
async fn running_requests_finish() {
    let server = start(Limits::default()).await;
    let mut idle = server.say(&get("/api/v1/today")).await;
    one_answer(&mut idle).await;
    let running = server.say(&get("/api/v1/waiting")).await;
    let Running { address, end, ended, shelf, .. } = server;
    shelf.begun.acquire().await.unwrap().forget();

    end.send(()).unwrap();
    assert_eq!(rest(idle).await, "", "an idle connection is closed at once");
    assert!(TcpStream::connect(address).await.is_err(), "nobody is let in any more");
    assert!(!ended.is_finished());
    shelf.gate.add_permits(1);
    let answer = rest(running).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with("\"one\""), "{answer}");
    assert_eq!(ended.await.unwrap(), Ending::Drained);
}

#[tokio::test]
async fn a_request_that_does_not_finish_is_cut_off() {
    let server = start(Limits { drain: SHORT, ..Limits::default() }).await;
    let running = server.say(&get("/api/v1/waiting")).await;
    server.shelf.begun.acquire().await.unwrap().forget();
    assert_eq!(server.end().await, Ending::CutOff(1));
    assert_eq!(rest(running).await, "");
}

#[tokio::test]
async fn a_signal_ends_the_server() {
    for signal in ["-TERM", "-INT"] {
        let asked = shutdown_signal().unwrap();
        let this = std::process::id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &this]).status().unwrap().success());
        asked.await;
    }
}

#[tokio::test]
async fn the_ledger_knows_the_peer_unless_told_not_to() {
    let folder = tempfile::tempdir().unwrap();
    for (with_client, expected) in [(true, Some("127.0.0.1")), (false, None)] {
        let path = folder.path().join(with_client.to_string());
        let ledger = lagrum_api::Ledger::open(&path, with_client).unwrap();
        let library = Library::with(Shelf::new("one", &[])).ledger(ledger);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (site, limits) = (site(library.router(), TrustedProxies::default()), Limits::default());
        let server = tokio::spawn(async move {
            serve(listener, site, std::future::pending(), limits, &Handle::current()).await
        });
        stream.write_all(get("/api/v1/nothing").as_bytes()).await.unwrap();
        one_answer(&mut stream).await;
        server.abort();
        let entry: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(FailureClass::NotFound.file(&path)).unwrap())
                .unwrap();
        assert_eq!(entry["client"].as_str(), expected);
    }
}
