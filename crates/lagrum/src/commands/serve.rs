//! `lagrum serve`

mod follow;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwapOption;
use lagrum_api::server::{Ending, Limits, TrustedProxies, asked_to_end, listen, serve, site};
use lagrum_api::telemetry::Metrics;
use lagrum_api::{Ledger, RouterConfig, ServedSnapshot, endpoints};
use lagrum_corpus::attachments::{AttachmentOptions, import_attachments};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::runtime::Handle;

use self::follow::{Place, follow, take_up};
use super::import::source_folders;
use crate::Failure;
use crate::cli::{DEFAULT_DATA, Serve};
use crate::engine::Chosen;
use crate::printing::{PageCounter, press, printer, tell_confinement};

pub fn run(data: &Path, arguments: &Serve) -> Result<ExitCode, Failure> {
    if arguments.demo && !matches!(Chosen::new(&arguments.engine)?, Chosen::Embedded) {
        return Err(
            "the demo is searched by the embedded engine: leave out --search and LAGRUM_SEARCH".into()
        );
    }
    let demo = arguments.demo.then(|| Demo::prepare(data)).transpose()?;
    let data = demo.as_ref().map_or(data, |demo| &demo.data);
    let requests = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Connections are accepted on this thread, which has nothing else to do.
    let accepting = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = accepting.block_on(serve_data(data, arguments, requests.handle()));
    // Work for a request that was cut off may block its thread for longer than anybody waits.
    requests.shutdown_timeout(Duration::from_secs(1));
    ended
}

async fn serve_data(data: &Path, arguments: &Serve, requests: &Handle) -> Result<ExitCode, Failure> {
    let end = asked_to_end()?;
    let limits = limits(arguments);
    let served = Arc::new(ArcSwapOption::<Snapshot>::empty());
    let place = Place { snapshots: Snapshots::new(data), engine: Chosen::new(&arguments.engine)? };
    take_up(&place, &served);
    requests.spawn(follow(place, served.clone()));

    let ledger = match arguments.ledger.path() {
        Some(path) => Ledger::open(path, !arguments.ledger_anonymous)?,
        None => Ledger::none(),
    };
    let now = move || ServedSnapshot::from_snapshot(today(), served.load_full());
    let cache = arguments.cache_dir.clone().unwrap_or_else(|| data.join("cache"));
    let press = Arc::new(press(cache, arguments.cache)?);
    requests.spawn(tell_confinement(printer()?));
    let config = RouterConfig::new(now)
        .ledger(ledger)
        .print_pool(press)
        .time_limit(Duration::from_secs(arguments.time_limit))
        .connections(limits.connections);

    if let Some(address) = arguments.metrics {
        let listener = bind(address)?;
        let metrics = Metrics::start()?;
        tracing::info!("figures at http://{}/metrics", listener.local_addr()?);
        let (site, handle) = (site(metrics.router(), TrustedProxies::default()), requests.clone());
        let limits = Limits { silent: 64, refused: 64, ..Limits::default().with_connections(64) };
        tokio::spawn(async move { serve(listener, site, std::future::pending(), limits, &handle).await });
        requests.spawn(metrics.keep());
    }
    let listener = bind(arguments.listen)?;
    announce(listener.local_addr()?)?;
    let site = site(endpoints::all().into_router(config), arguments.trusted_proxy.clone());
    match serve(listener, site, end, limits, requests).await {
        Ending::Drained => {}
        Ending::CutOff(left) => tracing::warn!("{left} connections were cut off"),
    }
    Ok(ExitCode::SUCCESS)
}

/// What clients may hold: what was asked for, as far as the system gives file handles for it.
fn limits(arguments: &Serve) -> Limits {
    let asked = Limits::default().with_connections(arguments.connections);
    let asked = Limits {
        per_client: arguments.per_client.unwrap_or(asked.per_client),
        drain: Duration::from_secs(arguments.drain),
        ..asked
    };
    let limits = asked.within(file_handles());
    if limits.connections < asked.connections {
        tracing::warn!(
            "{} connections at once in place of {}: the system allows too few open files (ulimit -n, LimitNOFILE)",
            limits.connections,
            asked.connections
        );
    }
    limits
}

/// Raises the number of files that may be open to what the system allows, and returns it: connections are files, and
/// the number that processes begin with is often as small as the limit of connections alone.
fn file_handles() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    match setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        Ok(()) => limit.maximum.unwrap_or(u64::MAX),
        Err(error) => {
            tracing::warn!("no more than {:?} files can be open at once: {error}", limit.current);
            limit.current.unwrap_or(u64::MAX)
        }
    }
}

fn bind(address: std::net::SocketAddr) -> Result<TcpListener, Failure> {
    listen(address).map_err(|error| format!("cannot listen on {address}: {error}").into())
}

/// Prints the addresses to open.
fn announce(address: std::net::SocketAddr) -> std::io::Result<()> {
    say!("lagrum serves on http://{address}")?;
    say!("  documentation   http://{address}/docs")?;
    say!("  sources         http://{address}/api/v1/sources")?;
    say!("  documents       http://{address}/api/v1/documents?limit=5")?;
    say!("  bulk files      http://{address}/api/v1/dumps")
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
        lagrum_builder::build(&data, &Silent)?;
        Ok(Self { data, _folder: folder })
    }
}
