//! The snapshot, the day and the client of a request.

use std::net::IpAddr;
use std::sync::Arc;

use jiff::civil::Date;
use lagrum_answers::{AnswerError, Fault};
use lagrum_snapshot::Snapshot;
use serde_json::Value;

/// The snapshot and the day that a request is answered from.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) day: Date,
    /// The client that asks, for limits per client.
    pub(crate) client: Option<IpAddr>,
}

/// An answer that is already JSON.
pub(super) fn read_value(json: &[u8]) -> Result<Value, AnswerError> {
    serde_json::from_slice(json).map_err(|error| AnswerError::Internal(Fault::from_error(&error)))
}
