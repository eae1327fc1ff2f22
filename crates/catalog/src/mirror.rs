//! Questions over the whole catalog, which only a check of it asks.

use std::collections::BTreeMap;

use crate::pool::{Connected, Problem};

/// How a document is cited, counted from the links of all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitingSpots {
    /// Distinct (citing document, citing anchor, anchor cited).
    pub rows: u64,
    /// Distinct citing documents.
    pub documents: u64,
    /// The count its row says; None for what is not held.
    pub inbound_count: Option<u64>,
}

impl Connected<'_> {
    /// Every cited document, held or not, by uri.
    pub fn citing_spots(&self) -> Result<BTreeMap<String, CitingSpots>, Problem> {
        let mut query = self.connection.prepare_cached(
            "SELECT coalesce(d.uri, u.uri), spots.rows, spots.documents, d.inbound_count
             FROM (SELECT target, count(*) AS rows, count(DISTINCT citing) AS documents
                   FROM (SELECT DISTINCT target, citing, anchor, target_anchor FROM citation WHERE target <> citing)
                   GROUP BY target) AS spots
             LEFT JOIN document d ON d.id = spots.target
             LEFT JOIN unheld u ON u.id = spots.target",
        )?;
        let rows = query.query_map([], |row| {
            let spots = CitingSpots { rows: row.get(1)?, documents: row.get(2)?, inbound_count: row.get(3)? };
            Ok((row.get(0)?, spots))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// How many inbound lists there are.
    pub fn inbound_lists(&self) -> Result<u64, Problem> {
        Ok(self.connection.query_row("SELECT count(*) FROM inbound", [], |row| row.get(0))?)
    }
}
