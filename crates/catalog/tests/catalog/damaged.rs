//! A damaged file gives errors that report the damage, and does not end the process.

use std::path::Path;

use lagrum_artifact::Location;
use lagrum_catalog::inbound::{CiterFilter, InboundQuery};
use lagrum_catalog::{Catalog, CatalogError, DocumentFilter, DocumentOrder, RowRange};
use rusqlite::Connection;

use crate::world::{HELD, Written, base, uri, written};

const PAGE: RowRange = RowRange { limit: 30, offset: 0 };

/// A question, and its name.
type Question = (&'static str, fn(&Catalog) -> Result<(), CatalogError>);

/// Questions that together read every table of the fixture.
const QUESTIONS: [Question; 11] = [
    ("rows", |catalog| rows(catalog, DocumentOrder::Uri)),
    ("by citations", |catalog| rows(catalog, DocumentOrder::Citations)),
    ("by change", |catalog| rows(catalog, DocumentOrder::Updated)),
    ("document", |catalog| catalog.with(|reader| reader.document(&uri(3))).map(drop)),
    ("all", |catalog| catalog.all_documents().try_for_each(|document| document.map(drop))),
    ("outbound", |catalog| {
        (0..HELD).try_for_each(|number| catalog.with(|reader| reader.outbound(&uri(number))).map(drop))
    }),
    ("inbound", inbound),
    ("graph", |catalog| catalog.with(|reader| reader.citation_graph()).map(drop)),
    ("names", |catalog| catalog.with(|reader| reader.name_index(&base(), "2031-01-01", &[])).map(drop)),
    ("log", |catalog| catalog.with(|reader| reader.change_log().map(drop))),
    ("coverage", |catalog| catalog.with(|reader| reader.coverage()).map(drop)),
];

fn rows(catalog: &Catalog, order: DocumentOrder) -> Result<(), CatalogError> {
    catalog.with(|reader| reader.document_rows(DocumentFilter::default(), order, PAGE)).map(drop)
}

fn inbound(catalog: &Catalog) -> Result<(), CatalogError> {
    (0..HELD + 3).try_for_each(|number| {
        let location = Location::parse(&uri(number)).unwrap();
        let query = InboundQuery {
            location: &location,
            exact: false,
            source: None,
            citers: CiterFilter { groups: None, year: Some(2_004) },
            by_citations: true,
            page: PAGE,
        };
        catalog.with(|reader| reader.inbound(&query)).map(drop)
    })
}

/// A statement that damages a finished catalog, and the question that must fail then.
const DAMAGES: [(&str, &str); 18] = [
    ("DELETE FROM document_row WHERE id = 5", "rows"),
    ("DELETE FROM filter_columns", "rows"),
    ("UPDATE filter_columns SET kinds = substr(kinds, 2)", "rows"),
    ("UPDATE filter_columns SET sources = x'ffff' || substr(sources, 3)", "rows"),
    ("UPDATE filter_columns SET kinds = x'ffffff00' || substr(kinds, 5)", "rows"),
    ("DELETE FROM document_column WHERE name = 'group'", "by citations"),
    ("UPDATE document_column SET numbers = substr(numbers, 2) WHERE name = 'year'", "by citations"),
    (
        "UPDATE document_column SET numbers = x'ffffffff' || substr(numbers, 5) WHERE name = 'by_citations'",
        "by citations",
    ),
    ("DELETE FROM document WHERE id = 89", "by change"),
    ("UPDATE outbound SET list = substr(list, 1, length(list) - 1)", "outbound"),
    ("DELETE FROM unheld", "outbound"),
    ("DELETE FROM predicate", "outbound"),
    ("UPDATE inbound_chunk SET rows = substr(rows, 2)", "inbound"),
    ("DELETE FROM inbound_chunk", "inbound"),
    ("UPDATE inbound SET runs = '['", "inbound"),
    ("DELETE FROM anchor", "inbound"),
    ("DELETE FROM property WHERE name = 'log_start'", "log"),
    ("UPDATE coverage SET record = '{'", "coverage"),
];

fn ask(path: &Path, name: &str) -> Result<(), CatalogError> {
    let (_, question) = QUESTIONS.into_iter().find(|(known, _)| *known == name).unwrap();
    question(&Catalog::open(path)?)
}

#[test]
fn what_is_missing_or_contradicts_itself_is_an_error() {
    for (damage, question) in DAMAGES {
        let Written { path, _folder, .. } = written();
        ask(&path, question).unwrap();
        assert!(Connection::open(&path).unwrap().execute(damage, []).unwrap() > 0, "{damage}");
        let error = ask(&path, question).expect_err(damage);
        assert!(!matches!(error, CatalogError::Cancelled(_)), "{damage}: {error}");
        assert!(error.to_string().contains("catalog.db"), "it names the file: {error}");
    }
}

#[test]
fn a_file_that_is_no_catalog_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("catalog.db");
    assert!(matches!(Catalog::open(&path), Err(CatalogError::Database { .. })), "there is none");
    for bytes in [&b""[..], b"no database", &[0; 8192]] {
        std::fs::write(&path, bytes).unwrap();
        assert!(matches!(Catalog::open(&path), Err(CatalogError::Database { .. })), "{} bytes", bytes.len());
    }
    let Written { path, _folder, .. } = written();
    let connection = Connection::open(&path).unwrap();
    connection.execute("UPDATE property SET value = '1' WHERE name = 'format'", []).unwrap();
    drop(connection);
    let error = Catalog::open(&path).unwrap_err();
    assert!(matches!(&error, CatalogError::Format { found, .. } if found == "1"), "{error}");
    assert!(error.to_string().contains("build the snapshot again"), "{error}");
}

#[test]
fn any_changed_byte_gives_an_answer_or_an_error() {
    let Written { path, _folder, .. } = written();
    let whole = std::fs::read(&path).unwrap();
    let (mut failed, mut answered) = (0, 0);
    // A step that has no factor in common with the size of a page, so that all parts of pages are met.
    for at in (0..whole.len()).step_by(701) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xff;
        std::fs::write(&path, bytes).unwrap();
        for (_, question) in QUESTIONS {
            match Catalog::open(&path).and_then(|catalog| question(&catalog)) {
                Ok(()) => answered += 1,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    failed += 1;
                }
            }
        }
    }
    assert!(failed > 100 && answered > 100, "{failed} failed, {answered} were answered");
}

#[test]
fn a_file_that_is_cut_short_gives_an_answer_or_an_error() {
    let Written { path, _folder, .. } = written();
    let whole = std::fs::read(&path).unwrap();
    let mut failed = 0;
    for end in (0..whole.len()).step_by(4_096) {
        std::fs::write(&path, &whole[..end]).unwrap();
        for (_, question) in QUESTIONS {
            failed += u64::from(Catalog::open(&path).and_then(|catalog| question(&catalog)).is_err());
        }
    }
    assert!(failed > 100, "{failed} failed");
}
