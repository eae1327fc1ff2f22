//! What handlers take from a request: parameters, a body, the served snapshot, the print pool.

pub(crate) mod body;
pub(crate) mod day;
pub(crate) mod extension;
pub(crate) mod printer;
pub mod query;
pub(crate) mod served;
