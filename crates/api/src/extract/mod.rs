//! What handlers take from a request: parameters, the served snapshot, the print pool.

pub(crate) mod day;
pub(crate) mod printer;
pub mod query;
pub(crate) mod served;
