//! The server of connections, which knows nothing of what is served.

pub mod client;

pub use client::{Client, TrustedProxies};
