//! The store of truth of a legal corpus, and how documents come into it and leave it.
//!
//! * [`Corpus`] keeps every artifact byte for byte, compressed, in one SQLite file. It is the only thing of an
//!   installation that must never be lost; all else is derived from it.
//! * [`import`] brings documents in: dump files, folders of them, trees of artifact files, or another running
//!   service.
//! * [`attachments`] are the PDFs that belong to documents, and where graphics are printed.
//! * [`dump`] writes the documents of a source out again as a dump file that others can import.
//!
//! This crate knows what a document's *file* looks like, not what its *source* means: it never reads a title.

pub mod attachments;
pub mod dump;
pub mod import;
mod minify;
mod store;

pub use lagrum_progress::{Progress, Silent};
pub use minify::minify;
pub use store::{
    Corpus, CorpusError, CorpusReader, CorpusState, DocumentEntry, LydelseEntry, ReaderPool, StatusEntry,
    StoredAttachments, StoredId,
};
