//! Commands that tell an operator how things stand.

use std::path::PathBuf;

use clap::Args;
use lagrum_artifact::Base;

use super::{DEFAULT_CONNECTIONS, EngineArguments, parse_address};

#[derive(Debug, Args)]
pub(crate) struct StatusArguments {
    /// What the published snapshot has and lacks: documents by source and kind, years of series that are complete, and
    /// the documents that are cited most and not held.
    #[arg(long)]
    pub(crate) coverage: bool,

    /// The coverage as JSON, as `/api/v1/coverage` has it.
    #[arg(long, requires = "coverage")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Also compare texts with the digests in this file, which `--write` made: texts that must not change unnoticed, such as those of the
    /// constitution. A text that differs or is missing is a problem.
    #[arg(long, value_name = "FILE")]
    pub(crate) golden: Option<PathBuf>,

    /// Instead of checking anything, write the file of --golden: the digests of the provisions with these uris, and of all provisions of
    /// the statutes and EU acts with these uris, as they are today.
    #[arg(long, value_name = "URI", num_args = 1.., requires = "golden")]
    pub(crate) write: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArguments {
    #[command(flatten)]
    pub(crate) engine: EngineArguments,

    /// The address at which the service is reached from outside, as `serve` is to have it.
    #[arg(long, env = "LAGRUM_PUBLIC_URL", value_name = "URL", value_parser = parse_address)]
    pub(crate) public_url: Option<Base>,

    /// The limit of connections that `serve` is to have.
    #[arg(long, env = "LAGRUM_CONNECTIONS", default_value_t = DEFAULT_CONNECTIONS, value_name = "NUMBER")]
    pub(crate) connections: usize,
}
