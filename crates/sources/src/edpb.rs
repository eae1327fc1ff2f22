//! Guidelines of the European Data Protection Board, and of the working party before it.

use crate::facets::{kind_level, year_key, year_level};
use crate::names::Names;
use crate::reading::Reading;
use crate::{Group, Kind, LeafOrder, Row, Scheme, Source, year};

pub(crate) static SOURCE: Source = Source {
    name: "edpb",
    other_name: Some("guidance"),
    label: "EU-vägledning",
    artifact_dir: "edpb",
    scheme: Some(&Scheme {
        levels: &[kind_level("Serie", kinds), year_level(|row| year_key(year(row)))],
        leaf_order: LeafOrder::NewestFirst,
    }),
    kinds,
    group: |_| Group::EuVagledning,
    names,
    year,
    owns: |local_id| local_id.starts_with("edpb/") || local_id.starts_with("guidance/"),
    ..Source::GENERIC
};

static KINDS: [Kind; 3] = [
    Kind::counted("riktlinjer", "Riktlinjer", "Riktlinje"),
    Kind::counted("rekommendationer", "Rekommendationer", "Rekommendation"),
    Kind::new("wp", "Artikel 29-gruppens vägledningar"),
];

fn kinds() -> &'static [Kind] {
    &KINDS
}

fn names(reading: &Reading) -> Names {
    let id = reading.identifier();
    let title = reading.meta("title").unwrap_or(id);
    let language = if reading.meta("sprak") == Some("en") { " (engelsk version)" } else { "" };
    Names {
        kind: reading.str("serie").or_else(|| reading.str("utgivare")).unwrap_or_default().to_owned(),
        label: id.to_owned(),
        title: title.to_owned(),
        short_id: id.to_owned(),
        short_title: title.to_owned(),
        descriptive: format!("{id}{language}"),
        ..Names::default()
    }
}

/// The year it was adopted, else the one its number ends with, a version after it set aside.
fn year(row: &Row) -> Option<u16> {
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
            assert_eq!(year(&Row { local_id, date, ..Row::default() }), expected, "{local_id}");
        }
    }
}
