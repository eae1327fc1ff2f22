//! What the XML of an act states beside its text.

use std::collections::HashSet;

use jiff::civil::Date;
use lagrum_artifact::{Artifact, is_date};
use lagrum_catalog::CatalogDocument;
use lagrum_render::akn::{AknDate, AknEvent, AknMetadata, AknModification, AknNames};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{ActForm, concept_uri, parse_date, source};

use super::author::author_of;
use super::changed_acts::{ChangedAct, changed_acts};
use super::facts::{amended_by, transposes};
use super::form::no_akn;
use super::modifications::{TextHistory, text_history};
use super::question::FormalQuestion;
use super::wordings::{FormalWording, formal_wordings, language_of, name_of};
use crate::AnswerError;
use crate::as_of::repeal_day;
use crate::history::PastOfAct;

/// A text of an act.
pub(super) struct FormalText<'a> {
    pub(super) document: &'a CatalogDocument,
    pub(super) artifact: &'a Artifact,
    /// Its uri under `/document`.
    pub(super) uri: &'a str,
    /// The day that it is read on.
    pub(super) day: Option<Date>,
    /// The day that it is put together for; None for a text that is stored.
    pub(super) composed_for: Option<Date>,
    /// The SHA-256 of its artifact.
    pub(super) sha256: String,
}

/// What the XML of a text states beside it.
pub(super) fn metadata(
    snapshot: &Snapshot,
    today: Date,
    question: &FormalQuestion,
    text: &FormalText<'_>,
) -> Result<AknMetadata, AnswerError> {
    let &FormalText { document, artifact, uri, .. } = text;
    let own = source(&document.source);
    let refused = || no_akn(snapshot, document, uri);
    let form = own.act_form.ok_or_else(refused)?;
    let name = name_of(snapshot, document).ok_or_else(refused)?;
    let wordings = formal_wordings(snapshot, document)?;
    let wording = match text.composed_for {
        Some(_) => Some(FormalWording::without_day(uri)),
        None => wordings.iter().find(|wording| wording.uri == uri).cloned(),
    };
    let wording = wording.ok_or_else(|| AnswerError::no_document(uri))?;
    let language = language_of(document, Some(artifact));
    let issued = issued(document);
    let past = PastOfAct::load(snapshot, today, &document.uri)?;
    let day = text.day.or_else(|| wording.from.as_deref().and_then(parse_date));
    let TextHistory { periods, mut modifications } = match (&past, day) {
        (Some(past), Some(day)) => {
            let is_later = question.as_of.is_some_and(|asked| asked > past.known_until());
            text_history(past, artifact, day, is_later)?
        }
        _ => TextHistory::default(),
    };
    let known: HashSet<String> = modifications.iter().map(|change| change.act.0.clone()).collect();
    let others = amended_by(snapshot, document, Some(artifact), past.as_ref())?.into_iter();
    modifications.extend(others.filter(|act| !known.contains(act)).map(modified_by));
    let expressed = match (text.composed_for, &wording.from) {
        (Some(day), _) => AknDate { day: day.to_string(), name: "composed" },
        (None, Some(day)) => AknDate { day: day.clone(), name: "in-force" },
        (None, None) => issued.clone(),
    };
    let expression = match text.composed_for {
        Some(day) => format!("{}/{language}:{day}", name.akn()),
        None => format!("{}/{language}@{}", name.akn(), wording.token),
    };
    let base = &snapshot.manifest().base;
    let address = question.address.as_deref().unwrap_or(base.as_str());
    Ok(AknMetadata {
        form,
        uri: document.uri.clone(),
        concepts: concept_uri(base, ""),
        namespace: format!("{address}/ns/lagrum#"),
        publisher: format!("{address}/"),
        names: AknNames {
            work: name.akn(),
            expression,
            country: name.country.to_owned(),
            subtype: name.series.clone(),
            number: name.number.clone(),
        },
        identifier: document.label.clone(),
        title: document.title.clone(),
        text_uri: uri.to_owned(),
        events: events(document, &issued, &modifications),
        made: made(snapshot, document),
        author: author_of(document, Some(artifact)),
        version: wording.amended_up_to.clone(),
        language,
        is_original: wordings.len() == 1 && modifications.is_empty(),
        modified_by: modifications,
        modifies: changed_acts(snapshot, document, Some(artifact))?
            .into_iter()
            .flat_map(ChangedAct::modifications)
            .collect(),
        transposes: transposes(snapshot, document, Some(artifact))?,
        periods,
        facts: facts(document, text, &wording),
        issued,
        expressed,
    })
}

/// The day on which an act was issued; of one of which only the year is known the first day of it.
fn issued(document: &CatalogDocument) -> AknDate {
    let date = document.date.as_deref().filter(|date| is_date(date));
    match date {
        Some(date) if !date.ends_with("-01-01") => AknDate { day: date.to_owned(), name: "issued" },
        Some(date) => AknDate { day: date.to_owned(), name: "year" },
        None => AknDate { day: format!("{:04}-01-01", document.year.unwrap_or(1).max(1)), name: "year" },
    }
}

/// The day on which the artifact of a document last changed.
fn made(snapshot: &Snapshot, document: &CatalogDocument) -> String {
    let updated = document.updated.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    match updated {
        Some(updated) => updated.to_zoned(jiff::tz::TimeZone::UTC).date().to_string(),
        None => snapshot.manifest().day.clone(),
    }
}

/// What became of an act, in the order of days.
fn events(document: &CatalogDocument, issued: &AknDate, changes: &[AknModification]) -> Vec<AknEvent> {
    let mut events = vec![AknEvent { day: issued.day.clone(), kind: "generation", act: None }];
    let mut seen = HashSet::new();
    for change in changes.iter().filter(|change| seen.insert(&change.act.0)) {
        if let Some(day) = change.day.as_ref().filter(|day| is_date(day)) {
            events.push(AknEvent { day: day.clone(), kind: "amendment", act: Some(change.act.clone()) });
        }
    }
    if let Some(day) = repeal_day(document) {
        events.push(AknEvent { day, kind: "repeal", act: None });
    }
    events.sort_by(|a, b| a.day.cmp(&b.day));
    events
}

/// An act of which nothing is known but that it changed another.
fn modified_by(uri: String) -> AknModification {
    AknModification { act: (uri.clone(), uri), kind: "substitution", anchor: None, scope: None, day: None }
}

fn facts(
    document: &CatalogDocument,
    text: &FormalText<'_>,
    wording: &FormalWording,
) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    facts.extend(document.source_url.iter().map(|url| ("source", url.clone())));
    facts.push(("sha256", text.sha256.clone()));
    if source(&document.source).act_form != Some(ActForm::Treaty) {
        let basis = match (text.composed_for, &wording.from) {
            (Some(_), _) => "composed",
            (None, Some(_)) => "dated",
            (None, None) => "undated",
        };
        facts.push(("basis", basis.to_owned()));
    }
    facts
}
