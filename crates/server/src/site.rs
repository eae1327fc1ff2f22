//! The interface between the server and the service.

use bytes::Bytes;
use http::{Response, StatusCode};

use crate::TrustedProxies;

/// Why the server rejects a request; an extension of that request. The service must answer it with an error response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RejectedRequest {
    /// There are too many connections. This one is closed after the response.
    ServerFull,
    /// The client has too many concurrent requests.
    ClientFull,
    /// The request has no `Host`, several, or an invalid one.
    BadHost,
}

/// Makes the response with this status to bytes that cannot be read as a request.
pub type BadRequestResponse = fn(StatusCode) -> Response<Bytes>;

/// What is served.
#[derive(Clone)]
pub struct Site<S> {
    /// Answers requests.
    pub service: S,
    /// The path of the liveness check, which is answered under any load.
    pub alive: &'static str,
    /// Makes the response to bytes that cannot be read as a request.
    pub refuse: BadRequestResponse,
    /// The proxies whose forwarding headers are used.
    pub proxies: TrustedProxies,
}
