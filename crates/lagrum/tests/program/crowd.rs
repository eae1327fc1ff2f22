//! The requests of one client, running or cancelled, do not delay others, with the default limits.

use std::io::Write as _;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;

use crate::corpora::BASE;
use crate::support::{Home, Server};

fn address(server: &Server) -> SocketAddr {
    server.address.strip_prefix("http://").unwrap().parse().unwrap()
}

/// Sends a request from an address of this machine that counts as a client of its own. Returns the status and the time.
async fn ask(server: SocketAddr, from: [u8; 4], path: &str) -> std::io::Result<(u16, Duration)> {
    let begun = Instant::now();
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    let mut stream = socket.connect(server).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let status = answer.get(9..12).and_then(|status| std::str::from_utf8(status).ok()?.parse().ok());
    Ok((status.unwrap_or_default(), begun.elapsed()))
}

const FLOOD: [u8; 4] = [127, 0, 0, 66];
const READER: [u8; 4] = [127, 0, 0, 77];

/// A law that this build needs some seconds to typeset.
fn law(provisions: usize) -> String {
    let text = "Den som håller får skall se till att de har vatten, bete och skydd mot väder och rovdjur. ";
    let provisions: Vec<Value> = (1..=provisions)
        .map(|number| {
            json!({"type": "paragraf", "id": format!("P{number}"), "ordinal": number.to_string(), "children": [
                {"type": "stycke", "id": format!("P{number}S1"), "text": text.repeat(4)}
            ]})
        })
        .collect();
    law_of(&provisions)
}

/// The law with these provisions.
fn law_of(provisions: &[Value]) -> String {
    json!({
        "uri": format!("{BASE}/1931:47"),
        "metadata": {"properties": {"dcterms:title": "Fårlag (1931:47)"}},
        "structure": provisions,
    })
    .to_string()
}

/// A statute that cites provisions of the law, so that each kind of context makes another PDF.
fn citing(number: usize) -> String {
    let links: Vec<Value> = (1..=20)
        .map(|provision| {
            json!({"predicate": "dcterms:references", "uri": format!("{BASE}/1931:47#P{provision}"), "text": "§ "})
        })
        .collect();
    json!({
        "uri": format!("{BASE}/1932:{number}"),
        "metadata": {"properties": {"dcterms:title": format!("Lag (1932:{number})")}},
        "structure": [{"type": "paragraf", "id": "P1", "ordinal": "1", "children": [
            {"type": "stycke", "id": "P1S1", "text": links}
        ]}],
    })
    .to_string()
}

#[test]
fn a_reader_gets_a_pdf_while_another_client_asks_for_two_hundred() {
    let home = Home::new();
    let laws: Vec<String> = std::iter::once(law(60)).chain((1..=40).map(citing)).collect();
    home.publish(&[("sfs", &laws)]);
    let server = Server::start(&home, &[]);
    let to = address(&server);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        // Options that each give another print: the contents, two columns, and citing statutes.
        let flood: Vec<_> = (0..200)
            .map(|number| {
                let options = format!(
                    "toc={}&kolumner={}&kontext={}&andringar={}",
                    number & 1 == 1,
                    1 + ((number >> 1) & 1),
                    if (number >> 2) & 1 == 1 { "sfs" } else { "" },
                    (number >> 3) & 1 == 1,
                );
                let path = format!("/api/v1/pdf?path=/1931:47&{options}");
                tokio::spawn(async move { ask(to, FLOOD, &path).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(300)).await;
        let (status, took) = ask(to, READER, "/api/v1/pdf?path=/1932:7&toc=true").await.unwrap();
        assert_eq!(status, 200, "after {took:?}");
        println!("the reader waited {took:?}");
        assert!(took < Duration::from_secs(10), "{took:?}");
        let (status, took) = ask(to, READER, "/healthz").await.unwrap();
        assert!(status == 200 && took < Duration::from_secs(1), "{status} after {took:?}");
        // Rejection is immediate, but opening two hundred connections takes a moment.
        let deadline = tokio::time::Instant::now() + Duration::from_secs(10);
        while flood.iter().filter(|one| one.is_finished()).count() < 190
            && tokio::time::Instant::now() < deadline
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut statuses: std::collections::BTreeMap<u16, usize> = std::collections::BTreeMap::new();
        for one in flood {
            one.abort();
            if let Ok(Ok((status, _))) = one.await {
                *statuses.entry(status).or_default() += 1;
            }
        }
        println!("the flood was answered with {statuses:?}");
        assert!(statuses.get(&429).is_some_and(|refused| *refused >= 190), "{statuses:?}");
    });
}

/// A document of many provisions, which takes this build a while to render.
fn long_law() -> String {
    let provisions: Vec<Value> = (1..=20_000)
        .map(|number| {
            json!({"type": "paragraf", "id": format!("P{number}"), "ordinal": number.to_string(), "children": [
                {"type": "stycke", "id": format!("P{number}S1"), "text": format!("Får {number} & lamm skall ha vatten.")}
            ]})
        })
        .collect();
    law_of(&provisions)
}

#[test]
fn abandoned_requests_hold_nobody_up() {
    let home = Home::new();
    let other = long_law().replace("1931:47", "1931:48");
    home.publish(&[("sfs", &[long_law(), other, citing(1)])]);
    let server = Server::start(&home, &[]);
    let to = address(&server);
    let path = |law: &str| format!("/api/v1/document?uri={BASE}/{law}&format=md");
    let time_of = |path: String| {
        let begun = Instant::now();
        assert_eq!(server.get(&path).status, 200);
        begun.elapsed()
    };
    let one = time_of(path("1931:48"));
    let held = lagrum_api::blocking_permits();
    let abandoned: Vec<TcpStream> = (0..held)
        .map(|_| {
            let mut stream = TcpStream::connect(to).unwrap();
            write!(stream, "GET {} HTTP/1.1\r\nhost: {to}\r\n\r\n", path("1931:47")).unwrap();
            stream
        })
        .collect();
    // Time in which the requests are read and started.
    std::thread::sleep(Duration::from_millis(100));
    drop(abandoned);
    let waited = time_of(format!("/api/v1/card?uri={BASE}/1932:1"));
    // None of the abandoned requests was finished: its answer would be in the cache.
    let one = one.max(time_of(path("1931:47")));
    println!("one takes {one:?}; after {held} abandoned, another waited {waited:?}");
    // The abandoned requests hold every permit. If they were not cancelled, they would occupy all cores for this long. A
    // request is cancelled while its document is rendered, but not while its artifact is parsed. A busy machine is slower in
    // all of it.
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let all = one * u32::try_from(held / cores).unwrap();
    assert!(waited < all * 3 / 4, "{waited:?} after {held} abandoned, which would take {all:?}");
}
