//! File formats and compact data structures, for data outside SQLite and the search index.
//!
//! - [`FileLock`] excludes other processes; [`write_synced`] and [`replace`] write files that survive a crash.
//! - [`sections`] packs a structure with a checksum, [`varint`] a number.
//! - [`TextTable`] and [`SortedTexts`] hold many texts in little memory. A `String` of its own takes some sixty bytes for a
//!   uri of forty. A corpus has millions of uris and words, and a build holds them for as long as it runs. Both keep texts
//!   one after another in one block: the first numbers distinct texts in the order in which they come, the second takes
//!   texts in order and writes of each only what differs from the one before.

mod durable;
mod lock;
mod regular;
pub mod sections;
mod sorted;
mod table;
pub mod varint;

pub use durable::{rename_synced, replace, sync_folder, write_synced};
pub use lock::FileLock;
pub use regular::open_regular;
pub use sorted::{SortedTexts, SortedTextsIter};
pub use table::{TextTable, Texts};
