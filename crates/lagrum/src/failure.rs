//! Why a command failed.

use std::path::Path;

/// Why a command failed, in words for its user.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Prints why a command failed.
pub(crate) fn report(failure: &Failure) {
    print_error!("error: {failure}");
    let mut cause = failure.source();
    while let Some(error) = cause {
        print_error!("  caused by: {error}");
        cause = error.source();
    }
}

/// The failure of a command that needs a published snapshot.
pub(crate) fn no_snapshot(data: &Path) -> Failure {
    let data = data.display();
    format!("no snapshot is published in {data}: build one with `lagrum build --data {data}`").into()
}
