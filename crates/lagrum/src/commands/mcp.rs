//! `lagrum mcp`

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwapOption;
use lagrum_api::ServedSnapshot;
use lagrum_snapshot::{Snapshot, Snapshots, today};

use super::serve::follow::{SnapshotSource, follow, serve_whole};
use crate::cli::McpArguments;
use crate::encoders::Encoders;
use crate::engine::EngineChoice;
use crate::failure::{Failure, no_snapshot};

pub(crate) fn run(data: &Path, arguments: &McpArguments) -> Result<ExitCode, Failure> {
    let served = Arc::new(ArcSwapOption::<Snapshot>::empty());
    let source = SnapshotSource {
        snapshots: Snapshots::new(data),
        engine: EngineChoice::new(&arguments.engine)?,
        encoders: Encoders::open(&arguments.engine)?.for_queries(),
    };
    // A host starts the program and asks at once, and nobody would see an answer that something is still being loaded.
    if !serve_whole(&source, &served)? {
        return Err(no_snapshot(data));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.spawn(follow(source, served.clone()));
    let ended = runtime.block_on(lagrum_mcp::serve_stdio(move || {
        ServedSnapshot::from_snapshot(today(), served.load_full())
    }));
    // Blocking work of an aborted call may continue for longer.
    runtime.shutdown_timeout(Duration::from_secs(1));
    ended.map(|()| ExitCode::SUCCESS)
}
