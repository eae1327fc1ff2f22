//! Why a command failed.

use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use lagrum_snapshot::SnapshotError;
use rustix::fs::{Access, access};

/// Why a command failed, in words for its user.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Prints why a command failed.
pub(crate) fn report(failure: &Failure) {
    let mut said = failure.to_string();
    print_error!("error: {said}");
    let mut cause = failure.source();
    while let Some(error) = cause {
        // Many errors name their cause themselves.
        let words = error.to_string();
        if !said.contains(&words) {
            print_error!("  caused by: {words}");
            said = words;
        }
        cause = error.source();
    }
}

/// The failure of a command that may not read a folder; None of any other error.
pub(crate) fn not_allowed(error: &SnapshotError) -> Option<Failure> {
    let SnapshotError::File { path, source } = error else { return None };
    let is_denied = source.kind() == std::io::ErrorKind::PermissionDenied;
    let path = path.display();
    is_denied.then(|| {
        format!(
            "this user may not read {path}: run this as a user of the group of the folder, or name another with --data"
        )
        .into()
    })
}

/// Fails where this user may not use the corpus of a data folder. A folder that is not there, or has no corpus, is another failure.
pub(crate) fn check_rights(data: &Path, wanted: Access) -> Result<(), Failure> {
    let database = data.join("corpus/corpus.db");
    let denied = match std::fs::metadata(&database) {
        Ok(_) => access(&database, wanted).is_err(),
        Err(error) => error.kind() == std::io::ErrorKind::PermissionDenied,
    };
    if !denied {
        return Ok(());
    }
    let owner = std::fs::metadata(data).map(|folder| folder.uid());
    let owner = owner.map(|owner| format!(", which belongs to the user with the number {owner}"));
    Err(format!(
        "this user may not use the corpus in {}{}: run this as that user, or name another folder with --data",
        data.display(),
        owner.unwrap_or_default()
    )
    .into())
}

/// The failure of a command that needs a published snapshot.
pub(crate) fn no_snapshot(data: &Path) -> Failure {
    let data = data.display();
    format!("no snapshot is published in {data}: build one with `lagrum build --data {data}`").into()
}
