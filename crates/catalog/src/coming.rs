//! Events of documents: acts that enter into force or end, amendments, and parts of texts that begin to apply.
//!
//! A build writes all of them, whether they have come or are to come, except decisions, of which it writes those of the last
//! [`RECENT_DAYS`] days. A query states the days.

use serde::{Deserialize, Serialize};

use crate::error::CatalogProblem;
use crate::reader::CatalogReader;

/// The number of days before a day whose events are news, and whose decisions a build keeps.
pub const RECENT_DAYS: u16 = 92;

/// An event of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComingEvent {
    /// The day (`YYYY-MM-DD`); None where the Government is to decide it.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// What happens.
    #[serde(rename = "k")]
    pub kind: ComingKind,
    /// The provisions that the event is about; empty for the whole document, and where they are not known.
    #[serde(rename = "a", default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<String>,
    /// The uri of the act that causes it.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// The printed id of that act.
    #[serde(rename = "i", default, skip_serializing_if = "Option::is_none")]
    pub act_label: Option<String>,
    /// Where it is stated.
    #[serde(rename = "b")]
    pub basis: ComingBasis,
    /// The day on which a later import first had it (`YYYY-MM-DD`); None for what the first import of the document had.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub learned: Option<String>,
    /// Whether the whole of an EU act begins to apply.
    #[serde(rename = "w", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_whole: bool,
    /// Whether it happens to less than the provisions: to points of them, or in some cases.
    #[serde(rename = "p", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_partly: bool,
    /// The words of an EU act that state it.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub stated: Option<String>,
}

/// The kinds of events of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ComingKind {
    /// It enters into force.
    InForce,
    /// An act of its register amends it.
    Amended,
    /// It is repealed.
    Repealed,
    /// It, or a provision of it, reaches the end of its time.
    Expires,
    /// A part of it, or a text that it prints with a day, begins to apply.
    Starts,
    /// It is a decision of this day. Of past days only.
    Decided,
}

/// Where an event is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ComingBasis {
    /// In the register, or in the metadata of the publisher.
    Register,
    /// In the text.
    Text,
    /// In both.
    Both,
}

/// An event with the document that it happens to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentEvent {
    /// The uri of the document.
    pub document: String,
    /// What happens.
    pub event: ComingEvent,
}

impl CatalogReader<'_> {
    /// The events from a day to a day, both included, by day and document.
    pub fn coming(&self, from: &str, until: &str) -> Result<Vec<DocumentEvent>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT document, event FROM coming WHERE day BETWEEN ?1 AND ?2 ORDER BY day, document, place",
        )?;
        let mut rows = query.query([from, until])?;
        let mut events = Vec::new();
        while let Some(row) = rows.next()? {
            let event: String = row.get(1)?;
            events.push(DocumentEvent { document: row.get(0)?, event: serde_json::from_str(&event)? });
        }
        Ok(events)
    }

    /// The events without a day, by document.
    pub fn coming_without_day(&self) -> Result<Vec<DocumentEvent>, CatalogProblem> {
        self.coming("", "")
    }

    /// The events of a document, by day; those without a day first.
    pub fn coming_of(&self, document: &str) -> Result<Vec<DocumentEvent>, CatalogProblem> {
        let mut query = self
            .connection
            .prepare_cached("SELECT event FROM coming WHERE document = ?1 ORDER BY day, place")?;
        let mut rows = query.query([document])?;
        let mut events = Vec::new();
        while let Some(row) = rows.next()? {
            let event: String = row.get(0)?;
            events
                .push(DocumentEvent { document: document.to_owned(), event: serde_json::from_str(&event)? });
        }
        Ok(events)
    }
}
