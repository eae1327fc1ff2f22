//! The archived lydelser of acts.

use lagrum_artifact::StoredId;
use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row};
use serde::de::DeserializeOwned;

use crate::acts::NamedAmendments;
use crate::error::CatalogProblem;
use crate::reader::CatalogReader;

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
    pub stored: StoredId,
    /// When the last amendment worked in entered into force, by the register of the act.
    pub ikraft: Option<String>,
    /// The preparatory works of that amendment, by the same register.
    pub forarbeten: Vec<String>,
    /// The days and phrases from which parts of its text apply or no longer apply.
    pub node_dates: Vec<String>,
    /// The amendments newer than its id that its text names.
    pub named: NamedAmendments,
}

/// The columns that [`read_lydelse`] reads.
const LYDELSE: &str =
    "SELECT uri, document, version, source, stored, ikraft, forarbeten, node_dates, named FROM lydelse";

impl CatalogReader<'_> {
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
}

fn read_lydelse(row: &Row<'_>) -> rusqlite::Result<ArchivedLydelse> {
    Ok(ArchivedLydelse {
        uri: row.get(0)?,
        document: row.get(1)?,
        lydelse_id: row.get(2)?,
        source: row.get(3)?,
        stored: StoredId(row.get(4)?),
        ikraft: row.get(5)?,
        forarbeten: from_json(&row.get::<_, String>(6)?)?,
        node_dates: from_json(&row.get::<_, String>(7)?)?,
        named: from_json(&row.get::<_, String>(8)?)?,
    })
}

/// A value from JSON.
fn from_json<T: DeserializeOwned>(json: &str) -> rusqlite::Result<T> {
    serde_json::from_str(json)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(6, Type::Text, Box::new(error)))
}
