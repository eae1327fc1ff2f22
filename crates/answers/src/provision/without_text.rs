//! What is said of a provision of which no text is held for a day: what it is on that day, and the days that can be answered.

use jiff::civil::Date;
use lagrum_chronicle::{Borne, Span};
use serde::Serialize;
use utoipa::ToSchema;

use crate::place_state::{PlaceState, PlaceStatus};

/// The most stretches of days that an answer names; those nearest to the day are.
const MAX_DAYS: usize = 12;
/// Acts that a message names.
const NAMED_ACTS: usize = 8;

/// A provision of which no text is held for a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlaceWithoutText {
    /// What it is on the day, as the states of places have it.
    pub status: PlaceStatus,
    /// The day from which it applies; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub since: Option<String>,
    /// The day from which it no longer applies; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub until: Option<String>,
    /// The uri of the act that repealed it, or that inserts it; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub act: Option<String>,
    /// The uris of the acts that changed it and of whose change no text is held. Absent when there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub missing: Vec<String>,
    /// The days of which a text with its number is held, the oldest first: at most twelve stretches, those nearest to the day.
    pub days: Vec<HeldDays>,
}

/// Days of which a text is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HeldDays {
    /// The first day; null where that is not known.
    #[schema(required)]
    pub from: Option<String>,
    /// The first day after them; null where none is known.
    #[schema(required)]
    pub until: Option<String>,
}

impl PlaceWithoutText {
    /// What is said of a place by its state.
    pub(super) fn of(state: PlaceState, days: Vec<HeldDays>) -> Self {
        let PlaceState { status, since, until, act, missing, .. } = state;
        Self { status, since, until, act, missing, days }
    }

    /// Why no text of the day is held, as the end of a sentence.
    pub(super) fn why(&self) -> String {
        let by = self.act.as_deref().map(|act| format!(" by {}", number(act))).unwrap_or_default();
        let ended =
            self.until.as_deref().map(|until| format!("it was repealed or renumbered{by} on {until}"));
        match (self.status, &self.since, ended) {
            (PlaceStatus::Coming, Some(since), _) => format!("it does not apply before {since}"),
            (PlaceStatus::Coming, None, _) => "it did not apply yet".to_owned(),
            (PlaceStatus::Expired, _, Some(ended)) => ended,
            (PlaceStatus::Expired, _, None) => format!("it no longer applied{by}"),
            (_, _, Some(ended)) if self.days.is_empty() => format!("{ended}, and no text of it is"),
            _ => self.other_days(),
        }
    }

    fn other_days(&self) -> String {
        let days: Vec<String> = self.days.iter().map(HeldDays::words).collect();
        let held = if days.is_empty() {
            "no text of another day is".to_owned()
        } else {
            format!("texts of other days are, {}", days.join("; "))
        };
        let acts: Vec<String> = self.missing.iter().take(NAMED_ACTS).map(|act| number(act)).collect();
        let more = if self.missing.len() > NAMED_ACTS { " and more" } else { "" };
        if acts.is_empty() { held } else { format!("{held}. It was changed by {}{more}", acts.join(", ")) }
    }
}

impl HeldDays {
    fn words(&self) -> String {
        match (&self.from, &self.until) {
            (Some(from), Some(until)) => format!("from {from} until {until}"),
            (Some(from), None) => format!("from {from}"),
            (None, Some(until)) => format!("until {until}"),
            (None, None) => "of days that are not known".to_owned(),
        }
    }
}

/// The number of an act, by its uri: `2031:5`.
fn number(act: &str) -> String {
    act.rsplit('/').next().unwrap_or(act).replace('_', " ")
}

/// The days of which a text is held: stretches that meet are one, and those nearest to a day are named.
pub(super) fn held_days(spans: &[Span], day: Date) -> Vec<HeldDays> {
    let mut held: Vec<(Option<Date>, Option<Date>)> = Vec::new();
    for span in spans.iter().filter(|span| matches!(span.borne, Borne::Text { .. })) {
        match held.last_mut() {
            Some((_, until)) if until.is_some() && *until == span.from => *until = span.until,
            _ => held.push((span.from, span.until)),
        }
    }
    let after = held.iter().position(|(from, _)| from.is_some_and(|from| from > day)).unwrap_or(held.len());
    let first = after.saturating_sub(MAX_DAYS / 2).min(held.len().saturating_sub(MAX_DAYS));
    let text = |day: Option<Date>| day.map(|day| day.to_string());
    let named = held.into_iter().skip(first).take(MAX_DAYS);
    named.map(|(from, until)| HeldDays { from: text(from), until: text(until) }).collect()
}

#[cfg(test)]
mod tests {
    use lagrum_chronicle::Certainty;

    use super::*;

    fn span(from: Option<&str>, until: Option<&str>, has_text: bool) -> Span {
        let date = |day: Option<&str>| day.map(|day| day.parse().unwrap());
        let text =
            Borne::Text { digest: [1; 32], moment: 0, certainty: Certainty::Dated, missing: Vec::new() };
        let borne = if has_text { text } else { Borne::NotHeld { missing: Vec::new() } };
        Span { from: date(from), until: date(until), borne }
    }

    #[test]
    fn stretches_that_meet_are_one() {
        let spans = [
            span(None, Some("2001-01-01"), false),
            span(Some("2001-01-01"), Some("2002-01-01"), true),
            span(Some("2002-01-01"), Some("2003-01-01"), true),
            span(Some("2003-01-01"), Some("2004-01-01"), false),
            span(Some("2004-01-01"), None, true),
        ];
        let words: Vec<String> =
            held_days(&spans, "2000-01-01".parse().unwrap()).iter().map(HeldDays::words).collect();
        assert_eq!(words, ["from 2001-01-01 until 2003-01-01", "from 2004-01-01"]);
    }

    #[test]
    fn the_stretches_nearest_to_the_day_are_named() {
        let years: Vec<String> = (1900..1960).map(|year| format!("{year}-01-01")).collect();
        let pairs = years.windows(2).enumerate();
        let spans: Vec<Span> =
            pairs.map(|(at, pair)| span(Some(&pair[0]), Some(&pair[1]), at % 2 == 0)).collect();
        for (day, first, last) in [
            ("1890-01-01", "1900-01-01", "1922-01-01"),
            ("1931-06-01", "1920-01-01", "1942-01-01"),
            ("1999-01-01", "1936-01-01", "1958-01-01"),
        ] {
            let found = held_days(&spans, day.parse().unwrap());
            assert_eq!(found.len(), MAX_DAYS, "{day}");
            assert_eq!(found[0].from.as_deref(), Some(first), "{day}");
            assert_eq!(found[MAX_DAYS - 1].from.as_deref(), Some(last), "{day}");
        }
    }
}
