//! Legal positions of agencies (rättsliga ställningstaganden).

use crate::facets::{kind_level, year_key, year_level};
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::{DocumentKind, FacetScheme, FlowGroup, KindWords, LeafOrder, ListingRow, Source, year};

pub(crate) static SOURCE: Source = Source {
    name: "rs",
    numbered_by_year: false,
    label: "Rättsliga ställningstaganden",
    artifact_dir: "rs",
    scheme: Some(&FacetScheme {
        levels: &[kind_level("Myndighet", kinds), year_level(|row| year_key(year(row)))],
        leaf_order: LeafOrder::Identifier,
    }),
    kind_words: &[KindWords::all("ställningstagande"), KindWords::all("rättsligt ställningstagande")],
    kinds,
    group: |_| FlowGroup::Stallningstaganden,
    names,
    year,
    owns: |local_id| local_id.starts_with("rs/"),
    ..Source::GENERIC
};

static KINDS: [DocumentKind; 7] = [
    DocumentKind::new("skv", "Skatteverket"),
    DocumentKind::new("fk", "Försäkringskassan (FKRS)"),
    DocumentKind::new("migr", "Migrationsverket (RS/RK)"),
    DocumentKind::new("kfm", "Kronofogdemyndigheten"),
    DocumentKind::new("imy", "Integritetsskyddsmyndigheten (IMYRS)"),
    DocumentKind::new("fi", "Finansinspektionen"),
    DocumentKind::new("kkv", "Konkurrensverket"),
];

fn kinds() -> &'static [DocumentKind] {
    &KINDS
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    let id = reading.identifier();
    let title = reading.meta("title").unwrap_or(id);
    let designation = reading.str("designation").unwrap_or(id);
    let withdrawn = if reading.meta("status") == Some("upphävt") { " (upphävt)" } else { "" };
    DocumentNames {
        kind: reading.str("org").unwrap_or_default().to_owned(),
        label: id.to_owned(),
        title: title.to_owned(),
        short_id: id.to_owned(),
        short_title: title.to_owned(),
        descriptive: format!("{designation}{withdrawn}"),
        ..DocumentNames::default()
    }
}

/// The year of the decision, else the year in its number, whose form differs by agency.
fn year(row: &ListingRow) -> Option<u16> {
    let number = || row.local_id.splitn(3, '/').nth(2);
    year::of_date(row).or_else(|| {
        let number = number()?;
        year::leading_before(number, &['-', ':'])
            .or_else(|| two_digits_after_serial(number))
            .or_else(|| year::trailing_after(number, &['-']))
    })
}

/// The `23` of `1-23-VER`.
fn two_digits_after_serial(number: &str) -> Option<u16> {
    let mut parts = number.split('-');
    let (serial, year) = (parts.next()?, parts.next()?);
    let short = (1..=3).contains(&serial.len()) && serial.bytes().all(|b| b.is_ascii_digit());
    short.then(|| year::of_two_digits(year, 99))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years() {
        let table = [
            ("rs/imy/2024:1", None, Some(2024)),
            ("rs/kfm/1-23-VER", None, Some(2023)),
            ("rs/migr/RS-028-2021", None, Some(2021)),
            ("rs/migr/RS-028-2021", Some("2022-01-01"), Some(2022)),
            ("rs/skv/131-103422-17-111", None, None),
            ("rs/skv", None, None),
        ];
        for (local_id, date, expected) in table {
            assert_eq!(year(&ListingRow { local_id, date, ..ListingRow::default() }), expected, "{local_id}");
        }
    }
}
