//! What a cluster says of itself, for an operator who asks whether all is well.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::client::{ClusterCall, ClusterClient};
use crate::snapshot_index::SnapshotIndex;
use crate::{ClusterAccess, ClusterError};

/// The timeout of a call.
const TIMEOUT: Duration = Duration::from_secs(5);

/// What a cluster says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterReport {
    /// `green`, `yellow` where a copy of a shard is on no node, `red` where a shard is.
    pub status: String,
    /// How many nodes it has.
    pub nodes: u64,
    /// Its version; None where the user may not ask for it.
    pub version: Option<String>,
}

impl ClusterAccess {
    /// Asks the cluster how it is.
    pub fn report(&self) -> Result<ClusterReport, ClusterError> {
        let client = ClusterClient::new(self);
        let ask = |path: &str| client.call(&ClusterCall::get(path, TIMEOUT))?.success()?.parse::<Value>();
        let health = ask("/_cluster/health?filter_path=status,number_of_nodes&timeout=1s")?;
        let version = match ask("/") {
            Ok(root) => root["version"]["number"].as_str().map(str::to_owned),
            // A server needs no right to ask for it.
            Err(ClusterError::Forbidden(_)) => None,
            Err(error) => return Err(error),
        };
        Ok(ClusterReport {
            status: health["status"].as_str().unwrap_or("unknown").to_owned(),
            nodes: health["number_of_nodes"].as_u64().unwrap_or_default(),
            version,
        })
    }

    /// Checks that the cluster has the index of the snapshot whose embedded index is in a folder.
    pub fn check_index(&self, folder: &Path) -> Result<(), ClusterError> {
        SnapshotIndex::new(folder, self).ensure_ours()
    }
}
