//! The names of an act and of its texts in the formats of the field.
//!
//! A text is named by the day on which it began to apply (`1995-01-01`). Where none is known, and where two texts have one day, it is
//! named by the amendment up to which it is consolidated (`sfs-2001-5`); every text with such an amendment answers to that name too,
//! since its day may get known. A text that was never amended and has no day has an empty token.

use lagrum_artifact::{ActFamily, Artifact, DocumentUri};
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{ActForm, FormalName, document_language, source};

use crate::AnswerError;
use crate::as_of::lydelse_periods;
use crate::lookup::{local_id, query_catalog};

/// A text of an act and its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormalWording {
    /// Its uri under `/document`.
    pub uri: String,
    /// Its lydelse id; None for the document itself.
    pub version: Option<String>,
    /// The amendment, or the day, up to which it is consolidated; None where it is not known.
    pub amended_up_to: Option<String>,
    /// The first day on which it applied; None where it is not known.
    pub from: Option<String>,
    /// The first day on which it no longer applied; None where it is not known.
    pub until: Option<String>,
    /// What names it within the act: a day, `sfs-2001-5`, or nothing.
    pub token: String,
    /// Its other name: `sfs-2001-5` of a text that a day names.
    pub other_token: Option<String>,
}

impl FormalWording {
    /// The text of a document of which no day and no amendment is known.
    pub(super) fn without_day(uri: &str) -> Self {
        Self {
            uri: uri.to_owned(),
            version: None,
            amended_up_to: None,
            from: None,
            until: None,
            token: String::new(),
            other_token: None,
        }
    }
}

/// The name of an act; None for a document that has none.
pub(super) fn name_of(snapshot: &Snapshot, document: &CatalogDocument) -> Option<FormalName> {
    let source = source(&document.source);
    if !source.is_act(document.kind.as_deref().unwrap_or_default()) {
        return None;
    }
    let year = document.date.as_deref().and_then(|date| date.get(..4)?.parse().ok());
    let year = if source.act_form == Some(ActForm::Treaty) { year.or(document.year) } else { None };
    FormalName::of_local_id(local_id(&snapshot.manifest().base, &document.uri), year)
}

/// The texts of an act with their names, the oldest first; the document itself is among them.
pub fn formal_wordings(
    snapshot: &Snapshot,
    document: &CatalogDocument,
) -> Result<Vec<FormalWording>, AnswerError> {
    let periods = lydelse_periods(snapshot, &document.uri)?;
    if periods.is_empty() {
        let family =
            DocumentUri::new(&document.uri).and_then(|uri| ActFamily::of(&uri, &snapshot.manifest().base));
        let history = query_catalog(snapshot, |catalog| catalog.place_history(&document.uri))?;
        let begins = history.and_then(|history| history.begins).filter(|_| family.is_none());
        let from = begins.filter(|day| lagrum_artifact::is_date(day));
        let token = from.clone().unwrap_or_default();
        return Ok(vec![FormalWording { from, token, ..FormalWording::without_day(&document.uri) }]);
    }
    let record = query_catalog(snapshot, |catalog| catalog.act(&document.uri))?;
    let own_id = record.and_then(|record| record.own_id);
    let days: Vec<Option<String>> = periods.iter().map(|period| period.from.clone()).collect();
    let own_number = local_id(&snapshot.manifest().base, &document.uri);
    let name = |period: crate::LydelsePeriod| {
        let amended_up_to = period.version.clone().or_else(|| own_id.clone());
        let by_number = amended_up_to.as_deref().filter(|id| id.contains(':')).map(token_of_number);
        let is_only = |day: &String| days.iter().flatten().filter(|other| *other == day).count() == 1;
        let by_day = period.from.clone().filter(is_only);
        // A lydelse of an EU act is named by its day. A text that was never amended is not named by the act itself.
        let by_version = || period.version.as_deref().map(token_of_number);
        let is_amended = amended_up_to.as_deref() != Some(own_number);
        let token = by_day.or_else(|| by_number.clone().filter(|_| is_amended)).or_else(by_version);
        let token = token.unwrap_or_default();
        FormalWording {
            uri: period.uri,
            version: period.version,
            amended_up_to,
            from: period.from,
            until: period.until,
            other_token: by_number.filter(|number| *number != token),
            token,
        }
    };
    Ok(periods.into_iter().map(name).collect())
}

/// `sfs-2001-5` for `2001:5`; a day as it is.
fn token_of_number(number: &str) -> String {
    if number.contains(':') { format!("sfs-{}", number.replace(':', "-")) } else { number.to_owned() }
}

/// The language of a text as names have it: of three letters.
pub(super) fn language_of(document: &CatalogDocument, artifact: Option<&Artifact>) -> &'static str {
    match artifact.and_then(document_language) {
        Some("en") => "eng",
        Some("fr") => "fra",
        Some("de") => "deu",
        Some("da") => "dan",
        Some("no") => "nor",
        Some(_) => "swe",
        None if source(&document.source).act_form == Some(ActForm::Treaty) => "eng",
        None => "swe",
    }
}
