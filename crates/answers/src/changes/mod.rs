//! What changed since a snapshot or a time.
//!
//! The change log belongs to the corpus. A snapshot has the part of the log that it was built from, so a change that
//! was imported and not yet built is not listed. A change is listed with the time at which its snapshot was published.
//! So a client that asks again with the time or the snapshot of an earlier answer misses nothing, however long a build
//! took. Expiries by the calendar are computed from the days in the catalog.

mod cursor;
mod list;
mod question;
mod since;

use std::collections::HashSet;

use jiff::Timestamp;
use jiff::civil::Date;
use lagrum_artifact::{Base, ChangeKind, Generation, StoredId};
use lagrum_catalog::{
    CatalogProblem, CatalogReader, ChangedDocument, DocumentNumber, Publication, Publications,
    PublishedBefore,
};
use lagrum_corpus::{ArtifactIdentity, ChangedProvisions, ProvisionChanges};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{data_set_filter, report_series};
use serde::Serialize;
use utoipa::ToSchema;

use self::cursor::{ChangeCursor, Position};
use self::list::{FoundChange, changes_since};
pub use self::question::ChangesQuestion;
pub(crate) use self::question::{LatestFilter, LatestLimits};
use self::since::Since;
pub use self::since::parse_time;
use crate::anchor_labels::{anchor_label, anchor_labels};
use crate::formal::eli_path;
use crate::lookup::query_catalog;
use crate::{AnswerError, SourceName};

/// Changes since a snapshot or a time, in the order in which the service began to serve them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangeList {
    /// The id of the snapshot that answers: `since` of the next question, once the list is complete.
    pub snapshot: String,
    /// Where the list begins, as in the question.
    pub since: String,
    /// Whether this page is the last of the list, so that every change has been listed.
    pub complete: bool,
    /// Documents of the list, on all pages.
    pub total: u64,
    /// The page. A document is in the list once, with its last state.
    pub changes: Vec<DocumentChange>,
    /// The cursor of the next page; null on the last page.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
}

/// What happened to one document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DocumentChange {
    /// Its canonical uri.
    pub uri: String,
    /// The source it belongs to.
    pub source: String,
    /// Its kind.
    #[schema(required = true)]
    pub kind: Option<String>,
    /// What happened: `added`; `text`, the words that a reader sees changed; `metadata`, only other things of its artifact did;
    /// `status`, it expired or did not expire after all; `withdrawn`, it is no longer held.
    #[schema(value_type = String)]
    pub change: &'static str,
    /// When the service began to serve the change, UTC.
    pub at: String,
    /// What happened to the provisions of a statute or an EU act whose text changed, from the text at the beginning of
    /// the list to the last text. Null for another kind of change, and where it is not known: if too many provisions
    /// changed, or if an earlier version of the program imported the change.
    #[schema(required = true)]
    pub anchors: Option<ChangedAnchors>,
    /// SHA-256 of its artifact as `/document` sends it, lower-case hex; null for a withdrawn document.
    #[schema(required = true)]
    pub sha256: Option<String>,
    /// Bytes of its artifact; null for a withdrawn document.
    #[schema(required = true)]
    pub bytes: Option<u64>,
    /// Its printed id.
    #[schema(required = true)]
    pub label: Option<String>,
    /// Its title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Its day, as its source states it; null where none is stated, and for a withdrawn document.
    pub date: Option<String>,
}

/// What happened to the provisions of a document, by the anchors of whole paragrafer, bilagor and articles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChangedAnchors {
    /// Those that the text before lacks.
    pub added: Vec<String>,
    /// Those with other words.
    pub changed: Vec<String>,
    /// Those that the last text lacks.
    pub removed: Vec<String>,
    /// Those whose words have another number.
    pub renumbered: Vec<RenumberedAnchor>,
}

/// A provision that has another number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RenumberedAnchor {
    /// Its anchor in the text before.
    pub from: String,
    /// Its anchor in the last text.
    pub to: String,
}

impl From<ProvisionChanges> for ChangedAnchors {
    fn from(changes: ProvisionChanges) -> Self {
        let ProvisionChanges { added, changed, removed, renumbered } = changes;
        let renumbered = renumbered.into_iter().map(|(from, to)| RenumberedAnchor { from, to });
        Self { added, changed, removed, renumbered: renumbered.collect() }
    }
}

impl DocumentChange {
    /// What happened to its provisions, in Swedish: `3 §, 5 § ändrade; 4 § ny`. None where that is not known.
    pub fn provisions_in_words(&self, base: &Base) -> Option<String> {
        self.anchors.as_ref()?.in_words(base, &self.uri)
    }
}

impl ChangedAnchors {
    /// Whether something happened to the provision with an anchor.
    pub(crate) fn names(&self, anchor: &str) -> bool {
        let mut anchors = self.added.iter().chain(&self.changed).chain(&self.removed);
        anchors.any(|named| named == anchor)
            || self.renumbered.iter().any(|moved| moved.from == anchor || moved.to == anchor)
    }

    /// The changes in Swedish, as [`DocumentChange::provisions_in_words`] returns them, for the document with the uri.
    pub(crate) fn in_words(&self, base: &Base, uri: &str) -> Option<String> {
        let Self { added, changed, removed, renumbered } = self;
        let listed = |anchors: &[String], one: &str, many: &str| {
            let word = if anchors.len() == 1 { one } else { many };
            (!anchors.is_empty()).then(|| format!("{} {word}", anchor_labels(base, uri, anchors)))
        };
        let label = anchor_label(base, uri);
        let moved = renumbered
            .iter()
            .take(MAX_MOVED)
            .map(|moved| format!("{} är nu {}", label(&moved.from), label(&moved.to)));
        let more = renumbered.len().checked_sub(MAX_MOVED).filter(|more| *more > 0);
        let more = more.map(|more| format!("{more} till har fått nya nummer"));
        let parts = [
            listed(changed, "ändrad", "ändrade"),
            listed(added, "ny", "nya"),
            listed(removed, "borttagen", "borttagna"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().chain(moved).chain(more).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

/// The most renumbered provisions that a line names.
const MAX_MOVED: usize = 5;

/// A page of what changed.
pub fn changes(
    snapshot: &Snapshot,
    day: Date,
    question: &ChangesQuestion,
) -> Result<ChangeList, AnswerError> {
    let limit = usize::try_from(question.limit).unwrap_or(usize::MAX);
    let cursor = question.cursor.as_ref().map(|text| ChangeCursor::parse(question, text)).transpose()?;
    let (since, total, mut found) = query_catalog(snapshot, |catalog| {
        let log = catalog.change_log()?;
        let publications = published(snapshot, log.published());
        let text = cursor.as_ref().map(|cursor| &cursor.since).or(question.since.as_ref());
        let Some(text) = text else { return Ok(Err(required())) };
        let since = match &cursor {
            // The list keeps the beginning that its first page had.
            Some(cursor) => Since {
                text: cursor.since.clone(),
                generation: cursor.generation,
                day: cursor.day.parse().unwrap_or(day),
            },
            None => match Since::find(snapshot, log, &publications, day, text) {
                Ok(since) => since,
                Err(failure) => return Ok(Err(failure)),
            },
        };
        let list = changes_since(catalog, &publications, &since, day, question, None)?;
        let (total, found) = (
            list.total()?,
            named(catalog, list.page(cursor.as_ref(), limit.saturating_add(1))?, since.generation)?,
        );
        drop(list);
        Ok(Ok((since, total, found)))
    })??;
    let next_cursor = (found.len() > limit).then(|| {
        found.truncate(limit);
        let (last, document, _) = found.last()?;
        let position = Position { at: last.at, last: last.last, uri: document.uri.clone() };
        Some(ChangeCursor::new(question, &since, position).format())
    });
    let next_cursor = next_cursor.flatten();
    Ok(ChangeList {
        snapshot: snapshot.id().to_string(),
        since: since.text,
        complete: next_cursor.is_none(),
        total,
        changes: rows(snapshot, found)?,
        next_cursor,
    })
}

/// Which of the last changes to list. The filters are those of the data sets of older services ([`data_set_filter`]).
#[derive(Clone, Debug, Default)]
pub struct LatestQuestion {
    /// Only of this source.
    pub source: Option<SourceName>,
    /// Only documents of this kind.
    pub kind: Option<String>,
    /// Only decisions of this series of reports: `nja`.
    pub series: Option<String>,
    /// Only documents of the publisher with this name, as a key.
    pub publisher: Option<String>,
    /// Only acts that have ELI identifiers.
    pub has_eli: bool,
}

/// The filters of data sets of older services: a type of document, a series of reports, a publisher.
pub const DATA_SET_FILTERS: [&str; 3] = ["rdf_type", "rpubl_rattsfallspublikation", "dcterms_publisher"];

/// The question for a data set of an older service with the values of its filters; None for an unknown name.
pub fn data_set_question<'q>(
    name: &str,
    value: impl Fn(&'static str) -> Option<&'q str>,
) -> Option<LatestQuestion> {
    let source = lagrum_sources::data_set(name)?;
    let [kind, series, publisher] = DATA_SET_FILTERS.map(|filter| value(filter).map(data_set_filter));
    let source = Some(SourceName::from(source.name.to_owned()));
    Some(LatestQuestion { source, kind, series, publisher, has_eli: false })
}

impl LatestQuestion {
    fn question(&self) -> ChangesQuestion {
        ChangesQuestion { source: self.source.clone(), kind: self.kind.clone(), ..ChangesQuestion::default() }
    }

    /// The numbers of the documents that pass the filters that the log has no columns for; None without such filters.
    fn documents(
        &self,
        catalog: &CatalogReader<'_>,
        base: &Base,
    ) -> Result<Option<HashSet<DocumentNumber>>, CatalogProblem> {
        let Self { source, series, publisher, .. } = self;
        if series.is_none() && publisher.is_none() && !self.has_eli {
            return Ok(None);
        }
        let is_one = |uri: &str, name: Option<&str>| {
            let of_series = || base.strip(uri).and_then(report_series);
            let is_act = || base.strip(uri).is_some_and(|local| eli_path(local).is_some());
            (!self.has_eli || is_act())
                && series.as_deref().is_none_or(|series| of_series() == Some(series))
                && publisher
                    .as_ref()
                    .is_none_or(|publisher| name.map(data_set_filter).as_ref() == Some(publisher))
        };
        catalog.numbers_of(source.as_ref().map(SourceName::current), is_one).map(Some)
    }
}

/// The last changes of documents that the log has, the newest first.
pub fn latest_changes(
    snapshot: &Snapshot,
    day: Date,
    latest: &LatestQuestion,
    count: usize,
) -> Result<Vec<DocumentChange>, AnswerError> {
    let question = latest.question();
    let found = query_catalog(snapshot, |catalog| {
        let log = catalog.change_log()?;
        let publications = published(snapshot, log.published());
        let since = Since::start(log, day);
        let only = latest.documents(catalog, &snapshot.manifest().base)?;
        let list = changes_since(catalog, &publications, &since, day, &question, only.as_ref())?;
        named(catalog, list.latest(count)?, since.generation)
    })?;
    rows(snapshot, found)
}

/// Changes of documents that the log has from the oldest on: at most `count` after the first `skipped`, and how many there are. A document
/// is listed once, with its last change.
pub fn oldest_changes(
    snapshot: &Snapshot,
    day: Date,
    latest: &LatestQuestion,
    skipped: usize,
    count: usize,
) -> Result<(Vec<DocumentChange>, u64), AnswerError> {
    let question = latest.question();
    let (found, total) = query_catalog(snapshot, |catalog| {
        let log = catalog.change_log()?;
        let publications = published(snapshot, log.published());
        let since = Since::start(log, day);
        let only = latest.documents(catalog, &snapshot.manifest().base)?;
        let list = changes_since(catalog, &publications, &since, day, &question, only.as_ref())?;
        let total = if only.is_some() { list.page(None, usize::MAX)?.len() as u64 } else { list.total()? };
        let is_there = count > 0 && (skipped as u64) < total;
        let page = if is_there { list.page(None, skipped.saturating_add(count))? } else { Vec::new() };
        Ok((named(catalog, page.into_iter().skip(skipped).collect(), since.generation)?, total))
    })?;
    Ok((rows(snapshot, found)?, total))
}

/// The last documents that were added or got another text and that pass a filter, the newest first.
pub(crate) fn latest_filtered(
    snapshot: &Snapshot,
    day: Date,
    question: &ChangesQuestion,
    limits: LatestLimits,
    filter: LatestFilter<'_>,
) -> Result<Vec<DocumentChange>, AnswerError> {
    let found = query_catalog(snapshot, |catalog| {
        let log = catalog.change_log()?;
        let publications = published(snapshot, log.published());
        let since = Since::start(log, day);
        let list = changes_since(catalog, &publications, &since, day, question, None)?;
        named(catalog, list.latest_of_texts(limits, filter)?, since.generation)
    })?;
    rows(snapshot, found)
}

/// When the generations of a snapshot's corpus were first served.
pub(crate) fn published(snapshot: &Snapshot, before: &[PublishedBefore]) -> Publications {
    let manifest = snapshot.manifest();
    Publications::new(before, Publication { generation: manifest.generation, at: manifest.published_at() })
}

fn required() -> AnswerError {
    AnswerError::Invalid {
        parameter: "since",
        input: None,
        message: "is required unless there is a cursor: the id of a snapshot, or a time".to_owned(),
    }
}

/// Changes with the catalog rows of their documents.
type NamedChanges = Vec<NamedChange>;
type NamedChange = (FoundChange, ChangedDocument, Option<ChangedAnchors>);

/// Adds documents and changed provisions to changes. `after` is the generation after which changes are listed.
fn named(
    catalog: &CatalogReader<'_>,
    found: Vec<FoundChange>,
    after: Generation,
) -> Result<NamedChanges, CatalogProblem> {
    found
        .into_iter()
        .map(|change| {
            let document = catalog.changed_document(&change.record)?;
            let anchors = match change.kind {
                ChangeKind::Text => changed_anchors(catalog, &change, &document.uri, after)?,
                _ => None,
            };
            Ok((change, document, anchors))
        })
        .collect()
}

/// What happened to the provisions of a document whose text changed after a generation.
fn changed_anchors(
    catalog: &CatalogReader<'_>,
    change: &FoundChange,
    uri: &str,
    after: Generation,
) -> Result<Option<ChangedAnchors>, CatalogProblem> {
    let steps = catalog.changed_provisions(uri, after)?;
    let last_text = change.record.changes.of(ChangeKind::Text);
    if steps.last().map(|(generation, _)| *generation) != Some(last_text) {
        return Ok(None);
    }
    let mut all = ChangedProvisions::default();
    for (_, step) in steps {
        let Some(step) = step else { return Ok(None) };
        let step = serde_json::from_str(&step).map_err(|error| CatalogProblem::Damaged(error.to_string()))?;
        all = all.then(step);
    }
    Ok(Some(all.changes().into()))
}

fn rows(snapshot: &Snapshot, found: NamedChanges) -> Result<Vec<DocumentChange>, AnswerError> {
    let stored: Vec<Option<StoredId>> = found.iter().map(|(_, document, _)| document.stored).collect();
    let identities = snapshot.artifact_identities(&stored).map_err(|error| AnswerError::internal(&error))?;
    let row = |((change, document, anchors), identity): (NamedChange, Option<ArtifactIdentity>)| {
        let ChangedDocument { uri, source, kind, label, title, date, .. } = document;
        DocumentChange {
            uri,
            source,
            kind,
            change: change.kind.name(),
            at: Timestamp::from_second(change.at).unwrap_or(Timestamp::UNIX_EPOCH).to_string(),
            anchors,
            sha256: identity.map(|(digest, _)| hex::encode(digest)),
            bytes: identity.map(|(_, bytes)| bytes),
            label,
            title,
            date,
        }
    };
    Ok(found.into_iter().zip(identities).map(row).collect())
}
