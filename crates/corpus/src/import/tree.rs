//! A folder tree of artifact files, one document a file.
//!
//! The source is told from the folders on the way to a file: the first whose name is a known folder of a source, the
//! tree's own root included; else the first folder below the root. What lies under a folder `archive` are archived
//! wordings. Side files that are no documents (`*.versions.json`, `*.grund.json` and some indexes) are told by name.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use lagrum_artifact::MAX_ARTIFACT_BYTES;
use serde_json::Value;

use super::intake::{Expect, Raw};
use super::report::FileReport;
use super::{Import, ImportError, Piece, Seen, sorted_entries};

/// Index files that some tools leave among the artifacts.
const INDEX_FILES: [&str; 3] = ["identity-index.json", "casenumbers.json", "guidance-index.json"];

/// Files are stored in batches of about this many bytes or files.
const BATCH_BYTES: usize = 16 << 20;
const BATCH_FILES: usize = 4096;

/// Folders deeper than this are not entered: no artifact lies there, but a loop of links might.
const DEPTH_MAX: usize = 16;

struct ArtifactFile {
    path: PathBuf,
    source: String,
    expect: Expect,
}

pub(super) fn import_tree(import: &mut Import<'_>, root: &Path) -> Result<(), ImportError> {
    let mut files = Vec::new();
    collect(import, root, root, 0, &mut files)?;
    // One source after another, documents before their archived wordings.
    files.sort_by(|a, b| {
        (&a.source, a.expect == Expect::Lydelser, &a.path).cmp(&(
            &b.source,
            b.expect == Expect::Lydelser,
            &b.path,
        ))
    });
    import.progress.begin(&format!("import {}", root.display()), Some(files.len() as u64));
    for same in files.chunk_by(|a, b| a.source == b.source && a.expect == b.expect) {
        let (source, expect) = (&same[0].source, same[0].expect);
        let mut report =
            FileReport { name: root.display().to_string(), source: source.clone(), ..FileReport::default() };
        take_files(import, root, same, &mut report)?;
        let seen: &mut Seen = import.whole.entry(source.clone()).or_default();
        seen.broken |= !report.is_whole();
        match expect {
            Expect::Documents => {
                seen.full = true;
                seen.files.push(source.clone());
            }
            Expect::Lydelser => seen.lydelser = true,
        }
        for problem in &report.problems {
            import.progress.note(problem);
        }
        import.report.files.push(report);
    }
    import.progress.end();
    Ok(())
}

fn take_files(
    import: &mut Import<'_>,
    root: &Path,
    files: &[ArtifactFile],
    report: &mut FileReport,
) -> Result<(), ImportError> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    for (index, file) in files.iter().enumerate() {
        let place = file.path.strip_prefix(root).unwrap_or(&file.path).display().to_string();
        match read_file(&file.path) {
            Ok(content) => {
                bytes += content.as_ref().map_or(0, Vec::len);
                batch.push(Raw { place, bytes: content });
            }
            Err(error) => {
                report.counts.read += 1;
                report.counts.unreadable += 1;
                report.problem(format!("{place}: {error}"));
            }
        }
        if bytes >= BATCH_BYTES || batch.len() >= BATCH_FILES || index + 1 == files.len() {
            let taken = batch.len() as u64;
            import.intake.take(
                &file.source,
                &file.source,
                file.expect,
                std::mem::take(&mut batch),
                report,
            )?;
            import.progress.advance(taken);
            bytes = 0;
        }
    }
    Ok(())
}

fn collect(
    import: &mut Import<'_>,
    root: &Path,
    folder: &Path,
    depth: usize,
    files: &mut Vec<ArtifactFile>,
) -> Result<(), ImportError> {
    if depth > DEPTH_MAX {
        import.progress.note(&format!("passed over {}: too deep", folder.display()));
        return Ok(());
    }
    for path in sorted_entries(folder)? {
        if path.is_dir() {
            collect(import, root, &path, depth + 1, files)?;
            continue;
        }
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(plain) = plain_name(name) else {
            import.progress.note(&format!("passed over {}", path.display()));
            continue;
        };
        if let Some(status @ Piece::Status { .. }) = Piece::of(Path::new(plain)).filter(|_| folder == root) {
            import.piece(&path, status, false)?;
        } else if plain.ends_with(".versions.json") {
            version_index(import, root, &path)?;
        } else if !plain.ends_with(".grund.json") && !INDEX_FILES.contains(&plain) {
            let Some(source) = source_of(import, root, &path) else {
                import
                    .progress
                    .note(&format!("passed over {}: it lies in no folder of a source", path.display()));
                continue;
            };
            let archived =
                path.strip_prefix(root).is_ok_and(|inner| inner.iter().any(|part| part == "archive"));
            files.push(ArtifactFile {
                path,
                source,
                expect: if archived { Expect::Lydelser } else { Expect::Documents },
            });
        }
    }
    Ok(())
}

/// The source a file belongs to, by the folders it lies in.
fn source_of(import: &Import<'_>, root: &Path, path: &Path) -> Option<String> {
    if let Some(source) = &import.options.source {
        return Some(source.clone());
    }
    let inner = path.strip_prefix(root).ok()?.parent()?;
    let below = || inner.iter().filter_map(|part| part.to_str());
    let known = |folder: &str| {
        import.options.folders.iter().find(|(name, _)| name == folder).map(|(_, source)| source.clone())
    };
    let root_name = root.file_name().and_then(|name| name.to_str());
    below()
        .find_map(known)
        .or_else(|| root_name.and_then(known))
        .or_else(|| below().next().map(str::to_owned))
}

/// The name without the ending of its compression; None when it is no JSON file.
fn plain_name(name: &str) -> Option<&str> {
    let plain = [".br", ".gz", ".zst"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
    plain.ends_with(".json").then_some(plain)
}

/// The bytes of a file, unpacked; None for more than an artifact may have.
fn read_file(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = std::fs::File::open(path)?;
    let reader: Box<dyn Read> = match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => Box::new(flate2::read::MultiGzDecoder::new(file)),
        Some("zst") => Box::new(zstd::stream::Decoder::new(file)?),
        Some("br") => Box::new(brotli_decompressor::Decompressor::new(file, 1 << 16)),
        _ => Box::new(file),
    };
    let mut bytes = Vec::new();
    reader.take(MAX_ARTIFACT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() <= MAX_ARTIFACT_BYTES))
}

/// Keeps a document's version index. The document is told from the wordings it lists.
fn version_index(import: &mut Import<'_>, root: &Path, path: &Path) -> Result<(), ImportError> {
    let bytes = read_file(path).ok().flatten();
    let entry = bytes.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    let document = entry.as_ref().and_then(|entry| {
        let uri =
            entry.get("versions")?.as_array()?.iter().find_map(|version| version.get("uri")?.as_str())?;
        Some(uri.split_once("/konsolidering/")?.0.to_owned())
    });
    match (document, entry, source_of(import, root, path)) {
        (Some(document), Some(entry), Some(source)) => {
            import.intake.writer.put_version_index(&source, &[(document, entry.to_string())])?;
        }
        _ => import.progress.note(&format!("passed over {}: it lists no wordings", path.display())),
    }
    Ok(())
}
