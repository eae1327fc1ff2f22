//! Tables that contradict each other are reported, in words that say which.

use lagrum_catalog::Catalog;
use rusqlite::Connection;

use crate::world::{Written, uri, written};

/// A statement that changes a finished catalog, and words that a report must contain then.
const CONTRADICTIONS: [(&str, &str); 25] = [
    ("UPDATE document SET inbound_count = inbound_count + 1 WHERE id = 89", "a/089: "),
    (
        "UPDATE document SET inbound_count = 1 WHERE id = 30",
        "1 documents that nothing cites, with an inbound count",
    ),
    ("UPDATE document SET inbound_count = 1 WHERE id = 0", "documents of 90, 0 of them with another group"),
    ("UPDATE document SET year = 1999 WHERE id = 5", "documents of 90, 1 of them with another group or year"),
    ("UPDATE document SET flow_group = 'Dv' WHERE id < 3", "3 of them with another group or year"),
    ("UPDATE document SET expired = '2031-02-02' WHERE id = 6", "90 documents of 90, 1 of them not as"),
    ("UPDATE document SET kind = 'other' WHERE id IN (6, 7)", "90 documents of 90, 2 of them not as"),
    ("UPDATE document SET source = 'sfs' WHERE id = 6", "90 documents of 90, 1 of them not as"),
    ("UPDATE document_row SET json = '{}' WHERE id = 4", "90 rows for 90 documents, 1 of them not as"),
    ("UPDATE document SET title = 'Annan' WHERE id = 4", "90 rows for 90 documents, 1 of them not as"),
    ("DELETE FROM document_row WHERE id = 4", "89 rows for 90 documents, 1 of them"),
    ("INSERT INTO document_row VALUES (90, '{}')", "91 rows for 90 documents, 0 of them"),
    ("DELETE FROM filter_columns", "filter columns"),
    ("DELETE FROM document_column WHERE name = 'year'", "the columns of documents have no year"),
    ("UPDATE outbound SET list = x'ff' WHERE citing = 88", "the outbound list of document 88 cannot be read"),
    ("UPDATE outbound SET links = links + 1 WHERE citing = 88", "the outbound list of document 88 has"),
    ("DELETE FROM edge", "pairs of citing and cited documents without their edge"),
    ("UPDATE edge SET links = links + 1", "edges that no links make"),
    ("DELETE FROM predicate WHERE id = 1", "links with an anchor or a relation that has no name"),
    ("DELETE FROM anchor WHERE text = 'P3'", "links with an anchor or a relation that has no name"),
    ("DELETE FROM unheld", "links to nothing that has a name"),
    ("DELETE FROM inbound WHERE target = 89", "a/089: "),
    ("INSERT INTO inbound VALUES (500, 0, '[]', '[]')", "inbound lists of what nothing cites"),
    ("UPDATE inbound SET anchors = '[]' WHERE target = 89", "names other anchors than it has"),
    (
        "INSERT INTO listing (source, leaf, position, nested, document, expired)
         VALUES ('sfs', 'a', 0, 0, 3, NULL), ('sfs', 'a', 1, 0, 3, NULL)",
        "documents listed once more",
    ),
];

fn reports(catalog: &Catalog) -> Vec<String> {
    let mut reports = Vec::new();
    catalog.with(|reader| reader.contradictions(&mut |what| reports.push(what))).unwrap();
    reports
}

#[test]
fn each_contradiction_is_reported_in_words() {
    for (change, expected) in CONTRADICTIONS {
        let Written { path, _folder, catalog, .. } = written();
        assert_eq!(reports(&catalog), [""; 0]);
        assert!(Connection::open(&path).unwrap().execute(change, []).unwrap() > 0, "{change}");
        let reports = reports(&Catalog::open(&path).unwrap());
        assert!(reports.iter().any(|report| report.contains(expected)), "{change}: {reports:#?}");
    }
}

#[test]
fn a_listed_document_has_the_source_and_the_expiry_of_its_row() {
    // Document 5 is of the source `sfs` and expired, document 2 is of it and has not.
    let expired = written().world.documents[5].expired.clone().unwrap();
    for (source, document, expiry, is_right) in [
        ("sfs", 5, Some(expired.as_str()), true),
        ("sfs", 5, None, false),
        ("sfs", 5, Some("2040-01-01"), false),
        ("dv", 5, Some(expired.as_str()), false),
        ("sfs", 2, None, true),
        ("sfs", 2, Some("2031-01-01"), false),
        ("sfs", 500, None, false),
    ] {
        let Written { path, _folder, .. } = written();
        let connection = Connection::open(&path).unwrap();
        let row = "INSERT INTO listing (source, leaf, position, nested, document, expired)
                   VALUES (?1, 'a', 0, 0, ?2, ?3)";
        connection.execute(row, rusqlite::params![source, document, expiry]).unwrap();
        drop(connection);
        let reports = reports(&Catalog::open(&path).unwrap());
        let is_reported = reports.iter().any(|report| report.contains("1 listed documents that are not so"));
        assert_eq!(is_reported, !is_right, "{source} {document} {expiry:?}: {reports:?}");
    }
}

#[test]
fn a_row_of_an_inbound_list_that_is_not_the_link_is_reported() {
    let Written { path, _folder, .. } = written();
    // The heads of two lists are exchanged.
    let connection = Connection::open(&path).unwrap();
    let exchange = "UPDATE inbound SET target = 1000 WHERE target = 88;
                    UPDATE inbound SET target = 88 WHERE target = 89;
                    UPDATE inbound SET target = 89 WHERE target = 1000";
    connection.execute_batch(exchange).unwrap();
    drop(connection);
    let reports = reports(&Catalog::open(&path).unwrap());
    for number in [88, 89] {
        let name = format!("{}: ", uri(number));
        assert!(reports.iter().any(|report| report.starts_with(&name)), "{name} {reports:?}");
    }
}
