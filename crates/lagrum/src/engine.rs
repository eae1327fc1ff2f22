//! The search engine that the command line chooses.

use std::path::Path;

use lagrum_search::{Embedded, Engine, RemoteIndex};

use crate::cli::{BuildArguments, EMBEDDED, EngineArguments};
use crate::failure::Failure;

/// The search engine of a command.
#[derive(Clone, Debug)]
pub(crate) enum EngineChoice {
    /// The engine inside the process.
    Embedded,
    /// A cluster.
    #[cfg(feature = "opensearch")]
    Cluster(lagrum_opensearch::ClusterAccess),
}

impl EngineChoice {
    /// Reads the arguments, the files they name and the environment. No connection is made.
    pub(crate) fn new(arguments: &EngineArguments) -> Result<Self, Failure> {
        match arguments.engine.as_deref() {
            None | Some(EMBEDDED) => Ok(Self::Embedded),
            Some(addresses) => Self::cluster(addresses, arguments),
        }
    }

    #[cfg(feature = "opensearch")]
    fn cluster(addresses: &str, arguments: &EngineArguments) -> Result<Self, Failure> {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let mut access = lagrum_opensearch::ClusterAccess::parse(addresses)
            .map_err(|error| format!("{error}; `{EMBEDDED}` chooses the engine in the process"))?;
        if let Some(path) = &arguments.search_user_file {
            access = access.with_user_file(path)?;
        } else if let Some(user) = variable("LAGRUM_SEARCH_USER") {
            let password = variable("LAGRUM_SEARCH_PASSWORD").unwrap_or_default();
            access = access.with_user(&user, &password)?;
        }
        if let Some(path) = &arguments.search_ca {
            access = access.with_ca_file(path)?;
        }
        Ok(Self::Cluster(access))
    }

    #[cfg(not(feature = "opensearch"))]
    fn cluster(_: &str, _: &EngineArguments) -> Result<Self, Failure> {
        Err(format!("this program was built without support for clusters: leave out --search, or use `--search {EMBEDDED}`").into())
    }

    /// The engine of a snapshot, from its open index and the folder of the index.
    #[cfg_attr(
        not(feature = "opensearch"),
        expect(unused_variables, reason = "only a cluster needs the folder")
    )]
    pub(crate) fn engine(&self, local: Embedded, folder: &Path) -> Box<dyn Engine> {
        match self {
            Self::Embedded => Box::new(local),
            #[cfg(feature = "opensearch")]
            Self::Cluster(access) => {
                let engine = lagrum_opensearch::OpenSearch::new(local, folder, access);
                // The cluster is checked in the background, so that /readyz can report it soon.
                let _ = engine.ready();
                Box::new(engine)
            }
        }
    }

    /// Fails when a cluster searches the published snapshot and the arguments name no engine. Servers that use the cluster
    /// would lose search as soon as they have the new snapshot.
    #[cfg_attr(
        not(feature = "opensearch"),
        expect(unused_variables, reason = "no cluster searches anything")
    )]
    pub(crate) fn require_named_engine(data: &Path, arguments: &EngineArguments) -> Result<(), Failure> {
        #[cfg(feature = "opensearch")]
        if arguments.engine.is_none() {
            let snapshots = lagrum_snapshot::Snapshots::new(data);
            let current = snapshots.current().ok().flatten();
            if current.is_some_and(|id| lagrum_opensearch::has_cluster_index(&snapshots.search_of(&id))) {
                return Err(format!(
                    "a cluster searches the snapshot published in {}: name the cluster with --search or LAGRUM_SEARCH, or \
                     use `--search {EMBEDDED}` if no server uses the cluster any more",
                    data.display()
                )
                .into());
            }
        }
        Ok(())
    }

    /// The remote index that a build fills beside the embedded one.
    #[cfg_attr(not(feature = "opensearch"), expect(unused_variables, reason = "only a cluster is filled"))]
    pub(crate) fn remote_index(
        &self,
        data: &Path,
        arguments: &BuildArguments,
    ) -> Result<Option<Box<dyn RemoteIndex>>, Failure> {
        match self {
            Self::Embedded => Ok(None),
            #[cfg(feature = "opensearch")]
            Self::Cluster(access) => {
                let shape = lagrum_opensearch::ClusterIndexShape {
                    prefix: arguments.search_prefix.clone(),
                    shards: arguments.search_shards,
                    replicas: arguments.search_replicas,
                };
                Ok(Some(Box::new(lagrum_opensearch::ClusterIndexer::new(access, data, shape)?)))
            }
        }
    }
}
