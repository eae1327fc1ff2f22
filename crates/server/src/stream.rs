//! The stream of one connection: the write timeout, and replacing the HTTP library's own responses.
//!
//! **Write timeout.** When the socket accepts no more data, the client must read a minimum number of bytes in each period.
//! The connection of a client that reads less is closed. The socket's buffer holds little unsent data ([`UNSENT`]), so the
//! socket accepts more data soon after the client has read.
//!
//! **Responses of the HTTP library.** The library itself answers a request head that cannot be read, with a status and few
//! headers. Such a response is written while no request is being served, which identifies it. It is replaced by the
//! response of [`Site::refuse`](crate::Site) for the same status, and is the last on its connection. Then the stream reads
//! on for a moment: closing a socket with unread bytes would make the system discard the response.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, SystemTime};

use bytes::{Buf, Bytes, BytesMut};
use http::{Response, StatusCode, header};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::activity::Activity;
use crate::{BadRequestResponse, WriteTimeout};

/// The maximum number of unsent bytes in the socket. The minimum of a period is no less.
pub(crate) const UNSENT: u32 = 32 * 1024;

/// How long, and how much, the stream reads on after a replaced response.
const LINGER: Duration = Duration::from_secs(1);
const LINGER_BYTES: usize = 256 * 1024;

pub(crate) struct ClientStream<T> {
    stream: T,
    activity: Activity,
    write_timeout: WriteTimeout,
    refuse: BadRequestResponse,
    /// The current period, from when the socket accepts no more until everything is written.
    period: Option<Period>,
    replaced: Option<Replaced>,
}

/// A period of the write timeout.
struct Period {
    end: Pin<Box<Sleep>>,
    read: u64,
}

/// A response in place of one of the HTTP library.
struct Replaced {
    left: Bytes,
    /// Runs after the response is written.
    linger: Option<Linger>,
}

struct Linger {
    end: Pin<Box<Sleep>>,
    bytes: usize,
}

impl<T> ClientStream<T> {
    pub(crate) fn new(
        stream: T,
        activity: Activity,
        write_timeout: WriteTimeout,
        refuse: BadRequestResponse,
    ) -> Self {
        Self { stream, activity, write_timeout, refuse, period: None, replaced: None }
    }

    /// The outcome of a write, or an error when the client reads too slowly.
    fn with_timeout<R>(
        &mut self,
        cx: &mut Context<'_>,
        outcome: Poll<io::Result<R>>,
        bytes: impl FnOnce(&R) -> usize,
    ) -> Poll<io::Result<R>> {
        match &outcome {
            Poll::Ready(Ok(written)) => {
                if let Some(period) = &mut self.period {
                    period.read += bytes(written) as u64;
                }
                return outcome;
            }
            Poll::Ready(Err(_)) => return outcome,
            Poll::Pending => {}
        }
        let limit = self.write_timeout;
        let period =
            self.period.get_or_insert_with(|| Period { end: Box::pin(sleep(limit.period)), read: 0 });
        while period.end.as_mut().poll(cx).is_ready() {
            if period.read < limit.bytes {
                let slow = "the client reads its response too slowly";
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, slow)));
            }
            period.read = 0;
            period.end.as_mut().reset(Instant::now() + limit.period);
        }
        Poll::Pending
    }

    /// Whether these bytes belong to a response that the HTTP library makes itself, which is then replaced.
    fn replaces(&mut self, bytes: &[u8]) -> bool {
        if self.replaced.is_none() {
            if self.activity.answering() {
                return false;
            }
            let left = wire((self.refuse)(status(bytes)));
            self.replaced = Some(Replaced { left, linger: None });
        }
        true
    }
}

impl<T: AsyncRead + AsyncWrite + Unpin> ClientStream<T> {
    /// Writes the rest of a response that replaces the library's.
    fn poll_replaced(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(replaced) = &self.replaced
            && !replaced.left.is_empty()
        {
            let outcome = Pin::new(&mut self.stream).poll_write(cx, &replaced.left);
            let written = ready!(self.with_timeout(cx, outcome, |written| *written))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            if let Some(replaced) = &mut self.replaced {
                replaced.left.advance(written);
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Reads on for a moment after a replaced response.
    fn poll_linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(replaced) = &mut self.replaced else { return Poll::Ready(()) };
        let linger = replaced.linger.get_or_insert_with(|| Linger { end: Box::pin(sleep(LINGER)), bytes: 0 });
        let mut space = [0; 4096];
        while linger.bytes < LINGER_BYTES && linger.end.as_mut().poll(cx).is_pending() {
            let mut buffer = ReadBuf::new(&mut space);
            match ready!(Pin::new(&mut self.stream).poll_read(cx, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => linger.bytes += buffer.filled().len(),
                _ => break,
            }
        }
        Poll::Ready(())
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for ClientStream<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<T: AsyncRead + AsyncWrite + Unpin> AsyncWrite for ClientStream<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.replaces(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        let outcome = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.with_timeout(cx, outcome, |written| *written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let first = slices.iter().find(|slice| !slice.is_empty());
        if self.replaces(first.map_or(&[], |slice| slice)) {
            return Poll::Ready(Ok(slices.iter().map(|slice| slice.len()).sum()));
        }
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.with_timeout(cx, outcome, |written| *written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_replaced(cx))?;
        let outcome = Pin::new(&mut self.stream).poll_flush(cx);
        let flushed = self.with_timeout(cx, outcome, |()| 0);
        if let Poll::Ready(Ok(())) = flushed {
            self.period = None;
            self.activity.flushed();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_replaced(cx))?;
        let outcome = Pin::new(&mut self.stream).poll_shutdown(cx);
        ready!(self.with_timeout(cx, outcome, |()| 0))?;
        ready!(self.poll_linger(cx));
        Poll::Ready(Ok(()))
    }
}

/// The status in the first line of a response.
fn status(bytes: &[u8]) -> StatusCode {
    let code = bytes.get("HTTP/1.1 ".len().."HTTP/1.1 400".len());
    code.and_then(|code| StatusCode::from_bytes(code).ok()).unwrap_or(StatusCode::BAD_REQUEST)
}

/// The bytes of a response that is the last on its connection.
fn wire(response: Response<Bytes>) -> Bytes {
    let (mut parts, body) = response.into_parts();
    let date = httpdate::fmt_http_date(SystemTime::now());
    parts.headers.insert(header::CONNECTION, header::HeaderValue::from_static("close"));
    parts.headers.insert(header::CONTENT_LENGTH, body.len().into());
    parts.headers.extend(date.parse().ok().map(|date| (header::DATE, date)));
    let reason = parts.status.canonical_reason().unwrap_or_default();
    let mut bytes = BytesMut::from(format!("HTTP/1.1 {} {reason}\r\n", parts.status.as_u16()).as_bytes());
    for (name, value) in &parts.headers {
        for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            bytes.extend_from_slice(part);
        }
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(&body);
    bytes.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    /// Both ends of a connection, with a socket buffer of the real size.
    fn connection() -> (ClientStream<DuplexStream>, DuplexStream) {
        let (server, client) = duplex(UNSENT as usize);
        let activity = Activity::new(None);
        activity.begin();
        (ClientStream::new(server, activity, WriteTimeout::default(), |_| Response::default()), client)
    }

    /// How long a client is served that reads this many bytes at this interval; None after twenty minutes.
    async fn served(bytes: usize, interval: Duration) -> Option<Duration> {
        let (mut server, mut client) = connection();
        let begun = Instant::now();
        let writing = async {
            let frame = vec![0; crate::body::MAX_FRAME_BYTES];
            loop {
                if server.write_all(&frame).await.is_err() || server.flush().await.is_err() {
                    return begun.elapsed();
                }
            }
        };
        let reading = async {
            let mut space = vec![0; bytes];
            while begun.elapsed() < Duration::from_mins(20) {
                tokio::time::sleep(interval).await;
                client.read_exact(&mut space).await.unwrap();
            }
        };
        tokio::select! {
            biased;
            cut = writing => Some(cut),
            () = reading => None,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_too_slowly_is_closed_and_a_slow_phone_is_not() {
        let cut = |bytes, seconds| served(bytes, Duration::from_secs(seconds));
        let soon = Duration::from_mins(3);
        assert!(cut(1, 1).await.is_some_and(|after| after <= soon), "a byte a second");
        assert!(cut(200, 5).await.is_some_and(|after| after <= soon), "200 bytes every five seconds");
        assert!(cut(1, 10_000).await.is_some_and(|after| after <= soon), "nothing");
        assert_eq!(cut(2048, 1).await, None, "2 KiB a second");
        assert_eq!(cut(64 * 1024, 30).await, None, "a phone in a tunnel for half a minute, again and again");
    }

    #[tokio::test]
    async fn a_response_of_the_library_is_replaced() {
        let (server, mut client) = duplex(1024);
        let refuse: BadRequestResponse = |status| {
            let mut response = Response::new(Bytes::from_static(b"ours"));
            *response.status_mut() = status;
            response
        };
        let mut server = ClientStream::new(server, Activity::new(None), WriteTimeout::default(), refuse);
        server.write_all(b"HTTP/1.1 431 Request Header Fields Too Large\r\n\r\n").await.unwrap();
        tokio::spawn(async move { server.shutdown().await });
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\n"), "{answer}");
        assert!(answer.contains("connection: close\r\n") && answer.contains("date: "), "{answer}");
        assert!(
            answer.ends_with("content-length: 4\r\n\r\nours") || answer.ends_with("\r\n\r\nours"),
            "{answer}"
        );
    }
}
