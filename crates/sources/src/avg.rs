//! Decisions of supervisors and agencies (myndighetsavgöranden): JO, JK, ARN, IMY, KKV.

use crate::facets::{kind_level, year_key, year_level};
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::{DocumentKind, FacetScheme, FlowGroup, KindWords, LeafOrder, ListingRow, Source, year};

pub(crate) static SOURCE: Source = Source {
    name: "avg",
    numbered_by_year: false,
    label: "Myndighetsavgöranden",
    artifact_dir: "avg",
    scheme: Some(&FacetScheme {
        levels: &[kind_level("Organ", kinds), year_level(|row| year_key(year(row)))],
        leaf_order: LeafOrder::Identifier,
    }),
    kind_words: &[
        KindWords::of("jo", &["jo"]),
        KindWords::of("justitieombudsman", &["jo"]),
        KindWords::of("jk", &["jk"]),
        KindWords::of("justitiekansler", &["jk"]),
        KindWords::of("arn", &["arn"]),
        KindWords::of("allmänna reklamationsnämnden", &["arn"]),
    ],
    kinds,
    group: |_| FlowGroup::Myndighetsavgoranden,
    names,
    year,
    owns: |local_id| local_id.starts_with("avg/"),
    ..Source::GENERIC
};

static KINDS: [DocumentKind; 5] = [
    DocumentKind::new("jo", "Justitieombudsmannen (JO)"),
    DocumentKind::new("jk", "Justitiekanslern (JK)"),
    DocumentKind::new("arn", "Allmänna reklamationsnämnden (ARN)"),
    DocumentKind::new("imy", "Integritetsskyddsmyndigheten (IMY)"),
    DocumentKind::new("kkv", "Konkurrensverket (KKV)"),
];

fn kinds() -> &'static [DocumentKind] {
    &KINDS
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    let id = reading.identifier();
    let organ = reading.str("org").unwrap_or_default();
    let title = reading.meta("title");
    let short_title = match title {
        // The titles of this board are summaries.
        Some(title) if organ == "arn" => first_sentence(title),
        title => title.unwrap_or_default(),
    };
    DocumentNames {
        kind: organ.to_owned(),
        label: id.to_owned(),
        title: title.unwrap_or(id).to_owned(),
        display: short_title.to_owned(),
        in_text: id.to_owned(),
        short_id: id.to_owned(),
        short_title: short_title.to_owned(),
        descriptive: reading.meta("officialReport").unwrap_or(id).to_owned(),
        ..DocumentNames::default()
    }
}

/// The first sentence of a text. A full stop ends a sentence only before a capital, so `s.k.` does not end one.
fn first_sentence(text: &str) -> &str {
    let text = text.trim();
    let stops = text.match_indices(['.', '!', '?']).map(|(at, _)| at + 1);
    let mut ends = stops.filter(|end| {
        let after = &text[*end..];
        after.starts_with(char::is_whitespace) && after.trim_start().starts_with(char::is_uppercase)
    });
    ends.next().map_or(text, |end| &text[..end])
}

/// The year in the case number, whose form differs by agency.
fn year(row: &ListingRow) -> Option<u16> {
    let number = row.local_id.splitn(3, '/').nth(2)?;
    match row.kind {
        "jo" | "jk" => year::trailing_after(number, &['-'])
            .or_else(|| year::leading_before(number, &['/']))
            .or_else(|| two_digits_within(number)),
        "arn" => year::leading(number),
        "kkv" => year::of_date(row).or_else(|| year::trailing_after(number, &['/'])),
        _ => year::of_date(row),
    }
}

/// The `05` of `1234-05-40`.
fn two_digits_within(number: &str) -> Option<u16> {
    let mut parts = number.split('-');
    let (serial, year) = (parts.next()?, parts.next()?);
    parts.next()?;
    (!serial.is_empty() && serial.bytes().all(|b| b.is_ascii_digit()))
        .then(|| year::of_two_digits(year, 50))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_of_case_numbers() {
        // (local id, date, year)
        let table = [
            ("avg/jo/12-2031", None, Some(2031)),
            ("avg/jk/2024/8082", None, Some(2024)),
            ("avg/jk/1234-05-40", None, Some(2005)),
            ("avg/jk/1234-98-40", None, Some(1998)),
            ("avg/jk/1234-98", Some("2031-01-01"), None),
            ("avg/arn/2013-07406", None, Some(2013)),
            ("avg/imy/2023-1", Some("2024-01-01"), Some(2024)),
            ("avg/imy/2023-1", None, None),
            ("avg/kkv/558/2026", None, Some(2026)),
            ("avg/kkv/558/2026", Some("2025-12-01"), Some(2025)),
            ("avg/ny/1", Some("2025-12-01"), Some(2025)),
            ("avg", None, None),
        ];
        for (local_id, date, expected) in table {
            let kind = local_id.split('/').nth(1).unwrap_or_default();
            assert_eq!(
                year(&ListingRow { local_id, kind, date, ..ListingRow::default() }),
                expected,
                "{local_id}"
            );
        }
    }

    #[test]
    fn sentences() {
        for (text, expected) in [
            ("Fråga om får. Även getter.", "Fråga om får."),
            ("Fråga om s.k. får, t.ex. tackor.", "Fråga om s.k. får, t.ex. tackor."),
            ("Fråga om får", "Fråga om får"),
        ] {
            assert_eq!(first_sentence(text), expected);
        }
    }
}
