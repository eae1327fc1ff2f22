//! What is known of the provisions of a Swedish act beside its anchors: what its text prints as repealed or dates, and what its
//! register says in words. It answers what became of a provision that the text does not have.

use lagrum_artifact::{PlaceNotes, RegisteredChange};
use rusqlite::OptionalExtension;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::CatalogProblem;
use crate::reader::CatalogReader;

/// What is known of the provisions of an act over time, without what its register says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceHistory {
    /// What its text says.
    #[serde(rename = "t", default)]
    pub notes: PlaceNotes,
    /// The day from which the document itself is the text: the newest among the acts that are worked in, until the day of the
    /// build.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub text_from: Option<String>,
    /// The days of the acts that are worked in, without those shown beside what they replace, from which a build finds the one
    /// above; in a catalog those after the day of the build.
    #[serde(rename = "w", default, skip_serializing_if = "Vec::is_empty")]
    pub worked_in: Vec<String>,
    /// The newest day of an act in the register.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub newest_change: Option<String>,
}

/// What an act in a register did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangingAct {
    /// Its uri.
    #[serde(rename = "u")]
    pub uri: String,
    /// The day it entered into force.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub ikraft: Option<String>,
    /// What it changed, in the order of the words.
    #[serde(rename = "c", default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<RegisteredChange>,
}

impl CatalogReader<'_> {
    /// The history of the provisions of an act; None for a document that is no Swedish act.
    pub fn place_history(&self, document: &str) -> Result<Option<PlaceHistory>, CatalogProblem> {
        self.history_column("history", document)
    }

    /// What the acts in the register of an act did, in the order of the register. It is long and rarely needed.
    pub fn changing_acts(&self, document: &str) -> Result<Vec<ChangingAct>, CatalogProblem> {
        Ok(self.history_column("changes", document)?.unwrap_or_default())
    }

    fn history_column<T: DeserializeOwned>(
        &self,
        column: &str,
        document: &str,
    ) -> Result<Option<T>, CatalogProblem> {
        let query = format!("SELECT {column} FROM place_history WHERE document = ?1");
        let mut query = self.connection.prepare_cached(&query)?;
        let record: Option<String> = query.query_row([document], |row| row.get(0)).optional()?;
        record.map(|record| serde_json::from_str(&record).map_err(CatalogProblem::from)).transpose()
    }
}
