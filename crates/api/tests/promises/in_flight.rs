//! Answers that are not read hold a bounded part of the server's memory, at its default limits.

use std::time::{Duration, Instant};

use lagrum_api::server::Limits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Mutex;

use crate::server::{Running, get, one_answer, start, start_with};
use crate::shelf::{LONG, Library, Shelf};

/// Clients that send a request and do not read the answer.
const CLIENTS: usize = 600;

/// One test at a time, since they measure the memory of the process.
static ALONE: Mutex<()> = Mutex::const_new(());

/// Resident memory of this process.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
}

/// A connection with a small buffer, on which this request has been sent.
async fn ask(server: &Running, request: &str) -> TcpStream {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// The status of the answer; the rest is not read.
async fn status(stream: &mut TcpStream) -> u16 {
    let mut line = [0; "HTTP/1.1 200".len()];
    stream.read_exact(&mut line).await.unwrap();
    std::str::from_utf8(&line[9..]).unwrap().parse().unwrap()
}

async fn is_well(server: &Running) {
    let begun = Instant::now();
    for path in ["/healthz", "/api/v1/today", "/api/v1/sized?bytes=60000&of=image/png"] {
        let request = get(path).replace("Host: x", "Host: x\r\nConnection: close");
        let mut answer = Vec::new();
        server.say(&request).await.read_to_end(&mut answer).await.unwrap();
        // The shelf has no route for `/healthz`: a 404 shows that the server answers.
        let expected: &[u8] = if path == "/healthz" { b"HTTP/1.1 404 " } else { b"HTTP/1.1 200 " };
        assert!(
            answer.starts_with(expected),
            "{path}: {:?}",
            String::from_utf8_lossy(&answer[..answer.len().min(40)])
        );
    }
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_answers_hold_no_more_than_the_budget() {
    let _alone = ALONE.lock().await;
    let server = start(Limits::default()).await;
    let before = memory();
    let mut unread = Vec::new();
    for _ in 0..CLIENTS {
        unread.push(ask(&server, &get(&format!("/api/v1/sized?bytes={LONG}&of=image/png"))).await);
    }
    let mut answers = [0, 0];
    for stream in &mut unread {
        match status(stream).await {
            200 => answers[0] += 1,
            503 => answers[1] += 1,
            other => panic!("{other}"),
        }
    }
    let held = memory().saturating_sub(before);
    println!("{answers:?} answered and refused, {} MB held", held >> 20);
    assert!(answers[0] >= 50 && answers[1] > 400, "{answers:?}");
    assert!(held < 350 << 20, "{} MB", held >> 20);
    let mut small = server.say(&get("/api/v1/today")).await;
    one_answer(&mut small).await;

    // Closing the unread connections makes room.
    drop(unread);
    let begun = Instant::now();
    loop {
        let mut again = ask(&server, &get(&format!("/api/v1/sized?bytes={LONG}&of=image/png"))).await;
        if status(&mut again).await == 200 {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}

/// Bodies of failures count too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_failures_hold_no_more_than_the_budget() {
    let _alone = ALONE.lock().await;
    let server = start(Limits::default()).await;
    let before = memory();
    let mut unread = Vec::new();
    for _ in 0..CLIENTS {
        unread.push(ask(&server, &get("/api/v1/failing?how=long")).await);
    }
    let mut answers = [0, 0];
    for stream in &mut unread {
        match status(stream).await {
            404 => answers[0] += 1,
            503 => answers[1] += 1,
            other => panic!("{other}"),
        }
    }
    let held = memory().saturating_sub(before);
    println!("{answers:?} failures sent and refused, {} MB held", held >> 20);
    assert!(answers[0] >= 50 && answers[1] > 400, "{answers:?}");
    assert!(held < 350 << 20, "{} MB", held >> 20);
    let mut small = server.say(&get("/api/v1/failing?how=missing")).await;
    assert!(one_answer(&mut small).await.contains("no book called"));
}

/// The state of a compressor takes megabytes; it must not be held while a client reads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compressed_answers_that_are_not_read_hold_little() {
    let _alone = ALONE.lock().await;
    let server = start(Limits::default()).await;
    let before = memory();
    let mut unread = Vec::new();
    let request =
        get(&format!("/api/v1/sized?bytes={LONG}")).replace("Host: x", "Host: x\r\nAccept-Encoding: br");
    for _ in 0..200 {
        unread.push(ask(&server, &request).await);
    }
    let mut answered = 0;
    for stream in &mut unread {
        answered += usize::from(status(stream).await == 200);
    }
    let held = memory().saturating_sub(before);
    println!("{answered} answered, {} MB held", held >> 20);
    assert!(answered >= 50 && held < 350 << 20, "{answered}, {} MB", held >> 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn downloads_that_are_not_read_leave_half_of_the_places() {
    let _alone = ALONE.lock().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sfs.ndjson.gz");
    std::fs::write(&path, vec![0; 20_000_000]).unwrap();
    let library = Library::with(Shelf::new("one", &[]).with_file("sfs.ndjson.gz", &path, Some("file")));
    let server = start_with(library, Limits::default()).await;
    let before = memory();
    let mut unread = Vec::new();
    for _ in 0..1060 {
        unread.push(ask(&server, &get("/dumps/sfs.ndjson.gz")).await);
    }
    let mut downloads = 0;
    for stream in &mut unread {
        downloads += usize::from(status(stream).await == 200);
    }
    println!("{downloads} downloads, {} MB held", memory().saturating_sub(before) >> 20);
    assert!(downloads <= Limits::default().connections / 2, "{downloads}");
    assert!(memory().saturating_sub(before) < 350 << 20);
    is_well(&server).await;
}
