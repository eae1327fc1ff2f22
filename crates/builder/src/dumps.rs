//! The dump files beside those of the documents: archived lydelser and status lists.

use std::path::Path;

use lagrum_corpus::CorpusState;
use lagrum_corpus::dump::{DumpWriter, WrittenDump};
use lagrum_snapshot::{DumpEntry, DumpFileEntry};

use crate::error::BuildError;
use crate::input::BuildInput;

/// Writes the archived lydelser and the status file of each source that has documents.
pub(crate) fn add_side_dumps(
    input: &BuildInput<'_>,
    folder: &Path,
    dumps: &mut [DumpEntry],
) -> Result<(), BuildError> {
    let BuildInput { state, pool, .. } = input;
    for dump in dumps {
        let lydelser: Vec<_> =
            state.lydelser.iter().filter(|lydelse| lydelse.source == dump.source).collect();
        if !lydelser.is_empty() {
            let file = format!("versions-{}.ndjson.gz", dump.source);
            let failed = |source| BuildError::Dump { file: file.clone(), source };
            let mut writer = DumpWriter::create(&folder.join(&file)).map_err(failed)?;
            for lydelse in lydelser {
                // A damaged lydelse is left out, as damaged documents are; `check` names it.
                if let Ok(Some(bytes)) = pool.artifact(lydelse.stored) {
                    writer.push(&bytes).map_err(failed)?;
                }
            }
            dump.versions = Some(entry(&file, writer.finish().map_err(failed)?));
        }
        dump.status = write_status(state, folder, &dump.source)?;
    }
    Ok(())
}

fn write_status(
    state: &CorpusState,
    folder: &Path,
    source: &str,
) -> Result<Option<DumpFileEntry>, BuildError> {
    let entries: serde_json::Map<_, _> = state
        .statuses
        .iter()
        .filter(|status| status.source == source)
        .filter_map(|status| Some((status.key.clone(), serde_json::from_str(&status.entry).ok()?)))
        .collect();
    if entries.is_empty() {
        return Ok(None);
    }
    let file = format!("{source}-status.json");
    let bytes = serde_json::Value::Object(entries).to_string().into_bytes();
    let written = lagrum_corpus::dump::write_plain(&folder.join(&file), &bytes)
        .map_err(|source| BuildError::Dump { file: file.clone(), source })?;
    Ok(Some(entry(&file, written)))
}

/// The manifest entry of a dump file.
pub(crate) fn entry(file: &str, written: WrittenDump) -> DumpFileEntry {
    DumpFileEntry {
        file: file.to_owned(),
        bytes: written.bytes,
        lines: written.lines,
        sha256: written.sha256,
    }
}
