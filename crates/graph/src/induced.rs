//! Every citation among a chosen set of documents.

use lagrum_cancel::{Cancelled, Meter};

use crate::{
    direction::Side,
    document::{DocumentNumber, Edge},
    graph::Graph,
};

impl Graph {
    /// The citations among `included`, which ascends and holds each document once; `is_included` is the same set as a
    /// function. Sorted by citing, then cited document.
    ///
    /// A register may cite tens of thousands of documents. A row longer than the set is therefore not read through:
    /// each document of the set is looked up in it.
    pub(crate) fn edges_among(
        &self,
        included: &[DocumentNumber],
        is_included: impl Fn(DocumentNumber) -> bool,
        meter: &mut Meter,
    ) -> Result<Vec<Edge>, Cancelled> {
        let mut edges = Vec::new();
        for &citing in included {
            let row = self.row(citing, Side::Out);
            meter.spend(row.documents.len().min(included.len()))?;
            if row.documents.len() > included.len() {
                let looked_up =
                    included.iter().map(|&cited| Edge { citing, cited, links: row.links_with(cited) });
                edges.extend(looked_up.filter(|edge| edge.links > 0));
            } else {
                let read = row.documents.iter().zip(row.links);
                let read = read.filter(|&(&cited, _)| is_included(cited));
                edges.extend(read.map(|(&cited, &links)| Edge { citing, cited, links }));
            }
        }
        Ok(edges)
    }
}
