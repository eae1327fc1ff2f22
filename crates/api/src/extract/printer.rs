//! The print pool, as handlers take it.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::request::Parts;
use lagrum_print_pool::{ClientKey, PrintPool};
use lagrum_server::Client;

use crate::ApiError;
use crate::extract::extension::RequestExtension;

/// Extractor: the print pool of this server, and the client that uses it. Answers 503 on a server without one.
pub struct Printer {
    /// The print pool.
    pub pool: Arc<PrintPool>,
    /// The client of the request, for turns and for limits per client.
    pub client: ClientKey,
}

impl<S: Sync> FromRequestParts<S> for Printer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let pool = parts.extensions.get::<RequestExtension>().and_then(|extension| extension.printer.clone());
        let client = parts.extensions.get::<Client>().and_then(|client| client.group());
        pool.map(|pool| Self { pool, client })
            .ok_or_else(|| ApiError::unavailable("this server prints nothing"))
    }
}
