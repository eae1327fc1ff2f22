//! Responses in flight: a budget for the memory of responses that clients have not read yet.
//!
//! A finished response stays in memory until the socket has taken it, and the client decides how long that takes. So one
//! budget limits the bytes of all such responses. A large response that does not fit waits for a moment, and then becomes a
//! 503. The bytes that may wait are limited too; what exceeds that limit is rejected at once.
//!
//! * A response counts from when it is made until the HTTP library has dropped its last frame: also while it is compressed, and
//!   while it is in the library's own buffer.
//! * Responses of up to [`SMALL`] bytes do not count. The number of connections limits them, and an attack on the budget does
//!   not affect them.
//! * One client may use a quarter of the budget. A larger response counts as a quarter of it for the client, so it can still be
//!   sent.
//! * A body of unknown length is read from a file in small pieces. It costs little memory but keeps its connection for a long
//!   time. Such downloads are limited by number, so that half of all connections remain for others.
//!
//! The counting is around all routes, so no endpoint can omit it. A compressed response is compressed whole before it is sent
//! (`compression.rs`) and counts with its compressed size: a streaming compressor would hold megabytes for each slow client.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::response::{IntoResponse, Response};
use http_body::{Frame, SizeHint};
use lagrum_server::{ClientShare, ClientShares};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::ApiError;

/// Bytes of all responses in flight.
const BUDGET: u32 = 128 << 20;

/// Maximum number of bytes of responses that wait for the budget.
const WAITING: u32 = 32 << 20;

/// How long a response waits for the budget.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Maximum number of bytes of a response that does not count.
pub(crate) const SMALL: u64 = 64 << 10;

/// One client may use a quarter of the budget, and an eighth of the downloads.
const CLIENTS: u32 = 4;
const DOWNLOADING_CLIENTS: usize = 8;

/// Seconds after which to try again.
const RETRY_AFTER: u32 = 1;
const RETRY_DOWNLOAD_AFTER: u32 = 5;

/// The responses in flight of one router.
#[derive(Debug, Clone)]
pub(crate) struct InFlight {
    budget: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    bytes_by_client: ClientShares,
    downloads: Arc<Semaphore>,
    downloads_by_client: ClientShares,
}

impl InFlight {
    /// An empty record, for a server that accepts `connections` connections.
    pub(crate) fn new(connections: usize) -> Self {
        let downloads = connections.div_ceil(2);
        Self {
            budget: Arc::new(Semaphore::new(BUDGET as usize)),
            waiting: Arc::new(Semaphore::new(WAITING as usize)),
            bytes_by_client: ClientShares::new((BUDGET / CLIENTS) as usize),
            downloads: Arc::new(Semaphore::new(downloads)),
            downloads_by_client: ClientShares::new(downloads.div_ceil(DOWNLOADING_CLIENTS)),
        }
    }

    /// Counts a response to a client, or rejects it.
    pub(crate) async fn count(&self, client: Option<IpAddr>, response: Response) -> Response {
        self.reserve(client, response).await.unwrap_or_else(IntoResponse::into_response)
    }

    /// The response, counted unless it already is; or the reason for its rejection.
    pub(crate) async fn reserve(
        &self,
        client: Option<IpAddr>,
        mut response: Response,
    ) -> Result<Response, ApiError> {
        if response.extensions().get::<Reservation>().is_some() {
            return Ok(response);
        }
        let reservation = match response.body().size_hint().exact() {
            Some(bytes) if bytes <= SMALL => return Ok(response),
            Some(bytes) => self.reserve_bytes(client, bytes).await,
            None => self.reserve_download(client),
        };
        let reservation = reservation?;
        response = response.map(|body| reservation.attach(body));
        response.extensions_mut().insert(reservation);
        Ok(response)
    }

    /// Reserves bytes of the budget for a response.
    async fn reserve_bytes(&self, client: Option<IpAddr>, bytes: u64) -> Result<Reservation, ApiError> {
        let amount = u32::try_from(bytes).unwrap_or(u32::MAX).min(BUDGET);
        let share = self.bytes_by_client.take(client, amount as usize).ok_or_else(|| {
            ApiError::too_many(
                "this address has not read too many large responses: read them, or ask for less at once",
                RETRY_AFTER,
            )
        })?;
        let room = Arc::clone(&self.budget);
        let permit = if let Ok(permit) = Arc::clone(&room).try_acquire_many_owned(amount) {
            permit
        } else {
            let busy = || {
                ApiError::busy("too many large responses are being sent: try again in a moment", RETRY_AFTER)
            };
            let _waiting = self.waiting.try_acquire_many(amount.min(WAITING)).map_err(|_| busy())?;
            let permit = tokio::time::timeout(TIMEOUT, room.acquire_many_owned(amount)).await;
            permit.map_err(|_| busy())?.map_err(|closed| ApiError::internal(&closed))?
        };
        Ok(Reservation::new(permit, share))
    }

    /// Reserves a download.
    fn reserve_download(&self, client: Option<IpAddr>) -> Result<Reservation, ApiError> {
        let share = self.downloads_by_client.take(client, 1).ok_or_else(|| {
            ApiError::too_many("too many downloads to this address at once", RETRY_DOWNLOAD_AFTER)
        })?;
        let permit = Arc::clone(&self.downloads).try_acquire_owned();
        let permit =
            permit.map_err(|_| ApiError::busy("too many downloads at once", RETRY_DOWNLOAD_AFTER))?;
        Ok(Reservation::new(permit, share))
    }
}

/// The share of the budget that a response uses. Dropping the last clone releases it.
#[derive(Debug, Clone)]
pub(crate) struct Reservation(Arc<Mutex<(OwnedSemaphorePermit, ClientShare)>>);

impl Reservation {
    fn new(permit: OwnedSemaphorePermit, share: ClientShare) -> Self {
        Self(Arc::new(Mutex::new((permit, share))))
    }

    /// Releases the reservation of all but `bytes` bytes.
    pub(crate) fn shrink(&self, bytes: usize) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = held.0.num_permits().saturating_sub(bytes);
        drop(held.0.split(rest));
        held.1.shrink(bytes);
    }

    /// The same body, which keeps the reservation until its last frame is dropped.
    pub(crate) fn attach(&self, body: Body) -> Body {
        Body::new(ReservedBody { body, reservation: self.clone() })
    }
}

/// A body with a reservation.
struct ReservedBody {
    body: Body,
    reservation: Reservation,
}

impl HttpBody for ReservedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        let owned =
            |bytes| Bytes::from_owner(ReservedBytes { bytes, _reservation: self.reservation.clone() });
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(owned))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The bytes of a frame. They count until all slices of them are dropped.
struct ReservedBytes {
    bytes: Bytes,
    _reservation: Reservation,
}

impl AsRef<[u8]> for ReservedBytes {
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
            held.extend(in_flight.reserve_bytes(Some(client), 2_200_000).await.ok());
        }
        assert!((50..=61).contains(&held.len()), "{}", held.len());
        assert!(
            in_flight.reserve_bytes(Some(address(250)), 200_000).await.is_ok()
                || in_flight.budget.available_permits() < 200_000
        );
        held.clear();
        assert!(
            in_flight.reserve_bytes(Some(address(1)), u64::MAX).await.is_ok(),
            "alone, any size is possible"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn one_client_leaves_three_quarters_to_others() {
        let in_flight = InFlight::new(1024);
        let mut held = Vec::new();
        for _ in 0..600 {
            held.extend(in_flight.reserve_bytes(Some(address(1)), 2_200_000).await.ok());
        }
        assert_eq!(held.len(), 15);
        assert!(matches!(
            in_flight.reserve_bytes(Some(address(1)), 2_200_000).await,
            Err(ApiError::TooManyRequests { .. })
        ));
        assert!(in_flight.reserve_bytes(Some(address(2)), 30 << 20).await.is_ok());
        let mut downloads = Vec::new();
        for _ in 0..600 {
            downloads.extend(in_flight.reserve_download(Some(address(1))).ok());
        }
        assert_eq!(downloads.len(), 64);
        assert!(in_flight.reserve_download(Some(address(2))).is_ok());
    }

    #[tokio::test]
    async fn bytes_count_until_the_last_frame_is_dropped() {
        let in_flight = InFlight::new(1024);
        let all = in_flight.budget.available_permits();
        let reservation = in_flight.reserve_bytes(Some(address(1)), 1000).await.unwrap();
        let mut body = reservation.attach(Body::from(vec![0; 1000]));
        drop(reservation);
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
        let reservation = in_flight.reserve_bytes(Some(address(1)), 1000).await.unwrap();
        reservation.shrink(100);
        assert_eq!(in_flight.budget.available_permits(), all - 100);
        reservation.shrink(1000);
        assert_eq!(in_flight.budget.available_permits(), all - 100);
    }
}
