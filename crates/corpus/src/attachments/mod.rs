//! What belongs to documents beside their artifacts: the PDFs they were published as, verdicts as the courts wrote
//! them, and where the graphics are printed that consolidated statutes leave out.
//!
//! The database says what there is; the bytes lie in the folder `attachments`, each file named by the SHA-256 of its
//! content. A file is written beside, synced and renamed before a row names it, so a row never names half a file, and
//! the same PDF is stored once however many documents it belongs to. No name from outside ever becomes a path.
//!
//! A row holds from the generation of the corpus that brought it until the one that replaced it. Who reads says as of
//! which generation: a served snapshot goes on seeing what it was built from, and an import changes nothing that is
//! served.

mod files;
mod import;
mod kinds;

pub use import::{AttachmentOptions, PageCount, import_attachments};
pub use kinds::{BoundingBox, Digest, Grafik, PageOfPdf, PdfPart, Verdict};

pub(crate) use files::AttachmentFiles;
