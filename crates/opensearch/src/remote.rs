//! The index of a snapshot in the cluster, and what was last seen of it.
//!
//! Before the first search it is made sure that the index is the one of the snapshot; nothing can change under its name
//! after that but its disappearance, which every search notices. What is wrong is looked at anew at most once a second,
//! so a cluster that comes back is found without a restart, and one that does not is not besieged.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fst::Map;
use serde_json::Value;

use crate::client::{Call, Client};
use crate::index::{FORMAT, told};
use crate::roster::Roster;
use crate::{Access, ClusterError};

/// How long the question for the state of the index may take.
const ASK: Duration = Duration::from_secs(3);

/// How long what was told of the index holds.
const HOLDS: Duration = Duration::from_secs(1);

/// How often a failure that lasts is told in the log, and how soon after it another one.
const TELL: Duration = Duration::from_secs(10);
const TELL_ANOTHER: Duration = Duration::from_secs(1);

/// The index of one snapshot in a cluster.
#[derive(Debug)]
pub(crate) struct Remote {
    pub(crate) client: Client,
    /// What the snapshot says of its index in the cluster; None when it has none there.
    own: Option<Own>,
    folder: PathBuf,
    /// Held by who looks at the index.
    looking: Mutex<()>,
    state: Mutex<State>,
}

/// What a snapshot says of its index.
pub(crate) struct Own {
    pub(crate) index: String,
    digest: String,
    pub(crate) numbers: Map<Vec<u8>>,
}

impl std::fmt::Debug for Own {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Own").field("index", &self.index).finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct State {
    /// Whether the index was once seen to be the one of the snapshot.
    is_ours: bool,
    /// What came of looking at the index last.
    seen: Option<(Instant, Result<(), ClusterError>)>,
    /// Whether the log says that searches fail.
    is_failing: bool,
    /// When which failure was last told in the log.
    told: Option<(Instant, &'static str)>,
}

impl Remote {
    /// The index of the snapshot whose own index lies in a folder. Asks nothing yet.
    pub(crate) fn new(folder: &Path, access: &Access) -> Self {
        let own = Roster::read(folder).and_then(|roster| {
            let numbers = roster.numbers().ok()?;
            Some(Own { digest: roster.digest(), index: roster.index, numbers })
        });
        Self {
            client: Client::new(access),
            own,
            folder: folder.to_owned(),
            looking: Mutex::default(),
            state: Mutex::default(),
        }
    }

    pub(crate) fn own(&self) -> Result<&Own, ClusterError> {
        let missing = || ClusterError::NoIndex(format!("of the snapshot in {}", self.folder.display()));
        self.own.as_ref().ok_or_else(missing)
    }

    /// Makes sure that the index is the one of the snapshot, once.
    pub(crate) fn check(&self) -> Result<(), ClusterError> {
        if self.lock().is_ours { Ok(()) } else { self.look() }
    }

    /// Looks at the index, unless that was done a moment ago. One caller looks, the others wait for what it finds.
    fn look(&self) -> Result<(), ClusterError> {
        let _looking = self.looking.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, outcome)) = &self.lock().seen
            && at.elapsed() < HOLDS
        {
            return outcome.clone();
        }
        let outcome = self.look_at_index();
        if let Err(error) = &outcome {
            self.note(Some(error));
        }
        let mut state = self.lock();
        state.is_ours = outcome.is_ok();
        state.seen = Some((Instant::now(), outcome.clone()));
        outcome
    }

    fn look_at_index(&self) -> Result<(), ClusterError> {
        let Own { index, digest, .. } = self.own()?;
        let ask = |path: &str| self.client.call(&Call::get(path, ASK));
        let answer = ask(&format!("/{index}/_mapping?filter_path=*.mappings._meta"))?;
        if answer.status == 404 {
            return Err(ClusterError::NoIndex(index.clone()));
        }
        let foreign =
            |problem: &str| ClusterError::Foreign { index: index.clone(), problem: problem.to_owned() };
        let mappings: Value = answer.done()?.read()?;
        match told(&mappings).into_iter().next() {
            Some((_, Some(meta))) if meta.format != FORMAT => return Err(foreign("another format")),
            Some((_, Some(meta))) if meta.digest != *digest => return Err(foreign("other documents")),
            Some((_, Some(_))) => {}
            _ => return Err(foreign("it says nothing of itself")),
        }
        let health: Value =
            ask(&format!("/_cluster/health/{index}?filter_path=status&timeout=1s"))?.done()?.read()?;
        if health["status"] == "red" { Err(ClusterError::Red(index.clone())) } else { Ok(()) }
    }

    /// What was last seen of the index, at once. Where that is long ago, it is looked at in the background.
    pub(crate) fn seen(remote: &Arc<Self>) -> Result<(), ClusterError> {
        let seen = remote.lock().seen.clone();
        if seen.as_ref().is_none_or(|(at, _)| at.elapsed() >= HOLDS) && remote.looking.try_lock().is_ok() {
            let remote = remote.clone();
            std::thread::spawn(move || remote.look());
        }
        match seen {
            Some((_, outcome)) => outcome,
            None => Err(ClusterError::NotAsked),
        }
    }

    /// Notes how a search went: a failure is told once in a while, its end once.
    pub(crate) fn note(&self, failure: Option<&ClusterError>) {
        let mut state = self.lock();
        match failure {
            Some(ClusterError::TooMuchWork) => {}
            Some(error) => {
                if matches!(error, ClusterError::NoIndex(_) | ClusterError::Foreign { .. }) {
                    state.is_ours = false;
                }
                let is_told = state.told.is_some_and(|(at, what)| {
                    at.elapsed() < if what == error.missing() { TELL } else { TELL_ANOTHER }
                });
                if !is_told {
                    state.is_failing = true;
                    state.told = Some((Instant::now(), error.missing()));
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
