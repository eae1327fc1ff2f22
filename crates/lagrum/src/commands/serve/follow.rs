//! Following what is published: each new snapshot is opened, its parts are loaded, and it takes over.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use lagrum_snapshot::{Snapshot, Snapshots, today};

use crate::engine::Chosen;

/// How often to look whether another snapshot has been published.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long the first snapshot waits for its names before it is served without them.
const NAMES_WITHIN: Duration = Duration::from_millis(100);

/// How long to wait before a part that could not be loaded is tried again: at first, and at most.
const RETRY_AFTER: Duration = Duration::from_secs(1);
const RETRY_WITHIN: Duration = Duration::from_mins(5);

/// Where snapshots come from, and what searches them.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) snapshots: Snapshots,
    pub(super) engine: Chosen,
}

/// Takes up each newly published snapshot. Requests under way keep the one they began with.
pub(super) async fn follow(place: Place, served: Arc<ArcSwapOption<Snapshot>>) {
    let mut clock = tokio::time::interval(LOOK_EVERY);
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        let (place, served) = (place.clone(), served.clone());
        // Opening reads files; a slow disk must not hold up requests.
        if tokio::task::spawn_blocking(move || take_up(&place, &served)).await.is_err() {
            tracing::error!("looking for a new snapshot failed");
        }
    }
}

/// Serves the published snapshot, if it is not being served already. One that cannot be opened changes nothing.
///
/// The first is served as soon as its names are loaded or have been waited for a while; its search index and its
/// citation graph follow. A later one takes over when it has all of them, so that nothing that was answered before is
/// refused meanwhile. What of either cannot be loaded is tried again while it is served without.
pub(super) fn take_up(place: &Place, served: &ArcSwapOption<Snapshot>) {
    let Place { snapshots, engine } = place;
    let serving = served.load_full();
    match snapshots.current() {
        Ok(current) if current.as_ref() == serving.as_ref().map(|snapshot| snapshot.id()) => {
            if let Some(snapshot) = serving {
                keep_names(&snapshot);
            }
        }
        Ok(None) => {}
        Ok(Some(_)) => match snapshots.open_current() {
            Ok(Some(snapshot)) => {
                let snapshot = Arc::new(snapshot);
                let (names_tried, names) = channel();
                if serving.is_some() {
                    load_or_retry(&snapshot, engine, &names_tried);
                } else {
                    let (snapshot, engine) = (snapshot.clone(), engine.clone());
                    std::thread::spawn(move || load_or_retry(&snapshot, &engine, &names_tried));
                    // Serving begins when they are there, or the time is over, or loading has died.
                    let _ = names.recv_timeout(NAMES_WITHIN);
                }
                tracing::info!("serving snapshot {}", snapshot.id());
                served.store(Some(snapshot));
            }
            Ok(None) => {}
            Err(error) if serving.is_some() => {
                tracing::error!("the published snapshot cannot be served: {error}");
            }
            Err(error) => {
                tracing::error!("the published snapshot cannot be served whole: {error}");
                serve_what_is_there(place, served);
            }
        },
        Err(error) => tracing::error!("cannot tell which snapshot is published: {error}"),
    }
}

/// Serves a snapshot whose catalog cannot be read, for want of any other: search needs none. The rest is tried again.
fn serve_what_is_there(place: &Place, served: &ArcSwapOption<Snapshot>) {
    match place.snapshots.open_what_is_there() {
        Ok(Some(snapshot)) => {
            let snapshot = Arc::new(snapshot);
            load_or_retry(&snapshot, &place.engine, &channel().0);
            served.store(Some(snapshot));
        }
        Ok(None) => {}
        Err(error) => tracing::error!("nothing of it can be served: {error}"),
    }
}

/// Loads the parts of a snapshot, and tells when the names have been tried. When one of them cannot be loaded, a thread
/// tries again and again, ever more seldom, until it can or the snapshot is served no more: a disk that failed for a
/// moment and memory that others used are there again later.
fn load_or_retry(snapshot: &Arc<Snapshot>, engine: &Chosen, names_tried: &Sender<()>) {
    if load(snapshot, engine, names_tried) {
        return;
    }
    let (snapshot, engine) = (Arc::downgrade(snapshot), engine.clone());
    std::thread::spawn(move || {
        let mut pause = RETRY_AFTER;
        loop {
            std::thread::sleep(pause);
            let Some(snapshot) = snapshot.upgrade() else { return };
            if load(&snapshot, &engine, &channel().0) {
                return;
            }
            pause = (pause * 2).min(RETRY_WITHIN);
        }
    });
}

/// Loads what is not loaded yet. Returns whether all of it is there.
fn load(snapshot: &Snapshot, engine: &Chosen, names_tried: &Sender<()>) -> bool {
    let names = snapshot.resolver().is_some() || load_names(snapshot);
    // Nobody may be waiting any more.
    let _ = names_tried.send(());
    let search = snapshot.search().is_some() || load_search(snapshot, engine);
    let graph = snapshot.graph().is_some() || load_graph(snapshot);
    names && search && graph
}

/// Loads the names anew when the day has changed since. While the first are being loaded, that is left to who does.
fn keep_names(snapshot: &Snapshot) {
    if snapshot.names_day().is_some_and(|day| day != today()) {
        load_names(snapshot);
    }
}

fn load_names(snapshot: &Snapshot) -> bool {
    let start = Instant::now();
    let loaded = snapshot.load_resolver(today());
    match &loaded {
        Ok(_) => tracing::info!(ms = start.elapsed().as_millis(), "the names of the corpus are loaded"),
        Err(error) => tracing::error!("the names of the corpus cannot be loaded: {error}"),
    }
    loaded.is_ok()
}

fn load_search(snapshot: &Snapshot, engine: &Chosen) -> bool {
    let start = Instant::now();
    let loaded = snapshot.load_search_by(|local, folder| engine.engine(local, folder));
    match &loaded {
        Ok(_) => tracing::info!(ms = start.elapsed().as_millis(), "the search index is open"),
        Err(error) => tracing::error!("the search index cannot be opened: {error}"),
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
            "the citation graph is loaded"
        ),
        Err(error) => tracing::error!("the citation graph cannot be loaded: {error}"),
    }
    loaded.is_ok()
}
