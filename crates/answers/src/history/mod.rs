//! The history of one provision: its distinct texts over time, with the acts that made them.
//!
//! The catalog has the texts of provisions as digests, so artifacts are read only for texts that are asked for
//! and to find the former number of a renumbered provision. `act.rs` has what the provisions of an act share,
//! `followed.rs` follows a provision back under the numbers that it had, `naming.rs` finds the acts of the register that
//! name it, `entries.rs` derives its texts.

mod act;
mod answer;
mod entries;
mod followed;
mod naming;
mod since;
mod then;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Artifact, Location, NamedUnit, StoredId};
use lagrum_cancel::whole;
use lagrum_catalog::RegisterEntry;
use lagrum_render::diff::runs;
use lagrum_render::render_part;
use lagrum_snapshot::Snapshot;

pub(crate) use self::act::{PastActs, PastOfAct};
pub use self::answer::{
    FormerNumber, HistoryAct, HistoryBasis, HistoryChange, HistoryEntry, NamingAct, ProvisionHistory,
    ThenBasis,
};
use self::entries::{Entry, Known, entries};
use self::followed::Followed;
use self::since::{Since, since};
use self::then::text_then;
use crate::AnswerError;
use crate::artifacts::load_fields;
use crate::as_of::has_ended_by;
use crate::changed::ChangedSince;
use crate::lookup::{find_stored, query_catalog};
use crate::provision::no_provision;

/// Which provision, and what to return beside the days of its texts.
#[derive(Clone, Debug)]
pub struct HistoryQuestion {
    /// The uri of an act with an anchor.
    pub uri: String,
    /// Whether the texts are wanted.
    pub text: bool,
    /// Whether the differences are wanted.
    pub diff: bool,
}

/// The history of a provision of a statute or an EU act.
pub fn provision_history(
    snapshot: &Snapshot,
    today: Date,
    question: &HistoryQuestion,
) -> Result<ProvisionHistory, AnswerError> {
    let (act, anchor) = act_and_place(snapshot, today, &question.uri)?;
    History::of(&act, &anchor)?.check(&anchor)?.answer(question)
}

/// The act of a provision, and the anchor that was asked for.
fn act_and_place<'s>(
    snapshot: &'s Snapshot,
    today: Date,
    uri: &str,
) -> Result<(PastOfAct<'s>, Anchor), AnswerError> {
    let place = Location::parse(uri).ok_or_else(|| AnswerError::no_document(uri))?;
    let root = place.document().as_str();
    if find_stored(snapshot, root)?.is_none() {
        return Err(AnswerError::no_document(root));
    }
    let asked = place.anchor().ok_or_else(|| AnswerError::Invalid {
        parameter: "uri",
        input: Some(uri.to_owned()),
        message: "Input should name a provision: the uri of an act, '#' and an anchor".to_owned(),
    })?;
    let act = PastOfAct::load(snapshot, today, root)?;
    let act =
        act.ok_or_else(|| AnswerError::NotFound(format!("{root} is neither a statute nor an EU act")))?;
    Ok((act, asked.clone()))
}

/// What became of a provision after a day. Nothing is known of one that the act never had.
pub(crate) fn history_since(
    act: &PastOfAct<'_>,
    asked: &Anchor,
    day: Date,
) -> Result<ChangedSince, AnswerError> {
    let history = History::of(act, asked)?;
    if history.is_unknown()? {
        return Ok(ChangedSince::default());
    }
    Ok(history.since(&entries(&history.known).0, day))
}

/// The text of a provision that a document of a day cites.
pub(crate) struct FoundThen {
    /// The lydelse that has the text of the day; None for the document itself, and where none is held.
    pub(crate) version: Option<String>,
    pub(crate) basis: ThenBasis,
    pub(crate) since: ChangedSince,
}

/// The text of a provision that a document of a day cites, by an anchor of the provision or of a part of it. None for
/// an anchor of no provision, and for a provision of which nothing is known.
pub(crate) fn then_of(
    act: &PastOfAct<'_>,
    asked: &Anchor,
    day: Date,
) -> Result<Option<FoundThen>, AnswerError> {
    if !act.has_provision(asked) {
        return Ok(None);
    }
    let history = History::of(act, asked)?;
    if history.is_unknown()? {
        return Ok(None);
    }
    let (found, _) = entries(&history.known);
    let then = text_then(&history.known, &found, act.texts.of_day(day).as_ref(), day);
    let mut since = history.since(&found, day);
    if history.known.is_younger_than(day) {
        // What was cited is another act, or this one before it applied.
        since = ChangedSince::default();
    } else if then.number.is_some_and(|number| number > 0) {
        // The provision that had the number then has another number today.
        since.changed = Some(true);
    }
    let version = then.text.and_then(|text| act.texts.texts[text].version.as_ref());
    Ok(Some(FoundThen { version: version.map(ToString::to_string), basis: then.basis, since }))
}

/// One distinct text of a provision.
pub(crate) struct ProvisionWording {
    /// The stored artifact that has it; None where the provision ended.
    pub(crate) stored: Option<StoredId>,
    /// The uri of that artifact.
    pub(crate) uri: String,
    pub(crate) version: Option<String>,
    /// The day on which that artifact shows it; None for one without days.
    pub(crate) shown_on: Option<Date>,
    /// The anchor that it has there.
    pub(crate) anchor: Anchor,
    pub(crate) from: Option<Date>,
    pub(crate) basis: HistoryBasis,
}

/// The distinct texts of a provision, the oldest first.
pub(crate) fn provision_wordings(
    act: &PastOfAct<'_>,
    asked: &Anchor,
) -> Result<Vec<ProvisionWording>, AnswerError> {
    let history = History::of(act, asked)?;
    let wording = |entry: Entry| {
        let text = &act.texts.texts[entry.text];
        ProvisionWording {
            stored: entry.digest.map(|_| text.stored),
            uri: text.uri.clone(),
            version: text.version.as_ref().map(ToString::to_string),
            shown_on: entry.shown_on,
            anchor: history.followed.numbers[entry.number].clone(),
            from: entry.from,
            basis: entry.basis,
        }
    };
    Ok(entries(&history.known).0.into_iter().map(wording).collect())
}

impl PastOfAct<'_> {
    /// The history of a provision, without texts; None where nothing is known of the provision.
    pub(crate) fn history(&self, anchor: &Anchor) -> Result<Option<ProvisionHistory>, AnswerError> {
        let history = History::of(self, anchor)?;
        if history.is_unknown()? {
            return Ok(None);
        }
        let question = HistoryQuestion { uri: String::new(), text: false, diff: false };
        history.answer(&question).map(Some)
    }
}

/// A provision with all that is known of its texts.
struct History<'a> {
    act: &'a PastOfAct<'a>,
    followed: Followed,
    known: Known,
}

impl<'a> History<'a> {
    /// A provision of an act, by an anchor of it or of a part of it.
    fn of(act: &'a PastOfAct<'a>, asked: &Anchor) -> Result<Self, AnswerError> {
        let base = &act.snapshot.manifest().base;
        let unit = act.grammar.whole_provision(asked).unwrap_or_else(|| asked.clone());
        let texts = &act.texts;
        let followed = Followed::back(act.snapshot, &texts.texts, &unit, act.grammar)?;
        let known = Known {
            texts: act.known.clone(),
            moments: followed.moments(texts, base),
            acts: followed.acts(texts, &act.words),
            base: texts.amendments.iter().position(|amendment| amendment.act.uri == act.document.uri),
            end: has_ended_by(&act.document, act.today),
            today: act.today,
        };
        Ok(Self { act, followed, known })
    }

    /// Fails where nothing is known of the provision.
    fn check(self, asked: &Anchor) -> Result<Self, AnswerError> {
        if self.is_unknown()? {
            let PastOfAct { snapshot, document, today, .. } = self.act;
            return Err(no_provision(snapshot, document, &document.uri, asked, *today, &self.nearest()?));
        }
        Ok(self)
    }

    /// Whether neither a text nor the register has the provision.
    fn is_unknown(&self) -> Result<bool, AnswerError> {
        let has_text = self.known.moments.iter().any(|moment| moment.digest.is_some());
        if has_text || self.register().any(|entry| self.is_named(entry)) {
            return Ok(false);
        }
        let stored = self.act.texts.texts.iter().map(|text| text.stored);
        query_catalog(self.act.snapshot, |catalog| {
            for stored in stored {
                if catalog.anchors_of(stored)?.position(self.present()).is_some() {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// What became of it after a day.
    fn since(&self, entries: &[Entry], day: Date) -> ChangedSince {
        let Since { changed, from, acts } = since(&self.known, entries, day);
        let acts = acts.iter().map(|at| self.act.act(&self.act.texts.amendments[*at])).collect();
        ChangedSince { changed, from, acts }
    }

    fn nearest(&self) -> Result<Vec<String>, AnswerError> {
        let Some(text) = self.act.texts.texts.last() else { return Ok(Vec::new()) };
        let list = query_catalog(self.act.snapshot, |catalog| catalog.anchors_of(text.stored))?;
        Ok(crate::provision::nearest(list.iter(), self.present()))
    }

    /// The acts of the register without the act itself.
    fn register(&self) -> impl Iterator<Item = &RegisterEntry> {
        self.act.texts.record.register.iter().filter(|entry| entry.uri != self.act.document.uri)
    }

    /// Whether the register says that an act changed the provision, under the number that it had when the act came.
    fn is_named(&self, entry: &RegisterEntry) -> bool {
        let names = |number: usize| {
            let unit = NamedUnit::of(&self.followed.numbers[number], &[]);
            self.act.words.names(&entry.uri, unit.as_ref())
        };
        if !(0..self.followed.numbers.len()).any(names) {
            return false;
        }
        let texts = &self.act.texts;
        let at = texts.amendments.iter().position(|amendment| amendment.act.uri == entry.uri);
        at.is_none_or(|at| self.followed.numbers_before(texts, at).into_iter().any(names))
    }

    /// The anchor that the provision has, or had last.
    fn present(&self) -> &Anchor {
        &self.followed.numbers[0]
    }

    fn answer(&self, question: &HistoryQuestion) -> Result<ProvisionHistory, AnswerError> {
        let (found, complete) = entries(&self.known);
        let texts = if question.text || question.diff { self.texts_of(&found)? } else { Vec::new() };
        let mut shown: Vec<HistoryEntry> = Vec::new();
        for (at, entry) in found.iter().enumerate() {
            let until = found.get(at + 1).and_then(|next| next.from);
            let mut entry = self.entry(entry, until);
            let text = texts.get(at).cloned().flatten();
            if question.diff {
                let before = at.checked_sub(1).and_then(|before| texts.get(before)?.as_deref());
                let differs = before.zip(text.as_deref()).map(|(before, text)| runs(before, text));
                entry.diff = Some(
                    differs.map(|runs| runs.into_iter().map(|run| (run.mark.into(), run.text)).collect()),
                );
            }
            entry.text = question.text.then_some(text);
            shown.push(entry);
        }
        shown.reverse();
        let mut amendments: Vec<NamingAct> = self
            .register()
            .filter(|entry| self.is_named(entry))
            .map(|entry| self.naming_act(entry))
            .collect();
        amendments.reverse();
        Ok(ProvisionHistory {
            uri: format!("{}#{}", self.act.document.uri, self.present()),
            label: self.act.grammar.label(self.present()),
            document: self.act.document.uri.clone(),
            document_label: self.act.document.label.clone().unwrap_or_else(|| self.act.document.uri.clone()),
            complete,
            entries: shown,
            amendments,
        })
    }

    fn entry(&self, entry: &Entry, until: Option<Date>) -> HistoryEntry {
        let text = &self.act.texts.texts[entry.text];
        let anchor = &self.followed.numbers[entry.number];
        let is_renumbered = entry.change == Some(HistoryChange::Renumbered) && entry.digest.is_some();
        let former = self.followed.numbers.get(entry.number + 1).filter(|_| is_renumbered);
        let acts =
            |acts: &[usize]| acts.iter().map(|at| self.act.act(&self.act.texts.amendments[*at])).collect();
        HistoryEntry {
            from: entry.from.map(|from| from.to_string()),
            until: until.map(|until| until.to_string()),
            basis: entry.basis,
            change: entry.change,
            acts: acts(&entry.acts),
            missing: acts(&entry.missing),
            label: self.act.grammar.label(anchor),
            anchor: anchor.to_string(),
            former: former.map(|former| FormerNumber {
                anchor: former.to_string(),
                label: self.act.grammar.label(former),
            }),
            version: text.version.as_ref().map(ToString::to_string),
            text_sha256: entry.digest.map(hex::encode),
            text: None,
            diff: None,
        }
    }

    fn naming_act(&self, entry: &RegisterEntry) -> NamingAct {
        let mut amendments = self.act.texts.amendments.iter();
        let at = amendments.position(|amendment| amendment.act.uri == entry.uri);
        let is_held = |at: usize| self.known.texts.iter().any(|text| text.worked_in.contains(&at));
        let day = at.and_then(|at| self.act.texts.amendments[at].day).map(|day| day.to_string());
        NamingAct {
            act: entry.uri.clone(),
            identifier: entry.identifier.clone(),
            date: entry.beslutad.clone(),
            in_force: day.or_else(|| entry.ikraft.clone()),
            scope: entry.andrar.clone(),
            forarbeten: entry.forarbeten.clone(),
            held: at.is_some_and(is_held),
        }
    }

    /// The text of each entry.
    fn texts_of(&self, entries: &[Entry]) -> Result<Vec<Option<String>>, AnswerError> {
        let text = |entry: &Entry| {
            if entry.digest.is_none() {
                return Ok(None);
            }
            let held = &self.act.texts.texts[entry.text];
            let artifact = load_fields(self.act.snapshot, held.stored, &held.uri, &Artifact::PRESENTED)?;
            let artifact = artifact.on_day(entry.shown_on.map(|day| day.to_string()).as_deref());
            let part = artifact.presented().part(&self.followed.numbers[entry.number]);
            let rendered = part.map(|part| whole(render_part(&artifact, &part))).transpose()?;
            Ok(rendered.map(|rendered| rendered.text))
        };
        entries.iter().map(text).collect()
    }
}
