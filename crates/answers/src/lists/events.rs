//! The events of the acts of a list: which are told, on which day, and what names each.
//!
//! The events are those that a build finds in registers, metadata and texts (`lagrum-builder`, `coming`), whether they have come
//! or are to come. Those of EU acts that others amend are found here, by the titles of the amending acts. What queries find is in
//! `searched`, what cites an act in `cited`.

use std::collections::HashMap;
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Anchor, AnchorGrammar, DocumentUri, Location};
use lagrum_catalog::{CatalogDocument, CatalogReader, ComingBasis, ComingEvent, ComingKind};
use lagrum_chronicle::ActEnd;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{parse_date, source};

use super::added::AddedDocuments;
use super::answer::UnknownListItem;
use super::cited::CitedAct;
use super::found::{FoundEvent, id};
use super::kind::ListedKind;
use super::question::{ListQuestion, ListedPlaces, ReadList};
use super::searched;
use crate::act_names::natural;
use crate::as_of::end_of;
use crate::chronicle::ActInTime;
use crate::lookup::{local_id, query_catalog};
use crate::{AnswerError, ComingChangeKind};

/// The events of a list, and what it names that is not held.
pub(super) struct FoundEvents {
    pub(super) events: Vec<FoundEvent>,
    pub(super) not_found: Vec<UnknownListItem>,
}

/// Finds the events that a question asks for, those without a day first, then the newest first.
pub(super) fn find(
    snapshot: &Snapshot,
    today: Date,
    question: &ListQuestion,
    list: ReadList,
) -> Result<FoundEvents, AnswerError> {
    let unread = list.unread.into_iter().map(|uri| UnknownListItem { uri, nearest: Vec::new() });
    let mut found = FoundEvents { events: Vec::new(), not_found: unread.collect() };
    let mut held = 0;
    let is_of_queries = !list.searches.is_empty();
    searched::find(snapshot, today, question, list.searches, &mut found.events)?;
    let added = if question.cited {
        Some(query_catalog(snapshot, |catalog| AddedDocuments::load(catalog, snapshot, question))?)
    } else {
        None
    };
    for (uri, places) in list.acts {
        lagrum_cancel::check()?;
        let Some(document) = query_catalog(snapshot, |catalog| catalog.document(&uri))? else {
            found.not_found.extend(unknown(snapshot, &uri, places)?);
            continue;
        };
        held += 1;
        if source(&document.source).act_form.is_none() {
            // What a list names stands in no error: errors are kept by operators.
            let message = format!(
                "a document of {} has no provisions of law: a list takes statutes, regulations, treaties and EU acts",
                lagrum_sources::source_label(&document.source)
            );
            return Err(AnswerError::Invalid { parameter: "uri", input: None, message });
        }
        let act = ActOfList { snapshot, today, question, added: added.as_ref(), document: Rc::new(document) };
        act.add(places, &mut found)?;
    }
    if held == 0 && !is_of_queries {
        return Err(AnswerError::not_found("no document of the list is held".to_owned()));
    }
    let key = |event: &FoundEvent| {
        (event.day.is_some(), std::cmp::Reverse(event.day), natural(&event.document.uri), event.id.clone())
    };
    found.events.sort_by_cached_key(key);
    Ok(found)
}

/// All events of an act, whatever their days.
pub(crate) fn of_act(
    snapshot: &Snapshot,
    today: Date,
    document: &CatalogDocument,
) -> Result<Vec<FoundEvent>, AnswerError> {
    let question = ListQuestion::default();
    let document = Rc::new(document.clone());
    let act = ActOfList { snapshot, today, question: &question, added: None, document };
    let mut found = FoundEvents { events: Vec::new(), not_found: Vec::new() };
    act.add(ListedPlaces { whole: Some(String::new()), ..ListedPlaces::default() }, &mut found)?;
    Ok(found.events)
}

/// What a list names of a document that is not held. Of an archived lydelse the nearest is its act.
fn unknown(
    snapshot: &Snapshot,
    uri: &str,
    places: ListedPlaces,
) -> Result<Vec<UnknownListItem>, AnswerError> {
    let lydelse = query_catalog(snapshot, |catalog| catalog.lydelse(uri))?;
    let nearest: Vec<String> = lydelse.map(|lydelse| lydelse.document).into_iter().collect();
    let asked = places.whole.into_iter().chain(places.parts.into_iter().map(|(_, asked)| asked));
    Ok(asked.map(|uri| UnknownListItem { uri, nearest: nearest.clone() }).collect())
}

/// A held act of a list.
struct ActOfList<'a> {
    snapshot: &'a Snapshot,
    today: Date,
    question: &'a ListQuestion,
    /// The documents that came within the days of the question, where citations are asked for.
    added: Option<&'a AddedDocuments>,
    document: Rc<CatalogDocument>,
}

impl ActOfList<'_> {
    fn add(&self, places: ListedPlaces, found: &mut FoundEvents) -> Result<(), AnswerError> {
        let parts = if places.whole.is_some() { None } else { Some(self.parts(places.parts, found)?) };
        if parts.as_ref().is_some_and(Vec::is_empty) {
            return Ok(());
        }
        let parts = parts.map(Rc::new);
        let document = &self.document;
        let events = query_catalog(self.snapshot, |catalog| {
            let mut events: Vec<ComingEvent> =
                catalog.coming_of(&document.uri)?.into_iter().map(|event| event.event).collect();
            events.extend(self.amendments_by_title(catalog)?);
            Ok(events)
        })?;
        let mut numbers: HashMap<(ListedKind, String), usize> = HashMap::new();
        for event in events {
            let kind = ComingChangeKind::of(event.kind).filter(|_| self.applies(&event));
            let Some(kind) = kind.map(ListedKind::from) else { continue };
            let of = self.of(&event);
            // The number counts all events, told or not, so that an id does not depend on the question.
            let number = numbers.entry((kind, of.clone())).or_default();
            *number += 1;
            let day = event.day.as_deref().and_then(parse_date);
            if event.day.is_some() && day.is_none()
                || !self.is_asked(day, event.learned.as_deref())
                || !concerns(&event, parts.as_deref().map(Vec::as_slice), self.grammar())
            {
                continue;
            }
            found.events.push(FoundEvent {
                id: id(&document.uri, kind, &of, *number),
                day,
                kind,
                event,
                document: Rc::clone(document),
                parts: parts.clone(),
            });
        }
        if let Some(added) = self.added {
            let Self { snapshot, today, question, document, .. } = self;
            let cited =
                CitedAct { snapshot, today: *today, question, added, document, parts: parts.as_ref() };
            found.events.extend(query_catalog(snapshot, |catalog| cited.events(catalog))?);
        }
        Ok(())
    }

    fn grammar(&self) -> AnchorGrammar {
        let base = &self.snapshot.manifest().base;
        let family = DocumentUri::new(&self.document.uri).and_then(|uri| ActFamily::of(&uri, base));
        family.map_or(source(&self.document.source).grammar, ActFamily::grammar)
    }

    /// The parts that a list names and that the act has, had or is to have.
    fn parts(
        &self,
        asked: Vec<(Anchor, String)>,
        found: &mut FoundEvents,
    ) -> Result<Vec<Anchor>, AnswerError> {
        let document = &self.document;
        query_catalog(self.snapshot, |catalog| {
            let held = document.stored.map(|stored| catalog.anchors_of(stored)).transpose()?;
            let mut parts = Vec::new();
            for (anchor, uri) in asked {
                let is_held = held.as_ref().is_some_and(|held| held.position(&anchor).is_some());
                let Some(place) = Location::parse(&format!("{}#{anchor}", document.uri)) else { continue };
                if is_held
                    || !catalog.citing_documents(&place)?.is_empty()
                    || self.was_changed(catalog, &anchor)?
                {
                    parts.push(anchor);
                    continue;
                }
                let nearest = held.as_ref().map(|held| crate::provision::nearest(held.iter(), &anchor));
                let nearest = nearest.unwrap_or_default().into_iter();
                found.not_found.push(UnknownListItem {
                    nearest: nearest.map(|anchor| format!("{}#{anchor}", document.uri)).collect(),
                    uri,
                });
            }
            Ok(parts)
        })
    }

    /// Whether an event names a provision that the text does not have.
    fn was_changed(
        &self,
        catalog: &CatalogReader<'_>,
        anchor: &Anchor,
    ) -> Result<bool, lagrum_catalog::CatalogProblem> {
        let events = catalog.coming_of(&self.document.uri)?;
        let parts = [anchor.clone()];
        Ok(events.iter().any(|event| {
            !event.event.anchors.is_empty() && concerns(&event.event, Some(&parts), self.grammar())
        }))
    }

    /// The amendments of an EU act, by the titles of the amending acts.
    fn amendments_by_title(
        &self,
        catalog: &CatalogReader<'_>,
    ) -> Result<Vec<ComingEvent>, lagrum_catalog::CatalogProblem> {
        let manifest = self.snapshot.manifest();
        let family = DocumentUri::new(&self.document.uri).and_then(|uri| ActFamily::of(&uri, &manifest.base));
        if family != Some(ActFamily::EuAct) {
            return Ok(Vec::new());
        }
        let Some(act) = ActInTime::load(catalog, manifest, &self.document)? else { return Ok(Vec::new()) };
        let event = |amendment: &crate::as_of::DatedAmendment| {
            Some(ComingEvent {
                day: Some(amendment.day?.to_string()),
                kind: ComingKind::Amended,
                anchors: Vec::new(),
                act: Some(amendment.act.uri.clone()),
                act_label: amendment.act.identifier.clone(),
                basis: ComingBasis::Text,
                learned: None,
                is_whole: false,
                is_partly: false,
                stated: None,
            })
        };
        let mut events: Vec<ComingEvent> = act.texts.amendments.iter().filter_map(event).collect();
        events.retain(|event| event.act.as_deref() != Some(self.document.uri.as_str()));
        Ok(events)
    }

    /// Whether the act still applied on the day of an event, or the event is its own end.
    fn applies(&self, event: &ComingEvent) -> bool {
        let day = event.day.as_deref().and_then(parse_date);
        let is_whole = event.anchors.is_empty();
        let is_end = matches!(event.kind, ComingKind::Repealed | ComingKind::Expires) && is_whole;
        match (end_of(&self.document), day) {
            // The limit of its time has gone by, and it applies: its time was prolonged.
            (ActEnd::None, Some(day)) => event.kind != ComingKind::Expires || !is_whole || day > self.today,
            (ActEnd::None, None) => true,
            (ActEnd::Unknown, day) => day.is_some(),
            (ActEnd::On(end), Some(day)) => {
                day < end && event.kind != ComingKind::Expires
                    || is_end && day == end
                    || day < end && !is_whole
            }
            (ActEnd::On(_), None) => false,
        }
    }

    /// Whether an event of a day, or one of an earlier day that was learned later, is asked for. What has no day yet is always told.
    fn is_asked(&self, day: Option<Date>, learned: Option<&str>) -> bool {
        let is_within =
            |day: Date| day >= self.question.since && self.question.until.is_none_or(|until| day < until);
        let learned = learned.and_then(parse_date);
        day.is_none_or(|day| is_within(day) || day < self.question.since && learned.is_some_and(is_within))
    }

    /// What an event is of, within its document and kind: the act that makes it, else the first provision, else the document.
    fn of(&self, event: &ComingEvent) -> String {
        let base = &self.snapshot.manifest().base;
        match (&event.act, event.anchors.first()) {
            (Some(act), _) => local_id(base, act).to_owned(),
            (None, Some(anchor)) => anchor.clone(),
            (None, None) => local_id(base, &self.document.uri).to_owned(),
        }
    }
}

/// Whether an event concerns one of some parts. Which provisions an act amends may not be known: it may then concern any.
fn concerns(event: &ComingEvent, parts: Option<&[Anchor]>, grammar: AnchorGrammar) -> bool {
    let Some(parts) = parts else { return true };
    if event.anchors.is_empty() {
        return true;
    }
    let anchors: Vec<Anchor> = event.anchors.iter().filter_map(|anchor| Anchor::new(anchor)).collect();
    parts.iter().any(|part| anchors.iter().any(|anchor| is_of(part, anchor, grammar)))
}

/// Whether a provision is a part of a list, inside it or around it.
pub(super) fn is_of(part: &Anchor, anchor: &Anchor, grammar: AnchorGrammar) -> bool {
    let whole = grammar.whole_provision(part).unwrap_or_else(|| part.clone());
    anchor.is_within(&whole) || whole.is_within(anchor)
}
