//! The links of a document, and its archived lydelser.

use std::sync::Arc;

use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row};

use crate::name_cache::CitingDocument;
use crate::pool::{CatalogProblem, CatalogReader};
use crate::row_names::{CitedDocument, RowNames};

/// One link of a document.
#[derive(Clone, Debug)]
pub struct OutboundCitation {
    /// The target as written: a document uri, a fragment uri or a web address.
    pub uri: String,
    /// The anchor of the citing spot.
    pub anchor: Option<Arc<str>>,
    /// The relation; `dcterms:references` is the plain reference.
    pub predicate: Arc<str>,
    /// The words that carry the link.
    pub text: Option<String>,
    /// The cited document, when it is held.
    pub target: Option<Arc<CitingDocument>>,
}

/// An archived lydelse of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedLydelse {
    /// Its own uri.
    pub uri: String,
    /// The uri of the act.
    pub document: String,
    /// Its lydelse id. (The column and the API call it version.)
    pub lydelse_id: String,
    /// The source of the act.
    pub source: String,
    /// The number of its stored artifact.
    pub stored: i64,
    /// When the last amendment worked in entered into force, by the register of the act.
    pub ikraft: Option<String>,
    /// The preparatory works of that amendment, by the same register.
    pub forarbeten: Vec<String>,
    /// The days and phrases from which parts of its text apply or no longer apply.
    pub node_dates: Vec<String>,
}

/// The columns that [`read_lydelse`] reads.
const LYDELSE: &str =
    "SELECT uri, document, version, source, stored, ikraft, forarbeten, node_dates FROM lydelse";

impl CatalogReader<'_> {
    /// Every link of a document, in reading order; empty for a document that is not held.
    pub fn outbound(&self, uri: &str) -> Result<Vec<OutboundCitation>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT c.target, c.target_anchor, c.anchor, c.predicate, c.text
             FROM document d JOIN citation c ON c.citing = d.id WHERE d.uri = ?1 ORDER BY c.seq",
        )?;
        let mut names = RowNames::new(self)?;
        let mut rows = query.query([uri])?;
        let mut links = Vec::new();
        while let Some(row) = rows.next()? {
            lagrum_cancel::check()?;
            let target = names.cited(row.get(0)?)?;
            let target_anchor = names.anchor(row.get::<_, Option<u32>>(1)?.unwrap_or_default())?;
            let root = match &target {
                CitedDocument::Held(document) => &document.uri,
                CitedDocument::Unheld(uri) => &**uri,
            };
            links.push(OutboundCitation {
                uri: crate::inbound::joined(root, target_anchor.as_deref()),
                anchor: names.anchor(row.get::<_, Option<u32>>(2)?.unwrap_or_default())?,
                predicate: names.predicate(row.get(3)?)?,
                text: row.get(4)?,
                target: match target {
                    CitedDocument::Held(document) => Some(document),
                    CitedDocument::Unheld(_) => None,
                },
            });
        }
        Ok(links)
    }

    /// The archived lydelse with this uri.
    pub fn lydelse(&self, uri: &str) -> Result<Option<ArchivedLydelse>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(&format!("{LYDELSE} WHERE uri = ?1"))?;
        Ok(query.query_row([uri], read_lydelse).optional()?)
    }

    /// The archived lydelser of a document, by uri.
    pub fn lydelser(&self, document: &str) -> Result<Vec<ArchivedLydelse>, CatalogProblem> {
        let mut query =
            self.connection.prepare_cached(&format!("{LYDELSE} WHERE document = ?1 ORDER BY uri"))?;
        let rows = query.query_map([document], read_lydelse)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Every archived lydelse, by uri.
    pub fn all_lydelser(&self) -> Result<Vec<ArchivedLydelse>, CatalogProblem> {
        let mut query = self.connection.prepare(&format!("{LYDELSE} ORDER BY uri"))?;
        let rows = query.query_map([], read_lydelse)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// How many links and how many edges there are.
    pub fn links_and_edges(&self) -> Result<(u64, u64), CatalogProblem> {
        let count =
            |table| self.connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0));
        Ok((count("citation")?, count("edge")?))
    }
}

fn read_lydelse(row: &Row<'_>) -> rusqlite::Result<ArchivedLydelse> {
    Ok(ArchivedLydelse {
        uri: row.get(0)?,
        document: row.get(1)?,
        lydelse_id: row.get(2)?,
        source: row.get(3)?,
        stored: row.get(4)?,
        ikraft: row.get(5)?,
        forarbeten: json_texts(&row.get::<_, String>(6)?)?,
        node_dates: json_texts(&row.get::<_, String>(7)?)?,
    })
}

/// Texts from a JSON array.
fn json_texts(json: &str) -> rusqlite::Result<Vec<String>> {
    serde_json::from_str(json)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(6, Type::Text, Box::new(error)))
}
