//! Graphs of documents as gzipped N-Triples: one file, in the order of uris. Equal snapshots give equal bytes.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use lagrum_progress::Progress;

use crate::ExportError;

/// Writes the graphs of the documents with these uris, in this order. `lines` gives the N-Triples of each. Returns how many there are.
pub fn write_rdf(
    uris: &[String],
    output: impl Write,
    progress: &dyn Progress,
    lines: impl Fn(&str) -> Result<String, ExportError>,
) -> Result<u64, ExportError> {
    let mut gzip = GzEncoder::new(output, Compression::default());
    progress.begin("documents", Some(uris.len() as u64));
    for uri in uris {
        gzip.write_all(lines(uri)?.as_bytes())?;
        progress.advance(1);
    }
    gzip.finish()?.flush()?;
    progress.end();
    Ok(uris.len() as u64)
}
