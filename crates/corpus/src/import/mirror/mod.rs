//! Mirrors another service: imports what changed since the last time ([`incremental`]), or fetches its dumps and imports them.
//!
//! A dump is downloaded into `<corpus>/incoming/` ([`download`]) and checked against the size and SHA-256 of the
//! manifest before it is imported. A dump that was imported before is not fetched again.
//!
//! Documents that the service no longer has are removed last, when everything else is in the store ([`removals`]). Then
//! the files are recorded as mirrored, and the downloads deleted. If a run ends before that, the next run repeats the
//! source.
//!
//! Requests go only to the named service ([`client`]), its manifest is checked against limits before it is used
//! ([`manifest`]), and a dump is fetched only when there is space for it.
//!
//! Sources that were mirrored before and are no longer in the manifest are removed as well.

mod changes;
mod client;
mod download;
mod incremental;
mod manifest;
mod removals;
mod service;

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use self::client::{MirrorClient, RequestFailure, read_whole};
use self::download::{fetch, verify, waits};
use self::incremental::AfterChanges;
use self::manifest::{ListedFile, ListedSource, MAX_MANIFEST_BYTES};
use self::removals::{NamedRemovals, Removals};
use self::service::{Service, source_of};
use super::error::ImportError;
use super::file_name::ImportFile;
use super::mirror_error::MirrorError;
use super::options::ImportOptions;
use super::report::FileReport;
use super::session::{ImportSession, MAX_OBJECT_BYTES};

/// Imports the documents of the service at `address` into the corpus in this folder.
pub(super) fn mirror(
    session: &mut ImportSession<'_>,
    corpus: &Path,
    address: &str,
) -> Result<(), ImportError> {
    let client = MirrorClient::new(address, session.options)?;
    let incoming = corpus.join("incoming");
    std::fs::create_dir_all(&incoming)
        .map_err(|source| MirrorError::File { path: incoming.clone(), source })?;
    let service = Service { address: client.address(), client, incoming };
    let snapshot = match service.import_changes(session)? {
        AfterChanges::Nothing => return Ok(()),
        AfterChanges::Dumps(snapshot) => snapshot,
    };
    let before = session.report.files.len();
    let manifest = service.manifest()?;
    service.remove_leftovers(&manifest)?;
    let mut removals = Removals::default();
    let listed: Vec<String> = manifest.iter().map(|info| info.source.clone()).collect();
    let mut imported = Vec::new();
    for info in manifest {
        imported.extend(service.mirror_source(session, info, &mut removals)?);
    }
    service.plan_unlisted(session, &listed, before, &mut removals)?;
    service.remove(session, removals)?;
    imported.into_iter().try_for_each(|imported| service.finish_file(session, imported))?;
    let is_complete = session.report.files[before..].iter().all(FileReport::is_complete);
    if let Some(snapshot) = snapshot.filter(|_| is_complete) {
        session.intake.writer.set_mirrored_until(&service.address, Some(&snapshot))?;
    }
    Ok(())
}

/// A downloaded file that has been imported.
struct ImportedFile {
    name: String,
    path: PathBuf,
    /// None when it must be fetched again, because something in it could not be read or the service states no digest.
    sha256: Option<String>,
}

/// The text that is recorded as the digest of a file that must be fetched again.
const NO_DIGEST: &str = "to be fetched again";

/// The digest of an imported file as it is recorded. After an import without pruning it differs, because a later import
/// with pruning must read the file again.
fn recorded_digest(sha256: &str, options: &ImportOptions) -> String {
    let kept = if options.prune == Some(false) { " unpruned" } else { "" };
    format!("{sha256}{kept}")
}

impl Service {
    /// Imports the files of a source. Its removals are added to `removals`.
    fn mirror_source(
        &self,
        session: &mut ImportSession<'_>,
        info: ListedSource,
        removals: &mut Removals,
    ) -> Result<Vec<ImportedFile>, ImportError> {
        let source = info.source;
        let dump = ImportFile::Dump { source: source.clone(), file: source.clone() };
        let lydelser = ImportFile::Lydelser { source: source.clone() };
        let statuses = ImportFile::Statuses { source: source.clone() };
        let without_versions = info.versions.is_absent();
        let without_status = info.status.is_absent();
        let files =
            [(Some(info.dump), dump), (info.versions.present(), lydelser), (info.status.present(), statuses)];
        let mut imported = Vec::new();
        for (listed, file) in files {
            if let Some(listed) = listed {
                imported.extend(self.import_listed(session, &listed, file)?);
            }
        }
        if without_versions {
            session.coverage.entry(source.clone()).or_default().set_without_lydelser();
        }
        if without_status && session.options.prune != Some(false) {
            removals.without_status.push(source.clone());
        }
        if let Some(day) = info.taken {
            session.intake.writer.set_taken(&source, &day)?;
        }
        removals.pruned.push(NamedRemovals { name: source.clone(), removals: session.pruning(&source)? });
        Ok(imported)
    }

    /// Imports the status list of a source, where it changed.
    fn import_status(
        &self,
        session: &mut ImportSession<'_>,
        info: ListedSource,
        removals: &mut Removals,
    ) -> Result<(), ImportError> {
        let source = info.source;
        if let Some(day) = info.taken {
            session.intake.writer.set_taken(&source, &day)?;
        }
        if info.status.is_absent() {
            removals.without_status.push(source.clone());
        }
        let Some(listed) = info.status.present() else { return Ok(()) };
        let imported = self.import_listed(session, &listed, ImportFile::Statuses { source })?;
        imported.map_or(Ok(()), |imported| self.finish_file(session, imported))
    }

    /// Records an imported file, and deletes its download.
    fn finish_file(&self, session: &ImportSession<'_>, imported: ImportedFile) -> Result<(), ImportError> {
        let ImportedFile { name, path, sha256 } = imported;
        session.intake.writer.set_mirrored(&self.address, &name, sha256.as_deref().unwrap_or(NO_DIGEST))?;
        Ok(std::fs::remove_file(&path).map_err(|source| MirrorError::File { path, source })?)
    }

    /// The sources that were mirrored from the service.
    fn mirrored_sources(&self, session: &ImportSession<'_>) -> Result<BTreeSet<String>, ImportError> {
        let files = session.intake.writer.mirrored_files(&self.address)?;
        Ok(files.iter().filter_map(|file| source_of(file)).collect())
    }

    /// Adds the sources that the manifest no longer lists. Nothing is added if the service lists no source at all,
    /// since it has then probably failed, or if a file of it could not be read in this run (files of the report from
    /// `before` on).
    fn plan_unlisted(
        &self,
        session: &mut ImportSession<'_>,
        listed: &[String],
        before: usize,
        removals: &mut Removals,
    ) -> Result<(), ImportError> {
        if session.options.prune == Some(false) || session.options.source.is_some() {
            return Ok(());
        }
        let is_complete = session.report.files[before..].iter().all(FileReport::is_complete);
        for source in self.mirrored_sources(session)?.into_iter().filter(|source| !listed.contains(source)) {
            if listed.is_empty() {
                let note = format!("{} lists no source any more: {source} is kept", self.address);
                session.progress.note(&note);
            } else if is_complete {
                let removal = session.removal_of_source(&source)?;
                removals.unlisted.push(NamedRemovals { name: source, removals: removal });
            } else {
                session
                    .progress
                    .note(&format!("{source} is no longer listed, and kept: not all could be read"));
            }
        }
        Ok(())
    }

    /// Downloads and imports one file; None when it was imported before.
    fn import_listed(
        &self,
        session: &mut ImportSession<'_>,
        info: &ListedFile,
        file: ImportFile,
    ) -> Result<Option<ImportedFile>, ImportError> {
        let name = info.file.as_str();
        let recorded = session.intake.writer.mirrored(&self.address, name)?;
        let sha256 = info.sha256.as_ref().map(|sha256| recorded_digest(sha256, session.options));
        if recorded.is_some() && (recorded == sha256 || recorded == info.sha256) {
            session.progress.note(&format!("{name}: unchanged since it was last imported"));
            return Ok(None);
        }
        if info.sha256.is_none() {
            session.progress.note(&format!(
                "{name}: {} states no SHA-256 of it, so only its length can be checked",
                self.address
            ));
        }
        let path = self.incoming.join(name);
        let target = format!("/dumps/{name}");
        fetch(&self.client, &target, &path, info, session.progress)?;
        verify(&self.client.url(&target), &path, info)?;
        let before = session.report.files.len();
        session.import_file(&path, file, true)?;
        let is_complete = session.report.files[before..].iter().all(FileReport::is_complete);
        let sha256 = sha256.filter(|_| is_complete);
        Ok(Some(ImportedFile { name: name.to_owned(), path, sha256 }))
    }

    /// Removes downloads of earlier runs that the manifest does not list.
    fn remove_leftovers(&self, manifest: &[ListedSource]) -> Result<(), MirrorError> {
        let named: HashSet<&str> =
            manifest.iter().flat_map(ListedSource::files).map(|info| info.file.as_str()).collect();
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

    /// The list of dumps. Transient failures of the service are retried.
    fn manifest(&self) -> Result<Vec<ListedSource>, MirrorError> {
        let fetched = lagrum_retry::retry(waits(), RequestFailure::is_transient, || self.fetch_manifest());
        fetched
            .map_err(RequestFailure::into_text)
            .and_then(|text| manifest::parse(&text, MAX_OBJECT_BYTES))
            .map_err(|problem| MirrorError::Manifest { address: self.client.url(MANIFEST_PATH), problem })
    }

    fn fetch_manifest(&self) -> Result<Vec<u8>, RequestFailure> {
        let mut response = self.client.get_small(MANIFEST_PATH, MAX_MANIFEST_BYTES)?;
        if !response.status().is_success() {
            return Err(RequestFailure::from_status(response.status().as_u16()));
        }
        let text = read_whole(&mut response, MAX_MANIFEST_BYTES)?;
        Ok(text)
    }
}

/// The path of a service's list of dumps.
const MANIFEST_PATH: &str = "/api/v1/dumps";
