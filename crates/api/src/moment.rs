//! What a request sees: one snapshot and one day, both taken when the request arrives.
//!
//! Snapshots are replaced while the server runs and days end at midnight. A handler that asked twice could answer
//! from two of either, under an `ETag` made from a third. So the program supplies one function that says what
//! holds *now*; it is called once per request, and everything later reads its result.

use std::any::Any;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::request::Parts;
use jiff::civil::Date;

use crate::ApiError;

/// The snapshot and the day a request is answered from. Cheap to clone.
#[derive(Clone)]
pub struct Moment {
    day: Date,
    snapshot: Option<Arc<Snapshot>>,
}

struct Snapshot {
    id: String,
    handle: Arc<dyn Any + Send + Sync>,
}

impl Moment {
    /// A moment without a snapshot: endpoints that need one answer 503.
    pub fn new(day: Date) -> Self {
        Self { day, snapshot: None }
    }

    /// The same moment, answered from the snapshot with this id through this handle. Two snapshots that can
    /// answer differently must have different ids.
    #[must_use]
    pub fn holding<S: Send + Sync + 'static>(self, id: impl Into<String>, handle: Arc<S>) -> Self {
        Self { snapshot: Some(Arc::new(Snapshot { id: id.into(), handle })), ..self }
    }

    /// The calendar day of the request.
    pub fn day(&self) -> Date {
        self.day
    }

    /// The handle to the snapshot, when there is one. Fails when it is of another type than asked for.
    pub fn handle<S: Send + Sync + 'static>(&self) -> Result<Option<Arc<S>>, ApiError> {
        let Some(snapshot) = &self.snapshot else { return Ok(None) };
        Arc::clone(&snapshot.handle).downcast().map(Some).map_err(|_| {
            ApiError::broken("the handle of the moment is of another type than the handler asks for")
        })
    }

    /// The id of the snapshot, when there is one.
    pub fn snapshot_id(&self) -> Option<&str> {
        self.snapshot.as_ref().map(|snapshot| snapshot.id.as_str())
    }
}

/// The function of the program that says what holds now.
pub(crate) type Now = Arc<dyn Fn() -> Moment + Send + Sync>;

pub(crate) async fn take(State(now): State<Now>, mut request: Request, next: Next) -> Response {
    request.extensions_mut().insert(now());
    next.run(request).await
}

/// Extractor: the handle this request holds. Answers 503 when no snapshot has been published yet.
pub struct Held<S>(pub Arc<S>);

impl<S, T> FromRequestParts<T> for Held<S>
where
    S: Send + Sync + 'static,
    T: Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &T) -> Result<Self, ApiError> {
        let handle = parts.extensions.get::<Moment>().map_or(Ok(None), Moment::handle)?;
        handle.map(Held).ok_or_else(|| ApiError::unavailable("nothing has been built yet"))
    }
}

/// Extractor: the calendar day this request is answered on. A route using it must declare
/// [`Caching::SnapshotAndDay`](crate::Caching::SnapshotAndDay).
pub struct Today(pub Date);

impl<T: Sync> FromRequestParts<T> for Today {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &T) -> Result<Self, ApiError> {
        match parts.extensions.get::<Moment>() {
            Some(moment) => Ok(Today(moment.day)),
            None => Err(ApiError::broken("the request carries no moment")),
        }
    }
}
