//! The index of a snapshot in the cluster, and the result of the last check of it.
//!
//! Before the first search the index is checked to be the one of the snapshot. After that it can only disappear, which
//! every search notices. After a failure the index is checked at most once a second: a cluster that comes back is found
//! without a restart, and one that does not gets few calls.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fst::Map;
use serde_json::Value;

use crate::client::{ClusterCall, ClusterClient};
use crate::index::{FORMAT, index_metas};
use crate::manifest::IndexManifest;
use crate::{ClusterAccess, ClusterError};

/// The timeout of the calls of a check.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);

/// How long the result of a check is used.
const CHECK_VALID: Duration = Duration::from_secs(1);

/// How often a failure that lasts is logged, and how soon after it a different one may be.
const LOG_SAME: Duration = Duration::from_secs(10);
const LOG_OTHER: Duration = Duration::from_secs(1);

/// The index of one snapshot in a cluster.
#[derive(Debug)]
pub(crate) struct SnapshotIndex {
    pub(crate) client: ClusterClient,
    /// The index that the snapshot's manifest names; None when the snapshot has no index in a cluster.
    own: Option<IndexIdentity>,
    folder: PathBuf,
    /// Held during a check.
    checking: Mutex<()>,
    state: Mutex<State>,
}

/// What the manifest says of an index.
pub(crate) struct IndexIdentity {
    pub(crate) index: String,
    digest: String,
    pub(crate) numbers: Map<Vec<u8>>,
}

impl std::fmt::Debug for IndexIdentity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IndexIdentity").field("index", &self.index).finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct State {
    /// Whether a check found the index to be the one of the snapshot.
    is_ours: bool,
    /// The time and the result of the last check.
    last_check: Option<(Instant, Result<(), ClusterError>)>,
    /// Whether the log says that searches fail.
    is_failing: bool,
    /// The time and the text of the failure that was logged last.
    logged: Option<(Instant, &'static str)>,
}

impl SnapshotIndex {
    /// The index of the snapshot whose embedded index is in a folder. The cluster is not called yet.
    pub(crate) fn new(folder: &Path, access: &ClusterAccess) -> Self {
        let own = IndexManifest::load(folder).and_then(|manifest| {
            let numbers = manifest.numbers().ok()?;
            Some(IndexIdentity { digest: manifest.digest(), index: manifest.index, numbers })
        });
        Self {
            client: ClusterClient::new(access),
            own,
            folder: folder.to_owned(),
            checking: Mutex::default(),
            state: Mutex::default(),
        }
    }

    pub(crate) fn own(&self) -> Result<&IndexIdentity, ClusterError> {
        let missing = || ClusterError::NoIndex(format!("of the snapshot in {}", self.folder.display()));
        self.own.as_ref().ok_or_else(missing)
    }

    /// Makes sure that the index is the one of the snapshot. Once that is so, it makes no call.
    pub(crate) fn ensure_ours(&self) -> Result<(), ClusterError> {
        if self.lock().is_ours { Ok(()) } else { self.check() }
    }

    /// Checks the index, unless that was done a moment ago. One caller checks, the others wait for the result.
    fn check(&self) -> Result<(), ClusterError> {
        let _checking = self.checking.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, outcome)) = &self.lock().last_check
            && at.elapsed() < CHECK_VALID
        {
            return outcome.clone();
        }
        let outcome = self.check_index();
        if let Err(error) = &outcome {
            self.note(Some(error));
        }
        let mut state = self.lock();
        state.is_ours = outcome.is_ok();
        state.last_check = Some((Instant::now(), outcome.clone()));
        outcome
    }

    fn check_index(&self) -> Result<(), ClusterError> {
        let IndexIdentity { index, digest, .. } = self.own()?;
        let ask = |path: &str| self.client.call(&ClusterCall::get(path, CHECK_TIMEOUT));
        let answer = ask(&format!("/{index}/_mapping?filter_path=*.mappings._meta"))?;
        if answer.status == 404 {
            return Err(ClusterError::NoIndex(index.clone()));
        }
        let foreign =
            |problem: &str| ClusterError::Foreign { index: index.clone(), problem: problem.to_owned() };
        let mappings: Value = answer.success()?.parse()?;
        match index_metas(&mappings).into_iter().next() {
            Some((_, Some(meta))) if meta.format != FORMAT => return Err(foreign("another format")),
            Some((_, Some(meta))) if meta.digest != *digest => return Err(foreign("other documents")),
            Some((_, Some(_))) => {}
            _ => return Err(foreign("it says nothing of itself")),
        }
        let health: Value =
            ask(&format!("/_cluster/health/{index}?filter_path=status&timeout=1s"))?.success()?.parse()?;
        if health["status"] == "red" { Err(ClusterError::Red(index.clone())) } else { Ok(()) }
    }

    /// The result of the last check, at once. If that is too old, a check begins in the background.
    pub(crate) fn last_check(index: &Arc<Self>) -> Result<(), ClusterError> {
        let last = index.lock().last_check.clone();
        if last.as_ref().is_none_or(|(at, _)| at.elapsed() >= CHECK_VALID)
            && index.checking.try_lock().is_ok()
        {
            let index = index.clone();
            std::thread::spawn(move || index.check());
        }
        match last {
            Some((_, outcome)) => outcome,
            None => Err(ClusterError::NotAsked),
        }
    }

    /// Notes the result of a search. A failure is logged once in a while, its end once.
    pub(crate) fn note(&self, failure: Option<&ClusterError>) {
        let mut state = self.lock();
        match failure {
            Some(ClusterError::TooMuchWork) => {}
            Some(error) => {
                if matches!(error, ClusterError::NoIndex(_) | ClusterError::Foreign { .. }) {
                    state.is_ours = false;
                }
                let is_logged = state.logged.is_some_and(|(at, what)| {
                    at.elapsed() < if what == error.missing() { LOG_SAME } else { LOG_OTHER }
                });
                if !is_logged {
                    state.is_failing = true;
                    state.logged = Some((Instant::now(), error.missing()));
                    drop(state);
                    tracing::error!("searches fail: {error}");
                }
            }
            None => {
                if std::mem::take(&mut state.is_failing) {
                    drop(state);
                    tracing::info!("searches are answered again");
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
