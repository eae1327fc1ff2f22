//! A client with one connection.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::Failure;

/// A connection that requests are sent over, one after another.
pub(super) struct Client {
    sender: SendRequest<Full<Bytes>>,
    host: String,
    answers: usize,
}

/// A response.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) bytes: usize,
    pub(super) body: Vec<u8>,
    /// Whether the server closes the connection after it.
    pub(super) last: bool,
}

impl Client {
    pub(super) async fn connect(server: &str) -> Result<Self, Failure> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // The task ends with the sender. The next request reports an earlier end.
        tokio::spawn(connection);
        Ok(Self { sender, host: server.to_owned(), answers: 0 })
    }

    /// Whether a response has been received over the connection.
    pub(super) fn used(&self) -> bool {
        self.answers > 0
    }

    pub(super) async fn get(&mut self, path: &str) -> Result<Answer, Failure> {
        self.send(path, None).await
    }

    /// Sends a request: a POST if there is a body, which is JSON.
    pub(super) async fn send(&mut self, path: &str, body: Option<&str>) -> Result<Answer, Failure> {
        self.sender.ready().await?;
        let request = match body {
            Some(_) => hyper::Request::post(path).header("content-type", "application/json"),
            None => hyper::Request::get(path),
        };
        let request = request
            .header("host", &self.host)
            // Pictures are drawn for pages of the service only.
            .header("referer", format!("http://{}/", self.host))
            .header("accept-encoding", "gzip")
            .body(Full::from(body.unwrap_or_default().to_owned()))?;
        let answer = self.sender.send_request(request).await?;
        let status = answer.status().as_u16();
        let last = answer.headers().get("connection").is_some_and(|value| value == "close");
        let body = answer.into_body().collect().await?.to_bytes().to_vec();
        self.answers += 1;
        Ok(Answer { status, bytes: body.len(), body, last })
    }

    /// The JSON of a 200, without compression.
    pub(super) async fn json(server: &str, path: &str) -> Result<serde_json::Value, Failure> {
        let mut client = Self::connect(server).await?;
        client.sender.ready().await?;
        let request = hyper::Request::get(path).header("host", server).body(Full::default())?;
        let answer = client.sender.send_request(request).await?;
        let status = answer.status();
        let body = answer.into_body().collect().await?.to_bytes();
        if status != 200 {
            return Err(format!("{path}: {status}").into());
        }
        Ok(serde_json::from_slice(&body)?)
    }
}
