//! One exchange of a request and an answer. An answer that is not read to its end is an error.

use std::fs::File;
use std::io::{ErrorKind, Read as _, Write as _};
use std::time::{Duration, Instant};

use ureq::http::{HeaderMap, Response, header};
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{Connector as _, DefaultConnector};
use ureq::{Agent, Body, RequestExt as _};

use crate::stall_limit::StallLimit;

/// The lowest rate of an answer in bytes per second, and the time at its beginning in which it may be slower.
const MIN_RATE: u64 = 1024;
const SLOW_START: Duration = Duration::from_secs(30);

/// For how long nothing may come or go in the middle of an exchange.
pub(crate) const STALL: Duration = Duration::from_mins(1);

/// Bytes that a header kept of an answer may have.
const MAX_HEADER: usize = 512;

/// The header in which some publishers state how many items a list has.
const TOTAL_COUNT: header::HeaderName = header::HeaderName::from_static("x-total-count");

/// A request to a publisher.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// Path and query below the publisher's address.
    pub(crate) path: String,
    /// The body of a POST; None for a GET.
    pub(crate) posted: Option<PostedBody>,
    /// The forms that are taken, as `Accept` states them; None for any.
    pub(crate) accept: Option<&'static str>,
    /// The language that is wanted, as `Accept-Language` states it.
    pub(crate) language: Option<&'static str>,
    /// The validators of the body that the archive has.
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
    /// The greatest length of an answer that is accepted.
    pub(crate) max_bytes: u64,
    /// Whether the beginning of a longer answer is accepted.
    pub(crate) takes_beginning: bool,
    /// The part of the body that is wanted; None for all of it.
    pub(crate) rest: Option<WantedRest>,
    /// Whether the body is wanted as it is stored, not packed for the way: places in it are counted.
    pub(crate) as_stored: bool,
}

/// The rest of a body of which the beginning came before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WantedRest {
    /// The number of bytes that came.
    pub(crate) from: u64,
    /// The validator of the body that they are of. If there is another body now, all of that is wanted.
    pub(crate) validator: String,
}

/// A file that takes the body of an answer.
#[derive(Debug)]
pub(crate) struct BodyFile {
    /// The file, open for writing at the place where the body goes on.
    pub(crate) file: File,
    /// The greatest number of bytes that are written.
    pub(crate) max_bytes: u64,
}

/// What a POST sends.
#[derive(Clone, Debug, Default)]
pub(crate) struct PostedBody {
    pub(crate) content_type: &'static str,
    pub(crate) text: String,
}

/// The answer to a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
    pub(crate) retry_after: Option<String>,
    pub(crate) location: Option<String>,
    /// How many items the list has of which this is a page (`X-Total-Count`).
    pub(crate) total: Option<u64>,
    /// Which part of the body came, and how long the whole is (`Content-Range`).
    pub(crate) content_range: Option<String>,
    pub(crate) body: Vec<u8>,
}

/// The connection to publishers.
pub(crate) struct Wire {
    agent: Agent,
}

impl Wire {
    /// A connection that sends this `User-Agent`, and ends an exchange in which nothing comes or goes for so long.
    pub(crate) fn new(user_agent: &str, stall: Duration) -> Self {
        let config = Agent::config_builder()
            .user_agent(user_agent)
            .timeout_connect(Some(Duration::from_secs(20)))
            .timeout_recv_response(Some(Duration::from_mins(2)))
            .timeout_recv_body(Some(Duration::from_mins(30)))
            .http_status_as_error(false)
            // A redirect is not followed: a person is to look at it.
            .max_redirects(0)
            .max_idle_connections_per_host(1)
            .proxy(None)
            .build();
        let connector = DefaultConnector::new().chain(StallLimit(stall));
        Self { agent: Agent::with_parts(config, connector, DefaultResolver::default()) }
    }

    /// Sends a request to this address. An answer that is cut, too long or too slow is an error.
    pub(crate) fn exchange(&self, url: &str, request: &Request) -> Result<Answer, String> {
        self.exchange_into(url, request, &mut |_| Ok(None))
    }

    /// As [`Wire::exchange`]. `place` sees the answer without its body, and may give a file that takes the body.
    pub(crate) fn exchange_into(
        &self,
        url: &str,
        request: &Request,
        place: &mut dyn FnMut(&Answer) -> Result<Option<BodyFile>, String>,
    ) -> Result<Answer, String> {
        let mut response = self.send(url, request)?;
        let headers = response.headers();
        let mut answer = Answer {
            status: response.status().as_u16(),
            content_type: text(headers, &header::CONTENT_TYPE).unwrap_or_default(),
            etag: text(headers, &header::ETAG),
            last_modified: text(headers, &header::LAST_MODIFIED),
            retry_after: text(headers, &header::RETRY_AFTER),
            location: text(headers, &header::LOCATION),
            total: text(headers, &TOTAL_COUNT).and_then(|text| text.trim().parse().ok()),
            content_range: text(headers, &header::CONTENT_RANGE),
            body: Vec::new(),
        };
        let mut file = place(&answer)?;
        let max_bytes = file.as_ref().map_or(request.max_bytes, |file| file.max_bytes);
        let (begun, mut part, mut length) = (Instant::now(), vec![0; 1 << 16], 0);
        let mut reader = response.body_mut().as_reader();
        loop {
            let count = match reader.read(&mut part) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(format!("the answer is cut: {error}")),
            };
            length += count as u64;
            match &mut file {
                Some(_) if length > max_bytes => {}
                Some(file) => file.file.write_all(&part[..count]).map_err(|error| error.to_string())?,
                None => answer.body.extend_from_slice(&part[..count]),
            }
            if length > max_bytes && request.takes_beginning {
                answer.body.truncate(usize::try_from(max_bytes).unwrap_or(usize::MAX));
                return Ok(answer);
            }
            if length > max_bytes {
                return Err(format!("the answer is longer than {max_bytes} bytes"));
            }
            let lasted = begun.elapsed();
            if lasted > SLOW_START && length < lasted.as_secs().saturating_mul(MIN_RATE) {
                return Err(format!("it sends less than {MIN_RATE} bytes a second"));
            }
        }
        if let Some(file) = file {
            file.file.sync_all().map_err(|error| error.to_string())?;
        }
        Ok(answer)
    }

    fn send(&self, url: &str, request: &Request) -> Result<Response<Body>, String> {
        let accept = request.accept.unwrap_or("*/*");
        let mut builder = ureq::http::Request::builder().uri(url).header(header::ACCEPT, accept);
        let range = request.rest.as_ref().map(|rest| format!("bytes={}-", rest.from));
        let further = [
            (header::ACCEPT_LANGUAGE, request.language),
            (header::ACCEPT_ENCODING, request.as_stored.then_some("identity")),
            (header::RANGE, range.as_deref()),
            (header::IF_RANGE, request.rest.as_ref().map(|rest| &*rest.validator)),
            (header::IF_NONE_MATCH, request.etag.as_deref()),
            (header::IF_MODIFIED_SINCE, request.last_modified.as_deref()),
        ];
        for (name, value) in further {
            if let Some(value) = value {
                builder = builder.header(name, value);
            }
        }
        let sent = if let Some(PostedBody { content_type, text }) = &request.posted {
            let builder = builder.method("POST").header(header::CONTENT_TYPE, *content_type);
            let built = builder.body(text.clone()).map_err(|error| error.to_string())?;
            built.with_agent(&self.agent).run()
        } else {
            let built = builder.method("GET").body(()).map_err(|error| error.to_string())?;
            built.with_agent(&self.agent).run()
        };
        sent.map_err(|error| error.to_string())
    }
}

fn text(headers: &HeaderMap, name: &header::HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?;
    Some(value.to_owned()).filter(|value| !value.is_empty() && value.len() <= MAX_HEADER)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::net::TcpListener;

    use super::*;

    /// Asks a server that sends this and then nothing more, and leaves the connection open.
    fn asked(sent: &'static str) -> (Result<Answer, String>, Duration) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (done, wait) = std::sync::mpsc::channel::<()>();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            stream.write_all(sent.as_bytes()).unwrap();
            let _ = wait.recv();
        });
        let request = Request { max_bytes: 1000, ..Request::default() };
        let begun = Instant::now();
        let answer =
            Wire::new("test", Duration::from_millis(300)).exchange(&format!("http://{address}/"), &request);
        drop(done);
        server.join().unwrap();
        (answer, begun.elapsed())
    }

    #[test]
    fn an_answer_that_stalls_ends() {
        for sent in ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"a\""] {
            let (answer, lasted) = asked(sent);
            assert!(
                answer.is_err() && lasted < Duration::from_secs(20),
                "{sent:?}: {answer:?} after {lasted:?}"
            );
        }
        assert!(asked("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").0.is_ok());
    }
}
