//! What is to come: acts that enter into force, are amended or end, by day.
//!
//! A build writes what it finds in registers, metadata and texts (`lagrum-builder`, `coming`). What a document would have had after its
//! end is passed over here.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_catalog::{CatalogDocument, ComingEvent, DocumentEvent};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::as_of::{Ended, ended};
use crate::lookup::query_catalog;
use crate::{AnswerError, SourceName};

/// Events in one answer. A corpus with every Swedish statute has some hundreds.
pub const MAX_COMING: usize = 5_000;

/// What is to come, of which documents and days.
#[derive(Clone, Debug, Default)]
pub struct ComingQuestion {
    /// Only of documents of this source.
    pub source: Option<SourceName>,
    /// The first day; today where it is earlier, or None.
    pub from: Option<Date>,
    /// The last day; None for all.
    pub until: Option<Date>,
}

/// What is to come.
#[derive(Debug, Serialize, ToSchema)]
pub struct Coming {
    /// By day, rising, from today on.
    pub days: Vec<ComingDay>,
    /// What begins or ends on a day that the Government is to decide; empty for a question of days.
    pub without_day: Vec<ComingChange>,
    /// Whether there are more events than an answer has: 5,000. Those of the first days are here.
    pub more: bool,
}

/// What is to come on one day.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComingDay {
    /// The day.
    pub date: String,
    /// By document.
    pub events: Vec<ComingChange>,
}

/// What is to come of one document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ComingChange {
    /// What happens.
    pub kind: ComingChangeKind,
    /// The uri of the document.
    pub uri: String,
    /// The anchors of the provisions that it happens to; empty for the whole document, and where they are not known.
    pub anchors: Vec<String>,
    /// The uri of the act that does it; null where it is not known.
    #[schema(required = true)]
    pub act: Option<String>,
    /// The printed id of that act.
    #[schema(required = true)]
    pub act_label: Option<String>,
    /// The printed id of the document.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The title of the document.
    #[schema(required = true)]
    pub title: Option<String>,
    /// The source of the document.
    pub source: String,
    /// What tells it.
    pub basis: ComingChangeBasis,
}

/// What happens to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ComingChangeKind {
    /// It enters into force.
    InForce,
    /// An act of its register amends it.
    Amended,
    /// It is repealed.
    Repealed,
    /// It, or a provision of it, reaches the end of its time.
    Expires,
    /// A part of it, or a text that it prints with a day, begins.
    Starts,
}

/// What tells of something that is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ComingChangeBasis {
    /// The register, or the metadata of its publisher.
    Register,
    /// The text.
    Text,
    /// Both.
    Both,
}

impl From<lagrum_catalog::ComingKind> for ComingChangeKind {
    fn from(kind: lagrum_catalog::ComingKind) -> Self {
        use lagrum_catalog::ComingKind;
        match kind {
            ComingKind::InForce => Self::InForce,
            ComingKind::Amended => Self::Amended,
            ComingKind::Repealed => Self::Repealed,
            ComingKind::Expires => Self::Expires,
            ComingKind::Starts => Self::Starts,
        }
    }
}

impl From<lagrum_catalog::ComingBasis> for ComingChangeBasis {
    fn from(basis: lagrum_catalog::ComingBasis) -> Self {
        use lagrum_catalog::ComingBasis;
        match basis {
            ComingBasis::Register => Self::Register,
            ComingBasis::Text => Self::Text,
            ComingBasis::Both => Self::Both,
        }
    }
}

/// What is to come, by day.
pub fn coming(snapshot: &Snapshot, today: Date, question: &ComingQuestion) -> Result<Coming, AnswerError> {
    let from = question.from.map_or(today, |from| from.max(today));
    of_days(snapshot, from, question)
}

/// What has come in the last days, as far back as a build keeps it, and today: the newest day first.
pub fn came_of_late(
    snapshot: &Snapshot,
    today: Date,
    source: Option<SourceName>,
) -> Result<Vec<ComingDay>, AnswerError> {
    let question = ComingQuestion { source, from: None, until: Some(today) };
    let mut days = of_days(snapshot, Date::ZERO, &question)?.days;
    days.reverse();
    Ok(days)
}

fn of_days(snapshot: &Snapshot, from: Date, question: &ComingQuestion) -> Result<Coming, AnswerError> {
    let is_of_days = question.from.is_some() || question.until.is_some();
    let until = question.until.map_or_else(|| Date::MAX.to_string(), |until| until.to_string());
    let (dated, undated) = query_catalog(snapshot, |catalog| {
        let dated = catalog.coming(&from.to_string(), &until, usize::MAX)?;
        let undated = if is_of_days { Vec::new() } else { catalog.coming_without_day(usize::MAX)? };
        Ok((dated, undated))
    })?;
    let mut documents = Documents { snapshot, source: question.source.as_ref(), found: HashMap::new() };
    let mut answer = Coming { days: Vec::new(), without_day: Vec::new(), more: false };
    let mut count = 0;
    for event in dated {
        lagrum_cancel::check()?;
        let Some(date) = event.event.day.clone() else { continue };
        let Some(change) = documents.change(event)? else { continue };
        if count == MAX_COMING {
            answer.more = true;
            break;
        }
        count += 1;
        match answer.days.last_mut() {
            Some(day) if day.date == date => day.events.push(change),
            _ => answer.days.push(ComingDay { date, events: vec![change] }),
        }
    }
    for event in undated {
        lagrum_cancel::check()?;
        let Some(change) = documents.change(event)? else { continue };
        if count == MAX_COMING {
            answer.more = true;
            break;
        }
        count += 1;
        answer.without_day.push(change);
    }
    Ok(answer)
}

/// The documents of events.
struct Documents<'a> {
    snapshot: &'a Snapshot,
    source: Option<&'a SourceName>,
    found: HashMap<String, Option<CatalogDocument>>,
}

impl Documents<'_> {
    /// An event as it is told; None for a document of another source, and for what would come after the end of the document.
    fn change(&mut self, event: DocumentEvent) -> Result<Option<ComingChange>, AnswerError> {
        let DocumentEvent { document, event } = event;
        if !self.found.contains_key(&document) {
            let found = query_catalog(self.snapshot, |catalog| catalog.document(&document))?;
            self.found.insert(document.clone(), found);
        }
        let Some(found) = self.found.get(&document).and_then(Option::as_ref) else { return Ok(None) };
        let is_of_source = self.source.is_none_or(|source| source.current() == found.source);
        Ok((is_of_source && applies(&event, found)).then(|| change(event, found)))
    }
}

/// Whether a document is still there when an event is to come. Its own end is an event of its last day.
fn applies(event: &ComingEvent, document: &CatalogDocument) -> bool {
    use lagrum_catalog::ComingKind;
    let day = event.day.as_deref().and_then(|day| day.parse::<Date>().ok());
    let is_end = matches!(event.kind, ComingKind::Repealed | ComingKind::Expires) && event.anchors.is_empty();
    match (ended(document), day) {
        (Ended::No, _) => true,
        (Ended::Unknown, _) => false,
        (Ended::On(end), Some(day)) => day < end || is_end && day == end,
        // Nobody knows whether its day comes before the end.
        (Ended::On(_), None) => false,
    }
}

fn change(event: ComingEvent, document: &CatalogDocument) -> ComingChange {
    ComingChange {
        kind: event.kind.into(),
        uri: document.uri.clone(),
        anchors: event.anchors,
        act: event.act,
        act_label: event.act_label,
        label: document.label.clone(),
        title: document.title.clone(),
        source: document.source.clone(),
        basis: event.basis.into(),
    }
}

#[cfg(test)]
mod tests {
    use lagrum_catalog::{ComingBasis, ComingKind};

    use super::*;

    #[test]
    fn nothing_comes_after_the_end_of_a_document() {
        let end = "2033-01-01";
        for (expired, kind, day, anchors, expected) in [
            (None, ComingKind::Amended, Some("2034-01-01"), &["P3"][..], true),
            (Some(end), ComingKind::Amended, Some("2032-12-31"), &["P3"], true),
            (Some(end), ComingKind::Amended, Some(end), &["P3"], false),
            (Some(end), ComingKind::Repealed, Some(end), &[], true),
            (Some(end), ComingKind::Expires, Some(end), &["P3"], false),
            (Some(end), ComingKind::Expires, Some("2034-01-01"), &[], false),
            (Some(end), ComingKind::Starts, None, &["P3"], false),
            (Some("0001-01-01"), ComingKind::Starts, Some("2032-12-31"), &["P3"], false),
        ] {
            let event = ComingEvent {
                day: day.map(str::to_owned),
                kind,
                anchors: anchors.iter().map(ToString::to_string).collect(),
                act: None,
                act_label: None,
                basis: ComingBasis::Register,
            };
            let document =
                CatalogDocument { expired: expired.map(str::to_owned), ..CatalogDocument::default() };
            assert_eq!(applies(&event, &document), expected, "{expired:?} {kind:?} {day:?}");
        }
    }
}
