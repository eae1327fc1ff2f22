//! The texts and amendments of a statute or an EU act, as they are stored and on the timeline.

use std::collections::BTreeSet;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Base, DocumentUri, LydelseId, StoredId};
use lagrum_catalog::{ActRecord, CatalogDocument, CatalogProblem, CatalogReader, NamedAmendments};
use lagrum_chronicle::{ActTimeline, Certainty, HeldAct, TextOfDay, TimelineText};
use lagrum_snapshot::{Manifest, Snapshot};

use super::answer::{AsOf, AsOfBasis, TextSource, too_early};
use super::begins::stated_entry;
use super::end::{end_of, is_act};
use super::register::{ActName, Amendment, RegisterByUri, RegisteredAct, by_titles, date, registered};
use crate::AnswerError;
use crate::lookup::query_catalog;
use crate::lydelser::archived_in;

/// The day on which a snapshot was made.
pub(crate) fn made(manifest: &Manifest) -> Date {
    date(&manifest.day).unwrap_or(Date::MAX)
}

/// The day up to which a document is known: that on which its source was taken, else that on which the snapshot was made.
pub(crate) fn known_until(manifest: &Manifest, document: &CatalogDocument) -> Date {
    let taken = manifest.taken.get(&document.source).and_then(|day| date(day));
    taken.unwrap_or_else(|| made(manifest))
}

/// A text that could apply, as it is stored.
pub(super) struct StoredText {
    pub(super) stored: StoredId,
    pub(super) uri: String,
    /// None for the document itself.
    pub(super) version: Option<LydelseId>,
    pub(super) text: TimelineText,
}

/// The texts and amendments of a statute or an EU act.
pub(super) struct ActHistory {
    /// In the order of the texts of the timeline.
    pub(super) stored: Vec<StoredText>,
    /// In the order of the changes of the timeline.
    pub(super) amendments: Vec<ActName>,
    pub(super) timeline: ActTimeline,
    pub(super) record: ActRecord,
}

impl ActHistory {
    /// The history of an act in a snapshot; None for a document of neither family.
    pub(super) fn of(snapshot: &Snapshot, document: &CatalogDocument) -> Result<Option<Self>, AnswerError> {
        query_catalog(snapshot, |catalog| Self::load(catalog, snapshot.manifest(), document))
    }

    /// The history of an act; None for a document of neither family.
    pub(super) fn load(
        catalog: &CatalogReader<'_>,
        manifest: &Manifest,
        document: &CatalogDocument,
    ) -> Result<Option<Self>, CatalogProblem> {
        let base = &manifest.base;
        let Some(uri) = DocumentUri::new(&document.uri).filter(|_| is_act(document)) else { return Ok(None) };
        let Some(family) = ActFamily::of(&uri, base) else { return Ok(None) };
        let record = catalog.act(uri.as_str())?.unwrap_or_default();
        let mut texts: Vec<StoredText> = archived_in(catalog, &uri, family)?
            .into_iter()
            .map(|(id, lydelse)| StoredText {
                stored: lydelse.stored,
                uri: lydelse.uri,
                version: Some(id.clone()),
                text: TimelineText {
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
        let mut own = document.stored.map(|stored| document_text(stored, &uri, family, &record, base));
        if let Some(StoredText { text, .. }) = own.as_mut().filter(|own| own.text.as_printed) {
            // It does not apply before it is in force.
            text.named_day = text.named_day.max(stated_entry(catalog, uri.as_str())?);
        }
        texts.extend(own);
        texts.sort_by(|a, b| {
            let newest = |text: &StoredText| text.text.newest().cloned();
            // Of two with the same amendments the document itself is the newer.
            let key = |text: &StoredText| (newest(text).is_none(), newest(text), text.version.is_none());
            key(a).cmp(&key(b))
        });
        let amendments = match family {
            ActFamily::Statute => registered(&record.register, uri.as_str(), base, family),
            ActFamily::EuAct => {
                let amending = catalog.amending_acts(uri.as_str())?;
                let days = texts.iter().filter(|text| !text.text.as_printed);
                by_titles(&amending, &days.filter_map(|text| text.text.named_day).collect::<Vec<_>>())
            }
        };
        let (amendments, changes) =
            amendments.into_iter().map(|Amendment { act, change }| (act, change)).unzip();
        let own = texts.iter().position(|text| text.version.is_none());
        let timeline = ActTimeline::new(HeldAct {
            texts: texts.iter().map(|text| text.text.clone()).collect(),
            document: own.filter(|_| family == ActFamily::Statute),
            changes,
            end: end_of(document),
            made: made(manifest),
            known_until: known_until(manifest, document),
        });
        lagrum_cancel::check()?;
        Ok(Some(Self { stored: texts, amendments, timeline, record }))
    }

    pub(super) fn text_on_day(
        &self,
        document: &CatalogDocument,
        day: Date,
    ) -> Result<TextSource, AnswerError> {
        if self.stored.is_empty() {
            return Err(too_early(&document.uri, day, None));
        }
        let found = self.timeline.text_of_day(day).map_err(|oldest| too_early(&document.uri, day, oldest))?;
        let text = &self.stored[found.text];
        let as_of = self.as_of(&found, day);
        Ok(TextSource { as_of: Some(as_of), ..TextSource::undated(Some(text.stored)) })
    }

    pub(super) fn as_of(&self, found: &TextOfDay, day: Date) -> AsOf {
        let text = &self.stored[found.text];
        AsOf {
            date: day.to_string(),
            version: text.version.as_ref().map(ToString::to_string),
            uri: text.uri.clone(),
            from: found.from.map(|from| from.to_string()),
            until: found.until.map(|until| until.to_string()),
            basis: if found.has_ended { AsOfBasis::Repealed } else { found.certainty.into() },
            missing: self.acts(&found.missing),
            ahead: self.acts(&found.ahead),
            repealed: self.timeline.act().end.day().map(|end| end.to_string()),
            known_until: (found.certainty == Certainty::AsKnown && !found.has_ended)
                .then(|| self.timeline.act().known_until.to_string()),
            because: None,
            composed: false,
            provisions: None,
        }
    }

    /// The amendments with these numbers.
    pub(super) fn acts(&self, indexes: &[usize]) -> Vec<RegisteredAct> {
        let entries = RegisterByUri::new(&self.record.register, indexes.len());
        let act = |at: &usize| {
            let (name, day) = (&self.amendments[*at], self.timeline.act().changes[*at].day);
            RegisteredAct::of(name, entries.entry(name), day, self.timeline.is_held(*at))
        };
        indexes.iter().map(act).collect()
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
        text: TimelineText {
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
fn named(named: &NamedAmendments, base: &Base, family: ActFamily) -> BTreeSet<LydelseId> {
    named.worked_in.iter().filter_map(|uri| family.parse_id(base.strip(uri)?)).collect()
}

fn dates(texts: &[String]) -> BTreeSet<Date> {
    texts.iter().filter_map(|text| date(text)).collect()
}
