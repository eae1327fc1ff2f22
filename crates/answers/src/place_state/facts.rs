//! What is known of a provision of a Swedish act, from its text, its archived wordings and its register.

use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, ProvisionNumber, RegisterPlace};
use lagrum_catalog::{AnchorList, CatalogHoldings, PlaceHistory};
use lagrum_sources::parse_date;

use super::decide::{ArchivedWording, Event, Facts, Period};
use super::state::UNKNOWN_DAY;

/// What the catalog has of one act. What is needed only for a provision that the text of the day lacks is looked up then.
pub(super) struct HeldAct<'a> {
    holdings: &'a CatalogHoldings<'a>,
    document: &'a str,
    pub(super) anchors: Rc<AnchorList>,
    history: Rc<PlaceHistory>,
    /// Whether the numbers of paragrafer begin anew in each kapitel.
    pub(super) by_kapitel: bool,
}

impl<'a> HeldAct<'a> {
    /// None when the catalog cannot be read; the holdings keep the failure.
    pub(super) fn new(holdings: &'a CatalogHoldings<'a>, document: &'a str) -> Option<Self> {
        let history = holdings.history(document)?;
        Some(Self {
            holdings,
            document,
            anchors: holdings.anchors(document)?,
            by_kapitel: history.notes.by_kapitel,
            history,
        })
    }

    /// The facts by which the state of a kapitel or paragraf on a day is decided.
    pub(super) fn facts_on(&self, number: &ProvisionNumber, day: Date) -> Facts {
        let text = number.anchor().map(|anchor| self.periods(&anchor)).unwrap_or_default();
        let newest_change = self.history.newest_change.as_deref().and_then(parse_date);
        // On a day after all changes, the text alone decides.
        if newest_change.is_none_or(|newest| newest <= day) && text.iter().any(|period| period.covers(day)) {
            return Facts { text, ..Facts::default() };
        }
        self.facts(number)
    }

    /// All that is known of a kapitel or paragraf.
    pub(super) fn facts(&self, number: &ProvisionNumber) -> Facts {
        let Some(anchor) = number.anchor() else { return Facts::default() };
        let acts = self.holdings.changes(self.document).unwrap_or_default();
        // A number that was used again may have been repealed twice.
        let notes = self.history.notes.repealed.iter().filter(|note| note.names(number)).map(|note| {
            let uri = self.holdings.base().swedish_act(&note.act);
            let act = acts.iter().find(|act| act.uri == uri);
            let day = act.and_then(|act| act.ikraft.as_deref()).and_then(parse_date);
            (uri, day)
        });
        let note = notes.max_by_key(|(_, day)| *day);
        let archived = self.holdings.archived(self.document).unwrap_or_default();
        let archived = archived.iter().map(|wording| ArchivedWording {
            from: wording.lydelse.ikraft.as_deref().and_then(parse_date),
            has: wording.anchors.position(&anchor).is_some(),
        });
        let is_held = self.anchors.position(&anchor).is_some();
        let events = acts.iter().flat_map(|act| {
            // A change of a paragraf proves that there was its kapitel, and no more.
            let proves_kapitel = |place: &RegisterPlace| match place {
                RegisterPlace::Paragraf(kapitel, ..) => {
                    !is_held && number.paragraf.is_none() && kapitel.is_some() && *kapitel == number.kapitel
                }
                _ => false,
            };
            let is_direct = |place: &RegisterPlace| place.covers(number, self.by_kapitel);
            let of_number = act
                .changes
                .iter()
                .filter(move |change| is_direct(&change.place) || proves_kapitel(&change.place));
            of_number.map(move |change| Event {
                change: change.change,
                in_amendment: change.in_amendment || !is_direct(&change.place),
                act: act.uri.clone(),
                day: act.ikraft.as_deref().and_then(parse_date),
            })
        });
        Facts {
            text: self.periods(&anchor),
            note,
            archived: archived.collect(),
            text_from: self.text_from(),
            events: events.collect(),
        }
    }

    /// The periods in which the nodes of the text with an anchor apply.
    fn periods(&self, anchor: &Anchor) -> Vec<Period> {
        let dated = self.history.notes.dated.iter().filter(|dated| dated.anchor == anchor.as_str());
        let mut periods: Vec<Period> = dated
            .map(|dated| Period {
                from: dated.from.as_deref().map(|from| parse_date(from).unwrap_or(UNKNOWN_DAY)),
                until: dated.until.as_deref().and_then(parse_date),
            })
            .collect();
        if periods.is_empty() && self.anchors.position(anchor).is_some() {
            periods.push(Period::default());
        }
        periods
    }

    /// The day from which the document itself is the text.
    pub(super) fn text_from(&self) -> Option<Date> {
        self.history.text_from.as_deref().and_then(parse_date)
    }

    /// Whether an amendment is worked into the text that enters into force after a day.
    pub(super) fn has_changes_after(&self, day: Date) -> bool {
        self.history.worked_in.iter().filter_map(|worked_in| parse_date(worked_in)).any(|begins| day < begins)
    }

    /// Whether an archived wording has an anchor.
    pub(super) fn is_archived(&self, anchor: &Anchor) -> bool {
        let archived = self.holdings.archived(self.document).unwrap_or_default();
        archived.iter().any(|wording| wording.anchors.position(anchor).is_some())
    }
}
