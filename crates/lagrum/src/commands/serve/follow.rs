//! Follows the published snapshot: opens each new one, loads its parts, and serves it.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
#[cfg(feature = "mcp")]
use lagrum_snapshot::SnapshotError;
use lagrum_snapshot::{PassageVectors, Snapshot, Snapshots, today};

use crate::encoders::Encoders;
use crate::engine::EngineChoice;

/// How often to check for a new snapshot.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// How long the first snapshot waits for its names before it is served without them.
const NAMES_TIMEOUT: Duration = Duration::from_millis(100);

/// The first and the longest pause before loading a part is retried.
const RETRY_AFTER: Duration = Duration::from_secs(1);
const RETRY_AFTER_MAX: Duration = Duration::from_mins(5);

/// The snapshots of a data folder, the engine that searches them, and the encoders of queries.
#[derive(Clone)]
pub(in crate::commands) struct SnapshotSource {
    pub(in crate::commands) snapshots: Snapshots,
    pub(in crate::commands) engine: EngineChoice,
    pub(in crate::commands) encoders: Encoders,
}

/// Serves each newly published snapshot. Running requests keep the one they began with.
pub(in crate::commands) async fn follow(source: SnapshotSource, served: Arc<ArcSwapOption<Snapshot>>) {
    let mut clock = tokio::time::interval(CHECK_EVERY);
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let problem = Arc::new(KnownProblem::default());
    loop {
        clock.tick().await;
        let (source, served, problem) = (source.clone(), served.clone(), problem.clone());
        // Opening reads files; a slow disk must not delay requests.
        let checked = tokio::task::spawn_blocking(move || {
            if let Err(error) = source.snapshots.current() {
                return problem.log(format!("the name of the published snapshot cannot be read: {error}"));
            }
            problem.forget();
            serve_current(&source, &served);
        });
        if checked.await.is_err() {
            tracing::error!("checking for a new snapshot panicked");
        }
    }
}

/// What was wrong at the last check, so that it is logged once and not at every check.
#[derive(Default)]
struct KnownProblem(Mutex<Option<String>>);

impl KnownProblem {
    fn log(&self, problem: String) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.as_ref() != Some(&problem) {
            tracing::error!("{problem}");
            *known = Some(problem);
        }
    }

    fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Serves the published snapshot, unless it is already served. If it cannot be opened, the served one stays.
///
/// The first is served as soon as its names are loaded, or after [`NAMES_TIMEOUT`]; its search index and its
/// citation graph follow. A later one is served when all its parts are loaded, so that requests that were answered before do
/// not fail meanwhile. Loading a part that failed is retried while the rest is served.
pub(in crate::commands) fn serve_current(source: &SnapshotSource, served: &ArcSwapOption<Snapshot>) {
    let snapshots = &source.snapshots;
    let serving = served.load_full();
    match snapshots.current() {
        Ok(current) if current.as_ref() == serving.as_ref().map(|snapshot| snapshot.id()) => {
            if let Some(snapshot) = serving {
                refresh_names(&snapshot);
            }
        }
        Ok(None) => {}
        Ok(Some(_)) => match snapshots.open_current() {
            Ok(Some(snapshot)) => {
                let snapshot = Arc::new(snapshot);
                let (names_tried, names) = channel();
                if serving.is_some() {
                    load_or_retry(&snapshot, source, &names_tried);
                } else {
                    let (snapshot, source) = (snapshot.clone(), source.clone());
                    std::thread::spawn(move || load_or_retry(&snapshot, &source, &names_tried));
                    // Serving begins when the names are loaded, after the timeout, or when loading has panicked.
                    let _ = names.recv_timeout(NAMES_TIMEOUT);
                }
                tracing::info!("serving snapshot {}", snapshot.id());
                served.store(Some(snapshot));
            }
            Ok(None) => {}
            Err(error) if serving.is_some() => {
                tracing::error!(
                    "the published snapshot cannot be opened, the one before is still served: {error}"
                );
            }
            Err(error) => {
                tracing::error!("the published snapshot cannot be opened as a whole: {error}");
                serve_search_only(source, served);
            }
        },
        Err(error) => tracing::error!("the name of the published snapshot cannot be read: {error}"),
    }
}

/// Serves a snapshot whose catalog cannot be read, for search only, if no other is served. Loading the rest is retried.
fn serve_search_only(source: &SnapshotSource, served: &ArcSwapOption<Snapshot>) {
    match source.snapshots.open_what_is_there() {
        Ok(Some(snapshot)) => {
            let snapshot = Arc::new(snapshot);
            load_or_retry(&snapshot, source, &channel().0);
            served.store(Some(snapshot));
        }
        Ok(None) => {}
        Err(error) => tracing::error!("no part of it can be served: {error}"),
    }
}

/// Serves the published snapshot when all its parts are loaded. Returns whether one is published.
#[cfg(feature = "mcp")]
pub(in crate::commands) fn serve_whole(
    source: &SnapshotSource,
    served: &ArcSwapOption<Snapshot>,
) -> Result<bool, SnapshotError> {
    let Some(snapshot) = source.snapshots.open_current()? else { return Ok(false) };
    let snapshot = Arc::new(snapshot);
    load_or_retry(&snapshot, source, &channel().0);
    served.store(Some(snapshot));
    Ok(true)
}

/// Loads the parts of a snapshot, and sends a message when loading the names has ended. When a part cannot be loaded, a
/// thread retries with growing pauses until it succeeds or the snapshot is no longer served: a failing disk or a lack of memory
/// may be temporary.
fn load_or_retry(snapshot: &Arc<Snapshot>, source: &SnapshotSource, names_tried: &Sender<()>) {
    if load(snapshot, source, names_tried) {
        return;
    }
    let (snapshot, source) = (Arc::downgrade(snapshot), source.clone());
    std::thread::spawn(move || {
        let mut pause = RETRY_AFTER;
        loop {
            std::thread::sleep(pause);
            let Some(snapshot) = snapshot.upgrade() else { return };
            if load(&snapshot, &source, &channel().0) {
                return;
            }
            pause = (pause * 2).min(RETRY_AFTER_MAX);
        }
    });
}

/// Loads the parts that are not loaded yet, side by side. Returns whether all are loaded.
fn load(snapshot: &Snapshot, source: &SnapshotSource, names_tried: &Sender<()>) -> bool {
    let are_loaded = std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            // Vectors are loaded before the search index, so that no search is answered without them.
            let vectors = snapshot.has_loaded_vectors() || load_vectors(snapshot, &source.encoders);
            let search = snapshot.search().is_some() || load_search(snapshot, &source.engine);
            vectors && search
        });
        let graph = scope.spawn(|| snapshot.graph().is_some() || load_graph(snapshot));
        let names = snapshot.resolver().is_some() || load_names(snapshot);
        // The receiver may have timed out.
        let _ = names_tried.send(());
        let suggestions = snapshot.name_index().is_some() || load_name_index(snapshot);
        // A part whose loading panicked is loaded again.
        let [search, graph] = [search, graph].map(|part| part.join().unwrap_or(false));
        names && suggestions && search && graph
    });
    snapshot.set_tried_parts();
    are_loaded
}

/// Loads the names again when the day has changed. Does nothing while they are first loaded.
fn refresh_names(snapshot: &Snapshot) {
    if snapshot.names_day().is_some_and(|day| day != today()) {
        load_names(snapshot);
    }
    if snapshot.name_index().is_some_and(|index| index.day() != today()) {
        load_name_index(snapshot);
    }
}

fn load_names(snapshot: &Snapshot) -> bool {
    let start = Instant::now();
    let loaded = snapshot.load_resolver(today());
    match &loaded {
        Ok(_) => tracing::info!(ms = start.elapsed().as_millis(), "names loaded"),
        Err(error) => tracing::error!("the names of the corpus cannot be loaded, retrying: {error}"),
    }
    loaded.is_ok()
}

fn load_name_index(snapshot: &Snapshot) -> bool {
    let start = Instant::now();
    let loaded = snapshot.load_name_index(today());
    match &loaded {
        Ok(index) => tracing::info!(
            names = index.len(),
            bytes = index.heap_bytes(),
            ms = start.elapsed().as_millis(),
            "names for suggestions loaded"
        ),
        Err(error) => tracing::error!("the names for suggestions cannot be loaded, retrying: {error}"),
    }
    loaded.is_ok()
}

/// Opens the vectors that the encoders can use, and logs what searches lack.
fn load_vectors(snapshot: &Snapshot, encoders: &Encoders) -> bool {
    let start = Instant::now();
    match snapshot.load_vectors(encoders.all()) {
        Ok(loaded) => {
            for PassageVectors { encoder, table } in loaded {
                let (rows, bytes, ms) = (table.rows(), table.heap_bytes(), start.elapsed().as_millis());
                tracing::info!(encoder = %encoder.id(), rows, bytes, ms, "vectors opened");
            }
            for encoder in encoders.all() {
                if loaded.iter().all(|vectors| vectors.encoder.id() != encoder.id()) {
                    tracing::warn!(
                        "the snapshot has no vectors by {}, so searches go without them: build it again",
                        encoder.id()
                    );
                }
            }
            true
        }
        Err(error) => {
            tracing::error!("the vectors cannot be opened, so searches go without them, retrying: {error}");
            false
        }
    }
}

fn load_search(snapshot: &Snapshot, engine: &EngineChoice) -> bool {
    let start = Instant::now();
    let loaded = snapshot.load_search_by(|local, folder| engine.engine(local, folder));
    match &loaded {
        Ok(_) => tracing::info!(ms = start.elapsed().as_millis(), "search index opened"),
        Err(error) => tracing::error!("the search index cannot be opened, retrying: {error}"),
    }
    loaded.is_ok()
}

fn load_graph(snapshot: &Snapshot) -> bool {
    let start = Instant::now();
    let loaded = snapshot.load_graph();
    match &loaded {
        Ok(loaded) => tracing::info!(
            documents = loaded.graph().document_count(),
            edges = loaded.graph().edge_count(),
            bytes = loaded.graph().heap_bytes(),
            ms = start.elapsed().as_millis(),
            "citation graph loaded"
        ),
        Err(error) => tracing::error!("the citation graph cannot be loaded, retrying: {error}"),
    }
    loaded.is_ok()
}
