//! Guidelines of the European Data Protection Board, and of the working party before it.

use crate::facets::{kind_level, year_key, year_level};
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::{DocumentKind, FacetScheme, FlowGroup, KindWords, LeafOrder, ListingRow, Source, year};

pub(crate) static SOURCE: Source = Source {
    name: "edpb",
    numbered_by_year: false,
    other_name: Some("guidance"),
    label: "EU-vägledning",
    artifact_dir: "edpb",
    scheme: Some(&FacetScheme {
        levels: &[kind_level("Serie", kinds), year_level(|row| year_key(year(row)))],
        leaf_order: LeafOrder::NewestFirst,
    }),
    kind_words: &[
        KindWords::all("edpb"),
        KindWords::of("riktlinjer", &["riktlinjer"]),
        KindWords::of("rekommendationer", &["rekommendationer"]),
        KindWords::of("artikel 29 gruppen", &["wp"]),
    ],
    kinds,
    is_multilingual: true,
    group: |_| FlowGroup::EuVagledning,
    names,
    year,
    owns: |local_id| local_id.starts_with("edpb/") || local_id.starts_with("guidance/"),
    ..Source::GENERIC
};

static KINDS: [DocumentKind; 3] = [
    DocumentKind::counted("riktlinjer", "Riktlinjer", "Riktlinje"),
    DocumentKind::counted("rekommendationer", "Rekommendationer", "Rekommendation"),
    DocumentKind::counted("wp", "Artikel 29-gruppens vägledningar", "Vägledning av Artikel 29-gruppen"),
];

fn kinds() -> &'static [DocumentKind] {
    &KINDS
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    let id = reading.identifier();
    let title = reading.meta("title").unwrap_or(id);
    let language = if reading.meta("sprak") == Some("en") { " (engelsk version)" } else { "" };
    DocumentNames {
        kind: reading.str("serie").or_else(|| reading.str("utgivare")).unwrap_or_default().to_owned(),
        label: id.to_owned(),
        title: title.to_owned(),
        short_id: id.to_owned(),
        short_title: title.to_owned(),
        descriptive: format!("{id}{language}"),
        ..DocumentNames::default()
    }
}

/// The year of adoption, else the year at the end of its number, without a version after it.
fn year(row: &ListingRow) -> Option<u16> {
    let at_end = |text: &str| year::trailing_after(text, &['-', '/']);
    year::of_date(row).or_else(|| at_end(row.local_id)).or_else(|| {
        let (number, version) = row.local_id.rsplit_once('-')?;
        version.bytes().all(|b| b.is_ascii_digit()).then(|| at_end(number))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years() {
        let table = [
            ("edpb/riktlinjer/05-2030", None, Some(2030)),
            ("edpb/riktlinjer/05-2030", Some("2031-01-01"), Some(2031)),
            ("edpb/riktlinjer/05-2030-2", None, Some(2030)),
            ("edpb/wp/248", None, None),
            ("edpb/wp/x-y", None, None),
        ];
        for (local_id, date, expected) in table {
            assert_eq!(year(&ListingRow { local_id, date, ..ListingRow::default() }), expected, "{local_id}");
        }
    }
}
