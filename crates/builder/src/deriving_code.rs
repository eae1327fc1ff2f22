//! The code that derives what builds keep.

/// A digest of its sources, from `build.rs`.
pub(crate) const DERIVING_CODE: &str = env!("DERIVING_CODE");
