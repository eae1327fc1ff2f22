//! The page images of a document that was published as a PDF.

use lagrum_artifact::Location;
use lagrum_corpus::attachments::PageOfPdf;
use lagrum_snapshot::Snapshot;

use crate::AnswerError;

/// The page of a document's PDFs that has a printed number. Printed numbers count through all PDFs of the document.
pub fn facsimile_page(snapshot: &Snapshot, uri: &str, printed: u64) -> Result<PageOfPdf, AnswerError> {
    let no_pages = || AnswerError::not_found(format!("no page images of {uri}"));
    let place = Location::parse(uri).ok_or_else(no_pages)?;
    let root = place.document().as_str();
    let parts =
        snapshot.attached(|attached| attached.pdfs(root)).map_err(|error| AnswerError::internal(&error))?;
    if parts.is_empty() {
        return Err(no_pages());
    }
    let page = u32::try_from(printed).ok().and_then(|printed| PageOfPdf::printed(&parts, printed));
    page.ok_or_else(|| AnswerError::not_found(format!("{root} has no page {printed}")))
}
