//! The raw archive: what publishers sent, kept as it came.
//!
//! A folder `raw` in the data folder. **Bodies** are known by their SHA-256 and lie, compressed with zstd, in packs that are only
//! appended to ([`pack`]). **Rows** in `raw.db` ([`store`]) say of each body whose it is (source, key, part), from where and when it
//! came, and with which validators.
//!
//! * Another body of the same part is another row. A body that differs only in what the publisher's program adds to every answer
//!   (its *normalised hash* is the same, which the caller computes) moves `seen_at` of the last row and is not kept.
//! * Bodies are on the disk before the rows that name them. A batch of rows and the place where a run of requests has come to are
//!   one transaction. A kill at any moment loses nothing that was kept, and leaves no row without its body.
//!   Bytes that no row names are cut off by the next writer.
//! * A key that two complete walks, at least [`TOMBSTONE_AFTER`] apart, did not meet has a tombstone. Its rows stay.
//!
//! The archive knows neither HTTP nor any source: keys, cursors and watermarks are texts to it. Time is given by the caller.

mod error;
mod export;
mod pack;
mod purge;
mod read;
mod record;
mod runs;
mod store;
mod verify;

pub use error::RawError;
pub use export::Exported;
pub use purge::Purged;
pub use read::Archive;
pub use record::{BodyDigest, Kept, NewRecord, RawDocument, Record, digest};
pub use runs::{AskedRun, SourceState, TOMBSTONE_AFTER};
pub use store::{ArchiveWriter, KeepStep};
pub use verify::ArchiveFindings;
