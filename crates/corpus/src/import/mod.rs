//! Imports documents into a corpus.
//!
//! The *origins* of an import are dump files, folders of dump files, folder trees of artifact files, and addresses of
//! running services. Each is imported in batches: read, parsed in parallel, checked, stored and committed. What the
//! report counts as stored is on disk, so an interrupted import can be run again. Importing the same thing twice changes
//! nothing.
//!
//! A line that cannot be read is skipped and reported. When reading of a file fails, the rest of the file is missing, and
//! nothing of its source is pruned.
//!
//! [`ImportSession`] is what all origins share. [`tree`] and [`mirror`] use it, and this module chooses between them.

mod coverage;
mod error;
mod file_name;
mod folder;
mod intake;
mod lines;
mod meaning;
mod mirror;
mod mirror_error;
mod options;
mod parsed;
mod report;
mod session;
mod tree;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub use error::ImportError;
pub(crate) use folder::sorted_entries;
pub use meaning::{DescribedDocument, DocumentMeaning};
pub use mirror_error::MirrorError;
pub use options::ImportOptions;
pub use parsed::{ParsedDocument, ParsedImport};
pub use report::{FileReport, ImportCounts, ImportReport};

use self::file_name::{ImportFile, dump_stem};
use self::session::ImportSession;
use crate::{Corpus, Progress};

/// Imports origins in order. Problems of single artifacts and files are in the report. An error means that the import
/// ended early; everything committed before stays.
pub fn import(
    corpus: &Corpus,
    origins: &[String],
    options: &ImportOptions,
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let mut session = ImportSession::new(corpus.writer()?, options, progress)?;
    for origin in origins {
        if origin.starts_with("http://") || origin.starts_with("https://") {
            mirror::mirror(&mut session, corpus.folder(), origin)?;
        } else {
            import_path(&mut session, Path::new(origin))?;
        }
    }
    session.prune()?;
    if let Some(day) = options.taken {
        let imported: BTreeSet<&str> = session.report.files.iter().map(|file| file.source.as_str()).collect();
        for source in imported {
            session.intake.writer.set_taken(source, &day.to_string())?;
        }
    }
    Ok(session.report)
}

fn import_path(session: &mut ImportSession<'_>, path: &Path) -> Result<(), ImportError> {
    if path.is_file() {
        let file = ImportFile::from_path(path).ok_or_else(|| ImportError::Unnamed(path.to_owned()))?;
        return session.import_file(path, file, false);
    }
    if !path.is_dir() {
        return Err(ImportError::NoOrigin(path.to_owned()));
    }
    let entries = sorted_entries(path)?;
    let is_dump = |entry: &PathBuf| {
        entry.is_file() && entry.file_name().and_then(|name| name.to_str()).and_then(dump_stem).is_some()
    };
    if entries.iter().any(is_dump) {
        import_dump_folder(session, path, &entries)
    } else {
        tree::import_tree(session, path)
    }
}

/// Imports a folder of dump files, with archived lydelser in its subfolder `versions`.
fn import_dump_folder(
    session: &mut ImportSession<'_>,
    folder: &Path,
    entries: &[PathBuf],
) -> Result<(), ImportError> {
    let versions = folder.join("versions");
    let archived = if versions.is_dir() { sorted_entries(&versions)? } else { Vec::new() };
    for path in entries.iter().chain(&archived).filter(|path| **path != versions) {
        match ImportFile::from_path(path).filter(|_| path.is_file()) {
            Some(file) => session.import_file(path, file, false)?,
            None => session.progress.note(&format!("passed over {}", path.display())),
        }
    }
    Ok(())
}
