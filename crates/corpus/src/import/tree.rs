//! Imports a folder tree of artifact files, one document per file.
//!
//! The folders around a file state its source: the first whose name is a known folder of a source, including the root of
//! the tree; otherwise the first folder below the root. Files in a folder `archive` are archived lydelser. Files that are
//! not documents (`*.versions.json`, `*.grund.json` and some indexes) are recognized by name.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use lagrum_artifact::MAX_ARTIFACT_BYTES;
use serde_json::Value;

use super::error::ImportError;
use super::file_name::ImportFile;
use super::folder::sorted_entries;
use super::intake::{BatchKind, Dump, RawArtifact};
use super::options::ImportOptions;
use super::report::FileReport;
use super::session::ImportSession;
use crate::store::KeyedEntry;

/// Index files that some tools write among the artifacts.
const INDEX_FILES: [&str; 3] = ["identity-index.json", "casenumbers.json", "guidance-index.json"];

/// The size of a batch: about this many bytes, or this many files.
const BATCH_BYTES: usize = 16 << 20;
const BATCH_FILES: usize = 4096;

/// The maximum depth of folders. A deeper one is probably a loop of links.
const MAX_DEPTH: usize = 16;

struct ArtifactFile {
    path: PathBuf,
    source: String,
    kind: BatchKind,
}

pub(super) fn import_tree(session: &mut ImportSession<'_>, root: &Path) -> Result<(), ImportError> {
    let mut files = Vec::new();
    collect(session, root, root, 0, &mut files)?;
    // One source after another, documents before their archived lydelser.
    files.sort_by(|a, b| {
        (&a.source, a.kind == BatchKind::Lydelser, &a.path).cmp(&(
            &b.source,
            b.kind == BatchKind::Lydelser,
            &b.path,
        ))
    });
    session.progress.begin(&format!("import {}", root.display()), Some(files.len() as u64));
    for same in files.chunk_by(|a, b| a.source == b.source && a.kind == b.kind) {
        let (source, kind) = (&same[0].source, same[0].kind);
        let mut report =
            FileReport { name: root.display().to_string(), source: source.clone(), ..FileReport::default() };
        store_files(session, root, same, &mut report)?;
        let coverage = session.coverage.entry(source.clone()).or_default();
        coverage.has_failures |= !report.is_complete();
        match kind {
            BatchKind::Documents => {
                coverage.has_full_dump = true;
                coverage.files.push(source.clone());
            }
            BatchKind::Lydelser => coverage.has_lydelser = true,
        }
        for problem in &report.problems {
            session.progress.note(problem);
        }
        session.report.files.push(report);
    }
    session.progress.end();
    Ok(())
}

fn store_files(
    session: &mut ImportSession<'_>,
    root: &Path,
    files: &[ArtifactFile],
    report: &mut FileReport,
) -> Result<(), ImportError> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    for (index, file) in files.iter().enumerate() {
        let origin = file.path.strip_prefix(root).unwrap_or(&file.path).display().to_string();
        match read_file(&file.path) {
            Ok(content) => {
                bytes += content.as_ref().map_or(0, Vec::len);
                batch.push(RawArtifact { origin, bytes: content });
            }
            Err(error) => {
                report.counts.read += 1;
                report.counts.unreadable += 1;
                report.add_problem(format!("{origin}: {error}"));
            }
        }
        if bytes >= BATCH_BYTES || batch.len() >= BATCH_FILES || index + 1 == files.len() {
            let taken = batch.len() as u64;
            let dump = Dump { source: &file.source, file: &file.source, kind: file.kind };
            session.intake.store_batch(&dump, std::mem::take(&mut batch), report)?;
            session.progress.advance(taken);
            bytes = 0;
        }
    }
    Ok(())
}

fn collect(
    session: &mut ImportSession<'_>,
    root: &Path,
    folder: &Path,
    depth: usize,
    files: &mut Vec<ArtifactFile>,
) -> Result<(), ImportError> {
    if depth > MAX_DEPTH {
        session.progress.note(&format!("passed over {}: too deep", folder.display()));
        return Ok(());
    }
    for path in sorted_entries(folder)? {
        if path.is_dir() {
            collect(session, root, &path, depth + 1, files)?;
            continue;
        }
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(plain) = plain_name(name) else {
            session.progress.note(&format!("passed over {}", path.display()));
            continue;
        };
        if let Some(status @ ImportFile::Statuses { .. }) =
            ImportFile::from_path(Path::new(plain)).filter(|_| folder == root)
        {
            session.import_file(&path, status, false)?;
        } else if plain.ends_with(".versions.json") {
            import_lydelse_index(session, root, &path)?;
        } else if !plain.ends_with(".grund.json") && !INDEX_FILES.contains(&plain) {
            let Some(source) = source_of(session.options, root, &path) else {
                session
                    .progress
                    .note(&format!("passed over {}: it is not in the folder of a source", path.display()));
                continue;
            };
            let archived =
                path.strip_prefix(root).is_ok_and(|inner| inner.iter().any(|part| part == "archive"));
            files.push(ArtifactFile {
                path,
                source,
                kind: if archived { BatchKind::Lydelser } else { BatchKind::Documents },
            });
        }
    }
    Ok(())
}

/// The source of a file, by the folders around it.
fn source_of(options: &ImportOptions, root: &Path, path: &Path) -> Option<String> {
    if let Some(source) = &options.source {
        return Some(source.clone());
    }
    let inner = path.strip_prefix(root).ok()?.parent()?;
    let below = || inner.iter().filter_map(|part| part.to_str());
    let known = |folder: &str| {
        options.folders.iter().find(|(name, _)| name == folder).map(|(_, source)| source.clone())
    };
    let root_name = root.file_name().and_then(|name| name.to_str());
    below()
        .find_map(known)
        .or_else(|| root_name.and_then(known))
        .or_else(|| below().next().map(str::to_owned))
}

/// The name without the ending of its compression; None for a file that is not JSON.
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

/// Stores the index of a document's lydelser. The document follows from the uris in the index.
fn import_lydelse_index(
    session: &mut ImportSession<'_>,
    root: &Path,
    path: &Path,
) -> Result<(), ImportError> {
    let bytes = read_file(path).ok().flatten();
    let entry = bytes.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    let document = entry.as_ref().and_then(|entry| {
        let uri =
            entry.get("versions")?.as_array()?.iter().find_map(|version| version.get("uri")?.as_str())?;
        Some(uri.split_once("/konsolidering/")?.0.to_owned())
    });
    match (document, entry, source_of(session.options, root, path)) {
        (Some(document), Some(entry), Some(source)) => {
            session
                .intake
                .writer
                .put_version_index(&source, &[KeyedEntry { key: document, entry: entry.to_string() }])?;
        }
        _ => session.progress.note(&format!("passed over {}: it lists no lydelser", path.display())),
    }
    Ok(())
}
