//! Which of the cited provisions have changed since a day.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Location};
use lagrum_render::diff::runs;
use lagrum_snapshot::Snapshot;

use super::answer::{ExtractResponse, ExtractedTarget, TargetChange};
use super::provision_uri::provision_uri;
use crate::changed::ChangedSince;
use crate::history::{HistoryAct, PastActs, history_since};
use crate::lookup::find_stored;
use crate::provision::{ProvisionContext, ProvisionForm, ProvisionQuestion, provision};
use crate::{AnswerError, RunSign};

/// Adds to each target of an answer what became of it after a day.
pub(super) fn add_changes(
    snapshot: &Snapshot,
    today: Date,
    since: Date,
    with_diff: bool,
    answer: &mut ExtractResponse,
) -> Result<(), AnswerError> {
    let mut provisions =
        Provisions { acts: PastActs::new(snapshot, today), since, histories: HashMap::new() };
    let mut known: HashMap<String, Change> = HashMap::new();
    for target in answer.occurrences.iter_mut().flat_map(|occurrence| &mut occurrence.targets) {
        lagrum_cancel::check()?;
        let found = match known.get(&target.uri) {
            Some(known) => known.clone(),
            None => change(&mut provisions, snapshot, today, with_diff, target)?,
        };
        target.changed_since = Some(found.changed_since);
        target.changed = Some(found.changed.clone());
        known.insert(target.uri.clone(), found);
    }
    Ok(())
}

/// What is known of a target after a day.
#[derive(Clone, Default)]
struct Change {
    /// Whether it changed; None where neither the held texts nor the register can tell.
    changed_since: Option<bool>,
    /// None where it did not, and where the day is not known.
    changed: Option<TargetChange>,
}

/// What became of the provisions of a question, each followed once whatever parts of it are cited.
struct Provisions<'s> {
    acts: PastActs<'s>,
    since: Date,
    /// By the uri of the whole provision.
    histories: HashMap<String, ChangedSince>,
}

impl Provisions<'_> {
    /// What became of a place in an act.
    fn changed(&mut self, root: &str, anchor: &Anchor) -> Result<ChangedSince, AnswerError> {
        let Some(act) = self.acts.get(root)? else { return Ok(ChangedSince::default()) };
        let uri = provision_uri(&act, anchor);
        if let Some(known) = self.histories.get(&uri) {
            return Ok(known.clone());
        }
        let found = history_since(&act, anchor, self.since)?;
        self.histories.insert(uri, found.clone());
        Ok(found)
    }
}

fn change(
    provisions: &mut Provisions<'_>,
    snapshot: &Snapshot,
    today: Date,
    with_diff: bool,
    target: &ExtractedTarget,
) -> Result<Change, AnswerError> {
    let since = provisions.since;
    let Some(place) = Location::parse(&target.uri) else { return Ok(Change::default()) };
    let root = place.document().as_str();
    let found = match place.anchor() {
        Some(anchor) => provisions.changed(root, anchor)?,
        None => ended_since(snapshot, root, since, today)?,
    };
    let changed_since = found.changed;
    let Some(from) = found.from.filter(|_| changed_since == Some(true)) else {
        return Ok(Change { changed_since, changed: None });
    };
    let mut by = found.acts;
    // The register does not name the act that ended a whole act; the state of the place does.
    if by.is_empty() && target.until.as_deref() == Some(from.to_string().as_str()) {
        by.extend(target.act.as_ref().map(|uri| ended_by(snapshot, uri, from)).transpose()?);
    }
    let diff = match place.anchor() {
        Some(_) if with_diff => Some(difference(snapshot, today, &target.uri, since)?),
        _ => None,
    };
    Ok(Change { changed_since, changed: Some(TargetChange { from: from.to_string(), acts: by, diff }) })
}

/// The act that ended something.
fn ended_by(snapshot: &Snapshot, uri: &str, day: Date) -> Result<HistoryAct, AnswerError> {
    let held = find_stored(snapshot, uri)?.map(|(document, _)| document);
    Ok(HistoryAct {
        uri: uri.to_owned(),
        identifier: held.and_then(|document| document.label),
        in_force: Some(day.to_string()),
        forarbeten: Vec::new(),
    })
}

/// A document that is cited as a whole has changed where it no longer applies.
fn ended_since(
    snapshot: &Snapshot,
    root: &str,
    since: Date,
    today: Date,
) -> Result<ChangedSince, AnswerError> {
    let Some((document, _)) = find_stored(snapshot, root)? else { return Ok(ChangedSince::default()) };
    let end = crate::as_of::repeal_day(&document).and_then(|day| day.parse::<Date>().ok());
    let end = end.filter(|end| *end > since && *end <= today);
    Ok(ChangedSince { changed: Some(end.is_some()), from: end, acts: Vec::new() })
}

/// What differs between the text of a provision on a day and that of today; None where one of them is not held.
fn difference(
    snapshot: &Snapshot,
    today: Date,
    uri: &str,
    day: Date,
) -> Result<Option<Vec<(RunSign, String)>>, AnswerError> {
    let text = |as_of: Date| {
        let question = ProvisionQuestion {
            uri: uri.to_owned(),
            form: ProvisionForm::Text,
            as_of: Some(as_of),
            context: ProvisionContext::None,
        };
        match provision(snapshot, today, &question) {
            Ok(found) => Ok(found.text),
            Err(AnswerError::NotFound(_) | AnswerError::Gone(_)) => Ok(None),
            Err(error) => Err(error),
        }
    };
    let (before, now) = (text(day)?, text(today)?);
    let runs = before.zip(now).map(|(before, now)| runs(&before, &now));
    Ok(runs.map(|runs| runs.into_iter().map(|run| (run.mark.into(), run.text)).collect()))
}
