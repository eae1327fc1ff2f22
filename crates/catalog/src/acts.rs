//! The records of acts over time: which lydelse the document itself is, and its register of amendments.

use rusqlite::OptionalExtension;
use serde::{Deserialize, Serialize};

use crate::error::CatalogProblem;
use crate::reader::CatalogReader;

/// The record of an act over time, as its artifact states it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActRecord {
    /// The lydelse id of the document itself; None when it does not state one.
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    pub own_id: Option<String>,
    /// Whether the document itself is a consolidation, and not the act as first printed.
    #[serde(rename = "c", default)]
    pub consolidated: bool,
    /// The day from which it no longer applies unless its time is prolonged (`YYYY-MM-DD`). Publishers do not update
    /// the day when it is prolonged.
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<String>,
    /// The days and phrases from which parts of its text apply or no longer apply.
    #[serde(rename = "d", default, skip_serializing_if = "Vec::is_empty")]
    pub node_dates: Vec<String>,
    /// The amendments newer than `own_id` that the text names.
    #[serde(rename = "n", default, skip_serializing_if = "NamedAmendments::is_empty")]
    pub named: NamedAmendments,
    /// Its register of amendments, in its own order. The first entry of a statute is the act itself.
    #[serde(rename = "r", default, skip_serializing_if = "Vec::is_empty")]
    pub register: Vec<RegisterEntry>,
}

/// The amendments newer than the id of a text that the text itself names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedAmendments {
    /// The uris of amendments in the register that the text names as the source of a provision or as its repeal. They
    /// are worked in.
    #[serde(rename = "w", default, skip_serializing_if = "Vec::is_empty")]
    pub worked_in: Vec<String>,
    /// Whether the text names an amendment as the source of a provision that the register lacks. Then it is not known
    /// since when the text applies.
    #[serde(rename = "u", default, skip_serializing_if = "std::ops::Not::not")]
    pub unregistered: bool,
}

impl NamedAmendments {
    /// Whether the text names no newer amendments.
    pub fn is_empty(&self) -> bool {
        self.worked_in.is_empty() && !self.unregistered
    }
}

/// A held act that changes or repeals another, by its own title or by the register of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmendingAct {
    /// Its uri.
    pub uri: String,
    /// Its name in a list.
    pub identifier: String,
    /// The day it was adopted.
    pub day: Option<String>,
}

/// An act in a register of amendments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterEntry {
    /// Its uri.
    #[serde(rename = "u")]
    pub uri: String,
    /// Its printed id.
    #[serde(rename = "i", default, skip_serializing_if = "Option::is_none")]
    pub identifier: Option<String>,
    /// What it changed, in the words of the register.
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    pub andrar: Option<String>,
    /// The day it entered into force.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub ikraft: Option<String>,
    /// The anchors of the provisions it changed, where the register names them.
    #[serde(rename = "a", default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<String>,
    /// The day it was decided.
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    pub beslutad: Option<String>,
    /// Its preparatory works, as printed.
    #[serde(rename = "p", default, skip_serializing_if = "Vec::is_empty")]
    pub forarbeten: Vec<String>,
}

impl CatalogReader<'_> {
    /// The record of an act; None for a document that is no act, or not held.
    pub fn act(&self, document: &str) -> Result<Option<ActRecord>, CatalogProblem> {
        let mut query = self.connection.prepare_cached("SELECT record FROM act WHERE document = ?1")?;
        let record: Option<String> = query.query_row([document], |row| row.get(0)).optional()?;
        record.map(|record| serde_json::from_str(&record).map_err(CatalogProblem::from)).transpose()
    }

    /// The uris of the acts that an act changes or repeals, by its title or by their registers, in their order.
    pub fn acts_amended_by(&self, amending: &str) -> Result<Vec<String>, CatalogProblem> {
        let mut query = self
            .connection
            .prepare_cached("SELECT document FROM amending_act WHERE uri = ?1 ORDER BY document")?;
        let rows = query.query_map([amending], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The held acts that change or repeal an act, by day of adoption.
    pub fn amending_acts(&self, document: &str) -> Result<Vec<AmendingAct>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT uri, identifier, day FROM amending_act WHERE document = ?1 ORDER BY day, uri",
        )?;
        let rows = query.query_map([document], |row| {
            Ok(AmendingAct { uri: row.get(0)?, identifier: row.get(1)?, day: row.get(2)? })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
