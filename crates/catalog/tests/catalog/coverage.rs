//! Coverage: what the corpus has by kind and year, which years of a series are held whole, and what is cited and not held.

use lagrum_artifact::StoredId;
use lagrum_catalog::{
    Catalog, CatalogDocument, CatalogHoldings, CatalogWriter, ChangeLogStart, CoverageRecord, DocumentNumber,
    Holding, MAX_UNHELD, MIN_NUMBERS, NamedAmendments, NewLydelse, Series, StatedYear, UnheldCount,
};
use lagrum_sources::TextExtent;

use crate::world::{Small, base, plain, small};

/// The year of the build.
const BUILT: i32 = 2032;

/// Numbered documents of a series, with the numbers of each year.
fn numbered(years: &[(u16, std::ops::RangeInclusive<u32>)]) -> Vec<CatalogDocument> {
    let mut documents = Vec::new();
    for (year, numbers) in years {
        for number in numbers.clone() {
            documents.push(CatalogDocument {
                uri: format!("https://lag.example/sou/{year}:{number}"),
                label: Some(format!("SOU {year}:{number}")),
                kind: Some("sou".to_owned()),
                year: Some(*year),
                date: Some(format!("{year}-02-{:02}", 1 + number % 28)),
                extent: Some(TextExtent::Text),
                ..plain(documents.len() as u32, "forarbete")
            });
        }
    }
    documents
}

/// A catalog of documents, and of these that are cited and not held.
fn catalog(
    documents: &[CatalogDocument],
    unheld: &[&str],
    stated: &[StatedYear],
    write: impl FnOnce(&mut CatalogWriter),
) -> (Catalog, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("catalog.db");
    let mut writer = CatalogWriter::create(&path).unwrap();
    let none = std::iter::empty::<&str>;
    let unheld: Vec<String> = unheld.iter().map(|id| format!("https://lag.example/{id}")).collect();
    let first = DocumentNumber(documents.len() as u32);
    let sources = ["dv", "forarbete", "sfs"].into_iter();
    writer.names(first, unheld.iter().map(String::as_str), none(), none(), sources).unwrap();
    documents.iter().try_for_each(|document| writer.document(document)).unwrap();
    write(&mut writer);
    let counts: Vec<UnheldCount> = (first.0..)
        .take(unheld.len())
        .map(|number| UnheldCount { number: DocumentNumber(number), cited_by: u64::from(number) })
        .collect();
    writer.coverage(&base(), BUILT, stated, &counts).unwrap();
    writer.published_before(std::iter::empty(), ChangeLogStart::default()).unwrap();
    writer.finish().unwrap();
    (Catalog::open(&path).unwrap(), folder)
}

fn coverage(documents: &[CatalogDocument], unheld: &[&str]) -> CoverageRecord {
    catalog(documents, unheld, &[], |_| ()).0.with(|reader| reader.coverage()).unwrap()
}

fn judged(record: &CoverageRecord) -> Vec<(i32, bool, u32)> {
    record.series.iter().map(|year| (year.year, year.complete, year.held)).collect()
}

#[test]
fn a_year_without_gaps_before_another_is_complete() {
    let least = MIN_NUMBERS;
    for (years, unheld, expected) in [
        // The last year may go on after the corpus ends.
        (vec![(2029, 1..=least), (2030, 1..=least)], vec![], [(2029, true, least), (2030, false, least)]),
        // Too few, a gap at the beginning, and a higher number that is cited.
        (vec![(2029, 1..=least - 1), (2030, 1..=1)], vec![], [(2029, false, least - 1), (2030, false, 1)]),
        (vec![(2029, 2..=least + 1), (2030, 1..=1)], vec![], [(2029, false, least), (2030, false, 1)]),
        (
            vec![(2029, 1..=least), (2030, 1..=1)],
            vec!["sou/2029:99"],
            [(2029, false, least), (2030, false, 1)],
        ),
        // A higher number of another year is nothing against it.
        (
            vec![(2029, 1..=least), (2030, 1..=1)],
            vec!["sou/2030:99"],
            [(2029, true, least), (2030, false, 1)],
        ),
        // The year of the build is not over.
        (
            vec![(BUILT as u16, 1..=least), (BUILT as u16 + 1, 1..=1)],
            vec![],
            [(BUILT, false, least), (BUILT + 1, false, 1)],
        ),
    ] {
        let record = coverage(&numbered(&years), &unheld);
        assert_eq!(judged(&record), expected, "{years:?} {unheld:?}");
        assert!(record.series.iter().all(|year| year.name == "SOU" && !year.reason.is_empty()));
        assert!(record.series.iter().all(|year| year.evidence.is_none()));
    }
}

#[test]
fn a_stub_is_no_number_that_is_held() {
    let mut documents = numbered(&[(2029, 1..=MIN_NUMBERS), (2030, 1..=1)]);
    documents[4].stored = None;
    let record = coverage(&documents, &[]);
    assert_eq!(judged(&record), [(2029, false, MIN_NUMBERS - 1), (2030, false, 1)]);
    assert!(record.series[0].reason.contains("1 of the numbers from 1 to 20 are not held"));
}

#[test]
fn a_number_beyond_a_complete_year_does_not_exist() {
    let stated = StatedYear {
        series: "sou/".to_owned(),
        name: "SOU".to_owned(),
        year: 2030,
        evidence: "the printed list".to_owned(),
    };
    let documents = numbered(&[(2029, 1..=MIN_NUMBERS), (2030, 1..=3), (2031, 1..=3)]);
    let (catalog, _folder) = catalog(&documents, &[], &[stated], |_| ());
    let record = catalog.with(|reader| reader.coverage()).unwrap();
    let Series { complete, evidence, first, last, .. } = &record.series[1];
    assert_eq!((*complete, evidence.as_deref(), *first, *last), (true, Some("the printed list"), 1, 3));
    let base = base();
    let checked = catalog.with(|reader| {
        let holdings = CatalogHoldings::new(reader, &base);
        for (document, exceeds, evidence) in [
            ("sou/2029:20", false, None),
            ("sou/2029:21", true, None),
            ("sou/2030:4", true, Some("the printed list")),
            ("sou/2031:4", false, None),
            ("sou/2028:4", false, None),
            ("sou/other", false, None),
        ] {
            assert_eq!(holdings.exceeds_complete_year(document), exceeds, "{document}");
            assert_eq!(holdings.evidence(document).as_deref(), evidence, "{document}");
        }
        assert!(holdings.failure().is_none());
        Ok(())
    });
    checked.unwrap();
}

#[test]
fn documents_are_counted_by_source_kind_and_year() {
    let document =
        |number: u32, source: &str, year: Option<u16>, extent: Option<TextExtent>| CatalogDocument {
            kind: (source == "dv").then(|| "dom".to_owned()),
            year,
            extent,
            stored: extent.map(|_| StoredId(i64::from(number) + 1)),
            updated: extent.map(|_| i64::from(number) + 100),
            date: year.map(|year| format!("{year}-01-{:02}", 20 - number)),
            ..plain(number, source)
        };
    let documents = [
        document(0, "sfs", Some(2030), Some(TextExtent::Text)),
        document(1, "dv", Some(2030), Some(TextExtent::Headnote)),
        document(2, "dv", Some(2030), Some(TextExtent::Text)),
        document(3, "sfs", None, Some(TextExtent::Nothing)),
        document(4, "dv", Some(2030), None),
        document(5, "sfs", Some(2029), Some(TextExtent::Summary)),
        document(6, "dv", Some(2030), Some(TextExtent::Text)),
    ];
    let (catalog, _folder) = catalog(&documents, &["2029:7", "2029:8", "sou/2029:1", "x"], &[], |writer| {
        for (id, document) in [("1", 0), ("2", 0), ("3", 5)] {
            let lydelse = NewLydelse {
                uri: &format!("https://lag.example/l/{id}"),
                document: &documents[document].uri,
                lydelse_id: id,
                source: "sfs",
                stored: StoredId(90),
                updated: 9_999,
                ikraft: None,
                forarbeten: &[],
                node_dates: &[],
                named: &NamedAmendments::default(),
            };
            writer.lydelse(&lydelse).unwrap();
        }
    });
    let record = catalog.with(|reader| reader.coverage()).unwrap();
    let text = |text: &str| Some(text.to_owned());
    let of =
        |source: &str, year: Option<u16>| Holding { source: source.to_owned(), year, ..Holding::default() };
    let expected = [
        Holding {
            kind: text("dom"),
            texts: 2,
            summaries: 1,
            stubs: 1,
            first_date: text("2030-01-14"),
            last_date: text("2030-01-19"),
            updated: Some(106),
            ..of("dv", Some(2030))
        },
        Holding { records: 1, updated: Some(103), ..of("sfs", None) },
        Holding {
            summaries: 1,
            lydelser: 1,
            first_date: text("2029-01-15"),
            last_date: text("2029-01-15"),
            updated: Some(105),
            ..of("sfs", Some(2029))
        },
        Holding {
            texts: 1,
            lydelser: 2,
            first_date: text("2030-01-20"),
            last_date: text("2030-01-20"),
            updated: Some(100),
            ..of("sfs", Some(2030))
        },
    ];
    assert_eq!(record.holdings, expected);
    assert_eq!(record.holdings.iter().map(Holding::documents).collect::<Vec<_>>(), [3, 1, 1, 1]);
    let not_held: Vec<_> = record.not_held.iter().map(|(source, count)| (source.as_str(), *count)).collect();
    assert_eq!(not_held, [("forarbete", 1), ("sfs", 2)]);
    let most_cited: Vec<_> = record
        .most_cited
        .iter()
        .map(|unheld| (unheld.uri.as_str(), unheld.source.as_deref(), unheld.cited_by))
        .collect();
    let [first, second] = ["https://lag.example/2029:7", "https://lag.example/2029:8"];
    let [third, fourth] = ["https://lag.example/sou/2029:1", "https://lag.example/x"];
    let expected = [
        (first, Some("sfs"), 7),
        (second, Some("sfs"), 8),
        (third, Some("forarbete"), 9),
        (fourth, None, 10),
    ];
    assert_eq!(most_cited, expected);
}

#[test]
fn the_list_of_what_is_not_held_is_cut() {
    let ids: Vec<String> = (0..MAX_UNHELD + 5).map(|number| format!("x{number}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let record = coverage(&[], &ids);
    assert_eq!(record.most_cited.len(), MAX_UNHELD);
    let last = record.most_cited.last().unwrap();
    assert_eq!((last.uri.as_str(), last.cited_by), ("https://lag.example/x99", 99));
    assert!(record.holdings.is_empty() && record.series.is_empty() && record.not_held.is_empty());
}

#[test]
fn a_catalog_without_coverage_says_so() {
    let small: Small = small(&[], |_| ());
    let error = small.catalog.with(|reader| reader.coverage()).unwrap_err();
    assert!(error.to_string().contains("catalog.db"), "{error}");
}
