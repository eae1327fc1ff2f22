//! What texts and records say of how provisions and acts follow, carry out and rest on each other.
//!
//! Each statement is stored once, and found under both of its ends: what it speaks of (`subject`) and what that follows,
//! carries out or rests on (`object`).

use lagrum_artifact::Location;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::error::{CatalogError, CatalogProblem};
use crate::reader::CatalogReader;
use crate::write::CatalogWriter;

/// The most statements that are found under one document, of each of the two ends. Real documents have up to some hundreds.
pub const MAX_STATED: usize = 50_000;

/// What a statement says of its two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StatedRelation {
    /// The subject came in the place of the object.
    Follows,
    /// The subject carries out the object.
    Implements,
    /// The subject was issued under the object.
    IssuedUnder,
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StatedIn {
    /// The register of a statute.
    Register,
    /// A comparison or correlation table.
    Table,
    /// The commentary of a preparatory work on the provisions that it proposes.
    Commentary,
    /// The record of a document beside its text.
    Record,
    /// The transitional provisions of an act.
    TransitionalProvisions,
}

/// A statement that one place follows, carries out or rests on another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// What it says.
    pub relation: StatedRelation,
    /// The uri of the place that it speaks of.
    pub subject: String,
    /// The uri of the place that this follows, carries out or rests on.
    pub object: String,
    /// The first day (`YYYY-MM-DD`): of a new number, or of what carries out or rests on; None where it is not known.
    pub from: Option<String>,
    /// The day from which it no longer holds.
    pub until: Option<String>,
    /// The kind of text that says it.
    pub stated_in: StatedIn,
    /// The uri of the document that says it.
    pub evidence: String,
    /// The anchor in that document.
    pub evidence_anchor: Option<String>,
    /// Its words.
    pub words: String,
}

/// A statement with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedStatement {
    /// Its number, in the order in which statements were written.
    pub number: i64,
    /// The statement.
    pub statement: Statement,
}

/// Where a statement is found under a document, without its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedEnd {
    /// The number of the statement.
    pub statement: i64,
    /// What it says.
    pub relation: StatedRelation,
    /// Whether the document has the subject.
    pub is_subject: bool,
    /// The anchor in the document; None for the whole document.
    pub anchor: Option<String>,
    /// The uri of the other end.
    pub other: String,
    /// The first day.
    pub from: Option<String>,
}

fn write(connection: &Connection, statement: &Statement) -> Result<(), CatalogProblem> {
    let (subject, subject_anchor) = Location::split(&statement.subject);
    let (object, object_anchor) = Location::split(&statement.object);
    let mut insert =
        connection.prepare_cached("INSERT INTO stated VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    insert.execute(params![
        subject,
        subject_anchor,
        object,
        object_anchor,
        number(statement.relation),
        statement.from,
        serde_json::to_string(statement)?
    ])?;
    Ok(())
}

fn number(relation: StatedRelation) -> i64 {
    match relation {
        StatedRelation::Follows => 0,
        StatedRelation::Implements => 1,
        StatedRelation::IssuedUnder => 2,
    }
}

fn relation(number: i64) -> Result<StatedRelation, CatalogProblem> {
    Ok(match number {
        0 => StatedRelation::Follows,
        1 => StatedRelation::Implements,
        2 => StatedRelation::IssuedUnder,
        _ => return Err(CatalogProblem::Damaged(format!("statements have no relation {number}"))),
    })
}

impl CatalogWriter {
    /// Writes statements, in the order in which they are found again.
    pub fn statements(&mut self, statements: &[Statement]) -> Result<(), CatalogError> {
        self.checked(|connection| statements.iter().try_for_each(|statement| write(connection, statement)))
    }
}

impl CatalogReader<'_> {
    /// The statements of which a document is an end, in the order in which they were written; at most [`MAX_STATED`] of each end.
    pub fn stated_ends(&self, document: &str) -> Result<Vec<StatedEnd>, CatalogProblem> {
        let mut ends = Vec::new();
        for (is_subject, own, other) in [(true, "subject", "object"), (false, "object", "subject")] {
            let mut query = self.connection.prepare_cached(&format!(
                "SELECT id, relation, {own}_anchor, {other}, {other}_anchor, day FROM stated \
                 WHERE {own} = ?1 ORDER BY id LIMIT {MAX_STATED}"
            ))?;
            let mut rows = query.query([document])?;
            while let Some(row) = rows.next()? {
                let (other, anchor): (String, Option<String>) = (row.get(3)?, row.get(4)?);
                ends.push(StatedEnd {
                    statement: row.get(0)?,
                    relation: relation(row.get(1)?)?,
                    is_subject,
                    anchor: row.get(2)?,
                    other: match anchor {
                        Some(anchor) => format!("{other}#{anchor}"),
                        None => other,
                    },
                    from: row.get(5)?,
                });
            }
        }
        Ok(ends)
    }

    /// The statements after one by its number, at most `limit`, in order.
    pub fn statements_after(
        &self,
        number: i64,
        limit: u64,
    ) -> Result<Vec<NumberedStatement>, CatalogProblem> {
        let mut query = self
            .connection
            .prepare_cached("SELECT id, record FROM stated WHERE id > ?1 ORDER BY id LIMIT ?2")?;
        let mut rows = query.query(params![number, limit])?;
        let mut statements = Vec::new();
        while let Some(row) = rows.next()? {
            let record: String = row.get(1)?;
            statements
                .push(NumberedStatement { number: row.get(0)?, statement: serde_json::from_str(&record)? });
        }
        Ok(statements)
    }

    /// A statement by its number.
    pub fn statement(&self, number: i64) -> Result<Option<Statement>, CatalogProblem> {
        let mut query = self.connection.prepare_cached("SELECT record FROM stated WHERE id = ?1")?;
        let record: Option<String> = query.query_row([number], |row| row.get(0)).optional()?;
        record.map(|record| serde_json::from_str(&record).map_err(CatalogProblem::from)).transpose()
    }
}
