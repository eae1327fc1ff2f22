//! Agency regulations (myndighetsföreskrifter).
//!
//! Each agency prints its own series. When another agency takes over, the regulations of the old series are filed under
//! the new one. A regulation that amends another is nested under it.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use lagrum_artifact::AnchorGrammar;

use crate::facets::{BucketOrder, FacetLevel, year_key, year_level};
use crate::listing_row::KeptRow;
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::{
    ActForm, BrowseExtras, DocumentKind, FacetScheme, FlowGroup, KindWords, LeafOrder, ListingRow, Source,
    snippet, table, year,
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
                key: |row| Some(current_series(row)),
                order: BucketOrder::Label(designation),
            },
            year_level(|row| year_key(printed_year(row))),
        ],
        leaf_order: LeafOrder::Identifier,
    }),
    kind_words: &[
        KindWords::all("föreskrift"),
        KindWords::all("myndighetsföreskrift"),
        KindWords::all("allmänna råd"),
    ],
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

/// The greatest number of amendments of amendments that are followed. No series has as many.
const CHAIN: usize = 1000;

/// The ending of a local id for the text as issued of a consolidated regulation, where that is a document of its own.
const AS_ISSUED: &str = "/grund";

struct RegulationSeries {
    designation: &'static str,
    /// The slug of the series that took over; empty for a current series.
    successor: &'static str,
}

static SERIES: LazyLock<HashMap<&str, RegulationSeries>> = LazyLock::new(|| {
    rows()
        .map(|[slug, designation, successor, _]| (slug, RegulationSeries { designation, successor }))
        .collect()
});

static KINDS: LazyLock<Vec<DocumentKind>> = LazyLock::new(|| {
    rows()
        .map(|[slug, designation, _, title]| DocumentKind {
            title: Some(title).filter(|title| !title.is_empty()),
            ..DocumentKind::new(slug, designation)
        })
        .collect()
});

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

/// The key of the series that a regulation is filed under: the slug of the current series, in capitals.
fn current_series(row: &ListingRow) -> String {
    let mut slug = row.local_id.split('/').next().unwrap_or_default();
    // The bound ends the loop even if the table has a circle.
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
    // A series that is not in the table yet is recognised by its ending.
    numbered && (SERIES.contains_key(slug) || slug.ends_with("fs") || slug.ends_with("fa"))
}

/// Leaves out the texts as issued of consolidated regulations, and nests an amending regulation under the one at the
/// end of its chain of amendments. Regulations in a circle of amendments are not nested.
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

/// The regulation at the end of a chain of amendments; the row itself when it amends nothing that is listed, or when
/// the chain is a circle.
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
            let live = current_series(&ListingRow { local_id: &local_id, ..ListingRow::default() });
            let live = &SERIES[live.to_lowercase().as_str()];
            assert!(live.successor.is_empty(), "the successors of {slug} end in a living series");
            assert!(owns(&local_id), "{slug}");
        }
    }
}
