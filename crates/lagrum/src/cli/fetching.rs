//! Commands that bring documents from their publishers.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand};
use lagrum_publishers::BaseUrl;

#[derive(Debug, Args)]
pub(crate) struct FetchArguments {
    /// What to fetch: `dv`, `eurlex`, `forarbete`, `hudoc`, `sfs`.
    #[arg(required = true, value_name = "SOURCE")]
    pub(crate) sources: Vec<String>,

    /// Ask for everything, not for what changed. That is done by itself the first time and once a month.
    #[arg(long, conflicts_with = "since")]
    pub(crate) full: bool,

    /// Ask for what changed since a day.
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<jiff::civil::Date>,

    /// Of EU law, ask for all regulations, directives and decisions in force too. Without this, the acts and judgments that documents
    /// of the published snapshot cite are asked for.
    #[arg(long)]
    pub(crate) in_force: bool,

    /// Ask for so many documents of each source at most. The next run goes on after them.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) limit: Option<u64>,

    /// Ask for a source at another address than the publisher's own.
    #[arg(long, value_name = "SOURCE=URL")]
    pub(crate) base_url: Vec<SourceUrl>,

    /// Take files of this folder instead of asking: records and pages of the publisher that somebody has kept.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["full", "since", "limit", "base_url", "probe", "in_force"])]
    pub(crate) from_dir: Option<PathBuf>,

    /// Compare a few answers of the publisher with the shape that this program knows, in at most five requests, and print what
    /// differs. Nothing is fetched.
    #[arg(long)]
    pub(crate) probe: bool,

    /// Keep what comes in the raw archive, and parse nothing.
    #[arg(long)]
    pub(crate) fetch_only: bool,

    /// Withdraw documents also where much less than what is published would be left. Without this, such a run stops, withdraws nothing and
    /// fails.
    #[arg(long)]
    pub(crate) allow_removals: bool,

    /// How a publisher can reach who asks: an address of mail or of the web, which every request names.
    #[arg(long, env = "LAGRUM_CONTACT", value_name = "ADDRESS")]
    pub(crate) contact: Option<String>,
}

/// The address of a source.
#[derive(Clone, Debug)]
pub(crate) struct SourceUrl {
    pub(crate) source: String,
    pub(crate) url: BaseUrl,
}

impl FromStr for SourceUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (source, url) = text.split_once('=').ok_or("expected SOURCE=URL")?;
        Ok(Self { source: source.to_owned(), url: url.parse()? })
    }
}

#[derive(Debug, Args)]
pub(crate) struct RawArguments {
    #[command(subcommand)]
    pub(crate) task: RawTask,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RawTask {
    /// Read every body and compare it with its name. Fails when something is damaged or missing.
    Verify,
    /// Make the rows of the archive of its packs, where raw.db is lost or older than they are. Nothing is fetched and nothing deleted.
    Rebuild,
    /// List what is kept: of all sources, of a source, or the rows of a document.
    List {
        /// The source.
        #[arg(value_name = "SOURCE")]
        source: Option<String>,
        /// The publisher's number of a document.
        #[arg(value_name = "KEY")]
        key: Option<String>,
    },
    /// Write the bodies of a source as files, as they came.
    Export {
        /// The source.
        #[arg(value_name = "SOURCE")]
        source: String,
        /// The folder to write below.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Remove a document with all its rows for good, such as a text that was withdrawn to protect somebody.
    Purge {
        /// The source.
        #[arg(value_name = "SOURCE")]
        source: String,
        /// The publisher's number of the document.
        #[arg(value_name = "KEY")]
        key: String,
    },
}
