//! `lagrum serve`

pub(super) mod follow;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwapOption;
use lagrum_api::server::{Ending, Limits, TrustedProxies, listen, serve, shutdown_signal, site};
use lagrum_api::telemetry::Metrics;
use lagrum_api::{Ledger, RouterConfig, Routes, ServedSnapshot, endpoints};
use lagrum_builder::{BuildOptions, VectorOptions};
use lagrum_corpus::attachments::{AttachmentOptions, import_attachments};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_site::{Operator, Questions, ReaderSite};
use lagrum_snapshot::{Snapshot, Snapshots, fix_today, today};
use lagrum_vectors::TextEncoder;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::runtime::Handle;

use self::follow::{SnapshotSource, follow, serve_current};
use super::import::source_folders;
use crate::cli::{DEFAULT_DATA, ServeArguments};
use crate::encoders::Encoders;
use crate::engine::EngineChoice;
use crate::failure::{Failure, not_allowed};
use crate::meaning::SourceMeaning;
use crate::printing::{PageCounter, prepare, print_pool, worker_process};

pub(crate) fn run(data: &Path, arguments: &ServeArguments) -> Result<ExitCode, Failure> {
    if arguments.demo && !matches!(EngineChoice::new(&arguments.engine)?, EngineChoice::Embedded) {
        return Err("the demo uses the embedded engine: leave out --search and LAGRUM_SEARCH".into());
    }
    let encoders = Encoders::open(&arguments.engine)?;
    let demo = arguments.demo.then(|| Demo::prepare(data, &encoders)).transpose()?;
    let data = demo.as_ref().map_or(data, |demo| &demo.data);
    let requests = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Connections are accepted on this thread, which does nothing else.
    let accepting = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = accepting.block_on(serve_data(data, arguments, encoders, requests.handle()));
    // Blocking work of an aborted request may continue for longer.
    requests.shutdown_timeout(Duration::from_secs(1));
    ended
}

async fn serve_data(
    data: &Path,
    arguments: &ServeArguments,
    encoders: Encoders,
    requests: &Handle,
) -> Result<ExitCode, Failure> {
    let end = shutdown_signal()?;
    let limits = limits(arguments);
    let served = Arc::new(ArcSwapOption::<Snapshot>::empty());
    let source = SnapshotSource {
        snapshots: Snapshots::new(data),
        engine: EngineChoice::new(&arguments.engine)?,
        encoders: encoders.for_queries(),
    };
    match source.snapshots.current() {
        Err(error) => {
            if let Some(failure) = not_allowed(&error) {
                return Err(failure);
            }
        }
        Ok(None) => tracing::warn!(
            "no snapshot is published in {data}: requests are answered with 503 until `lagrum build --data {data}` has published one",
            data = data.display()
        ),
        Ok(Some(_)) => {}
    }
    serve_current(&source, &served);
    requests.spawn(follow(source, served.clone()));

    let ledger = match arguments.ledger.path() {
        Some(path) => Ledger::open(path, !arguments.ledger_anonymous)?,
        None => Ledger::none(),
    };
    let fresh = served.clone();
    let now = move || ServedSnapshot::from_snapshot(today(), served.load_full());
    let cache = arguments.cache_dir.clone().unwrap_or_else(|| data.join("cache"));
    let worker = worker_process()?;
    requests.spawn(prepare(worker.clone()));
    let pool = Arc::new(print_pool(worker, cache, arguments.cache));
    let config = RouterConfig::new(now)
        .ledger(ledger)
        .print_pool(pool)
        .time_limit(Duration::from_secs(arguments.time_limit))
        .public_url(arguments.public_url.as_ref().map(|address| address.as_str().into()))
        .connections(limits.connections)
        .pages(Arc::new(reader_site(arguments)?));

    if let Some(address) = arguments.metrics {
        let listener = bind(address)?;
        let metrics = Metrics::start()?;
        tracing::info!("metrics at http://{}/metrics", listener.local_addr()?);
        let router = metrics.router(move || fresh.load_full());
        let (site, handle) = (site(router, TrustedProxies::default()), requests.clone());
        let limits = Limits { silent: 64, rejected: 64, ..Limits::default().with_connections(64) };
        tokio::spawn(async move { serve(listener, site, std::future::pending(), limits, &handle).await });
        requests.spawn(metrics.keep());
    }
    let listener = bind(arguments.listen)?;
    announce(listener.local_addr()?)?;
    let site = site(routes(arguments).into_router(config), arguments.trusted_proxy.clone());
    match serve(listener, site, end, limits, requests).await {
        Ending::Drained => {}
        Ending::CutOff(left) => {
            tracing::warn!("{left} connections were closed before their requests had ended");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The site of the operator, with the questions of a file, of the demo, or those that come with the program.
fn reader_site(arguments: &ServeArguments) -> Result<ReaderSite, Failure> {
    let operator = Operator {
        name: arguments.operator.clone(),
        contact: arguments.contact.clone(),
        licence: arguments.licence.clone(),
    };
    let site = ReaderSite::new(operator);
    let text = match &arguments.questions {
        Some(file) => {
            let read = std::fs::read_to_string(file);
            read.map_err(|error| format!("cannot read {}: {error}", file.display()))?
        }
        None if arguments.demo => lagrum_demo::QUESTIONS.to_owned(),
        None => return Ok(site),
    };
    let questions =
        Questions::parse(&text).map_err(|error| format!("the questions of the start page: {error}"))?;
    Ok(site.with_questions(questions))
}

/// All routes that are served.
fn routes(#[cfg_attr(not(feature = "mcp"), expect(unused_variables))] arguments: &ServeArguments) -> Routes {
    let routes = endpoints::all();
    #[cfg(feature = "mcp")]
    let routes = routes.merge(lagrum_mcp::routes(&arguments.mcp_origin));
    routes
}

/// The limits of the server: those of the arguments, reduced to the open files that the system allows.
fn limits(arguments: &ServeArguments) -> Limits {
    let wanted = Limits::default().with_connections(arguments.connections);
    let wanted = Limits {
        per_client: arguments.per_client.unwrap_or(wanted.per_client),
        drain: Duration::from_secs(arguments.drain),
        ..wanted
    };
    let limits = wanted.within(file_handles());
    if limits.connections < wanted.connections {
        tracing::warn!(
            "the limit of connections is {} instead of {}, since the system allows too few open files: raise ulimit -n or LimitNOFILE",
            limits.connections,
            wanted.connections
        );
    }
    limits
}

/// Raises the limit of open files to the maximum that the system allows, and returns it. Connections are open files, and
/// processes often begin with a limit that connections alone would reach.
pub(super) fn file_handles() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    match setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        Ok(()) => limit.maximum.unwrap_or(u64::MAX),
        Err(error) => {
            tracing::warn!("the limit of open files stays at {:?}: {error}", limit.current);
            limit.current.unwrap_or(u64::MAX)
        }
    }
}

fn bind(address: std::net::SocketAddr) -> Result<TcpListener, Failure> {
    listen(address).map_err(|error| {
        format!("cannot listen on {address}: {error}; choose another address with --listen or --metrics")
            .into()
    })
}

/// Prints the addresses to open.
fn announce(address: std::net::SocketAddr) -> std::io::Result<()> {
    print_line!("lagrum serves on http://{address}")?;
    print_line!("  site            http://{address}/")?;
    print_line!("  documentation   http://{address}/docs")?;
    print_line!("  sources         http://{address}/api/v1/sources")?;
    print_line!("  documents       http://{address}/api/v1/documents?limit=5")?;
    print_line!("  bulk files      http://{address}/api/v1/dumps")
}

/// The demo corpus, in the data folder of the command line or in a temporary one that is deleted when the server ends.
struct Demo {
    data: PathBuf,
    _folder: tempfile::TempDir,
}

impl Demo {
    fn prepare(data: &Path, encoders: &Encoders) -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        // A folder named by the user is used. The default folder is not, since it may have the user's own corpus.
        let data = if data == Path::new(DEFAULT_DATA) { folder.path().join("data") } else { data.to_owned() };
        lagrum_demo::unpack(folder.path())?;
        fix_today(lagrum_demo::DAY.parse()?);
        let options = ImportOptions {
            folders: source_folders(),
            meaning: Some(&SourceMeaning),
            ..ImportOptions::default()
        };
        let tree = folder.path().join("corpus").display().to_string();
        if import(&Corpus::create(&data)?, &[tree], &options, &Silent)?.failed() {
            return Err(format!(
                "{} holds another corpus: name another folder for the demo with --data",
                data.display()
            )
            .into());
        }
        let counter = PageCounter::new()?;
        let options = AttachmentOptions { base: None, pages: &|pdf| counter.count(pdf) };
        import_attachments(&Corpus::open(&data)?, folder.path(), &options, &Silent)?;
        let encoders: Vec<&dyn TextEncoder> = encoders.all().iter().map(|encoder| &**encoder).collect();
        let vectors = VectorOptions { encoders: &encoders, ..VectorOptions::default() };
        let options = BuildOptions { private_lookups: true, vectors, ..BuildOptions::default() };
        lagrum_builder::build_with(&data, options, &Silent)?;
        Ok(Self { data, _folder: folder })
    }
}
