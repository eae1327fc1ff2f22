//! Mirroring another service: its dumps are fetched and imported.
//!
//! A dump is fetched into `<corpus>/incoming/` ([`download`]) and checked against the size and SHA-256 of the
//! manifest before it is imported. A dump that was imported before is not fetched again.
//!
//! Source by source: when all files of a source are in the store and what they lack is pruned, and only then, they
//! count as mirrored and the downloads go. A run that ends anywhere before leaves the source to the next one.
//!
//! At the end, the sources that were mirrored once and that the manifest names no more are removed.

mod download;

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Deserializer};

use self::download::{TRIES, fetch, is_passing, pause, verify};
use super::naming::Piece;
use super::{Import, ImportError};

/// How long one answer may take to its end. A connection that has fallen silent is noticed by this, and a download
/// then goes on over another.
const ANSWER_MAX: Duration = Duration::from_hours(1);

/// The longest manifest we read.
const MANIFEST_MAX: u64 = 16 << 20;

/// Why a service could not be mirrored.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
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
    /// The download cannot be written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// What the manifest says of a source. Only `source`, `file` and `bytes` are sure to be there.
#[derive(Debug, Deserialize)]
struct DumpInfo {
    source: String,
    #[serde(flatten)]
    dump: FileInfo,
    #[serde(default)]
    versions: SideFile,
    #[serde(default)]
    status: SideFile,
}

/// What the manifest says of a file beside the dump.
#[derive(Debug, Default)]
enum SideFile {
    /// Nothing: the service knows of no such files.
    #[default]
    Unmentioned,
    /// Null: there is none of this source.
    Absent,
    Present(FileInfo),
}

impl SideFile {
    fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    fn present(self) -> Option<FileInfo> {
        match self {
            Self::Present(file) => Some(file),
            Self::Unmentioned | Self::Absent => None,
        }
    }
}

impl<'de> Deserialize<'de> for SideFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Absent, Self::Present))
    }
}

#[derive(Debug, Deserialize)]
struct FileInfo {
    file: String,
    bytes: u64,
    sha256: Option<String>,
}

pub(super) fn mirror(import: &mut Import<'_>, corpus: &Path, address: &str) -> Result<(), ImportError> {
    let address = address.trim_end_matches('/');
    let incoming = corpus.join("incoming");
    std::fs::create_dir_all(&incoming)
        .map_err(|source| MirrorError::File { path: incoming.clone(), source })?;
    let agent = ureq::Agent::new_with_config(
        ureq::Agent::config_builder()
            .timeout_connect(Some(Duration::from_secs(20)))
            .timeout_recv_response(Some(Duration::from_mins(1)))
            .timeout_recv_body(Some(ANSWER_MAX))
            .http_status_as_error(false)
            .build(),
    );
    let service = Service { agent, address: address.to_owned(), incoming };
    let manifest = service.manifest()?;
    let listed: Vec<String> = manifest.iter().map(|info| info.source.clone()).collect();
    for info in manifest {
        service.mirror_source(import, info)?;
    }
    service.let_go(import, &listed)
}

struct Service {
    agent: ureq::Agent,
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
        let source = self.checked_name(&info.source)?.to_owned();
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
        let name = self.checked_name(&info.file)?;
        let remembered = import.intake.writer.mirrored(&self.address, name)?;
        let sha256 = info.sha256.as_ref().map(|sha256| remembered_as(sha256, import));
        if remembered.is_some() && (remembered == sha256 || remembered == info.sha256) {
            import.progress.note(&format!("{name}: unchanged since it was last imported"));
            return Ok(None);
        }
        let path = self.incoming.join(name);
        let url = format!("{}/dumps/{name}", self.address);
        fetch(&self.agent, &url, &path, info, import.progress)?;
        verify(&url, &path, info)?;
        let before = import.report.files.len();
        import.piece(&path, piece, true)?;
        let whole = import.report.files[before..].iter().all(super::FileReport::is_whole);
        let sha256 = sha256.filter(|_| whole);
        Ok(Some(Taken { name: name.to_owned(), path, sha256 }))
    }

    /// A name from the manifest, refused when it is anything but a plain name of a file or a source.
    fn checked_name<'a>(&self, name: &'a str) -> Result<&'a str, MirrorError> {
        let plain = !name.is_empty()
            && !name.starts_with('.')
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'));
        if plain {
            return Ok(name);
        }
        Err(MirrorError::Manifest {
            address: self.address.clone(),
            problem: format!("{name:?} is no name of a dump file or a source"),
        })
    }

    /// The list of dumps, asked for again while the service is not to be reached or has too much to do.
    fn manifest(&self) -> Result<Vec<DumpInfo>, MirrorError> {
        let url = format!("{}/api/v1/dumps", self.address);
        let mut failures = 0;
        loop {
            let problem = match self.manifest_once(&url) {
                Ok(text) => {
                    return serde_json::from_slice(&text)
                        .map_err(|error| MirrorError::Manifest { address: url, problem: error.to_string() });
                }
                Err(problem) => problem,
            };
            failures += 1;
            if failures == TRIES || !problem.passing {
                return Err(MirrorError::Manifest { address: url, problem: problem.text });
            }
            std::thread::sleep(pause(failures));
        }
    }

    fn manifest_once(&self, url: &str) -> Result<Vec<u8>, NoManifest> {
        let broke = |text: String| NoManifest { text, passing: true };
        let mut response = self.agent.get(url).call().map_err(|error| broke(error.to_string()))?;
        let status = response.status();
        if !status.is_success() {
            return Err(NoManifest {
                text: format!("it answered {status}"),
                passing: is_passing(status.as_u16()),
            });
        }
        let mut text = Vec::new();
        let body = response.body_mut().as_reader();
        body.take(MANIFEST_MAX).read_to_end(&mut text).map_err(|error| broke(error.to_string()))?;
        Ok(text)
    }
}

/// Why there is no list of dumps.
struct NoManifest {
    text: String,
    /// Whether there may be one a little later.
    passing: bool,
}
