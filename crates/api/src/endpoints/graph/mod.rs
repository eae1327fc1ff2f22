//! `GET /api/v1/graph`
//!
//! The neighbours of a document are ranked from the graph in memory, those of a provision from the catalog, which
//! alone knows the places that links join. Either way the same code ranks them. So at depth 1 nothing depends on the
//! graph being loaded: until it is, the catalog answers for whole documents too, and says the same.

mod answer;
mod internal;

use lagrum_artifact::{Anchor, Base, Place};
use lagrum_catalog::{CitationGraph, Connected, Document, Problem};
use lagrum_graph::{
    Budgets, Depth, DocumentNumber as Ordinal, GraphSort as Sort, Neighbours, RingQuery, Selection, Side,
};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{pinpoint, source};
use serde::Deserialize;
use utoipa::IntoParams;

use self::answer::{GraphExpansion, GraphResponse, GraphSide};
use super::flow_groups::FlowGroups;
use super::path::Direction;
use super::{ask_here, cited_as, held, no_graph};
use crate::{ApiError, Caching, Held, Json, Query, Resources, blocking, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct GraphQuery {
    /// A document, or a place in one.
    uri: String,
    /// `in` for who cites it, `out` for what it cites, `both`.
    #[param(value_type = String, pattern = "^(in|out|both)$", default = "both")]
    direction: Direction,
    /// Only neighbours of these flow groups, parted by commas.
    groups: Option<String>,
    /// Documents on each side, shared between the rings.
    #[param(default = 20, minimum = 1, maximum = 300)]
    limit: u32,
    /// `links` for what has most to do with the centre first, `citations` for the most cited first.
    #[param(value_type = String, pattern = "^(links|citations)$", default = "links")]
    sort: Order,
    /// Documents of one flow group in each ring of a side.
    #[param(minimum = 1, maximum = 300)]
    grouplimit: Option<u32>,
    /// Steps from the centre.
    #[param(default = 1, minimum = 1, maximum = 3)]
    depth: u8,
    /// Also how the provisions of the document cite each other; a place in a document always has it.
    #[param(default = false)]
    internal: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    Links,
    Citations,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(graph), Caching::Snapshot)
}

/// Who cites a document or a provision, and what it cites: the documents around it, and on request those around them.
#[utoipa::path(get, path = "/api/v1/graph", tag = "document", operation_id = "graph", params(GraphQuery),
    responses((status = 200, description = "The neighbourhood", body = GraphResponse)))]
async fn graph(
    query: Query<GraphQuery>,
    Held(snapshot): Held<Snapshot>,
) -> Result<Json<GraphResponse>, ApiError> {
    blocking(move || {
        let groups = FlowGroups::read(&query, query.groups.as_deref(), &snapshot)?;
        let loaded = snapshot.graph();
        if query.depth > 1 && loaded.is_none() {
            return Err(no_graph());
        }
        let (place, document) = held(&snapshot, &query.uri)?;
        let base = &snapshot.manifest().base;
        ask_here(&snapshot, |catalog| {
            // Ranking needs the documents' groups and counts, which are there without the citations.
            let alone;
            let ranking = if let Some(graph) = loaded {
                graph
            } else {
                alone = catalog.documents_alone()?;
                &alone
            };
            let picture = Picture {
                catalog,
                base,
                query: &query,
                place: &place,
                document: &document,
                unit: place
                    .anchor()
                    .map(|anchor| source(&document.source).grammar.unit(anchor).anchor().clone()),
                loaded,
                ranking,
                everything: groups.is_all(),
                selection: Selection {
                    groups: groups.numbered(ranking),
                    sort: match query.sort {
                        Order::Links => Sort::Links,
                        Order::Citations => Sort::Citations,
                    },
                    grouplimit: query.grouplimit,
                },
            };
            picture.draw()
        })
        .map(Json)
    })
    .await
}

/// A picture being drawn: what was asked for, and where to ask.
struct Picture<'a> {
    catalog: &'a Connected<'a>,
    base: &'a Base,
    query: &'a GraphQuery,
    place: &'a Place,
    document: &'a Document,
    /// The provision asked for; None for the whole document.
    unit: Option<Anchor>,
    /// The graph, when it is loaded.
    loaded: Option<&'a CitationGraph>,
    /// The same graph, or the documents alone.
    ranking: &'a CitationGraph,
    /// Whether no group is left out.
    everything: bool,
    selection: Selection,
}

impl Picture<'_> {
    fn draw(&self) -> Result<GraphResponse, Problem> {
        let Self { catalog, query, document, place, .. } = self;
        let grammar = source(&document.source).grammar;
        let inbound = (query.direction != Direction::Out).then(|| self.inbound()).transpose()?;
        let outbound = (query.direction != Direction::In).then(|| self.outbound()).transpose()?;
        let expansion = match self.loaded {
            Some(graph) if query.depth > 1 => {
                let shown = |side: Option<&Neighbours>| {
                    side.map(|side| side.top.iter().map(|neighbour| neighbour.document).collect::<Vec<_>>())
                };
                let inbound = shown(inbound.as_ref());
                let outbound = shown(outbound.as_ref().map(|(neighbours, _)| neighbours));
                Some(self.expansion(graph, inbound.as_deref(), outbound.as_deref())?)
            }
            _ => None,
        };
        let uncounted = self.everything && query.sort == Order::Links && query.grouplimit.is_none();
        let internal = if self.unit.is_some() || query.internal {
            Some(internal::units(&catalog.own_links(document.id)?, grammar, self.unit.as_ref()))
        } else {
            None
        };
        Ok(GraphResponse {
            uri: query.uri.clone(),
            root: document.uri.clone(),
            anchor: place.anchor().map(ToString::to_string),
            unit: self.unit.as_ref().map(ToString::to_string),
            pinpoint: place.anchor().map(|anchor| pinpoint(grammar, anchor)),
            descriptive: document.descriptive.clone(),
            citation: cited_as(self.base, document, place.anchor()),
            label: document.label.clone(),
            title: document.title.clone(),
            source: document.source.clone(),
            kind: document.kind.clone(),
            group: document.flow_group.clone(),
            source_url: document.source_url.clone(),
            inbound: inbound.map(|side| GraphSide::new(catalog, &side, 0, !uncounted)).transpose()?,
            outbound: outbound
                .map(|(side, unresolved)| GraphSide::new(catalog, &side, unresolved, true))
                .transpose()?,
            internal,
            depth: query.depth,
            expansion,
        })
    }

    /// Who cites the document, or the provision and what is inside it.
    fn inbound(&self) -> Result<Neighbours, Problem> {
        let (centre, most) = (self.document.id, self.budgets().neighbours);
        let unit = match (&self.unit, self.loaded) {
            (None, Some(graph)) => {
                return Ok(graph.graph().neighbours(centre, Side::In, &self.selection, most));
            }
            (None, None) => Place::Document(self.place.document().clone()),
            (Some(unit), _) => Place::Fragment(self.place.document().at(unit.clone())),
        };
        let citing = self.catalog.graph_citing(&unit)?;
        Ok(self.ranking.graph().neighbours_among(centre, citing, &self.selection, most))
    }

    /// What the document, or the provision and what is inside it, cites, and how many links lead to what is not held.
    fn outbound(&self) -> Result<(Neighbours, u64), Problem> {
        let (centre, most) = (self.document.id, self.budgets().neighbours);
        let cited = self.catalog.graph_cited(centre, self.unit.as_ref(), self.base)?;
        let neighbours = self.ranking.graph().neighbours_among(centre, cited.held, &self.selection, most);
        Ok((neighbours, cited.unresolved))
    }

    fn expansion(
        &self,
        graph: &CitationGraph,
        inbound: Option<&[Ordinal]>,
        outbound: Option<&[Ordinal]>,
    ) -> Result<GraphExpansion, Problem> {
        let found = graph.graph().rings(&RingQuery {
            centre: self.document.id,
            inbound,
            outbound,
            selection: self.selection,
            depth: self.depth(),
            limit: self.query.limit,
        })?;
        GraphExpansion::new(self.catalog, &found)
    }

    fn budgets(&self) -> Budgets {
        Budgets::new(self.depth(), self.query.limit)
    }

    fn depth(&self) -> Depth {
        match self.query.depth {
            1 => Depth::One,
            2 => Depth::Two,
            _ => Depth::Three,
        }
    }
}
