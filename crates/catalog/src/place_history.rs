//! The history of the provisions of a Swedish act: the notes of repeal and days that its text prints, and the changes
//! that its register states. It shows what became of a provision that the text does not have.

use lagrum_artifact::{PlaceNotes, RegisteredChange};
use rusqlite::OptionalExtension;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::CatalogProblem;
use crate::reader::CatalogReader;

/// The history of the provisions of an act, without the changes in its register.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceHistory {
    /// The notes of repeal and days in its text.
    #[serde(rename = "t", default)]
    pub notes: PlaceNotes,
    /// The day from which the text of the document applies: the newest day of an act that is worked in, up to the day
    /// of the build.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub text_from: Option<String>,
    /// The days of the acts that are worked in, without days that the text marks on its parts. A build finds
    /// `text_from` from them, and writes only the days after its own to the catalog.
    #[serde(rename = "w", default, skip_serializing_if = "Vec::is_empty")]
    pub worked_in: Vec<String>,
    /// The newest day of an act in the register.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub newest_change: Option<String>,
    /// The day on which the act entered into force, as its metadata state it.
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<String>,
}

/// The changes that an act in a register made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangingAct {
    /// Its uri.
    #[serde(rename = "u")]
    pub uri: String,
    /// The day it entered into force.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub ikraft: Option<String>,
    /// The changes, in the order of the words of the register.
    #[serde(rename = "c", default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<RegisteredChange>,
}

impl CatalogReader<'_> {
    /// The history of the provisions of an act; None for a document that is no Swedish act.
    pub fn place_history(&self, document: &str) -> Result<Option<PlaceHistory>, CatalogProblem> {
        self.history_column("history", document)
    }

    /// The changes by the acts in the register of an act, in the order of the register. The list is long and rarely
    /// needed.
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
