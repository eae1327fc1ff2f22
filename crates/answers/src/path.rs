//! How two documents are connected by citations.

use std::collections::HashMap;

use lagrum_catalog::{CatalogProblem, CatalogReader, GraphDocument};
use lagrum_graph::{Chain, DocumentNumber, PathQuery};
use lagrum_snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::AnswerError;
use crate::flow_groups::FlowGroups;
use crate::lookup::{find_location, query_catalog};

/// The shortest chains of citations between two documents.
#[derive(Debug, Serialize, ToSchema)]
pub struct PathResponse {
    /// The document the chains begin with.
    pub from: String,
    /// The document they end with.
    pub to: String,
    /// The direction of the question.
    #[schema(value_type = String)]
    pub direction: LinkDirection,
    /// Steps of the shortest chain; null when there is none.
    #[schema(required = true)]
    pub distance: Option<usize>,
    /// The shortest chain, both ends included; empty when there is none.
    pub path: Vec<PathStep>,
    /// Further chains, shortest first.
    pub alternatives: Vec<PathChain>,
}

/// A chain of documents.
#[derive(Debug, Serialize, ToSchema)]
pub struct PathChain {
    /// Its steps.
    pub distance: usize,
    /// Its documents, both ends included.
    pub path: Vec<PathStep>,
}

/// A document of a chain, and its citations with the next one.
#[derive(Debug, Serialize, ToSchema)]
pub struct PathStep {
    /// Its uri.
    pub uri: String,
    /// Its printed id.
    #[schema(required = true)]
    pub label: Option<String>,
    /// Its title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Its compact citing form.
    #[schema(required = true)]
    pub descriptive: Option<String>,
    /// Its flow group.
    pub group: String,
    /// Citations between it and the next document; null for the last.
    #[schema(required = true)]
    pub links: Option<u32>,
    /// True when it cites the next document, false when the next cites it; null for the last.
    #[schema(required = true)]
    pub forward: Option<bool>,
}

/// Which citations to follow, seen from a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkDirection {
    /// To what cites it.
    In,
    /// To what it cites.
    Out,
    /// Either way.
    #[default]
    Both,
}

impl From<LinkDirection> for lagrum_graph::Direction {
    fn from(direction: LinkDirection) -> Self {
        match direction {
            LinkDirection::In => Self::In,
            LinkDirection::Out => Self::Out,
            LinkDirection::Both => Self::Both,
        }
    }
}

/// Which chains to find.
#[derive(Clone, Debug)]
pub struct PathQuestion {
    /// The document to begin with; a place in one stands for its document.
    pub from: String,
    /// The document to end with; a place in one stands for its document.
    pub to: String,
    /// Which citations to follow at each step.
    pub direction: LinkDirection,
    /// The flow groups a chain may pass through, separated by commas; the two ends may be of any. None for all.
    pub groups: Option<String>,
    /// Chains to find: 1 to 5.
    pub paths: usize,
}

/// The shortest chains of documents that cite one another between two documents.
pub fn path(snapshot: &Snapshot, question: &PathQuestion) -> Result<PathResponse, AnswerError> {
    let groups = FlowGroups::parse(question.groups.as_deref(), snapshot)?;
    let (_, from) = find_location(snapshot, &question.from)?;
    let (_, to) = find_location(snapshot, &question.to)?;
    let graph = snapshot.graph().ok_or_else(AnswerError::no_graph)?;
    let query = PathQuery {
        from: from.id,
        to: to.id,
        direction: question.direction.into(),
        groups: groups.in_graph(graph),
        paths: question.paths,
    };
    let found = graph.graph().chains(&query)?;
    let mut chains = query_catalog(snapshot, |catalog| ChainNames::new(catalog).chains(&found))?.into_iter();
    let (distance, path) = match chains.next() {
        Some(first) => (Some(first.distance), first.path),
        None => (None, Vec::new()),
    };
    Ok(PathResponse {
        from: from.uri,
        to: to.uri,
        direction: question.direction,
        distance,
        path,
        alternatives: chains.collect(),
    })
}

/// Puts names to the documents of chains, which have most of them in common.
struct ChainNames<'a> {
    catalog: &'a CatalogReader<'a>,
    known: HashMap<DocumentNumber, GraphDocument>,
}

impl<'a> ChainNames<'a> {
    fn new(catalog: &'a CatalogReader<'a>) -> Self {
        Self { catalog, known: HashMap::new() }
    }

    fn chains(&mut self, chains: &[Chain]) -> Result<Vec<PathChain>, CatalogProblem> {
        let named = |chain: &Chain| Ok(PathChain { distance: chain.distance(), path: self.steps(chain)? });
        chains.iter().map(named).collect()
    }

    fn steps(&mut self, chain: &Chain) -> Result<Vec<PathStep>, CatalogProblem> {
        let hops = chain.hops.iter().map(Some).chain(std::iter::once(None));
        let step = |(document, hop): (&DocumentNumber, Option<&lagrum_graph::Hop>)| {
            let GraphDocument { uri, label, title, descriptive, group, .. } = self.document(*document)?;
            let (links, forward) = (hop.map(|hop| hop.links), hop.map(|hop| hop.forward));
            Ok(PathStep { uri, label, title, descriptive, group, links, forward })
        };
        chain.documents.iter().zip(hops).map(step).collect()
    }

    fn document(&mut self, document: DocumentNumber) -> Result<GraphDocument, CatalogProblem> {
        if let Some(known) = self.known.get(&document) {
            return Ok(known.clone());
        }
        let found = self.catalog.graph_document(document)?;
        self.known.insert(document, found.clone());
        Ok(found)
    }
}
