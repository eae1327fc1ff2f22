//! A document as markdown, as HTML and as Akoma Ntoso, and the difference between two of its lydelser.
//!
//! ```text
//! artifact ──walk──▶ events ──▶ markdown
//!                       │
//!                       ├──mend──▶ events as people are shown them ──▶ HTML, print, Akoma Ntoso
//!                       │
//!                       └─────▶ blocks ──compare──▶ LydelseComparison ──▶ HTML, or units as data or markdown
//! ```
//!
//! [`read`] is the only walk over a body's node types. It emits the events of [`event`]. This crate does no input or
//! output. Nothing in it fails: an artifact of any shape has a rendering.
//!
//! Cancelled work ends early with an incomplete rendering. Call it through `lagrum_cancel::whole`, which returns an error
//! then.

pub mod akn;
pub mod diff;
mod document;
pub mod event;
pub mod excerpt;
pub mod html;
pub mod manuscript;
mod markdown;
mod nodes;
mod numbers;
mod outline;
mod part;
mod part_texts;
mod register;
pub mod shown;
mod table_shape;

pub use document::{document_name, is_said_in_text, read, read_body, read_text, summary};
pub use markdown::{heading, heading_of, markdown, markdown_as_shown, text_as_markdown};
pub use part::{RenderedPart, render_part};
pub use part_texts::{indexed_text, part_text, part_texts};
pub use register::{Amendment, amendments};
pub use shown::{RunningHead, WikiMarkup};
