//! The requests of one client, however many or slow, cause no rejection of others, with the default limits.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::corpora::BASE;
use crate::support::{Home, Server};

/// The address of a client that asks for too much.
const FLOOD: [u8; 4] = [127, 0, 0, 66];

/// How long an honest request may take on a machine that runs other tests too. On a quiet one it is a second.
const PATIENCE: Duration = Duration::from_secs(5);

fn address(server: &Server) -> SocketAddr {
    server.address.strip_prefix("http://").unwrap().parse().unwrap()
}

/// A client address for each number.
fn reader(number: usize) -> [u8; 4] {
    [127, 0, 1, u8::try_from(1 + number % 250).unwrap()]
}

async fn connect(server: SocketAddr, from: [u8; 4]) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(server).await
}

/// Sends a request, and returns the status and the time.
async fn send(server: SocketAddr, from: [u8; 4], head: &str, body: &str) -> std::io::Result<(u16, Duration)> {
    let begun = Instant::now();
    let mut stream = connect(server, from).await?;
    let length = if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
    let request = format!(
        "{head} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\ncontent-type: application/json\r\n{length}\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    // A body that is rejected is not read to its end.
    let _ = stream.write_all(body.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let status = answer.get(9..12).and_then(|status| std::str::from_utf8(status).ok()?.parse().ok());
    Ok((status.unwrap_or_default(), begun.elapsed()))
}

/// A law with this number of provisions.
fn law(number: usize, provisions: usize) -> String {
    let provisions: Vec<Value> = (1..=provisions)
        .map(|number| {
            json!({"type": "paragraf", "id": format!("P{number}"), "ordinal": number.to_string(), "children": [
                {"type": "stycke", "id": format!("P{number}S1"), "text": format!("Får {number} & lamm skall ha vatten.")}
            ]})
        })
        .collect();
    json!({
        "uri": format!("{BASE}/1931:{number}"),
        "metadata": {"properties": {"dcterms:title": format!("Lag (1931:{number}) om får")}},
        "structure": provisions,
    })
    .to_string()
}

/// A server over a long law, 1931:1, and forty short ones.
fn server(home: &Home) -> Server {
    let laws: Vec<String> =
        std::iter::once(law(1, 8_000)).chain((2..=41).map(|number| law(number, 3))).collect();
    home.publish(&[("sfs", &laws)]);
    Server::start(home, &[])
}

/// Sends this number of requests at once as one client, each again as soon as it is answered, until the flood is stopped.
fn flood(
    server: SocketAddr,
    in_flight: usize,
    path: impl Fn(usize) -> String + Clone + Send + 'static,
) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let count = Arc::new(AtomicUsize::new(0));
    for _ in 0..in_flight {
        let (stop, count, path) = (stop.clone(), count.clone(), path.clone());
        tokio::spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                let head = format!("GET {}", path(count.fetch_add(1, Ordering::Relaxed)));
                let _ = send(server, FLOOD, &head, "").await;
            }
        });
    }
    stop
}

#[test]
fn requests_of_one_client_refuse_nothing_to_others() {
    let home = Home::new();
    let server = server(&home);
    let to = address(&server);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        for (in_flight, path) in [
            (12, "/1931:1?citera=P"),
            (64, "/1931:1?citera=P"),
            (64, "/1931:1?q=vatten+"),
            (64, "/jamfor/1931:1?from="),
        ] {
            let stop = flood(to, in_flight, move |number| format!("{path}{number}"));
            tokio::time::sleep(Duration::from_millis(300)).await;
            let mut times = Vec::new();
            for number in 2..=41 {
                let head = match number % 3 {
                    0 => format!(
                        "GET /api/v1/card?uri={BASE}/1931:{number}&as_of=2020-01-{:02}",
                        1 + in_flight % 28
                    ),
                    1 => format!("GET /1931:{number}?citera=P{in_flight}"),
                    _ => format!("GET /api/v1/search?q=lamm+{number}+{in_flight}{}", path.len()),
                };
                let (status, took) = send(to, reader(number), &head, "").await.unwrap();
                assert_eq!(status, 200, "{in_flight} × {path}: {head} after {took:?}");
                times.push(took);
            }
            stop.store(true, Ordering::Relaxed);
            times.sort();
            println!(
                "{in_flight} × {path}: {:?}, longest {:?}",
                times[times.len() / 2],
                times[times.len() - 1]
            );
            assert!(times[times.len() - 1] < PATIENCE, "{in_flight} × {path}: {times:?}");
            tokio::time::sleep(Duration::from_millis(1500)).await;
        }
    });
}

#[test]
fn bodies_that_never_come_refuse_nothing_to_others() {
    let home = Home::new();
    let server = server(&home);
    let to = address(&server);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut stalled = Vec::new();
        for _ in 0..70 {
            let mut stream = connect(to, FLOOD).await.unwrap();
            let head = "POST /api/v1/resolve HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                        content-length: 9\r\n\r\n";
            stream.write_all(head.as_bytes()).await.unwrap();
            stalled.push(stream);
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        let body = json!({"queries": ["3 § lagen (1931:2)"]}).to_string();
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
        for number in 0..15 {
            let (path, body) = if number % 3 == 2 { ("/mcp", &call) } else { ("/api/v1/resolve", &body) };
            let (status, took) = send(to, reader(number), &format!("POST {path}"), body).await.unwrap();
            // Without the tools this path does not exist.
            assert!(status == 200 || (path == "/mcp" && status != 503), "{path}: {status} after {took:?}");
            assert!(took < PATIENCE, "{took:?}");
        }
        drop(stalled);
    });
}

#[test]
fn large_bodies_take_little_memory_and_delay_nobody() {
    let home = Home::new();
    let server = server(&home);
    let to = address(&server);
    let many = |head: &str, part: &str, tail: &str| {
        let parts = vec![part; (1_990_000 - head.len() - tail.len()) / (part.len() + 1)].join(",");
        format!("{head}{parts}{tail}")
    };
    let nested = many(r#"{"queries":["x"],"other":["#, r#"{"":0}"#, "]}");
    let call = many(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","_meta":{"a":["#,
        r#"{"":0}"#,
        "]}}}",
    );
    let fields = format!("{{{}}}", (0..150_000).map(|n| format!("\"x{n}\":0")).collect::<Vec<_>>().join(","));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let _ = send(to, reader(1), "GET /api/v1/sources", "").await;
        let before = server.memory();
        let mut peak = before;
        let bodies = [("/mcp", call), ("/api/v1/resolve", nested), ("/api/v1/citations/extract", fields)];
        let sent: Vec<_> = (0..60)
            .map(|number| {
                let (path, body) = bodies[number % 3].clone();
                let from = if number % 2 == 0 { FLOOD } else { reader(number) };
                tokio::spawn(async move { send(to, from, &format!("POST {path}"), &body).await.unwrap().0 })
            })
            .collect();
        let mut times = Vec::new();
        while sent.iter().any(|one| !one.is_finished()) {
            for path in ["/healthz", "/api/v1/sources"] {
                let (status, took) = send(to, reader(200), &format!("GET {path}"), "").await.unwrap();
                assert_eq!(status, 200, "{path}");
                times.push(took);
            }
            peak = peak.max(server.memory());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        times.sort();
        let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
        for one in sent {
            let status = one.await.unwrap();
            // None is accepted; if the server closes before everything was sent, the status may be lost.
            assert!([0, 404, 413, 422, 429, 503].contains(&status), "{status}");
        }
        println!(
            "{before:?} kB before, {peak:?} kB at most; /healthz and a cached answer {median:?}, longest {longest:?}"
        );
        if let (Some(before), Some(peak)) = (before, peak) {
            assert!(peak < before + 256_000, "{peak} kB after {before} kB");
        }
        assert!(median < Duration::from_millis(50) && longest < Duration::from_secs(1), "{times:?}");
        // A list of mistakes is short.
        let (_, body) = &bodies[2];
        let answer = server.post("/api/v1/citations/extract", body);
        assert_eq!((answer.status, answer.json()["detail"].as_array().unwrap().len()), (422, 20));
        assert!(answer.body.len() < 4_000, "{}", answer.body.len());
    });
}

/// Checking provisions that an act does not have costs no more than checking those that it has, however long the act is.
#[test]
fn provisions_that_there_are_not_are_checked_in_time() {
    let home = Home::new();
    let server = server(&home);
    let cited: Vec<String> = (9_000..18_000).map(|number| format!("{number} § lagen (1931:1).")).collect();
    let body = json!({ "text": cited.join(" ") }).to_string();
    let begun = Instant::now();
    let answer = server.post("/api/v1/citations/extract", &body);
    let took = begun.elapsed();
    println!("9,000 provisions that there are not: {took:?}");
    assert_eq!(answer.status, 200);
    // An answer lists the first thousand.
    assert_eq!(String::from_utf8_lossy(&answer.body).matches("\"impossible\"").count(), 1_000);
    assert!(took < PATIENCE, "{took:?}");
}
