//! `/api/v1/document` against a bare handler that returns the same bytes from memory, in the same run.
//!
//! ```sh
//! LAGRUM_DATA=/srv/lag cargo bench -p lagrum-api --bench document
//! ```
//!
//! Both servers run on this machine, and so does the client, a few lines over plain sockets. Quote the ratio: it holds
//! on a busy machine, the absolute figures do not.

#![expect(clippy::unwrap_used, reason = "a bench that meets the unexpected has failed")]

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::get;
use bytes::Bytes;
use http::header;
use lagrum_api::server::{Limits, TrustedProxies, serve, site};
use lagrum_api::{RouterConfig, ServedSnapshot, endpoints};
use lagrum_catalog::{CatalogDocument, DocumentFilter, RowRange};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;

/// How long each figure is measured.
const FOR: Duration = Duration::from_secs(4);

/// Connections at once.
const CONNECTIONS: [usize; 3] = [1, 16, 128];

fn main() {
    let Some(data) = std::env::var_os("LAGRUM_DATA").map(PathBuf::from) else {
        println!("skipped: LAGRUM_DATA names no data folder with a published snapshot");
        return;
    };
    let snapshot = Arc::new(Snapshots::new(&data).open_current().unwrap().unwrap());
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(measure(snapshot));
}

async fn measure(snapshot: Arc<Snapshot>) {
    let everything = RowRange { limit: u64::MAX, offset: 0 };
    let all =
        snapshot.catalog().with(|catalog| catalog.documents(DocumentFilter::default(), everything)).unwrap();
    let mut sized: Vec<(usize, CatalogDocument)> = all
        .into_iter()
        .filter_map(|document| Some((snapshot.artifact(document.stored?).unwrap()?.len(), document)))
        .collect();
    sized.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    let path = |document: &CatalogDocument| format!("/api/v1/document?uri={}", document.uri);
    let largest: Vec<String> = sized.iter().take(20).map(|(_, document)| path(document)).collect();
    let small: Vec<&(usize, CatalogDocument)> = sized.iter().filter(|(size, _)| *size < 100_000).collect();
    // Every so many-th, which is as good as random and the same each time.
    let step = (small.len() / 2000).max(1);
    let random: Vec<String> = small.iter().step_by(step).map(|(_, document)| path(document)).collect();

    let held = snapshot.clone();
    let ours = endpoints::all()
        .into_router(RouterConfig::new(move || ServedSnapshot::from_snapshot(today(), Some(held.clone()))));
    let ours = listen(ours).await;
    for (name, paths) in [("under 100 kB, spread over the corpus", random), ("the 20 largest", largest)] {
        let mut bodies = HashMap::new();
        for path in &paths {
            let (_, body) = request(&mut TcpStream::connect(ours).await.unwrap(), path).await;
            bodies.insert(path.split_once('?').unwrap().1.to_owned(), Bytes::from(body));
        }
        let mean = bodies.values().map(Bytes::len).sum::<usize>() / bodies.len();
        let bare =
            listen(Router::new().route("/api/v1/document", get(from_memory)).with_state(Arc::new(bodies)))
                .await;
        println!("{} documents {name}, {mean} bytes on average", paths.len());
        let paths = Arc::new(paths);
        for connections in CONNECTIONS {
            let bare = load(bare, &paths, connections).await;
            let ours = load(ours, &paths, connections).await;
            println!(
                "  {connections:>3} connections: ours {ours}; bare {bare}; ratio {:.2}",
                ours.rate / bare.rate
            );
        }
    }
}

async fn from_memory(
    State(bodies): State<Arc<HashMap<String, Bytes>>>,
    RawQuery(query): RawQuery,
) -> ([(header::HeaderName, &'static str); 1], Bytes) {
    let body = bodies[&query.unwrap()].clone();
    ([(header::CONTENT_TYPE, "application/json; charset=utf-8")], body)
}

async fn listen(router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        serve(
            listener,
            site(router, TrustedProxies::default()),
            std::future::pending(),
            Limits::default(),
            &Handle::current(),
        )
        .await
    });
    address
}

struct Figures {
    rate: f64,
    p50: Duration,
    p99: Duration,
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0} a second (p50 {:.2?}, p99 {:.2?})", self.rate, self.p50, self.p99)
    }
}

async fn load(address: SocketAddr, paths: &Arc<Vec<String>>, connections: usize) -> Figures {
    let next = Arc::new(AtomicUsize::new(0));
    let begun = Instant::now();
    let clients: Vec<_> = (0..connections)
        .map(|_| {
            let (paths, next) = (paths.clone(), next.clone());
            tokio::spawn(async move {
                let mut stream = TcpStream::connect(address).await.unwrap();
                let mut took = Vec::new();
                while begun.elapsed() < FOR {
                    let path = &paths[next.fetch_add(1, Ordering::Relaxed) % paths.len()];
                    let asked = Instant::now();
                    let (status, _) = request(&mut stream, path).await;
                    assert_eq!(status, 200, "{path}");
                    took.push(asked.elapsed());
                }
                took
            })
        })
        .collect();
    let mut took = Vec::new();
    for client in clients {
        took.extend(client.await.unwrap());
    }
    let rate = took.len() as f64 / begun.elapsed().as_secs_f64();
    took.sort_unstable();
    Figures { rate, p50: took[took.len() / 2], p99: took[took.len() * 99 / 100] }
}

/// One request on a connection that is kept open. Returns the status and the body.
async fn request(stream: &mut TcpStream, path: &str) -> (u16, Vec<u8>) {
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = Vec::with_capacity(1 << 16);
    let head = loop {
        assert!(stream.read_buf(&mut answer).await.unwrap() > 0, "the connection was closed");
        if let Some(end) = answer.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
    };
    let text = std::str::from_utf8(&answer[..head]).unwrap().to_ascii_lowercase();
    let status = text[9..12].parse().unwrap();
    let length: usize =
        text.split_once("content-length: ").unwrap().1.split_once("\r\n").unwrap().0.parse().unwrap();
    while answer.len() < head + length {
        assert!(stream.read_buf(&mut answer).await.unwrap() > 0, "the connection was closed");
    }
    (status, answer.split_off(head))
}
