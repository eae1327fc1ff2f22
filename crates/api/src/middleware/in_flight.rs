//! What answers hold between being made and being taken by their clients.
//!
//! An answer that has been made lies in memory until the socket has taken it, and how long that takes is the client's
//! choice. So there is one budget for the bytes of all such answers. A large answer that does not fit waits for a moment,
//! and then becomes a 503. Only so many bytes may wait; what does not fit there either is refused at once.
//!
//! * An answer counts from when it is made until the HTTP library has dropped its last frame, so it counts while it is
//!   compressed and while it lies in the library's own buffer.
//! * Answers of up to [`SMALL`] bytes are not counted. Connections are bounded, and so are these with them; and an
//!   attack on the budget leaves the ordinary answer alone.
//! * One client may use a quarter of the budget. What is larger than the budget, or the quarter, counts as that, so it is
//!   possible alone.
//! * A body that does not know its length is read from a file in small pieces. It costs little memory, but its connection
//!   for a long time: such downloads are counted by number, so that half of all connections is left to others.
//!
//! This is a layer around all routes, so no endpoint can forget it. A compressed answer is compressed whole before it is
//! sent (`compression.rs`) and counts as what it has become: the state of a compressor takes megabytes, which nobody who
//! reads slowly shall hold.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body::{Frame, SizeHint};
use lagrum_server::{Client, Share, Shares};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::ApiError;

/// Bytes of all answers in flight.
const BUDGET: u32 = 128 << 20;

/// Bytes of answers that wait until they fit.
const WAITING: u32 = 32 << 20;

/// How long they wait.
const PATIENCE: Duration = Duration::from_secs(1);

/// Bytes of an answer that is not counted.
pub(crate) const SMALL: u64 = 64 << 10;

/// The part of budget and downloads that one client may use: a quarter of the one, an eighth of the other.
const CLIENTS: u32 = 4;
const DOWNLOADING_CLIENTS: usize = 8;

/// Seconds after which to try again.
const RETRY_AFTER: u32 = 1;
const RETRY_DOWNLOAD_AFTER: u32 = 5;

/// The answers in flight of one router.
#[derive(Debug, Clone)]
pub(crate) struct InFlight {
    budget: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    bytes_by_client: Shares,
    downloads: Arc<Semaphore>,
    downloads_by_client: Shares,
}

impl InFlight {
    /// No answers yet, on a server of so many connections.
    pub(crate) fn new(connections: usize) -> Self {
        let downloads = connections.div_ceil(2);
        Self {
            budget: Arc::new(Semaphore::new(BUDGET as usize)),
            waiting: Arc::new(Semaphore::new(WAITING as usize)),
            bytes_by_client: Shares::new((BUDGET / CLIENTS) as usize),
            downloads: Arc::new(Semaphore::new(downloads)),
            downloads_by_client: Shares::new(downloads.div_ceil(DOWNLOADING_CLIENTS)),
        }
    }

    /// Room for an answer of so many bytes.
    async fn bytes(&self, client: Option<IpAddr>, bytes: u64) -> Result<Hold, ApiError> {
        let amount = u32::try_from(bytes).unwrap_or(u32::MAX).min(BUDGET);
        let share = self.bytes_by_client.take(client, amount as usize).ok_or_else(|| {
            ApiError::too_many("too many large answers to this address have not been read", RETRY_AFTER)
        })?;
        let room = Arc::clone(&self.budget);
        let permit = if let Ok(permit) = Arc::clone(&room).try_acquire_many_owned(amount) {
            permit
        } else {
            let busy = || ApiError::busy("too many large answers are being sent", RETRY_AFTER);
            let _waiting = self.waiting.try_acquire_many(amount.min(WAITING)).map_err(|_| busy())?;
            let permit = tokio::time::timeout(PATIENCE, room.acquire_many_owned(amount)).await;
            permit.map_err(|_| busy())?.map_err(|closed| ApiError::internal(&closed))?
        };
        Ok(Hold::new(permit, share))
    }

    /// Room for a download.
    fn download(&self, client: Option<IpAddr>) -> Result<Hold, ApiError> {
        let share = self.downloads_by_client.take(client, 1).ok_or_else(|| {
            ApiError::too_many("too many downloads to this address at once", RETRY_DOWNLOAD_AFTER)
        })?;
        let permit = Arc::clone(&self.downloads).try_acquire_owned();
        let permit =
            permit.map_err(|_| ApiError::busy("too many downloads at once", RETRY_DOWNLOAD_AFTER))?;
        Ok(Hold::new(permit, share))
    }
}

/// Counts the answers that pass.
pub(crate) async fn count(State(in_flight): State<InFlight>, request: Request, next: Next) -> Response {
    let client = request.extensions().get::<Client>().copied().and_then(Client::group);
    let response = next.run(request).await;
    let hold = match response.body().size_hint().exact() {
        Some(bytes) if bytes <= SMALL => return response,
        Some(bytes) => in_flight.bytes(client, bytes).await,
        None => in_flight.download(client),
    };
    match hold {
        Ok(hold) => {
            let mut response = response.map(|body| hold.around(body));
            response.extensions_mut().insert(hold);
            response
        }
        Err(error) => error.into_response(),
    }
}

/// What an answer holds; given back with the last clone.
#[derive(Debug, Clone)]
pub(crate) struct Hold(Arc<Mutex<(OwnedSemaphorePermit, Share)>>);

impl Hold {
    fn new(permit: OwnedSemaphorePermit, share: Share) -> Self {
        Self(Arc::new(Mutex::new((permit, share))))
    }

    /// Gives back all but so many bytes.
    pub(crate) fn shrink(&self, bytes: usize) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = held.0.num_permits().saturating_sub(bytes);
        drop(held.0.split(rest));
        held.1.shrink(bytes);
    }

    /// This body, with the hold kept until its last frame is gone.
    pub(crate) fn around(&self, body: Body) -> Body {
        Body::new(Held { body, hold: self.clone() })
    }
}

/// The body of an answer that holds something.
struct Held {
    body: Body,
    hold: Hold,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        let owned = |bytes| Bytes::from_owner(Owned { bytes, _hold: self.hold.clone() });
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(owned))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Bytes of a frame, which are counted for as long as any part of them is left.
struct Owned {
    bytes: Bytes,
    _hold: Hold,
}

impl AsRef<[u8]> for Owned {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[tokio::test(start_paused = true)]
    async fn all_answers_together_stay_within_the_budget() {
        let in_flight = InFlight::new(1024);
        let mut held = Vec::new();
        // 600 answers of 2.2 MB, from one address and from many.
        for number in 0..600_u32 {
            let client =
                if number % 2 == 0 { address(1) } else { address(u8::try_from(number % 200).unwrap()) };
            held.extend(in_flight.bytes(Some(client), 2_200_000).await.ok());
        }
        assert!((50..=61).contains(&held.len()), "{}", held.len());
        assert!(
            in_flight.bytes(Some(address(250)), 200_000).await.is_ok()
                || in_flight.budget.available_permits() < 200_000
        );
        held.clear();
        assert!(in_flight.bytes(Some(address(1)), u64::MAX).await.is_ok(), "alone, any size is possible");
    }

    #[tokio::test(start_paused = true)]
    async fn one_client_leaves_three_quarters_to_others() {
        let in_flight = InFlight::new(1024);
        let mut held = Vec::new();
        for _ in 0..600 {
            held.extend(in_flight.bytes(Some(address(1)), 2_200_000).await.ok());
        }
        assert_eq!(held.len(), 15);
        assert!(matches!(
            in_flight.bytes(Some(address(1)), 2_200_000).await,
            Err(ApiError::TooManyRequests { .. })
        ));
        assert!(in_flight.bytes(Some(address(2)), 30 << 20).await.is_ok());
        let mut downloads = Vec::new();
        for _ in 0..600 {
            downloads.extend(in_flight.download(Some(address(1))).ok());
        }
        assert_eq!(downloads.len(), 64);
        assert!(in_flight.download(Some(address(2))).is_ok());
    }

    #[tokio::test]
    async fn bytes_count_until_the_last_frame_is_dropped() {
        let in_flight = InFlight::new(1024);
        let all = in_flight.budget.available_permits();
        let hold = in_flight.bytes(Some(address(1)), 1000).await.unwrap();
        let mut body = hold.around(Body::from(vec![0; 1000]));
        drop(hold);
        let mut frame = body.frame().await.unwrap().unwrap().into_data().unwrap();
        drop(body);
        let part = frame.split_to(10);
        drop(frame);
        assert_eq!(in_flight.budget.available_permits(), all - 1000);
        drop(part);
        assert_eq!(in_flight.budget.available_permits(), all);
    }

    #[tokio::test]
    async fn what_has_become_smaller_counts_as_that() {
        let in_flight = InFlight::new(1024);
        let all = in_flight.budget.available_permits();
        let hold = in_flight.bytes(Some(address(1)), 1000).await.unwrap();
        hold.shrink(100);
        assert_eq!(in_flight.budget.available_permits(), all - 100);
        hold.shrink(1000);
        assert_eq!(in_flight.budget.available_permits(), all - 100);
    }
}
