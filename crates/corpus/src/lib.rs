//! The corpus: the store of artifacts and attachments, imports and dumps.
//!
//! * [`Corpus`] stores every artifact byte for byte, compressed, in one SQLite file. It is the only part of an
//!   installation that must never be lost; everything else is derived from it.
//! * [`import`] imports documents from dump files, folders of these, trees of artifact files, or another service.
//! * [`attachments`] are the PDFs of documents, verdicts, and the positions of graphics.
//! * [`check_removals`] stops what would leave much less than is published.
//! * [`dump`] writes the documents of a source as a dump file that others can import.
//!
//! This crate handles the files of documents, and does not interpret their content: it never reads a title.

pub mod attachments;
mod disk;
pub mod dump;
pub mod import;
mod minify;
mod removal_limit;
mod store;

pub use disk::free_bytes;
pub use lagrum_progress::{Progress, Silent};
pub use minify::minify;
pub use removal_limit::{AllowedRemoval, PublishedCounts, SourceCounts, TooMuchRemoved, check_removals};
pub use store::{
    ArtifactDigest, ArtifactIdentity, ChangeLog, ChangeLogEntry, ChangeSubject, ChangedProvisions, Corpus,
    CorpusError, CorpusReader, CorpusState, DocumentEntry, DocumentNames, Documents, DocumentsIter, LOG_DAYS,
    LearnedAmendment, LogStart, LoggedChanges, LydelseEntry, MAX_CHANGED_PROVISIONS, MAX_PAUSE_DAYS,
    ParsedFrom, ProvisionChanges, ProvisionDigests, ProvisionsOfGeneration, PublishedSnapshot, ReaderPool,
    StatusEntry, StoredAttachments, StoredId, WithdrawnDocument,
};
