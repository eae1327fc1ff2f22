//! Preparatory works (förarbeten): bills, government reports, committee reports, directives.

use crate::facets::{BucketOrder, FacetLevel, year_key, year_level};
use crate::names::{DocumentNames, raised};
use crate::reading::ArtifactFields;
use crate::{DocumentKind, FacetScheme, FlowGroup, KindWords, LeafOrder, ListingRow, Source, year};

pub(crate) static SOURCE: Source = Source {
    name: "forarbete",
    label: "Förarbeten",
    artifact_dir: "forarbete",
    cited_by_page: true,
    scheme: Some(&FacetScheme {
        levels: &[
            FacetLevel {
                name: "Typ",
                key: |row| row.local_id.split('/').next().map(str::to_owned),
                order: BucketOrder::Listed(kinds),
            },
            year_level(|row| year_key(printed_year(row))),
        ],
        leaf_order: LeafOrder::Identifier,
    }),
    kind_words: &[
        KindWords::of("proposition", &["prop"]),
        KindWords::of("prop", &["prop"]),
        KindWords::of("regeringens proposition", &["prop"]),
        KindWords::of("sou", &["sou"]),
        KindWords::of("statens offentliga utredningar", &["sou"]),
        KindWords::of("ds", &["ds"]),
        KindWords::of("departementsserien", &["ds"]),
        KindWords::of("kommittédirektiv", &["dir"]),
        KindWords::of("dir", &["dir"]),
        KindWords::of("direktiv", &["dir"]),
        KindWords::of("betänkande", &["bet", "sou", "ds"]),
        KindWords::of("utskottsbetänkande", &["bet"]),
        KindWords::of("riksdagsskrivelse", &["rskr"]),
        KindWords::of("skrivelse", &["skr"]),
        KindWords::of("skr", &["skr"]),
        KindWords::of("lagrådsremiss", &["lr"]),
        KindWords::of("promemoria", &["pm", "ds"]),
        KindWords::of("departementspromemoria", &["ds", "pm"]),
        KindWords::of("förordningsmotiv", &["fm"]),
        KindWords::of("internationell överenskommelse", &["so"]),
    ],
    kinds,
    group: |_| FlowGroup::Forarbeten,
    names,
    year: printed_year,
    owns: |local_id| {
        local_id.split_once('/').is_some_and(|(kind, _)| KINDS.iter().any(|known| known.key == kind))
    },
    ..Source::GENERIC
};

/// Words by which a query asks for preparatory works, as they are written. Expressions that name a kind ([`KindWords`]) ask for them too.
const ASKED_FOR_BY: [&str; 33] = [
    "prop",
    "proposition",
    "propositionen",
    "propositioner",
    "sou",
    "ds",
    "bet",
    "skr",
    "skrivelse",
    "skrivelsen",
    "utredning",
    "utredningen",
    "utredningar",
    "betänkande",
    "betänkandet",
    "utskottsbetänkande",
    "förarbete",
    "förarbeten",
    "förarbetena",
    "förarbetsuttalande",
    "motiv",
    "motiven",
    "dir",
    "direktiven",
    "kommittédirektiv",
    "lagförslag",
    "lagförslaget",
    "lagrådet",
    "lagrådsremiss",
    "riksdagen",
    "riksrevisionen",
    "utskott",
    "utskottet",
];

/// Whether a word of a query asks for preparatory works.
pub fn asks_for_preparatory_works(word: &str) -> bool {
    ASKED_FOR_BY.contains(&word)
}

/// Kinds of which the publisher has a page with a summary. Documents of other kinds are short, or have no such page.
pub(crate) const HAVE_SUMMARIES: [&str; 4] = ["prop", "sou", "ds", "dir"];

static KINDS: [DocumentKind; 11] = [
    DocumentKind::counted("prop", "Propositioner", "Proposition"),
    DocumentKind::new("sou", "SOU"),
    DocumentKind::new("ds", "Ds"),
    DocumentKind::new("dir", "Kommittédirektiv"),
    DocumentKind::counted("bet", "Betänkanden", "Betänkande"),
    DocumentKind::counted("rskr", "Riksdagsskrivelser", "Riksdagsskrivelse"),
    DocumentKind::counted("skr", "Skrivelser", "Skrivelse"),
    DocumentKind::counted("lr", "Lagrådsremisser", "Lagrådsremiss"),
    DocumentKind::counted("pm", "Promemorior", "Promemoria"),
    DocumentKind::new("fm", "Förordningsmotiv"),
    DocumentKind::counted("so", "Internationella överenskommelser", "Internationell överenskommelse"),
];

fn kinds() -> &'static [DocumentKind] {
    &KINDS
}

/// The rank of a kind among the citations of a provision. The lowest comes first.
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

fn names(reading: &ArtifactFields) -> DocumentNames {
    let id = reading.identifier();
    let title = reading.str("title").unwrap_or(id);
    DocumentNames {
        kind: reading.str("doctype").or_else(|| reading.str("type")).unwrap_or("forarbete").to_owned(),
        label: id.to_owned(),
        title: title.to_owned(),
        display: reading.str("title").map(raised).unwrap_or_default(),
        in_text: id.to_owned(),
        short_id: id.to_owned(),
        short_title: title.to_owned(),
        descriptive: id.to_owned(),
        ..DocumentNames::default()
    }
}

/// Whether a local id is that of a bill of the government.
pub fn is_bill(local_id: &str) -> bool {
    local_id.starts_with("prop/")
}

/// The year in the number; of a session its first year (`2030` of `prop/2030/31:9`).
fn printed_year(row: &ListingRow) -> Option<u16> {
    year::first_anywhere(row.local_id, |year| (1600..2100).contains(&year))
}
