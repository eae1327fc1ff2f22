//! Preparatory works (förarbeten): bills, government reports, committee reports, directives.

use crate::facets::{BucketOrder, Level, year_key, year_level};
use crate::names::{Names, raised};
use crate::reading::Reading;
use crate::{Group, Kind, LeafOrder, Row, Scheme, Source, year};

pub(crate) static SOURCE: Source = Source {
    name: "forarbete",
    label: "Förarbeten",
    artifact_dir: "forarbete",
    cited_by_page: true,
    scheme: Some(&Scheme {
        levels: &[
            Level {
                name: "Typ",
                key: |row| row.local_id.split('/').next().map(str::to_owned),
                order: BucketOrder::Listed(kinds),
            },
            year_level(|row| year_key(printed_year(row))),
        ],
        leaf_order: LeafOrder::Identifier,
    }),
    kinds,
    group: |_| Group::Forarbeten,
    names,
    year: printed_year,
    owns: |local_id| {
        local_id.split_once('/').is_some_and(|(kind, _)| KINDS.iter().any(|known| known.key == kind))
    },
    ..Source::GENERIC
};

static KINDS: [Kind; 11] = [
    Kind::counted("prop", "Propositioner", "Proposition"),
    Kind::new("sou", "SOU"),
    Kind::new("ds", "Ds"),
    Kind::new("dir", "Kommittédirektiv"),
    Kind::counted("bet", "Betänkanden", "Betänkande"),
    Kind::counted("rskr", "Riksdagsskrivelser", "Riksdagsskrivelse"),
    Kind::counted("skr", "Skrivelser", "Skrivelse"),
    Kind::counted("lr", "Lagrådsremisser", "Lagrådsremiss"),
    Kind::counted("pm", "Promemorior", "Promemoria"),
    Kind::new("fm", "Förordningsmotiv"),
    Kind::counted("so", "Internationella överenskommelser", "Internationell överenskommelse"),
];

fn kinds() -> &'static [Kind] {
    &KINDS
}

/// Which kinds come first among the citations of a provision; less is earlier.
pub(crate) fn rail_priority(kind: &str) -> u8 {
    match kind {
        "prop" => 0,
        "sou" => 1,
        "ds" | "pm" => 2,
        "lr" => 3,
        "bet" => 4,
        _ => 5,
    }
}

fn names(reading: &Reading) -> Names {
    let id = reading.identifier();
    let title = reading.str("title").unwrap_or(id);
    Names {
        kind: reading.str("doctype").or_else(|| reading.str("type")).unwrap_or("forarbete").to_owned(),
        label: id.to_owned(),
        title: title.to_owned(),
        display: reading.str("title").map(raised).unwrap_or_default(),
        in_text: id.to_owned(),
        short_id: id.to_owned(),
        short_title: title.to_owned(),
        descriptive: id.to_owned(),
        ..Names::default()
    }
}

/// The year in the number; a session goes by its first (`2030` of `prop/2030/31:9`).
fn printed_year(row: &Row) -> Option<u16> {
    year::first_anywhere(row.local_id, |year| (1600..2100).contains(&year))
}
