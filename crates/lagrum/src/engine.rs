//! Which engine searches, as the command line says it.

use std::path::Path;

use lagrum_search::{Embedded, Engine, RemoteIndex};

use crate::Failure;
use crate::cli::{Build, EMBEDDED, SearchEngine};

/// What searches.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// The engine inside the process.
    Embedded,
    /// A cluster.
    #[cfg(feature = "opensearch")]
    Cluster(lagrum_opensearch::Access),
}

impl Chosen {
    /// Reads what was chosen. Files are read and addresses checked; nothing is asked of a cluster.
    pub fn new(arguments: &SearchEngine) -> Result<Self, Failure> {
        match arguments.engine.as_deref() {
            None | Some(EMBEDDED) => Ok(Self::Embedded),
            Some(addresses) => Self::cluster(addresses, arguments),
        }
    }

    #[cfg(feature = "opensearch")]
    fn cluster(addresses: &str, arguments: &SearchEngine) -> Result<Self, Failure> {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let mut access = lagrum_opensearch::Access::parse(addresses)
            .map_err(|error| format!("{error}; or name `{EMBEDDED}`"))?;
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
    fn cluster(_: &str, _: &SearchEngine) -> Result<Self, Failure> {
        Err(format!("this program was built without clusters: the only engine is `{EMBEDDED}`").into())
    }

    /// The engine of a snapshot, from its open index and the folder of that.
    #[cfg_attr(
        not(feature = "opensearch"),
        expect(unused_variables, reason = "only a cluster needs the folder")
    )]
    pub fn engine(&self, local: Embedded, folder: &Path) -> Box<dyn Engine> {
        match self {
            Self::Embedded => Box::new(local),
            #[cfg(feature = "opensearch")]
            Self::Cluster(access) => {
                let engine = lagrum_opensearch::OpenSearch::new(local, folder, access);
                // Looked at in the background, so that /readyz soon has something to tell.
                let _ = engine.ready();
                Box::new(engine)
            }
        }
    }

    /// Fails where a cluster searches what is published and a build was told of no engine: servers that ask the cluster
    /// would be without search as soon as they have what it built.
    #[cfg_attr(
        not(feature = "opensearch"),
        expect(unused_variables, reason = "no cluster searches anything")
    )]
    pub fn must_be_said(data: &Path, arguments: &SearchEngine) -> Result<(), Failure> {
        #[cfg(feature = "opensearch")]
        if arguments.engine.is_none() {
            let snapshots = lagrum_snapshot::Snapshots::new(data);
            let current = snapshots.current().ok().flatten();
            if current.is_some_and(|id| lagrum_opensearch::was_filled(&snapshots.search_of(&id))) {
                return Err(format!(
                    "a cluster searches what is published in {}: name it with --search or LAGRUM_SEARCH, or say \
                     `--search {EMBEDDED}` when no server asks it any more",
                    data.display()
                )
                .into());
            }
        }
        Ok(())
    }

    /// The remote index that a build fills beside the embedded one.
    #[cfg_attr(not(feature = "opensearch"), expect(unused_variables, reason = "only a cluster is filled"))]
    pub fn remote_index(
        &self,
        data: &Path,
        arguments: &Build,
    ) -> Result<Option<Box<dyn RemoteIndex>>, Failure> {
        match self {
            Self::Embedded => Ok(None),
            #[cfg(feature = "opensearch")]
            Self::Cluster(access) => {
                let shape = lagrum_opensearch::Shape {
                    prefix: arguments.search_prefix.clone(),
                    shards: arguments.search_shards,
                    replicas: arguments.search_replicas,
                };
                Ok(Some(Box::new(lagrum_opensearch::Filler::new(access, data, shape)?)))
            }
        }
    }
}
