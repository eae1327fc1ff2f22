//! The HTTP interface of a legal corpus: read-only, JSON, open to every origin.
//!
//! What holds for every endpoint is written once, here, and no endpoint repeats it: parameters are checked from
//! their own declaration ([`Query`]), failures become bodies and ledger entries in one place ([`ApiError`]), and
//! how long an answer may be kept is a value stated where the route is declared ([`Caching`]). An endpoint is
//! then one file: the shape of its answer, its parameters, a handler, and a function that lists its routes in a
//! [`Resources`].
//!
//! A request takes one handle to the served snapshot at its start, as part of a [`Moment`]; the handler reads
//! through that handle and the answer's `ETag` is made from it, so an answer never mixes two snapshots even when
//! a new one is published while it is being written.

mod blocking;
mod browsers;
mod caching;
mod compression;
mod cors;
mod disposition;
mod docs;
pub mod endpoints;
mod error;
pub mod files;
mod finish;
mod in_flight;
mod json;
pub mod ledger;
mod methods;
mod moment;
mod panics;
mod printing;
pub mod query;
mod ranges;
mod resources;
pub mod server;
mod source_name;
pub mod telemetry;

pub use blocking::{blocking, blocking_slots};
pub use caching::Caching;
pub use error::{ApiError, ErrorBody, HTTPValidationError, LocPart, Refusal, ValidationError};
pub use json::Json;
/// Who a request comes from: an extension of every request that came over a connection.
pub use lagrum_server::Client;
pub use ledger::Ledger;
pub use moment::{Held, Moment, Today};
pub use query::Query;
pub use resources::{Plumbing, Resources};
/// Turns a handler that carries `#[utoipa::path]` into the argument of [`Resources::get`].
pub use utoipa_axum::routes;
