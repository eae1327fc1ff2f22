//! The command line. A flag, its environment variable, its default and its help are one declaration here. The
//! configuration file uses the names of the flags (see [`crate::config`]).

// Named, since a fuzz target includes this file from elsewhere.
#[path = "cli/checking.rs"]
mod checking;
#[path = "cli/fetching.rs"]
mod fetching;
#[path = "cli/programs.rs"]
mod programs;
#[path = "cli/questions.rs"]
mod questions;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use lagrum_api::server::TrustedProxies;
use lagrum_api::telemetry::LogFormat;
use lagrum_artifact::Base;

pub(crate) use self::checking::*;
pub(crate) use self::fetching::*;
pub(crate) use self::programs::*;
pub(crate) use self::questions::*;
use crate::byte_size::ByteSize;
use crate::operator_command::OperatorCommand;

/// The data folder when none is named.
pub(crate) const DEFAULT_DATA: &str = "./data";

/// The limit of connections when none is named.
pub(crate) const DEFAULT_CONNECTIONS: usize = 1024;

/// Serves a legal corpus over a fast, read-only HTTP API.
///
/// Import a corpus into a data folder, build a snapshot of it, and serve the snapshot. Import and build may run while
/// a server serves the same folder; the server takes up the new snapshot by itself. To try it at once:
/// `lagrum serve --demo`.
#[derive(Debug, Parser)]
#[command(name = "lagrum", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Lagrum {
    #[command(flatten)]
    pub(crate) common: CommonArguments,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Reads the address of a licence, whose slash at the end belongs to it.
fn parse_licence(text: &str) -> Result<String, String> {
    parse_address(text).map(|_| text.to_owned())
}

/// An address and a port to listen on.
fn parse_listen(text: &str) -> Result<SocketAddr, String> {
    let port = text.rsplit(':').next().and_then(|port| port.parse::<u16>().ok()).unwrap_or(8080);
    text.parse().map_err(|_| {
        format!("an IP address and a port are needed, such as 127.0.0.1:{port} (this machine) or 0.0.0.0:{port} (all)")
    })
}

/// Reads the address of a service.
fn parse_address(text: &str) -> Result<Base, String> {
    let base = Base::parse(text).map_err(|error| error.to_string())?;
    let is_web = ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme));
    if is_web && lagrum_answers::is_address(base.as_str()) {
        Ok(base)
    } else {
        Err("an address of the web without query and fragment: https://lag.example".to_owned())
    }
}

#[derive(Debug, Args)]
pub(crate) struct CommonArguments {
    /// The data folder: the corpus and its snapshots.
    #[arg(long, global = true, env = "LAGRUM_DATA", default_value = DEFAULT_DATA, value_name = "DIR")]
    pub(crate) data: PathBuf,

    /// A TOML file with values for any of the flags, by their names (`listen = "0.0.0.0:8080"`). Flags and
    /// environment variables override it.
    #[arg(long, global = true, env = "LAGRUM_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// What to log: `error`, `warn`, `info`, `debug`, `trace`, or a list such as `warn,lagrum_api=debug`.
    #[arg(long, global = true, env = "LAGRUM_LOG", default_value = "info", value_name = "FILTER")]
    pub(crate) log: String,

    /// The format of log lines.
    #[arg(long, global = true, env = "LAGRUM_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub(crate) log_format: LogFormatName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogFormatName {
    /// Text for a terminal.
    Text,
    /// One JSON object per line.
    Json,
}

impl From<LogFormatName> for LogFormat {
    fn from(format: LogFormatName) -> Self {
        match format {
            LogFormatName::Text => Self::Text,
            LogFormatName::Json => Self::Json,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Import documents and attachments into the corpus of the data folder.
    Import(ImportArguments),
    /// Make artifacts of raw files of a publisher and print them, one a line; or of the raw archive, and store what differs.
    Parse(ParseArguments),
    /// Fetch documents from their publishers, and parse and store what differs.
    Fetch(FetchArguments),
    /// Verify, list, export or purge what was fetched, as it came.
    Raw(RawArguments),
    /// Build a snapshot of the corpus and publish it.
    Build(BuildArguments),
    /// Serve the published snapshot over HTTP.
    Serve(Box<ServeArguments>),
    /// Find the document and provision that a citation names, in the published snapshot.
    Resolve(ResolveArguments),
    /// Print one provision, as it is held or as it applied on a day.
    Provision(ProvisionArguments),
    /// Print the texts that one provision has had, with their days and the acts that made them.
    History(HistoryArguments),
    /// Print what differs between two lydelser of a statute or an EU act, with `**added**` and `~~removed~~` words.
    Diff(DiffArguments),
    /// List what was added, changed and withdrawn since a snapshot or a time.
    Changes(ChangesArguments),
    /// Check the citations of files: which exist, which cannot. Fails when one is of nothing that is held.
    Cite(CiteArguments),
    /// Search the texts of the published snapshot.
    Search(SearchArguments),
    /// Export the published snapshot in forms that other programs read.
    Export(ExportArguments),
    /// Serve tools for language models (MCP) on standard input and output, from the published snapshot.
    #[cfg(feature = "mcp")]
    Mcp(McpArguments),
    /// Check a model for vectors, or make a word table.
    Vectors(VectorsArguments),
    /// Show what the data folder holds and what is published.
    Status(StatusArguments),
    /// Verify the published snapshot against the corpus, and texts against their digests.
    Check(CheckArguments),
    /// Say in one screen what is wrong with the machine and the data folder: rights, disk, limits, sandbox, clock, snapshot, cluster.
    /// Exits with 0 when all is well, 1 with warnings, 2 with faults.
    Doctor(DoctorArguments),
    /// Print the script by which a shell completes the commands and flags of this program.
    Completions {
        /// The shell.
        shell: CompletionShell,
    },
    /// Write the manual, a page for each command, into a folder.
    #[command(hide = true)]
    ManPages {
        /// The folder.
        folder: PathBuf,
    },
    /// Print the entry of the error ledger for an error id.
    Ledger(LedgerArguments),
    /// Do one print job for another process of this program: the argument names the job, its input is standard input.
    #[command(hide = true)]
    PrintWorker {
        /// The job as JSON.
        job: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// Dump files (`sfs.ndjson.gz`), folders of them, folder trees of artifact files, or the address of a running
    /// service to mirror (`https://…`).
    #[arg(required_unless_present = "attachments", value_name = "SOURCE")]
    pub(crate) origins: Vec<String>,

    /// A folder of attachments, imported after the documents: `pdf/index.json` with the PDFs it names,
    /// `verdicts/<court>/<id>/<file>`, `graphics/<statute>.json`. docs/operate.md has the details.
    #[arg(long, value_name = "DIR")]
    pub(crate) attachments: Option<PathBuf>,

    /// The base of all uris, if it is more than scheme and host. Default: scheme and host of the first artifact's uri.
    #[arg(long, env = "LAGRUM_BASE", value_name = "URI")]
    pub(crate) base: Option<String>,

    /// Import everything as documents of this source, whatever the names of files and folders are.
    #[arg(long, value_name = "NAME")]
    pub(crate) source: Option<String>,

    /// Remove documents that the imported full dumps, with their supplements, no longer hold. The default when a service
    /// is mirrored.
    #[arg(long, overrides_with = "no_prune")]
    pub(crate) prune: bool,

    /// Remove no documents, also when a service is mirrored.
    #[arg(long)]
    pub(crate) no_prune: bool,

    /// Let this run leave much less than what is published: less than nine tenths of the documents with a text of a source, or none.
    /// Without this, such a run stops, removes nothing and fails.
    #[arg(long)]
    pub(crate) allow_removals: bool,

    /// The day on which what is imported was taken from its publisher. What happened after it is not known, so no text is said to
    /// be that of a later day. A mirrored service states it itself.
    #[arg(long, value_name = "DATE")]
    pub(crate) taken: Option<jiff::civil::Date>,

    /// Fail at the first line that cannot be read.
    #[arg(long)]
    pub(crate) strict: bool,

    /// Allow plain http to a mirrored service on another machine. Anybody on the way can read and change it.
    #[arg(long)]
    pub(crate) insecure_http: bool,

    /// The proxy for connections to a mirrored service. Proxies of the environment (`HTTPS_PROXY` and others) are not used.
    #[arg(long, env = "LAGRUM_PROXY", value_name = "http://HOST:PORT")]
    pub(crate) proxy: Option<String>,
}

/// The search engine, and the credentials for it.
#[derive(Clone, Debug, Args)]
pub(crate) struct EngineArguments {
    /// The search engine: `embedded` (the default), or the nodes of one OpenSearch cluster as `http(s)://HOST:PORT`,
    /// separated by commas. User and password of a cluster are taken from LAGRUM_SEARCH_USER and LAGRUM_SEARCH_PASSWORD.
    #[arg(long = "search", id = "engine", env = "LAGRUM_SEARCH", value_name = "ENGINE")]
    pub(crate) engine: Option<String>,

    /// A file with one line `user:password` for the cluster, instead of the two variables.
    #[arg(long, env = "LAGRUM_SEARCH_USER_FILE", value_name = "FILE")]
    pub(crate) search_user_file: Option<PathBuf>,

    /// A PEM file of the certificate authorities that signed the cluster's certificates, instead of those of the public web.
    #[arg(long, env = "LAGRUM_SEARCH_CA", value_name = "FILE")]
    pub(crate) search_ca: Option<PathBuf>,

    /// The folder of a sentence encoder as model hubs have it (config.json, tokenizer.json, model.safetensors), by which
    /// questions find provisions that are near them in meaning. Builds and servers name the same model: docs/search.md.
    #[arg(long, env = "LAGRUM_VECTORS", value_name = "DIR")]
    pub(crate) vectors: Option<PathBuf>,
}

/// The name of the embedded engine.
pub(crate) const EMBEDDED: &str = "embedded";

#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    #[command(flatten)]
    pub(crate) engine: EngineArguments,

    /// Number of shards of the cluster's index.
    #[arg(long, env = "LAGRUM_SEARCH_SHARDS", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024), value_name = "NUMBER")]
    pub(crate) search_shards: u32,

    /// Number of replicas of each shard, on other nodes; fewer if the cluster has too few nodes.
    #[arg(long, env = "LAGRUM_SEARCH_REPLICAS", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=8), value_name = "NUMBER")]
    pub(crate) search_replicas: u32,

    /// The prefix of the names of indexes in the cluster.
    #[arg(long, env = "LAGRUM_SEARCH_PREFIX", default_value = "lagrum", value_name = "NAME")]
    pub(crate) search_prefix: String,

    /// The memory of the build, such as `512M` or `2G`. What does not fit is written to temporary files in the data folder. Every
    /// size gives the same snapshot. docs/operate.md says up to how many documents it holds, and what it does not bound.
    #[arg(long, env = "LAGRUM_MEMORY", default_value_t = ByteSize(1 << 30), value_parser = ByteSize::for_build, value_name = "SIZE")]
    pub(crate) memory: ByteSize,

    /// Also write the files of private lookups, by which a client finds out what is held without telling what it looks for
    /// (/api/v1/range).
    #[arg(long, env = "LAGRUM_PRIVATE_LOOKUPS")]
    pub(crate) private_lookups: bool,

    /// A file that states which years of series are held whole, so that no other number of them exists. docs/operate.md has its form.
    #[arg(long, env = "LAGRUM_SERIES", value_name = "FILE")]
    pub(crate) series: Option<PathBuf>,

    /// Maximum number of passages that get vectors. Of more, those of the most cited documents do. Each takes 0.4 kB of the
    /// memory of a server with a common model.
    #[arg(long, env = "LAGRUM_MAX_VECTORS", default_value_t = lagrum_builder::DEFAULT_MAX_VECTORS, value_name = "NUMBER")]
    pub(crate) max_vectors: usize,

    /// Publish a snapshot that has much less than what is published: less than nine tenths of the documents with a text of a source, or
    /// none. Without this, such a build stops and fails.
    #[arg(long)]
    pub(crate) allow_removals: bool,

    /// A command to run after each publication: a program and its arguments with blanks between, read by no shell. Its input is what
    /// changed since the snapshot before, a line of JSON for each document as in /api/v1/changes. It has ten minutes. When it fails,
    /// this command fails, and what was published stays.
    #[arg(long, env = "LAGRUM_AFTER_PUBLISH", value_name = "COMMAND")]
    pub(crate) after_publish: Option<OperatorCommand>,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    pub(crate) engine: EngineArguments,

    /// The address and port to listen on.
    #[arg(
        long,
        alias = "port",
        env = "LAGRUM_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDR:PORT",
        value_parser = parse_listen
    )]
    pub(crate) listen: SocketAddr,

    /// Build and serve the bundled demo corpus, the law of an invented country. It is kept in the folder given by --data;
    /// without --data in a temporary one, which is deleted when the server ends.
    #[arg(long)]
    pub(crate) demo: bool,

    /// Serve metrics for Prometheus under /metrics on this address. Off by default.
    #[arg(long, env = "LAGRUM_METRICS", value_name = "ADDR:PORT", value_parser = parse_listen)]
    pub(crate) metrics: Option<SocketAddr>,

    #[command(flatten)]
    pub(crate) ledger: LedgerPath,

    /// Leave out of the error ledger what identifies the client (address, user agent, referrer) and what it looked for (queries,
    /// and the messages of 404s, which repeat them).
    #[arg(long, env = "LAGRUM_LEDGER_ANONYMOUS")]
    pub(crate) ledger_anonymous: bool,

    /// The folder of the cache for pictures and PDFs. Default: `cache` in the data folder. If the server may not
    /// write to the data folder, name another one.
    #[arg(long, env = "LAGRUM_CACHE_DIR", value_name = "DIR")]
    pub(crate) cache_dir: Option<PathBuf>,

    /// Size of the cache for pictures and PDFs in megabytes.
    #[arg(long, env = "LAGRUM_CACHE", default_value_t = 1024, value_name = "MB")]
    pub(crate) cache: u64,

    /// Maximum number of open connections. When all are busy, a further one gets a 503.
    #[arg(long, env = "LAGRUM_CONNECTIONS", default_value_t = DEFAULT_CONNECTIONS, value_name = "NUMBER")]
    pub(crate) connections: usize,

    /// Maximum number of requests of one client at once; further ones get a 429. A client is an IPv4 address or the
    /// first 64 bits of an IPv6 address. Default: a quarter of the connections.
    #[arg(long, env = "LAGRUM_PER_CLIENT", value_name = "NUMBER")]
    pub(crate) per_client: Option<usize>,

    /// The proxies in front of the server: addresses or networks (10.0.0.0/8), separated by commas. X-Forwarded-For and
    /// Forwarded name the client only in requests from these. Without this flag, limits per client do not apply to
    /// requests from this machine.
    #[arg(long, env = "LAGRUM_TRUSTED_PROXY", default_value = "", value_name = "ADDR[,ADDR]")]
    pub(crate) trusted_proxy: TrustedProxies,

    /// Who runs the service, as the page /om of the site says.
    #[arg(long, env = "LAGRUM_OPERATOR", value_name = "NAME")]
    pub(crate) operator: Option<String>,

    /// How to reach them: an address of mail or of the web, which the page /om of the site shows.
    #[arg(long, env = "LAGRUM_CONTACT", value_name = "ADDRESS")]
    pub(crate) contact: Option<lagrum_site::Contact>,

    /// The address at which the service is reached from outside: `https://lag.example`. ELI identifiers and the addresses of forms begin with
    /// it. Without it graphs name things by their canonical uris, and name no forms.
    #[arg(long, env = "LAGRUM_PUBLIC_URL", value_name = "URL", value_parser = parse_address)]
    pub(crate) public_url: Option<Base>,

    /// The address of the licence of the data, as the catalogue of data (/dcat) says. Without it the catalogue names none.
    #[arg(long, env = "LAGRUM_LICENCE", value_name = "URL", value_parser = parse_licence)]
    pub(crate) licence: Option<String>,

    /// The questions of the start page of the site, in the place of those that come with the program: a file with a door, a question and
    /// an act#anchor on each line, tabs between them.
    #[arg(long, env = "LAGRUM_QUESTIONS", value_name = "FILE")]
    pub(crate) questions: Option<PathBuf>,

    /// The origin of web pages (`https://app.example`) whose scripts may call the tools at /mcp, beside pages of this machine.
    /// May be given several times. Programs other than browsers need none.
    #[cfg(feature = "mcp")]
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) mcp_origin: Vec<lagrum_mcp::AllowedOrigin>,

    /// Seconds until a request without a response gets a 503.
    #[arg(long, env = "LAGRUM_TIME_LIMIT", default_value_t = 60, value_name = "SECONDS")]
    pub(crate) time_limit: u64,

    /// Seconds that running requests have to finish after the server is told to stop.
    #[arg(long, env = "LAGRUM_DRAIN", default_value_t = 30, value_name = "SECONDS")]
    pub(crate) drain: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompletionShell {
    /// For bash, below `/usr/share/bash-completion/completions` or sourced.
    Bash,
    /// For zsh, as `_lagrum` in a folder of `$fpath`.
    Zsh,
    /// For fish, below `~/.config/fish/completions`.
    Fish,
}

#[derive(Debug, Args)]
pub(crate) struct LedgerArguments {
    /// The id of the entry: the `error_id` of an error response.
    pub(crate) id: String,

    #[command(flatten)]
    pub(crate) ledger: LedgerPath,
}

#[derive(Debug, Args)]
pub(crate) struct LedgerPath {
    /// The error ledger: a file on local storage, away from the corpus. Default: lagrum/errors.ndjson in
    /// $XDG_STATE_HOME or ~/.local/state.
    #[arg(long = "ledger", id = "ledger", env = "LAGRUM_LEDGER", value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
}

impl LedgerPath {
    /// The path of the ledger. None if no flag names it and HOME is not set.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        let folder =
            |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
        self.path.clone().or_else(|| {
            let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
            Some(state.join("lagrum/errors.ndjson"))
        })
    }
}
