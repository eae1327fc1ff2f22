//! Agency regulations (myndighetsföreskrifter).
//!
//! Each agency prints its own series. When an agency is succeeded its series ends, and what was printed in it is
//! browsed under the series that took over. A regulation that amends another is listed under that other.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use lagrum_artifact::AnchorGrammar;

use crate::facets::{BucketOrder, FacetLevel, year_key, year_level};
use crate::listing::KeptRow;
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::{
    ActForm, BrowseExtras, DocumentKind, FacetScheme, FlowGroup, LeafOrder, ListingRow, Source, snippet,
    table, year,
};

pub(crate) static SOURCE: Source = Source {
    name: "foreskrift",
    label: "Myndighetsföreskrifter",
    artifact_dir: "foreskrift",
    grammar: AnchorGrammar::Statute,
    act_form: Some(ActForm::SwedishAct),
    scheme: Some(&FacetScheme {
        levels: &[
            FacetLevel {
                name: "Serie",
                key: |row| Some(live_series(row)),
                order: BucketOrder::Label(designation),
            },
            year_level(|row| year_key(printed_year(row))),
        ],
        leaf_order: LeafOrder::Identifier,
    }),
    kinds: || &KINDS,
    group: |_| FlowGroup::Foreskrifter,
    names,
    snippet: snippet::first_paragraf,
    year: printed_year,
    fold,
    extras: |row| BrowseExtras { consolidated: row.consolidated.then_some(true), ..BrowseExtras::default() },
    owns,
    ..Source::GENERIC
};

/// Amendments of amendments that are followed; no series has come near.
const CHAIN: usize = 1000;

/// The text of a consolidated regulation as it was promulgated, where it is a document of its own.
const AS_ISSUED: &str = "/grund";

struct RegulationSeries {
    designation: &'static str,
    /// The slug of the series that took over; empty for one that lives.
    successor: &'static str,
}

static SERIES: LazyLock<HashMap<&str, RegulationSeries>> = LazyLock::new(|| {
    rows()
        .map(|[slug, designation, successor, _]| (slug, RegulationSeries { designation, successor }))
        .collect()
});

static KINDS: LazyLock<Vec<DocumentKind>> =
    LazyLock::new(|| rows().map(|[slug, designation, ..]| DocumentKind::new(slug, designation)).collect());

/// Slug, designation, successor, title.
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    table::rows(include_str!("../data/forfattningssamlingar.txt"))
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    let id = reading.identifier();
    let title = reading.meta("title");
    DocumentNames {
        kind: reading.str("fs").or_else(|| reading.local_id.split('/').next()).unwrap_or_default().to_owned(),
        label: id.to_owned(),
        title: title.unwrap_or(id).to_owned(),
        in_text: id.to_owned(),
        short_id: id.to_owned(),
        short_title: title.unwrap_or_default().to_owned(),
        descriptive: id.to_owned(),
        ..DocumentNames::default()
    }
}

/// The key of the series a regulation is browsed under: its slug in capitals, of the series that lives today.
fn live_series(row: &ListingRow) -> String {
    let mut slug = row.local_id.split('/').next().unwrap_or_default();
    // No chain of successors is longer than there are series.
    for _ in 0..SERIES.len() {
        match SERIES.get(slug) {
            Some(series) if !series.successor.is_empty() => slug = series.successor,
            _ => break,
        }
    }
    slug.to_uppercase()
}

fn designation(key: &str) -> Option<&'static str> {
    SERIES.get(key.to_lowercase().as_str()).map(|series| series.designation)
}

fn printed_year(row: &ListingRow) -> Option<u16> {
    year::first_anywhere(row.local_id.split_once('/')?.1, |_| true)
}

fn owns(local_id: &str) -> bool {
    let Some((slug, number)) = local_id.split_once('/') else { return false };
    let number = number.strip_suffix(AS_ISSUED).unwrap_or(number);
    let numbered = number.split_once(':').is_some_and(|(year, number)| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        year.len() == 4 && digits(year) && digits(number)
    });
    // A series that the table does not know yet is told by its ending.
    numbered && (SERIES.contains_key(slug) || slug.ends_with("fs") || slug.ends_with("fa"))
}

/// Leaves out the promulgated twins of consolidated regulations, and moves what amends a listed regulation under
/// the one at the end of the chain that stays. A circle of amendments moves nothing.
fn fold(rows: &[ListingRow], listed: Vec<usize>) -> Vec<KeptRow> {
    let mut twins = Vec::new();
    let mut at = HashMap::new();
    for row in listed {
        match rows[row].local_id.strip_suffix(AS_ISSUED) {
            Some(base) => twins.push(base),
            None => {
                at.insert(rows[row].local_id, row);
            }
        }
    }
    let consolidated: HashSet<usize> = twins.iter().filter_map(|twin| at.get(twin).copied()).collect();
    let alone = |row: usize| KeptRow { consolidated: consolidated.contains(&row), ..KeptRow::alone(row) };
    let mut kept: HashMap<usize, KeptRow> = HashMap::new();
    for row in at.values() {
        let base = base_of(rows, &at, *row);
        let entry = kept.entry(base).or_insert_with(|| alone(base));
        if base != *row {
            entry.amendments.push(alone(*row));
        }
    }
    let mut kept: Vec<_> = kept.into_values().collect();
    for kept in &mut kept {
        kept.amendments.sort_by_cached_key(|amendment| rows[amendment.row].subject_key());
    }
    kept
}

/// The regulation at the end of the chain of what a row amends; the row itself when it amends nothing listed, or
/// when the chain does not end.
fn base_of(rows: &[ListingRow], at: &HashMap<&str, usize>, row: usize) -> usize {
    let mut base = row;
    for _ in 0..at.len().min(CHAIN) {
        match rows[base].amends.and_then(|target| at.get(target)) {
            Some(next) => base = *next,
            None => return base,
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_series_is_sound() {
        assert!(!SERIES.is_empty());
        assert_eq!(SERIES.len(), KINDS.len(), "no slug twice");
        for (slug, series) in SERIES.iter() {
            assert!(!series.designation.is_empty(), "{slug}");
            assert!(series.successor.is_empty() || SERIES.contains_key(series.successor), "{slug}");
            let local_id = format!("{slug}/2030:4");
            let live = live_series(&ListingRow { local_id: &local_id, ..ListingRow::default() });
            let live = &SERIES[live.to_lowercase().as_str()];
            assert!(live.successor.is_empty(), "the successors of {slug} end in a living series");
            assert!(owns(&local_id), "{slug}");
        }
    }
}
