//! Bringing documents into a corpus.
//!
//! An import takes *origins*: dump files, folders of dump files, folder trees of artifact files, or the address of a
//! running service. Each is worked through in batches: read, parsed in parallel, checked, stored and committed. What
//! has been counted as stored is on disk, so an interrupted import is simply run again. Importing the same thing
//! twice changes nothing.
//!
//! A line that cannot be read costs that line. A file that breaks off costs its rest, and nothing is pruned on its
//! account: what a damaged file lacks proves nothing.

mod intake;
mod lines;
mod mirror;
mod naming;
mod report;
mod tree;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use lagrum_artifact::Base;
use serde_json::Value;

pub use mirror::MirrorError;
pub use report::{Counts, FileReport, Report};

use self::intake::{Expect, Intake, Raw};
use self::lines::Lines;
use self::naming::Piece;
use crate::{Corpus, CorpusError, Progress};

/// How to import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The base address of the corpus, where it cannot be told from the artifacts (a base with a path).
    pub base: Option<Base>,
    /// The source to take everything for, whatever files and folders are called.
    pub source: Option<String>,
    /// Whether to remove documents that full dumps no longer hold; None = only when mirroring a service.
    pub prune: Option<bool>,
    /// Fail at the first line that cannot be read.
    pub strict: bool,
    /// Names of artifact folders and the source each belongs to (`dom` is `dv`).
    pub folders: Vec<(String, String)>,
    /// Mirror services over plain http also where it leaves this machine.
    pub insecure_http: bool,
    /// The proxy to reach services by, as `http://HOST:PORT`. None is taken from the environment.
    pub proxy: Option<String>,
}

/// Bytes of a file that is read whole: a status file, or an index of wordings.
const OBJECT_MAX: u64 = 64 << 20;

/// Why an import stopped.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The store refused.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// An origin is neither a file, a folder nor an address.
    #[error("{0}: no such file or folder")]
    NoOrigin(PathBuf),
    /// A folder of attachments has none of its parts.
    #[error("{0}: no attachments: expected a folder with pdf/index.json, verdicts/ or graphics/ in it")]
    NoAttachments(PathBuf),
    /// Nobody knows yet under which address the corpus's documents are.
    #[error("the corpus is empty: import documents first, or name the base of its uris with --base")]
    NoBase,
    /// A file's name does not tell what it holds.
    #[error(
        "{0}: cannot tell what this file holds; expected <source>.ndjson.gz, or name the source with --source"
    )]
    Unnamed(PathBuf),
    /// A file cannot be opened.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The corpus has another base than the one asked for.
    #[error("this corpus has the base {recorded}, not {wanted}; import into a --data folder of its own")]
    OtherBase {
        /// The base recorded in the corpus.
        recorded: Base,
        /// The base asked for.
        wanted: Base,
    },
    /// A line could not be read, and the import is strict.
    #[error("{file}, {problem} (strict: nothing after it was read)")]
    Strict {
        /// The file.
        file: String,
        /// The line and what is wrong with it.
        problem: String,
    },
    /// A service could not be mirrored.
    #[error(transparent)]
    Mirror(#[from] MirrorError),
}

/// Imports origins in order. Problems of single artifacts and files are in the report; an error means the import
/// ended early, with all that was committed before it kept.
pub fn import(
    corpus: &Corpus,
    origins: &[String],
    options: &ImportOptions,
    progress: &dyn Progress,
) -> Result<Report, ImportError> {
    let mut import = Import {
        intake: Intake::new(corpus.writer()?, options)?,
        options,
        progress,
        report: Report::default(),
        whole: BTreeMap::new(),
    };
    for origin in origins {
        if origin.starts_with("http://") || origin.starts_with("https://") {
            mirror::mirror(&mut import, corpus.folder(), origin)?;
        } else {
            import.path(Path::new(origin))?;
        }
    }
    import.prune()?;
    Ok(import.report)
}

/// What of a source an import has read.
#[derive(Default)]
struct Seen {
    /// The full dump was read to its end.
    full: bool,
    /// It came from a service, whose dump holds all there is.
    mirrored: bool,
    /// Something of the source could not be read.
    broken: bool,
    /// The dump files read.
    files: Vec<String>,
    /// The archived wordings were read to their end.
    lydelser: bool,
}

impl Seen {
    /// A service says that it has no archived wordings of the source.
    fn has_no_lydelser(&mut self) {
        self.lydelser = true;
        self.mirrored = true;
    }
}

struct Import<'a> {
    intake: Intake<'a>,
    options: &'a ImportOptions,
    progress: &'a dyn Progress,
    report: Report,
    whole: BTreeMap<String, Seen>,
}

impl Import<'_> {
    fn path(&mut self, path: &Path) -> Result<(), ImportError> {
        if path.is_file() {
            let piece = Piece::of(path).ok_or_else(|| ImportError::Unnamed(path.to_owned()))?;
            return self.piece(path, piece, false);
        }
        if !path.is_dir() {
            return Err(ImportError::NoOrigin(path.to_owned()));
        }
        let entries = sorted_entries(path)?;
        let is_dump = |entry: &PathBuf| {
            entry.is_file()
                && entry.file_name().and_then(|name| name.to_str()).and_then(naming::dump_stem).is_some()
        };
        if entries.iter().any(is_dump) {
            self.dump_folder(path, &entries)
        } else {
            tree::import_tree(self, path)
        }
    }

    /// A folder of dump files, with the archived wordings in its subfolder `versions`.
    fn dump_folder(&mut self, folder: &Path, entries: &[PathBuf]) -> Result<(), ImportError> {
        let versions = folder.join("versions");
        let archived = if versions.is_dir() { sorted_entries(&versions)? } else { Vec::new() };
        for path in entries.iter().chain(&archived).filter(|path| **path != versions) {
            match Piece::of(path).filter(|_| path.is_file()) {
                Some(piece) => self.piece(path, piece, false)?,
                None => self.progress.note(&format!("passed over {}", path.display())),
            }
        }
        Ok(())
    }

    fn piece(&mut self, path: &Path, piece: Piece, mirrored: bool) -> Result<(), ImportError> {
        match piece.of_source(self.options.source.as_deref()) {
            Piece::Dump { source, file } => {
                let report = self.lines(path, &source, &file, Expect::Documents)?;
                let seen = self.whole.entry(source.clone()).or_default();
                seen.full |= source == file;
                seen.mirrored |= mirrored;
                seen.broken |= !report.is_whole();
                seen.files.push(file);
                self.report.files.push(report);
            }
            Piece::Versions { source } => {
                let report = self.lines(path, &source, &source, Expect::Lydelser)?;
                let seen = self.whole.entry(source).or_default();
                seen.lydelser = true;
                seen.broken |= !report.is_whole();
                self.report.files.push(report);
            }
            Piece::Status { source } => {
                self.object(path, &source, |import, entries| {
                    import.intake.writer.put_statuses(&source, entries)
                })?;
            }
            Piece::VersionIndex { source } => self.object(path, &source, |import, entries| {
                import.intake.writer.put_version_index(&source, entries)
            })?,
        }
        Ok(())
    }

    /// Imports the lines of a dump file. A thread reads ahead while a batch is parsed and stored.
    fn lines(
        &mut self,
        path: &Path,
        source: &str,
        file: &str,
        expect: Expect,
    ) -> Result<FileReport, ImportError> {
        let file_error = |source| ImportError::File { path: path.to_owned(), source };
        let length = std::fs::metadata(path).map_err(file_error)?.len();
        let mut lines = Lines::open(path).map_err(file_error)?;
        let mut report =
            FileReport { name: path.display().to_string(), source: source.to_owned(), ..Default::default() };
        self.progress.begin(&format!("import {}", report.name), Some(length));
        std::thread::scope(|scope| {
            let (sender, batches) = std::sync::mpsc::sync_channel(1);
            scope.spawn(move || {
                loop {
                    let batch = lines.next_batch();
                    let last = batch.as_ref().map_or(true, Vec::is_empty);
                    if sender.send((batch, lines.newly_read())).is_err() || last {
                        return;
                    }
                }
            });
            for (batch, bytes) in batches {
                match batch {
                    Ok(batch) => {
                        let raw = batch
                            .into_iter()
                            .map(|line| Raw { place: format!("line {}", line.number), bytes: line.bytes })
                            .collect();
                        self.intake.take(source, file, expect, raw, &mut report)?;
                    }
                    Err(error) => {
                        report.broken = Some(format!("cannot be read on: {error}"));
                    }
                }
                self.progress.advance(bytes);
            }
            Ok::<(), ImportError>(())
        })?;
        self.progress.end();
        for problem in report.problems.iter().chain(&report.broken) {
            self.progress.note(&format!("{}: {problem}", report.name));
        }
        Ok(report)
    }

    /// Imports a JSON object of entries by key; `store` says whether they changed anything.
    fn object(
        &mut self,
        path: &Path,
        source: &str,
        store: impl FnOnce(&mut Self, &[(String, String)]) -> Result<bool, CorpusError>,
    ) -> Result<(), ImportError> {
        let read = || {
            let mut bytes = Vec::new();
            File::open(path)?.take(OBJECT_MAX + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let bytes = read().map_err(|source| ImportError::File { path: path.to_owned(), source })?;
        let mut report =
            FileReport { name: path.display().to_string(), source: source.to_owned(), ..Default::default() };
        let parsed = if bytes.len() as u64 > OBJECT_MAX {
            Err(format!("it is longer than {OBJECT_MAX} bytes"))
        } else {
            serde_json::from_slice::<serde_json::Map<String, Value>>(&bytes)
                .map_err(|error| error.to_string())
        };
        match parsed {
            Ok(map) => {
                let entries: Vec<_> = map.into_iter().map(|(key, entry)| (key, entry.to_string())).collect();
                let count = entries.len() as u64;
                report.counts.read = count;
                if store(self, &entries)? {
                    report.counts.stored = count;
                } else {
                    report.counts.unchanged = count;
                }
            }
            Err(error) => {
                report.broken = Some(format!("expected a JSON object of entries: {error}"));
                self.progress.note(&format!("{}: not read: {error}", report.name));
            }
        }
        self.report.files.push(report);
        Ok(())
    }

    /// Removes what full dumps no longer hold.
    fn prune(&mut self) -> Result<(), ImportError> {
        let sources: Vec<String> = self.whole.keys().cloned().collect();
        sources.iter().try_for_each(|source| self.prune_source(source))
    }

    /// Removes what the full dump of a source no longer holds, once all of it that there is has been read.
    fn prune_source(&mut self, source: &str) -> Result<(), ImportError> {
        let Some(seen) = self.whole.remove(source) else { return Ok(()) };
        if !self.options.prune.unwrap_or(seen.mirrored) {
            return Ok(());
        }
        if seen.broken {
            self.progress.note(&format!("nothing of {source} was pruned: not all of it could be read"));
            return Ok(());
        }
        let mut removed = 0;
        if seen.full {
            // A supplement that was not read this time still holds what it held, unless a service's dump, which
            // has everything, says otherwise.
            let held_files = self.intake.writer.files()?;
            let unread: Vec<String> = held_files
                .into_iter()
                .filter(|(of, file)| of == source && !seen.mirrored && !seen.files.contains(file))
                .map(|(_, file)| file)
                .collect();
            removed += self.intake.writer.prune_documents(source, &unread)?;
        }
        if seen.lydelser {
            removed += self.intake.writer.prune_lydelser(source)?;
        }
        if let Some(report) = self.report.files.iter_mut().rev().find(|report| report.source == source) {
            report.counts.removed = removed as u64;
        }
        Ok(())
    }

    /// Removes the documents of a source that its service has no more. Those that came in supplements of one's own, or
    /// in this import from elsewhere, stay.
    fn let_go(&mut self, address: &str, source: &str) -> Result<(), ImportError> {
        let held_files = self.intake.writer.files()?.into_iter();
        let own: Vec<String> =
            held_files.filter(|(of, file)| of == source && file != source).map(|(_, file)| file).collect();
        let removed =
            self.intake.writer.prune_documents(source, &own)? + self.intake.writer.prune_lydelser(source)?;
        self.intake.writer.put_statuses(source, &[])?;
        let name = format!("{address} has no {source} any more");
        let mut report = FileReport { name, source: source.to_owned(), ..Default::default() };
        report.counts.removed = removed as u64;
        self.progress.note(&format!("{}: {removed} removed", report.name));
        self.report.files.push(report);
        Ok(())
    }
}

/// What is in a folder, by name.
pub(crate) fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>, ImportError> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        entries.sort();
        Ok(entries)
    };
    read().map_err(|source| ImportError::File { path: folder.to_owned(), source })
}
