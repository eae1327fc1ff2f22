//! The history of one provision: its distinct texts over time, with the acts that made them.
//!
//! What bore its numbers on each day is decided in [`lagrum_chronicle`]; here it is put into the words and shapes of an
//! answer. Artifacts are read only for texts that are asked for.

mod act;
mod answer;
mod brief;
mod on_day;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Artifact, Location, StoredId};
use lagrum_cancel::whole;
use lagrum_chronicle::{Borne, Certainty, LineChange, LineEntry, ProvisionLine};
use lagrum_render::diff::runs;
use lagrum_render::render_part;
use lagrum_snapshot::Snapshot;

pub(crate) use self::act::{PastActs, PastOfAct};
pub use self::answer::{
    FormerNumber, HistoryAct, HistoryBasis, HistoryChange, HistoryEntry, ProvisionHistory, ThenBasis,
};
pub(crate) use self::brief::{ChangeInBrief, TextInBrief};
pub use self::on_day::{HistoryDay, history_on_day};
use crate::AnswerError;
use crate::artifacts::load_fields;
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
    let history = History { act: &act, line: act.line(&anchor)? };
    if history.is_unknown()? {
        return Err(no_provision(
            snapshot,
            act.document(),
            &act.document().uri,
            &anchor,
            today,
            None,
            &history.nearest()?,
        ));
    }
    history.answer(question)
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
        act.ok_or_else(|| AnswerError::not_found(format!("{root} is neither a statute nor an EU act")))?;
    Ok((act, asked.clone()))
}

/// What became of a provision after a day. Nothing is known of one that the act never had.
pub(crate) fn history_since(
    act: &PastOfAct<'_>,
    asked: &Anchor,
    day: Date,
) -> Result<ChangedSince, AnswerError> {
    let history = History { act, line: act.line(asked)? };
    if history.is_unknown()? {
        return Ok(ChangedSince::default());
    }
    Ok(history.since(day))
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
    let history = History { act, line: act.line(asked)? };
    if history.is_unknown()? {
        return Ok(None);
    }
    let present = history.line.present();
    let found = present.facts.on(&present.spans, day);
    let found = act.act.as_known(found, day);
    let mut since = history.since(day);
    if found.borne == Borne::ActComing {
        // What was cited is another act, or this one before it applied.
        since = ChangedSince::default();
    } else if history.line.number_on(day) > 0 {
        // The provision that had the number then has another number today.
        since.changed = Some(true);
    }
    let shown = found
        .borne
        .digest()
        .and_then(|digest| present.facts.shown_by(digest, act.act.texts.in_force_on(day), day));
    let version = shown.and_then(|at| act.act.texts.texts[present.facts.moments[at].text].version.as_ref());
    let basis = match found.borne {
        Borne::Text { certainty, .. } => ThenBasis::from(certainty),
        Borne::NotHeld { .. } => ThenBasis::Earlier,
        _ => ThenBasis::Undated,
    };
    Ok(Some(FoundThen { version: version.map(ToString::to_string), basis, since }))
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
    let history = History { act, line: act.line(asked)? };
    let wording = |entry: LineEntry| {
        let number = &history.line.numbers()[entry.number];
        let moment = entry.moment.map(|at| &number.facts.moments[at]);
        let text = moment.map(|moment| &act.act.texts.texts[moment.text]);
        ProvisionWording {
            stored: text.map(|text| text.stored),
            uri: text.map_or_else(|| act.document().uri.clone(), |text| text.uri.clone()),
            version: text.and_then(|text| text.version.as_ref()).map(ToString::to_string),
            shown_on: moment.and_then(|moment| moment.shown_on),
            anchor: number.anchor.clone(),
            from: entry.from,
            basis: entry.certainty.into(),
        }
    };
    Ok(history.line.entries().into_iter().map(wording).collect())
}

/// A provision with all that is known of it over time.
struct History<'a> {
    act: &'a PastOfAct<'a>,
    line: ProvisionLine<'a>,
}

impl History<'_> {
    /// Whether neither a text nor the register has the provision.
    fn is_unknown(&self) -> Result<bool, AnswerError> {
        let numbers = self.line.numbers();
        let has_text = |facts: &lagrum_chronicle::NumberFacts<'_>| {
            facts.moments.iter().any(|moment| moment.digest.is_some())
        };
        let is_named =
            |facts: &lagrum_chronicle::NumberFacts<'_>| facts.said.iter().any(|said| said.is_named());
        if numbers.iter().any(|number| has_text(&number.facts) || is_named(&number.facts)) {
            return Ok(false);
        }
        let present = &self.line.present().anchor;
        query_catalog(self.act.snapshot, |catalog| {
            for text in &self.act.act.texts.texts {
                if self.act.act.anchors(catalog, text.stored)?.position(present).is_some() {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// What became of it after a day.
    fn since(&self, day: Date) -> ChangedSince {
        let since = self.line.since(day, self.act.today);
        let acts = since.acts.iter().map(|act| self.act.history_act(*act)).collect();
        ChangedSince { changed: since.changed, from: since.from, acts }
    }

    fn nearest(&self) -> Result<Vec<String>, AnswerError> {
        let Some(text) = self.act.act.texts.texts.last() else { return Ok(Vec::new()) };
        let list = query_catalog(self.act.snapshot, |catalog| self.act.act.anchors(catalog, text.stored))?;
        Ok(crate::provision::nearest(list.iter(), &self.line.present().anchor))
    }

    fn answer(&self, question: &HistoryQuestion) -> Result<ProvisionHistory, AnswerError> {
        let found = self.line.entries();
        let texts = if question.text || question.diff { self.texts_of(&found)? } else { Vec::new() };
        let mut shown: Vec<HistoryEntry> = Vec::new();
        for (at, entry) in found.iter().enumerate() {
            let mut entry = self.entry(entry, at.checked_sub(1).map(|before| &found[before]));
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
        let present = &self.line.present().anchor;
        let document = self.act.document();
        Ok(ProvisionHistory {
            uri: format!("{}#{present}", document.uri),
            label: self.act.act.grammar.label(present),
            document: document.uri.clone(),
            document_label: document.label.clone().unwrap_or_else(|| document.uri.clone()),
            complete: self.line.is_complete(self.act.today),
            entries: shown,
            amendments: self.act.act.amended_by(&self.line),
        })
    }

    fn entry(&self, entry: &LineEntry, before: Option<&LineEntry>) -> HistoryEntry {
        let number = &self.line.numbers()[entry.number];
        let moment = entry.moment.map(|at| &number.facts.moments[at]);
        let version = moment.and_then(|moment| self.act.act.texts.texts[moment.text].version.as_ref());
        let former = before.map(|before| before.number).filter(|former| *former != entry.number);
        let former = former.map(|former| &self.line.numbers()[former].anchor);
        let grammar = self.act.act.grammar;
        let acts = |acts: &[usize]| acts.iter().map(|act| self.act.history_act(*act)).collect();
        HistoryEntry {
            from: entry.from.map(|from| from.to_string()),
            may_be_older: entry.may_be_older,
            until: entry.until.map(|until| until.to_string()),
            basis: entry.certainty.into(),
            change: self.change(entry),
            acts: acts(&entry.acts),
            missing: acts(&entry.missing),
            label: grammar.label(&number.anchor),
            anchor: number.anchor.to_string(),
            former: former
                .map(|former| FormerNumber { anchor: former.to_string(), label: grammar.label(former) }),
            version: version.map(ToString::to_string),
            text_sha256: entry.digest.map(hex::encode),
            text: None,
            diff: None,
        }
    }

    /// What became of the provision; of a day to come that it is to come.
    fn change(&self, entry: &LineEntry) -> Option<HistoryChange> {
        let is_coming = entry.from.is_some_and(|from| from > self.act.today);
        entry.change.map(|change| match change {
            _ if is_coming => HistoryChange::Coming,
            LineChange::Inserted => HistoryChange::Inserted,
            LineChange::Amended => HistoryChange::Amended,
            LineChange::Renumbered => HistoryChange::Renumbered,
            LineChange::Repealed => HistoryChange::Repealed,
            LineChange::Restored => HistoryChange::Restored,
        })
    }

    /// The text of each entry: that of the moment whose digest the entry has.
    fn texts_of(&self, entries: &[LineEntry]) -> Result<Vec<Option<String>>, AnswerError> {
        let text = |entry: &LineEntry| {
            let number = &self.line.numbers()[entry.number];
            let Some(moment) = entry.moment.map(|at| &number.facts.moments[at]) else { return Ok(None) };
            let held = &self.act.act.texts.texts[moment.text];
            let artifact = load_fields(self.act.snapshot, held.stored, &held.uri, &Artifact::PRESENTED)?;
            let artifact = artifact.on_day(moment.shown_on.map(|day| day.to_string()).as_deref());
            let part = artifact.presented().part(&number.anchor);
            let rendered = part.map(|part| whole(render_part(&artifact, &part))).transpose()?;
            Ok(rendered.map(|rendered| rendered.text))
        };
        entries.iter().map(text).collect()
    }
}

impl From<Certainty> for HistoryBasis {
    fn from(certainty: Certainty) -> Self {
        match certainty {
            Certainty::Dated | Certainty::AsKnown => Self::Dated,
            Certainty::Undated | Certainty::Earlier => Self::Undated,
            Certainty::Gap => Self::Gap,
        }
    }
}

impl From<Certainty> for ThenBasis {
    fn from(certainty: Certainty) -> Self {
        match certainty {
            Certainty::Dated => Self::Dated,
            Certainty::AsKnown => Self::AsKnown,
            Certainty::Undated => Self::Undated,
            Certainty::Gap => Self::Gap,
            Certainty::Earlier => Self::Earlier,
        }
    }
}
