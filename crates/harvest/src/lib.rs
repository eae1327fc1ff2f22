//! Makes documents of the corpus from the raw archive: parses the documents that are due, and stores those that differ.
//!
//! A document is due ([`due`]) when its raw rows changed, when the parser, the grammar of citations or the numbering of an act that it
//! cites changed, or the document of a group that it names, or when a dated variant of it begins or ends. The corpus keeps with each
//! document what it was parsed from, so documents are compared without parsing them, except for the numbering of acts whose raw rows or
//! parser changed.
//!
//! **Rows** ([`rows`]). What each part of a document is: its text, a lydelse of it, the publisher's record.
//!
//! **Lydelser** ([`document`]). Rows of an act with different amendments worked in are different lydelser: the newest is the document,
//! the others are archived. A page without a register gets the register of the newest lydelse.
//!
//! **Numbering** ([`numbering`]). Which kapitel held acts have, and whether each numbers its paragrafer anew, decides what a citation in
//! another act links to. So acts whose raw rows or parser changed are first parsed for their numbering. Then all documents that are
//! due are parsed with the numbering of all acts. The result does not depend on the order in which acts came. In the same way a case that
//! a record names by the publisher's group leads to the document that the group is.
//!
//! **Withdrawals** ([`withdrawals`]). A document that came without a text keeps the held one until a run on another day finds none either,
//! and a run that would withdraw too much fails before it withdraws anything.

mod batches;
mod document;
mod due;
mod error;
mod numbering;
mod options;
mod rows;
mod run;
mod summary;
mod withdrawals;

pub use error::HarvestError;
pub use options::{HarvestOptions, PdfReader};
pub use run::{DEFAULT_BASE, check_origin, parse_archive};
pub use summary::{Due, HarvestSummary};
