//! The readings of queries, table by table.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::sync::LazyLock;

use lagrum_artifact::Base;
use lagrum_citation::{CitationNames, CitedBy, HeldName, NameRole, Resolver, Spelling};

fn resolver(held: &[HeldName]) -> Resolver {
    Resolver::new(CitationNames::build(held), Base::parse("https://lag.example").unwrap())
}

static SHIPPED: LazyLock<Resolver> = LazyLock::new(|| resolver(&[]));

fn read(resolver: &Resolver, query: &str) -> String {
    let targets = resolver.read(query).map(|reading| reading.targets).unwrap_or_default();
    let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
    if targets.is_empty() { "-".to_owned() } else { targets.join(" ") }
}

fn check(resolver: &Resolver, table: &str) {
    let rows = table.lines().filter(|line| !line.starts_with("# "));
    let mut misses = Vec::new();
    for row in rows {
        let (query, expected) = row.split_once('\t').unwrap();
        let found = read(resolver, query);
        if found != expected.replace(" ; ", " ") {
            misses.push(format!("{query:?} expected {expected} found {found}"));
        }
    }
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}

macro_rules! tables {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            check(&SHIPPED, include_str!(concat!("../tables/", stringify!($name), ".tsv")));
        }
    )*};
}

tables!(statute statute_number eu treaties eu_court reports case_names forarbete agency regulation international
    uri spelling amid_words none);

/// The names of a small invented corpus.
fn invented() -> Vec<HeldName> {
    let name = |document: &str, name: &str, role: NameRole, in_force: bool| HeldName {
        document: document.to_owned(),
        name: name.to_owned(),
        role,
        in_force,
    };
    let number =
        |court: &str, date: &str| NameRole::CaseNumber { court: court.to_owned(), date: date.to_owned() };
    let application =
        |judgment: bool, date: &str| NameRole::ApplicationNumber { judgment, date: date.to_owned() };
    let caption = |judgment: bool, date: &str| NameRole::EchrCaption { judgment, date: date.to_owned() };
    vec![
        name("1931:47", "Fårlag (1931:47)", NameRole::Title, true),
        name("1890:12", "Fårlag (1890:12)", NameRole::Title, false),
        name("1931:47", "FårL", NameRole::Abbreviation, true),
        name("1932:10", "Får- och getlag (1932:10)", NameRole::Title, true),
        name("1933:5", "Lag (1933:5) om vallning av får", NameRole::Title, true),
        name("2031:9", "Betesförordning (2031:9)", NameRole::Title, true),
        name("1901:1", "Ullstadga (1901:1)", NameRole::Title, false),
        name("1940:2", "Ullstadga (1940:2)", NameRole::Title, false),
        name("celex/32031R0077", "getförordningen", NameRole::Name, true),
        name("celex/32031R0077", "GETF", NameRole::Abbreviation, true),
        name("celex/32031R0088", "Vallning av får", NameRole::Name, true),
        name("untc/I-99999", "betesfördraget", NameRole::Name, true),
        name("dom/nja/2031s12", "Den bräkande bilagan", NameRole::CaseName, true),
        name("dom/nja/2031s77", "Vallhunden", NameRole::CaseName, true),
        name("dom/hfd/2031:4", "Vallhunden", NameRole::CaseName, true),
        name("dom/nja/2031s12", "ECLI:SE:TEST:2031:1", NameRole::Identifier, true),
        name("dom/nja/2031s12", "NJA 2031:4", NameRole::Identifier, true),
        name("dom/nja/2031s12", "T 17-30", number("HDO", "2031-03-03"), true),
        name("dom/hfd/2031:4", "4711-30", number("HFD", "2031-04-04"), true),
        name("dom/nja/2031s99", "B 9-30", number("HDO", "2031-06-06"), true),
        name("dom/ad/2031:1", "B 9-30", number("ADO", "2031-05-05"), true),
        name("avg/jo/11-2029", "2030/31 s. 12", NameRole::JoReportPage, true),
        name("avg/jo/12-2029", "2030/31 s. 13", NameRole::JoReportPage, true),
        name("avg/jo/13-2029", "2030/31 s. 13", NameRole::JoReportPage, true),
        name("icj/999-20310101-JUD-01-00", "ICJ Reports 2031 p. 7", NameRole::Identifier, true),
        name("avg/kkv/utredn-12", "UTREDN-FS 12", NameRole::Identifier, true),
        name("dom/echr/001-900001", "CASE OF FÅRSKALLE v. SWEDEN", caption(true, "2031-01-01"), true),
        name("dom/echr/001-900009", "FÅRSKALLE v. SWEDEN", caption(false, "2030-01-01"), true),
        name("dom/echr/001-900001", "12345/29", application(true, "2031-01-01"), true),
        name("dom/echr/001-900009", "12345/29", application(false, "2030-01-01"), true),
        name(
            "dom/echr/001-900002",
            "CASE OF VADUR AND OTHERS v. THE UNITED KINGDOM",
            caption(true, "2028-01-01"),
            true,
        ),
        name("dom/echr/001-900003", "CASE OF TACKA v. GERMANY", caption(true, "2029-09-09"), true),
        name("dom/echr/001-900005", "CASE OF TACKA v. GERMANY", caption(true, "2029-10-10"), true),
        name("dom/echr/001-900004", "CASE OF TACKA v. GERMANY (No. 2)", caption(true, "2030-01-01"), true),
    ]
}

#[test]
fn held() {
    check(&resolver(&invented()), include_str!("../tables/held.tsv"));
}

#[test]
fn held_names_survive_being_stored() {
    let stored = serde_json::to_vec(&invented()).unwrap();
    let restored: Vec<HeldName> = serde_json::from_slice(&stored).unwrap();
    assert_eq!(restored, invented());
}

#[test]
fn a_curated_name_is_not_taken_over_by_a_title() {
    let title = HeldName {
        document: "1931:47".into(),
        name: "Avtalslag (1931:47)".into(),
        role: NameRole::Title,
        in_force: true,
    };
    assert_eq!(read(&resolver(&[title]), "avtalslagen"), "1915:218");
}

#[test]
fn a_title_that_many_share_names_none() {
    let shared: Vec<HeldName> = (1..=9)
        .map(|number| HeldName {
            document: format!("1931:{number}"),
            name: format!("Tillkännagivande (1931:{number}) av ett bete"),
            role: NameRole::Title,
            in_force: true,
        })
        .collect();
    assert_eq!(read(&resolver(&shared), "Tillkännagivande av ett bete"), "-");
    assert_eq!(read(&resolver(&shared[..2]), "Tillkännagivande av ett bete"), "1931:1 1931:2");
}

#[test]
fn what_was_matched_and_how() {
    // (query, by what, how closely, whole, the words beside)
    let table = [
        ("36 § avtalslagen", CitedBy::Name, Spelling::AsWritten, true, ""),
        ("BrB 12:1", CitedBy::Abbreviation, Spelling::AsWritten, true, ""),
        ("rattegangsbalken", CitedBy::Name, Spelling::Loose, true, ""),
        ("preskribtionslagen", CitedBy::Name, Spelling::Corrected, true, ""),
        ("hyreslagen", CitedBy::PartName, Spelling::AsWritten, true, ""),
        ("Schrems II", CitedBy::CaseName, Spelling::AsWritten, true, ""),
        ("NJA 2015 s. 180", CitedBy::Number, Spelling::AsWritten, true, ""),
        ("https://lag.example/1962:700", CitedBy::Uri, Spelling::AsWritten, true, ""),
        ("LAS  turordning", CitedBy::Abbreviation, Spelling::AsWritten, false, "turordning"),
        (
            "vad säger 36 § avtalslagen om villkor",
            CitedBy::Name,
            Spelling::AsWritten,
            false,
            "vad säger om villkor",
        ),
    ];
    for (query, how, spelling, whole, beside) in table {
        let reading = SHIPPED.read(query).unwrap();
        let found = (reading.how, reading.spelling, reading.is_whole(), reading.beside());
        assert_eq!(found, (how, spelling, whole, beside.to_owned()), "{query}");
        assert!(reading.query.get(reading.matched.clone()).is_some(), "{query}");
    }
}
