//! Documents and citations as tables: CSV in UTF-8 with a header, a row a line, an empty field for what is not known.

use std::io::Write;

use lagrum_catalog::inbound::joined;
use lagrum_catalog::{CatalogDocument, ListedLink};
use lagrum_progress::Progress;
use lagrum_snapshot::Snapshot;

use crate::{ExportError, for_each_document};

/// The columns of the table of documents: those of a list of documents, and three more.
const DOCUMENT_COLUMNS: [&str; 10] =
    ["uri", "source", "kind", "label", "title", "source_url", "updated", "date", "expired", "inbound_count"];

/// The columns of the table of citations.
const CITATION_COLUMNS: [&str; 5] = ["from_uri", "anchor", "to_uri", "predicate", "text"];

/// Writes every document, in the order of uris. Returns how many there are.
pub fn write_documents(
    snapshot: &Snapshot,
    output: impl Write,
    progress: &dyn Progress,
) -> Result<u64, ExportError> {
    let mut table = csv::Writer::from_writer(output);
    table.write_record(DOCUMENT_COLUMNS)?;
    progress.begin("documents", Some(snapshot.manifest().counts.documents));
    let mut written = 0;
    for_each_document(snapshot, |document| {
        write_document(&mut table, &document)?;
        written += 1;
        progress.advance(1);
        Ok(())
    })?;
    table.flush()?;
    progress.end();
    Ok(written)
}

fn write_document<W: Write>(
    table: &mut csv::Writer<W>,
    document: &CatalogDocument,
) -> Result<(), ExportError> {
    let updated = document.updated.and_then(|second| jiff::Timestamp::from_second(second).ok());
    let updated = updated.map(|time| time.to_string());
    let inbound_count = document.inbound_count.to_string();
    let text = |field: &'_ Option<String>| field.clone().unwrap_or_default();
    table.write_record([
        &document.uri,
        &document.source,
        &text(&document.kind),
        &text(&document.label),
        &text(&document.title),
        &text(&document.source_url),
        &updated.unwrap_or_default(),
        &text(&document.date),
        &text(&document.expired),
        &inbound_count,
    ])?;
    Ok(())
}

/// Writes every link, by the uri of its document and in the order of the text. Returns how many there are.
pub fn write_citations(
    snapshot: &Snapshot,
    output: impl Write,
    progress: &dyn Progress,
) -> Result<u64, ExportError> {
    let mut table = csv::Writer::from_writer(output);
    table.write_record(CITATION_COLUMNS)?;
    progress.begin("citations of documents", Some(snapshot.manifest().counts.documents));
    let mut written = 0;
    for_each_document(snapshot, |document| {
        let list = snapshot.catalog().with(|catalog| catalog.outbound_list(&document.uri))?;
        for link in list.links() {
            let ListedLink { target, target_anchor, anchor, predicate, text } = link;
            let to = joined(list.targets()[target].uri(), target_anchor);
            let (anchor, text) = (anchor.unwrap_or_default(), text.unwrap_or_default());
            table.write_record([&document.uri, anchor, &to, predicate, text])?;
            written += 1;
        }
        progress.advance(1);
        Ok(())
    })?;
    table.flush()?;
    progress.end();
    Ok(written)
}
