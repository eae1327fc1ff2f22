//! The HTTP interface of a legal corpus: read-only, JSON, open to every origin.
//!
//! The questions that can be asked are in `lagrum-answers`; this crate translates them from and to HTTP. Each convention is one
//! mechanism for all endpoints: parameters are checked against their own declaration ([`Query`]), failures become bodies and
//! ledger entries in one place ([`ApiError`]), and how long a response may be cached is stated where the route is declared
//! ([`Caching`]). An endpoint is one file: its parameters, a handler, and a function that lists its routes ([`Routes`]).
//!
//! A request takes the served snapshot once, when it arrives ([`ServedSnapshot`]). The handler reads through that handle, and
//! the `ETag` of the response is made from it. So a response never mixes two snapshots, even when a new one is published while
//! the response is written.

mod accept;
mod admission;
mod blocking;
mod docs_page;
mod document_forms;
pub mod endpoints;
mod error;
mod extract;
mod form_pages;
pub mod ledger;
mod methods;
mod middleware;
mod openapi;
mod pages;
pub mod paths;
mod response;
mod router;
mod routes;
mod searching;
pub mod server;
pub mod telemetry;

pub use admission::as_client;
pub(crate) use blocking::answer;
pub use blocking::{blocking, blocking_permits, comparing, is_busy};
pub use error::{ApiError, ErrorBody, HTTPValidationError, LocPart, RefusalBody, ValidationError};
pub use extract::query::{self, Query};
pub use extract::served::{Current, ServedSnapshot, Today};
/// The client of a request: an extension of every request that came over a connection.
pub use lagrum_server::Client;
pub use ledger::Ledger;
pub use middleware::caching::Caching;
pub use response::files;
pub use response::json::Json;
pub use router::RouterConfig;
pub use routes::Routes;
pub use searching::searching;
/// Turns a handler that carries `#[utoipa::path]` into the argument of [`Routes::get`].
pub use utoipa_axum::routes;
