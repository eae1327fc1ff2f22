//! The citation graph of a corpus, document by document, held in memory.
//!
//! A document is an [`Ordinal`]: its place among all documents in byte order of their uris. Hence "ties by uri" is
//! "ties by ordinal" everywhere below, and no answer depends on how or when the graph was built. The graph knows
//! nothing else of a document than its [`Document`] row: which group it belongs to and how often it is cited.
//!
//! What can be asked:
//!
//! * [`Graph::neighbours`]: who cites a document, or whom it cites, ranked and cut;
//! * [`Graph::rings`]: the documents two and three steps out, and every citation among the documents shown;
//! * [`Graph::chains`]: the shortest chains of citations between two documents.
//!
//! Three things hold for all of it. There is no input or output. There is no failure: an ordinal the graph does not
//! hold is a document without citations, and a citation from or to one is left out and counted ([`Left`]). And the
//! work is bounded by the size of the graph; where that bound is too wide for one request, in the search for chains,
//! the caller may stop it ([`Cancelled`]).
//!
//! Both directions are kept as compressed sparse rows (`csr.rs`), 16 bytes per pair of citing and cited document.
//! That doubles what one direction would take, and makes "who cites this" as quick as "what does this cite".
//!
//! ```
//! use lagrum_graph::{Direction, Document, Edge, Graph, Groups, PathQuery};
//!
//! // 0 cites 1 and 2; both cite 3.
//! let cites = [(0, 1, 1), (0, 2, 7), (1, 3, 1), (2, 3, 1)];
//! let edges = cites.map(|(citing, cited, links)| Edge { citing, cited, links });
//! let graph = Graph::new(vec![Document { group: 0, inbound_count: 0 }; 4], edges);
//!
//! let query = PathQuery { from: 0, to: 3, direction: Direction::Out, groups: Groups::ALL, paths: 5 };
//! let chains = graph.chains(&query)?;
//! assert_eq!(chains[0].documents, [0, 1, 3]);
//! assert_eq!(chains[1].documents, [0, 2, 3]);
//! assert_eq!(chains[1].hops[0].links, 7);
//! assert_eq!(chains.len(), 2);
//! # Ok::<(), lagrum_graph::Cancelled>(())
//! ```

mod budget;
mod csr;
mod direction;
mod graph;
mod groups;
mod induced;
mod labels;
mod neighbours;
mod path;
mod rank;
mod rings;
mod search;
mod yen;

pub use budget::{Budgets, Depth};
pub use csr::Row;
pub use direction::{Direction, Side};
pub use graph::{Document, Edge, Graph, Left, Ordinal};
pub use groups::Groups;
pub use lagrum_cancel::Cancelled;
pub use neighbours::{Neighbour, Neighbours};
pub use path::{Chain, Hop, PathQuery};
pub use rank::{Selection, Sort};
pub use rings::{Expansion, RingNode, RingQuery};
