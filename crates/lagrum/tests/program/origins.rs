//! Services that try to misuse a mirror: to make it connect to another server, to make it read without end, to make it
//! trust a file without a digest.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use serde_json::json;

use crate::corpora::statutes;
use crate::support::{Home, Process, ended, eventually};

/// A service with configured answers.
struct Service {
    port: u16,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Service {
    /// `answer` writes the whole answer for a request line.
    fn new(answer: impl Fn(&str, &mut TcpStream) -> std::io::Result<()> + Send + 'static) -> Self {
        let listener = TcpListener::bind("0.0.0.0:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let shared = seen.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
                let Some(first) = lines.next() else { continue };
                lines.find(String::is_empty);
                shared.lock().unwrap().push(first.clone());
                // A client that has closed its connection is no error of the service.
                let _ = answer(first.split(' ').nth(1).unwrap_or_default(), &mut stream);
            }
        });
        Self { port, seen }
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

fn ok(stream: &mut TcpStream, body: &[u8]) -> std::io::Result<()> {
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
    stream.write_all(body)
}

fn redirect(stream: &mut TcpStream, location: &str) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    )
}

fn dump() -> Vec<u8> {
    statutes(1..20, "x").join("\n").into_bytes()
}

fn list() -> Vec<u8> {
    json!([{"source": "sfs", "file": "sfs.ndjson", "bytes": dump().len()}]).to_string().into_bytes()
}

/// Serves a dump, with its list under `list_path` and the dump under `dump_path`.
fn plain(path: &str, stream: &mut TcpStream, list_path: &str, dump_path: &str) -> std::io::Result<()> {
    match path {
        path if path == list_path => ok(stream, &list()),
        path if path == dump_path => ok(stream, &dump()),
        _ => write!(stream, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    }
}

const LIST: &str = "/api/v1/dumps";
const DUMP: &str = "/dumps/sfs.ndjson";

#[test]
fn a_service_that_redirects_elsewhere_is_refused_and_nobody_else_is_asked() {
    let other = Arc::new(Service::new(|path, stream| plain(path, stream, LIST, DUMP)));
    for redirected in [LIST, DUMP] {
        let elsewhere = other.address();
        let service = Service::new(move |path, stream| {
            if path == redirected {
                redirect(stream, &format!("{elsewhere}{path}"))
            } else {
                plain(path, stream, LIST, DUMP)
            }
        });
        let said = Home::new().failed(&["import", &service.address()]);
        assert!(said.contains("redirects to") && said.contains(&service.address()), "{said}");
        assert_eq!(other.seen(), [""; 0], "{redirected}");
    }
}

#[test]
fn redirects_within_a_service_are_followed_a_few_times() {
    let service = Service::new(|path, stream| match path {
        LIST => redirect(stream, "/moved/list"),
        DUMP => redirect(stream, "/moved/dump"),
        path => plain(path, stream, "/moved/list", "/moved/dump"),
    });
    assert!(Home::new().done(&["import", &service.address()]).stdout.contains("stored 19"));
    let circle = Service::new(|_, stream| redirect(stream, LIST));
    let said = Home::new().failed(&["import", &circle.address()]);
    assert!(said.contains("redirects more than") && circle.seen().len() < 6, "{said} {:?}", circle.seen());
}

#[test]
fn plain_http_to_another_machine_takes_leave() {
    let service = Service::new(|path, stream| plain(path, stream, LIST, DUMP));
    // A name of this machine that does not look like one.
    let address = format!("http://0.0.0.0:{}", service.port);
    let home = Home::new();
    let said = home.failed(&["import", &address]);
    assert!(said.contains("--insecure-http"), "{said}");
    assert_eq!(service.seen(), [""; 0]);
    home.done(&["import", &address, "--insecure-http"]);
}

#[test]
fn a_proxy_is_used_when_it_is_named_and_never_because_of_the_environment() {
    let service = Service::new(|path, stream| plain(path, stream, LIST, DUMP));
    let proxy = Service::new(|_, _| Ok(()));
    let home = Home::new();
    let mut command = home.command(&["import", &service.address()]);
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
        command.env(name, proxy.address());
    }
    let ended = ended(&mut command);
    assert_eq!((ended.code, proxy.seen()), (Some(0), Vec::new()), "{ended:?}");

    let mut command = home.command(&["import", &service.address(), "--proxy", &proxy.address()]);
    let _import = Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    eventually("the proxy is asked", || (!proxy.seen().is_empty()).then_some(()));
}

#[test]
fn a_file_without_a_digest_is_told_of() {
    let service = Service::new(|path, stream| plain(path, stream, LIST, DUMP));
    let import = Home::new().done(&["import", &service.address()]);
    assert!(import.stderr.contains("sfs.ndjson") && import.stderr.contains("no SHA-256"), "{import:?}");
}

#[test]
fn lists_without_end_and_files_beyond_all_measure_are_not_read() {
    let endless = Service::new(|_, stream| {
        write!(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[")?;
        loop {
            stream.write_all(&[b' '; 8192])?;
        }
    });
    let said = Home::new().failed(&["import", &endless.address()]);
    assert!(said.contains("longer than") && endless.seen().len() == 1, "{said}");

    for (entry, word) in [
        (json!({"source": "sfs", "file": "sfs.ndjson", "bytes": u64::MAX}), "bytes"),
        (
            json!({"source": "sfs", "file": "sfs.ndjson", "bytes": 1, "status": {"file": "sfs-status.json", "bytes": 65 << 20}}),
            "sfs-status.json",
        ),
        (
            json!({"source": "sfs", "file": "sfs.ndjson", "bytes": 1, "sha256": "x".repeat(1 << 20)}),
            "SHA-256",
        ),
    ] {
        let list = json!([entry]).to_string().into_bytes();
        let service = Service::new(move |_, stream| ok(stream, &list));
        let said = Home::new().failed(&["import", &service.address()]);
        assert!(said.contains(word) && said.len() < 20_000, "{said}");
        // The list of changes, which does not exist, and the list of dumps.
        assert_eq!(service.seen().len(), 2, "{:?}", service.seen());
    }
}

#[test]
fn what_a_service_no_longer_lists_does_not_stay_among_the_downloads() {
    let service = Service::new(|path, stream| plain(path, stream, LIST, DUMP));
    let home = Home::new();
    let left: Vec<String> = ["old.ndjson", "old.ndjson.etag"]
        .iter()
        .map(|name| home.write(&format!("data/corpus/incoming/{name}"), "half of it"))
        .collect();
    home.done(&["import", &service.address()]);
    assert!(left.iter().all(|path| !std::path::Path::new(path).exists()));
}
