//! What a request carries for extractors and for the caching of its route. It is one extension, because each extension costs
//! each request an allocation and an entry in a map.

use std::sync::Arc;

use jiff::civil::Date;
use lagrum_print_pool::PrintPool;

use crate::middleware::response_cache::ResponseCache;
use crate::response::encoding::Encoding;

/// An extension of every request.
#[derive(Clone)]
pub(crate) struct RequestExtension {
    /// The day of the request.
    pub(crate) day: Date,
    /// The id of its snapshot, when there is one.
    pub(crate) snapshot_id: Option<Arc<str>>,
    /// The second at which its snapshot was published.
    pub(crate) published_at: Option<i64>,
    /// The address at which the service is reached, without a slash at the end; None where none is configured.
    pub(crate) address: Option<Arc<str>>,
    /// The content coding that its client likes best.
    pub(crate) encoding: Encoding,
    /// The print pool of the server, when it has one.
    pub(crate) printer: Option<Arc<PrintPool>>,
    /// The response cache of the router.
    pub(crate) cache: ResponseCache,
}
