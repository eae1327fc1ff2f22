//! A document as text to read, and the difference between two of its wordings.
//!
//! ```text
//! artifact ──walk──▶ events ──▶ markdown
//!                       │
//!                       └─────▶ blocks ──compare──▶ Comparison ──▶ HTML, or a list of provisions
//! ```
//!
//! [`read`] is the only walk over a body's node types; [`event`] says what it tells. Nothing here does input or
//! output, and nothing here fails: an artifact of any shape has a rendering.
//!
//! Work that has been cancelled ends early, with a rendering that lacks the rest: take it through `lagrum_cancel::whole`.

pub mod diff;
mod document;
pub mod event;
mod markdown;
mod nodes;
mod numbers;
mod register;

pub use document::{document_name, read, read_body};
pub use markdown::{heading, markdown};
pub use register::{Amendment, amendments};
