//! The second step of a search: the passages of a document that answer.
//!
//! The positions of the query's words in the document give the words of each passage and heading
//! ([`super::passage_ranking`]), and the lines that show them best. Only the lines that are shown are read as text
//! ([`super::snippets`]).

use std::cell::OnceCell;

use super::marks::find_marks;
use super::open::OpenIndex;
use super::passage_query::PassageQuery;
use super::snippets::{DocumentText, MAX_PASSAGES_OF_FIRST};
use super::title::TitleMarker;
use crate::plan::QueryPlan;
use crate::{DayNumber, Passages, SearchError, Tuning};
use lagrum_numbers::DocumentNumber;

/// The passages and extracts that answer in each of some documents, in the order of the documents.
pub(super) fn passages(
    index: &OpenIndex,
    tuning: &Tuning,
    plan: &QueryPlan,
    documents: &[DocumentNumber],
    today: DayNumber,
) -> Result<Vec<Passages>, SearchError> {
    let query = PassageQuery::from_plan(plan);
    let found = find_marks(index, plan, &query, documents)?;
    let title_marker = OnceCell::new();
    let mut all = Vec::with_capacity(documents.len());
    for (document, found) in documents.iter().zip(found) {
        lagrum_cancel::check()?;
        let mut marks = found.marks;
        // The marks of each word are in order already, which makes this stable sort fast.
        marks.sort_by(|a, b| {
            (a.position, a.word).cmp(&(b.position, b.word)).then(b.nearness.total_cmp(&a.nearness))
        });
        marks.dedup_by(|next, kept| {
            let is_same = (next.position, next.word) == (kept.position, kept.word);
            kept.is_shown |= is_same && next.is_shown;
            is_same
        });
        let mut passages = Passages::default();
        let supported = plan.support.of(*document).map_or(&[][..], |support| &support.passages);
        if !(marks.is_empty() && supported.is_empty())
            && let Some(mut text) = DocumentText::open(index, *document, today)?
        {
            let is_first = all.is_empty();
            text.shows_rule = plan.shows_rule && is_first;
            if plan.begins_order && is_first {
                text.max_passages = MAX_PASSAGES_OF_FIRST;
            }
            passages = text.passages(tuning, plan, &query, &marks, supported)?;
        }
        if passages.highlight.is_empty() {
            let title = index.hit(*document)?.title;
            let marker = title_marker.get_or_init(|| TitleMarker::new(plan));
            let snippet = title.and_then(|title| marker.snippet(&index.analyser, &title));
            passages.highlight.extend(snippet);
        }
        passages.work = found.work;
        all.push(passages);
    }
    Ok(all)
}
