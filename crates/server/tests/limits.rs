//! What clients can hold of a server with its default limits, with the numbers that an attacker would choose.
//!
//! Clients have addresses of their own: any of 127.0.0.0/8 can be the source of a connection, and only 127.0.0.1 is
//! exempt from limits per client.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;
use lagrum_server::{Client, Limits, RejectedRequest, Site, TrustedProxies, listen, serve};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Mutex, MutexGuard, Semaphore};

/// Connections of an attack.
const ATTACK: usize = 3000;

/// Bytes of `/large`: as many as a PDF of a long law has.
const LARGE: usize = 7_700_000;

struct Server {
    address: SocketAddr,
    /// `/wait` answers when this has a permit.
    gate: Arc<Semaphore>,
    /// Requests for `/wait` that have arrived.
    waiting: Arc<AtomicUsize>,
    runtimes: Vec<Runtime>,
    /// One attack at a time: they share handles and processors.
    _alone: MutexGuard<'static, ()>,
}

/// A server as the program runs it: a thread that accepts, and others for requests.
async fn start(limits: Limits, proxies: &str) -> Server {
    static ALONE: Mutex<()> = Mutex::const_new(());
    let alone = ALONE.lock().await;
    let handles = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: handles.maximum, ..handles }).unwrap();
    let (gate, waiting) = (Arc::new(Semaphore::new(0)), Arc::<AtomicUsize>::default());
    let large = Bytes::from(vec![b'x'; LARGE]);
    let shared = (gate.clone(), waiting.clone());
    let service = tower::service_fn(move |request: Request<Incoming>| {
        let ((gate, waiting), large) = (shared.clone(), large.clone());
        async move {
            let (status, body) = match request.extensions().get::<RejectedRequest>() {
                Some(RejectedRequest::ServerFull) => (StatusCode::SERVICE_UNAVAILABLE, "full".into()),
                Some(RejectedRequest::ClientFull) => (StatusCode::TOO_MANY_REQUESTS, "enough".into()),
                Some(RejectedRequest::BadHost) => (StatusCode::BAD_REQUEST, "host".into()),
                None => {
                    let body = match request.uri().path() {
                        "/large" => large,
                        "/wait" => {
                            waiting.fetch_add(1, Ordering::SeqCst);
                            gate.acquire().await.unwrap().forget();
                            "waited".into()
                        }
                        "/client" => {
                            let client = request.extensions().get::<Client>().unwrap();
                            client.address.to_string().into()
                        }
                        _ => "fine".into(),
                    };
                    (StatusCode::OK, body)
                }
            };
            let mut response = Response::new(Full::new(body));
            *response.status_mut() = status;
            Ok::<_, Infallible>(response)
        }
    });
    let refuse = |status| {
        let mut response = Response::new(Bytes::from_static(b"refused"));
        *response.status_mut() = status;
        response.headers_mut().insert("x-dressed", http::HeaderValue::from_static("yes"));
        response
    };
    let site =
        Site { service, alive: "/healthz", refuse, proxies: proxies.parse::<TrustedProxies>().unwrap() };
    let requests = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let accepting = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    let handle = requests.handle().clone();
    accepting.spawn(async move {
        let listener = listen("0.0.0.0:0".parse().unwrap()).unwrap();
        tell.send(listener.local_addr().unwrap().port()).unwrap();
        serve(listener, site, std::future::pending(), limits, &handle).await
    });
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, told.recv().unwrap()));
    Server { address, gate, waiting, runtimes: vec![requests, accepting], _alone: alone }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.runtimes.drain(..).for_each(Runtime::shutdown_background);
    }
}

impl Server {
    /// A connection from this address.
    async fn connect_from(&self, from: Ipv4Addr) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        // No port is left waiting for late packets: otherwise the connections of these tests would use all ports.
        socket2::SockRef::from(&socket).set_linger(Some(Duration::ZERO))?;
        socket.set_reuseaddr(true)?;
        socket.bind(SocketAddr::from((from, 0)))?;
        socket.connect(self.address).await
    }

    /// Sends a request for a path and returns the connection.
    async fn ask(&self, from: Ipv4Addr, path: &str) -> TcpStream {
        let mut stream = self.connect_from(from).await.unwrap();
        stream.write_all(get(path).as_bytes()).await.unwrap();
        stream
    }

    /// The whole answer to a request on a connection of its own.
    async fn answer(&self, from: Ipv4Addr, path: &str) -> String {
        rest(self.ask(from, path).await).await
    }

    /// Checks that the server answers the liveness check and an ordinary request in good time: in most of ten attempts, since
    /// the attack and other tests take the same processors.
    async fn is_well(&self, from: Ipv4Addr) {
        let mut took = Vec::new();
        for _ in 0..10 {
            took.push(self.both(from).await);
        }
        let median = |mut times: Vec<Duration>| {
            times.sort();
            times[times.len() / 2]
        };
        let alive = median(took.iter().map(|(alive, _)| *alive).collect());
        let ordinary = median(took.iter().map(|(_, ordinary)| *ordinary).collect());
        println!("/healthz {alive:?}, an ordinary request {ordinary:?}; all: {took:?}");
        assert!(alive <= Duration::from_millis(100), "/healthz took {alive:?}");
        assert!(ordinary <= Duration::from_secs(1), "an ordinary request took {ordinary:?}");
    }

    /// How long `/healthz` and an ordinary request take.
    async fn both(&self, from: Ipv4Addr) -> (Duration, Duration) {
        let begun = Instant::now();
        assert!(self.answer(from, "/healthz").await.starts_with("HTTP/1.1 200 "));
        let alive = begun.elapsed();
        let answer = self.answer(from, "/").await;
        let ordinary = begun.elapsed().saturating_sub(alive);
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("fine"), "{answer}");
        (alive, ordinary)
    }
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
}

/// Everything until the server closes or resets the connection.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8(bytes).unwrap()
}

/// The address of a client by its number; never 127.0.0.1.
fn address(number: usize) -> Ipv4Addr {
    Ipv4Addr::from(0x7f01_0000 + u32::try_from(number).unwrap())
}

const HONEST: Ipv4Addr = Ipv4Addr::new(127, 9, 9, 9);

/// Whether the system allows both ends of this many connections.
fn handles_for(connections: usize) -> bool {
    let enough = getrlimit(Resource::Nofile).maximum.is_none_or(|most| most > 2 * connections as u64 + 500);
    if !enough {
        lagrum_test_support::skipped(format_args!(
            "the system does not allow {connections} connections (ulimit -Hn)"
        ));
    }
    enough
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_connections_from_one_address_and_from_many_hold_nothing_up() {
    if !handles_for(ATTACK) {
        return;
    }
    for from_many in [false, true] {
        let server = start(Limits::default(), "").await;
        let mut silent = Vec::new();
        for number in 0..ATTACK {
            let from = if from_many { address(number) } else { address(0) };
            silent.push(server.connect_from(from).await.unwrap());
            if number % 1000 == 0 {
                server.is_well(HONEST).await;
            }
        }
        server.is_well(HONEST).await;
        server.is_well(address(0)).await;
    }
}

/// Each connection sends nothing or a part of a request until it is closed, and its client reconnects at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_come_back_as_fast_as_they_are_closed_hold_nothing_up() {
    if !handles_for(ATTACK) {
        return;
    }
    for said in ["", "GET / HTTP/1.1\r\n"] {
        let server = Arc::new(start(Limits::default(), "").await);
        let stop = Arc::new(AtomicBool::new(false));
        let opened = Arc::new(AtomicUsize::new(0));
        let attack: Vec<_> = (0..ATTACK)
            .map(|number| {
                let (server, stop, opened) = (server.clone(), stop.clone(), opened.clone());
                tokio::spawn(async move {
                    while !stop.load(Ordering::Relaxed) {
                        let Ok(mut stream) = server.connect_from(address(number % 8)).await else { break };
                        opened.fetch_add(1, Ordering::Relaxed);
                        let _ = stream.write_all(said.as_bytes()).await;
                        let _ = stream.read(&mut [0; 64]).await;
                    }
                })
            })
            .collect();
        while opened.load(Ordering::Relaxed) < ATTACK {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let before = opened.load(Ordering::Relaxed);
        let begun = Instant::now();
        for _ in 0..5 {
            server.is_well(HONEST).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let again = opened.load(Ordering::Relaxed) - before;
        println!("said {said:?}: {again} came back in {:?}", begun.elapsed());
        stop.store(true, Ordering::Relaxed);
        attack.iter().for_each(tokio::task::JoinHandle::abort);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_client_leaves_three_quarters_of_the_places_to_others() {
    if !handles_for(1100) {
        return;
    }
    let limits = Limits::default();
    let server = start(limits, "").await;
    let mut held = Vec::new();
    for _ in 0..limits.connections + 36 {
        held.push(server.ask(address(1), "/wait").await);
    }
    while server.waiting.load(Ordering::SeqCst) < limits.per_client {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    server.is_well(HONEST).await;
    let refused = server.answer(address(1), "/").await;
    assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
    assert!(server.answer(address(1), "/healthz").await.starts_with("HTTP/1.1 200 "));
    assert_eq!(server.waiting.load(Ordering::SeqCst), limits.per_client);
    // Some connections may still wait to be rejected, and take the place of those that are answered now.
    server.gate.add_permits(limits.connections * 2);
    let mut answers = [0, 0];
    for stream in held {
        answers[usize::from(rest(stream).await.starts_with("HTTP/1.1 200 "))] += 1;
    }
    assert!(answers[1] >= limits.per_client && answers[0] > 0, "{answers:?}");
    server.is_well(address(1)).await;
}

/// Behind a declared proxy, the limit applies to the client that the proxy names, not to the proxy's other clients.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_declared_proxy_each_of_its_clients_is_limited() {
    let limits = Limits::default();
    let server = start(limits, "127.0.0.1").await;
    let through = async |client: &str, path: &str| {
        let mut stream = server.connect_from(Ipv4Addr::LOCALHOST).await.unwrap();
        let head = get(path).replace("host: x", &format!("host: x\r\nx-forwarded-for: {client}"));
        stream.write_all(head.as_bytes()).await.unwrap();
        stream
    };
    let mut held = Vec::new();
    for _ in 0..limits.per_client {
        held.push(through("192.0.2.1", "/wait").await);
    }
    while server.waiting.load(Ordering::SeqCst) < limits.per_client {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(rest(through("192.0.2.1", "/").await).await.starts_with("HTTP/1.1 429 "));
    assert!(rest(through("192.0.2.2", "/client").await).await.ends_with("192.0.2.2"));
    assert!(server.answer(Ipv4Addr::LOCALHOST, "/").await.starts_with("HTTP/1.1 200 "));
    assert!(server.answer(HONEST, "/").await.starts_with("HTTP/1.1 200 "));
}

/// A client that reads an answer is not idle: no answer is cut off when the connection limit is reached.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_that_are_being_read_are_finished_when_places_run_out() {
    if !handles_for(2600) {
        return;
    }
    let limits = Limits::default();
    let server = Arc::new(start(limits, "").await);
    let readers: Vec<_> = (0..60)
        .map(|number| {
            let server = server.clone();
            tokio::spawn(async move {
                let mut stream = server.ask(address(number), "/large").await;
                let (mut read, mut bytes) = (0, vec![0; 256 * 1024]);
                // Slowly enough that much of the answer is still unread when the limit is reached.
                while let Ok(length @ 1..) = stream.read(&mut bytes).await {
                    read += length;
                    tokio::time::sleep(Duration::from_millis(60)).await;
                }
                read
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut crowd = Vec::new();
    for number in 0..2500 {
        crowd.push(server.ask(address(100 + number), "/wait").await);
    }
    for reader in readers {
        assert!(reader.await.unwrap() > LARGE, "a reader was cut off");
    }
}

/// Many connections of one address, each with one request: they are idle once they are answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_kept_open_make_room_for_others() {
    if !handles_for(ATTACK) {
        return;
    }
    let server = start(Limits::default(), "").await;
    let mut kept = Vec::new();
    for number in 0..ATTACK {
        let mut stream = server.connect_from(address(number % 3)).await.unwrap();
        stream.write_all(get("/").replace("connection: close\r\n", "").as_bytes()).await.unwrap();
        kept.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    server.is_well(HONEST).await;
}

#[tokio::test]
async fn request_heads_are_as_the_protocol_demands() {
    let server = start(Limits::default(), "").await;
    let long = |bytes: usize| {
        format!("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-pad: {}\r\n\r\n", "x".repeat(bytes))
    };
    for (head, status) in [
        ("GET / HTTP/1.1\r\nconnection: close\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nhost: a/b\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.0\r\n\r\n".to_owned(), 200),
        ("GET /healthz HTTP/1.1\r\n\r\n".to_owned(), 400),
        (long(32 * 1024), 431),
        (long(48 * 1024), 431),
        (long(200 * 1024), 431),
        (long(32 * 1024 - 100), 200),
        (format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "x".repeat(40_000)), 431),
        ("nonsense\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/3.7\r\nhost: x\r\n\r\n".to_owned(), 400),
        (get("/").replace("GET", "POST").replace("\r\n\r\n", "\r\ncontent-length: 3\r\n\r\nabc"), 200),
    ] {
        let mut stream = server.connect_from(HONEST).await.unwrap();
        let _ = stream.write_all(head.as_bytes()).await;
        let answer = rest(stream).await;
        let shown = &head[..head.len().min(80)];
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} "))
                || answer.starts_with(&format!("HTTP/1.0 {status} ")),
            "{shown:?}: {answer:?}"
        );
        if status != 200 && !answer.ends_with("host") {
            assert!(
                answer.contains("x-dressed: yes\r\n") && answer.ends_with("refused"),
                "{shown:?}: {answer}"
            );
        }
        assert_eq!(answer.matches("HTTP/1.").count(), 1, "{answer}");
    }
}

/// After a body that is not read, the beginning of a second request would be a guess.
#[tokio::test]
async fn a_request_with_a_body_is_the_last_on_its_connection() {
    let server = start(Limits::default(), "").await;
    let mut stream = server.connect_from(HONEST).await.unwrap();
    let post = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nabc";
    stream.write_all(format!("{post}{}", get("/")).as_bytes()).await.unwrap();
    let answer = rest(stream).await;
    assert_eq!(answer.matches("HTTP/1.1 200").count(), 1, "{answer}");
    assert!(answer.contains("connection: close\r\n"), "{answer}");
}

#[test]
fn limits_follow_from_the_file_handles_there_are() {
    let all = Limits::default();
    assert_eq!(all.within(u64::MAX), all);
    for handles in [0, 64, 256, 1024, 4096, 20_000, 65_536] {
        let limits = all.within(handles);
        assert!(limits.connections >= 1 && limits.per_client <= limits.connections, "{handles}");
        if handles >= 256 {
            let needed = 2 * limits.connections + limits.silent + limits.rejected;
            assert!(needed as u64 <= handles, "{handles}: {limits:?}");
        }
    }
    assert_eq!(all.within(65_536), all);
}
