//! Who cites a document or a provision, and what it cites.
//!
//! The neighbours of a document are ranked from the graph in memory. Those of a provision come from the catalog, which alone
//! has the places that links connect; the same code ranks them. So at depth 1 nothing depends on the graph: until it has been
//! loaded, the catalog answers for whole documents too, with the same result.

mod answer;
mod internal;

use lagrum_artifact::{Anchor, Base, Location};
use lagrum_catalog::{CatalogDocument, CatalogProblem, CatalogReader, CitationGraph};
use lagrum_graph::{Budgets, Depth, DocumentNumber, GraphSort, Neighbours, RingQuery, Selection, Side};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{pinpoint, source};
use serde::Deserialize;

pub use self::answer::{GraphExpansion, GraphNeighbor, GraphResponse, GraphRingNode, GraphSide};
pub use self::answer::{GraphInternal, GraphUnit};
use crate::flow_groups::FlowGroups;
use crate::lookup::{find_location, query_catalog, reader_citation};
use crate::{AnswerError, LinkDirection};

/// Which neighbourhood to show.
#[derive(Clone, Debug)]
pub struct GraphQuestion {
    /// A document, or a place in one.
    pub uri: String,
    /// Who cites it, what it cites, or both.
    pub direction: LinkDirection,
    /// Only neighbours of these flow groups, separated by commas. None for all.
    pub groups: Option<String>,
    /// Documents on each side, shared between the rings: 1 to 300.
    pub limit: u32,
    /// The order of neighbours.
    pub order: NeighbourOrder,
    /// Documents of one flow group in each ring of a side.
    pub group_limit: Option<u32>,
    /// Steps from the centre: 1 to 3.
    pub depth: u8,
    /// Also how the provisions of the document cite each other; a place in a document always has it.
    pub internal: bool,
}

/// The order of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NeighbourOrder {
    /// The one with most links to the centre first.
    Links,
    /// The most cited first.
    Citations,
}

/// The documents around a document or a provision, and beyond depth 1 those around them.
pub fn graph(snapshot: &Snapshot, question: &GraphQuestion) -> Result<GraphResponse, AnswerError> {
    let groups = FlowGroups::parse(question.groups.as_deref(), snapshot)?;
    let loaded = snapshot.graph();
    if question.depth > 1 && loaded.is_none() {
        return Err(AnswerError::no_graph());
    }
    let (place, document) = find_location(snapshot, &question.uri)?;
    let base = &snapshot.manifest().base;
    query_catalog(snapshot, |catalog| {
        // Ranking needs the documents' groups and counts, which the catalog has without the citations.
        let documents_only;
        let ranking = if let Some(graph) = loaded {
            graph
        } else {
            documents_only = catalog.documents_alone()?;
            &documents_only
        };
        let neighbourhood = Neighbourhood {
            catalog,
            base,
            question,
            place: &place,
            document: &document,
            unit: place.anchor().map(|anchor| source(&document.source).grammar.unit(anchor).anchor().clone()),
            loaded,
            ranking,
            all_groups: groups.is_all(),
            selection: Selection {
                groups: groups.in_graph(ranking),
                sort: match question.order {
                    NeighbourOrder::Links => GraphSort::Links,
                    NeighbourOrder::Citations => GraphSort::Citations,
                },
                grouplimit: question.group_limit,
            },
        };
        neighbourhood.answer()
    })
}

/// A neighbourhood being computed: the question, and where its answer comes from.
struct Neighbourhood<'a> {
    catalog: &'a CatalogReader<'a>,
    base: &'a Base,
    question: &'a GraphQuestion,
    place: &'a Location,
    document: &'a CatalogDocument,
    /// The provision of the question; None for the whole document.
    unit: Option<Anchor>,
    /// The graph, when it is loaded.
    loaded: Option<&'a CitationGraph>,
    /// The graph that ranks the neighbours: `loaded`, or the documents alone.
    ranking: &'a CitationGraph,
    /// Whether neighbours of every flow group count.
    all_groups: bool,
    selection: Selection,
}

impl Neighbourhood<'_> {
    fn answer(&self) -> Result<GraphResponse, CatalogProblem> {
        let Self { catalog, question, document, place, .. } = self;
        let grammar = source(&document.source).grammar;
        let inbound = (question.direction != LinkDirection::Out).then(|| self.inbound()).transpose()?;
        let outbound = (question.direction != LinkDirection::In).then(|| self.outbound()).transpose()?;
        let expansion = match self.loaded {
            Some(graph) if question.depth > 1 => {
                let shown = |side: Option<&Neighbours>| {
                    side.map(|side| side.top.iter().map(|neighbour| neighbour.document).collect::<Vec<_>>())
                };
                let inbound = shown(inbound.as_ref());
                let outbound = shown(outbound.as_ref().map(|(neighbours, _)| neighbours));
                Some(self.expansion(graph, inbound.as_deref(), outbound.as_deref())?)
            }
            _ => None,
        };
        let uncounted =
            self.all_groups && question.order == NeighbourOrder::Links && question.group_limit.is_none();
        let internal = if self.unit.is_some() || question.internal {
            Some(internal::units(&catalog.own_links(document.id)?, grammar, self.unit.as_ref()))
        } else {
            None
        };
        Ok(GraphResponse {
            uri: question.uri.clone(),
            root: document.uri.clone(),
            anchor: place.anchor().map(ToString::to_string),
            unit: self.unit.as_ref().map(ToString::to_string),
            pinpoint: place.anchor().map(|anchor| pinpoint(grammar, anchor)),
            descriptive: document.descriptive.clone(),
            citation: reader_citation(self.base, document, place.anchor()),
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
            depth: question.depth,
            expansion,
        })
    }

    /// Who cites the document, or the provision and what is inside it.
    fn inbound(&self) -> Result<Neighbours, CatalogProblem> {
        let (centre, most) = (self.document.id, self.budgets().neighbours);
        let unit = match (&self.unit, self.loaded) {
            (None, Some(graph)) => {
                return Ok(graph.graph().neighbours(centre, Side::In, &self.selection, most));
            }
            (None, None) => Location::Document(self.place.document().clone()),
            (Some(unit), _) => Location::Fragment(self.place.document().at(unit.clone())),
        };
        let citing = self.catalog.graph_citing(&unit)?;
        Ok(self.ranking.graph().neighbours_among(centre, citing, &self.selection, most))
    }

    /// What the document, or the provision and what is inside it, cites, and how many links lead to what is not held.
    fn outbound(&self) -> Result<(Neighbours, u64), CatalogProblem> {
        let (centre, most) = (self.document.id, self.budgets().neighbours);
        let cited = self.catalog.graph_cited(centre, self.unit.as_ref(), self.base)?;
        let neighbours = self.ranking.graph().neighbours_among(centre, cited.held, &self.selection, most);
        Ok((neighbours, cited.unresolved))
    }

    fn expansion(
        &self,
        graph: &CitationGraph,
        inbound: Option<&[DocumentNumber]>,
        outbound: Option<&[DocumentNumber]>,
    ) -> Result<GraphExpansion, CatalogProblem> {
        let found = graph.graph().rings(&RingQuery {
            centre: self.document.id,
            inbound,
            outbound,
            selection: self.selection,
            depth: self.depth(),
            limit: self.question.limit,
        })?;
        GraphExpansion::new(self.catalog, &found)
    }

    fn budgets(&self) -> Budgets {
        Budgets::new(self.depth(), self.question.limit)
    }

    fn depth(&self) -> Depth {
        match self.question.depth {
            1 => Depth::One,
            2 => Depth::Two,
            _ => Depth::Three,
        }
    }
}
