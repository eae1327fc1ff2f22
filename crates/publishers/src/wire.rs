//! One exchange: a request is sent, an answer is read to its end or not at all.

use std::io::{ErrorKind, Read as _};
use std::time::{Duration, Instant};

use ureq::http::{HeaderMap, header};
use ureq::{Agent, RequestExt as _};

/// The least pace of an answer in bytes per second, and how long it may be slower at its beginning.
const MIN_RATE: u64 = 1024;
const SLOW_START: Duration = Duration::from_secs(30);

/// Bytes that a header kept of an answer may have.
const MAX_HEADER: usize = 512;

/// What is asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// Path and query below the publisher's address.
    pub(crate) path: String,
    /// What is posted, as JSON; None for a GET.
    pub(crate) json: Option<String>,
    /// The validators of what is held.
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
    /// The greatest length of an answer that is taken.
    pub(crate) max_bytes: u64,
}

/// What was answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
    pub(crate) retry_after: Option<String>,
    pub(crate) location: Option<String>,
    pub(crate) body: Vec<u8>,
}

/// The connection to publishers.
pub(crate) struct Wire {
    agent: Agent,
}

impl Wire {
    /// A connection on which this program has a name.
    pub(crate) fn new(user_agent: &str) -> Self {
        let config = Agent::config_builder()
            .user_agent(user_agent)
            .timeout_connect(Some(Duration::from_secs(20)))
            .timeout_recv_response(Some(Duration::from_mins(2)))
            .timeout_recv_body(Some(Duration::from_mins(30)))
            .http_status_as_error(false)
            // Where a publisher sends us elsewhere, a person shall look.
            .max_redirects(0)
            .max_idle_connections_per_host(1)
            .proxy(None)
            .build();
        Self { agent: Agent::new_with_config(config) }
    }

    /// Sends a request to this address. An answer that is cut, too long or too slow is an error.
    pub(crate) fn exchange(&self, url: &str, request: &Request) -> Result<Answer, String> {
        let mut builder = ureq::http::Request::builder().uri(url).header(header::ACCEPT, "*/*");
        let validators =
            [(header::IF_NONE_MATCH, &request.etag), (header::IF_MODIFIED_SINCE, &request.last_modified)];
        for (name, value) in validators {
            if let Some(value) = value {
                builder = builder.header(name, value);
            }
        }
        let sent = if let Some(json) = &request.json {
            let builder = builder.method("POST").header(header::CONTENT_TYPE, "application/json");
            let built = builder.body(json.clone()).map_err(|error| error.to_string())?;
            built.with_agent(&self.agent).run()
        } else {
            let built = builder.method("GET").body(()).map_err(|error| error.to_string())?;
            built.with_agent(&self.agent).run()
        };
        let mut response = sent.map_err(|error| error.to_string())?;
        let headers = response.headers();
        let mut answer = Answer {
            status: response.status().as_u16(),
            content_type: text(headers, &header::CONTENT_TYPE).unwrap_or_default(),
            etag: text(headers, &header::ETAG),
            last_modified: text(headers, &header::LAST_MODIFIED),
            retry_after: text(headers, &header::RETRY_AFTER),
            location: text(headers, &header::LOCATION),
            body: Vec::new(),
        };
        let (begun, mut part) = (Instant::now(), vec![0; 1 << 16]);
        let mut reader = response.body_mut().as_reader();
        loop {
            let count = match reader.read(&mut part) {
                Ok(0) => return Ok(answer),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(format!("the answer is cut: {error}")),
            };
            answer.body.extend_from_slice(&part[..count]);
            let length = answer.body.len() as u64;
            if length > request.max_bytes {
                return Err(format!("the answer is longer than {} bytes", request.max_bytes));
            }
            let lasted = begun.elapsed();
            if lasted > SLOW_START && length < lasted.as_secs().saturating_mul(MIN_RATE) {
                return Err(format!("it sends less than {MIN_RATE} bytes a second"));
            }
        }
    }
}

fn text(headers: &HeaderMap, name: &header::HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?;
    Some(value.to_owned()).filter(|value| !value.is_empty() && value.len() <= MAX_HEADER)
}
