//! What a graph is built from: documents, and the citations between them.

pub use lagrum_numbers::DocumentNumber;

/// What the graph stores of one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// The group the document belongs to, by the caller's numbering.
    pub group: u8,
    /// The number of distinct documents that cite it, as the catalog counts them. Ranks the neighbours under
    /// [`GraphSort::Citations`](crate::GraphSort::Citations).
    pub inbound_count: u32,
}

/// All citations of one document by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The document that cites.
    pub citing: DocumentNumber,
    /// The document that is cited.
    pub cited: DocumentNumber,
    /// The number of citations.
    pub links: u32,
}
