//! Many texts in little memory.
//!
//! A `String` of its own takes some sixty bytes for a uri of forty. A corpus has millions of uris and words, and a build
//! holds them for as long as it runs. Both tables here keep texts one after another in one block:
//!
//! - [`TextTable`] numbers distinct texts in the order in which they come.
//! - [`SortedTexts`] holds texts that come in order, and writes of each only what differs from the one before.

mod sorted;
mod table;

pub use sorted::{SortedTexts, SortedTextsIter};
pub use table::{TextTable, Texts};
