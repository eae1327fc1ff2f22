//! Endpoints against a bare handler that returns the same bytes from memory, in the same run.
//!
//! ```sh
//! LAGRUM_DATA=/srv/lag cargo bench -p lagrum-api --bench bare
//! ```
//!
//! Each endpoint is measured warm, when the response cache has its responses, and cold, by a parameter that differs in every
//! request, and with each content coding. The client and both servers run on this machine. Quote the ratios: they hold on a
//! busy machine, the absolute figures do not.

#![expect(clippy::unwrap_used, reason = "a bench that meets the unexpected has failed")]

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::HeaderMap;
use lagrum_api::server::{Limits, TrustedProxies, serve, site};
use lagrum_api::{RouterConfig, ServedSnapshot, endpoints};
use lagrum_catalog::{CatalogDocument, DocumentFilter, RowRange};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;

/// How long each figure is measured.
const FOR: Duration = Duration::from_secs(2);

/// Connections at once.
const CONNECTIONS: usize = 4;

/// What clients send as `Accept-Encoding`.
const CODINGS: [&str; 4] = ["identity", "gzip", "br", "zstd"];

/// Makes each request differ, so that the response cache never has its response.
static COLD: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let Some(data) = std::env::var_os("LAGRUM_DATA").map(PathBuf::from) else {
        println!("skipped: LAGRUM_DATA names no data folder with a published snapshot");
        return;
    };
    let snapshot = Arc::new(Snapshots::new(&data).open_current().unwrap().unwrap());
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(measure(snapshot));
}

/// The requests that are measured, by what they have in common.
fn requests(snapshot: &Snapshot) -> Vec<(&'static str, Vec<String>)> {
    let everything = RowRange { limit: u64::MAX, offset: 0 };
    let all =
        snapshot.catalog().with(|catalog| catalog.documents(DocumentFilter::default(), everything)).unwrap();
    let mut sized: Vec<(usize, &CatalogDocument)> = all
        .iter()
        .filter_map(|document| Some((snapshot.artifact(document.stored?).unwrap()?.len(), document)))
        .collect();
    sized.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    let mut cited: Vec<&CatalogDocument> = all.iter().collect();
    cited.sort_by_key(|document| std::cmp::Reverse(document.inbound_count));
    let about = |endpoint: &str, uri: &str| format!("/api/v1/{endpoint}uri={uri}");
    let largest =
        |endpoint: &str, n: usize| sized.iter().take(n).map(|(_, one)| about(endpoint, &one.uri)).collect();
    let most_cited =
        |endpoint: &str, n: usize| cited.iter().take(n).map(|one| about(endpoint, &one.uri)).collect();
    // Every so many-th, which is as good as random and the same each time.
    let small: Vec<_> = sized.iter().filter(|(size, _)| *size < 100_000).collect();
    let some = |endpoint: &str| -> Vec<String> {
        let step = (small.len() / 500).max(1);
        small.iter().step_by(step).map(|(_, one)| about(endpoint, &one.uri)).collect()
    };
    let statutes: Vec<String> = sized
        .iter()
        .filter(|(_, one)| one.source == "sfs")
        .take(20)
        .map(|(_, one)| about("document/versions?", &one.uri))
        .collect();
    vec![
        ("document, under 100 kB", some("document?")),
        ("document, the 20 largest", largest("document?", 20)),
        ("outbound, of 500 documents", some("document/outbound?")),
        ("outbound, of the 20 largest", largest("document/outbound?", 20)),
        ("inbound, of 500 documents", some("document/inbound?")),
        ("inbound, of the 20 most cited", most_cited("document/inbound?", 20)),
        ("inbound exact, of the 20 most cited", most_cited("document/inbound?scope=exact&", 20)),
        ("versions, of the 20 largest statutes", statutes),
        ("documents, limit 100", vec!["/api/v1/documents?limit=100".to_owned()]),
        ("documents of sfs, offset 4000", vec!["/api/v1/documents?source=sfs&offset=4000".to_owned()]),
        ("sources", vec!["/api/v1/sources?".to_owned()]),
        ("facets of sfs", vec!["/api/v1/facets?source=sfs".to_owned()]),
        ("card, of 500 documents", some("card?")),
    ]
}

async fn measure(snapshot: Arc<Snapshot>) {
    let held = snapshot.clone();
    let ours = endpoints::all()
        .into_router(RouterConfig::new(move || ServedSnapshot::from_snapshot(today(), Some(held.clone()))));
    let ours = listen(ours).await;
    println!(
        "{:38} {:8} {:>8} {:>8} {:>8} {:>6} {:>6}",
        "", "coding", "bytes", "warm/s", "cold/s", "warm", "cold"
    );
    for (name, paths) in requests(&snapshot) {
        for coding in CODINGS {
            let mut responses = HashMap::new();
            for path in &paths {
                let mut stream = TcpStream::connect(ours).await.unwrap();
                let (_, headers, body) = request(&mut stream, path, coding).await;
                responses.insert(path.clone(), (headers, Bytes::from(body)));
            }
            let bytes = responses.values().map(|(_, body)| body.len()).sum::<usize>() / responses.len();
            let bare = Router::new().fallback(from_memory).with_state(Arc::new(responses));
            let bare = listen(bare).await;
            let paths = Arc::new(paths.clone());
            let bare = load(bare, &paths, coding, false).await;
            let (warm, cold) =
                (load(ours, &paths, coding, false).await, load(ours, &paths, coding, true).await);
            println!(
                "{name:38} {coding:8} {bytes:>8} {warm:>8.0} {cold:>8.0} {:>6.2} {:>6.2}",
                warm / bare,
                cold / bare
            );
        }
    }
}

/// The bare handler.
async fn from_memory(
    State(responses): State<Arc<HashMap<String, (HeaderMap, Bytes)>>>,
    request: Request,
) -> Response {
    let (headers, body) = &responses[request.uri().path_and_query().unwrap().as_str()];
    (headers.clone(), body.clone()).into_response()
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

/// Requests a second that a server answers.
async fn load(address: SocketAddr, paths: &Arc<Vec<String>>, coding: &'static str, cold: bool) -> f64 {
    let next = Arc::new(AtomicUsize::new(0));
    let start = Instant::now();
    let clients: Vec<_> = (0..CONNECTIONS)
        .map(|_| {
            let (paths, next) = (paths.clone(), next.clone());
            tokio::spawn(async move {
                let mut stream = TcpStream::connect(address).await.unwrap();
                let mut count = 0_u32;
                while start.elapsed() < FOR {
                    let mut path = paths[next.fetch_add(1, Ordering::Relaxed) % paths.len()].clone();
                    if cold {
                        path += &format!("&cold={}", COLD.fetch_add(1, Ordering::Relaxed));
                    }
                    let (status, _, _) = request(&mut stream, &path, coding).await;
                    assert_eq!(status, 200, "{path}");
                    count += 1;
                }
                count
            })
        })
        .collect();
    let mut count = 0;
    for client in clients {
        count += client.await.unwrap();
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}

/// One request on a connection that is kept open: the status, the headers of the content, and the body.
async fn request(stream: &mut TcpStream, path: &str, coding: &str) -> (u16, HeaderMap, Vec<u8>) {
    let question = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: {coding}\r\n\r\n");
    stream.write_all(question.as_bytes()).await.unwrap();
    let mut response = Vec::with_capacity(1 << 16);
    let head = loop {
        assert!(stream.read_buf(&mut response).await.unwrap() > 0, "the connection was closed");
        if let Some(end) = response.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
    };
    let text = std::str::from_utf8(&response[..head]).unwrap().to_ascii_lowercase();
    let value = |name: &str| {
        let value = text.split_once(&format!("\r\n{name}: "))?.1.split_once("\r\n")?.0;
        Some(value.to_owned())
    };
    let mut headers = HeaderMap::new();
    for name in ["content-type", "content-encoding"] {
        if let Some(value) = value(name) {
            headers.insert(name, value.parse().unwrap());
        }
    }
    let status = text[9..12].parse().unwrap();
    let length: usize = value("content-length").unwrap().parse().unwrap();
    while response.len() < head + length {
        assert!(stream.read_buf(&mut response).await.unwrap() > 0, "the connection was closed");
    }
    (status, headers, response.split_off(head))
}
