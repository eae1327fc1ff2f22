//! `GET /api/v1/document/diff`
//!
//! The answer is an HTML fragment, or with `format=json` a list of provisions and what became of them.
//!
//! Stored artifacts never change, so a comparison of two of them is made once and kept, as long as it is among the
//! [`KEPT`] bytes asked for last. A comparison of two long statutes takes some tens of milliseconds and a hundred
//! megabytes while it is made, therefore only [`AT_ONCE`] are made at a time.

use std::sync::Arc;

use axum::Extension;
use axum::response::{Html, IntoResponse, Response};
use http::header;
use jiff::civil::Date;
use lagrum_artifact::{AnchorGrammar, Artifact, DocumentUri, VersionId, Versioned};
use lagrum_cancel::whole;
use lagrum_render::diff::{LydelseComparison as Comparison, escaped};
use lagrum_snapshot::Snapshot;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Deserialize;
use tokio::sync::Semaphore;
use utoipa::{IntoParams, ToSchema};

use self::answer::DiffResponse;
use super::stored::{stored_artifact, stored_fields};
use super::versions::{archived, versioned};
use super::{no_catalog, no_document};
use crate::blocking::patiently;
use crate::json::JSON;
use crate::{ApiError, Caching, Held, Query, Resources, Today, blocking, routes};

mod answer;

/// Comparisons being made at once.
const AT_ONCE: usize = 4;

/// Bytes of answers kept.
const KEPT: u64 = 64 << 20;

/// In which form to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(default = "html")]
enum DiffFormat {
    Html,
    Json,
}

#[derive(Debug, Deserialize, IntoParams)]
struct DiffQuery {
    /// A statute or an EU act. A fragment is passed over.
    uri: String,
    /// The wording to compare: an SFS number or a date, as `/document/versions` lists them.
    from: String,
    /// The wording to compare it with; the current one when left out.
    to: Option<String>,
    /// `html` for the newer text with what differs marked, `json` for a list of provisions.
    #[param(inline)]
    format: DiffFormat,
}

pub(super) fn routes() -> Resources {
    let (schemas, paths, handler) = routes!(diff);
    Resources::new().get(
        (schemas, paths, handler.layer(Extension(Arc::new(Comparisons::new())))),
        Caching::SnapshotAndDay,
    )
}

/// What differs between two wordings of a statute or an EU act.
#[utoipa::path(get, path = "/api/v1/document/diff", tag = "document", operation_id = "diff", params(DiffQuery),
    responses((status = 200, description = "The newer text with what differs marked, or a list of provisions",
        content((String = "text/html"), (DiffResponse = "application/json")))))]
async fn diff(
    Held(snapshot): Held<Snapshot>,
    Today(today): Today,
    Extension(comparisons): Extension<Arc<Comparisons>>,
    query: Query<DiffQuery>,
) -> Result<Response, ApiError> {
    let DiffQuery { uri, from, to, format } = query.into_inner();
    let (document, family) = versioned(&snapshot.manifest().base, &uri)?;
    let version = |text: &str| {
        family
            .version(text)
            .ok_or_else(|| ApiError::bad_request(format!("{text} is no version id of such a document")))
    };
    let from = version(&from)?;
    let to = super::named(to).as_deref().map(version).transpose()?;
    let place = patiently(comparisons.places.clone().acquire_owned()).await?;
    let body = blocking(move || {
        // Also work that nobody waits for any more takes its place.
        let _place = place;
        let (older, newer) = comparisons.wordings(&snapshot, &document, family, (from, to), today)?;
        comparisons.answer(&snapshot, &document, family, Key { older, newer, format })
    })
    .await?;
    Ok(match format {
        DiffFormat::Html => Html(String::from(&*body)).into_response(),
        DiffFormat::Json => ([(header::CONTENT_TYPE, JSON)], String::from(&*body)).into_response(),
    })
}

/// One side of a comparison: which artifact, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Wording {
    stored: i64,
    uri: String,
    /// None for a current wording that does not say which it is.
    version: Option<VersionId>,
    /// Whether it is spoken of as the current wording.
    current: bool,
}

impl Wording {
    fn name(&self) -> String {
        match &self.version {
            Some(version) if !self.current => version.reader_form(),
            _ => "gällande lydelse".to_owned(),
        }
    }
}

/// What an answer depends on: all of it is immutable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    older: Wording,
    newer: Wording,
    format: DiffFormat,
}

/// The answers given, what stored artifacts say of themselves, and room for making more.
struct Comparisons {
    answers: Cache<Key, Arc<str>, Bytes>,
    /// By stored artifact: which wording it is, and whether it may be spoken of as the current one.
    own: Cache<i64, (Option<VersionId>, bool)>,
    places: Arc<Semaphore>,
}

/// An answer weighs its length, and no less than what it costs to keep it.
#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Arc<str>> for Bytes {
    fn weight(&self, _: &Key, answer: &Arc<str>) -> u64 {
        answer.len() as u64 + 512
    }
}

impl Comparisons {
    fn new() -> Self {
        Self {
            answers: Cache::with_weighter(1024, KEPT, Bytes),
            own: Cache::new(4096),
            places: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    fn answer(
        &self,
        snapshot: &Snapshot,
        document: &DocumentUri,
        family: Versioned,
        key: Key,
    ) -> Result<Arc<str>, ApiError> {
        if let Some(answer) = self.answers.get(&key) {
            return Ok(answer);
        }
        let artifact = |wording: &Wording| stored_artifact(snapshot, wording.stored, &wording.uri);
        let (older, newer) = (artifact(&key.older)?, artifact(&key.newer)?);
        let comparison = whole(Comparison::of(&older, &newer))?;
        let answer: Arc<str> = match key.format {
            DiffFormat::Html => whole(html(&key, &comparison))?.into(),
            DiffFormat::Json => {
                let grammar = match family {
                    Versioned::Statute => AnchorGrammar::Statute,
                    Versioned::EuAct => AnchorGrammar::General,
                };
                let answer = whole(DiffResponse::new(document, &key, &comparison, grammar))?;
                serde_json::to_string(&answer).map_err(|error| ApiError::internal(&error))?.into()
            }
        };
        self.answers.insert(key, answer.clone());
        Ok(answer)
    }

    /// The two wordings asked for, the older one first.
    fn wordings(
        &self,
        snapshot: &Snapshot,
        document: &DocumentUri,
        family: Versioned,
        (from, to): (VersionId, Option<VersionId>),
        today: Date,
    ) -> Result<(Wording, Wording), ApiError> {
        let archived: Vec<Wording> = archived(snapshot, document, family)?
            .into_iter()
            .map(|(version, lydelse)| Wording {
                stored: lydelse.stored,
                uri: lydelse.uri,
                version: Some(version),
                current: false,
            })
            .collect();
        let stored = self.stored_current(snapshot, document, family)?;
        let find = |version: &VersionId| {
            let mut all = archived.iter().chain(&stored);
            let found = all.find(|wording| wording.version.as_ref() == Some(version)).cloned();
            found.ok_or_else(|| ApiError::not_found(format!("{document} has no wording {version}")))
        };
        let Some(to) = to else {
            let from = find(&from)?;
            let current = stored.and_then(|stored| in_force(family, stored, archived, today));
            return Ok((from, current.ok_or_else(|| no_document(document.as_str()))?));
        };
        let (older, newer) = if from > to { (to, from) } else { (from, to) };
        Ok((find(&older)?, find(&newer)?))
    }

    /// The wording that is stored as the document itself. It is not `current` for an EU act as first printed.
    fn stored_current(
        &self,
        snapshot: &Snapshot,
        document: &DocumentUri,
        family: Versioned,
    ) -> Result<Option<Wording>, ApiError> {
        let held = snapshot.catalog().with(|catalog| catalog.document(document.as_str()));
        let held = held.map_err(|error| no_catalog(&error))?;
        let Some(stored) = held.and_then(|held| held.stored) else { return Ok(None) };
        let (version, current) = self.own.get_or_insert_with(&stored, || {
            let fields = ["metadata", "consolidation", "date"];
            let artifact = stored_fields(snapshot, stored, document.as_str(), &fields)?;
            let current = family == Versioned::Statute || artifact.str(&["consolidation"]).is_some();
            Ok::<_, ApiError>((own_version(&artifact, family), current))
        })?;
        Ok(Some(Wording { stored, uri: document.to_string(), version, current }))
    }
}

/// The wording that is the law on a day: of a statute the stored one, of an EU act the newest whose day has come.
///
/// The wordings of an EU act are named by the day they begin to apply, and some are published before it. An act of which
/// every wording lies ahead has none in force; its oldest one stands in, under its own name.
fn in_force(family: Versioned, stored: Wording, archived: Vec<Wording>, today: Date) -> Option<Wording> {
    let undated = stored.current && stored.version.is_none();
    if family == Versioned::Statute || undated {
        return Some(Wording { current: true, ..stored });
    }
    let today = family.version(&today.to_string());
    let mut wordings: Vec<Wording> = archived.into_iter().chain([stored]).collect();
    wordings.sort_by(|a, b| a.version.cmp(&b.version));
    let begun = wordings.iter().rposition(|wording| wording.version <= today);
    Some(match begun {
        Some(newest) => Wording { current: true, ..wordings.swap_remove(newest) },
        None => Wording { current: false, ..wordings.into_iter().next()? },
    })
}

fn html(key: &Key, comparison: &Comparison) -> String {
    format!(
        "<div class=\"diff-note\">Från {} till {}: ord som har kommit till märks <ins>så här</ins>, \
         ord som har utgått <del>så här</del>.</div>{}",
        escaped(&key.older.name()),
        escaped(&key.newer.name()),
        comparison.html()
    )
}

/// Which wording an artifact says it is: a statute names the last amendment worked in, an EU act the day of its
/// consolidation, or its own date when it is no consolidation.
fn own_version(artifact: &Artifact, family: Versioned) -> Option<VersionId> {
    let text = match family {
        Versioned::Statute => artifact.str(&["metadata", "uri"])?.split_once("/konsolidering/")?.1,
        Versioned::EuAct => artifact.str(&["consolidation"]).or_else(|| artifact.str(&["date"]))?,
    };
    family.version(text)
}
