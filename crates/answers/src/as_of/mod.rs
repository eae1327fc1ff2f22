//! The text of a document on a day.
//!
//! Statutes and EU acts have archived lydelser; `timeline.rs` says which of them applied on a day. Other acts (agency
//! regulations, treaties) are held in one text whose day is not known. All other documents are as they were published.

mod timeline;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Base, DocumentUri, LydelseId};
use lagrum_catalog::{ActRecord, CatalogDocument, RegisterEntry};
use lagrum_snapshot::Snapshot;
use lagrum_sources::source;
use serde::Serialize;
use utoipa::ToSchema;

use self::timeline::{Certainty, HeldText, TextChange, text_of_day};
use crate::AnswerError;
use crate::lookup::{find_stored, query_catalog};
use crate::lydelser::archived;

/// Which text of a document answers for a day, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AsOf {
    /// The day of the question.
    pub date: String,
    /// The version id of the lydelse; null for the document itself.
    #[schema(required = true)]
    pub version: Option<String>,
    /// The uri under which `/document` has the lydelse.
    pub uri: String,
    /// The day from which this text applied. With `undated` a day before it, with `gap` the day from which the text
    /// applied before something was missing. Null where it is not known.
    #[schema(required = true)]
    pub from: Option<String>,
    /// The day from which another text applies; null where none is known.
    #[schema(required = true)]
    pub until: Option<String>,
    /// How well it is known that this was the text on the day.
    pub basis: AsOfBasis,
    /// Acts that were or may have been in force on the day and are not worked into the text.
    pub missing: Vec<RegisteredAct>,
    /// Acts that are worked into the text and were not in force on the day.
    pub ahead: Vec<RegisteredAct>,
    /// The day from which the document no longer applies; null for one that has not been repealed.
    #[schema(required = true)]
    pub repealed: Option<String>,
}

/// How well it is known that a text is that of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AsOfBasis {
    /// The text applied on the day.
    Dated,
    /// The day from which the text applied is not known.
    Undated,
    /// The text differs from that of the day, or may differ: see `missing` and `ahead`.
    Gap,
}

/// An act in a register of amendments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegisteredAct {
    /// Its uri.
    pub uri: String,
    /// Its printed id.
    #[schema(required = true)]
    pub identifier: Option<String>,
    /// What it changed, in the words of the register.
    #[schema(required = true)]
    pub andrar: Option<String>,
    /// The day it entered into force.
    #[schema(required = true)]
    pub ikraft: Option<String>,
}

impl From<&RegisterEntry> for RegisteredAct {
    fn from(entry: &RegisterEntry) -> Self {
        Self {
            uri: entry.uri.clone(),
            identifier: entry.identifier.clone(),
            andrar: entry.andrar.clone(),
            ikraft: entry.ikraft.clone(),
        }
    }
}

/// The stored artifact that has the text of a question.
#[derive(Clone, Debug)]
pub(crate) struct TextSource {
    /// Its number; None for a stub.
    pub(crate) stored: Option<i64>,
    /// Which text it is, and why; None for a question without a day.
    pub(crate) as_of: Option<AsOf>,
}

impl TextSource {
    /// The day of the question (`YYYY-MM-DD`).
    pub(crate) fn day(&self) -> Option<&str> {
        self.as_of.as_ref().map(|as_of| as_of.date.as_str())
    }
}

impl AsOf {
    /// What is printed beside the name of the document: the day, and what is not known.
    pub(crate) fn reader_note(&self) -> String {
        let day = format!("lydelse den {}", self.date);
        match self.basis {
            AsOfBasis::Dated => day,
            AsOfBasis::Undated => format!("{day} (lydelsens första dag är inte känd)"),
            AsOfBasis::Gap => format!("{day} (texten är inte säkert dagens: {})", self.uncertain_acts()),
        }
    }

    /// The first acts that make a gap.
    fn uncertain_acts(&self) -> String {
        let acts: Vec<&RegisteredAct> = self.missing.iter().chain(&self.ahead).collect();
        let names: Vec<&str> =
            acts.iter().take(3).map(|act| act.identifier.as_deref().unwrap_or(&act.uri)).collect();
        let more = if acts.len() > names.len() { " m.fl." } else { "" };
        format!("{}{more}", names.join(", "))
    }
}

/// Finds a document and its text: that of a day, or without one that of the uri itself, which may be that of an archived
/// lydelse.
pub(crate) fn find_text(
    snapshot: &Snapshot,
    uri: &str,
    day: Option<Date>,
) -> Result<(CatalogDocument, TextSource), AnswerError> {
    let (document, stored) = find_stored(snapshot, uri)?.ok_or_else(|| AnswerError::no_document(uri))?;
    let Some(day) = day else { return Ok((document, TextSource { stored, as_of: None })) };
    if document.uri != uri {
        return Err(AnswerError::Invalid {
            parameter: "as_of",
            input: Some(day.to_string()),
            message: format!("the uri names one lydelse already; ask for {} instead", document.uri),
        });
    }
    let text = text_on_day(snapshot, &document, day)?;
    Ok((document, text))
}

/// Finds the text of a document on a day.
pub(crate) fn text_on_day(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    day: Date,
) -> Result<TextSource, AnswerError> {
    let base = &snapshot.manifest().base;
    let uri = DocumentUri::new(&document.uri);
    let family = uri.and_then(|uri| Some((ActFamily::of(&uri, base)?, uri)));
    match family {
        Some((family, uri)) => of_act(snapshot, document, (&uri, family), day),
        None => of_published(document, day),
    }
}

/// A text that could apply, as it is stored.
struct StoredText {
    stored: i64,
    uri: String,
    /// None for the document itself.
    version: Option<LydelseId>,
    text: HeldText,
}

fn of_act(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    (uri, family): (&DocumentUri, ActFamily),
    day: Date,
) -> Result<TextSource, AnswerError> {
    let base = &snapshot.manifest().base;
    let record = query_catalog(snapshot, |catalog| catalog.act(uri.as_str()))?.unwrap_or_default();
    let mut texts: Vec<StoredText> = archived(snapshot, uri, family)?
        .into_iter()
        .map(|(id, lydelse)| StoredText {
            stored: lydelse.stored,
            uri: lydelse.uri,
            version: Some(id.clone()),
            text: HeldText {
                named_day: match family {
                    ActFamily::Statute => lydelse.ikraft.as_deref().and_then(date),
                    ActFamily::EuAct => date(id.as_str()),
                },
                node_dates: dates(&lydelse.node_dates),
                named: Vec::new(),
                id: Some(id),
            },
        })
        .collect();
    texts.extend(document.stored.map(|stored| document_text(stored, (uri, family), &record, base)));
    // A document that does not say which lydelse it is comes last.
    texts.sort_by(|a, b| (a.text.id.is_none(), &a.text.id).cmp(&(b.text.id.is_none(), &b.text.id)));
    let own = texts.iter().position(|text| text.version.is_none());
    let by_register = own.filter(|_| family == ActFamily::Statute);

    let register: Vec<&RegisterEntry> = record.register.iter().filter(|entry| changes_text(entry)).collect();
    let (register, changes): (Vec<_>, Vec<_>) =
        register.into_iter().filter_map(|entry| Some((entry, text_change(entry, base, family)?))).unzip();
    let held: Vec<HeldText> = texts.iter().map(|text| text.text.clone()).collect();
    let found = text_of_day(&held, by_register, &changes, day)
        .map_err(|oldest| too_early(&document.uri, day, oldest))?;

    let acts = |indexes: &[usize]| indexes.iter().map(|at| RegisteredAct::from(register[*at])).collect();
    let text = &texts[found.text];
    let repealed = document.expired.clone();
    let until = found.until.map(|until| until.to_string());
    let as_of = AsOf {
        date: day.to_string(),
        version: text.version.as_ref().map(ToString::to_string),
        uri: text.uri.clone(),
        from: found.from.map(|from| from.to_string()),
        until: [until, repealed.clone()].into_iter().flatten().min(),
        basis: match found.certainty {
            Certainty::Dated => AsOfBasis::Dated,
            Certainty::Undated => AsOfBasis::Undated,
            Certainty::Gap => AsOfBasis::Gap,
        },
        missing: acts(&found.missing),
        ahead: acts(&found.ahead),
        repealed,
    };
    Ok(TextSource { stored: Some(text.stored), as_of: Some(as_of) })
}

/// The text that is stored as the document itself.
fn document_text(
    stored: i64,
    (uri, family): (&DocumentUri, ActFamily),
    record: &ActRecord,
    base: &Base,
) -> StoredText {
    let number = |uri: &String| family.parse_id(base.strip(uri)?);
    let id = record.own_id.as_deref().and_then(|id| family.parse_id(id));
    StoredText {
        stored,
        uri: uri.to_string(),
        version: None,
        text: HeldText {
            named_day: match family {
                ActFamily::Statute => None,
                ActFamily::EuAct => id.as_ref().and_then(|id| date(id.as_str())),
            },
            node_dates: dates(&record.node_dates),
            named: record.named_amendments.iter().filter_map(number).collect(),
            id,
        },
    }
}

/// Whether an entry of a register changes the text of the act. The repeal of the whole act does not, nor does an ordinance
/// on when another act enters into force.
fn changes_text(entry: &RegisterEntry) -> bool {
    let words = entry.andrar.as_deref().unwrap_or_default().trim();
    !(words == "upph." || words.starts_with("ikrafttr."))
}

fn text_change(entry: &RegisterEntry, base: &Base, family: ActFamily) -> Option<TextChange> {
    let id = family.parse_id(base.strip(&entry.uri)?)?;
    Some(TextChange { id, day: entry.ikraft.as_deref().and_then(date) })
}

/// The text of a document that has no archived lydelser.
fn of_published(document: &CatalogDocument, day: Date) -> Result<TextSource, AnswerError> {
    let published = document.date.as_deref().and_then(date);
    if let Some(published) = published.filter(|published| *published > day) {
        return Err(too_early(&document.uri, day, Some(published)));
    }
    // Acts change, and of these one text is held.
    let is_fixed = source(&document.source).act_form.is_none();
    let as_of = AsOf {
        date: day.to_string(),
        version: None,
        uri: document.uri.clone(),
        from: published.map(|published| published.to_string()),
        until: document.expired.clone(),
        basis: if is_fixed && published.is_some() { AsOfBasis::Dated } else { AsOfBasis::Undated },
        missing: Vec::new(),
        ahead: Vec::new(),
        repealed: document.expired.clone(),
    };
    Ok(TextSource { stored: document.stored, as_of: Some(as_of) })
}

fn too_early(uri: &str, day: Date, oldest: Option<Date>) -> AnswerError {
    AnswerError::NotFound(match oldest {
        Some(oldest) => {
            format!("no text of {uri} is held for {day}; the oldest day that can be answered is {oldest}")
        }
        None => format!("no text of {uri} is held for {day}"),
    })
}

fn date(text: &str) -> Option<Date> {
    text.parse().ok()
}

fn dates(texts: &[String]) -> Vec<Date> {
    texts.iter().filter_map(|text| date(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_entries_change_the_text() {
        for (words, expected) in [
            (None, true),
            (Some("ändr. 36 §"), true),
            (Some("upph. 3 §"), true),
            (Some("upph."), false),
            (Some("ikrafttr. av 2005:700"), false),
        ] {
            let entry = RegisterEntry { andrar: words.map(str::to_owned), ..RegisterEntry::default() };
            assert_eq!(changes_text(&entry), expected, "{words:?}");
        }
    }
}
