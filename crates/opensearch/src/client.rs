//! Calls to a cluster over HTTP.
//!
//! Connections are kept. Nodes take turns; one that cannot be reached is put aside for a second, in which nobody waits
//! for it, and is then tried by one caller alone. A call is made at most twice, on two nodes, and ends within its time
//! in any case: whatever is asked here may be asked twice, since documents are written under their uris.

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
use crate::error::REASON;
use crate::{Access, ClusterError};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(1);

/// How long a node that cannot be reached is left alone.
const ASIDE: Duration = Duration::from_secs(1);

/// Connections kept open to each node.
const IDLE: usize = 64;

/// Bodies from this size on are compressed: below it that costs more than a network of today takes for them.
const COMPRESS: usize = 16 << 10;

/// Bytes of an answer that are read, unless the call says otherwise.
pub(crate) const MOST_BYTES: u64 = 16 << 20;

/// What is asked of a cluster.
#[derive(Clone, Debug)]
pub(crate) struct Call<'a> {
    pub(crate) method: Method,
    /// From the root of a node, with the query.
    pub(crate) path: &'a str,
    pub(crate) body: &'a [u8],
    /// Whether the body is lines of JSON rather than one value.
    pub(crate) lines: bool,
    /// How long it may take in all.
    pub(crate) within: Duration,
}

impl<'a> Call<'a> {
    /// A question without a body.
    pub(crate) fn get(path: &'a str, within: Duration) -> Self {
        Self { method: Method::GET, path, body: &[], lines: false, within }
    }
}

/// What a cluster answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// The nodes of a cluster.
#[derive(Debug)]
pub(crate) struct Client {
    agent: Agent,
    nodes: Vec<Node>,
    authorization: Option<Secret>,
    next: AtomicUsize,
}

#[derive(Debug)]
struct Node {
    address: String,
    /// Until when nobody asks it, and why.
    aside: Mutex<Option<(Instant, ClusterError)>>,
}

impl Client {
    pub(crate) fn new(access: &Access) -> Self {
        let mut tls = TlsConfig::builder();
        if let Some(pem) = &access.ca {
            tls = tls.root_certs(RootCerts::new_with_certs(&certificates(pem)));
        }
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT))
            .max_idle_connections(IDLE * access.addresses.len())
            .max_idle_connections_per_host(IDLE)
            .max_redirects(0)
            .proxy(None)
            .user_agent("lagrum")
            .tls_config(tls.build())
            .build();
        let node = |address: &String| Node { address: address.clone(), aside: Mutex::new(None) };
        Self {
            agent: config.into(),
            nodes: access.addresses.iter().map(node).collect(),
            authorization: access.authorization.clone(),
            next: AtomicUsize::new(0),
        }
    }

    /// Makes a call. The answer is one the caller asked for: failures common to all calls are told apart here.
    pub(crate) fn call(&self, call: &Call<'_>) -> Result<Answer, ClusterError> {
        let deadline = Instant::now() + call.within;
        let compressed = (call.body.len() >= COMPRESS).then(|| gzip(call.body)).flatten();
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let mut tried = 0;
        let mut failure = None;
        // One node alone is asked again: the connection kept to it may have been closed in the meantime.
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
                    node.put_aside(&reason);
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
        call: &Call<'_>,
        compressed: Option<&[u8]>,
        within: Duration,
    ) -> Result<Answer, Error> {
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
        Ok(Answer { status, body })
    }
}

/// What is wrong with a connection that is not trusted, and what to do. None for any other failure.
fn is_insecure(error: &Error) -> Option<String> {
    let error = match error {
        Error::Rustls(error) => error,
        Error::Io(error) => error.get_ref()?.downcast_ref::<rustls::Error>()?,
        _ => return None,
    };
    Some(match error {
        // An issuer made anew under its old name is known, and its signatures are wrong.
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

/// Whether a node is gone, rather than answering what cannot be read.
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
    let mut reader = body.with_config().limit(MOST_BYTES * 2).reader().take(MOST_BYTES + 1);
    reader.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES { Err(Error::BodyExceedsLimit(MOST_BYTES)) } else { Ok(bytes) }
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    packed.write_all(bytes).ok()?;
    packed.finish().ok()
}

impl Node {
    /// What came instead of an answer.
    fn failure(&self, error: &Error) -> ClusterError {
        if let Some(problem) = is_insecure(error) {
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

    /// Why it is not to be asked now. Whoever comes first when the time is over may ask it; others wait on.
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

    fn is_back(&self) {
        *self.aside.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Answer {
    /// The answer as what it should be.
    pub(crate) fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, ClusterError> {
        serde_json::from_slice(&self.body).map_err(|error| ClusterError::Unreadable(error.to_string()))
    }

    /// The answer, unless it is a failure.
    pub(crate) fn done(self) -> Result<Self, ClusterError> {
        if self.status < 300 { Ok(self) } else { Err(self.failure()) }
    }

    /// The failure that it tells of.
    pub(crate) fn failure(&self) -> ClusterError {
        let told: serde_json::Value = serde_json::from_slice(&self.body).unwrap_or_default();
        if let Some(failure) = ClusterError::of(self.status, &told["error"]) {
            return failure;
        }
        let text = String::from_utf8_lossy(&self.body);
        ClusterError::Failed { status: self.status, reason: text.chars().take(REASON).collect() }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_node_that_redirects_leads_nowhere() {
        let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
        elsewhere.set_nonblocking(true).unwrap();
        let location = elsewhere.local_addr().unwrap();
        let node = TcpListener::bind("127.0.0.1:0").unwrap();
        let access = Access::parse(&format!("http://{}", node.local_addr().unwrap())).unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = node.accept().unwrap();
            BufReader::new(&stream).lines().map_while(Result::ok).find(String::is_empty);
            write!(stream, "HTTP/1.1 307 x\r\nLocation: http://{location}/\r\nContent-Length: 0\r\n\r\n")
                .unwrap();
        });
        let call = Call::get("/", Duration::from_secs(5));
        let answer = Client::new(&access).call(&call).unwrap();
        assert_eq!(answer.status, 307);
        assert!(answer.done().is_err());
        let nobody = elsewhere.accept().map(drop).map_err(|error| error.kind());
        assert_eq!(nobody, Err(std::io::ErrorKind::WouldBlock), "nobody else was asked");
    }
}
