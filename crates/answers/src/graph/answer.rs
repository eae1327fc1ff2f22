//! The shape of the answer, and how the parts of it that name documents are made.

use std::collections::HashMap;
use std::sync::Arc;

use lagrum_catalog::{CatalogProblem, CatalogReader, DocumentNumber, GraphDocument};
use lagrum_graph::{Expansion, Neighbours, Side};
use serde::Serialize;
use utoipa::ToSchema;

/// A document or a provision, who cites it and what it cites.
#[derive(Debug, Serialize, ToSchema)]
pub struct GraphResponse {
    /// The place, as in the question.
    pub uri: String,
    /// The document's uri, without a fragment.
    pub root: String,
    /// The anchor of the question.
    #[schema(required = true)]
    pub anchor: Option<String>,
    /// The provision the fragment belongs to: the answer is about it and what is inside it.
    #[schema(required = true)]
    pub unit: Option<String>,
    /// The provision as a reader names it.
    #[schema(required = true)]
    pub pinpoint: Option<String>,
    /// The document's compact citing form.
    #[schema(required = true)]
    pub descriptive: Option<String>,
    /// The whole place as a reader cites it.
    pub citation: String,
    /// The document's printed id.
    #[schema(required = true)]
    pub label: Option<String>,
    /// Its full title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Its source.
    pub source: String,
    /// Its kind.
    #[schema(required = true)]
    pub kind: Option<String>,
    /// Its flow group.
    pub group: String,
    /// The publisher's own page.
    #[schema(required = true)]
    pub source_url: Option<String>,
    /// Who cites it; null with `direction=out`.
    #[schema(required = true)]
    pub inbound: Option<GraphSide>,
    /// What it cites; null with `direction=in`.
    #[schema(required = true)]
    pub outbound: Option<GraphSide>,
    /// How the provisions of the document cite each other.
    #[schema(required = true)]
    pub internal: Option<GraphInternal>,
    /// Steps from the centre, as in the question.
    pub depth: u8,
    /// The rings beyond the neighbours; null at depth 1.
    #[schema(required = true)]
    pub expansion: Option<GraphExpansion>,
}

/// One side of the centre.
#[derive(Debug, Serialize, ToSchema)]
pub struct GraphSide {
    /// Citations on the whole side, of the groups in the question.
    pub total_links: u64,
    /// Documents on the whole side, of the groups in the question.
    pub total_docs: usize,
    /// Links to documents that the corpus does not hold, of any group; 0 for who cites.
    pub unresolved: u64,
    /// The first of the side, in order.
    pub top: Vec<GraphNeighbor>,
}

/// A document next to the centre.
#[derive(Debug, Serialize, ToSchema)]
pub struct GraphNeighbor {
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
    /// Its source.
    pub source: String,
    /// Its kind.
    #[schema(required = true)]
    pub kind: Option<String>,
    /// Its flow group.
    pub group: String,
    /// Citations between it and the centre, on this side.
    pub links: u32,
    /// How many documents cite it; null on the inbound side of a plain request.
    #[schema(required = true)]
    pub inbound_count: Option<u64>,
}

/// The documents beyond the neighbours, and all citations among the documents shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct GraphExpansion {
    /// The rings: of the citing side first, the nearer first, each in order.
    pub nodes: Vec<GraphRingNode>,
    /// Every citation among the documents shown, centre and neighbours included: citing uri, cited uri, how many.
    #[schema(value_type = Vec<(String, String, u32)>)]
    pub edges: Vec<(Arc<str>, Arc<str>, u32)>,
}

/// A document two or three steps from the centre.
#[derive(Debug, Serialize, ToSchema)]
pub struct GraphRingNode {
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
    /// Its source.
    pub source: String,
    /// Its kind.
    #[schema(required = true)]
    pub kind: Option<String>,
    /// Its flow group.
    pub group: String,
    /// How many documents cite it.
    #[schema(required = true)]
    pub inbound_count: Option<u64>,
    /// Steps from the centre: 2 or 3.
    pub hop: u8,
    /// `in` when its citations lead to the centre, `out` when the centre's citations lead to it.
    pub side: &'static str,
}

/// How the provisions of a document cite each other.
#[derive(Debug, Serialize, ToSchema)]
pub struct GraphInternal {
    /// The provisions, by anchor.
    pub nodes: Vec<GraphUnit>,
    /// Citing provision, cited provision, how many links; most links first.
    pub edges: Vec<(String, String, u64)>,
    /// How many pairs of provisions are left out.
    pub truncated: usize,
}

/// A provision.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GraphUnit {
    /// Its anchor.
    pub anchor: String,
    /// As a reader names it; its anchor where it has no such name.
    pub label: String,
    /// Links that lead to it or from it, of those shown.
    pub n: u64,
}

impl GraphSide {
    /// Names the neighbours. `counted` says whether each gets its inbound count.
    pub(super) fn new(
        catalog: &CatalogReader<'_>,
        side: &Neighbours,
        unresolved: u64,
        counted: bool,
    ) -> Result<Self, CatalogProblem> {
        let top = side.top.iter().map(|neighbour| {
            let document = catalog.graph_document(neighbour.document)?;
            Ok(GraphNeighbor::new(document, neighbour.links, counted))
        });
        let top = top.collect::<Result<_, CatalogProblem>>()?;
        Ok(Self { total_links: side.total_links, total_docs: side.total_docs, unresolved, top })
    }
}

impl GraphNeighbor {
    fn new(document: GraphDocument, links: u32, counted: bool) -> Self {
        Self {
            uri: document.uri,
            label: document.label,
            title: document.title,
            descriptive: document.descriptive,
            source: document.source,
            kind: document.kind,
            group: document.group,
            links,
            inbound_count: counted.then_some(document.inbound_count),
        }
    }
}

impl GraphExpansion {
    /// Names the documents.
    pub(super) fn new(catalog: &CatalogReader<'_>, found: &Expansion) -> Result<Self, CatalogProblem> {
        let mut uris: HashMap<DocumentNumber, Arc<str>> = HashMap::new();
        let mut nodes = Vec::with_capacity(found.nodes.len());
        for node in &found.nodes {
            let document = catalog.graph_document(node.document)?;
            uris.insert(node.document, document.uri.as_str().into());
            nodes.push(GraphRingNode::new(document, node.hop, node.side));
        }
        let mut uri = |document| -> Result<Arc<str>, CatalogProblem> {
            if let Some(known) = uris.get(&document) {
                return Ok(known.clone());
            }
            let found: Arc<str> = catalog.graph_document(document)?.uri.into();
            uris.insert(document, found.clone());
            Ok(found)
        };
        let edges = found.edges.iter().map(|edge| Ok((uri(edge.citing)?, uri(edge.cited)?, edge.links)));
        let edges = edges.collect::<Result<_, CatalogProblem>>()?;
        Ok(Self { nodes, edges })
    }
}

impl GraphRingNode {
    fn new(document: GraphDocument, hop: u8, side: Side) -> Self {
        Self {
            uri: document.uri,
            label: document.label,
            title: document.title,
            descriptive: document.descriptive,
            source: document.source,
            kind: document.kind,
            group: document.group,
            inbound_count: Some(document.inbound_count),
            hop,
            side: match side {
                Side::In => "in",
                Side::Out => "out",
            },
        }
    }
}
