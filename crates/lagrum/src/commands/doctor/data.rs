//! The data folder: rights, disk, corpus, snapshot.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use jiff::Timestamp;
use lagrum_answers::readiness;
use lagrum_corpus::{Corpus, CorpusState, free_bytes};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use rustix::fs::{Access, access};

use super::finding::HealthFinding;
use super::machine::PastEvent;
use crate::commands::status::{ago, shortcomings, size_text};
use crate::failure::Failure;

/// The parts of a data folder that could be opened.
#[derive(Default)]
pub(super) struct HeldData {
    pub(super) snapshot: Option<Snapshot>,
    /// Events in the data folder with their times.
    pub(super) events: Vec<PastEvent>,
}

/// Who may read and write the data folder.
pub(super) fn folder(data: &Path) -> Vec<HealthFinding> {
    let shown = data.display();
    let metadata = match fs::metadata(data) {
        Ok(metadata) => metadata,
        Err(error) => {
            let remedy = "name the folder with --data or LAGRUM_DATA, or make one with `lagrum import`";
            return vec![HealthFinding::fault("rights", format!("{shown}: {error}"), remedy)];
        }
    };
    if access(data, Access::READ_OK | Access::EXEC_OK).is_err() {
        let remedy = "run this as the user of the server, and make that a member of the group of the folder";
        return vec![HealthFinding::fault("rights", format!("{shown} may not be read"), remedy)];
    }
    if let Some(open) = open_to_all(data) {
        let remedy =
            format!("anybody on this machine can change the law that is served: chmod -R o-w {shown}");
        return vec![HealthFinding::fault("rights", format!("everybody may write to {open}"), remedy)];
    }
    let may = if access(data, Access::WRITE_OK).is_ok() {
        "read and written: right for import and build"
    } else {
        "read and not written: right for serve"
    };
    let owner = format!("of user {} and group {}", metadata.uid(), metadata.gid());
    vec![HealthFinding::ok("rights", format!("{shown}, {owner}, may be {may}"))]
}

/// A file or folder that everybody may write to, among those that must be protected.
fn open_to_all(data: &Path) -> Option<String> {
    const MATTER: [&str; 5] = ["", "corpus", "corpus/corpus.db", "snapshots", "snapshots/current"];
    let paths = MATTER.iter().map(|name| data.join(name));
    let open = |path: &Path| fs::metadata(path).is_ok_and(|metadata| metadata.mode() & 0o002 != 0);
    paths.into_iter().find(|path| open(path)).map(|path| path.display().to_string())
}

/// Opens the corpus and the published snapshot, and adds a finding for each.
pub(super) fn open(data: &Path, findings: &mut Vec<HealthFinding>) -> HeldData {
    let mut held = HeldData::default();
    let state = match corpus(data) {
        Ok((finding, state)) => {
            findings.push(finding);
            let changed = state.documents.iter().map(|document| document.changed).max();
            let changed = changed.and_then(|second| Timestamp::from_second(second).ok());
            held.events.extend(changed.map(|at| PastEvent { what: "last import", at }));
            Some(state)
        }
        Err(failure) => {
            let remedy =
                "run `lagrum import`; a damaged corpus is restored from the backup (docs/operate.md)";
            findings.push(HealthFinding::fault("corpus", failure.to_string(), remedy));
            None
        }
    };
    match Snapshots::new(data).open_current() {
        Ok(Some(snapshot)) => {
            let published = Timestamp::from_second(snapshot.manifest().published_at());
            held.events.extend(published.ok().map(|at| PastEvent { what: "publication", at }));
            findings.push(published_snapshot(&snapshot, state.as_ref()));
            held.snapshot = Some(snapshot);
        }
        Ok(None) => findings.push(HealthFinding::fault(
            "snapshot",
            "none is published, so nothing can be served",
            match &state {
                Some(state) if !state.documents.is_empty() => "run `lagrum build`",
                _ => "run `lagrum import`, then `lagrum build`",
            },
        )),
        Err(error) => {
            let remedy = "run `lagrum build`: it derives the snapshot anew from the corpus";
            findings.push(HealthFinding::fault("snapshot", error.to_string(), remedy));
        }
    }
    held
}

fn corpus(data: &Path) -> Result<(HealthFinding, CorpusState), Failure> {
    let corpus = Corpus::open(data)?;
    let state = corpus.reader()?.state()?;
    let found = format!(
        "{} documents and {} archived lydelser, {} on disk",
        state.documents.len(),
        state.lydelser.len(),
        size_text(corpus.bytes_on_disk())
    );
    let finding = if state.documents.is_empty() {
        HealthFinding::fault("corpus", found, "run `lagrum import`: there is nothing to build")
    } else {
        HealthFinding::ok("corpus", found)
    };
    Ok((finding, state))
}

/// Checks whether all parts of the published snapshot can be loaded, and whether it is up to date.
fn published_snapshot(snapshot: &Snapshot, state: Option<&CorpusState>) -> HealthFinding {
    let manifest = snapshot.manifest();
    let age = Timestamp::from_second(manifest.published_at()).map(ago).unwrap_or_default();
    let found = format!("{}, published {age}", manifest.id);
    if let Err(failure) = load(snapshot) {
        let remedy = "run `lagrum check`, then `lagrum build`";
        return HealthFinding::fault("snapshot", format!("{found}: {failure}"), remedy);
    }
    let missing: Vec<&str> =
        readiness(Some(snapshot)).parts.iter().filter(|part| !part.ready).map(|part| part.name).collect();
    if !missing.is_empty() {
        let found = format!("{found}: not answered from: {}", missing.join(", "));
        return HealthFinding::fault("snapshot", found, "run `lagrum check`, then `lagrum build`");
    }
    let generation = state.map_or(manifest.generation, |state| state.generation);
    let missing = shortcomings(manifest, generation);
    if missing.is_empty() {
        return HealthFinding::ok(
            "snapshot",
            format!("{found}; every part opens (`lagrum check` compares what is in them)"),
        );
    }
    HealthFinding::warning("snapshot", found, missing.join("; "))
}

/// Loads the parts that a server loads at its start, with the embedded engine.
fn load(snapshot: &Snapshot) -> Result<(), Failure> {
    snapshot.load_resolver(today())?;
    snapshot.load_search()?;
    snapshot.load_graph()?;
    snapshot.load_name_index(today())?;
    Ok(())
}

/// Whether the disk has room for the next snapshot.
pub(super) fn disk(data: &Path, snapshot: Option<&Snapshot>) -> HealthFinding {
    let Some(free) = free_bytes(data) else {
        return HealthFinding::ok("disk", "this system does not say how much is free");
    };
    let size = snapshot.map_or(0, |snapshot| {
        size_of(&data.join("snapshots").join(snapshot.id().as_str())).unwrap_or_default()
    });
    disk_with(free, size)
}

/// Bytes below which nothing can be imported or built, whatever the snapshot has.
const MIN_FREE: u64 = 100 << 20;

fn disk_with(free: u64, snapshot: u64) -> HealthFinding {
    let found = format!("{} free, the snapshot has {}", size_text(free), size_text(snapshot));
    let remedy = "make room: a build needs twice the newest snapshot; until then the published one stays";
    if free < snapshot.max(MIN_FREE) {
        HealthFinding::fault("disk", found, remedy)
    } else if free < 2 * snapshot {
        HealthFinding::warning("disk", found, remedy)
    } else {
        HealthFinding::ok("disk", found)
    }
}

/// The bytes of all files in a folder.
fn size_of(folder: &Path) -> std::io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        bytes += if metadata.is_dir() { size_of(&entry.path())? } else { metadata.len() };
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::doctor::finding::Health;

    #[test]
    fn a_build_needs_room_for_two_snapshots() {
        for (free, snapshot, health) in [
            (0, 0, Health::Fault),
            (99, 0, Health::Fault),
            (100, 0, Health::Ok),
            (2000, 1000, Health::Ok),
            (1999, 1000, Health::Warning),
            (1000, 1000, Health::Warning),
            (999, 1000, Health::Fault),
        ] {
            assert_eq!(disk_with(free << 20, snapshot << 20).health, health, "{free} {snapshot}");
        }
    }
}
