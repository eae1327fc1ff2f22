//! The change log: what changed after a generation, of which document, and when it was first served.

use lagrum_artifact::{Generation, LastChanges, StoredId};
use lagrum_catalog::{
    Catalog, CatalogWriter, ChangeLogStart, DocumentNumber, NewChange, NewChangeSubject, PublishedBefore,
};

use crate::world::{World, uri};

/// The last generation of each kind of change, by last change: of documents, of an archived lydelse and of a withdrawn document.
const CHANGES: [(&str, [u32; 5]); 6] = [
    ("document 4", [2, 0, 0, 0, 0]),
    ("document 7", [1, 3, 0, 0, 0]),
    ("lydelse", [3, 0, 0, 0, 0]),
    ("document 1", [1, 2, 4, 0, 0]),
    ("withdrawn", [1, 0, 0, 0, 6]),
    ("document 2", [1, 0, 0, 7, 0]),
];

fn subject(name: &str) -> NewChangeSubject<'_> {
    match name {
        "lydelse" => NewChangeSubject::Lydelse {
            uri: "https://lag.example/l",
            source: "sfs",
            document: "https://lag.example/a/007",
            stored: StoredId(900),
        },
        "withdrawn" => NewChangeSubject::Withdrawn {
            uri: "https://lag.example/w",
            source: "dv",
            lydelse_of: None,
            kind: Some("dom"),
            label: None,
            title: Some("Borttagen"),
        },
        document => {
            let number = document.strip_prefix("document ").unwrap().parse().unwrap();
            NewChangeSubject::Document(DocumentNumber(number))
        }
    }
}

fn catalog() -> (Catalog, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("catalog.db");
    let mut writer = CatalogWriter::create(&path).unwrap();
    let none = std::iter::empty::<&str>;
    writer.names(DocumentNumber(90), none(), none(), none(), ["dv", "forarbete", "sfs"].into_iter()).unwrap();
    World::new().documents.iter().try_for_each(|document| writer.document(document)).unwrap();
    let change = |(name, generations): &(&'static str, [u32; 5])| NewChange {
        subject: subject(name),
        changes: LastChanges(generations.map(Generation)),
    };
    writer.change_log(CHANGES.iter().map(change)).unwrap();
    let published = [("first", 2, 100), ("second", 4, 200)];
    let published = published.map(|(id, generation, at)| PublishedBefore {
        id: id.to_owned(),
        generation: Generation(generation),
        at,
    });
    let start = ChangeLogStart { generation: Generation(1), at: Some(50), days: 400 };
    writer.published_before(published.into_iter(), start).unwrap();
    writer.finish().unwrap();
    (Catalog::open(&path).unwrap().published(Generation(7), 300), folder)
}

#[test]
fn what_changed_after_a_generation_is_the_end_of_the_log() {
    let (catalog, _folder) = catalog();
    for generation in 0..9 {
        let expected: Vec<&str> = CHANGES
            .iter()
            .filter(|(_, generations)| generations.iter().any(|last| *last > generation))
            .map(|(name, _)| *name)
            .collect();
        let expected_uris: Vec<String> = expected
            .iter()
            .map(|name| match *name {
                "lydelse" => "https://lag.example/l".to_owned(),
                "withdrawn" => "https://lag.example/w".to_owned(),
                document => uri(document.strip_prefix("document ").unwrap().parse().unwrap()),
            })
            .collect();
        let found = catalog.with(|reader| {
            let after = reader.change_log()?.after(Generation(generation));
            let uris: Result<Vec<String>, _> =
                after.records().iter().map(|record| reader.changed_uri(record)).collect();
            let numbers = (0..9).map(|number| after.of_document(DocumentNumber(number)));
            Ok((uris?, after.lydelser(), numbers.collect::<Vec<_>>()))
        });
        let (uris, lydelser, numbers) = found.unwrap();
        assert_eq!(uris, expected_uris, "{generation}");
        assert_eq!(lydelser, expected.iter().filter(|name| **name == "lydelse").count());
        let place = |number: u32| expected.iter().position(|name| *name == format!("document {number}"));
        assert_eq!(numbers, (0..9).map(place).collect::<Vec<_>>());
    }
}

#[test]
fn a_record_is_shown_as_its_subject_is_called() {
    let (catalog, _folder) = catalog();
    let shown = catalog.with(|reader| {
        let records = reader.change_log()?.after(Generation::NONE).records().iter();
        records.map(|record| reader.changed_document(record)).collect::<Result<Vec<_>, _>>()
    });
    let shown: Vec<_> = shown
        .unwrap()
        .into_iter()
        .map(|document| (document.source, document.label, document.title, document.stored.map(|id| id.0)))
        .collect();
    let text = |text: &str| Some(text.to_owned());
    // A lydelse has the names of its document, and a withdrawn document its last known names.
    assert_eq!(shown[2], ("sfs".to_owned(), text("Nr 7"), text("Påhittad titel \"7\""), Some(900)));
    assert_eq!(shown[4], ("dv".to_owned(), None, text("Borttagen"), None));
    assert_eq!(shown[5], ("sfs".to_owned(), text("Nr 2"), text("Påhittad titel \"2\""), Some(3)));
}

#[test]
fn filters_of_the_log_are_those_of_documents_and_of_what_is_gone() {
    let (catalog, _folder) = catalog();
    for (source, kind, expected) in [
        (None, None, vec!["document 4", "document 7", "lydelse", "document 1", "withdrawn", "document 2"]),
        (Some("sfs"), None, vec!["lydelse", "document 2"]),
        (Some("dv"), None, vec!["withdrawn"]),
        (None, Some("dom"), vec!["document 4", "withdrawn"]),
        (Some("sfs"), Some("prop"), vec!["document 2"]),
        (Some("unknown"), None, vec![]),
        (None, Some("unknown"), vec![]),
    ] {
        let found = catalog.with(|reader| {
            let passes = reader.change_filter(source, kind)?;
            let records = reader.change_log()?.after(Generation::NONE).records();
            let names = records.iter().zip(CHANGES).filter(|(record, _)| passes(record));
            Ok(names.map(|(_, (name, _))| name).collect::<Vec<_>>())
        });
        assert_eq!(found.unwrap(), expected, "{source:?} {kind:?}");
    }
}

#[test]
fn a_change_is_dated_by_the_first_snapshot_that_had_it() {
    let (catalog, _folder) = catalog();
    // Generation 2 was served at 100, and 3 and 4 at 200. A stub has no artifact, and the log does not have document 8.
    for (number, at) in [(4, Some(100)), (1, Some(200)), (7, None), (8, Some(1_046))] {
        let updated = catalog.with(|reader| reader.document(&uri(number))).unwrap().unwrap().updated;
        assert_eq!(updated, at, "{number}");
    }
}
