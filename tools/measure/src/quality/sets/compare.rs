//! Pairs the rows of a result with those of an earlier one.

use std::collections::HashMap;

use super::rows::{SetResult, SetRow};

/// The rows of a set that an earlier result has too, as they were and as they are.
pub(super) fn pairs<'a>(before: &'a [SetResult], after: &'a SetResult) -> Vec<(&'a SetRow, &'a SetRow)> {
    let Some(before) = before.iter().find(|set| set.name == after.name) else { return Vec::new() };
    let by_id: HashMap<&str, &SetRow> = before.rows.iter().map(|row| (row.id.as_str(), row)).collect();
    after.rows.iter().filter_map(|row| Some((*by_id.get(row.id.as_str())?, row))).collect()
}
