//! Statements that one place follows, carries out or rests on another, as a table.

use std::io::Write;

use lagrum_catalog::{StatedIn, StatedRelation, Statement};
use lagrum_escape::plain;
use lagrum_progress::Progress;
use lagrum_snapshot::Snapshot;

use crate::ExportError;
use crate::tables::{Rows, Table, TableForm, day};

/// The columns of the table.
pub(crate) const RELATED_COLUMNS: [&str; 9] =
    ["uri", "relation", "related_uri", "from", "until", "method", "evidence_uri", "evidence_anchor", "text"];

/// Statements that are read together.
const BATCH: u64 = 1_000;

/// Writes a row for each statement, from the place that it speaks of: what that followed (`predecessor`), carries out (`implements`) or
/// was issued under (`issued_under`). Returns how many rows there are.
pub fn write_related(
    snapshot: &Snapshot,
    form: TableForm,
    output: impl Write,
    progress: &dyn Progress,
) -> Result<u64, ExportError> {
    let mut table = Table::new(output, form, &RELATED_COLUMNS)?;
    let written = add_related(snapshot, &mut table, progress)?;
    table.finish()?;
    Ok(written)
}

/// Adds the statements to a table.
pub(crate) fn add_related(
    snapshot: &Snapshot,
    table: &mut impl Rows,
    progress: &dyn Progress,
) -> Result<u64, ExportError> {
    progress.begin("related places", None);
    let (mut written, mut last) = (0, 0);
    loop {
        let batch = snapshot.catalog().with(|catalog| catalog.statements_after(last, BATCH))?;
        let Some(end) = batch.last() else { break };
        last = end.number;
        for numbered in &batch {
            write_row(table, &numbered.statement)?;
            written += 1;
        }
        progress.advance(batch.len() as u64);
    }
    progress.end();
    Ok(written)
}

fn write_row(table: &mut impl Rows, statement: &Statement) -> Result<(), ExportError> {
    let relation = match statement.relation {
        StatedRelation::Follows => "predecessor",
        StatedRelation::Implements => "implements",
        StatedRelation::IssuedUnder => "issued_under",
    };
    let method = match statement.stated_in {
        StatedIn::Register => "register",
        StatedIn::Table => "table",
        StatedIn::Commentary => "commentary",
        StatedIn::Record => "record",
        StatedIn::TransitionalProvisions => "transitional_provisions",
    };
    table.write(&[
        &*statement.subject,
        relation,
        &statement.object,
        day(statement.from.as_deref()),
        day(statement.until.as_deref()),
        method,
        &statement.evidence,
        statement.evidence_anchor.as_deref().unwrap_or_default(),
        &plain(&statement.words),
    ])
}
