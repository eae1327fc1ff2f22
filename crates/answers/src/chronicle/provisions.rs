//! All provisions of an act on a day.

use std::collections::BTreeSet;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, ProvisionNumber};
use lagrum_catalog::{CatalogProblem, CatalogReader};
use lagrum_chronicle::{Borne, NumberFacts, OnDay};

use super::act::ActInTime;
use super::said::numbers_of;

/// Provisions of an act that are looked at between two questions whether the answer is still wanted.
const BETWEEN_CHECKS: usize = 16;

/// A held text, and the day on which it shows the words of a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ShownBy {
    /// The place of the text among those of the act.
    pub(crate) text: usize,
    /// The day on which it shows the words.
    pub(crate) on: Date,
}

/// A provision of an act on a day.
pub(crate) struct ProvisionOnDay {
    pub(crate) anchor: Anchor,
    /// What bears its number.
    pub(crate) borne: Borne,
    /// The held text that shows its text; None where none is held.
    pub(crate) shown: Option<ShownBy>,
    /// Of one of which no text is held: the amendment that ended it.
    pub(crate) ended_by: Option<usize>,
    /// Whether a held text has the number on some day.
    pub(crate) is_held: bool,
}

impl ActInTime {
    /// Every provision that a held text has, that the register names, or that the text prints as repealed, on a day. The text
    /// `preferred` shows a provision where several texts have its words.
    pub(crate) fn provisions_on(
        &self,
        catalog: &CatalogReader<'_>,
        day: Date,
        preferred: Option<usize>,
    ) -> Result<Vec<ProvisionOnDay>, CatalogProblem> {
        let mut provisions = Vec::new();
        for (at, anchor) in self.provisions(catalog)?.into_iter().enumerate() {
            if at % BETWEEN_CHECKS == 0 {
                lagrum_cancel::check().map_err(CatalogProblem::from)?;
            }
            let facts = self.number(catalog, &anchor)?;
            let borne = facts.borne_on(day);
            let ended_by = match &borne {
                Borne::NotHeld { .. } => facts.on(&facts.spans(), day).ended_by,
                _ => None,
            };
            let found = self.as_known(OnDay { borne, since: None, until: None, ended_by }, day);
            let shown = self.shown_by(&facts, &found.borne, day, preferred);
            let is_held = facts.moments.iter().any(|moment| moment.digest.is_some());
            provisions.push(ProvisionOnDay { anchor, borne: found.borne, shown, ended_by, is_held });
        }
        Ok(provisions)
    }

    /// The provisions before which stand headings that an amendment names.
    pub(crate) fn headings_of(&self, amendment: usize) -> Vec<Anchor> {
        let numbers = self.words.headings(self.uri_of(amendment));
        numbers.iter().filter_map(ProvisionNumber::anchor).collect()
    }

    /// The held text that shows what bears a number on a day.
    pub(crate) fn shown_by(
        &self,
        facts: &NumberFacts<'_>,
        borne: &Borne,
        day: Date,
        preferred: Option<usize>,
    ) -> Option<ShownBy> {
        let moment = &facts.moments[facts.shown_by(borne.digest()?, preferred, day)?];
        // A text with marks shows the words on the days between two of them.
        let has_marks = !self.texts.texts[moment.text].marks.is_empty();
        let on = moment.shown_on.filter(|_| has_marks).unwrap_or(day);
        Some(ShownBy { text: moment.text, on })
    }

    /// The anchors of all provisions that are known to the act.
    fn provisions(&self, catalog: &CatalogReader<'_>) -> Result<BTreeSet<Anchor>, CatalogProblem> {
        let mut anchors = BTreeSet::new();
        for text in &self.texts.texts {
            let held = catalog.provision_anchors(text.stored)?;
            anchors.extend(held.iter().filter_map(|anchor| Anchor::new(anchor)));
        }
        let printed = self.notes.repealed.iter().filter(|note| !note.is_kapitel);
        let printed = printed.flat_map(|note| numbers_of(note.kapitel.as_ref(), &note.first, &note.last));
        let printed = printed.filter(|number| number.kapitel.is_some() == self.notes.by_kapitel);
        let named: BTreeSet<ProvisionNumber> = self.words.named().into_iter().chain(printed).collect();
        anchors.extend(named.iter().filter_map(ProvisionNumber::anchor));
        Ok(anchors)
    }
}
