//! The words of a PDF, read by a worker process in its sandbox.

use std::path::Path;

use bytes::Bytes;
use lagrum_parse::PdfText;
use lagrum_print_pool::{PrintInput, PrintJob, PrintRequest, PrintWorker as _};

use crate::printing::worker_process;

/// The greatest number of bytes of a PDF that is read.
const MAX_BYTES: u64 = 256 << 20;

/// Reads the words of a file. A PDF that crashes, hangs or fills the memory of its worker gives an error, as any other that cannot be
/// read.
pub(crate) fn pdf_text(pdf: &Path) -> Result<PdfText, String> {
    let length = std::fs::metadata(pdf).map_err(|error| error.to_string())?.len();
    if length > MAX_BYTES {
        return Err(format!("it has more than {} MiB", MAX_BYTES >> 20));
    }
    read(PrintInput::File(pdf.to_owned()))
}

/// Reads the words of these bytes, as [`pdf_text`] does.
pub(crate) fn pdf_text_of_bytes(pdf: &[u8]) -> Result<PdfText, String> {
    read(PrintInput::Bytes(Bytes::copy_from_slice(pdf)))
}

fn read(input: PrintInput) -> Result<PdfText, String> {
    let worker = worker_process().map_err(|error| error.to_string())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let request = PrintRequest { job: PrintJob::Text, input };
    let read = runtime.block_on(worker.print(request)).map_err(|error| error.to_string())?;
    serde_json::from_slice(&read)
        .map_err(|error| format!("the worker process answered with no text: {error}"))
}
