//! The served snapshot of a request: one snapshot and one day, both taken when the request arrives.
//!
//! Snapshots are replaced while the server runs, and days end at midnight. A handler that took the snapshot twice could answer
//! from two snapshots, under an `ETag` made from a third. So the program supplies one function that returns the current
//! [`ServedSnapshot`]. It is called once for each request, and all later code reads its result.
//!
//! `S` is the type through which handlers read the snapshot: [`lagrum_snapshot::Snapshot`] in the program, a smaller type in
//! tests of the conventions.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::request::Parts;
use jiff::civil::Date;
use lagrum_snapshot::Snapshot;

use crate::ApiError;
use crate::extract::extension::RequestExtension;

/// The snapshot and the day a request is answered from. Cheap to clone.
#[derive(Debug)]
pub struct ServedSnapshot<S = Snapshot> {
    day: Date,
    snapshot: Option<(Arc<str>, Arc<S>)>,
    /// When the snapshot was published, in seconds since 1970; None where that is not known.
    published_at: Option<i64>,
}

impl<S> Clone for ServedSnapshot<S> {
    fn clone(&self) -> Self {
        Self { day: self.day, snapshot: self.snapshot.clone(), published_at: self.published_at }
    }
}

impl<S> ServedSnapshot<S> {
    /// A day without a snapshot: endpoints that need one answer 503.
    pub fn none(day: Date) -> Self {
        Self { day, snapshot: None, published_at: None }
    }

    /// A day and the snapshot with this id. Two snapshots that can answer differently must have different ids.
    pub fn new(day: Date, id: &str, snapshot: Arc<S>) -> Self {
        Self { day, snapshot: Some((id.into(), snapshot)), published_at: None }
    }

    /// The day.
    pub fn day(&self) -> Date {
        self.day
    }

    /// The id of the snapshot, when there is one.
    pub(crate) fn snapshot_id(&self) -> Option<&Arc<str>> {
        self.snapshot.as_ref().map(|(id, _)| id)
    }

    /// When the snapshot was published, in seconds since 1970.
    pub(crate) fn published_at(&self) -> Option<i64> {
        self.published_at
    }

    /// The snapshot, when there is one.
    pub fn snapshot(&self) -> Option<&Arc<S>> {
        self.snapshot.as_ref().map(|(_, snapshot)| snapshot)
    }
}

impl ServedSnapshot {
    /// A day, and the snapshot that is published, if any.
    pub fn from_snapshot(day: Date, snapshot: Option<Arc<Snapshot>>) -> Self {
        let published_at = snapshot.as_ref().map(|snapshot| snapshot.manifest().published_at());
        Self { day, snapshot: snapshot.map(|snapshot| (id(&snapshot), snapshot)), published_at }
    }
}

/// The id of a snapshot, with those of the encoders whose vectors are open: another encoder changes what a search finds.
fn id(snapshot: &Snapshot) -> Arc<str> {
    let encoders = snapshot.vectors().iter().map(|vectors| vectors.encoder.id().as_str());
    let ids: Vec<&str> = std::iter::once(snapshot.id().as_str()).chain(encoders).collect();
    ids.join(" ").into()
}

/// The function of the program that returns what is served now.
pub(crate) type ServeNow<S> = Arc<dyn Fn() -> ServedSnapshot<S> + Send + Sync>;

/// Extractor: the snapshot of this request. Answers 503 when none has been published yet.
pub struct Current<S = Snapshot>(pub Arc<S>);

impl<S, T> FromRequestParts<T> for Current<S>
where
    S: Send + Sync + 'static,
    T: Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &T) -> Result<Self, ApiError> {
        let served = parts.extensions.get::<ServedSnapshot<S>>();
        let snapshot = served.and_then(ServedSnapshot::snapshot).cloned();
        snapshot.map(Current).ok_or_else(|| ApiError::unavailable("nothing has been built yet"))
    }
}

/// Extractor: the address at which the service is reached; None where none is configured.
pub(crate) struct PublicUrl(pub(crate) Option<Arc<str>>);

impl<T: Sync> FromRequestParts<T> for PublicUrl {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &T) -> Result<Self, ApiError> {
        match parts.extensions.get::<RequestExtension>() {
            Some(extension) => Ok(PublicUrl(extension.address.clone())),
            None => Err(ApiError::broken("the request has no served snapshot")),
        }
    }
}

/// Extractor: the calendar day that this request is answered for. A route that uses it must declare
/// [`Caching::SnapshotAndDay`](crate::Caching::SnapshotAndDay).
pub struct Today(pub Date);

impl<T: Sync> FromRequestParts<T> for Today {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &T) -> Result<Self, ApiError> {
        match parts.extensions.get::<RequestExtension>() {
            Some(extension) => Ok(Today(extension.day)),
            None => Err(ApiError::broken("the request has no served snapshot")),
        }
    }
}
