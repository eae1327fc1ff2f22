//! The held texts of an act with their periods and the amendments worked into each. Histories of provisions are derived
//! from them.

use jiff::civil::Date;
use lagrum_artifact::{LydelseId, StoredId};
use lagrum_catalog::{ActRecord, CatalogDocument, CatalogProblem, CatalogReader};
use lagrum_snapshot::Manifest;

use super::act_history::ActHistory;
use super::register::ActName;

/// The texts and amendments of a statute or an EU act.
pub(crate) struct ActTexts {
    /// Those that were the text of some day, the oldest first.
    pub(crate) texts: Vec<DatedText>,
    /// The amendments that change its text, in the order of their numbers. The first of a statute is the act itself.
    pub(crate) amendments: Vec<DatedAmendment>,
    /// What the act says of itself over time.
    pub(crate) record: ActRecord,
    /// The whole act; None for an act that is held in one text whose days are not known.
    pub(super) history: Option<ActHistory>,
    /// For each text of the timeline its index in `texts`; None for a text that never applied.
    by_text: Vec<Option<usize>>,
}

impl ActTexts {
    /// An act that is held in one text whose days are not known.
    pub(crate) fn of_one_text(document: &CatalogDocument) -> Self {
        let text = document.stored.map(|stored| DatedText {
            stored,
            uri: document.uri.clone(),
            version: None,
            from: None,
            marks: Vec::new(),
            worked_in: Vec::new(),
            as_printed: true,
        });
        Self {
            texts: text.into_iter().collect(),
            amendments: Vec::new(),
            record: ActRecord::default(),
            history: None,
            by_text: Vec::new(),
        }
    }

    /// The text that was the whole text of the act on a day, whether or not it has all amendments of the day worked in; None
    /// where none is held.
    pub(crate) fn in_force_on(&self, day: Date) -> Option<usize> {
        let found = self.history.as_ref()?.timeline.text_of_day(day).ok()?;
        self.by_text.get(found.text).copied().flatten().filter(|_| !found.has_ended)
    }
}

/// A text that applied on some day.
pub(crate) struct DatedText {
    pub(crate) stored: StoredId,
    /// Its uri under `/document`.
    pub(crate) uri: String,
    /// Its lydelse id; None for the document itself.
    pub(crate) version: Option<LydelseId>,
    /// The first day on which it applied; None where it is not known.
    pub(crate) from: Option<Date>,
    /// The days from or until which parts of it apply, rising.
    pub(crate) marks: Vec<Date>,
    /// The indexes of the amendments that are worked in, rising.
    pub(crate) worked_in: Vec<usize>,
    /// Whether it is an EU act as printed.
    pub(crate) as_printed: bool,
}

/// An amendment.
#[derive(Clone, Debug)]
pub(crate) struct DatedAmendment {
    pub(crate) act: ActName,
    /// The day it entered into force.
    pub(crate) day: Option<Date>,
    /// A day before which it was not in force.
    pub(crate) earliest: Option<Date>,
}

/// The texts and amendments of an act; None for a document that is no statute and no EU act.
pub(crate) fn act_texts(
    catalog: &CatalogReader<'_>,
    manifest: &Manifest,
    document: &CatalogDocument,
) -> Result<Option<ActTexts>, CatalogProblem> {
    let Some(history) = ActHistory::load(catalog, manifest, document)? else { return Ok(None) };
    let mut order: Vec<usize> = (0..history.amendments.len()).collect();
    let timeline = &history.timeline;
    order.sort_by(|a, b| timeline.act().changes[*a].id.cmp(&timeline.act().changes[*b].id));
    let amendment = |at: &usize| DatedAmendment {
        act: history.amendments[*at].clone(),
        day: timeline.act().changes[*at].day,
        earliest: timeline.act().changes[*at].earliest(),
    };
    let amendments = order.iter().map(amendment).collect();
    let mut applied = timeline.applied_from();
    if applied.is_empty() {
        // Of an act without a register no day is known.
        applied = (0..history.stored.len()).map(|at| (at, None)).collect();
    }
    let mut by_text = vec![None; history.stored.len()];
    for (at, (text, _)) in applied.iter().enumerate() {
        by_text[*text] = Some(at);
    }
    let texts = applied.into_iter().take_while(|_| lagrum_cancel::check().is_ok()).map(|(at, from)| {
        let text = &history.stored[at];
        let is_worked_in = |at: &usize| text.text.has_worked_in(&timeline.act().changes[order[*at]]);
        DatedText {
            stored: text.stored,
            uri: text.uri.clone(),
            version: text.version.clone(),
            from,
            marks: text.text.node_dates.iter().copied().collect(),
            worked_in: (0..order.len()).filter(is_worked_in).collect(),
            as_printed: text.text.as_printed,
        }
    });
    let texts = texts.collect();
    lagrum_cancel::check()?;
    let record = history.record.clone();
    Ok(Some(ActTexts { texts, amendments, record, history: Some(history), by_text }))
}
