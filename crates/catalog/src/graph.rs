//! Loads the citation graph, and counts the citations of single provisions.
//!
//! Documents have the same numbers in the catalog and in the graph. The graph is loaded whole, once per snapshot, by
//! two scans: of an index with the group and the count of each document, and of the table of edges.
//!
//! The graph has citations between documents only. The citations of a single provision are counted here from the links
//! that start or end in it. Every link counts, also if several links connect the same two anchors.

use std::collections::{BTreeMap, HashMap};

use lagrum_artifact::{Anchor, Base, Location};
use lagrum_graph::{Edge, Graph, GraphNeighbour, Groups, Vertex};
use rusqlite::{CachedStatement, OptionalExtension};

use crate::DocumentNumber;
use crate::error::CatalogProblem;
use crate::reader::CatalogReader;

/// The documents of a catalog and the citations between them.
#[derive(Debug)]
pub struct CitationGraph {
    graph: Graph,
    /// The names of the groups, in the order of their numbers in the graph.
    groups: Vec<String>,
}

impl CitationGraph {
    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The groups with these names. A name that no document has is ignored.
    pub fn groups<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Groups {
        let number = |name| self.groups.iter().position(|known| known == name);
        names.into_iter().filter_map(|name| u8::try_from(number(name)?).ok()).collect()
    }
}

/// The columns of a document that a node of the graph shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphDocument {
    /// Its uri.
    pub uri: String,
    /// Its printed id.
    pub label: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Its compact citing form.
    pub descriptive: Option<String>,
    /// Its source.
    pub source: String,
    /// Its kind.
    pub kind: Option<String>,
    /// The name of its group.
    pub group: String,
    /// How many other documents cite it.
    pub inbound_count: u64,
}

/// The documents that a document, or a part of it, cites.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CitedNeighbours {
    /// One entry for each link to a held document, the document itself included.
    pub held: Vec<GraphNeighbour>,
    /// How many links go to documents of this base that are not held.
    pub unresolved: u64,
}

/// Links from one anchor of a document to another anchor of the same document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnLink {
    /// The citing anchor.
    pub from: Anchor,
    /// The cited anchor.
    pub to: Anchor,
    /// How many links there are.
    pub links: u64,
}

impl CatalogReader<'_> {
    /// The whole graph.
    pub fn citation_graph(&self) -> Result<CitationGraph, CatalogProblem> {
        let mut query = self.connection.prepare("SELECT citing, cited, links FROM edge")?;
        let rows = query.query_map([], |row| {
            let [citing, cited] = [row.get(0)?, row.get(1)?].map(DocumentNumber);
            Ok(Edge { citing, cited, links: row.get(2)? })
        })?;
        let loaded = self.joined_by(rows.collect::<rusqlite::Result<_>>()?)?;
        let omitted = loaded.graph.omitted_edges();
        if omitted != lagrum_graph::OmittedEdges::default() {
            return Err(CatalogProblem::Damaged(format!("edges that join no two documents: {omitted:?}")));
        }
        Ok(loaded)
    }

    /// The graph without citations. It loads quickly, and is enough to rank neighbours.
    pub fn documents_alone(&self) -> Result<CitationGraph, CatalogProblem> {
        self.joined_by(Vec::new())
    }

    fn joined_by(&self, edges: Vec<Edge>) -> Result<CitationGraph, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT id, flow_group, inbound_count FROM document INDEXED BY document_in_graph ORDER BY id",
        )?;
        let mut rows = query.query([])?;
        let (mut documents, mut groups) = (Vec::new(), Vec::<String>::new());
        while let Some(row) = rows.next()? {
            if row.get::<_, usize>(0)? != documents.len() {
                return Err(CatalogProblem::Damaged("documents are not numbered in sequence".to_owned()));
            }
            let name =
                row.get_ref(1)?.as_str().map_err(|error| CatalogProblem::Damaged(error.to_string()))?;
            let index = groups.iter().position(|known| known == name).unwrap_or_else(|| {
                groups.push(name.to_owned());
                groups.len() - 1
            });
            let group = u8::try_from(index)
                .map_err(|_| CatalogProblem::Damaged("more than 256 groups".to_owned()))?;
            documents.push(Vertex { group, inbound_count: row.get(2)? });
        }
        Ok(CitationGraph { graph: Graph::new(documents, edges), groups })
    }

    /// The columns that a node shows of the document with this number.
    pub fn graph_document(&self, document: DocumentNumber) -> Result<GraphDocument, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT uri, label, title, descriptive, source, kind, flow_group, inbound_count
             FROM document WHERE id = ?1",
        )?;
        let found = query.query_row([document.0], |row| {
            Ok(GraphDocument {
                uri: row.get(0)?,
                label: row.get(1)?,
                title: row.get(2)?,
                descriptive: row.get(3)?,
                source: row.get(4)?,
                kind: row.get(5)?,
                group: row.get(6)?,
                inbound_count: row.get(7)?,
            })
        });
        found.optional()?.ok_or_else(|| CatalogProblem::Damaged(format!("no document {document}")))
    }

    /// The documents that cite a location or anything inside it. A citing document may come more than once; its links
    /// are to be added up.
    pub fn graph_citing(&self, location: &Location) -> Result<Vec<GraphNeighbour>, CatalogProblem> {
        let links = self.citing_links(location)?;
        Ok(links.into_iter().map(|(document, links)| GraphNeighbour { document, links }).collect())
    }

    /// The documents that a document cites; with an anchor, those that the part and everything inside it cites.
    pub fn graph_cited(
        &self,
        document: DocumentNumber,
        within: Option<&Anchor>,
        base: &Base,
    ) -> Result<CitedNeighbours, CatalogProblem> {
        let first_unheld: Option<u32> =
            self.connection.prepare_cached("SELECT min(id) FROM unheld")?.query_row([], |row| row.get(0))?;
        let mut ours =
            CachedAnswers::new(self.connection.prepare_cached("SELECT uri FROM unheld WHERE id = ?1")?);
        let list = self.packed_list(document)?;
        let counted = self.counted_documents(document)?;
        let is_inside = |text: &str, outer| Anchor::new(text).is_some_and(|anchor| anchor.is_within(outer));
        let mut inside: HashMap<&str, bool> = HashMap::new();
        let mut cited = CitedNeighbours::default();
        for link in &list.links {
            if let Some(outer) = within {
                let Some(anchor) = list.anchor(link) else { continue };
                if !*inside.entry(anchor).or_insert_with(|| is_inside(anchor, outer)) {
                    continue;
                }
            }
            let mut target = list.target(link);
            if !counted.is_empty() {
                let written = (target, list.target_anchor(link).unwrap_or_default().to_owned());
                match counted.get(&written) {
                    Some(Some(counted)) => target = *counted,
                    Some(None) => continue,
                    None => {}
                }
            }
            if first_unheld.is_none_or(|first| target.0 < first) {
                cited.held.push(GraphNeighbour { document: target, links: 1 });
            } else if ours.answer(target, |uri| base.strip(uri).is_some())? {
                cited.unresolved += 1;
            }
        }
        Ok(cited)
    }

    /// The links between anchors of the same document, counted by the two anchors and in their order.
    pub fn own_links(&self, document: DocumentNumber) -> Result<Vec<OwnLink>, CatalogProblem> {
        let list = self.packed_list(document)?;
        let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for link in list.links.iter().filter(|link| list.target(link) == document) {
            if let (Some(from), Some(to)) = (list.anchor(link), list.target_anchor(link)) {
                *counts.entry((from, to)).or_default() += 1;
            }
        }
        // An empty fragment names the document, and is no anchor.
        let link =
            |((from, to), links)| Some(OwnLink { from: Anchor::new(from)?, to: Anchor::new(to)?, links });
        Ok(counts.into_iter().filter_map(link).collect())
    }
}

/// Tests the texts of numbers, and caches the results. Each text is read once.
struct CachedAnswers<'a> {
    text: CachedStatement<'a>,
    answers: HashMap<DocumentNumber, bool>,
}

impl<'a> CachedAnswers<'a> {
    fn new(text: CachedStatement<'a>) -> Self {
        Self { text, answers: HashMap::new() }
    }

    fn answer(
        &mut self,
        number: DocumentNumber,
        question: impl Fn(&str) -> bool,
    ) -> Result<bool, CatalogProblem> {
        if let Some(known) = self.answers.get(&number) {
            return Ok(*known);
        }
        let text: Option<String> = self.text.query_row([number.0], |row| row.get(0)).optional()?;
        let text =
            text.ok_or_else(|| CatalogProblem::Damaged(format!("number {number} stands for no text")))?;
        let answer = question(&text);
        self.answers.insert(number, answer);
        Ok(answer)
    }
}
