//! The new documents that a query of a list finds: acts by the day on which they enter into force, decisions by their own day.
//!
//! The days are those of the events that a build keeps: of acts of all days, of decisions of the last
//! [`RECENT_DAYS`](lagrum_catalog::RECENT_DAYS) days. A document that came later than its day is found by the day on which it came.

use std::collections::BTreeMap;
use std::rc::Rc;

use jiff::ToSpan;
use jiff::civil::Date;
use lagrum_catalog::{CatalogDocument, ComingBasis, ComingEvent, ComingKind};
use lagrum_snapshot::Snapshot;
use lagrum_sources::parse_date;

use super::added::AddedDocuments;
use super::found::{FoundEvent, id};
use super::kind::ListedKind;
use super::question::{ListQuestion, ListSearch};
use crate::lookup::{local_id, query_catalog};
use crate::search::{engine_failure, matching};
use crate::{AnswerError, SearchQuestion};

/// The most matching documents that are looked at, the best ones.
const MAX_MATCHING: usize = 10_000;

/// The most new documents that are looked at.
const MAX_NEW: usize = 20_000;

/// A document that is new within the days of a question.
struct NewDocument {
    day: Option<Date>,
    learned: Option<Date>,
}

/// Adds the new documents that the queries of a list find, each once.
pub(super) fn find(
    snapshot: &Snapshot,
    today: Date,
    question: &ListQuestion,
    searches: Vec<ListSearch>,
    found: &mut Vec<FoundEvent>,
) -> Result<(), AnswerError> {
    if searches.is_empty() {
        return Ok(());
    }
    let mut new = new_documents(snapshot, question)?;
    for search in searches {
        lagrum_cancel::check()?;
        let ListSearch { query, source, kind } = search;
        let asked = SearchQuestion { query: query.clone(), source, kind, ..SearchQuestion::default() };
        let (matching, _) = matching(snapshot, today, asked, MAX_MATCHING).map_err(without_query)?;
        let mut matched = Vec::new();
        for uri in new.keys() {
            let has = matching.has(uri);
            if has.map_err(|error| without_query(engine_failure(error.into(), &query, None)))? {
                matched.push(uri.clone());
            }
        }
        for uri in matched {
            let Some(NewDocument { day, learned }) = new.remove(&uri) else { continue };
            if day.is_some_and(|day| question.until.is_some_and(|until| day >= until)) {
                continue;
            }
            let Some(document) = query_catalog(snapshot, |catalog| catalog.document(&uri))? else { continue };
            found.push(event(snapshot, document, day, learned));
        }
    }
    Ok(())
}

/// What a list asks for stands in no error: errors are kept by operators.
fn without_query(error: AnswerError) -> AnswerError {
    match error {
        AnswerError::Invalid { message, .. } => AnswerError::Invalid {
            parameter: "uri",
            input: None,
            message: format!("a query of the list (search:) {message}"),
        },
        other => other,
    }
}

/// The documents that are new within the days of a question, by uri.
fn new_documents(
    snapshot: &Snapshot,
    question: &ListQuestion,
) -> Result<BTreeMap<String, NewDocument>, AnswerError> {
    query_catalog(snapshot, |catalog| {
        let until = question.until.map_or(Date::MAX, |until| until.saturating_sub(1.days()));
        let mut new = BTreeMap::new();
        for found in catalog.coming(&question.since.to_string(), &until.to_string())? {
            lagrum_cancel::check().map_err(lagrum_catalog::CatalogProblem::from)?;
            let is_new = matches!(found.event.kind, ComingKind::InForce | ComingKind::Decided);
            if is_new && new.len() < MAX_NEW {
                let day = found.event.day.as_deref().and_then(parse_date);
                new.entry(found.document).or_insert(NewDocument { day, learned: None });
            }
        }
        let added = AddedDocuments::load(catalog, snapshot, question)?;
        let numbers: Vec<_> = added.numbers().take(MAX_NEW).collect();
        for document in catalog.documents_numbered(&numbers)? {
            let learned = added.after_first(document.id);
            let Some(day) = document.date.as_deref().and_then(parse_date) else { continue };
            let day = Some(day);
            let new = new.entry(document.uri).or_insert(NewDocument { day, learned: None });
            new.learned = learned;
        }
        Ok(new)
    })
}

fn event(
    snapshot: &Snapshot,
    document: CatalogDocument,
    day: Option<Date>,
    learned: Option<Date>,
) -> FoundEvent {
    let base = &snapshot.manifest().base;
    let own = local_id(base, &document.uri).to_owned();
    FoundEvent {
        id: id(&document.uri, ListedKind::New, &own, 1),
        day,
        kind: ListedKind::New,
        event: ComingEvent {
            day: day.map(|day| day.to_string()),
            kind: ComingKind::InForce,
            anchors: Vec::new(),
            act: Some(document.uri.clone()),
            act_label: document.label.clone(),
            basis: ComingBasis::Register,
            learned: learned.map(|day| day.to_string()),
            is_whole: true,
            is_partly: false,
            stated: None,
        },
        document: Rc::new(document),
        parts: None,
    }
}
