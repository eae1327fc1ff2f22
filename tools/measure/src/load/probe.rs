//! Requests `/healthz`, as a supervisor does.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::report::Report;

/// The interval of requests.
const EVERY: Duration = Duration::from_millis(100);

/// The timeout of a request.
const PATIENCE: Duration = Duration::from_secs(20);

/// Sends requests until the time is over, each over a new connection.
pub(super) fn probe(server: &str, end: Instant) -> Report {
    let mut report = Report::new(0);
    while Instant::now() < end {
        let begun = Instant::now();
        match once(server, "/healthz") {
            Ok((status, bytes)) => report.answered("healthz", "/healthz", status, bytes, begun.elapsed()),
            Err(error) => report.broken("healthz", &error.into()),
        }
        sleep(EVERY);
    }
    report
}

/// Sends one request over a connection of its own. Returns the status and the bytes of the response.
pub(super) fn once(server: &str, path: &str) -> std::io::Result<(u16, usize)> {
    let mut stream = TcpStream::connect(server)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(
        format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n").as_bytes(),
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let status = answer.get(9..12).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
    let status = status.ok_or_else(|| std::io::Error::other("no answer"))?;
    Ok((status, answer.len()))
}
