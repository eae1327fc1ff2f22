//! `/graf/{id}?plats=&groups=&inuti=1`: a drawing of a document with the documents that cite it and that it cites.
//! `/graf?from=&to=` is another page (`kedja.rs`).

use std::collections::HashSet;

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, GraphQuestion, GraphResponse, LinkDirection, NeighbourOrder,
};
use lagrum_artifact::Base;
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::FlowGroup;

use crate::frame::Frame;
use crate::graf::bagar::{self, ArcDrawing};
use crate::graf::layout::{GraphEdge, GraphNode, layout};
use crate::graf::svg::{self, Drawing};
use crate::href::Href;
use crate::markup::draw;
use crate::ord::lists as ord;
use crate::pages::kedja::{self, short_name};
use crate::parts::{Choice, Choices, Crumb, Subject, groups};

/// Documents on each side of the centre.
const SIDE: u32 = 59;

#[derive(Template)]
#[template(path = "graf.html")]
struct GraphPage {
    frame: Frame,
    crumbs: Vec<Crumb>,
    subject: Subject,
    groups: Choices,
    inside: Href,
    drawing: Drawing,
    left_out: String,
    tables: Vec<SideTable>,
}

#[derive(Template)]
#[template(path = "graf-inuti.html")]
struct InsidePage {
    frame: Frame,
    crumbs: Vec<Crumb>,
    subject: Subject,
    around: Href,
    drawing: ArcDrawing,
    left_out: String,
    rows: Vec<PairRow>,
}

/// One side of the graph as a table.
struct SideTable {
    heading: &'static str,
    total: String,
    rows: Vec<SideRow>,
}

struct SideRow {
    href: Option<Href>,
    name: String,
    title: String,
    group: String,
    links: String,
}

struct PairRow {
    from: (String, Href),
    to: (String, Href),
    links: String,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let path = request.path.strip_prefix("/graf").unwrap_or_default();
    if path.trim_matches('/').is_empty() {
        return kedja::page(request);
    }
    let subject = Subject::find(request, path, request.parameter("plats").unwrap_or_default())?;
    if !subject.is_held {
        return Err(AnswerError::not_found(format!("no document {}", subject.uri)));
    }
    let inside = request.parameter("inuti") == Some("1");
    let groups = Some(groups(request)?.to_owned()).filter(|groups| !groups.is_empty());
    let question = GraphQuestion {
        uri: subject.uri.clone(),
        direction: LinkDirection::Both,
        groups: groups.clone(),
        limit: if inside { 1 } else { SIDE },
        order: NeighbourOrder::Links,
        group_limit: None,
        depth: if inside { 1 } else { 2 },
        internal: inside,
    };
    let graph = answers::graph(&request.snapshot, &question)?;
    let base = &request.snapshot.manifest().base;
    let here = Href::page(&format!("/graf{}", subject.path)).with("plats", &subject.anchor);
    let data = Href::page("/api/v1/graph").with("uri", &subject.uri).with("depth", "2");
    let frame = Frame::unlisted(ord::graph_title(&subject.name)).data(data);
    let frame = Frame { script: Some("graf.js"), ..frame };
    if inside {
        return inside_page(subject, &graph, frame, here);
    }
    let (nodes, edges) = nodes_and_edges(&graph, &subject);
    let placed = layout(&nodes, &edges);
    let page = GraphPage {
        frame,
        crumbs: subject.crumbs(),
        groups: group_choices(&graph, groups.as_deref(), &here),
        inside: here.with("inuti", "1"),
        drawing: svg::draw(&placed, |uri| Href::document(base, uri)),
        left_out: left_out(&graph, placed.left_out),
        tables: tables(base, &graph),
        subject,
    };
    draw(&page).map(PageAnswer::Html)
}

/// The documents of an answer with their columns, and the citations among them.
fn nodes_and_edges(graph: &GraphResponse, subject: &Subject) -> (Vec<GraphNode>, Vec<GraphEdge>) {
    let centre = GraphNode {
        uri: graph.root.clone(),
        name: subject.name.clone(),
        group: graph.group.clone(),
        column: 0,
        rank: 0,
    };
    let mut nodes = vec![centre];
    let mut edges = Vec::new();
    for (side, column) in [(&graph.inbound, -1), (&graph.outbound, 1)] {
        for (rank, neighbour) in side.iter().flat_map(|side| &side.top).enumerate() {
            nodes.push(GraphNode {
                uri: neighbour.uri.clone(),
                name: short_name(neighbour.descriptive.as_ref(), neighbour.label.as_ref(), &neighbour.uri),
                group: neighbour.group.clone(),
                column,
                rank,
            });
            let (citing, cited) = match column {
                -1 => (&neighbour.uri, &graph.root),
                _ => (&graph.root, &neighbour.uri),
            };
            edges.push(GraphEdge { citing: citing.clone(), cited: cited.clone(), links: neighbour.links });
        }
    }
    let expansion = graph.expansion.iter();
    let beyond = expansion.clone().flat_map(|expansion| &expansion.nodes).filter(|node| node.hop == 2);
    for (rank, node) in beyond.enumerate() {
        nodes.push(GraphNode {
            uri: node.uri.clone(),
            name: short_name(node.descriptive.as_ref(), node.label.as_ref(), &node.uri),
            group: node.group.clone(),
            column: if node.side == "in" { -2 } else { 2 },
            rank,
        });
    }
    // The citations of the centre are those of the place that was asked for, which are in the sides.
    let known: HashSet<(String, String)> =
        edges.iter().map(|edge| (edge.citing.clone(), edge.cited.clone())).collect();
    let among = expansion.flat_map(|expansion| &expansion.edges).filter(|(citing, cited, _)| {
        !known.contains(&(citing.to_string(), cited.to_string()))
            && **citing != *graph.root
            && **cited != *graph.root
    });
    edges.extend(among.map(|(citing, cited, links)| GraphEdge {
        citing: citing.to_string(),
        cited: cited.to_string(),
        links: *links,
    }));
    (nodes, edges)
}

/// How many documents of both sides are neither drawn nor listed, in words.
fn left_out(graph: &GraphResponse, of_drawing: usize) -> String {
    let sides = [&graph.inbound, &graph.outbound].into_iter().flatten();
    let beyond: usize = sides.map(|side| side.total_docs.saturating_sub(side.top.len())).sum();
    match beyond + of_drawing {
        0 => String::new(),
        missing => ord::more_documents(missing as u64),
    }
}

/// The flow groups of the graph, to choose one.
fn group_choices(graph: &GraphResponse, chosen: Option<&str>, here: &Href) -> Choices {
    let sides = [&graph.inbound, &graph.outbound].into_iter().flatten();
    let mut present: HashSet<&str> =
        sides.flat_map(|side| &side.top).map(|neighbour| neighbour.group.as_str()).collect();
    present.extend(chosen);
    let groups = FlowGroup::ALL.into_iter().map(FlowGroup::name).filter(|name| present.contains(name));
    let choice = |name: &str| {
        let is_chosen = chosen == Some(name);
        let target = if is_chosen { "" } else { name };
        Choice::new(name, here.clone().with("groups", target), is_chosen)
    };
    Choices::new(ord::GROUP, groups.map(choice).collect())
}

fn tables(base: &Base, graph: &GraphResponse) -> Vec<SideTable> {
    let sides = [(ord::CITED_BY_THESE, &graph.inbound), (ord::CITES_THESE, &graph.outbound)];
    let table = |(heading, side): (&'static str, &Option<answers::GraphSide>)| {
        let side = side.as_ref()?;
        let row = |neighbour: &answers::GraphNeighbor| {
            let name = short_name(neighbour.descriptive.as_ref(), neighbour.label.as_ref(), &neighbour.uri);
            SideRow {
                href: Href::document(base, &neighbour.uri),
                title: neighbour.title.clone().filter(|title| *title != name).unwrap_or_default(),
                name,
                group: neighbour.group.clone(),
                links: ord::number(neighbour.links.into()),
            }
        };
        let total = ord::documents(side.total_docs as u64);
        (!side.top.is_empty()).then(|| SideTable { heading, total, rows: side.top.iter().map(row).collect() })
    };
    sides.into_iter().filter_map(table).collect()
}

fn inside_page(
    subject: Subject,
    graph: &GraphResponse,
    frame: Frame,
    around: Href,
) -> Result<PageAnswer, AnswerError> {
    let internal = graph.internal.as_ref();
    let href = |anchor: &str| Some(Href::page(&subject.path).at(anchor));
    let drawing = internal.map(|internal| bagar::draw(internal, href)).unwrap_or_default();
    let name = |anchor: &str| {
        let nodes = internal.iter().flat_map(|internal| &internal.nodes);
        let label = nodes.clone().find(|node| node.anchor == anchor).map(|node| node.label.clone());
        (label.unwrap_or_else(|| anchor.to_owned()), Href::page(&subject.path).at(anchor))
    };
    let rows = internal.iter().flat_map(|internal| &internal.edges).map(|(from, to, links)| PairRow {
        from: name(from),
        to: name(to),
        links: ord::number(*links),
    });
    let page = InsidePage {
        rows: rows.collect(),
        frame,
        crumbs: subject.crumbs(),
        around,
        left_out: match drawing.left_out {
            0 => String::new(),
            missing => ord::more_provisions(missing as u64),
        },
        drawing,
        subject,
    };
    draw(&page).map(PageAnswer::Html)
}
