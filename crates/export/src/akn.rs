//! Acts as Akoma Ntoso, in a zip: a file an expression, named by it. Equal snapshots give equal bytes.

use std::io::Write;

use lagrum_progress::Progress;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::ExportError;

/// An act as Akoma Ntoso.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AknFile {
    /// The name of the expression, which begins with a slash.
    pub expression: String,
    /// The XML.
    pub xml: String,
}

/// Writes the texts with these uris, in this order. `text` gives the XML of each. Returns how many there are.
pub fn write_akn(
    uris: &[String],
    mut output: impl Write,
    progress: &dyn Progress,
    text: impl Fn(&str) -> Result<AknFile, ExportError>,
) -> Result<u64, ExportError> {
    let mut zip = ZipWriter::new_stream(&mut output);
    // The time of a file is the earliest that the format has.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default());
    progress.begin("acts", Some(uris.len() as u64));
    for uri in uris {
        let AknFile { expression, xml } = text(uri)?;
        zip.start_file(format!("{}.akn.xml", expression.trim_start_matches('/')), options)?;
        zip.write_all(xml.as_bytes())?;
        progress.advance(1);
    }
    zip.finish()?;
    output.flush()?;
    progress.end();
    Ok(uris.len() as u64)
}
