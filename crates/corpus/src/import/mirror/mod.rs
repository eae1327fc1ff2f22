//! Mirroring another service: its dumps are fetched and imported.
//!
//! A dump is fetched into `<corpus>/incoming/` ([`download`]) and checked against the size and SHA-256 of the
//! manifest before it is imported. A dump that was imported before is not fetched again.
//!
//! Source by source: when all files of a source are in the store and what they lack is pruned, and only then, they
//! count as mirrored and the downloads go. A run that ends anywhere before leaves the source to the next one.
//!
//! Only the service named is asked ([`origin`]), its list is held to bounds before it is used ([`manifest`]), and a dump is
//! fetched when there is room for it.
//!
//! At the end, the sources that were mirrored once and that the manifest names no more are removed.

mod download;
mod manifest;
mod origin;

use std::collections::{BTreeSet, HashSet};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use self::download::{TRIES, fetch, is_passing, pause, verify};
use self::manifest::{DumpInfo, FileInfo, LIST_MAX};
use self::origin::{NoAnswer, Origin};
use super::naming::Piece;
use super::{Import, ImportError, ImportOptions, OBJECT_MAX};

/// Why a service could not be mirrored.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
    /// The address is none that may be asked.
    #[error("{address}: {problem}")]
    Address {
        /// The address as it was given.
        address: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The manifest cannot be had or read.
    #[error("{address}: no list of dumps: {problem}")]
    Manifest {
        /// The address asked.
        address: String,
        /// What went wrong.
        problem: String,
    },
    /// A dump cannot be fetched.
    #[error("{address}: {problem}; run the import again to go on from where it ended")]
    Download {
        /// The address of the dump.
        address: String,
        /// What went wrong.
        problem: String,
    },
    /// What arrived is not what the manifest promised.
    #[error("{address}: {problem}; the service may have been rebuilt meanwhile, run the import again")]
    Mismatch {
        /// The address of the dump.
        address: String,
        /// What differs.
        problem: String,
    },
    /// There is not enough room for a dump.
    #[error("{path}: {needed} bytes are needed to fetch and import {file}, {free} are free")]
    NoRoom {
        /// The folder for downloads.
        path: PathBuf,
        /// The dump.
        file: String,
        /// Bytes for what is still to come, and for the documents in it.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// The download cannot be written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

pub(super) fn mirror(import: &mut Import<'_>, corpus: &Path, address: &str) -> Result<(), ImportError> {
    let origin = Origin::new(address, import.options)?;
    let incoming = corpus.join("incoming");
    std::fs::create_dir_all(&incoming)
        .map_err(|source| MirrorError::File { path: incoming.clone(), source })?;
    let service = Service { address: origin.address(), origin, incoming };
    let manifest = service.manifest()?;
    service.remove_leftovers(&manifest)?;
    let listed: Vec<String> = manifest.iter().map(|info| info.source.clone()).collect();
    for info in manifest {
        service.mirror_source(import, info)?;
    }
    service.let_go(import, &listed)
}

struct Service {
    origin: Origin,
    /// Without a slash at its end.
    address: String,
    /// The folder for downloads.
    incoming: PathBuf,
}

/// A file of a source that is in the store.
struct Taken {
    name: String,
    path: PathBuf,
    /// None when it shall be fetched again: something in it could not be read, or no digest tells it from others.
    sha256: Option<String>,
}

/// How the digest of an imported file is remembered. Where nothing was pruned, a later import that prunes must read
/// the file again to know what it lacks.
fn remembered_as(sha256: &str, import: &Import<'_>) -> String {
    let kept = if import.options.prune == Some(false) { " unpruned" } else { "" };
    format!("{sha256}{kept}")
}

impl Service {
    fn mirror_source(&self, import: &mut Import<'_>, info: DumpInfo) -> Result<(), ImportError> {
        let source = info.source;
        let dump = Piece::Dump { source: source.clone(), file: source.clone() };
        let versions = Piece::Versions { source: source.clone() };
        let status = Piece::Status { source: source.clone() };
        let without_versions = info.versions.is_absent();
        let without_status = info.status.is_absent();
        let pieces =
            [(Some(info.dump), dump), (info.versions.present(), versions), (info.status.present(), status)];
        let mut taken = Vec::new();
        for (file, piece) in pieces {
            if let Some(file) = file {
                taken.extend(self.take(import, &file, piece)?);
            }
        }
        if without_versions {
            import.whole.entry(source.clone()).or_default().has_no_lydelser();
        }
        if without_status && import.options.prune != Some(false) {
            import.intake.writer.put_statuses(&source, &[])?;
        }
        import.prune_source(&source)?;
        for Taken { name, path, sha256 } in taken {
            if let Some(sha256) = sha256 {
                import.intake.writer.set_mirrored(&self.address, &name, &sha256)?;
            }
            std::fs::remove_file(&path).map_err(|source| MirrorError::File { path, source })?;
        }
        Ok(())
    }

    /// Removes what came from sources that the service has no more: a source that is gone is all of its documents gone.
    /// A service that lists no source at all has more likely lost them than repealed the law.
    fn let_go(&self, import: &mut Import<'_>, listed: &[String]) -> Result<(), ImportError> {
        if import.options.prune == Some(false) || import.options.source.is_some() {
            return Ok(());
        }
        let files = import.intake.writer.mirrored_files(&self.address)?;
        let source_of = |file: &String| Some(Piece::of(Path::new(file))?.source().to_owned());
        let known: BTreeSet<String> = files.iter().filter_map(source_of).collect();
        for source in known.into_iter().filter(|source| !listed.contains(source)) {
            if listed.is_empty() {
                let note = format!("{} lists no source any more: {source} is kept", self.address);
                import.progress.note(&note);
                continue;
            }
            import.let_go(&self.address, &source)?;
            for file in files.iter().filter(|file| source_of(file).as_ref() == Some(&source)) {
                import.intake.writer.forget_mirrored(&self.address, file)?;
            }
        }
        Ok(())
    }

    /// Brings one file into the store; None when it was there already.
    fn take(
        &self,
        import: &mut Import<'_>,
        info: &FileInfo,
        piece: Piece,
    ) -> Result<Option<Taken>, ImportError> {
        let name = info.file.as_str();
        let remembered = import.intake.writer.mirrored(&self.address, name)?;
        let sha256 = info.sha256.as_ref().map(|sha256| remembered_as(sha256, import));
        if remembered.is_some() && (remembered == sha256 || remembered == info.sha256) {
            import.progress.note(&format!("{name}: unchanged since it was last imported"));
            return Ok(None);
        }
        if info.sha256.is_none() {
            import.progress.note(&format!(
                "{name}: {} gives no SHA-256 for it, so what arrives can be checked for its length only",
                self.address
            ));
        }
        let path = self.incoming.join(name);
        let target = format!("/dumps/{name}");
        fetch(&self.origin, &target, &path, info, import.progress)?;
        verify(&self.origin.url(&target), &path, info)?;
        let before = import.report.files.len();
        import.piece(&path, piece, true)?;
        let whole = import.report.files[before..].iter().all(super::FileReport::is_whole);
        let sha256 = sha256.filter(|_| whole);
        Ok(Some(Taken { name: name.to_owned(), path, sha256 }))
    }

    /// Removes what earlier runs left of files that the list does not name (any more): nobody goes on with them.
    fn remove_leftovers(&self, manifest: &[DumpInfo]) -> Result<(), MirrorError> {
        let named: HashSet<&str> =
            manifest.iter().flat_map(DumpInfo::files).map(|info| info.file.as_str()).collect();
        let remove = || -> io::Result<()> {
            for entry in std::fs::read_dir(&self.incoming)? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let file = name.strip_suffix(".etag").unwrap_or(&name);
                if !named.contains(file) && entry.file_type()?.is_file() {
                    std::fs::remove_file(entry.path())?;
                }
            }
            Ok(())
        };
        remove().map_err(|source| MirrorError::File { path: self.incoming.clone(), source })
    }

    /// The list of dumps, asked for again while the service is not to be reached or has too much to do.
    fn manifest(&self) -> Result<Vec<DumpInfo>, MirrorError> {
        let address = self.origin.url(LIST);
        let mut failures = 0;
        loop {
            let problem = match self.manifest_once() {
                Ok(text) => {
                    return manifest::read(&text, OBJECT_MAX)
                        .map_err(|problem| MirrorError::Manifest { address, problem });
                }
                Err(problem) => problem,
            };
            failures += 1;
            if failures == TRIES || !problem.passing {
                return Err(MirrorError::Manifest { address, problem: problem.text });
            }
            std::thread::sleep(pause(failures));
        }
    }

    fn manifest_once(&self) -> Result<Vec<u8>, NoManifest> {
        let broke = |text: String| NoManifest { text, passing: true };
        let refused = |text: String| NoManifest { text, passing: false };
        let mut response = self.origin.get(LIST, &[]).map_err(|problem| match problem {
            NoAnswer::Broke(text) => broke(text),
            NoAnswer::Elsewhere(text) => refused(text),
        })?;
        let status = response.status();
        if !status.is_success() {
            return Err(NoManifest {
                text: format!("it answered {status}"),
                passing: is_passing(status.as_u16()),
            });
        }
        let mut text = Vec::new();
        let body = response.body_mut().as_reader();
        body.take(LIST_MAX + 1).read_to_end(&mut text).map_err(|error| broke(error.to_string()))?;
        if text.len() as u64 > LIST_MAX {
            return Err(refused(format!("it is longer than {LIST_MAX} bytes")));
        }
        Ok(text)
    }
}

/// Where a service lists its dumps.
const LIST: &str = "/api/v1/dumps";

/// Why there is no list of dumps.
struct NoManifest {
    text: String,
    /// Whether there may be one a little later.
    passing: bool,
}
