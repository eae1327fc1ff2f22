//! What is to come: acts that enter into force, are amended or end, by day.
//!
//! A build writes what it finds in registers, metadata and texts (`lagrum-builder`, `coming`). Events after the end of
//! their document are left out here.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::{CatalogDocument, ComingEvent, ComingKind, DocumentEvent, RECENT_DAYS};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::act_names::{name_with_number, natural};
use crate::anchor_labels::anchor_labels;
use lagrum_chronicle::ActEnd;

use crate::as_of::end_of;
use crate::lookup::query_catalog;
use crate::{AnswerError, SourceName};

/// Events in one answer. A corpus with every Swedish statute has some hundreds.
pub const MAX_COMING: usize = 5_000;

/// Which events to list: of which documents and days.
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
    /// Where the event is stated.
    pub basis: ComingChangeBasis,
    /// Whether it happens to less than what `anchors` name: to points of them, or in some cases, as `stated` says.
    pub partly: bool,
    /// The words of an EU act that state it; null where no text states it in a sentence.
    #[schema(required = true)]
    pub stated: Option<String>,
    /// Whether the whole of an EU act begins to apply.
    #[serde(skip)]
    pub is_whole: bool,
    /// When the artifact of the document was first served, in seconds since 1970.
    #[serde(skip)]
    pub updated: Option<i64>,
}

impl ComingChange {
    /// What the document is called: its title with its number.
    pub fn name(&self, base: &Base) -> String {
        name_with_number(base, &self.uri, self.title.as_deref(), self.label.as_deref())
    }

    /// What happens, in Swedish, as a line of a list: `Ändras genom SFS 2031:9: 3 §, 4 §`; `Ändrades …` for an event
    /// that has come.
    pub fn words(&self, base: &Base, has_come: bool) -> String {
        let told = self.words_of_act(base, has_come);
        let places = anchor_labels(base, &self.uri, &self.anchors);
        if places.is_empty() { told } else { format!("{told}: {places}") }
    }

    /// What happens, and by which act, without the provisions: `Ändras genom SFS 2031:9`.
    pub fn words_of_act(&self, base: &Base, has_come: bool) -> String {
        let act = self.act_label.as_deref().or_else(|| base.strip(self.act.as_deref()?));
        let by = act.map(|act| format!(" genom {act}")).unwrap_or_default();
        let is_whole = self.anchors.is_empty();
        let verb = match (self.kind, has_come) {
            (ComingChangeKind::Starts, false) if self.is_whole => "Börjar tillämpas",
            (ComingChangeKind::Starts, true) if self.is_whole => "Började tillämpas",
            (ComingChangeKind::Starts, false) if is_whole => "En del börjar gälla",
            (ComingChangeKind::Starts, true) if is_whole => "En del började gälla",
            (ComingChangeKind::Starts, false) if self.partly => "Börjar delvis gälla",
            (ComingChangeKind::Starts, true) if self.partly => "Började delvis gälla",
            (kind, has_come) => kind.verb(has_come),
        };
        format!("{verb}{by}")
    }
}

/// What happens to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
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

/// Where an event that is to come is stated.
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

impl ComingChangeKind {
    /// What happens, or happened: `Ändras`, `Ändrades`.
    pub fn verb(self, has_come: bool) -> &'static str {
        match (self, has_come) {
            (Self::InForce, false) => "Träder i kraft",
            (Self::InForce, true) => "Trädde i kraft",
            (Self::Amended, false) => "Ändras",
            (Self::Amended, true) => "Ändrades",
            (Self::Repealed, false) => "Upphävs",
            (Self::Repealed, true) => "Upphävdes",
            (Self::Expires, false) => "Slutar gälla",
            (Self::Expires, true) => "Slutade gälla",
            (Self::Starts, false) => "Börjar gälla",
            (Self::Starts, true) => "Började gälla",
        }
    }

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::InForce => "in_force",
            Self::Amended => "amended",
            Self::Repealed => "repealed",
            Self::Expires => "expires",
            Self::Starts => "starts",
        }
    }

    /// The kind of an event of the catalog; None for a decision.
    pub(crate) fn of(kind: ComingKind) -> Option<Self> {
        Some(match kind {
            ComingKind::InForce => Self::InForce,
            ComingKind::Amended => Self::Amended,
            ComingKind::Repealed => Self::Repealed,
            ComingKind::Expires => Self::Expires,
            ComingKind::Starts => Self::Starts,
            ComingKind::Decided => return None,
        })
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
    let is_of_days = question.from.is_some() || question.until.is_some();
    let until = question.until.map_or_else(|| Date::MAX.to_string(), |until| until.to_string());
    let (dated, undated) = query_catalog(snapshot, |catalog| {
        let dated = catalog.coming(&from.to_string(), &until)?;
        let undated = if is_of_days { Vec::new() } else { catalog.coming_without_day()? };
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
    for day in &mut answer.days {
        in_order(&mut day.events);
    }
    in_order(&mut answer.without_day);
    Ok(answer)
}

/// Sorts the events of a day by document, numbers by their values. Those of one document keep their order.
fn in_order(events: &mut [ComingChange]) {
    events.sort_by_cached_key(|event| natural(&event.uri));
}

/// What is to come of one document, with the day of each; None for one that is not decided.
pub(crate) fn coming_of(
    snapshot: &Snapshot,
    today: Date,
    document: &str,
) -> Result<Vec<(Option<String>, ComingChange)>, AnswerError> {
    let today = today.to_string();
    let mut documents = Documents { snapshot, source: None, found: HashMap::new() };
    let mut told = Vec::new();
    for event in query_catalog(snapshot, |catalog| catalog.coming_of(document))? {
        let day = event.event.day.clone();
        if day.as_ref().is_none_or(|day| *day >= today) {
            told.extend(documents.change(event)?.map(|change| (day, change)));
        }
    }
    Ok(told)
}

/// What happened in the law on one day.
#[derive(Debug)]
pub struct LawDay {
    /// The day.
    pub date: String,
    /// What happened to acts.
    pub events: Vec<ComingChange>,
    /// The decisions of the day: the uri, the label and the title of each.
    pub decisions: Vec<(String, Option<String>, Option<String>)>,
}

/// What has happened in the last [`RECENT_DAYS`] days and today: the newest day first.
pub fn happened_of_late(
    snapshot: &Snapshot,
    today: Date,
    source: Option<&SourceName>,
) -> Result<Vec<LawDay>, AnswerError> {
    let from = today.saturating_sub(jiff::Span::new().days(i64::from(RECENT_DAYS))).to_string();
    let events = query_catalog(snapshot, |catalog| catalog.coming(&from, &today.to_string()))?;
    let mut documents = Documents { snapshot, source, found: HashMap::new() };
    let mut days: Vec<LawDay> = Vec::new();
    for event in events.into_iter().rev().take(MAX_COMING) {
        lagrum_cancel::check()?;
        let Some(date) = event.event.day.clone() else { continue };
        let is_decision = event.event.kind == ComingKind::Decided;
        let Some((event, found)) = documents.find(event)? else { continue };
        if days.last().is_none_or(|last| last.date != date) {
            days.push(LawDay { date, events: Vec::new(), decisions: Vec::new() });
        }
        let Some(day) = days.last_mut() else { continue };
        if is_decision {
            day.decisions.push((found.uri.clone(), found.label.clone(), found.title.clone()));
        } else {
            day.events.extend(change(event, found));
        }
    }
    for day in &mut days {
        day.events.reverse();
        in_order(&mut day.events);
        day.decisions.reverse();
    }
    Ok(days)
}

/// The documents of events.
struct Documents<'a> {
    snapshot: &'a Snapshot,
    source: Option<&'a SourceName>,
    found: HashMap<String, Option<CatalogDocument>>,
}

impl Documents<'_> {
    /// An event as it is listed; None for a document of another source, and for an event after the end of its document.
    fn change(&mut self, event: DocumentEvent) -> Result<Option<ComingChange>, AnswerError> {
        Ok(self.find(event)?.and_then(|(event, document)| change(event, document)))
    }

    /// An event with its document; None as for [`change`](Self::change).
    fn find(&mut self, event: DocumentEvent) -> Result<Option<(ComingEvent, &CatalogDocument)>, AnswerError> {
        let DocumentEvent { document, event } = event;
        if !self.found.contains_key(&document) {
            let found = query_catalog(self.snapshot, |catalog| catalog.document(&document))?;
            self.found.insert(document.clone(), found);
        }
        let Some(found) = self.found.get(&document).and_then(Option::as_ref) else { return Ok(None) };
        let is_of_source = self.source.is_none_or(|source| source.current() == found.source);
        Ok((is_of_source && applies(&event, found)).then_some((event, found)))
    }
}

/// Whether a document still applies on the day of an event, or the event is its own end.
fn applies(event: &ComingEvent, document: &CatalogDocument) -> bool {
    let day = event.day.as_deref().and_then(|day| day.parse::<Date>().ok());
    let is_end = matches!(event.kind, ComingKind::Repealed | ComingKind::Expires) && event.anchors.is_empty();
    match (end_of(document), day) {
        (ActEnd::None, _) => true,
        (ActEnd::Unknown, _) => false,
        (ActEnd::On(end), Some(day)) => day < end || is_end && day == end,
        // It is not known whether the event comes before the end.
        (ActEnd::On(_), None) => false,
    }
}

fn change(event: ComingEvent, document: &CatalogDocument) -> Option<ComingChange> {
    Some(ComingChange {
        kind: ComingChangeKind::of(event.kind)?,
        uri: document.uri.clone(),
        anchors: event.anchors,
        act: event.act,
        act_label: event.act_label,
        label: document.label.clone(),
        title: document.title.clone(),
        source: document.source.clone(),
        basis: event.basis.into(),
        partly: event.is_partly,
        stated: event.stated,
        is_whole: event.is_whole,
        updated: document.updated,
    })
}

#[cfg(test)]
mod tests {
    use lagrum_catalog::ComingBasis;

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
                learned: None,
                is_whole: false,
                is_partly: false,
                stated: None,
            };
            let document =
                CatalogDocument { expired: expired.map(str::to_owned), ..CatalogDocument::default() };
            assert_eq!(applies(&event, &document), expected, "{expired:?} {kind:?} {day:?}");
        }
    }
}
