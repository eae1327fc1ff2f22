//! What a reader must know of a text before relying on it: which lydelse it is, from when, and whether it applies.

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Artifact, is_date};
use lagrum_catalog::CatalogDocument;
use lagrum_render::{Amendment, amendments};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{ActForm, is_repealing, source, time_limit};
use serde::Serialize;
use utoipa::ToSchema;

use crate::as_of::{known_until, repeal_day, text_on_day};
use crate::lookup::{act_of_its_own_lydelse, find_stored, query_catalog};
use crate::lydelser::document_with_lydelser;
use crate::{AnswerError, AsOf, AsOfBasis, ProvisionCounts, RegisteredAct};

/// Acts that a note names.
const NOTED_ACTS: usize = 5;

/// What a reader must know of a text before relying on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WordingStatus)]
pub struct TextStatus {
    /// The uri of the document, of which the text may be an archived lydelse.
    pub document: String,
    /// The document's printed id.
    #[schema(required = true)]
    pub identifier: Option<String>,
    /// The lydelse: of a statute the last amendment worked in, of an EU act a day; null where it is not known, and for a
    /// document that is never amended.
    #[schema(required = true)]
    pub version: Option<String>,
    /// The day from which this text applied, or the day of a document that is never amended; null where it is not known.
    #[schema(required = true)]
    pub from: Option<String>,
    /// The day from which it no longer applies; null where none is known.
    #[schema(required = true)]
    pub until: Option<String>,
    /// The day for which the status is stated.
    pub date: String,
    /// Whether this text was the law on the day; null for what is no act (a judgment, a preparatory work), for an act of which it is
    /// not known whether its limited time was prolonged, for an agency's regulation, of which no source says that it still applies, and for
    /// a day after the one up to which the document is known.
    #[schema(required = true)]
    pub in_force: Option<bool>,
    /// The day from which the whole document is repealed; null for one that is not.
    #[schema(required = true)]
    pub repealed: Option<String>,
    /// The day to which the time of the act was limited, where it has come and no end of the act is known; null for every other one.
    #[schema(required = true)]
    pub time_limit: Option<String>,
    /// What is uncertain, or must not be overlooked.
    #[schema(required = true)]
    pub note: Option<String>,
}

/// What is known on a day of the text that a uri names: that of a document, or an archived lydelse of one.
pub fn text_status(snapshot: &Snapshot, uri: &str, day: Date) -> Result<TextStatus, AnswerError> {
    let of_act = act_of_its_own_lydelse(snapshot, uri)?;
    let uri = of_act.as_deref().unwrap_or(uri);
    let (document, _) = find_stored(snapshot, uri)?.ok_or_else(|| AnswerError::no_document(uri))?;
    let is_act = source(&document.source).is_act(document.kind.as_deref().unwrap_or_default());
    let as_of = match text_on_day(snapshot, &document, day) {
        Ok(text) => text.as_of,
        // No text of it applied on the day.
        Err(AnswerError::NotFound(_)) => None,
        Err(error) => return Err(error),
    };
    let own = own_lydelse(snapshot, uri, &document)?;
    let applies = as_of.as_ref().filter(|as_of| as_of.uri == uri);
    let is_repealed = as_of.as_ref().is_some_and(|as_of| as_of.basis == AsOfBasis::Repealed);
    let repealed = repeal_day(&document);
    let time_limit = past_time_limit(snapshot, &document, day)?;
    let is_in_force = applies.is_some() && !is_repealed;
    Ok(TextStatus {
        document: if document.uri.is_empty() { uri.to_owned() } else { document.uri.clone() },
        version: own.version,
        from: match applies {
            Some(as_of) => as_of.from.clone(),
            None => own.from.or_else(|| document.date.clone().filter(|_| !is_act)),
        },
        until: match applies {
            Some(as_of) => as_of.until.clone(),
            None => repealed.clone(),
        },
        date: day.to_string(),
        in_force: is_act.then_some(is_in_force).filter(|is_in_force| {
            let is_known = time_limit.is_none() && day <= known_until(snapshot.manifest(), &document);
            !is_in_force || is_known && !is_regulation(&document)
        }),
        note: match (&as_of, applies) {
            (_, Some(as_of)) => applying_note(as_of, is_act, is_repealed, time_limit.as_deref()),
            (Some(other), None) => Some(format!("This is not the text of {day}: that is {}.", other.uri)),
            (None, None) => Some(format!("No text of this document applied on {day}.")),
        },
        repealed,
        time_limit,
        identifier: document.label,
    })
}

impl TextStatus {
    /// The status of a text that is put together for a day: it is no lydelse.
    #[must_use]
    pub fn of_composed(self, counts: ProvisionCounts) -> Self {
        let note = format!(
            "Put together of the provisions whose text of {} is known, {} of {}: no published wording of the act.",
            self.date,
            counts.known(),
            counts.all()
        );
        let in_force = self.in_force.filter(|_| self.repealed.as_ref().is_some_and(|day| *day <= self.date));
        Self { version: None, from: None, until: None, in_force, note: Some(note), ..self }
    }
}

/// Whether a document is an agency's regulation, of which no source says that it still applies.
fn is_regulation(document: &CatalogDocument) -> bool {
    let source = source(&document.source);
    source.act_form == Some(ActForm::SwedishAct) && !source.holds_statutes
}

/// Whether it is known that a document is law on a day: an act that has entered into force, has not ended, and does more than to
/// repeal another. No artifact of a treaty says when it entered into force.
pub fn is_known_in_force(document: &CatalogDocument, artifact: &Artifact, day: Date) -> bool {
    let source = source(&document.source);
    let day = day.to_string();
    let title = document.title.as_deref().unwrap_or_default();
    let has_ended = document.expired.as_ref().is_some_and(|end| *end <= day);
    let is_law = source.is_act(document.kind.as_deref().unwrap_or_default()) && !is_repealing(title);
    if has_ended || !is_law || is_regulation(document) || artifact.presented().body().is_empty() {
        return false;
    }
    // Whether the time was prolonged is not known.
    if time_limit(artifact).is_some_and(|limit| limit.to_string() <= day) {
        return false;
    }
    let stated = artifact
        .str(&["metadata", "properties", "rpubl:ikrafttradandedatum"])
        .or_else(|| artifact.str(&["metadata", "ikrafttradandedatum"]));
    match (stated, source.act_form) {
        (_, Some(ActForm::Treaty) | None) => false,
        (Some(stated), _) => is_date(stated) && *stated <= *day,
        // The oldest statutes state no day; some left it to the government.
        (None, Some(ActForm::SwedishAct)) => source.holds_statutes && !leaves_its_day_open(artifact),
        (None, Some(ActForm::EuAct)) => document.date.as_ref().is_some_and(|date| *date <= day),
    }
}

/// The day to which the time of an act is limited, where it has come by a day and the act has no end of its own.
fn past_time_limit(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    day: Date,
) -> Result<Option<String>, AnswerError> {
    if document.expired.is_some() {
        return Ok(None);
    }
    let record = query_catalog(snapshot, |catalog| catalog.act(&document.uri))?.unwrap_or_default();
    Ok(record.time_limit.filter(|limit| *limit <= day.to_string()))
}

/// Whether the own transitional provisions of a statute leave the day of its entry into force to the government.
fn leaves_its_day_open(artifact: &Artifact) -> bool {
    const OPEN: [&str; 3] = ["den dag regeringen", "den dag som regeringen", "den dag Konungen"];
    let mut own = amendments(artifact).take(1).filter_map(Amendment::content);
    own.any(|content| {
        let text = content.to_string();
        OPEN.iter().any(|words| text.contains(words))
    })
}

/// Which lydelse of its act a text is.
#[derive(Default)]
struct OwnLydelse {
    version: Option<String>,
    from: Option<String>,
}

fn own_lydelse(
    snapshot: &Snapshot,
    uri: &str,
    document: &CatalogDocument,
) -> Result<OwnLydelse, AnswerError> {
    if document.uri == uri {
        let record = query_catalog(snapshot, |catalog| catalog.act(uri))?.unwrap_or_default();
        let named = record.own_id.as_ref().map(|id| format!("{}/{id}", snapshot.manifest().base));
        let entry = record.register.iter().find(|entry| Some(&entry.uri) == named.as_ref());
        let from = entry.and_then(|entry| entry.ikraft.clone());
        return Ok(OwnLydelse { version: record.own_id, from });
    }
    let Some(lydelse) = query_catalog(snapshot, |catalog| catalog.lydelse(uri))? else {
        return Ok(OwnLydelse::default());
    };
    let (_, family) = document_with_lydelser(&snapshot.manifest().base, &lydelse.document)?;
    let from = match family {
        ActFamily::Statute => lydelse.ikraft,
        ActFamily::EuAct => Some(lydelse.lydelse_id.clone()),
    };
    Ok(OwnLydelse { version: Some(lydelse.lydelse_id), from })
}

/// What must not be overlooked in a text that applied on the day.
fn applying_note(as_of: &AsOf, is_act: bool, is_repealed: bool, limit: Option<&str>) -> Option<String> {
    if is_repealed {
        return Some(format!("Repealed from {}.", as_of.repealed.as_deref().unwrap_or("an earlier day")));
    }
    if let Some(limit) = limit {
        return Some(format!("Its time was limited to {limit}. Whether that was prolonged is not known."));
    }
    match as_of.basis {
        AsOfBasis::AsKnown => Some(format!(
            "The document is known up to {}: whether this is the text of {} is not.",
            as_of.known_until.as_deref().unwrap_or("an earlier day"),
            as_of.date
        )),
        AsOfBasis::Undated if is_act => {
            Some(format!("It is not known whether this was the text of {}.", as_of.date))
        }
        AsOfBasis::Gap => {
            Some(format!("The text may differ from that of {}: {}.", as_of.date, uncertain_acts(as_of)))
        }
        _ => None,
    }
}

fn uncertain_acts(as_of: &AsOf) -> String {
    let names = |acts: &[RegisteredAct]| {
        let name = |act: &RegisteredAct| act.identifier.clone().unwrap_or_else(|| act.uri.clone());
        acts.iter().take(NOTED_ACTS).map(name).collect::<Vec<_>>().join(", ")
    };
    let parts = [("not worked in: ", &as_of.missing), ("worked in ahead of the day: ", &as_of.ahead)];
    let part = |(words, acts): (&str, &Vec<RegisteredAct>)| {
        (!acts.is_empty()).then(|| format!("{words}{}", names(acts)))
    };
    parts.into_iter().filter_map(part).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_to_be_in_force() {
        let document = |expired: Option<&str>| CatalogDocument {
            source: "sfs".to_owned(),
            expired: expired.map(str::to_owned),
            ..CatalogDocument::default()
        };
        let artifact = |properties: &str| {
            let json = format!(
                r#"{{"uri":"https://lag.example/2030:1","metadata":{{"properties":{{{properties}}}}},"structure":[{{"type":"stycke","text":["Får."]}}]}}"#
            );
            Artifact::parse(json.as_bytes()).unwrap()
        };
        let begun = r#""rpubl:ikrafttradandedatum":"2030-02-01""#;
        for (expired, properties, expected) in [
            (None, begun.to_owned(), true),
            (Some("2031-01-01"), begun.to_owned(), false),
            (None, r#""rpubl:ikrafttradandedatum":"2032-01-01""#.to_owned(), false),
            // Whether a past time limit was prolonged is not known.
            (None, format!(r#"{begun},"rinfoex:tidsbegransad":"2031-01-01""#), false),
            (None, format!(r#"{begun},"rinfoex:tidsbegransad":"2033-01-01""#), true),
        ] {
            let found =
                is_known_in_force(&document(expired), &artifact(&properties), "2031-06-01".parse().unwrap());
            assert_eq!(found, expected, "{expired:?} {properties}");
        }
    }
}
