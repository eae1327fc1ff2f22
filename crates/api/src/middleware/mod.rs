//! The conventions that all requests follow, in one file each. [`conventions`] has their order.

pub(crate) mod caching;
pub(crate) mod compression;
pub(crate) mod conventions;
pub(crate) mod cors;
pub(crate) mod error_responses;
pub(crate) mod in_flight;
pub(crate) mod panics;
pub(crate) mod response_cache;
pub(crate) mod security_headers;
