//! `GET /api/v1/path`

use std::collections::HashMap;

use lagrum_catalog::{Connected, GraphDocument, Problem};
use lagrum_graph::{Chain, DocumentNumber as Ordinal};
use lagrum_snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::flow_groups::FlowGroups;
use super::{ask_here, held, no_graph};
use crate::{ApiError, Caching, Held, Json, Query, Resources, blocking, routes};

/// The shortest chains of citations between two documents.
#[derive(Debug, Serialize, ToSchema)]
struct PathResponse {
    /// The document the chains begin with.
    from: String,
    /// The document they end with.
    to: String,
    /// As asked.
    #[schema(value_type = String)]
    direction: Direction,
    /// Steps of the shortest chain; null when there is none.
    #[schema(required = true)]
    distance: Option<usize>,
    /// The shortest chain, both ends included; empty when there is none.
    path: Vec<PathStep>,
    /// Further chains, shortest first.
    alternatives: Vec<PathChain>,
}

/// A chain of documents.
#[derive(Debug, Serialize, ToSchema)]
struct PathChain {
    /// Its steps.
    distance: usize,
    /// Its documents, both ends included.
    path: Vec<PathStep>,
}

/// A document of a chain, and what joins it to the next.
#[derive(Debug, Serialize, ToSchema)]
struct PathStep {
    /// Its uri.
    uri: String,
    /// Its printed id.
    #[schema(required = true)]
    label: Option<String>,
    /// Its title.
    #[schema(required = true)]
    title: Option<String>,
    /// Its compact citing form.
    #[schema(required = true)]
    descriptive: Option<String>,
    /// Its flow group.
    group: String,
    /// Citations that join it to the next; null for the last.
    #[schema(required = true)]
    links: Option<u32>,
    /// Whether it cites the next, rather than the next it; null for the last.
    #[schema(required = true)]
    forward: Option<bool>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct PathQuery {
    /// The document to begin with; a place in one stands for its document.
    from: String,
    /// The document to end with; a place in one stands for its document.
    to: String,
    /// `out` to follow citations, `in` to go against them, `both` for either at each step.
    #[param(value_type = String, pattern = "^(in|out|both)$", default = "both")]
    direction: Direction,
    /// The flow groups a chain may pass through, parted by commas; the two ends may be of any.
    groups: Option<String>,
    /// Chains to find.
    #[param(default = 1, minimum = 1, maximum = 5)]
    paths: usize,
}

/// Which citations to follow, seen from a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Direction {
    /// To what cites it.
    In,
    /// To what it cites.
    Out,
    /// Either way.
    Both,
}

impl From<Direction> for lagrum_graph::Direction {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::In => Self::In,
            Direction::Out => Self::Out,
            Direction::Both => Self::Both,
        }
    }
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(path), Caching::Snapshot)
}

/// How two documents hang together: the shortest chains of documents that cite one another.
#[utoipa::path(get, path = "/api/v1/path", tag = "document", operation_id = "path", params(PathQuery),
    responses((status = 200, description = "The chains", body = PathResponse)))]
async fn path(
    query: Query<PathQuery>,
    Held(snapshot): Held<Snapshot>,
) -> Result<Json<PathResponse>, ApiError> {
    blocking(move || {
        let groups = FlowGroups::read(&query, query.groups.as_deref(), &snapshot)?;
        let (_, from) = held(&snapshot, &query.from)?;
        let (_, to) = held(&snapshot, &query.to)?;
        let graph = snapshot.graph().ok_or_else(no_graph)?;
        let asked = lagrum_graph::PathQuery {
            from: from.id,
            to: to.id,
            direction: query.direction.into(),
            groups: groups.numbered(graph),
            paths: query.paths,
        };
        let found = graph.graph().chains(&asked)?;
        let mut chains = ask_here(&snapshot, |catalog| Names::new(catalog).chains(&found))?.into_iter();
        let (distance, path) = match chains.next() {
            Some(first) => (Some(first.distance), first.path),
            None => (None, Vec::new()),
        };
        Ok(Json(PathResponse {
            from: from.uri,
            to: to.uri,
            direction: query.direction,
            distance,
            path,
            alternatives: chains.collect(),
        }))
    })
    .await
}

/// Puts names to the documents of chains, which have most of them in common.
struct Names<'a> {
    catalog: &'a Connected<'a>,
    known: HashMap<Ordinal, GraphDocument>,
}

impl<'a> Names<'a> {
    fn new(catalog: &'a Connected<'a>) -> Self {
        Self { catalog, known: HashMap::new() }
    }

    fn chains(&mut self, chains: &[Chain]) -> Result<Vec<PathChain>, Problem> {
        let named = |chain: &Chain| Ok(PathChain { distance: chain.distance(), path: self.steps(chain)? });
        chains.iter().map(named).collect()
    }

    fn steps(&mut self, chain: &Chain) -> Result<Vec<PathStep>, Problem> {
        let hops = chain.hops.iter().map(Some).chain(std::iter::once(None));
        let step = |(document, hop): (&Ordinal, Option<&lagrum_graph::Hop>)| {
            let GraphDocument { uri, label, title, descriptive, group, .. } = self.document(*document)?;
            let (links, forward) = (hop.map(|hop| hop.links), hop.map(|hop| hop.forward));
            Ok(PathStep { uri, label, title, descriptive, group, links, forward })
        };
        chain.documents.iter().zip(hops).map(step).collect()
    }

    fn document(&mut self, document: Ordinal) -> Result<GraphDocument, Problem> {
        if let Some(known) = self.known.get(&document) {
            return Ok(known.clone());
        }
        let found = self.catalog.graph_document(document)?;
        self.known.insert(document, found.clone());
        Ok(found)
    }
}
