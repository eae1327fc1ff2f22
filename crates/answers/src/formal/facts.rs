//! What is stated of a document beside its text: for its graph, for the structured data of its page, and for its XML. It is read here
//! and nowhere else, so that no two forms say different things of one act.

use jiff::civil::Date;
use lagrum_artifact::{Artifact, Location, is_date};
use lagrum_catalog::{CatalogDocument, StatedRelation};
use lagrum_render::amendments;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{ActForm, FormalName, case_facts, shown_day, source};
use serde_json::Value;

use super::author::known_author_of;
use super::changed_acts::{ChangedAct, changed_acts, stated};
use super::form::{FormalForm, forms_of};
use super::wordings::{FormalWording, formal_wordings, language_of, name_of};
use crate::AnswerError;
use crate::as_of::repeal_day;
use crate::history::PastOfAct;
use crate::lookup::query_catalog;
use crate::text_status::text_status;

/// A text of which facts are asked for.
#[derive(Clone, Copy, Debug)]
pub struct FormalSubject<'a> {
    /// Its document.
    pub document: &'a CatalogDocument,
    /// Its artifact; None for a stub.
    pub artifact: Option<&'a Artifact>,
    /// Its uri under `/document`: of an archived lydelse its own.
    pub uri: &'a str,
}

/// What is stated of a document.
#[derive(Clone, Debug)]
pub struct FormalFacts {
    /// The canonical uri.
    pub uri: String,
    /// The uri of the text: of an archived lydelse its own.
    pub text_uri: String,
    /// Its title, or what it is called by without one.
    pub title: String,
    /// What its number is: `SFS 1931:47`, a CELEX number, `NJA 2031 s. 5`.
    pub identifier: Option<String>,
    /// Its day, as far as it is known: a day or a year.
    pub date: Option<String>,
    /// The language of its text, as a tag of BCP 47.
    pub language: &'static str,
    /// Who issued or decided it.
    pub author: Option<String>,
    /// The page of its publisher.
    pub source_url: Option<String>,
    /// The forms that it has.
    pub forms: Vec<FormalForm>,
    /// What is stated of an act; None for any other document.
    pub act: Option<StatedAct>,
    /// The European identifier of a decision, and the reports that it is printed in.
    pub ecli: Option<String>,
    /// The reports in which a decision is printed: `NJA 2031 s. 5`.
    pub reports: Vec<String>,
}

/// What is stated of an act.
#[derive(Clone, Debug)]
pub struct StatedAct {
    /// How its provisions are numbered.
    pub form: ActForm,
    /// Its name in the formats of the field; None where none can be made of its number.
    pub name: Option<FormalName>,
    /// What names it among the acts of its country: `SFS 1931:47`, a CELEX number.
    pub id_local: Option<String>,
    /// What it is called in short.
    pub short_title: Option<String>,
    /// The day on which it was issued, where it is known to the day.
    pub issued: Option<String>,
    /// The first day on which it applied, as it is stated.
    pub first_day: Option<String>,
    /// The day from which it no longer applies.
    pub last_day: Option<String>,
    /// Whether the act applies today; None where it is not known.
    pub in_force: Option<bool>,
    /// Whether the text applies today; None where it is not known.
    pub text_in_force: Option<bool>,
    /// `SE`, `EU`; None for a treaty.
    pub jurisdiction: Option<&'static str>,
    /// The uris of the acts that changed it.
    pub amended_by: Vec<String>,
    /// The uri of the act that repealed it.
    pub repealed_by: Option<String>,
    /// The uris of the acts that it changed, with their anchors where a regulation names them.
    pub amends: Vec<String>,
    /// The uris of the acts that it repealed.
    pub repeals: Vec<String>,
    /// The uris of the directives that it transposes.
    pub transposes: Vec<String>,
    /// The uris of what it was issued under.
    pub based_on: Vec<String>,
    /// The uris of the acts that are worked into the text.
    pub worked_in: Vec<String>,
    /// Its texts, the oldest first.
    pub wordings: Vec<FormalWording>,
    /// The text of the question; None where it has no name of its own.
    pub wording: Option<FormalWording>,
    /// The language of the text as names have it: `swe`.
    pub expression_language: &'static str,
}

/// Reads what is stated of a document.
pub fn formal_facts(
    snapshot: &Snapshot,
    today: Date,
    subject: FormalSubject<'_>,
) -> Result<FormalFacts, AnswerError> {
    let FormalSubject { document, artifact, uri } = subject;
    let own = source(&document.source);
    let case = artifact.and_then(|artifact| case_facts(artifact, own));
    let names = [&document.title, &document.display, &document.label, &document.short_id];
    let title = names.into_iter().flatten().find(|name| !name.trim().is_empty());
    let is_act = own.is_act(document.kind.as_deref().unwrap_or_default());
    let act = own.act_form.filter(|_| is_act);
    let act = act.map(|form| act_facts(snapshot, today, subject, form)).transpose()?;
    let (ecli, reports, court) = case.map(|case| (case.ecli, case.reports, case.court)).unwrap_or_default();
    let author = match act {
        Some(StatedAct { form: ActForm::SwedishAct, .. }) => known_author_of(document, artifact),
        Some(_) => None,
        None => court.or_else(|| document.publisher.clone()),
    };
    Ok(FormalFacts {
        uri: document.uri.clone(),
        text_uri: uri.to_owned(),
        title: title.unwrap_or(&document.uri).clone(),
        identifier: document
            .label
            .clone()
            .or_else(|| document.short_id.clone())
            .filter(|label| has_number(label)),
        date: document.date.as_deref().map(|day| shown_day(&document.source, day).to_owned()),
        language: artifact.map_or("sv", |artifact| own.text_language(artifact)),
        author: author.filter(|author| !author.contains("://") && !author.trim().is_empty()),
        source_url: document.source_url.clone(),
        forms: forms_of(snapshot, document),
        act,
        ecli,
        reports,
    })
}

fn act_facts(
    snapshot: &Snapshot,
    today: Date,
    subject: FormalSubject<'_>,
    form: ActForm,
) -> Result<StatedAct, AnswerError> {
    let FormalSubject { document, artifact, uri } = subject;
    let past = PastOfAct::load(snapshot, today, &document.uri)?;
    let changed = changed_acts(snapshot, document, artifact)?;
    let uris_of = |acts: &mut dyn Iterator<Item = &ChangedAct>| once(acts.map(|act| act.uri.as_str()));
    let wordings = formal_wordings(snapshot, document)?;
    let stated = |path: &[&str]| artifact.and_then(|artifact| artifact.str(path)).map(str::to_owned);
    let first_day = stated(&["metadata", "properties", "rpubl:ikrafttradandedatum"])
        .or_else(|| stated(&["metadata", "ikrafttradandedatum"]));
    let day = document.date.clone().filter(|day| is_day(day) && shown_day(&document.source, day) == day);
    let text_in_force = text_status(snapshot, uri, today)?.in_force;
    // No source says of a treaty whether and for whom it applies.
    let is_known = form != ActForm::Treaty;
    Ok(StatedAct {
        form,
        name: name_of(snapshot, document),
        id_local: match form {
            ActForm::EuAct => {
                let local = snapshot.manifest().base.strip(&document.uri);
                local.and_then(|local| local.strip_prefix("celex/")).map(str::to_owned)
            }
            ActForm::SwedishAct => document.label.clone().or_else(|| document.short_id.clone()),
            // Some are labelled by their names.
            ActForm::Treaty => None,
        },
        short_title: document.short_title.clone(),
        issued: day,
        first_day: first_day.filter(|day| is_day(day)),
        last_day: repeal_day(document),
        in_force: in_force(snapshot, today, document, &wordings)?.filter(|_| is_known),
        text_in_force: text_in_force.filter(|_| is_known),
        jurisdiction: match form {
            ActForm::SwedishAct => Some("SE"),
            ActForm::EuAct => Some("EU"),
            ActForm::Treaty => None,
        },
        amended_by: amended_by(snapshot, document, artifact, past.as_ref())?,
        repealed_by: stated(&["metadata", "properties", "rinfoex:upphavdAv"])
            .and_then(|named| repealing(snapshot, &named))
            .or_else(|| Some(past.as_ref()?.repealing()?.to_owned())),
        amends: uris_of(&mut changed.iter().filter(|act| !act.is_repealed)),
        repeals: uris_of(&mut changed.iter().filter(|act| act.is_repealed)),
        transposes: transposes(snapshot, document, artifact)?,
        based_on: artifact.map(based_on).unwrap_or_default(),
        worked_in: past.as_ref().map(|past| past.worked_in(uri)).unwrap_or_default(),
        wording: wordings.iter().find(|wording| wording.uri == uri).cloned(),
        wordings,
        expression_language: language_of(document, None),
    })
}

/// Whether a label names one document. That of a commentary or a concept does not.
fn has_number(label: &str) -> bool {
    label.contains(|c: char| c.is_ascii_digit())
}

/// Whether a text is a day of the calendar.
pub(super) fn is_day(text: &str) -> bool {
    is_date(text) && text.parse::<Date>().is_ok()
}

/// Whether an act applies today, with any of its texts.
fn in_force(
    snapshot: &Snapshot,
    today: Date,
    document: &CatalogDocument,
    wordings: &[FormalWording],
) -> Result<Option<bool>, AnswerError> {
    let day = today.to_string();
    if document.expired.as_ref().is_some_and(|end| *end <= day) {
        return Ok(Some(false));
    }
    let own = text_status(snapshot, &document.uri, today)?.in_force;
    if own == Some(true) {
        return Ok(own);
    }
    let applies = |wording: &&FormalWording| {
        let has_begun = wording.from.as_ref().is_some_and(|from| *from <= day);
        has_begun && wording.until.as_ref().is_none_or(|until| *until > day)
    };
    match wordings.iter().find(applies) {
        Some(wording) if wording.uri != document.uri => {
            Ok(text_status(snapshot, &wording.uri, today)?.in_force.filter(|applies| *applies))
        }
        // A text that is not that of today may have a successor that is not held.
        _ => Ok(own.filter(|_| wordings.len() == 1)),
    }
}

/// The uri of an act that is named by its uri or its local id.
fn repealing(snapshot: &Snapshot, named: &str) -> Option<String> {
    let base = &snapshot.manifest().base;
    let local = base.strip(named).unwrap_or(named);
    FormalName::of_local_id(local, None)?;
    base.document(local).map(|uri| uri.to_string())
}

/// The uris of the acts that changed an act: of a statute those of its register, of an EU act the held ones whose titles say so, of a
/// regulation those that it states.
pub(super) fn amended_by(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    artifact: Option<&Artifact>,
    past: Option<&PastOfAct<'_>>,
) -> Result<Vec<String>, AnswerError> {
    let acts: Vec<String> = match (source(&document.source).act_form, past) {
        (Some(ActForm::EuAct), _) => {
            let amending = query_catalog(snapshot, |catalog| catalog.amending_acts(&document.uri))?;
            amending.into_iter().map(|act| act.uri).collect()
        }
        (_, Some(past)) => past.registered().into_iter().map(|act| act.uri).collect(),
        (_, None) => stated(artifact, "andradAv"),
    };
    Ok(acts.into_iter().filter(|act| *act != document.uri).collect())
}

/// The directives that the register, the act itself, or a preparatory work says that the act transposes.
pub(super) fn transposes(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    artifact: Option<&Artifact>,
) -> Result<Vec<String>, AnswerError> {
    let ends = query_catalog(snapshot, |catalog| catalog.stated_ends(&document.uri))?;
    let carried_out = ends.iter().filter(|end| end.is_subject && end.relation == StatedRelation::Implements);
    let carried_out = carried_out.map(|end| Location::split(&end.other).0);
    let (register, own) = match artifact {
        Some(artifact) => (
            amendments(artifact).flat_map(|amendment| amendment.transposes()).collect(),
            artifact.strs(&["metadata", "genomfor"]).collect(),
        ),
        None => (Vec::new(), Vec::new()),
    };
    Ok(once(register.into_iter().chain(own).chain(carried_out)))
}

/// What an act was issued under: the provisions of its metadata, and those of an ordinance.
fn based_on(artifact: &Artifact) -> Vec<String> {
    let of_ordinance = artifact.list(&["bemyndigande"]).iter();
    let laws = of_ordinance.filter_map(|entry| entry.get("lagrum").and_then(Value::as_str));
    once(artifact.strs(&["metadata", "bemyndigande"]).chain(laws))
}

/// Each of these texts once, in their order.
fn once<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    texts.filter(|text| !text.is_empty() && seen.insert(*text)).map(str::to_owned).collect()
}
