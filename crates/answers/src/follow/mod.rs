//! What happened to a document or a provision, for those who follow it; and which documents that match a query are new or changed.
//!
//! It is made of the change log, the register of amendments, the history of the provision, the inbound list and what is to come. An event that is of
//! the law (an amendment that entered into force, a repeal) has the time of its day; one of the service (a new text, a citing
//! document) the time at which the service began to serve it. Events of the law that lists tell have the ids that they have there.

mod matching;

use std::collections::HashSet;

use jiff::Timestamp;
use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Anchor, ChangeKind, DocumentUri, Generation, Location};
use lagrum_catalog::{
    CatalogDocument, CatalogProblem, CatalogReader, ChangedDocument, DocumentNumber, Publications,
};
use lagrum_corpus::ChangedProvisions;
use lagrum_snapshot::{Snapshot, midnight};
use lagrum_sources::{FlowGroup, source};
use serde::{Serialize, Serializer};

pub use self::matching::{MatchingChanges, MatchingQuestion, matching_changes};
use crate::as_of::repeal_day;
use crate::changes::published;
use crate::coming::coming_of;
use crate::lists::{FoundEvent, events_of_act};
use crate::lookup::{local_id, query_catalog, reader_citation};
use crate::{
    AnswerError, ChangedAnchors, ComingChange, ComingChangeKind, HistoryChange, HistoryEntry,
    HistoryQuestion, ListedKind, provision_history,
};

/// The most events of an answer.
pub const MAX_EVENTS: usize = 100;

/// Records of the log that are looked at for a document that is no longer held.
const MAX_WITHDRAWN: usize = 20_000;

/// The flow groups of citing documents that make an event.
const CITING: [FlowGroup; 5] = [
    FlowGroup::Rattsfall,
    FlowGroup::EuDomar,
    FlowGroup::FolkrattsligPraxis,
    FlowGroup::Forarbeten,
    FlowGroup::Foreskrifter,
];

/// What happened to a document or a provision, the newest first.
#[derive(Clone, Debug, Serialize)]
pub struct Followed {
    /// Its uri.
    pub uri: String,
    /// How a reader cites it.
    pub name: String,
    /// What happened, at most [`MAX_EVENTS`].
    pub events: Vec<FollowedEvent>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FollowedEvent {
    /// Its id, which no other event has and which is equal in every answer.
    pub id: String,
    /// When, UTC.
    pub at: String,
    /// What it is.
    pub what: FollowedChange,
    /// The document to read about it: the act, the citing document, or what is followed.
    pub uri: String,
    /// The name of that document.
    pub name: String,
    /// Its title, or what an act changed in the words of the register.
    pub detail: Option<String>,
    /// The day of an event of the law.
    pub day: Option<String>,
}

/// What happened to a document or a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowedChange {
    /// The service got or lost it, or got another text of it.
    Served(ChangeKind),
    /// An act that changed it entered into force.
    Amended,
    /// The provision came to be.
    Inserted,
    /// It got another number.
    Renumbered,
    /// It no longer applies.
    Repealed,
    /// Another document cites it that was not held before.
    Cited,
    /// A change that is to come on the day of the event, or on a day that is not decided.
    Coming(ComingChangeKind),
}

impl FollowedChange {
    /// A word for it, of which ids are made.
    pub fn name(self) -> &'static str {
        match self {
            Self::Served(kind) => kind.name(),
            Self::Amended => "amended",
            Self::Inserted => "inserted",
            Self::Renumbered => "renumbered",
            Self::Repealed => "repealed",
            Self::Cited => "cited",
            Self::Coming(ComingChangeKind::InForce) => "coming_in_force",
            Self::Coming(ComingChangeKind::Amended) => "coming_amended",
            Self::Coming(ComingChangeKind::Repealed) => "coming_repealed",
            Self::Coming(ComingChangeKind::Expires) => "coming_expires",
            Self::Coming(ComingChangeKind::Starts) => "coming_starts",
        }
    }
}

impl FollowedChange {
    /// The Swedish words for it, before the name of the document of the event.
    pub fn words(self) -> &'static str {
        match self {
            Self::Served(ChangeKind::Text) => "Ny text:",
            Self::Served(ChangeKind::Added) => "Nytt dokument:",
            Self::Served(ChangeKind::Metadata) => "Nya uppgifter om",
            Self::Served(ChangeKind::Status) => "Giltigheten har ändrats:",
            Self::Served(ChangeKind::Withdrawn) => "Dokumentet har tagits bort:",
            Self::Amended => "Ändrad genom",
            Self::Inserted => "Införd genom",
            Self::Renumbered => "Fick nytt nummer genom",
            Self::Repealed => "Upphörde att gälla:",
            Self::Cited => "Hänvisning i",
            Self::Coming(ComingChangeKind::InForce) => "Träder i kraft:",
            Self::Coming(ComingChangeKind::Amended) => "Ändras genom",
            Self::Coming(ComingChangeKind::Repealed) => "Upphävs:",
            Self::Coming(ComingChangeKind::Expires) => "Upphör att gälla:",
            Self::Coming(ComingChangeKind::Starts) => "Börjar gälla:",
        }
    }
}

impl Serialize for FollowedChange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What happened to a document or a provision. A document that is no longer held has events too; one that was never
/// held is not found.
pub fn followed(snapshot: &Snapshot, today: Date, uri: &str) -> Result<Followed, AnswerError> {
    let place = Location::parse(uri).ok_or_else(|| AnswerError::no_document(uri))?;
    let root = place.document().as_str();
    let document = query_catalog(snapshot, |catalog| catalog.document(root))?;
    let Some(document) = document else { return withdrawn(snapshot, &place) };
    let is_act = source(&document.source).act_form.is_some();
    let listed = if is_act { events_of_act(snapshot, today, &document)? } else { Vec::new() };
    let follow = Follow { snapshot, today, document: &document, place: &place, listed: &listed };
    let mut events = match place.anchor() {
        None => follow.of_document()?,
        Some(_) => follow.of_provision()?,
    };
    events.extend(follow.citing()?);
    events.extend(follow.repeal());
    events.extend(follow.coming()?);
    events.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| a.id.cmp(&b.id)));
    // Several imports may have been served at once.
    events.dedup_by(|a, b| a.id == b.id);
    events.truncate(MAX_EVENTS);
    let base = &snapshot.manifest().base;
    Ok(Followed { uri: uri.to_owned(), name: reader_citation(base, &document, place.anchor()), events })
}

struct Follow<'a> {
    snapshot: &'a Snapshot,
    today: Date,
    document: &'a CatalogDocument,
    place: &'a Location,
    /// The events of the document that lists tell.
    listed: &'a [FoundEvent],
}

impl Follow<'_> {
    /// What the log says of the document, and the amendments of its register that are in force.
    fn of_document(&self) -> Result<Vec<FollowedEvent>, AnswerError> {
        let (snapshot, document) = (self.snapshot, self.document);
        let mut events = query_catalog(snapshot, |catalog| {
            let log = catalog.change_log()?;
            let publications = published(snapshot, log.published());
            let after = log.after(Generation::NONE);
            let record = after.of_document(document.id).and_then(|at| after.records().get(at));
            let kinds = [ChangeKind::Added, ChangeKind::Text, ChangeKind::Status];
            let texts = catalog.changed_provisions(&document.uri, Generation::NONE)?;
            let is_told = |generation: Generation| texts.iter().any(|(told, _)| *told == generation);
            let happened = kinds.into_iter().filter_map(|kind| {
                let generation = record?.changes.of(kind);
                let is_apart = kind != ChangeKind::Text || !is_told(generation);
                (generation != Generation::NONE && is_apart)
                    .then(|| self.served(kind, publications.at(generation)))
            });
            let mut happened: Vec<FollowedEvent> = happened.collect();
            for (generation, changed) in &texts {
                let event = self.served(ChangeKind::Text, publications.at(*generation));
                let words = changed.as_deref().map(changed_anchors).transpose()?;
                let words = words.and_then(|words| words.in_words(&snapshot.manifest().base, &document.uri));
                happened.push(FollowedEvent { detail: words.or(event.detail), ..event });
            }
            Ok(happened)
        })?;
        let record = query_catalog(snapshot, |catalog| catalog.act(&document.uri))?.unwrap_or_default();
        let amendments = record.register.iter().rev().filter(|entry| entry.uri != document.uri);
        let in_force = amendments.filter_map(|entry| Some((entry, self.past_day(entry.ikraft.as_deref()?)?)));
        // What the register has on the day of the end is the repeal.
        let end = repeal_day(document).and_then(|day| self.past_day(&day));
        let in_force = in_force.filter(|(_, day)| end.is_none_or(|end| *day < end));
        events.extend(in_force.take(MAX_EVENTS).map(|(entry, day)| {
            let name = entry.identifier.clone().unwrap_or_else(|| self.local(&entry.uri).to_owned());
            self.of_law(FollowedChange::Amended, day, &entry.uri, name, entry.andrar.clone())
        }));
        Ok(events)
    }

    /// The texts that the provision has had. Not found where it never was.
    fn of_provision(&self) -> Result<Vec<FollowedEvent>, AnswerError> {
        let uri = self.place.to_string();
        let base = &self.snapshot.manifest().base;
        let family = DocumentUri::new(&self.document.uri).and_then(|uri| ActFamily::of(&uri, base));
        if family.is_none() {
            return if self.has_place()? { Ok(Vec::new()) } else { Err(AnswerError::no_document(&uri)) };
        }
        let question = HistoryQuestion { uri, text: false, diff: false };
        let entries = match provision_history(self.snapshot, self.today, &question) {
            Ok(history) => history.entries,
            // Of an act without a register nothing is known but its text.
            Err(AnswerError::NotFound(_)) if self.has_place()? => Vec::new(),
            Err(error) => return Err(error),
        };
        let mut events = self.texts_of_provision()?;
        events.extend(entries.iter().filter_map(|entry| self.of_history(entry)).take(MAX_EVENTS));
        Ok(events)
    }

    /// The imports that changed its text.
    fn texts_of_provision(&self) -> Result<Vec<FollowedEvent>, AnswerError> {
        let Some(place) = self.place.anchor() else { return Ok(Vec::new()) };
        let grammar = source(&self.document.source).grammar;
        let whole = grammar.whole_provision(place).unwrap_or_else(|| place.clone());
        query_catalog(self.snapshot, |catalog| {
            let publications = published(self.snapshot, catalog.change_log()?.published());
            let mut events = Vec::new();
            for (generation, changed) in catalog.changed_provisions(&self.document.uri, Generation::NONE)? {
                let Some(changed) = changed.as_deref().map(changed_anchors).transpose()? else { continue };
                if changed.names(whole.as_str()) {
                    events.push(self.served(ChangeKind::Text, publications.at(generation)));
                }
            }
            Ok(events)
        })
    }

    fn of_history(&self, entry: &HistoryEntry) -> Option<FollowedEvent> {
        let day = self.past_day(entry.from.as_deref()?)?;
        let what = match entry.change? {
            HistoryChange::Inserted | HistoryChange::Restored => FollowedChange::Inserted,
            HistoryChange::Amended => FollowedChange::Amended,
            HistoryChange::Renumbered => FollowedChange::Renumbered,
            HistoryChange::Repealed => FollowedChange::Repealed,
            HistoryChange::Coming => return None,
        };
        let names: Vec<&str> =
            entry.acts.iter().map(|act| act.identifier.as_deref().unwrap_or(self.local(&act.uri))).collect();
        let own = self.place.to_string();
        let about = entry.acts.first().map_or(own.as_str(), |act| act.uri.as_str());
        Some(self.of_law(what, day, about, names.join(", "), None))
    }

    /// Whether the document has the place, or others cite it there.
    fn has_place(&self) -> Result<bool, AnswerError> {
        let Some(anchor) = self.place.anchor() else { return Ok(true) };
        query_catalog(self.snapshot, |catalog| {
            if let Some(stored) = self.document.stored {
                return Ok(catalog.anchors_of(stored)?.position(anchor).is_some());
            }
            Ok(!catalog.citing_documents(self.place)?.is_empty())
        })
    }

    /// The documents that cite it and came after it. Those of the import that brought it are no news.
    fn citing(&self) -> Result<Vec<FollowedEvent>, AnswerError> {
        let snapshot = self.snapshot;
        let found = query_catalog(snapshot, |catalog| {
            let log = catalog.change_log()?;
            let publications = published(snapshot, log.published());
            let citing: HashSet<DocumentNumber> = catalog.citing_documents(self.place)?.into_iter().collect();
            let own = log.after(Generation::NONE);
            let own = own.of_document(self.document.id).and_then(|at| own.records().get(at));
            let began = own.map_or(Generation::NONE, |record| record.changes.of(ChangeKind::Added));
            let mut added: Vec<(Generation, DocumentNumber)> = Vec::new();
            for record in log.after(Generation::NONE).records() {
                let generation = record.changes.of(ChangeKind::Added);
                if generation > began
                    && let Some(number) = record.document().filter(|number| citing.contains(number))
                {
                    added.push((generation, number));
                }
            }
            added.sort_unstable_by(|a, b| b.cmp(a));
            newest_citing(catalog, &publications, &added)
        })?;
        let event = |(at, document): (i64, CatalogDocument)| {
            let what = FollowedChange::Cited;
            FollowedEvent {
                id: self.id(what, self.local(&document.uri)),
                at: time(at),
                what,
                name: document.label.clone().or(document.title.clone()).unwrap_or_default(),
                detail: document.title.filter(|title| Some(title) != document.label.as_ref()),
                day: document.date,
                uri: document.uri,
            }
        };
        Ok(found.into_iter().map(event).collect())
    }

    /// The end of the document.
    fn repeal(&self) -> Option<FollowedEvent> {
        let day = self.past_day(&repeal_day(self.document)?)?;
        let name = self.name();
        Some(self.of_law(FollowedChange::Repealed, day, &self.document.uri, name, None))
    }

    /// The events that are to come. Their time is the one at which the text of the document was first served.
    fn coming(&self) -> Result<Vec<FollowedEvent>, AnswerError> {
        let events = coming_of(self.snapshot, self.today, &self.document.uri)?.into_iter();
        let own = events.filter(|(_, event)| self.concerns(event));
        let at = self.document.updated.unwrap_or_else(|| self.snapshot.manifest().published_at());
        let told = own.take(MAX_EVENTS).map(|(day, event)| {
            let what = FollowedChange::Coming(event.kind);
            let about = event.act.unwrap_or(event.uri);
            let of = format!("{}/{}", self.local(&about), day.as_deref().unwrap_or_default());
            FollowedEvent {
                id: self
                    .listed_id(&[event.kind.into()], Some(&about), day.as_deref())
                    .unwrap_or_else(|| self.id(what, &of)),
                at: time(at),
                what,
                name: event.act_label.unwrap_or_else(|| self.name()),
                detail: event.title,
                uri: about,
                day,
            }
        });
        Ok(told.collect())
    }

    /// Whether an event that is to come of the document concerns the place. Which provisions an act amends may not be
    /// known.
    fn concerns(&self, event: &ComingChange) -> bool {
        let Some(place) = self.place.anchor() else { return true };
        let grammar = source(&self.document.source).grammar;
        let whole = grammar.whole_provision(place).unwrap_or_else(|| place.clone());
        let is_here = |anchor: &String| {
            Anchor::new(anchor).is_some_and(|anchor| anchor.is_within(&whole) || whole.is_within(&anchor))
        };
        if event.anchors.is_empty() {
            event.kind != ComingChangeKind::Amended && event.kind != ComingChangeKind::Starts
        } else {
            event.anchors.iter().any(is_here)
        }
    }

    fn name(&self) -> String {
        reader_citation(&self.snapshot.manifest().base, self.document, self.place.anchor())
    }

    /// A day up to today.
    fn past_day(&self, text: &str) -> Option<Date> {
        text.parse().ok().filter(|day| *day <= self.today)
    }

    fn local<'u>(&self, uri: &'u str) -> &'u str {
        local_id(&self.snapshot.manifest().base, uri)
    }

    /// The id that lists give an event of a kind and a day. `by` makes it, an act or the document itself; None for the end of the
    /// document, whatever states it.
    fn listed_id(&self, kinds: &[ListedKind], by: Option<&str>, day: Option<&str>) -> Option<String> {
        let is_it = |found: &&FoundEvent| {
            let own = found.event.act.as_deref().unwrap_or(&self.document.uri);
            let is_by = by.map_or(found.event.anchors.is_empty(), |by| by == own);
            kinds.contains(&found.kind) && is_by && found.event.day.as_deref() == day
        };
        self.listed.iter().find(is_it).map(|found| found.id.clone())
    }

    fn id(&self, what: FollowedChange, of: &str) -> String {
        event_id(&self.place.to_string(), what, of)
    }

    fn served(&self, kind: ChangeKind, at: i64) -> FollowedEvent {
        let what = FollowedChange::Served(kind);
        FollowedEvent {
            id: self.id(what, &time(at)),
            at: time(at),
            what,
            uri: self.place.to_string(),
            name: self.name(),
            detail: self.document.title.clone(),
            day: None,
        }
    }

    fn of_law(
        &self,
        what: FollowedChange,
        day: Date,
        uri: &str,
        name: String,
        detail: Option<String>,
    ) -> FollowedEvent {
        let on = day.to_string();
        let listed = if what == FollowedChange::Repealed && uri == self.document.uri {
            self.listed_id(&[ListedKind::Repealed, ListedKind::Expires], None, Some(&on))
        } else {
            self.listed_id(&[ListedKind::Amended], Some(uri), Some(&on))
        };
        FollowedEvent {
            id: listed.unwrap_or_else(|| self.id(what, &format!("{}/{day}", self.local(uri)))),
            at: time(midnight(day)),
            what,
            uri: uri.to_owned(),
            name: if name.is_empty() { self.name() } else { name },
            detail,
            day: Some(day.to_string()),
        }
    }
}

/// The newest of some added documents of the groups in [`CITING`], with the times at which they were first served.
fn newest_citing(
    catalog: &CatalogReader<'_>,
    publications: &Publications,
    added: &[(Generation, DocumentNumber)],
) -> Result<Vec<(i64, CatalogDocument)>, CatalogProblem> {
    let groups = CITING.map(FlowGroup::name);
    let mut found = Vec::new();
    for (generation, number) in added {
        if found.len() == MAX_EVENTS {
            break;
        }
        if catalog.flow_group(*number)?.is_some_and(|group| groups.contains(&group)) {
            let document = catalog.documents_numbered(&[*number])?.pop();
            found.extend(document.map(|document| (publications.at(*generation), document)));
        }
    }
    Ok(found)
}

/// The one event of a document that is no longer held: its withdrawal. Not found where the log lacks the document.
fn withdrawn(snapshot: &Snapshot, place: &Location) -> Result<Followed, AnswerError> {
    let root = place.document().as_str();
    let found: Option<(i64, ChangedDocument)> = query_catalog(snapshot, |catalog| {
        let log = catalog.change_log()?;
        let publications = published(snapshot, log.published());
        let gone = log.after(Generation::NONE).records().iter().rev();
        let gone = gone.filter(|record| record.document().is_none() && !log.is_lydelse(record));
        for record in gone.take(MAX_WITHDRAWN) {
            lagrum_cancel::check()?;
            if catalog.changed_uri(record)? == root {
                return Ok(Some((publications.at(record.last()), catalog.changed_document(record)?)));
            }
        }
        Ok(None)
    })?;
    let Some((at, document)) = found else { return Err(AnswerError::no_document(root)) };
    let what = FollowedChange::Served(ChangeKind::Withdrawn);
    let name = document.label.or(document.title.clone()).unwrap_or_else(|| root.to_owned());
    let event = FollowedEvent {
        id: event_id(root, what, &time(at)),
        at: time(at),
        what,
        uri: root.to_owned(),
        name: name.clone(),
        detail: document.title,
        day: None,
    };
    Ok(Followed { uri: place.to_string(), name, events: vec![event] })
}

/// What an import changed in the provisions of a document, as the catalog has it.
fn changed_anchors(stored: &str) -> Result<ChangedAnchors, CatalogProblem> {
    let changed: ChangedProvisions =
        serde_json::from_str(stored).map_err(|error| CatalogProblem::Damaged(error.to_string()))?;
    Ok(changed.changes().into())
}

/// The id of an event: an address of what is followed, which differs for each.
fn event_id(uri: &str, what: FollowedChange, of: &str) -> String {
    let (document, anchor) = Location::split(uri);
    let mut id = form_urlencoded::Serializer::new(String::new());
    for (name, value) in [("plats", anchor.unwrap_or_default()), ("handelse", what.name()), ("om", of)] {
        if !value.is_empty() {
            id.append_pair(name, value);
        }
    }
    format!("{document}?{}", id.finish())
}

fn time(second: i64) -> String {
    Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}
