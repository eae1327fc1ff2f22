//! The text of a document on a day.
//!
//! Statutes and EU acts have archived lydelser; `timeline.rs` says which of them applied on a day, `register.rs` which
//! amendments they have, `period.rs` when each of them applied. Other acts (agency
//! regulations, treaties) are held in one text whose day is not known. All other documents are as they were published.

mod period;
mod register;
mod texts;
mod timeline;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Base, DocumentUri, LydelseId, StoredId};
use lagrum_catalog::{ActRecord, CatalogDocument, NamedAmendments};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{UNKNOWN_END, source};
use serde::Serialize;
use utoipa::ToSchema;

pub use self::period::{LydelsePeriod, OldestText, lydelse_periods, oldest_text};
pub use self::register::RegisteredAct;
use self::register::{Amendment, by_titles, date, registered};
pub(crate) use self::texts::{ActTexts, DatedAmendment, DatedText, TextAtDay, act_texts};
use self::timeline::{Act, ActEnd, Certainty, HeldText, TextOfDay};
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
    /// The day from which the document no longer applies; null for one that has not been repealed, and for one that was repealed
    /// on a day that is not known.
    #[schema(required = true)]
    pub repealed: Option<String>,
}

/// How well it is known that a text is that of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AsOfBasis {
    /// The text applied on the day.
    Dated,
    /// The day from which the text applied, or until which it did, is not known.
    Undated,
    /// The text differs from that of the day, or may differ: see `missing` and `ahead`.
    Gap,
    /// The document had been repealed. The text is that of the last day before.
    Repealed,
}

/// The names of the first `most` of some acts, and how many more there are: `SFS 2031:1, SFS 2031:5 och 3 till`.
pub fn named_acts(acts: &[RegisteredAct], most: usize) -> String {
    let names = acts.iter().take(most).map(|act| act.identifier.as_deref().unwrap_or(&act.uri));
    let listed = names.collect::<Vec<_>>().join(", ");
    match acts.len().saturating_sub(most) {
        0 => listed,
        more => format!("{listed} och {more} till"),
    }
}

/// The stored artifact that has the text of a question.
#[derive(Clone, Debug)]
pub(crate) struct TextSource {
    /// Its number; None for a stub.
    pub(crate) stored: Option<StoredId>,
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
            AsOfBasis::Undated => format!("{day} (det är inte känt om texten gällde den dagen)"),
            AsOfBasis::Repealed => match &self.repealed {
                Some(repealed) => format!("{day} (upphävd {repealed})"),
                None => format!("{day} (upphävd)"),
            },
            AsOfBasis::Gap => format!("{day} (texten är inte säkert dagens: {})", self.uncertain_acts()),
        }
    }

    /// The first acts that make a gap.
    fn uncertain_acts(&self) -> String {
        let acts: Vec<RegisteredAct> = self.missing.iter().chain(&self.ahead).cloned().collect();
        named_acts(&acts, 3)
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
    match ActHistory::load(snapshot, document)? {
        Some(history) => history.text_on_day(document, day),
        None => of_published(snapshot, document, day),
    }
}

/// Whether a document is an act.
fn is_act(document: &CatalogDocument) -> bool {
    source(&document.source).is_act(document.kind.as_deref().unwrap_or_default())
}

/// When a document ends or ended.
fn end(document: &CatalogDocument) -> ActEnd {
    match document.expired.as_deref().and_then(date) {
        Some(UNKNOWN_END) => ActEnd::Unknown,
        Some(day) => ActEnd::On(day),
        None => ActEnd::None,
    }
}

/// Whether and when a document ended or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It applies.
    No,
    /// It ended on this day.
    On(Date),
    /// It ended on a day that is not known.
    Unknown,
}

/// When a document ends or ended; [`Ended::No`] for one that has no end.
pub(crate) fn ended(document: &CatalogDocument) -> Ended {
    match end(document) {
        ActEnd::On(end) => Ended::On(end),
        ActEnd::Unknown => Ended::Unknown,
        ActEnd::None => Ended::No,
    }
}

/// Whether a document has ended by a day.
pub(crate) fn has_ended_by(document: &CatalogDocument, today: Date) -> Ended {
    match end(document) {
        ActEnd::On(end) if end <= today => Ended::On(end),
        ActEnd::Unknown => Ended::Unknown,
        ActEnd::On(_) | ActEnd::None => Ended::No,
    }
}

/// The day from which a document no longer applies; None for one that has no end, or one that is not known.
pub(crate) fn repeal_day(document: &CatalogDocument) -> Option<String> {
    match end(document) {
        ActEnd::On(end) => Some(end.to_string()),
        ActEnd::None | ActEnd::Unknown => None,
    }
}

/// The day on which a snapshot was made.
fn made(snapshot: &Snapshot) -> Date {
    date(&snapshot.manifest().day).unwrap_or(Date::MAX)
}

/// A text that could apply, as it is stored.
struct StoredText {
    stored: StoredId,
    uri: String,
    /// None for the document itself.
    version: Option<LydelseId>,
    text: HeldText,
}

/// The texts and amendments of a statute or an EU act.
struct ActHistory {
    /// In the order of the texts of the timeline.
    stored: Vec<StoredText>,
    /// In the order of the changes of the timeline.
    amendments: Vec<RegisteredAct>,
    timeline: Act,
    record: ActRecord,
}

impl ActHistory {
    /// The history of an act; None for a document of neither family.
    fn load(snapshot: &Snapshot, document: &CatalogDocument) -> Result<Option<Self>, AnswerError> {
        let base = &snapshot.manifest().base;
        let Some(uri) = DocumentUri::new(&document.uri).filter(|_| is_act(document)) else { return Ok(None) };
        let Some(family) = ActFamily::of(&uri, base) else { return Ok(None) };
        let record = query_catalog(snapshot, |catalog| catalog.act(uri.as_str()))?.unwrap_or_default();
        let mut texts: Vec<StoredText> = archived(snapshot, &uri, family)?
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
                    named: named(&lydelse.named, base, family),
                    names_unregistered: lydelse.named.unregistered,
                    as_printed: false,
                    id: Some(id),
                },
            })
            .collect();
        texts.extend(document.stored.map(|stored| document_text(stored, &uri, family, &record, base)));
        texts.sort_by(|a, b| {
            let newest = |text: &StoredText| text.text.newest().cloned();
            // Of two with the same amendments the document itself is the newer.
            let key = |text: &StoredText| (newest(text).is_none(), newest(text), text.version.is_none());
            key(a).cmp(&key(b))
        });
        let amendments = match family {
            ActFamily::Statute => registered(&record.register, base, family),
            ActFamily::EuAct => {
                let amending = query_catalog(snapshot, |catalog| catalog.amending_acts(uri.as_str()))?;
                let days = texts.iter().filter(|text| !text.text.as_printed);
                by_titles(&amending, &days.filter_map(|text| text.text.named_day).collect::<Vec<_>>())
            }
        };
        let (amendments, changes) =
            amendments.into_iter().map(|Amendment { act, change }| (act, change)).unzip();
        let own = texts.iter().position(|text| text.version.is_none());
        let timeline = Act {
            texts: texts.iter().map(|text| text.text.clone()).collect(),
            document: own.filter(|_| family == ActFamily::Statute),
            changes,
            end: end(document),
            made: made(snapshot),
            taken: snapshot.manifest().taken.get(&document.source).and_then(|day| date(day)),
        };
        Ok(Some(Self { stored: texts, amendments, timeline, record }))
    }

    fn text_on_day(&self, document: &CatalogDocument, day: Date) -> Result<TextSource, AnswerError> {
        if self.stored.is_empty() {
            return Err(too_early(&document.uri, day, None));
        }
        let found = self.timeline.text_of_day(day).map_err(|oldest| too_early(&document.uri, day, oldest))?;
        let text = &self.stored[found.text];
        let as_of = self.as_of(&found, day);
        Ok(TextSource { stored: Some(text.stored), as_of: Some(as_of) })
    }

    fn as_of(&self, found: &TextOfDay, day: Date) -> AsOf {
        let text = &self.stored[found.text];
        AsOf {
            date: day.to_string(),
            version: text.version.as_ref().map(ToString::to_string),
            uri: text.uri.clone(),
            from: found.from.map(|from| from.to_string()),
            until: found.until.map(|until| until.to_string()),
            basis: match found.certainty {
                Certainty::Dated => AsOfBasis::Dated,
                Certainty::Undated => AsOfBasis::Undated,
                Certainty::Gap => AsOfBasis::Gap,
                Certainty::Repealed => AsOfBasis::Repealed,
            },
            missing: self.acts(&found.missing),
            ahead: self.acts(&found.ahead),
            repealed: match self.timeline.end {
                ActEnd::On(end) => Some(end.to_string()),
                ActEnd::None | ActEnd::Unknown => None,
            },
        }
    }

    /// The amendments with these numbers.
    fn acts(&self, indexes: &[usize]) -> Vec<RegisteredAct> {
        indexes.iter().map(|at| self.amendments[*at].clone()).collect()
    }
}

/// The text that is stored as the document itself.
fn document_text(
    stored: StoredId,
    uri: &DocumentUri,
    family: ActFamily,
    record: &ActRecord,
    base: &Base,
) -> StoredText {
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
            named: named(&record.named, base, family),
            names_unregistered: record.named.unregistered,
            as_printed: family == ActFamily::EuAct && !record.consolidated,
            id,
        },
    }
}

/// The ids of the newer amendments that a text has worked in.
fn named(named: &NamedAmendments, base: &Base, family: ActFamily) -> Vec<LydelseId> {
    named.worked_in.iter().filter_map(|uri| family.parse_id(base.strip(uri)?)).collect()
}

/// The text of a document that has no archived lydelser.
fn of_published(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    day: Date,
) -> Result<TextSource, AnswerError> {
    let published = document.date.as_deref().and_then(date);
    if let Some(published) = published.filter(|published| *published > day) {
        return Err(too_early(&document.uri, day, Some(published)));
    }
    // Acts change, and of these one text is held.
    let is_fixed = !is_act(document);
    let end = end(document);
    let has_ended = match end {
        ActEnd::On(end) => end <= day,
        ActEnd::Unknown => made(snapshot) <= day,
        ActEnd::None => false,
    };
    let end_day = repeal_day(document);
    let as_of = AsOf {
        date: day.to_string(),
        version: None,
        uri: document.uri.clone(),
        from: published.map(|published| published.to_string()),
        until: end_day.clone(),
        basis: match is_fixed && published.is_some() {
            _ if has_ended => AsOfBasis::Repealed,
            true if end != ActEnd::Unknown => AsOfBasis::Dated,
            _ => AsOfBasis::Undated,
        },
        missing: Vec::new(),
        ahead: Vec::new(),
        repealed: end_day,
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

fn dates(texts: &[String]) -> Vec<Date> {
    texts.iter().filter_map(|text| date(text)).collect()
}
