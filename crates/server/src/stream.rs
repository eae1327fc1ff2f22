//! The stream of one connection: how slowly a client may take its answer, and what the HTTP library says by itself.
//!
//! **Pace.** Once the socket takes no more, the client has to take a least number of bytes in each period. A client that
//! takes less, or nothing, is closed. Little unsent data lies in the socket's own buffer ([`UNSENT`]), so that what the
//! client takes shows soon in what the socket accepts.
//!
//! **Answers of the HTTP library.** A request head that cannot be read is answered by the library itself, with a status
//! and hardly any header. Such an answer is written while no request is being answered, so it is recognised by that, and
//! replaced by what the program says ([`Site::refuse`](crate::Site)) for the same status. It is the last on its
//! connection. What the client still sends is then read for a moment: closing a socket with unread bytes in it would make
//! the system withdraw the answer.

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
use crate::{Pace, Refuse};

/// Bytes that the socket may hold without having sent them. What a client must take in a period is no less.
pub(crate) const UNSENT: u32 = 32 * 1024;

/// How long a client that was refused may go on sending, and how much.
const LINGER: Duration = Duration::from_secs(1);
const LINGER_BYTES: usize = 256 * 1024;

pub(crate) struct ClientStream<T> {
    stream: T,
    activity: Activity,
    pace: Pace,
    refuse: Refuse,
    /// Runs from when the socket takes no more until all is written.
    period: Option<Period>,
    replaced: Option<Replaced>,
}

/// A period in which a client must take so much.
struct Period {
    end: Pin<Box<Sleep>>,
    taken: u64,
}

/// An answer in place of one of the HTTP library.
struct Replaced {
    left: Bytes,
    /// Runs once the answer is written.
    linger: Option<Linger>,
}

struct Linger {
    end: Pin<Box<Sleep>>,
    bytes: usize,
}

impl<T> ClientStream<T> {
    pub(crate) fn new(stream: T, activity: Activity, pace: Pace, refuse: Refuse) -> Self {
        Self { stream, activity, pace, refuse, period: None, replaced: None }
    }

    /// Passes on the outcome of a write, unless the client takes too little.
    fn paced<R>(
        &mut self,
        cx: &mut Context<'_>,
        outcome: Poll<io::Result<R>>,
        taken: impl FnOnce(&R) -> usize,
    ) -> Poll<io::Result<R>> {
        match &outcome {
            Poll::Ready(Ok(written)) => {
                if let Some(period) = &mut self.period {
                    period.taken += taken(written) as u64;
                }
                return outcome;
            }
            Poll::Ready(Err(_)) => return outcome,
            Poll::Pending => {}
        }
        let pace = self.pace;
        let period =
            self.period.get_or_insert_with(|| Period { end: Box::pin(sleep(pace.period)), taken: 0 });
        while period.end.as_mut().poll(cx).is_ready() {
            if period.taken < pace.bytes {
                let slow = "the client takes its answer too slowly";
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, slow)));
            }
            period.taken = 0;
            period.end.as_mut().reset(Instant::now() + pace.period);
        }
        Poll::Pending
    }

    /// Whether these bytes belong to an answer that the HTTP library makes by itself.
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
    /// Writes what is left of an answer in place of the library's.
    fn poll_replaced(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(replaced) = &self.replaced
            && !replaced.left.is_empty()
        {
            let outcome = Pin::new(&mut self.stream).poll_write(cx, &replaced.left);
            let written = ready!(self.paced(cx, outcome, |written| *written))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            if let Some(replaced) = &mut self.replaced {
                replaced.left.advance(written);
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Reads on for a moment after an answer in place of the library's.
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
        self.paced(cx, outcome, |written| *written)
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
        self.paced(cx, outcome, |written| *written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_replaced(cx))?;
        let outcome = Pin::new(&mut self.stream).poll_flush(cx);
        let flushed = self.paced(cx, outcome, |()| 0);
        if let Poll::Ready(Ok(())) = flushed {
            self.period = None;
            self.activity.flushed();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_replaced(cx))?;
        let outcome = Pin::new(&mut self.stream).poll_shutdown(cx);
        ready!(self.paced(cx, outcome, |()| 0))?;
        ready!(self.poll_linger(cx));
        Poll::Ready(Ok(()))
    }
}

/// The status in the first line of an answer.
fn status(bytes: &[u8]) -> StatusCode {
    let code = bytes.get("HTTP/1.1 ".len().."HTTP/1.1 400".len());
    code.and_then(|code| StatusCode::from_bytes(code).ok()).unwrap_or(StatusCode::BAD_REQUEST)
}

/// An answer as it is sent, the last on its connection.
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

    /// Both ends of a connection whose socket holds as much as a real one.
    fn connection() -> (ClientStream<DuplexStream>, DuplexStream) {
        let (server, client) = duplex(UNSENT as usize);
        let activity = Activity::new(None);
        activity.begin();
        (ClientStream::new(server, activity, Pace::default(), |_| Response::default()), client)
    }

    /// How long a client is served that takes so many bytes at such intervals, for twenty minutes at the most.
    async fn served(bytes: usize, interval: Duration) -> Option<Duration> {
        let (mut server, mut client) = connection();
        let begun = Instant::now();
        let writing = async {
            let frame = vec![0; crate::body::FRAME];
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
    async fn a_client_that_takes_too_little_is_closed_and_a_slow_phone_is_not() {
        let cut = |bytes, seconds| served(bytes, Duration::from_secs(seconds));
        let soon = Duration::from_mins(3);
        assert!(cut(1, 1).await.is_some_and(|after| after <= soon), "a byte a second");
        assert!(cut(200, 5).await.is_some_and(|after| after <= soon), "200 bytes every five seconds");
        assert!(cut(1, 10_000).await.is_some_and(|after| after <= soon), "nothing");
        assert_eq!(cut(2048, 1).await, None, "2 KiB a second");
        assert_eq!(cut(64 * 1024, 30).await, None, "a phone in a tunnel for half a minute, again and again");
    }

    #[tokio::test]
    async fn an_answer_of_the_library_is_replaced() {
        let (server, mut client) = duplex(1024);
        let refuse: Refuse = |status| {
            let mut response = Response::new(Bytes::from_static(b"ours"));
            *response.status_mut() = status;
            response
        };
        let mut server = ClientStream::new(server, Activity::new(None), Pace::default(), refuse);
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
