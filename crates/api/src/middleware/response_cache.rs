//! The response cache: finished bodies in memory, each in the content codings that clients have asked for.
//!
//! A response that depends on snapshot, day and request is made once for each coding. The key is the coding and the tag of the
//! response, which is a hash of everything the response depends on. So a cached compressed body costs no more than an
//! uncompressed one.
//!
//! * **One request makes the body.** Other requests for that body wait for the first one (single flight). If the first one
//!   fails or makes a response that is not cached, each of the others makes its own; if its client leaves, another takes over.
//!   A request of another client waits for [`FOLLOWER_TIMEOUT`] only: the first request may itself wait behind many requests of
//!   its own client.
//! * **Bounded.** All bodies together take at most [`CAPACITY`] bytes, and each at most [`MAX_BODY`]. Bodies that were not used
//!   for long are replaced.
//! * **Dropped with its snapshot.** The first request for another snapshot empties the cache.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::ApiError;
use crate::admission::{ClientKey, current_client};
use crate::middleware::compression::{encode, is_compressible};
use crate::response::encoding::Encoding;
use crate::response::json::Provisional;

/// Bytes of all cached bodies.
const CAPACITY: u64 = 192 << 20;

/// Maximum number of bytes of a cached body. The page of the longest preparatory work has some six million uncompressed.
const MAX_BODY: usize = 8 << 20;

/// Maximum number of bytes of a body, before it is encoded to be cached.
const MAX_ENCODED_FROM: u64 = 32 << 20;

/// Parts of the cache, each with its own lock and an equal share of the capacity, which is enough for several of the largest
/// bodies. By default there are more parts on a machine with more cores, and a share becomes smaller than a page.
const SHARDS: usize = 8;

/// Bytes that an entry takes beside its body: key, headers, bookkeeping.
const OVERHEAD: u64 = 512;

/// Capacity of the header map of a response that is sent.
const HEADERS: usize = 16;

/// How many bodies are expected to fit.
const EXPECTED: usize = 16_384;

/// How long a request waits for the request of another client that makes its body.
const FOLLOWER_TIMEOUT: Duration = Duration::from_millis(250);

/// The key of a cached body: a hash of everything that the response depends on, and the coding.
pub(crate) type CacheKey = (u128, Encoding);

/// The response cache of one router. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct ResponseCache(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// The snapshot whose responses are cached, and their bodies.
    current: RwLock<Option<(Arc<str>, Arc<CachedResponses>)>>,
    /// The bodies that are being made, each with the client it is made for, and whether it is complete.
    making: Mutex<HashMap<CacheKey, (ClientKey, watch::Receiver<bool>)>>,
}

/// An empty cache.
fn new_cache() -> CachedResponses {
    let mut options = OptionsBuilder::new();
    options.estimated_items_capacity(EXPECTED).weight_capacity(CAPACITY).shards(SHARDS);
    match options.build() {
        Ok(options) => {
            Cache::with_options(options, ByLength, DefaultHashBuilder::default(), DefaultLifecycle::default())
        }
        // Building fails only without capacities, which are set above.
        Err(_) => Cache::with_weighter(EXPECTED, CAPACITY, ByLength),
    }
}

type CachedResponses = Cache<CacheKey, Arc<CachedResponse>, ByLength>;

#[derive(Clone)]
struct ByLength;

impl Weighter<CacheKey, Arc<CachedResponse>> for ByLength {
    fn weight(&self, _: &CacheKey, response: &Arc<CachedResponse>) -> u64 {
        response.body.len() as u64 + OVERHEAD
    }
}

/// A response with status 200.
struct CachedResponse {
    headers: HeaderMap,
    body: Bytes,
}

impl CachedResponse {
    fn to_response(&self) -> Response {
        // A clone of the map would have no capacity for the headers that are added on the way to the client.
        let mut headers = HeaderMap::with_capacity(HEADERS);
        headers.extend(self.headers.iter().map(|(name, value)| (name.clone(), value.clone())));
        let mut response = Response::new(Body::from(self.body.clone()));
        *response.headers_mut() = headers;
        response
    }
}

impl ResponseCache {
    /// The cached response, or the one that `make` makes, in the coding of the key.
    pub(crate) async fn respond<F: Future<Output = Response>>(
        &self,
        snapshot: &Arc<str>,
        key: CacheKey,
        make: impl FnOnce() -> F,
    ) -> Response {
        let bodies = self.bodies(snapshot);
        loop {
            if let Some(cached) = bodies.get(&key) {
                return cached.to_response();
            }
            match self.join(key) {
                Making::Leader(leader) => {
                    let response = store(&bodies, key, make().await).await;
                    leader.complete();
                    return response;
                }
                Making::Follower(client, mut complete) => {
                    // False means that the leader ended early. This request may lead next.
                    let completed = async { complete.wait_for(|complete| *complete).await.is_ok() };
                    let is_own = client == current_client();
                    let is_complete = if is_own {
                        completed.await
                    } else {
                        timeout(FOLLOWER_TIMEOUT, completed).await.unwrap_or(true)
                    };
                    if is_complete && bodies.get(&key).is_none() {
                        return encoded(make().await, key.1).await;
                    }
                }
            }
        }
    }

    /// The bodies of a snapshot. The bodies of an earlier snapshot are dropped.
    fn bodies(&self, snapshot: &Arc<str>) -> Arc<CachedResponses> {
        let current = self.0.current.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((id, bodies)) = &*current
            && id == snapshot
        {
            return bodies.clone();
        }
        drop(current);
        let mut current = self.0.current.write().unwrap_or_else(PoisonError::into_inner);
        match &*current {
            Some((id, bodies)) if id == snapshot => bodies.clone(),
            _ => {
                let bodies = Arc::new(new_cache());
                *current = Some((snapshot.clone(), bodies.clone()));
                bodies
            }
        }
    }

    /// Joins the requests for one body.
    fn join(&self, key: CacheKey) -> Making<'_> {
        let mut making = self.0.making.lock().unwrap_or_else(PoisonError::into_inner);
        match making.entry(key) {
            Entry::Occupied(made) => {
                let (client, complete) = made.get();
                Making::Follower(*client, complete.clone())
            }
            Entry::Vacant(vacant) => {
                let (complete, others) = watch::channel(false);
                vacant.insert((current_client(), others));
                Making::Leader(Leader { cache: self, key, complete })
            }
        }
    }
}

/// The role of a request in making a body.
enum Making<'c> {
    /// It makes the body.
    Leader(Leader<'c>),
    /// It waits until the leader, a request of this client, has made the body.
    Follower(ClientKey, watch::Receiver<bool>),
}

/// The request that makes a body. When it is dropped, another request may lead.
struct Leader<'c> {
    cache: &'c ResponseCache,
    key: CacheKey,
    complete: watch::Sender<bool>,
}

impl Leader<'_> {
    /// Notifies the followers that the body has been made, or that it is not cached.
    fn complete(self) {
        self.complete.send_replace(true);
    }
}

impl Drop for Leader<'_> {
    fn drop(&mut self) {
        self.cache.0.making.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}

/// Encodes a response that may be cached, and caches it.
async fn store(bodies: &CachedResponses, key: CacheKey, response: Response) -> Response {
    let is_cacheable = response.status() == StatusCode::OK
        && response.extensions().get::<Provisional>().is_none()
        && is_compressible(&response)
        && response.body().size_hint().exact().is_some_and(|size| size <= MAX_ENCODED_FROM);
    if !is_cacheable {
        return encoded(response, key.1).await;
    }
    let (parts, body) = encoded(response, key.1).await.into_parts();
    let body = match body.collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) => return ApiError::internal(&error).into_response(),
    };
    if parts.status == StatusCode::OK && body.len() <= MAX_BODY {
        let cached = CachedResponse { headers: parts.headers.clone(), body: body.clone() };
        bodies.insert(key, Arc::new(cached));
    }
    Response::from_parts(parts, Body::from(body))
}

/// The response in a coding, if it becomes shorter by it.
async fn encoded(response: Response, encoding: Encoding) -> Response {
    match encode(response, encoding).await {
        Ok(response) => response,
        Err(error) => error.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use http::header;

    use super::*;

    fn id(name: &str) -> Arc<str> {
        name.into()
    }

    fn json(body: impl Into<Body>) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], body.into()).into_response()
    }

    async fn body(response: Response) -> Bytes {
        response.into_body().collect().await.unwrap().to_bytes()
    }

    #[tokio::test]
    async fn a_crowd_for_one_body_makes_it_once() {
        let cache = ResponseCache::default();
        let calls = AtomicUsize::new(0);
        let one = || async {
            let make = || async {
                calls.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(20)).await;
                json("{}")
            };
            body(cache.respond(&id("a"), (1, Encoding::Identity), make).await).await
        };
        let all = futures_all((0..1000).map(|_| one())).await;
        assert!(all.iter().all(|body| &**body == b"{}"));
        assert_eq!(calls.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn a_crowd_for_a_failure_does_not_wait_in_line() {
        let cache = ResponseCache::default();
        let start = std::time::Instant::now();
        let one = || async {
            let make = || async {
                tokio::time::sleep(Duration::from_millis(100)).await;
                StatusCode::NOT_FOUND.into_response()
            };
            cache.respond(&id("a"), (1, Encoding::Identity), make).await.status()
        };
        let all = futures_all((0..1000).map(|_| one())).await;
        assert!(all.iter().all(|status| *status == StatusCode::NOT_FOUND));
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }

    #[tokio::test]
    async fn another_request_takes_over_when_the_first_leaves() {
        let cache = ResponseCache::default();
        let snapshot = id("a");
        let key = (1, Encoding::Identity);
        let never = cache.respond(&snapshot, key, std::future::pending::<Response>);
        let left = tokio::time::timeout(Duration::from_millis(10), never);
        let other = cache.respond(&snapshot, key, || async { json("{}") });
        let (left, other) = tokio::join!(left, other);
        assert!(left.is_err());
        assert_eq!(body(other).await, "{}");
    }

    #[tokio::test]
    async fn each_snapshot_and_coding_has_bodies_of_its_own() {
        let cache = ResponseCache::default();
        let text = |n: usize| "x".repeat(n);
        let ask = async |snapshot: &str, encoding, n: usize| {
            let response = cache.respond(&id(snapshot), (1, encoding), || async { json(text(n)) }).await;
            (response.headers().get(header::CONTENT_ENCODING).cloned(), body(response).await)
        };
        assert_eq!(ask("a", Encoding::Identity, 1000).await, (None, text(1000).into()));
        let (encoding, compressed) = ask("a", Encoding::Gzip, 1000).await;
        assert_eq!((encoding.unwrap(), compressed.len() < 100), ("gzip".parse().unwrap(), true));
        assert_eq!(ask("a", Encoding::Identity, 7).await.1, text(1000), "cached");
        assert_eq!(ask("b", Encoding::Identity, 7).await.1, text(7), "of another snapshot");
        assert_eq!(ask("a", Encoding::Identity, 8).await.1, text(8), "dropped with its snapshot");
    }

    #[tokio::test]
    async fn all_bodies_stay_within_the_capacity() {
        let cache = ResponseCache::default();
        let snapshot = id("a");
        for number in 0..100_u128 {
            let make = || async { json(vec![b'x'; MAX_BODY]) };
            cache.respond(&snapshot, (number, Encoding::Identity), make).await;
        }
        let bodies = cache.bodies(&snapshot);
        assert!(bodies.weight() <= CAPACITY, "{}", bodies.weight());
        assert!(bodies.len() > 10, "{}", bodies.len());
        let larger = || async { json(vec![b'x'; MAX_BODY + 1]) };
        assert_eq!(
            body(cache.respond(&snapshot, (999, Encoding::Identity), larger).await).await.len(),
            MAX_BODY + 1
        );
        assert!(bodies.get(&(999, Encoding::Identity)).is_none());
    }

    /// The results of all futures, which run at the same time.
    async fn futures_all<T>(futures: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
        let mut running: Vec<_> = futures.map(Box::pin).collect();
        let mut done: Vec<Option<T>> = running.iter().map(|_| None).collect();
        std::future::poll_fn(|cx| {
            for (future, done) in running.iter_mut().zip(&mut done) {
                if done.is_none()
                    && let std::task::Poll::Ready(value) = future.as_mut().poll(cx)
                {
                    *done = Some(value);
                }
            }
            if done.iter().all(Option::is_some) {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        })
        .await;
        done.into_iter().flatten().collect()
    }
}
