//! Calls to a cluster over HTTP.
//!
//! Connections are kept. Nodes take turns. A node that cannot be reached, or has not answered any call within the timeout of a call,
//! is not called for a second, and is then tried by one caller alone. A node that is slow with a call but has answered another call
//! within that time is still called: when a node is lost, all others may be slow at once. A call is made at most twice, on two
//! nodes, and always ends within its timeout. Every call may be repeated, since documents are written under their uris.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use rustls::CertificateError;
use ureq::http::{Method, Request, header};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, Error};

use crate::access::{Secret, certificates};
use crate::error::MAX_REASON;
use crate::{ClusterAccess, ClusterError};

/// The timeout of connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a node that cannot be reached is not called.
const ASIDE: Duration = Duration::from_secs(1);

/// The most idle connections kept to each node.
const MAX_IDLE: usize = 64;

/// Bodies from this size on are compressed. Sending a smaller one takes less time than compressing it.
const MIN_COMPRESSED: usize = 16 << 10;

/// The most bytes of a response.
pub(crate) const MAX_BYTES: u64 = 16 << 20;

/// A call to a cluster.
#[derive(Clone, Debug)]
pub(crate) struct ClusterCall<'a> {
    pub(crate) method: Method,
    /// The path from the root of a node, with the query string.
    pub(crate) path: &'a str,
    pub(crate) body: &'a [u8],
    /// Whether the body is lines of JSON rather than one value.
    pub(crate) lines: bool,
    /// The timeout of the call, both attempts together.
    pub(crate) within: Duration,
}

impl<'a> ClusterCall<'a> {
    /// A call without a body.
    pub(crate) fn get(path: &'a str, within: Duration) -> Self {
        Self { method: Method::GET, path, body: &[], lines: false, within }
    }
}

/// The response to a call.
#[derive(Debug)]
pub(crate) struct CallResponse {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// The nodes of a cluster.
#[derive(Debug)]
pub(crate) struct ClusterClient {
    agent: Agent,
    nodes: Vec<Node>,
    authorization: Option<Secret>,
    next: AtomicUsize,
}

#[derive(Debug)]
struct Node {
    address: String,
    /// Until when it is not called, and why.
    aside: Mutex<Option<(Instant, ClusterError)>>,
    /// When it answered last.
    answered: Mutex<Option<Instant>>,
}

impl ClusterClient {
    pub(crate) fn new(access: &ClusterAccess) -> Self {
        let mut tls = TlsConfig::builder();
        if let Some(pem) = &access.ca {
            tls = tls.root_certs(RootCerts::new_with_certs(&certificates(pem)));
        }
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .max_idle_connections(MAX_IDLE * access.addresses.len())
            .max_idle_connections_per_host(MAX_IDLE)
            .max_redirects(0)
            .proxy(None)
            .user_agent("lagrum")
            .tls_config(tls.build())
            .build();
        let node = |address: &String| Node {
            address: address.clone(),
            aside: Mutex::new(None),
            answered: Mutex::new(None),
        };
        Self {
            agent: config.into(),
            nodes: access.addresses.iter().map(node).collect(),
            authorization: access.authorization.clone(),
            next: AtomicUsize::new(0),
        }
    }

    /// Makes a call. Failures that any call may have, such as wrong credentials, are errors; other statuses are responses.
    pub(crate) fn call(&self, call: &ClusterCall<'_>) -> Result<CallResponse, ClusterError> {
        let deadline = Instant::now() + call.within;
        let compressed = (call.body.len() >= MIN_COMPRESSED).then(|| gzip(call.body)).flatten();
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let mut tried = 0;
        let mut failure = None;
        // A single node is called again: the connection kept to it may have been closed meanwhile.
        for step in 0..self.nodes.len().max(2) {
            let node = &self.nodes[(first + step) % self.nodes.len()];
            if let Some(reason) = node.is_aside() {
                failure.get_or_insert(reason);
                continue;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || tried == 2 {
                break;
            }
            // A node that hangs must leave time for another.
            let others = self.nodes.len() > 1 && tried == 0;
            let within = if others { left / 2 } else { left };
            tried += 1;
            match self.ask(node, call, compressed.as_deref(), within) {
                Ok(answer) => {
                    node.is_back();
                    match answer.status {
                        401 | 403 | 429 => return Err(answer.failure()),
                        500.. => failure = Some(answer.failure()),
                        _ => return Ok(answer),
                    }
                }
                Err(Error::Timeout(_)) => {
                    let reason = format!("{} did not answer within {} ms", node.address, within.as_millis());
                    let reason = ClusterError::TooSlow(reason);
                    // A node that has answered a call recently is slow, not lost.
                    if !node.has_answered_within(call.within) {
                        node.put_aside(&reason);
                    }
                    failure = Some(reason);
                }
                Err(error) => {
                    let reason = node.failure(&error);
                    if !matches!(reason, ClusterError::Unreadable(_)) {
                        node.put_aside(&reason);
                    }
                    failure = Some(reason);
                }
            }
        }
        Err(failure.unwrap_or_else(|| ClusterError::NoConnection("there is none".to_owned())))
    }

    fn ask(
        &self,
        node: &Node,
        call: &ClusterCall<'_>,
        compressed: Option<&[u8]>,
        within: Duration,
    ) -> Result<CallResponse, Error> {
        let kind = if call.lines { "application/x-ndjson" } else { "application/json" };
        let mut request = Request::builder()
            .method(call.method.clone())
            .uri(format!("{}{}", node.address, call.path))
            .header(header::ACCEPT, "application/json");
        if let Some(authorization) = &self.authorization {
            request = request.header(header::AUTHORIZATION, &authorization.0);
        }
        if compressed.is_some() {
            request = request.header(header::CONTENT_ENCODING, "gzip");
        }
        let mut response = if call.body.is_empty() {
            let request = self.agent.configure_request(request.body(())?);
            self.agent.run(request.timeout_global(Some(within)).build())?
        } else {
            let body = compressed.unwrap_or(call.body);
            let request = request.header(header::CONTENT_TYPE, kind).body(body)?;
            self.agent.run(self.agent.configure_request(request).timeout_global(Some(within)).build())?
        };
        let status = response.status().as_u16();
        let body = read(response.body_mut())?;
        Ok(CallResponse { status, body })
    }
}

/// What is wrong with a connection that is not secure, and what to do. None for any other failure.
fn insecure_problem(error: &Error) -> Option<String> {
    let error = match error {
        Error::Rustls(error) => error,
        Error::Io(error) => error.get_ref()?.downcast_ref::<rustls::Error>()?,
        _ => return None,
    };
    Some(match error {
        // A new issuer with the name of a trusted one has wrong signatures.
        rustls::Error::InvalidCertificate(
            CertificateError::UnknownIssuer | CertificateError::BadSignature,
        ) => "its certificate is not trusted; name the certificate of its issuer with --search-ca".to_owned(),
        rustls::Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => format!("{error}; name the node with --search as its certificate does"),
        rustls::Error::InvalidMessage(_) => "it does not speak TLS; is its address http://?".to_owned(),
        other => other.to_string(),
    })
}

/// Whether the node cannot be reached, as opposed to a response that cannot be read.
fn is_lost(error: &Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    match error {
        Error::Io(error) => matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset),
        Error::ConnectionFailed | Error::HostNotFound | Error::Tls(_) => true,
        _ => false,
    }
}

fn read(body: &mut Body) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut reader = body.with_config().limit(MAX_BYTES * 2).reader().take(MAX_BYTES + 1);
    reader.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES { Err(Error::BodyExceedsLimit(MAX_BYTES)) } else { Ok(bytes) }
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    packed.write_all(bytes).ok()?;
    packed.finish().ok()
}

impl Node {
    /// The failure of a call that got no response.
    fn failure(&self, error: &Error) -> ClusterError {
        if let Some(problem) = insecure_problem(error) {
            return ClusterError::Insecure { address: self.address.clone(), problem };
        }
        let reason = format!("{}: {error}", self.address);
        if is_lost(error) {
            ClusterError::NoConnection(reason)
        } else if self.address.starts_with("http://") {
            ClusterError::Unreadable(format!("{reason}; if the node speaks TLS, name it as https://"))
        } else {
            ClusterError::Unreadable(reason)
        }
    }

    /// Why the node is not to be called now. The first caller after the time is over may call it; others may not.
    fn is_aside(&self) -> Option<ClusterError> {
        let mut aside = self.aside.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, reason) = aside.as_mut()?;
        let now = Instant::now();
        if now < *until {
            return Some(reason.clone());
        }
        *until = now + ASIDE;
        None
    }

    fn put_aside(&self, reason: &ClusterError) {
        *self.aside.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((Instant::now() + ASIDE, reason.clone()));
    }

    /// Whether it has answered a call within a time before now.
    fn has_answered_within(&self, time: Duration) -> bool {
        let last = *self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|last| last.elapsed() < time)
    }

    fn is_back(&self) {
        *self.answered.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        *self.aside.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl CallResponse {
    /// The body, parsed.
    pub(crate) fn parse<T: serde::de::DeserializeOwned>(&self) -> Result<T, ClusterError> {
        serde_json::from_slice(&self.body).map_err(|error| ClusterError::Unreadable(error.to_string()))
    }

    /// The response, if its status is a success.
    pub(crate) fn success(self) -> Result<Self, ClusterError> {
        if self.status < 300 { Ok(self) } else { Err(self.failure()) }
    }

    /// The failure that the response reports.
    pub(crate) fn failure(&self) -> ClusterError {
        let value: serde_json::Value = serde_json::from_slice(&self.body).unwrap_or_default();
        if let Some(failure) = ClusterError::from_status(self.status, &value["error"]) {
            return failure;
        }
        let text = String::from_utf8_lossy(&self.body);
        ClusterError::Failed { status: self.status, reason: text.chars().take(MAX_REASON).collect() }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::net::{SocketAddr, TcpListener, TcpStream};
    use std::thread;

    use super::*;

    #[test]
    fn redirects_are_not_followed() {
        let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
        elsewhere.set_nonblocking(true).unwrap();
        let location = elsewhere.local_addr().unwrap();
        let node = TcpListener::bind("127.0.0.1:0").unwrap();
        let access = ClusterAccess::parse(&format!("http://{}", node.local_addr().unwrap())).unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = node.accept().unwrap();
            BufReader::new(&stream).lines().map_while(Result::ok).find(String::is_empty);
            write!(stream, "HTTP/1.1 307 x\r\nLocation: http://{location}/\r\nContent-Length: 0\r\n\r\n")
                .unwrap();
        });
        let call = ClusterCall::get("/", Duration::from_secs(5));
        let answer = ClusterClient::new(&access).call(&call).unwrap();
        assert_eq!(answer.status, 307);
        assert!(answer.success().is_err());
        let nobody = elsewhere.accept().map(drop).map_err(|error| error.kind());
        assert_eq!(nobody, Err(std::io::ErrorKind::WouldBlock), "nobody else was asked");
    }

    /// Answers as a node that never answers calls to `/slow`, and all others.
    fn answer(stream: &TcpStream) -> std::io::Result<()> {
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        while let Some(request) = lines.next() {
            let request = request?;
            while !lines.next().unwrap_or_else(|| Ok(String::new()))?.is_empty() {}
            if request.contains("/slow") {
                thread::sleep(Duration::from_secs(10));
            }
            let mut stream = stream;
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")?;
        }
        Ok(())
    }

    /// Starts such a node.
    fn node() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                thread::spawn(move || answer(&stream));
            }
        });
        address
    }

    #[test]
    fn a_node_that_is_slow_with_one_call_is_called_on_when_another_is_lost() {
        let slow = node();
        // A port that was free a moment ago.
        let lost = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let access = ClusterAccess::parse(&format!("http://{lost},http://{slow}")).unwrap();
        let client = ClusterClient::new(&access);
        let within = Duration::from_secs(1);
        thread::scope(|scope| {
            let hanging = scope.spawn(|| client.call(&ClusterCall::get("/slow", within)));
            let start = Instant::now();
            while start.elapsed() < 2 * within {
                client.call(&ClusterCall::get("/quick", within)).unwrap();
                thread::sleep(Duration::from_millis(20));
            }
            assert!(matches!(hanging.join().unwrap(), Err(ClusterError::TooSlow(_))));
        });
    }

    #[test]
    fn nodes_that_are_all_slow_at_once_are_called_on() {
        let access = ClusterAccess::parse(&format!("http://{},http://{}", node(), node())).unwrap();
        let client = ClusterClient::new(&access);
        let call = |path: &str| client.call(&ClusterCall::get(path, Duration::from_secs(1)));
        let quick = || (0..2).for_each(|_| assert_eq!(call("/quick").unwrap().status, 200));
        quick();
        // Each node has half a second for it, and answers nobody meanwhile.
        assert!(matches!(call("/slow"), Err(ClusterError::TooSlow(_))));
        quick();
    }
}
