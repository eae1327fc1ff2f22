//! A proxy between a mirror and its origin that can cut the connection in the middle of an answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use crate::support::{Answer, get};

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub path: String,
    pub range: Option<String>,
    pub if_range: Option<String>,
}

/// How the proxy handles a response.
pub enum Then {
    Pass,
    /// Passes this many bytes of the body, then closes the connection.
    Cut(usize),
    /// Sends another response instead.
    Instead(u16, Vec<u8>),
    /// Sends no response; the connection stays open until the client closes it.
    Stall,
}

pub struct Proxy {
    pub address: String,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Proxy {
    /// Starts a proxy in front of a service. `rule` is called once per request, after the origin has answered, while the
    /// client waits.
    pub fn before(origin: &str, mut rule: impl FnMut(&Seen, &Answer) -> Then + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (origin, shared) = (origin.to_owned(), seen.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some(request) = request(&stream) else { continue };
                shared.lock().unwrap().push(request.clone());
                let conditions = [("range", &request.range), ("if-range", &request.if_range)];
                let headers: Vec<(&str, &str)> =
                    conditions.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
                let answer = get(&format!("{origin}{}", request.path), &headers).unwrap();
                // A closed connection of a client is no error of the proxy.
                let _ = match rule(&request, &answer) {
                    Then::Pass => pass(&mut stream, &answer, answer.body.len()),
                    Then::Cut(bytes) => pass(&mut stream, &answer, bytes.min(answer.body.len())),
                    Then::Instead(status, body) => {
                        let answer = Answer { status, body, ..answer };
                        pass(&mut stream, &answer, answer.body.len())
                    }
                    Then::Stall => stream.read_to_end(&mut Vec::new()).map(drop),
                };
            }
        });
        Self { address, seen }
    }

    /// The requests since the last call.
    pub fn seen(&self) -> Vec<Seen> {
        std::mem::take(&mut *self.seen.lock().unwrap())
    }
}

fn request(stream: &TcpStream) -> Option<Seen> {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let mut seen = Seen { path, range: None, if_range: None };
    for line in lines.take_while(|line| !line.is_empty()) {
        let (name, value) = line.split_once(": ")?;
        match name.to_ascii_lowercase().as_str() {
            "range" => seen.range = Some(value.to_owned()),
            "if-range" => seen.if_range = Some(value.to_owned()),
            _ => {}
        }
    }
    Some(seen)
}

/// Sends an answer's head and the first bytes of its body, and closes.
fn pass(stream: &mut TcpStream, answer: &Answer, bytes: usize) -> std::io::Result<()> {
    let mut head = format!("HTTP/1.1 {} .\r\nconnection: close\r\n", answer.status);
    for name in ["content-type", "etag", "content-range", "last-modified"] {
        if let Some(value) = answer.header(name) {
            head += &format!("{name}: {value}\r\n");
        }
    }
    head += &format!("content-length: {}\r\n\r\n", answer.body.len());
    stream.write_all(head.as_bytes())?;
    stream.write_all(&answer.body[..bytes])?;
    stream.flush()
}
