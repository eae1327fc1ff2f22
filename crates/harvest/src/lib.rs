//! From what publishers sent to documents of the corpus: parses of the raw archive what differs from what was parsed before, or is due,
//! and stores it.
//!
//! A document is due ([`due`]) when a raw row of it came or changed, when the parser, the grammar of citations or the numbering of
//! an act that it cites is another, or when a dated variant of it begins or ends. Nothing is parsed to find that out: the corpus keeps beside each
//! document what it was parsed from.
//!
//! **Lydelser** ([`document`]). Rows of an act with different amendments worked in are different lydelser: the newest is the document,
//! the others are archived. A page without a register has that of the newest.
//!
//! **Numbering** ([`numbering`]). Which kapitel held acts have, and whether each numbers its paragrafer anew, decides what a citation in
//! another act links to. So acts whose raw rows changed are parsed once for their numbering, and then everything that is due with the
//! numbering of all. What a document becomes does not depend on the order in which acts came.

mod document;
mod due;
mod error;
mod numbering;
mod run;
mod summary;

pub use error::HarvestError;
pub use run::{DEFAULT_BASE, HarvestOptions, check_origin, parse_archive};
pub use summary::{Due, HarvestSummary};
