//! The folder of snapshots: drafts, publishing, opening, sweeping.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lagrum_artifact::Generation;
use lagrum_corpus::{Corpus, PublishedCounts, PublishedSnapshot};
use lagrum_files::{FileLock, rename_synced, replace, sync_folder, write_synced};
use lagrum_vectors::EncoderId;

use crate::digests::{Before, digests};
use crate::layout::{VECTORS, file_error, vector_table};
use crate::{Manifest, Snapshot, SnapshotError, SnapshotFile, SnapshotId};

const BUILDING: &str = ".building-";
const REMOVING: &str = ".removing-";

/// How often to retry when the current snapshot is swept before it can be locked.
const TRIES: usize = 5;

/// The snapshots of a data folder.
#[derive(Clone, Debug)]
pub struct Snapshots {
    data: PathBuf,
    folder: PathBuf,
}

/// A snapshot being built. It is removed when it is dropped without being published.
#[derive(Debug)]
pub struct Draft {
    snapshots: Snapshots,
    begun: jiff::Timestamp,
    generation: Generation,
    folder: PathBuf,
    published: bool,
    _build_lock: FileLock,
}

impl Snapshots {
    /// The snapshots of a data folder, which may have none.
    pub fn new(data: &Path) -> Self {
        Self { data: data.to_owned(), folder: data.join("snapshots") }
    }

    /// The id of the published snapshot; None while nothing has been published.
    pub fn current(&self) -> Result<Option<SnapshotId>, SnapshotError> {
        let path = self.folder.join("current");
        match fs::read_to_string(&path) {
            Ok(text) => match SnapshotId::parse(text.trim()) {
                Some(id) => Ok(Some(id)),
                None => Err(SnapshotError::Manifest { path, problem: "it names no snapshot".to_owned() }),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(file_error(&path)(error)),
        }
    }

    /// Opens the published snapshot; None while nothing has been published.
    pub fn open_current(&self) -> Result<Option<Snapshot>, SnapshotError> {
        self.open_whole_or_not(true)
    }

    /// Opens the published snapshot even if its catalog is damaged: search does not need the catalog.
    pub fn open_what_is_there(&self) -> Result<Option<Snapshot>, SnapshotError> {
        self.open_whole_or_not(false)
    }

    fn open_whole_or_not(&self, whole: bool) -> Result<Option<Snapshot>, SnapshotError> {
        for _ in 0..TRIES {
            let Some(id) = self.current()? else { return Ok(None) };
            let folder = self.folder.join(id.as_str());
            if let Some(snapshot) = Snapshot::open(&self.data, folder, &id, whole)? {
                return Ok(Some(snapshot));
            }
        }
        Ok(None)
    }

    /// Opens a snapshot; None when there is none with that id, or no longer.
    pub fn open(&self, id: &SnapshotId) -> Result<Option<Snapshot>, SnapshotError> {
        Snapshot::open(&self.data, self.folder.join(id.as_str()), id, true)
    }

    /// The ids of all snapshots on disk, oldest first.
    pub fn all(&self) -> Result<Vec<SnapshotId>, SnapshotError> {
        let mut ids: Vec<_> = self.entries()?.iter().filter_map(|name| SnapshotId::parse(name)).collect();
        ids.retain(|id| self.folder.join(id.as_str()).is_dir());
        ids.sort();
        Ok(ids)
    }

    /// The folder of the search index of a snapshot.
    pub fn search_of(&self, id: &SnapshotId) -> PathBuf {
        self.folder.join(id.as_str()).join("search")
    }

    /// The folder of the dump files of a snapshot.
    pub fn dumps_of(&self, id: &SnapshotId) -> PathBuf {
        self.folder.join(id.as_str()).join("dumps")
    }

    /// The folder of files that the next build takes over from a snapshot. Nothing in it is served.
    pub fn derived_of(&self, id: &SnapshotId) -> PathBuf {
        self.folder.join(id.as_str()).join("derived")
    }

    /// Begins a snapshot. Fails at once when another build is running. Removes what killed builds left.
    pub fn begin(&self) -> Result<Draft, SnapshotError> {
        fs::create_dir_all(&self.folder).map_err(file_error(&self.folder))?;
        let lock_path = self.folder.join("build.lock");
        let Some(lock) = FileLock::try_exclusive(&lock_path).map_err(file_error(&lock_path))? else {
            return Err(SnapshotError::Busy(self.data.clone()));
        };
        for name in
            self.entries()?.iter().filter(|name| name.starts_with(BUILDING) || name.starts_with(REMOVING))
        {
            let path = self.folder.join(name);
            fs::remove_dir_all(&path).map_err(file_error(&path))?;
        }
        let begun = jiff::Timestamp::now();
        let folder = self.folder.join(format!("{BUILDING}{}", begun.as_millisecond()));
        fs::create_dir_all(folder.join("dumps")).map_err(file_error(&folder))?;
        Ok(Draft {
            snapshots: self.clone(),
            begun,
            generation: Generation::NONE,
            folder,
            published: false,
            _build_lock: lock,
        })
    }

    /// What published snapshots had that a run or a build is compared with. Where the published snapshot cannot be read, that of the newest
    /// one that can. Empty while nothing is published.
    pub fn published_counts(&self) -> Result<Vec<PublishedCounts>, SnapshotError> {
        let current = self.current().ok().flatten();
        let newest = self.all()?.into_iter().rev();
        let mut manifests =
            current.into_iter().chain(newest).filter_map(|id| manifest_of(&self.folder.join(id.as_str())));
        Ok(manifests.next().map(|manifest| manifest.published_counts()).unwrap_or_default())
    }

    /// Records in the corpus that the published snapshot was served, so that the next one can list the changes after
    /// it. A build begins with this.
    pub fn record_published(&self) -> Result<(), SnapshotError> {
        // A snapshot that cannot be read was not served, and the build that begins replaces it.
        let Ok(Some(id)) = self.current() else { return Ok(()) };
        let Some(manifest) = manifest_of(&self.folder.join(id.as_str())) else { return Ok(()) };
        let at = manifest.published_at();
        let published = PublishedSnapshot { id: id.to_string(), generation: manifest.generation, at };
        Ok(Corpus::open(&self.data)?.record_published(&published)?)
    }

    /// Removes the snapshots that are neither published nor in use, and the stored artifacts that only they referred
    /// to. The build lock must be held, so only a [`Draft`] calls this.
    fn sweep(&self) -> Result<(), SnapshotError> {
        let current = self.current()?;
        let mut oldest = None;
        for id in self.all()? {
            let folder = self.folder.join(id.as_str());
            // The lock is held until the folder is renamed. A process that waits for it then finds no snapshot.
            if Some(&id) != current.as_ref()
                && let Some(_held) = lock_unused(&folder)
            {
                let removing = self.folder.join(format!("{REMOVING}{id}"));
                fs::rename(&folder, &removing).map_err(file_error(&folder))?;
                fs::remove_dir_all(&removing).map_err(file_error(&removing))?;
                continue;
            }
            // A snapshot with an unreadable manifest may need every stored artifact.
            let Some(generation) = generation_of(&folder) else { return Ok(()) };
            oldest = Some(oldest.map_or(generation, |oldest: Generation| oldest.min(generation)));
        }
        if let Some(oldest) = oldest {
            Corpus::open(&self.data)?.sweep(oldest)?;
        }
        Ok(())
    }

    fn entries(&self) -> Result<Vec<String>, SnapshotError> {
        if !self.folder.is_dir() {
            return Ok(Vec::new());
        }
        let read = || -> io::Result<Vec<String>> {
            fs::read_dir(&self.folder)?
                .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
                .collect()
        };
        read().map_err(file_error(&self.folder))
    }
}

impl Draft {
    /// Sets the generation of the corpus that it is built from.
    pub fn set_generation(&mut self, generation: Generation) {
        self.generation = generation;
    }

    /// The id the snapshot will have.
    pub fn id(&self) -> SnapshotId {
        SnapshotId::new(self.begun, self.generation)
    }

    /// Its folder, for temporary files. What lies there when it is published becomes part of the snapshot.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of its catalog.
    pub fn catalog(&self) -> PathBuf {
        self.folder.join("catalog.db")
    }

    /// The folder of its dump files.
    pub fn dumps(&self) -> PathBuf {
        self.folder.join("dumps")
    }

    /// The folder of its search index.
    pub fn search(&self) -> PathBuf {
        self.folder.join("search")
    }

    /// The folder of files that the next build takes over.
    pub fn derived(&self) -> PathBuf {
        self.folder.join("derived")
    }

    /// The folder of its private lookups.
    pub fn lookups(&self) -> PathBuf {
        self.folder.join("lookups")
    }

    /// The folder of its vector tables.
    pub fn vectors(&self) -> PathBuf {
        self.folder.join(VECTORS)
    }

    /// The table of its vectors by an encoder.
    pub fn vector_table(&self, encoder: &EncoderId) -> PathBuf {
        vector_table(&self.folder, encoder)
    }

    /// Makes it the published snapshot ([`Self::finish`], [`Self::publish_finished`]).
    pub fn publish(&mut self, manifest: &Manifest) -> Result<(), SnapshotError> {
        self.finish(manifest)?;
        self.publish_finished()
    }

    /// Writes its manifest with the digests of all files, and waits until everything is on the disk.
    pub fn finish(&mut self, manifest: &Manifest) -> Result<(), SnapshotError> {
        let path = self.folder.join("manifest.json");
        let now = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let files = self.digests().map_err(file_error(&self.folder))?;
        let manifest = &Manifest { published: Some(now), files, ..manifest.clone() };
        let json = serde_json::to_vec_pretty(manifest)
            .map_err(|error| SnapshotError::Manifest { path: path.clone(), problem: error.to_string() })?;
        write_synced(&path, &json).map_err(file_error(&path))?;
        let in_use = self.folder.join("in-use.lock");
        write_synced(&in_use, b"").map_err(file_error(&in_use))?;
        share(&self.folder).map_err(file_error(&self.folder))?;
        let parts = [self.search(), self.derived(), self.lookups(), self.vectors()];
        let held = parts.into_iter().filter(|folder| folder.is_dir());
        for folder in held.chain([self.folder.join("dumps"), self.folder.clone()]) {
            sync_folder(&folder).map_err(file_error(&folder))?;
        }
        Ok(())
    }

    /// Opens the finished draft, to verify it. Close it before it is published.
    pub fn open(&self) -> Result<Option<Snapshot>, SnapshotError> {
        Snapshot::open(&self.snapshots.data, self.folder.clone(), &self.id(), true)
    }

    /// Makes the finished draft the published snapshot, then removes the snapshots that are not in use. No other build begins until the
    /// draft is dropped.
    pub fn publish_finished(&mut self) -> Result<(), SnapshotError> {
        let (parent, id) = (&self.snapshots.folder, self.id());
        let home = parent.join(id.as_str());
        rename_synced(&self.folder, &home).map_err(file_error(&home))?;
        self.published = true;

        let current = parent.join("current");
        replace(&current, format!("{id}\n").as_bytes()).map_err(file_error(&current))?;
        self.snapshots.sweep()
    }

    fn digests(&self) -> io::Result<BTreeMap<String, SnapshotFile>> {
        let before = self.snapshots.current().ok().flatten();
        let folder = before.map(|id| self.snapshots.folder.join(id.as_str()));
        let manifest = folder.as_deref().and_then(manifest_of);
        let before = folder.as_deref().zip(manifest.as_ref());
        let before = before.map(|(folder, manifest)| Before { folder, manifest });
        digests(&self.folder, before.as_ref())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.published {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Gives every file in a folder the read and write permissions of the folder, which follow the umask of the build.
/// Parts of the search index are written for their owner only, and the server may run as another user.
#[cfg(unix)]
fn share(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let wanted = fs::metadata(folder)?.permissions().mode() & 0o666;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if metadata.is_dir() {
            share(&entry.path())?;
        } else if metadata.is_file() && metadata.permissions().mode() & 0o777 != wanted {
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(wanted))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn share(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The exclusive lock on a snapshot; None while it is in use.
fn lock_unused(folder: &Path) -> Option<FileLock> {
    FileLock::try_exclusive(&folder.join("in-use.lock")).ok().flatten()
}

fn generation_of(folder: &Path) -> Option<Generation> {
    Some(manifest_of(folder)?.generation)
}

fn manifest_of(folder: &Path) -> Option<Manifest> {
    serde_json::from_slice(&fs::read(folder.join("manifest.json")).ok()?).ok()
}
