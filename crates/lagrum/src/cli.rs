//! The command line. Each key is defined here once: its flag, its environment variable, its default and its help
//! are one declaration, and the configuration file uses the flag's name (see [`crate::config`]).

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use lagrum_api::server::TrustedProxies;
use lagrum_api::telemetry::LogFormat;

/// The data folder when none is named.
pub const DEFAULT_DATA: &str = "./data";

/// Puts a legal corpus on the web as a fast, read-only HTTP API.
///
/// Import a corpus into a data folder, build a snapshot of it, and serve the snapshot. Import and build may run while
/// a server serves the same folder; it takes up the new snapshot by itself. To look around at once:
/// `lagrum serve --demo`.
#[derive(Debug, Parser)]
#[command(name = "lagrum", version, propagate_version = true, max_term_width = 100)]
pub struct Lagrum {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Args)]
pub struct Common {
    /// The data folder: the corpus and its snapshots.
    #[arg(long, global = true, env = "LAGRUM_DATA", default_value = DEFAULT_DATA, value_name = "DIR")]
    pub data: PathBuf,

    /// A TOML file with values for any of the flags, by their names (`listen = "0.0.0.0:8080"`). Flags and
    /// environment variables win over it.
    #[arg(long, global = true, env = "LAGRUM_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// What to log: `error`, `warn`, `info`, `debug`, `trace`, or a list such as `warn,lagrum_api=debug`.
    #[arg(long, global = true, env = "LAGRUM_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,

    /// How a log line looks.
    #[arg(long, global = true, env = "LAGRUM_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log_format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// For a person at a terminal.
    Text,
    /// One JSON object per line.
    Json,
}

impl From<Format> for LogFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Json => Self::Json,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Bring documents into the corpus of the data folder.
    Import(Import),
    /// Build a snapshot of the corpus and publish it.
    Build(Build),
    /// Serve the published snapshot over HTTP.
    Serve(Serve),
    /// Say which document and provision a citation names, from the published snapshot.
    Resolve(Resolve),
    /// Search the texts of the published snapshot.
    Search(Search),
    /// Say what the data folder holds and what is published.
    Status,
    /// Verify the published snapshot against the corpus.
    Check,
    /// Print what the error ledger says of an error id.
    Ledger(LedgerArguments),
    /// Do one job for another process of this program: it is named by the argument, its material is standard input.
    #[command(hide = true)]
    PrintWorker {
        /// The job as JSON.
        job: String,
    },
}

#[derive(Debug, Args)]
pub struct Import {
    /// Dump files (`sfs.ndjson.gz`), folders of them, folder trees of artifact files, or the address of a running
    /// service to mirror (`https://…`).
    #[arg(required_unless_present = "attachments", value_name = "SOURCE")]
    pub origins: Vec<String>,

    /// A folder of attachments, taken after the documents: `pdf/index.json` with the PDFs it names,
    /// `verdicts/<court>/<id>/<file>`, `graphics/<statute>.json`. docs/operate.md has the details.
    #[arg(long, value_name = "DIR")]
    pub attachments: Option<PathBuf>,

    /// The base address of all uris, where it is more than scheme and host. Told from the first artifact otherwise.
    #[arg(long, env = "LAGRUM_BASE", value_name = "URI")]
    pub base: Option<String>,

    /// Take everything for this source, whatever files and folders are called.
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,

    /// Remove documents that the full dumps read, with their supplements, no longer hold. The default when a service
    /// is mirrored.
    #[arg(long, overrides_with = "no_prune")]
    pub prune: bool,

    /// Remove nothing, also when a service is mirrored.
    #[arg(long)]
    pub no_prune: bool,

    /// Fail at the first line that cannot be read.
    #[arg(long)]
    pub strict: bool,

    /// Mirror a service over plain http, which anybody on the way can read and change. Only an address of this machine
    /// needs no such leave.
    #[arg(long)]
    pub insecure_http: bool,

    /// The proxy to reach a mirrored service by. Proxies of the environment (`HTTPS_PROXY` and its like) are not used.
    #[arg(long, env = "LAGRUM_PROXY", value_name = "http://HOST:PORT")]
    pub proxy: Option<String>,
}

/// What searches, and how to get into it.
#[derive(Clone, Debug, Args)]
pub struct SearchEngine {
    /// What searches: `embedded`, which is meant where nothing is said, or the nodes of one OpenSearch cluster as
    /// `http(s)://HOST:PORT`, separated by commas. User and password of a cluster are taken from LAGRUM_SEARCH_USER and LAGRUM_SEARCH_PASSWORD.
    #[arg(long = "search", id = "engine", env = "LAGRUM_SEARCH", value_name = "ENGINE")]
    pub engine: Option<String>,

    /// A file with one line `user:password` for the cluster, in place of the two variables.
    #[arg(long, env = "LAGRUM_SEARCH_USER_FILE", value_name = "FILE")]
    pub search_user_file: Option<PathBuf>,

    /// A PEM file of the certificates that the cluster's are signed with, in place of those the public web trusts.
    #[arg(long, env = "LAGRUM_SEARCH_CA", value_name = "FILE")]
    pub search_ca: Option<PathBuf>,
}

/// The engine inside the process.
pub const EMBEDDED: &str = "embedded";

#[derive(Debug, Args)]
pub struct Build {
    #[command(flatten)]
    pub engine: SearchEngine,

    /// Parts that the cluster's index is in.
    #[arg(long, env = "LAGRUM_SEARCH_SHARDS", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024), value_name = "NUMBER")]
    pub search_shards: u32,

    /// Further copies of each part, on other nodes; fewer where the cluster has too few.
    #[arg(long, env = "LAGRUM_SEARCH_REPLICAS", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=8), value_name = "NUMBER")]
    pub search_replicas: u32,

    /// What the names of indexes in the cluster begin with.
    #[arg(long, env = "LAGRUM_SEARCH_PREFIX", default_value = "lagrum", value_name = "NAME")]
    pub search_prefix: String,
}

#[derive(Debug, Args)]
pub struct Serve {
    #[command(flatten)]
    pub engine: SearchEngine,

    /// The address and port to listen on.
    #[arg(long, env = "LAGRUM_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR:PORT")]
    pub listen: SocketAddr,

    /// Build the bundled demo corpus, the law of an invented country, and serve that. It is kept in the folder named
    /// with --data; without that, in a temporary one that goes when the server ends.
    #[arg(long)]
    pub demo: bool,

    /// Serve figures for Prometheus under /metrics on an address of their own. Off by default.
    #[arg(long, env = "LAGRUM_METRICS", value_name = "ADDR:PORT")]
    pub metrics: Option<SocketAddr>,

    #[command(flatten)]
    pub ledger: LedgerFile,

    /// Leave out of the error ledger who the client is (address, user agent, referrer) and what it looked for (queries, and
    /// the messages of 404s, which repeat them).
    #[arg(long, env = "LAGRUM_LEDGER_ANONYMOUS")]
    pub ledger_anonymous: bool,

    /// The folder for pictures and PDFs that have been made. Default: `cache` in the data folder. Where the server may not
    /// write to the data folder, name one of its own.
    #[arg(long, env = "LAGRUM_CACHE_DIR", value_name = "DIR")]
    pub cache_dir: Option<PathBuf>,

    /// Megabytes of pictures and PDFs to keep.
    #[arg(long, env = "LAGRUM_CACHE", default_value_t = 1024, value_name = "MB")]
    pub cache: u64,

    /// Connections open at once. With all of them busy, a further one gets a 503.
    #[arg(long, env = "LAGRUM_CONNECTIONS", default_value_t = 1024, value_name = "NUMBER")]
    pub connections: usize,

    /// Requests of one client that are answered at once; further ones get a 429. A client is an IPv4 address or the
    /// first 64 bits of an IPv6 address. Default: a quarter of the connections.
    #[arg(long, env = "LAGRUM_PER_CLIENT", value_name = "NUMBER")]
    pub per_client: Option<usize>,

    /// The proxies in front: addresses or networks (10.0.0.0/8) with commas between. From these, and from nobody else,
    /// X-Forwarded-For or Forwarded say who the client is. Without it, limits per client do not hold for what comes
    /// from this machine.
    #[arg(long, env = "LAGRUM_TRUSTED_PROXY", default_value = "", value_name = "ADDR[,ADDR]")]
    pub trusted_proxy: TrustedProxies,

    /// Seconds until a request that has no answer yet gets a 503.
    #[arg(long, env = "LAGRUM_TIME_LIMIT", default_value_t = 60, value_name = "SECONDS")]
    pub time_limit: u64,

    /// Seconds that running requests have to finish when the server ends.
    #[arg(long, env = "LAGRUM_DRAIN", default_value_t = 30, value_name = "SECONDS")]
    pub drain: u64,
}

#[derive(Debug, Args)]
pub struct Resolve {
    /// A citation as it is typed or pasted: `BrB 3 kap 1 §`, `GDPR art 6.1 c`, `NJA 2015 s. 702`. Several words need no
    /// quotes.
    #[arg(required = true, value_name = "TEXT")]
    pub text: Vec<String>,

    /// Print the answer of /api/v1/resolve.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Search {
    /// Words, a citation, or both: `uppsägningstid hyreslägenhet`, `LAS turordning`. Several words need no quotes; a
    /// phrase does, inside those of the shell: `'"allmän domstol"'`.
    #[arg(required = true, value_name = "TEXT")]
    pub text: Vec<String>,

    #[command(flatten)]
    pub engine: SearchEngine,

    /// Only documents of this source.
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,

    /// Only documents of this kind.
    #[arg(long, value_name = "NAME")]
    pub kind: Option<String>,

    /// Only documents of this year.
    #[arg(long, value_name = "YEAR")]
    pub year: Option<u16>,

    /// How many hits to print.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=100), value_name = "NUMBER")]
    pub limit: u8,

    /// Print the answer of /api/v1/search.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct LedgerArguments {
    /// The entry's id, the `error_id` of an answer.
    pub id: String,

    #[command(flatten)]
    pub ledger: LedgerFile,
}

#[derive(Debug, Args)]
pub struct LedgerFile {
    /// The error ledger: a file on local storage, away from the corpus. Default: lagrum/errors.ndjson in
    /// $XDG_STATE_HOME or ~/.local/state.
    #[arg(long = "ledger", id = "ledger", env = "LAGRUM_LEDGER", value_name = "FILE")]
    pub path: Option<PathBuf>,
}

impl LedgerFile {
    /// The ledger's path; None when no home folder is known either.
    pub fn path(&self) -> Option<PathBuf> {
        let folder =
            |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
        self.path.clone().or_else(|| {
            let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
            Some(state.join("lagrum/errors.ndjson"))
        })
    }
}
