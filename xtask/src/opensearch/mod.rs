//! Starts a real OpenSearch on this machine, and keeps it until the task is ended.

pub mod nodes;

use std::io::Read;
use std::path::PathBuf;

use nodes::{Nodes, fetch, missing};

/// What to start.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// How many nodes.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9), value_name = "NUMBER")]
    nodes: u8,

    /// Where jars and data go. What nodes held before is still there.
    #[arg(long, default_value = "target/opensearch", value_name = "DIR")]
    folder: PathBuf,

    /// The heap of each node in megabytes.
    #[arg(long, default_value_t = 1024, value_name = "MB")]
    heap: u32,
}

/// Starts the nodes, says where they are, and ends them when standard input ends.
pub fn run(options: &Options) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    if let Some(missing) = missing() {
        return Err(missing.into());
    }
    std::fs::create_dir_all(&options.folder)?;
    let folder = options.folder.canonicalize()?;
    let nodes = Nodes::start(&fetch(&folder)?, &folder, usize::from(options.nodes), options.heap)?;
    println!("{}", nodes.addresses());
    eprintln!("processes {:?}; ends with standard input (Ctrl-D), or Ctrl-C", nodes.processes());
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}
