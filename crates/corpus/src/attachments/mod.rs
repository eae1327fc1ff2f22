//! Attachments of documents: the PDFs they were published as, the verdicts of courts, and the printed pages of graphics
//! that consolidated statutes leave out.
//!
//! The database has the rows. The bytes are in the folder `attachments`, in files named by the SHA-256 of their content. A
//! file is written under another name, synced and renamed before a row names it, so a row never names an incomplete file.
//! The same PDF is stored once, however many documents it belongs to. No name from outside becomes a path.
//!
//! A row is valid from the generation of the corpus that added it until the one that replaced it. Reads state their
//! generation: a served snapshot continues to see the rows that it was built from, and an import changes nothing that
//! is served.

mod files;
mod import;
mod kinds;

pub use import::{AttachmentOptions, PageCount, import_attachments};
pub use kinds::{BoundingBox, Digest, Grafik, PageOfPdf, PdfPart, Verdict};

pub(crate) use files::AttachmentFiles;
