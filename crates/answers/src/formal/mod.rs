//! Acts in the formats of the field: their names, Akoma Ntoso, graphs.
//!
//! [`wordings`] has the names of an act and of its texts, both ways. [`metadata`] gathers what the XML of an act states beside its text,
//! and `akn` writes it. All days and amendments come from the histories that other answers give.

mod akn;
mod author;
mod metadata;
mod modifications;
mod place;
mod question;
mod wordings;

pub use self::akn::{AknText, akn_document, akn_provision, akn_uris};
pub use self::place::{FormalPlace, formal_place};
pub use self::question::FormalQuestion;
pub use self::wordings::{FormalWording, formal_wordings};
