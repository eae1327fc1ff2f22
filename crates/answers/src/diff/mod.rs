//! What differs between two lydelser of a statute or an EU act.
//!
//! A comparison has three steps. A [`DiffQuestion`] is parsed, which costs nothing, so that a malformed one is rejected
//! before it waits for anything. [`find_lydelser`] finds the two stored artifacts that it means on a day. [`compare`]
//! compares them, which takes some tens of milliseconds and a hundred megabytes for two long statutes. The comparisons of all
//! answers together have a budget of memory, for all clients together.

mod answer;
mod pair;

use std::time::Duration;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, AnchorGrammar, Base, DocumentUri, LydelseId, StoredId};
use lagrum_cancel::whole;
use lagrum_catalog::RegisterEntry;
use lagrum_render::diff::{LydelseComparison, diff_markdown};
use lagrum_snapshot::Snapshot;
use lagrum_sources::parse_date;

pub use self::answer::{
    DiffLydelse, DiffResponse, DiffSummary, DiffUnitAnswer, RunSign, UnitChangeName, UnitKindName,
};
pub use self::pair::{ComparedLydelse, LydelsePair};
use crate::artifacts::{load_bytes, parse_artifact};
use crate::as_of::{ActName, text_on_day};
use crate::lookup::query_catalog;
use crate::lydelser::{archived, document_with_lydelser};
use crate::memory_budget::{Allocation, MemoryBudget};
use crate::reader_day::first_day;
use crate::{AnswerError, RegisteredAct};

/// Bytes that all comparisons may take together: one of the two largest artifacts there may be, or some of long statutes.
const BUDGET: usize = 640 << 20;

/// Bytes that a comparison takes at most for each byte of its artifacts, trees, words and units together.
const BYTES_PER_BYTE: usize = 20;

/// How long a comparison waits for others to release their memory.
const TIMEOUT: Duration = Duration::from_secs(1);

static COMPARISONS: MemoryBudget = MemoryBudget::new(BUDGET);

/// Two lydelser to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffQuestion {
    document: DocumentUri,
    family: ActFamily,
    sides: Sides,
}

/// How a question names its two lydelser.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sides {
    /// By their ids. Without a second one it is the lydelse in force.
    Ids(LydelseId, Option<LydelseId>),
    /// By days. Without a second one it is the lydelse in force.
    Days(Date, Option<Date>),
}

impl DiffQuestion {
    /// Parses a uri, whose fragment is ignored, and the ids of the two lydelser. Without `to`, the second is the one in
    /// force.
    pub fn parse(base: &Base, uri: &str, from: &str, to: Option<&str>) -> Result<Self, AnswerError> {
        let (document, family) = document_with_lydelser(base, uri)?;
        let version = |text: &str| {
            family
                .parse_id(text)
                .ok_or_else(|| AnswerError::Malformed(format!("{text} is no version id of such a document")))
        };
        let from = version(from)?;
        let to = to.map(version).transpose()?;
        Ok(Self { document, family, sides: Sides::Ids(from, to) })
    }

    /// Parses a uri, whose fragment is ignored, for the lydelser of two days. Without `to`, the second is the one in force.
    pub fn parse_days(base: &Base, uri: &str, from: Date, to: Option<Date>) -> Result<Self, AnswerError> {
        let (document, family) = document_with_lydelser(base, uri)?;
        Ok(Self { document, family, sides: Sides::Days(from, to) })
    }
}

/// The differences between two lydelser.
pub struct DiffAnswer {
    pair: LydelsePair,
    comparison: LydelseComparison,
    acts: Vec<RegisteredAct>,
    _memory: Allocation<'static>,
}

/// Finds the two lydelser of a question in a snapshot.
pub fn find_lydelser(
    snapshot: &Snapshot,
    day: Date,
    question: DiffQuestion,
) -> Result<LydelsePair, AnswerError> {
    let DiffQuestion { document, family, sides } = question;
    let archived: Vec<ComparedLydelse> = archived(snapshot, &document, family)?
        .into_iter()
        .map(|(version, lydelse)| ComparedLydelse {
            stored: lydelse.stored,
            uri: lydelse.uri,
            day: first_day(lydelse.ikraft.as_deref(), &lydelse.lydelse_id),
            version: Some(version),
            current: false,
            as_of: None,
        })
        .collect();
    let stored = stored_current(snapshot, &document, family, day)?;
    let find = |version: &LydelseId| {
        let mut all = archived.iter().chain(&stored);
        let found = all.find(|lydelse| lydelse.version.as_ref() == Some(version)).cloned();
        found.ok_or_else(|| AnswerError::not_found(format!("{document} has no lydelse {version}")))
    };
    let current = |stored: Option<ComparedLydelse>, archived| {
        let current = stored.and_then(|stored| in_force(family, stored, archived, day));
        current.ok_or_else(|| AnswerError::no_document(document.as_str()))
    };
    let (older, newer) = match sides {
        Sides::Ids(from, Some(to)) => {
            let (older, newer) = if from > to { (to, from) } else { (from, to) };
            (find(&older)?, find(&newer)?)
        }
        Sides::Ids(from, None) => {
            let from = find(&from)?;
            (from, current(stored, archived)?)
        }
        Sides::Days(from, to) => {
            let held = query_catalog(snapshot, |catalog| catalog.document(document.as_str()))?;
            let held = held.ok_or_else(|| AnswerError::no_document(document.as_str()))?;
            let on = |day: Date| {
                let as_of = text_on_day(snapshot, &held, day)?.as_of;
                let uri = as_of.as_ref().map(|as_of| &as_of.uri);
                let found = archived.iter().chain(&stored).find(|lydelse| Some(&lydelse.uri) == uri);
                let found = found.ok_or_else(|| AnswerError::no_document(document.as_str()))?;
                Ok::<_, AnswerError>(ComparedLydelse { as_of, day: Some(day.to_string()), ..found.clone() })
            };
            match to {
                Some(to) => (on(from.min(to))?, on(from.max(to))?),
                None => (on(from)?, current(stored.clone(), archived.clone())?),
            }
        }
    };
    Ok(LydelsePair { document, family, older, newer })
}

/// Compares two lydelser.
pub fn compare(snapshot: &Snapshot, pair: LydelsePair) -> Result<DiffAnswer, AnswerError> {
    let text = |lydelse: &'_ ComparedLydelse| ComparedText {
        stored: lydelse.stored,
        uri: lydelse.uri.clone(),
        day: lydelse.day.clone(),
    };
    let (comparison, memory) = compare_texts(snapshot, &text(&pair.older), &text(&pair.newer))?;
    let acts = acts_between(snapshot, &pair)?;
    Ok(DiffAnswer { pair, comparison, acts, _memory: memory })
}

/// A stored text, and the day for which it is compared.
pub(crate) struct ComparedText {
    pub(crate) stored: StoredId,
    pub(crate) uri: String,
    pub(crate) day: Option<String>,
}

/// Compares two stored texts, within the memory of all comparisons.
pub(crate) fn compare_texts(
    snapshot: &Snapshot,
    older: &ComparedText,
    newer: &ComparedText,
) -> Result<(LydelseComparison, Allocation<'static>), AnswerError> {
    let bytes = |text: &ComparedText| load_bytes(snapshot, text.stored, &text.uri);
    let (old_bytes, new_bytes) = (bytes(older)?, bytes(newer)?);
    let memory = (old_bytes.len() + new_bytes.len()).saturating_mul(BYTES_PER_BYTE).min(BUDGET);
    let memory = COMPARISONS.allocate(memory, TIMEOUT).ok_or(AnswerError::Overloaded)?;
    let artifact = |text: &ComparedText, bytes: Vec<u8>| {
        let artifact = parse_artifact(&bytes, None, &text.uri)?;
        Ok::<_, AnswerError>(artifact.on_day(text.day.as_deref()))
    };
    let (older, newer) = (artifact(older, old_bytes)?, artifact(newer, new_bytes)?);
    Ok((whole(LydelseComparison::of(&older, &newer))?, memory))
}

/// The acts in the register of a statute after its older lydelse, up to the newer one.
fn acts_between(snapshot: &Snapshot, pair: &LydelsePair) -> Result<Vec<RegisteredAct>, AnswerError> {
    if pair.family != ActFamily::Statute {
        return Ok(Vec::new());
    }
    let base = &snapshot.manifest().base;
    let record = query_catalog(snapshot, |catalog| catalog.act(pair.document.as_str()))?.unwrap_or_default();
    let is_between = |entry: &&RegisterEntry| {
        let id = base.strip(&entry.uri).and_then(|id| pair.family.parse_id(id));
        id.is_some()
            && id > pair.older.version
            && pair.newer.version.as_ref().is_none_or(|newer| id.as_ref() <= Some(newer))
    };
    let act = |entry: &RegisterEntry| {
        let day = entry.ikraft.as_deref().and_then(parse_date);
        RegisteredAct::of(&ActName::from(entry), Some(entry), day, true)
    };
    Ok(record.register.iter().filter(is_between).map(act).collect())
}

impl DiffAnswer {
    /// The two lydelser.
    pub fn pair(&self) -> &LydelsePair {
        &self.pair
    }

    /// The whole newer text as HTML, with what differs marked.
    pub fn html(&self) -> String {
        self.comparison.html(self.grammar())
    }

    /// The units and what became of them. With `with_same` unchanged units have their text too.
    pub fn answer(&self, with_same: bool) -> Result<DiffResponse, AnswerError> {
        let units = whole(self.comparison.units(self.grammar(), with_same))?;
        Ok(DiffResponse::new(&self.pair, units, self.grammar(), self.acts.clone()))
    }

    /// The newer text as markdown, with what differs marked.
    pub fn markdown(&self) -> Result<String, AnswerError> {
        Ok(diff_markdown(&whole(self.comparison.units(self.grammar(), true))?))
    }

    /// What differs as markdown, without unchanged units.
    pub fn changed_markdown(&self) -> Result<String, AnswerError> {
        Ok(diff_markdown(&whole(self.comparison.units(self.grammar(), false))?))
    }

    fn grammar(&self) -> AnchorGrammar {
        self.pair.family.grammar()
    }
}

/// The lydelse that is stored as the document itself. It is not `current` for an EU act as first printed.
fn stored_current(
    snapshot: &Snapshot,
    document: &DocumentUri,
    family: ActFamily,
    today: Date,
) -> Result<Option<ComparedLydelse>, AnswerError> {
    let held = query_catalog(snapshot, |catalog| catalog.document(document.as_str()))?;
    let Some(stored) = held.and_then(|held| held.stored) else { return Ok(None) };
    let record = query_catalog(snapshot, |catalog| catalog.act(document.as_str()))?.unwrap_or_default();
    let version = record.own_id.and_then(|id| family.parse_id(&id));
    Ok(Some(ComparedLydelse {
        stored,
        uri: document.to_string(),
        version,
        current: record.consolidated,
        as_of: None,
        day: Some(today.to_string()),
    }))
}

/// The lydelse that is the law on a day: of a statute the stored one, of an EU act the newest whose day has come.
///
/// The lydelser of an EU act are named by the day they begin to apply, and some are published before it. An act of which
/// every lydelse lies ahead has none in force; its oldest one stands in, under its own name.
fn in_force(
    family: ActFamily,
    stored: ComparedLydelse,
    archived: Vec<ComparedLydelse>,
    today: Date,
) -> Option<ComparedLydelse> {
    let undated = stored.current && stored.version.is_none();
    if family == ActFamily::Statute || undated {
        return Some(ComparedLydelse { current: true, ..stored });
    }
    let today = family.parse_id(&today.to_string());
    let mut lydelser: Vec<ComparedLydelse> = archived.into_iter().chain([stored]).collect();
    lydelser.sort_by(|a, b| a.version.cmp(&b.version));
    let begun = lydelser.iter().rposition(|lydelse| lydelse.version <= today);
    Some(match begun {
        Some(newest) => ComparedLydelse { current: true, ..lydelser.swap_remove(newest) },
        None => ComparedLydelse { current: false, ..lydelser.into_iter().next()? },
    })
}
