//! Every passage of one document that has words of a query.

use super::marks::find_marks;
use super::open::OpenIndex;
use super::passage_query::PassageQuery;
use crate::plan::QueryPlan;
use crate::snippet::marks_within;
use crate::{MarkedPassage, SearchError};

/// The passages of a document that have words of a query, in the order of the text.
pub(super) fn marked_passages(
    index: &OpenIndex,
    plan: &QueryPlan,
    document: u32,
) -> Result<Vec<MarkedPassage>, SearchError> {
    let Some((segment, row)) = index.columns.row(document) else { return Ok(Vec::new()) };
    let query = PassageQuery::from_plan(plan);
    let mut marks = find_marks(index, plan, &query, &[document])?.pop().unwrap_or_default().marks;
    marks.sort_by_key(|mark| mark.position);
    marks.dedup_by_key(|mark| mark.position);
    let passages = index.passages(document, segment, row)?;
    let table = &passages.table;
    let marked = table.passages.iter().enumerate().filter_map(|(at, passage)| {
        let marks = marks_within(&marks, &passage.words).len();
        (marks > 0).then(|| MarkedPassage {
            anchor: table.anchor(at).to_owned(),
            label: table.label(at).map(str::to_owned),
            words: marks as u32,
        })
    });
    Ok(marked.collect())
}
