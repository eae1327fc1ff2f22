//! `lagrum serve`

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use lagrum_api::server::{Ending, Limits, asked_to_end, serve};
use lagrum_api::telemetry::Metrics;
use lagrum_api::{Ledger, Moment, Plumbing, endpoints};
use lagrum_corpus::attachments::{AttachmentOptions, import_attachments};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;

use super::import::source_folders;
use crate::Failure;
use crate::cli::{DEFAULT_DATA, Serve};
use crate::engine::Chosen;
use crate::printing::{PageCounter, press};

/// How often to look whether another snapshot has been published.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long the first snapshot waits for its names before it is served without them.
const NAMES_WITHIN: Duration = Duration::from_millis(100);

pub fn run(data: &Path, arguments: &Serve) -> Result<ExitCode, Failure> {
    let demo = arguments.demo.then(|| Demo::prepare(data)).transpose()?;
    let data = demo.as_ref().map_or(data, |demo| &demo.data);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(listen(data, arguments))
}

async fn listen(data: &Path, arguments: &Serve) -> Result<ExitCode, Failure> {
    let end = asked_to_end()?;
    allow_files();
    let served = Arc::new(ArcSwapOption::<Snapshot>::empty());
    let place = Place { snapshots: Snapshots::new(data), engine: Chosen::new(&arguments.engine)? };
    take_up(&place, &served);
    tokio::spawn(follow(place, served.clone()));

    let ledger = match arguments.ledger.path() {
        Some(path) => Ledger::open(path, !arguments.ledger_anonymous)?,
        None => Ledger::none(),
    };
    let now = move || {
        let moment = Moment::new(today());
        match served.load_full() {
            Some(snapshot) => moment.holding(snapshot.id().to_string(), snapshot),
            None => moment,
        }
    };
    let press = Arc::new(press(data, arguments.cache)?);
    let plumbing =
        Plumbing::new(now).ledger(ledger).press(press).time_limit(Duration::from_secs(arguments.time_limit));
    let limits = Limits {
        connections: arguments.connections,
        drain: Duration::from_secs(arguments.drain),
        ..Limits::default()
    };

    if let Some(address) = arguments.metrics {
        let listener = bind(address).await?;
        let metrics = Metrics::start()?;
        tracing::info!("figures at http://{}/metrics", listener.local_addr()?);
        tokio::spawn(serve(listener, metrics.router(), std::future::pending(), Limits::default()));
        tokio::spawn(metrics.keep());
    }
    let listener = bind(arguments.listen).await?;
    announce(listener.local_addr()?)?;
    match serve(listener, endpoints::all().into_router(plumbing), end, limits).await {
        Ending::Drained => {}
        Ending::CutOff(left) => tracing::warn!("{left} connections were cut off"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Raises the number of files that may be open to what the system allows: connections are files, and the number that
/// processes begin with is often as small as the limit of connections alone.
fn allow_files() {
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::warn!("no more than {:?} files can be open at once: {error}", limit.current);
    }
}

async fn bind(address: std::net::SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|error| format!("cannot listen on {address}: {error}").into())
}

/// Prints the addresses to open.
fn announce(address: std::net::SocketAddr) -> std::io::Result<()> {
    say!("lagrum serves on http://{address}")?;
    say!("  documentation   http://{address}/docs")?;
    say!("  sources         http://{address}/api/v1/sources")?;
    say!("  documents       http://{address}/api/v1/documents?limit=5")?;
    say!("  bulk files      http://{address}/api/v1/dumps")
}

/// Where snapshots come from, and what searches them.
#[derive(Clone)]
struct Place {
    snapshots: Snapshots,
    engine: Chosen,
}

/// Takes up each newly published snapshot. Requests under way keep the one they began with.
async fn follow(place: Place, served: Arc<ArcSwapOption<Snapshot>>) {
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
/// The first is served as soon as its names are loaded or have been waited for a while; its search
/// index and its citation graph follow.
/// A later one takes over when it has all of them, so that nothing that was answered before is refused meanwhile.
fn take_up(place: &Place, served: &ArcSwapOption<Snapshot>) {
    let serving = served.load_full();
    let Place { snapshots, engine } = place;
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
                if serving.is_some() {
                    load_names(&snapshot);
                    load_search(&snapshot, engine);
                    load_graph(&snapshot);
                } else {
                    let (snapshot, engine) = (snapshot.clone(), engine.clone());
                    let (loaded, names) = std::sync::mpsc::channel();
                    std::thread::spawn(move || {
                        load_names(&snapshot);
                        // Nobody may be waiting any more.
                        let _ = loaded.send(());
                        load_search(&snapshot, &engine);
                        load_graph(&snapshot);
                    });
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

/// Serves a snapshot whose catalog cannot be read, for want of any other: search needs none.
fn serve_what_is_there(place: &Place, served: &ArcSwapOption<Snapshot>) {
    match place.snapshots.open_what_is_there() {
        Ok(Some(snapshot)) => {
            load_search(&snapshot, &place.engine);
            served.store(Some(Arc::new(snapshot)));
        }
        Ok(None) => {}
        Err(error) => tracing::error!("nothing of it can be served: {error}"),
    }
}

/// Loads the names anew when the day has changed since. While the first are being loaded, that is left to who does.
fn keep_names(snapshot: &Snapshot) {
    if snapshot.names_day().is_some_and(|day| day != today()) {
        load_names(snapshot);
    }
}

fn load_names(snapshot: &Snapshot) {
    let start = Instant::now();
    match snapshot.load_resolver(today()) {
        Ok(_) => tracing::info!(ms = start.elapsed().as_millis(), "the names of the corpus are loaded"),
        Err(error) => tracing::error!("the names of the corpus cannot be loaded: {error}"),
    }
}

fn load_search(snapshot: &Snapshot, engine: &Chosen) {
    let start = Instant::now();
    match snapshot.load_search_by(|local, folder| engine.engine(local, folder)) {
        Ok(_) => tracing::info!(ms = start.elapsed().as_millis(), "the search index is open"),
        Err(error) => tracing::error!("the search index cannot be opened: {error}"),
    }
}

fn load_graph(snapshot: &Snapshot) {
    let start = Instant::now();
    match snapshot.load_graph() {
        Ok(loaded) => tracing::info!(
            documents = loaded.graph().document_count(),
            edges = loaded.graph().edge_count(),
            bytes = loaded.graph().heap_bytes(),
            ms = start.elapsed().as_millis(),
            "the citation graph is loaded"
        ),
        Err(error) => tracing::error!("the citation graph cannot be loaded: {error}"),
    }
}

/// The demo corpus, in the data folder named or in one that goes when the server ends.
struct Demo {
    data: PathBuf,
    _folder: tempfile::TempDir,
}

impl Demo {
    fn prepare(data: &Path) -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        // A folder named on purpose is used; the default one is left to corpora of the user's own.
        let data = if data == Path::new(DEFAULT_DATA) { folder.path().join("data") } else { data.to_owned() };
        lagrum_demo::unpack(folder.path())?;
        let options = ImportOptions { folders: source_folders(), ..ImportOptions::default() };
        let tree = folder.path().join("corpus").display().to_string();
        if import(&Corpus::create(&data)?, &[tree], &options, &Silent)?.failed() {
            return Err(
                format!("{} holds another corpus; name another folder for the demo", data.display()).into()
            );
        }
        let counter = PageCounter::new()?;
        let options = AttachmentOptions { base: None, pages: &|pdf| counter.count(pdf) };
        import_attachments(&Corpus::open(&data)?, folder.path(), &options, &Silent)?;
        lagrum_build::build(&data, &Silent)?;
        Ok(Self { data, _folder: folder })
    }
}
