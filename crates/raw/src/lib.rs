//! The raw archive: what publishers sent, kept as it came.
//!
//! A folder `raw` in the data folder. **Bodies** are known by their SHA-256 and lie, compressed with zstd, in packs that are only
//! appended to ([`pack`]). **Rows** in `raw.db` ([`store`]) say of each body whose it is (source, key, part), from where and when it
//! came, and with which validators.
//!
//! * A changed body of a part becomes a new row. A body that differs from the last one only in what the publisher's program adds to
//!   every answer is not kept, and `seen_at` of the last row is moved. Bodies are compared by a *normalised hash*, which the caller
//!   computes.
//! * Bodies are on the disk before the rows that name them. A batch of rows and the position of the run of requests are written in
//!   one transaction. A kill at any moment loses nothing that was kept, and leaves no row without its body.
//!   Bytes that no row names stay: a killed writer left them, or the database is older than the packs. Nothing is deleted but the
//!   packs that a purge has replaced. Packs without a database are an error, and rows are made of packs ([`rebuild()`]).
//! * A body of which the bytes are damaged is replaced when the same content comes again.
//! * A key that two complete walks at least [`TOMBSTONE_AFTER`] apart did not meet gets a tombstone. Its rows stay.
//!
//! The archive has no code for HTTP or for single sources: keys, cursors and watermarks are plain texts. The caller gives the time.

mod error;
mod export;
mod origin;
mod pack;
mod purge;
mod read;
mod rebuild;
mod record;
mod runs;
mod store;
mod verify;

pub use error::RawError;
pub use export::Exported;
pub use purge::Purged;
pub use read::Archive;
pub use rebuild::{BodyReader, Rebuilt, rebuild};
pub use record::{BodyDigest, Kept, NewRecord, RawDocument, Record, RecordName, digest};
pub use runs::{AskedRun, SourceState, TOMBSTONE_AFTER};
pub use store::{ArchiveWriter, KeepStep};
pub use verify::ArchiveFindings;
