//! The period of each lydelse of an act, as far as it is known. All pages take it from here.
//!
//! The periods follow from the answers for days. A lydelse applied from the first day for which it is the answer, until
//! the first day for which another lydelse is, or from which an amendment is missing in it.

use jiff::civil::Date;
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;

use super::act_history::{ActHistory, StoredText};
use super::register::RegisteredAct;
use super::timeline::{Act, Certainty, ChosenText, TextChange};
use crate::AnswerError;
use crate::lookup::find_stored;

/// When a lydelse applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LydelsePeriod {
    /// Its uri under `/document`: that of the act for the document itself.
    pub uri: String,
    /// Its lydelse id; None for the document itself.
    pub version: Option<String>,
    /// Whether it was the text of any day.
    pub applied: bool,
    /// The first day on which it applied; None where it is not known.
    pub from: Option<String>,
    /// The first day on which it no longer applied for certain; None where none is known.
    pub until: Option<String>,
    /// Amendments that entered into force before the next held lydelse; the first of them entered into force on
    /// `until`.
    pub missing: Vec<RegisteredAct>,
    /// Amendments that it shows ahead of their day.
    pub ahead: Vec<RegisteredAct>,
}

/// When each lydelse of the act with this uri applied, the oldest first; empty for a document that is no statute and no EU act.
pub fn lydelse_periods(snapshot: &Snapshot, uri: &str) -> Result<Vec<LydelsePeriod>, AnswerError> {
    let (document, _) = find_stored(snapshot, uri)?.ok_or_else(|| AnswerError::no_document(uri))?;
    periods(snapshot, &document)
}

fn periods(snapshot: &Snapshot, document: &CatalogDocument) -> Result<Vec<LydelsePeriod>, AnswerError> {
    let Some(history) = ActHistory::of(snapshot, document)? else { return Ok(Vec::new()) };
    let found = history.timeline.periods().into_iter().zip(&history.stored);
    let period = |(period, text): (Period, &StoredText)| LydelsePeriod {
        uri: text.uri.clone(),
        version: text.version.as_ref().map(ToString::to_string),
        applied: period.applied,
        from: period.from.map(|day| day.to_string()),
        until: period.until.map(|day| day.to_string()),
        missing: history.acts(&period.missing),
        ahead: history.acts(&period.ahead),
    };
    Ok(lagrum_cancel::whole(found.map(period).collect())?)
}

/// The oldest text of an act that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldestText {
    /// Its uri under `/document`: that of the act for the document itself.
    pub uri: String,
    /// Its lydelse id; None for the document itself.
    pub version: Option<String>,
    /// The first day that can be answered.
    pub from: String,
    /// The amendments that have changed the act since the day of the question, up to that text.
    pub since: Vec<RegisteredAct>,
}

/// The oldest text of an act, for a day before it. None for a day that has a text, and for a document that is no statute and no EU
/// act.
pub fn oldest_text(snapshot: &Snapshot, uri: &str, day: Date) -> Result<Option<OldestText>, AnswerError> {
    let (document, _) = find_stored(snapshot, uri)?.ok_or_else(|| AnswerError::no_document(uri))?;
    let Some(history) = ActHistory::of(snapshot, &document)? else { return Ok(None) };
    let Err(Some(oldest)) = history.timeline.text_of_day(day) else { return Ok(None) };
    let Ok(found) = history.timeline.text_of_day(oldest) else { return Ok(None) };
    let text = &history.stored[found.text];
    let since = (0..history.amendments.len()).filter(|at| {
        // The first entry of a statute is the act itself.
        let first = history.timeline.changes[*at].earliest();
        let is_between = first.is_none_or(|first| first > day && first <= oldest);
        is_between && history.amendments[*at].uri != document.uri
    });
    Ok(Some(OldestText {
        uri: text.uri.clone(),
        version: text.version.as_ref().map(ToString::to_string),
        from: oldest.to_string(),
        since: history.acts(&since.collect::<Vec<_>>()),
    }))
}

/// The period of a text of an act.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Period {
    applied: bool,
    from: Option<Date>,
    until: Option<Date>,
    missing: Vec<usize>,
    ahead: Vec<usize>,
}

impl Act {
    /// The texts that were the text of some day, each by its index, with the first day on which it applied, if that is known.
    pub(super) fn applied_from(&self) -> Vec<(usize, Option<Date>)> {
        let periods = self.periods().into_iter().enumerate();
        periods.filter(|(_, period)| period.applied).map(|(at, period)| (at, period.from)).collect()
    }

    /// The period of each text. It is not whole when the work is cancelled.
    fn periods(&self) -> Vec<Period> {
        let days = self.days_of_change().into_iter().take_while(|_| lagrum_cancel::check().is_ok());
        let answers: Vec<_> = days.filter_map(|day| Some((day, self.text_by_days(day).ok()?))).collect();
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); self.texts.len()];
        for (at, (_, found)) in answers.iter().enumerate() {
            own[found.text].push(at);
        }
        own.iter().enumerate().map(|(text, own)| self.period(text, own, &answers)).collect()
    }

    /// The period of a text; `own` are the answers that are this text.
    fn period(&self, text: usize, own: &[usize], answers: &[(Date, ChosenText)]) -> Period {
        let named_day = self.texts[text].named_day;
        // A text that was made before the day it is named after shows that day too.
        let is_named = |at: &&usize| named_day.is_none_or(|named| answers[**at].0 >= named);
        let Some(&first) = own.iter().find(is_named).or(own.first()) else { return Period::default() };
        let (first_day, begin) = answers[first];
        let is_known =
            begin.certainty != Certainty::Undated && self.index().first_days()[text].known().is_some();
        // The answer for some days after `from` may be another text that fits them.
        let before = first.checked_sub(1).map(|before| answers[before]);
        let is_other = |(day, found): (Date, ChosenText)| {
            found.text != text && begin.from.is_none_or(|from| from <= day)
        };
        let from = if before.is_some_and(is_other) { None } else { begin.from };
        let mut until = None;
        // The last day in a row on which it is the answer.
        let mut last = None;
        for (day, found) in &answers[first..] {
            let is_other = found.text != text || found.certainty == Certainty::Repealed;
            if is_other || self.index().has_missing(text, *day) {
                until = until.or(Some(*day));
            }
            if is_other {
                break;
            }
            last = Some(*day);
        }
        // If no later answer ends the period, the end of the last answer does.
        let end = answers.last().filter(|(_, found)| found.text == text).and_then(|(_, found)| found.until);
        let is_repealed = begin.certainty == Certainty::Repealed;
        Period {
            applied: true,
            from: Some(from.unwrap_or(first_day)).filter(|_| is_known),
            until: until.or(end),
            missing: last.map(|last| self.fitting(text, last).missing).unwrap_or_default(),
            ahead: if is_repealed { Vec::new() } else { self.fitting(text, first_day).ahead },
        }
    }

    /// The days on which the answer may become another one, in order.
    fn days_of_change(&self) -> Vec<Date> {
        let changes = self.changes.iter().filter_map(TextChange::earliest);
        let names = self.texts.iter().filter_map(|text| text.named_day);
        let ids = self.texts.iter().filter_map(|text| text.id.as_ref()?.not_before()?.parse().ok());
        let mut days: Vec<Date> = changes.chain(names).chain(ids).chain(self.end_day()).collect();
        days.sort_unstable();
        days.dedup();
        days
    }
}

#[cfg(test)]
mod tests {
    use lagrum_chronicle::ActEnd;

    use super::super::timeline::tests::{act, date};
    use super::*;

    fn shown(act: &Act) -> Vec<String> {
        let day = |day: Option<Date>| day.map_or("-".to_owned(), |day| day.to_string());
        let numbers = |word: &str, indexes: &[usize]| {
            let ids: Vec<_> = indexes.iter().map(|at| act.changes[*at].id.to_string()).collect();
            if ids.is_empty() { String::new() } else { format!(" {word} {}", ids.join(",")) }
        };
        let period = |period: Period| {
            if !period.applied {
                return "never".to_owned();
            }
            let acts = numbers("missing", &period.missing) + &numbers("ahead", &period.ahead);
            format!("{}..{}{acts}", day(period.from), day(period.until))
        };
        act.periods().into_iter().map(period).collect()
    }

    #[test]
    fn when_texts_applied() {
        for (texts, changes, expected) in [
            (
                &["1990:1 1990-07-01", "1995:2 1995-07-01", "2001:3 -"][..],
                &["1990:1 1990-07-01", "1995:2 1995-07-01", "2001:3 2002-01-01"][..],
                &["1990-07-01..1995-07-01", "1995-07-01..2002-01-01", "2002-01-01..-"][..],
            ),
            // The next lydelse that is held came after two others.
            (
                &["1995:2 1995-07-01", "2001:3 -"],
                &[
                    "1990:1 1990-07-01",
                    "1995:2 1995-07-01",
                    "1998:9 1998-07-01",
                    "1999:1 2000-01-01",
                    "2001:3 2002-01-01",
                ],
                &["1995-07-01..1998-07-01 missing 1998:9,1999:1", "2002-01-01..-"],
            ),
            // Two entered into force on one day.
            (
                &["2022:7 2026-01-01", "2025:1 -"],
                &["2022:7 2026-01-01", "2025:1 2026-01-01"],
                &["never", "2026-01-01..-"],
            ),
            // The text was made before the day it is named after.
            (
                &["2022:885 2026-01-01 2026-01-01", "2025:1 -"],
                &["2022:884 2023-01-01", "2022:885 2026-01-01", "2025:1 2027-01-01"],
                &["2026-01-01..2027-01-01", "2027-01-01..-"],
            ),
            (
                &["2001:3 -"],
                &["2001:3 2002-01-01", "2004:5 2005-01-01"],
                &["2002-01-01..2005-01-01 missing 2004:5"],
            ),
            (&["1995:2 -"], &["1990:1 1990-07-01", "1995:2 -"], &["-..-"]),
        ] {
            assert_eq!(shown(&act(texts, changes)), expected, "{texts:?} {changes:?}");
        }
        let repealed =
            Act { end: ActEnd::On(date("2009-06-30")), ..act(&["2008:2 -"], &["2008:2 2009-01-01"]) };
        assert_eq!(shown(&repealed), ["2009-01-01..2009-06-30"]);
    }
}
