//! A provision on a day: which held text shows it, when it applies, and which acts changed it.

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Anchor};
use lagrum_catalog::{CatalogDocument, CatalogProblem, CatalogReader};
use lagrum_chronicle::{Borne, Certainty, NumberFacts, OnDay, Span, applies_from};
use lagrum_snapshot::Snapshot;

use super::without_text::{PlaceWithoutText, held_days};
use crate::as_of::{TextSource, stated_starts, text_on_day};
use crate::chronicle::ActInTime;
use crate::lookup::query_catalog;
use crate::place_state::PlaceState;
use crate::{AnswerError, AsOf, AsOfBasis, KnownOfDay, RegisteredAct};

/// A provision of an act on a day.
pub(crate) struct ProvisionInTime {
    /// What bears its number on the day.
    pub(crate) found: OnDay,
    /// The acts that changed it, the newest first.
    pub(crate) amended_by: Vec<RegisteredAct>,
    /// The day from which it applies, where an EU act states that apart from its entry into force.
    pub(crate) applies_from: Option<Date>,
    /// The held text that shows it on the day, or what is said where none does.
    text: Result<TextSource, PlaceWithoutText>,
}

impl ProvisionInTime {
    /// A provision on a day; None for what is no provision of an act that is held over time. Of a part of a provision, the
    /// provision counts.
    pub(crate) fn load(
        snapshot: &Snapshot,
        document: &CatalogDocument,
        anchor: &Anchor,
        day: Date,
    ) -> Result<Option<Self>, AnswerError> {
        query_catalog(snapshot, |catalog| {
            let Some(act) = ActInTime::load(catalog, snapshot.manifest(), document)? else { return Ok(None) };
            let unit = act.grammar.whole_provision(anchor).filter(|_| act.family.is_some());
            let Some(unit) = unit else { return Ok(None) };
            let mut found = Self::of(catalog, &act, &unit, day)?;
            if act.family == Some(ActFamily::EuAct) {
                let starts = stated_starts(catalog, &document.uri)?;
                found.applies_from = applies_from(&starts, Some(anchor.as_str()));
            }
            Ok(Some(found))
        })
    }

    fn of(
        catalog: &CatalogReader<'_>,
        act: &ActInTime,
        anchor: &Anchor,
        day: Date,
    ) -> Result<Self, CatalogProblem> {
        let number = NumberInTime::load(catalog, act, anchor)?;
        let OnOneDay { found, text } = number.on(day);
        let text = text.ok_or_else(|| {
            let state = PlaceState::borne(found.clone(), |at| act.uri_of(at).to_owned());
            PlaceWithoutText::of(state, held_days(&number.spans, day))
        });
        let line = act.line(catalog, anchor)?;
        Ok(Self { amended_by: act.amended_by(&line), applies_from: None, found, text })
    }

    /// The text of the day; fails where none is held.
    pub(crate) fn text(&self, uri: &str, day: Date) -> Result<TextSource, AnswerError> {
        self.text.clone().map_err(|place| {
            let detail = format!("no text of {uri} is held for {day}: {}", place.why());
            AnswerError::no_text_of_day(detail, KnownOfDay::Place(Box::new(place)))
        })
    }

    /// What is said of the provision where no text of the day is held; None where one is.
    pub(super) fn without_text(&self) -> Option<&PlaceWithoutText> {
        self.text.as_ref().err()
    }
}

/// A number of an act, which may be asked about several days.
pub(crate) struct NumberInTime<'a> {
    act: &'a ActInTime,
    pub(crate) facts: NumberFacts<'a>,
    spans: Vec<Span>,
}

/// What bears a number on a day, and the held text that shows it.
pub(crate) struct OnOneDay {
    pub(crate) found: OnDay,
    pub(crate) text: Option<TextSource>,
}

impl<'a> NumberInTime<'a> {
    /// What is known of the number that an anchor of a whole provision names.
    pub(crate) fn load(
        catalog: &CatalogReader<'_>,
        act: &'a ActInTime,
        anchor: &Anchor,
    ) -> Result<Self, CatalogProblem> {
        let facts = act.number(catalog, anchor)?;
        Ok(Self { act, spans: facts.spans(), facts })
    }

    pub(crate) fn on(&self, day: Date) -> OnOneDay {
        let Self { act, facts, spans } = self;
        let found = act.as_known(facts.on(spans, day), day);
        // After the end of the act its last text is shown.
        let last_day = match found.borne {
            Borne::ActExpired => act.last_day(),
            _ => None,
        };
        let shown = match last_day {
            Some(last) => facts.on(spans, last),
            None => found.clone(),
        };
        let text = Shown { act, facts, day, last_day }.text(&shown);
        OnOneDay { found, text }
    }
}

/// A provision of which the text of a day is wanted.
struct Shown<'a> {
    act: &'a ActInTime,
    facts: &'a NumberFacts<'a>,
    day: Date,
    /// The last day of the act, where the day is after it.
    last_day: Option<Date>,
}

impl Shown<'_> {
    fn text(&self, found: &OnDay) -> Option<TextSource> {
        let Borne::Text { certainty, missing, .. } = &found.borne else { return None };
        let day = self.last_day.unwrap_or(self.day);
        let in_force = self.act.texts.in_force_on(day);
        let shown = self.act.shown_by(self.facts, &found.borne, day, in_force)?;
        let text = &self.act.texts.texts[shown.text];
        let end = self.act.facts().end.day();
        let known_until = (*certainty == Certainty::AsKnown).then(|| self.act.known_until.to_string());
        let as_of = AsOf {
            date: self.day.to_string(),
            version: text.version.as_ref().map(ToString::to_string),
            uri: text.uri.clone(),
            from: found.since.map(|from| from.to_string()),
            until: [found.until, end].into_iter().flatten().min().map(|until| until.to_string()),
            basis: if self.last_day.is_some() { AsOfBasis::Repealed } else { (*certainty).into() },
            missing: if self.last_day.is_some() { Vec::new() } else { self.act.acts(missing) },
            ahead: Vec::new(),
            repealed: end.map(|end| end.to_string()),
            known_until,
            because: (in_force != Some(shown.text)).then(|| because(found)).flatten(),
            composed: false,
            provisions: None,
        };
        Some(TextSource {
            as_of: Some(as_of),
            shown_on: Some(shown.on.to_string()),
            ..TextSource::undated(Some(text.stored))
        })
    }
}

/// Why a text answers that was not the whole text of the act on the day.
fn because(found: &OnDay) -> Option<String> {
    let from = found.since?;
    Some(match found.until {
        Some(until) => format!("no act between {from} and {until} names the provision"),
        None => format!("no act since {from} names the provision"),
    })
}

/// The text of a provision on a day, or that of the whole document for what is no provision of an act.
pub(super) fn text_of_provision(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    anchor: &Anchor,
    day: Date,
    in_time: Option<&ProvisionInTime>,
) -> Result<TextSource, AnswerError> {
    match in_time {
        Some(in_time) => in_time.text(&format!("{}#{anchor}", document.uri), day),
        None => text_on_day(snapshot, document, day),
    }
}
