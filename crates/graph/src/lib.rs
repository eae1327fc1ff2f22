//! The citation graph of a corpus, document by document, held in memory.
//!
//! A document is a [`DocumentNumber`]: its number among all documents in byte order of their uris. So "ties by uri" is
//! "ties by document number" everywhere below, and no answer depends on how or when the graph was built. Of a document
//! the graph stores only its [`Vertex`]: its group and how often it is cited.
//!
//! The queries:
//!
//! * [`Graph::neighbours`]: the documents that cite a document, or that it cites, ranked and cut;
//! * [`Graph::rings`]: the documents two and three steps out, and every citation among the documents shown;
//! * [`Graph::chains`]: the shortest chains of citations between two documents.
//!
//! The graph does no input or output. No query fails: a document number outside the graph is treated as a document
//! without citations, and edges from or to one are left out and counted ([`OmittedEdges`]). The work of a query is
//! bounded by the size of the graph. Rings and chains may need too much for one request, so they end when the request
//! is cancelled ([`Cancelled`]).
//!
//! Both directions are stored as compressed sparse rows (`csr.rs`), 16 bytes per pair of citing and cited document.
//! That is twice the memory of one direction, and makes inbound queries as fast as outbound ones.
//!
//! ```
//! use lagrum_graph::{Direction, DocumentNumber, Edge, Graph, Groups, PathQuery, Vertex};
//!
//! // 0 cites 1 and 2; both cite 3.
//! let [zero, one, two, three] = [0, 1, 2, 3].map(DocumentNumber);
//! let cites = [(zero, one, 1), (zero, two, 7), (one, three, 1), (two, three, 1)];
//! let edges = cites.map(|(citing, cited, links)| Edge { citing, cited, links });
//! let graph = Graph::new(vec![Vertex { group: 0, inbound_count: 0 }; 4], edges);
//!
//! let (direction, groups) = (Direction::Out, Groups::ALL);
//! let query = PathQuery { from: zero, to: three, direction, groups, paths: 5 };
//! let chains = graph.chains(&query)?;
//! assert_eq!(chains[0].documents, [zero, one, three]);
//! assert_eq!(chains[1].documents, [zero, two, three]);
//! assert_eq!(chains[1].hops[0].links, 7);
//! assert_eq!(chains.len(), 2);
//! # Ok::<(), lagrum_graph::Cancelled>(())
//! ```

mod budget;
mod csr;
mod direction;
mod document;
mod graph;
mod groups;
mod induced;
mod labels;
mod neighbours;
mod path;
mod rank;
mod rings;
mod search;
mod steps;
mod yen;

pub use budget::{Budgets, Depth};
pub use csr::Adjacency;
pub use direction::{Direction, Side};
pub use document::{DocumentNumber, Edge, Vertex};
pub use graph::{Graph, OmittedEdges};
pub use groups::Groups;
pub use lagrum_cancel::Cancelled;
pub use neighbours::{GraphNeighbour, Neighbours};
pub use path::{Chain, Hop, PathQuery};
pub use rank::{GraphSort, Selection};
pub use rings::{Expansion, RingNode, RingQuery};
