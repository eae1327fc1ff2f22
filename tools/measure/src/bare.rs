//! `cargo measure bare`: endpoints of a running server against a bare handler that returns the same bytes from memory.
//!
//! Each endpoint is measured warm, when its responses are in the response cache, and cold, with a parameter that differs in
//! every request, and with each content coding. The measurements take turns in short slices, so that other work of the machine
//! affects all of them. Quote the ratios: they hold on a busy machine, the absolute figures do not.
//!
//! The bare handler runs on threads of its own in this process, behind `axum::serve` without any layer.

use std::collections::HashMap;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use lagrum_catalog::{CatalogDocument, DocumentFilter, DocumentOrder, RowRange};
use lagrum_corpus::Corpus;
use lagrum_snapshot::Snapshots;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How many slices each figure is measured in.
const SLICES: u32 = 6;

/// The `Accept-Encoding` values of clients.
const CODINGS: [&str; 4] = ["identity", "gzip", "br", "zstd"];

/// Number of documents for endpoints that are requested for a range of documents.
const SPREAD: usize = 500;

/// Number of documents for endpoints that are requested for the largest or the most cited.
const EXTREMES: usize = 20;

/// Minimum number of bytes of the artifact of a large document.
const LARGE: u64 = 100_000;

/// The largest response that is requested, in bytes.
const MAX_RESPONSE: usize = 64 << 20;

/// Makes each cold request differ, so that the response cache never has its response.
static COLD: AtomicUsize = AtomicUsize::new(0);

/// The server, and what to request of it.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The server, as HOST:PORT.
    #[arg(default_value = "127.0.0.1:8080")]
    server: String,

    /// The data folder that it serves.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// Connections at once.
    #[arg(long, default_value_t = 4)]
    connections: usize,

    /// Seconds for each figure.
    #[arg(long, default_value_t = 1.5)]
    seconds: f64,

    /// Only requests whose name contains this.
    #[arg(long, default_value = "")]
    only: String,

    /// Only this content coding.
    #[arg(long)]
    coding: Option<String>,
}

/// Measures, and prints each row as it is known.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let requests = requests(&options.data)?;
    let ours = options.server.to_socket_addrs()?.next().ok_or("the server has no address")?;
    let threads = || tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let (clients, bare) = (threads()?, threads()?);
    let slice = Duration::from_secs_f64(options.seconds / f64::from(SLICES));
    println!(
        "{:38} {:8} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6}",
        "", "coding", "bytes", "bare/s", "warm/s", "cold/s", "warm", "cold"
    );
    for (name, paths) in requests.into_iter().filter(|(name, _)| name.contains(&options.only)) {
        let paths = Arc::new(paths);
        for coding in
            CODINGS.into_iter().filter(|coding| options.coding.as_deref().is_none_or(|only| only == *coding))
        {
            let responses = clients.block_on(responses(ours, &paths, coding))?;
            let bytes =
                responses.values().map(|(_, body)| body.len()).sum::<usize>() / responses.len().max(1);
            let from_memory = listen(&bare, responses)?;
            let mut answered = [0.0; 3];
            for _ in 0..SLICES {
                let turns = [(from_memory, false), (ours, false), (ours, true)];
                for (sum, (address, is_cold)) in answered.iter_mut().zip(turns) {
                    let load = Load { address, paths: paths.clone(), coding, is_cold, duration: slice };
                    *sum += clients.block_on(load.run(options.connections))?;
                }
            }
            let [bare, warm, cold] = answered.map(|sum| sum / f64::from(SLICES));
            println!(
                "{name:38} {coding:8} {bytes:>8} {bare:>8.0} {warm:>8.0} {cold:>8.0} {:>6.2} {:>6.2}",
                warm / bare,
                cold / bare
            );
        }
    }
    Ok(())
}

/// The requests that are measured, by what they have in common.
fn requests(data: &Path) -> Result<Vec<(&'static str, Vec<String>)>, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or("no snapshot is published in this folder")?;
    let everything = RowRange { limit: u64::MAX, offset: 0 };
    let all = snapshot
        .catalog()
        .with(|catalog| catalog.documents(DocumentFilter::default(), DocumentOrder::Uri, everything))?;
    let state = Corpus::open(data)?.reader()?.state()?;
    let size = |document: &CatalogDocument| {
        let position = state.documents.position(&document.uri)?;
        Some(state.documents.size(position))
    };
    let mut sized: Vec<(u64, &CatalogDocument)> =
        all.iter().filter_map(|document| Some((size(document)?, document))).collect();
    sized.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    let mut cited: Vec<&CatalogDocument> = all.iter().collect();
    cited.sort_by_key(|document| std::cmp::Reverse(document.inbound_count));
    let about = |endpoint: &str, uri: &str| format!("/api/v1/{endpoint}uri={}", escaped(uri));
    let largest = |endpoint: &str| -> Vec<String> {
        sized.iter().take(EXTREMES).map(|(_, one)| about(endpoint, &one.uri)).collect()
    };
    let most_cited = |endpoint: &str| -> Vec<String> {
        cited.iter().take(EXTREMES).map(|one| about(endpoint, &one.uri)).collect()
    };
    // Documents at even steps, which is as good as random and always the same.
    let small: Vec<_> = sized.iter().filter(|(size, _)| *size < LARGE).collect();
    let spread = |endpoint: &str| -> Vec<String> {
        let step = (small.len() / SPREAD).max(1);
        small.iter().step_by(step).map(|(_, one)| about(endpoint, &one.uri)).collect()
    };
    let statutes = sized.iter().filter(|(_, one)| one.source == "sfs").take(EXTREMES);
    let versions = statutes.map(|(_, one)| about("document/versions?", &one.uri)).collect();
    let one = |path: &str| vec![format!("/api/v1/{path}")];
    Ok(vec![
        ("document, under 100 kB", spread("document?")),
        ("document, the largest", largest("document?")),
        ("outbound", spread("document/outbound?")),
        ("outbound, of the largest", largest("document/outbound?")),
        ("inbound", spread("document/inbound?")),
        ("inbound, of the most cited", most_cited("document/inbound?")),
        ("inbound exact, of the most cited", most_cited("document/inbound?scope=exact&")),
        ("versions, of the largest statutes", versions),
        ("documents, limit 100", one("documents?limit=100")),
        ("documents of sfs, offset 4000", one("documents?source=sfs&offset=4000")),
        ("sources", one("sources?")),
        ("facets of sfs", one("facets?source=sfs")),
        ("card", spread("card?")),
    ])
}

/// A uri as the value of a parameter.
fn escaped(uri: &str) -> String {
    percent_encoding::utf8_percent_encode(uri, percent_encoding::NON_ALPHANUMERIC).to_string()
}

type Responses = HashMap<String, (HeaderMap, Bytes)>;

/// What the server responds to these requests.
async fn responses(address: SocketAddr, paths: &[String], coding: &str) -> Result<Responses, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let mut responses = HashMap::new();
    for path in paths {
        let response = request(&mut stream, path, coding).await?;
        responses.insert(path.clone(), (response.headers, response.body.into()));
    }
    Ok(responses)
}

/// Starts the bare handler of these responses.
fn listen(runtime: &Runtime, responses: Responses) -> Result<SocketAddr, Failure> {
    let router = Router::new().fallback(from_memory).with_state(Arc::new(responses));
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    runtime.spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

/// The bare handler.
async fn from_memory(State(responses): State<Arc<Responses>>, request: Request) -> Response {
    let path = request.uri().path_and_query().map_or("", |path| path.as_str());
    match responses.get(path) {
        Some((headers, body)) => (headers.clone(), body.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Requests that are sent for a while.
struct Load {
    address: SocketAddr,
    paths: Arc<Vec<String>>,
    coding: &'static str,
    is_cold: bool,
    duration: Duration,
}

impl Load {
    /// The number of responses a second over `connections` connections.
    async fn run(self, connections: usize) -> Result<f64, Failure> {
        let load = Arc::new(self);
        let next = Arc::new(AtomicUsize::new(0));
        let start = Instant::now();
        let clients: Vec<_> =
            (0..connections).map(|_| tokio::spawn(load.clone().client(start, next.clone()))).collect();
        let mut count = 0;
        for client in clients {
            count += client.await??;
        }
        Ok(f64::from(count) / start.elapsed().as_secs_f64())
    }

    async fn client(self: Arc<Self>, start: Instant, next: Arc<AtomicUsize>) -> Result<u32, Failure> {
        let mut stream = TcpStream::connect(self.address).await?;
        let mut count = 0;
        while start.elapsed() < self.duration {
            let mut path = self.paths[next.fetch_add(1, Ordering::Relaxed) % self.paths.len()].clone();
            if self.is_cold {
                path += &format!("&cold={}", COLD.fetch_add(1, Ordering::Relaxed));
            }
            request(&mut stream, &path, self.coding).await?;
            count += 1;
        }
        Ok(count)
    }
}

/// A response: the headers of its content, and its body.
struct Received {
    headers: HeaderMap,
    body: Vec<u8>,
}

/// One request on a connection that is kept open. Fails unless the response is a 200.
async fn request(stream: &mut TcpStream, path: &str, coding: &str) -> Result<Received, Failure> {
    let question = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: {coding}\r\n\r\n");
    stream.write_all(question.as_bytes()).await?;
    let mut response = Vec::with_capacity(1 << 16);
    let head = loop {
        if stream.read_buf(&mut response).await? == 0 {
            return Err(format!("{path}: the connection was closed").into());
        }
        if let Some(end) = response.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
    };
    let text = std::str::from_utf8(&response[..head])?.to_ascii_lowercase();
    if !text.starts_with("http/1.1 200") {
        return Err(format!("{path}: {}", text.lines().next().unwrap_or_default()).into());
    }
    let value =
        |name: &str| Some(text.split_once(&format!("\r\n{name}: "))?.1.split_once("\r\n")?.0.to_owned());
    let mut headers = HeaderMap::new();
    for name in ["content-type", "content-encoding"] {
        if let Some(value) = value(name) {
            headers.insert(name, value.parse()?);
        }
    }
    let length: usize = value("content-length").ok_or("a response without its length")?.parse()?;
    if length > MAX_RESPONSE {
        return Err(format!("{path}: a response of {length} bytes").into());
    }
    while response.len() < head + length {
        if stream.read_buf(&mut response).await? == 0 {
            return Err(format!("{path}: the connection was closed").into());
        }
    }
    Ok(Received { headers, body: response.split_off(head) })
}
