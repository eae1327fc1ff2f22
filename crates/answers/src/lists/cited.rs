//! The new decisions that cite an act of a list, and the new regulations that are issued under it.
//!
//! Decisions are those of courts of last instance ([`is_of_last_instance`]). Each is told once of an act, by its own day, with the
//! provisions that it cites.

use std::collections::BTreeMap;
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::inbound::{CiterFilter, InboundQuery, InboundRow};
use lagrum_catalog::{
    CatalogDocument, CatalogProblem, CatalogReader, ComingBasis, ComingEvent, ComingKind, RowRange,
};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FlowGroup, is_of_last_instance, issues_under, parse_date};

use super::added::AddedDocuments;
use super::found::{FoundEvent, id};
use super::kind::ListedKind;
use super::question::ListQuestion;
use crate::lookup::local_id;

/// The flow groups of the documents that are told of.
const GROUPS: [FlowGroup; 3] = [FlowGroup::Rattsfall, FlowGroup::EuDomar, FlowGroup::Foreskrifter];

/// The most citations of an act that are looked at for each year.
const MAX_ROWS: u64 = 5_000;

/// The most years that are looked at one by one. A question of more years looks at the citations of all years.
const MAX_YEARS: i16 = 5;

/// What a new document cites of an act.
#[derive(Default)]
struct Citing {
    label: Option<String>,
    day: Option<Date>,
    learned: Option<Date>,
    anchors: Vec<String>,
}

/// The new documents that cite an act.
pub(super) struct CitedAct<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) today: Date,
    pub(super) question: &'a ListQuestion,
    pub(super) added: &'a AddedDocuments,
    pub(super) document: &'a Rc<CatalogDocument>,
    pub(super) parts: Option<&'a Rc<Vec<Anchor>>>,
}

impl CitedAct<'_> {
    /// Whether a document is asked for: by its day, or by the day on which it came, if its own was before.
    fn is_asked(&self, day: Option<Date>, learned: Option<Date>) -> bool {
        let ListQuestion { since, until, .. } = self.question;
        let is_within = |day: Date| day >= *since && until.is_none_or(|until| day < until);
        day.is_some_and(|day| is_within(day) || day < *since && learned.is_some_and(is_within))
    }

    pub(super) fn events(&self, catalog: &CatalogReader<'_>) -> Result<Vec<FoundEvent>, CatalogProblem> {
        let places: Vec<Location> = match self.parts {
            None => Location::parse(&self.document.uri).into_iter().collect(),
            Some(parts) => {
                let place = |part: &Anchor| Location::parse(&format!("{}#{part}", self.document.uri));
                parts.iter().filter_map(place).collect()
            }
        };
        let mut citing: BTreeMap<String, Citing> = BTreeMap::new();
        for place in &places {
            let came = self.came(catalog, place)?;
            for year in self.years(came.values().map(|(year, _)| *year)) {
                lagrum_cancel::check().map_err(CatalogProblem::from)?;
                self.add(catalog, place, year, &came, &mut citing)?;
            }
        }
        let asked = citing.into_iter().filter(|(_, citing)| self.is_asked(citing.day, citing.learned));
        Ok(asked.map(|(uri, citing)| self.event(&uri, citing)).collect())
    }

    /// The years of documents that are looked at; None for all years at once.
    fn years(&self, of_those_that_came: impl Iterator<Item = u16>) -> Vec<Option<u16>> {
        let first = self.question.since.year();
        let last = self.question.until.unwrap_or(self.today).min(self.today).year();
        if last - first >= MAX_YEARS {
            return vec![None];
        }
        let mut years: Vec<u16> = (first..=last).filter_map(|year| u16::try_from(year).ok()).collect();
        years.extend(of_those_that_came);
        years.sort_unstable();
        years.dedup();
        years.into_iter().map(Some).collect()
    }

    /// The citing documents that came within the days of the question, later than the first import: their years, and the days.
    fn came(
        &self,
        catalog: &CatalogReader<'_>,
        place: &Location,
    ) -> Result<BTreeMap<String, (u16, Date)>, CatalogProblem> {
        let citing = catalog.citing_documents(place)?;
        let numbers: Vec<_> =
            citing.into_iter().filter(|number| self.added.after_first(*number).is_some()).collect();
        let documents = catalog.documents_numbered(&numbers)?.into_iter();
        Ok(documents
            .filter_map(|document| {
                let day = self.added.after_first(document.id)?;
                let year = document.date.as_deref()?.get(..4)?.parse().ok()?;
                Some((document.uri, (year, day)))
            })
            .collect())
    }

    fn add(
        &self,
        catalog: &CatalogReader<'_>,
        place: &Location,
        year: Option<u16>,
        came: &BTreeMap<String, (u16, Date)>,
        citing: &mut BTreeMap<String, Citing>,
    ) -> Result<(), CatalogProblem> {
        let groups = GROUPS.map(FlowGroup::name);
        let found = catalog.inbound(&InboundQuery {
            location: place,
            exact: false,
            source: None,
            citers: CiterFilter { groups: Some(&groups), year },
            by_citations: false,
            page: RowRange { limit: MAX_ROWS, offset: 0 },
        })?;
        for row in found.rows.iter().filter(|row| self.counts(row)) {
            let own = citing.entry(row.citing.uri.clone()).or_default();
            own.label.clone_from(&row.citing.label);
            own.day = row.citing.date.as_deref().and_then(parse_date);
            own.learned = came.get(&row.citing.uri).map(|(_, day)| *day);
            if let Some(anchor) = row.target_anchor.as_deref().filter(|anchor| own.is_new(anchor)) {
                own.anchors.push(anchor.to_owned());
            }
        }
        Ok(())
    }

    /// Whether a citation makes a row: one of a decision of last instance, or that of a regulation which is issued under the act.
    fn counts(&self, row: &InboundRow) -> bool {
        let base = &self.snapshot.manifest().base;
        issues_under(&row.predicate) || is_of_last_instance(local_id(base, &row.citing.uri))
    }

    fn event(&self, uri: &str, citing: Citing) -> FoundEvent {
        let of = local_id(&self.snapshot.manifest().base, uri);
        FoundEvent {
            id: id(&self.document.uri, ListedKind::Cited, of, 1),
            day: citing.day,
            kind: ListedKind::Cited,
            event: ComingEvent {
                day: citing.day.map(|day| day.to_string()),
                kind: ComingKind::Decided,
                anchors: citing.anchors,
                act: Some(uri.to_owned()),
                act_label: citing.label,
                basis: ComingBasis::Text,
                learned: citing.learned.map(|day| day.to_string()),
                is_whole: false,
                is_partly: false,
                stated: None,
            },
            document: Rc::clone(self.document),
            parts: None,
        }
    }
}

impl Citing {
    fn is_new(&self, anchor: &str) -> bool {
        self.anchors.iter().all(|known| known != anchor)
    }
}
