//! The rows of a list: what is told of each event, with the texts of the provisions before and after.

use std::collections::HashMap;
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, ProvisionNumber, RegisterChange};
use lagrum_catalog::{CatalogDocument, RegisterEntry};
use lagrum_chronicle::Borne;
use lagrum_render::diff::runs;
use lagrum_snapshot::Snapshot;

use super::answer::{ListedAct, ListedChange, ListedProvision, ListedProvisionChange, ListedText};
use super::events::is_of;
use super::formal::{MovedNumber, is_formal};
use super::found::FoundEvent;
use super::kind::ListedKind;
use super::question::ListQuestion;
use super::scope_words::scope_words;
use super::why::Reasons;
use crate::anchor_labels::anchor_labels;
use crate::as_of::TextSource;
use crate::chronicle::ActInTime;
use crate::lookup::query_catalog;
use crate::place_state::PlaceState;
use crate::provision::{NumberInTime, OnOneDay, ProvisionReader};
use crate::{AnswerError, AsOfBasis, PlaceStatus};

/// Makes rows. What was loaded of an act is kept for its next event, so events of one act should follow each other.
pub(super) struct RowWriter<'s> {
    snapshot: &'s Snapshot,
    today: Date,
    diff: bool,
    texts: bool,
    act: Option<(String, Option<Rc<ActInTime>>)>,
    reader: ProvisionReader<'s>,
    reasons: Reasons<'s>,
    /// The titles of amending acts that are held by themselves.
    titles: HashMap<String, Option<CatalogDocument>>,
}

impl<'s> RowWriter<'s> {
    pub(super) fn new(snapshot: &'s Snapshot, today: Date, question: &ListQuestion) -> Self {
        Self {
            snapshot,
            today,
            diff: question.diff,
            texts: question.texts,
            act: None,
            reader: ProvisionReader::new(snapshot),
            reasons: Reasons::new(snapshot),
            titles: HashMap::new(),
        }
    }

    /// The row of an event.
    pub(super) fn row(&mut self, found: &FoundEvent) -> Result<ListedChange, AnswerError> {
        lagrum_cancel::check()?;
        let document = &*found.document;
        if found.kind == ListedKind::Cited {
            return self.of_act(found, None);
        }
        if self.act.as_ref().is_none_or(|(known, _)| *known != document.uri) {
            let act = query_catalog(self.snapshot, |catalog| {
                ActInTime::load(catalog, self.snapshot.manifest(), document)
            })?;
            self.act = Some((document.uri.clone(), act));
        }
        let act = self.act.take();
        let row = self.of_act(found, act.as_ref().and_then(|(_, act)| act.as_deref()));
        self.act = act;
        row
    }

    fn of_act(&mut self, found: &FoundEvent, act: Option<&ActInTime>) -> Result<ListedChange, AnswerError> {
        let FoundEvent { event, document, .. } = found;
        let register = act.map(|act| act.texts.record.register.as_slice()).unwrap_or_default();
        let by = match (&event.act, found.kind) {
            (Some(by), _) => Some(by.as_str()),
            (None, ListedKind::InForce) => Some(document.uri.as_str()),
            (None, _) => None,
        };
        let entry = by.and_then(|by| register.iter().find(|entry| entry.uri == by));
        let provisions = match act {
            Some(act) if !event.anchors.is_empty() => {
                Change { found, act, by: event.act.as_deref() }.provisions(self)?
            }
            _ => Vec::new(),
        };
        let anchors: Vec<Anchor> =
            provisions.iter().filter_map(|provision| Anchor::new(&provision.anchor)).collect();
        let names = entry.map(|entry| entry.forarbeten.as_slice()).unwrap_or_default();
        let why = self.reasons.of(&document.uri, names, &anchors)?;
        let scope = entry.filter(|entry| entry.uri != document.uri).and_then(|entry| entry.andrar.clone());
        let is_amended = matches!(found.kind, ListedKind::Amended | ListedKind::Starts);
        let cited = || {
            let is_cited = found.kind == ListedKind::Cited;
            is_cited.then(|| anchor_labels(&self.snapshot.manifest().base, &document.uri, &event.anchors))
        };
        let scope_words = scope.as_deref().map(scope_words).or_else(cited);
        Ok(ListedChange {
            id: found.id.clone(),
            date: found.day.map(|day| day.to_string()),
            coming: found.day.is_none_or(|day| day > self.today),
            kind: found.kind,
            uri: document.uri.clone(),
            label: document.label.clone(),
            title: document.title.clone(),
            source: document.source.clone(),
            act: by.map(|by| self.listed_act(by, event.act_label.as_deref(), entry)).transpose()?,
            formal: is_amended && is_formal_change(act, event.act.as_deref(), entry, &provisions),
            scope_words: scope_words.filter(|words| !words.is_empty()),
            provisions,
            scope,
            why,
            basis: event.basis.into(),
            learned: event.learned.clone(),
            updated: document.updated,
        })
    }

    fn listed_act(
        &mut self,
        uri: &str,
        label: Option<&str>,
        entry: Option<&RegisterEntry>,
    ) -> Result<ListedAct, AnswerError> {
        if !self.titles.contains_key(uri) {
            let found = query_catalog(self.snapshot, |catalog| catalog.document(uri))?;
            self.titles.insert(uri.to_owned(), found);
        }
        let held = self.titles.get(uri).and_then(Option::as_ref);
        let identifier = entry.and_then(|entry| entry.identifier.as_deref()).or(label);
        let identifier = identifier.or_else(|| held?.label.as_deref()).map(str::to_owned);
        let printed =
            || self.snapshot.manifest().base.printed_number(uri).map(|number| format!("SFS {number}"));
        Ok(ListedAct {
            uri: uri.to_owned(),
            identifier: identifier.or_else(printed),
            title: held.and_then(|held| held.title.clone()),
            date: entry.and_then(|entry| entry.beslutad.clone()),
            in_force: entry.and_then(|entry| entry.ikraft.clone()),
        })
    }

    /// The text of a provision on a day.
    fn text(&mut self, act: &ActInTime, anchor: &Anchor, on: &OnDayOf) -> Result<ListedText, AnswerError> {
        let source = on.text.as_ref().filter(|_| self.texts);
        let text = match source {
            Some(source) => self.reader.text(source, &act.document.uri, anchor, act.grammar)?,
            None => None,
        };
        let as_of = source.and_then(|source| source.as_of.as_ref()).filter(|_| text.is_some());
        Ok(ListedText {
            status: on.status,
            basis: as_of.map(|as_of| as_of.basis),
            version: as_of.and_then(|as_of| as_of.version.clone()),
            missing: on.missing.clone(),
            text,
        })
    }
}

/// A provision on a day: the held text that shows it, and what it is.
struct OnDayOf {
    text: Option<TextSource>,
    status: PlaceStatus,
    missing: Vec<String>,
}

/// An event of an act whose texts are known over time.
struct Change<'a> {
    found: &'a FoundEvent,
    act: &'a ActInTime,
    /// The uri of the act that makes the change.
    by: Option<&'a str>,
}

impl Change<'_> {
    fn provisions(&self, writer: &mut RowWriter<'_>) -> Result<Vec<ListedProvision>, AnswerError> {
        let Some(day) = self.found.day else { return Ok(Vec::new()) };
        let by = self.by.and_then(|by| self.act.position(by));
        let mut provisions = Vec::new();
        for anchor in self.found.event.anchors.iter().filter_map(|anchor| Anchor::new(anchor)) {
            lagrum_cancel::check()?;
            let grammar = self.act.grammar;
            let is_asked = |parts: &Vec<Anchor>| parts.iter().any(|part| is_of(part, &anchor, grammar));
            if !self.found.parts.as_deref().is_none_or(is_asked) {
                continue;
            }
            provisions.extend(self.provision(writer, by, &anchor, day)?);
        }
        Ok(provisions)
    }

    /// A provision that changed on a day; None where another event tells of it.
    fn provision(
        &self,
        writer: &mut RowWriter<'_>,
        by: Option<usize>,
        anchor: &Anchor,
        day: Date,
    ) -> Result<Option<ListedProvision>, AnswerError> {
        let done = by.map(|by| self.act.done_to(by, anchor)).unwrap_or_default();
        let Some(change) = self.change(&done) else { return Ok(None) };
        let from = match (change, by) {
            (ListedProvisionChange::Renumbered, Some(by)) => match self.act.number_before(by, anchor) {
                None => self.moved_from(writer, anchor, day)?,
                from => from,
            },
            _ => None,
        };
        let grammar = self.act.grammar;
        let yesterday = day.saturating_sub(jiff::Span::new().days(1));
        let is_new = change == ListedProvisionChange::New;
        let (before, after, is_told_later) = query_catalog(writer.snapshot, |catalog| {
            let Some(number) = self.number(catalog, anchor)? else { return Ok((None, None, false)) };
            let is_told_later = by.is_some_and(|by| {
                self.found.kind == ListedKind::Amended
                    && number.facts.day(by).known().is_some_and(|own| own > day)
            });
            let after = self.on(number.on(day));
            let before = match &from {
                Some(from) => self.number(catalog, from)?.map(|from| self.on(from.on(yesterday))),
                None => Some(self.on(number.on(yesterday))),
            };
            Ok((before, Some(after), is_told_later))
        })?;
        if is_told_later {
            return Ok(None);
        }
        let old = from.as_ref().unwrap_or(anchor);
        let (mut before, after) = match (before, after) {
            (Some(before), Some(after)) => {
                (writer.text(self.act, old, &before)?, writer.text(self.act, anchor, &after)?)
            }
            _ => self.of_whole_texts(writer, old, anchor, yesterday, day)?,
        };
        if is_new {
            // What had the number the day before was another provision, or was repealed.
            before = nothing(PlaceStatus::Coming);
        }
        let texts = before.text.as_deref().zip(after.text.as_deref());
        let moved = self.moved(by);
        let formal = texts.is_some_and(|(old, new)| {
            let own = |text: &str| if from.is_some() { without_number(text) } else { text.to_owned() };
            old != new && are_known(&before, &after) && is_formal(&own(old), &own(new), &moved)
        });
        let differs = texts.filter(|_| writer.diff).map(|(old, new)| runs(old, new));
        Ok(Some(ListedProvision {
            anchor: anchor.to_string(),
            label: grammar.label(anchor),
            change,
            from_label: from.as_ref().and_then(|from| grammar.label(from)),
            from_anchor: from.as_ref().map(ToString::to_string),
            runs: differs.map(|runs| runs.into_iter().map(|run| (run.mark.into(), run.text)).collect()),
            before,
            after,
            formal,
        }))
    }

    /// The number that a provision had until a day, by its words: the register does not say which number it gave away.
    fn moved_from(
        &self,
        writer: &RowWriter<'_>,
        anchor: &Anchor,
        day: Date,
    ) -> Result<Option<Anchor>, AnswerError> {
        query_catalog(writer.snapshot, |catalog| {
            let line = self.act.line(catalog, anchor)?;
            let moved = line.numbers().iter().position(|number| number.from == Some(day));
            Ok(moved.and_then(|at| line.numbers().get(at + 1)).map(|number| number.anchor.clone()))
        })
    }

    /// What happened to a provision, by what the register says that the act did to it; None for a number that was given away,
    /// which is told with the number that the provision got.
    fn change(&self, done: &[RegisterChange]) -> Option<ListedProvisionChange> {
        match self.found.kind {
            ListedKind::Starts => return Some(ListedProvisionChange::Starts),
            ListedKind::Expires => return Some(ListedProvisionChange::Expires),
            _ => {}
        }
        let has = |change| done.contains(&change);
        Some(match done.last() {
            None => ListedProvisionChange::Amended,
            Some(_) if has(RegisterChange::RenumberedTo) => ListedProvisionChange::Renumbered,
            // Another provision got the number.
            Some(RegisterChange::New) if has(RegisterChange::Repealed) => ListedProvisionChange::Amended,
            Some(_) if has(RegisterChange::New) => ListedProvisionChange::New,
            Some(RegisterChange::RenumberedFrom) => return None,
            Some(RegisterChange::Repealed) => ListedProvisionChange::Repealed,
            Some(_) => ListedProvisionChange::Amended,
        })
    }

    /// A number whose wordings are compared; None for a kapitel and what else is no whole provision.
    fn number(
        &self,
        catalog: &lagrum_catalog::CatalogReader<'_>,
        anchor: &Anchor,
    ) -> Result<Option<NumberInTime<'_>>, lagrum_catalog::CatalogProblem> {
        let is_whole = self.act.grammar.whole_provision(anchor).as_ref() == Some(anchor);
        let is_known = is_whole && self.act.family.is_some();
        is_known.then(|| NumberInTime::load(catalog, self.act, anchor)).transpose()
    }

    fn on(&self, on: OnOneDay) -> OnDayOf {
        let is_ended = matches!(on.found.borne, Borne::ActExpired);
        let state = PlaceState::borne(on.found, |act| self.act.uri_of(act).to_owned());
        // After the end of the act its last text is no text of the day.
        OnDayOf { text: on.text.filter(|_| !is_ended), status: state.status, missing: state.missing }
    }

    /// A provision whose wordings are not compared, as the whole texts of both days have it.
    fn of_whole_texts(
        &self,
        writer: &mut RowWriter<'_>,
        old: &Anchor,
        new: &Anchor,
        yesterday: Date,
        day: Date,
    ) -> Result<(ListedText, ListedText), AnswerError> {
        let mut of = |anchor: &Anchor, day: Date| {
            let source = match crate::as_of::text_on_day(writer.snapshot, &self.act.document, day) {
                Ok(source) => source,
                Err(AnswerError::NotFound(_)) => return Ok(nothing(PlaceStatus::NotHeld)),
                Err(error) => return Err(error),
            };
            let missing = source.as_of.iter().flat_map(|as_of| &as_of.missing);
            let missing = missing.map(|act| act.uri.clone()).collect();
            let on = OnDayOf { text: Some(source), status: PlaceStatus::Held, missing };
            let text = writer.text(self.act, anchor, &on)?;
            let status = if text.text.is_some() { PlaceStatus::Held } else { PlaceStatus::NotHeld };
            Ok(ListedText { status, ..text })
        };
        Ok((of(old, yesterday)?, of(new, day)?))
    }

    /// The paragrafer that the act gave other numbers, in an act whose paragrafer are numbered through: in others the number
    /// alone does not say which paragraf is meant.
    fn moved(&self, by: Option<usize>) -> Vec<MovedNumber> {
        let Some(by) = by.filter(|_| !self.act.by_kapitel()) else { return Vec::new() };
        let number = |anchor: &Anchor| {
            let number = ProvisionNumber::parse(anchor.as_str())?.paragraf?;
            let letters =
                if number.letters.is_empty() { String::new() } else { format!(" {}", number.letters) };
            Some(format!("{}{letters}", number.number))
        };
        let anchors = self.found.event.anchors.iter().filter_map(|anchor| Anchor::new(anchor));
        let moved = |anchor: Anchor| {
            let from = self.act.number_before(by, &anchor)?;
            Some(MovedNumber { from: number(&from)?, to: number(&anchor)? })
        };
        anchors.filter_map(moved).collect()
    }
}

fn nothing(status: PlaceStatus) -> ListedText {
    ListedText { text: None, status, basis: None, version: None, missing: Vec::new() }
}

/// A text without the number of its paragraf, which stands before it.
fn without_number(text: &str) -> String {
    let (number, rest) = text.split_once('§').unwrap_or(("", text));
    let is_number = number.len() <= 24
        && number.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '\u{a0}'));
    if is_number { rest.trim_start().to_owned() } else { text.to_owned() }
}

/// Whether both texts are known to be those of their days.
fn are_known(before: &ListedText, after: &ListedText) -> bool {
    let is_known = |text: &ListedText| matches!(text.basis, Some(AsOfBasis::Dated | AsOfBasis::AsKnown));
    is_known(before) && is_known(after)
}

/// Whether a whole change is formal: each provision, and nothing else that the register names but headings. In doubt it is not.
fn is_formal_change(
    act: Option<&ActInTime>,
    by: Option<&str>,
    entry: Option<&RegisterEntry>,
    provisions: &[ListedProvision],
) -> bool {
    let changes = act.zip(by).map(|(act, by)| act.changes_of(by)).unwrap_or_default();
    let words = entry.and_then(|entry| entry.andrar.as_deref()).unwrap_or_default().to_lowercase();
    let names_more = ["best", " p ", "bil", "mom", "anvisn", "giltighet", "utgår", "tabell", "avd"];
    if names_more.iter().any(|word| words.contains(word)) {
        return false;
    }
    let is_heading = changes.iter().all(|change| change.change == RegisterChange::Heading);
    if provisions.is_empty() {
        return !changes.is_empty() && is_heading;
    }
    provisions.iter().all(|provision| provision.formal)
}

#[cfg(test)]
mod tests {
    use super::without_number;

    #[test]
    fn the_number_of_a_paragraf_is_no_part_of_its_words() {
        for (text, expected) in [
            ("7 § Får ska märkas.", "Får ska märkas."),
            ("7 a § Får ska märkas.", "Får ska märkas."),
            ("2 kap. 7 § Får ska märkas.", "Får ska märkas."),
            ("Får ska märkas enligt 7 § fårlagen.", "Får ska märkas enligt 7 § fårlagen."),
            ("", ""),
        ] {
            assert_eq!(without_number(text), expected, "{text}");
        }
    }
}
