//! A database, read by SQLite.

use lagrum_demo::BASE;
use lagrum_export::sqlite::{SqliteReport, write_sqlite};
use lagrum_export::tables::ProvisionCells;
use lagrum_progress::Silent;
use rusqlite::Connection;

use crate::corpus::Data;

#[test]
fn the_database_has_every_row_and_is_searched() {
    let data = Data::demo();
    let snapshot = data.open();
    let file = tempfile::NamedTempFile::new().unwrap();
    let written = write_sqlite(&snapshot, file.path(), &Silent, |root, add| {
        if root != format!("{BASE}/1931:47") {
            return Ok(());
        }
        for (number, text) in [(1, "Får ska räknas."), (2, "Får får inte säljas.")] {
            add(ProvisionCells {
                uri: &format!("{root}#P{number}"),
                label: &format!("{number} § fårlagen"),
                text,
                valid_from: "1931-07-01",
                valid_until: "",
                basis: "dated",
            })?;
        }
        Ok(())
    });
    let SqliteReport { documents, provisions, amendments, citations, related } = written.unwrap();
    let database = Connection::open(file.path()).unwrap();
    let count = |query: &str| -> u64 { database.query_row(query, [], |row| row.get(0)).unwrap() };
    assert_eq!((documents, provisions), (snapshot.manifest().counts.documents, 2));
    for (table, rows) in [
        ("documents", documents),
        ("provisions", provisions),
        ("amendments", amendments),
        ("citations", citations),
        ("related", related),
        ("snapshot", 1),
    ] {
        assert_eq!(count(&format!("SELECT count(*) FROM {table}")), rows, "{table}");
        assert!(rows > 0 || table == "related", "{table}");
    }
    // What a row leads to is there, and nothing is empty that is not known.
    for (query, rows) in [
        ("SELECT count(*) FROM pragma_foreign_key_check", 0),
        ("SELECT count(*) FROM provisions JOIN documents ON documents.uri = root", 2),
        ("SELECT count(*) FROM provisions WHERE valid_until IS NULL", 2),
        ("SELECT count(*) FROM documents WHERE typeof(inbound_count) <> 'integer'", 0),
        ("SELECT count(*) FROM provisions_fts WHERE provisions_fts MATCH 'säljas'", 1),
        ("SELECT count(*) FROM provisions_fts WHERE provisions_fts MATCH 'saljas'", 0),
        ("SELECT count(*) > 0 FROM documents_fts WHERE documents_fts MATCH 'fårlag'", 1),
    ] {
        assert_eq!(count(query), rows, "{query}");
    }
    let whole: String = database.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(whole, "ok");
}

#[test]
fn equal_snapshots_give_equal_bytes() {
    let data = Data::demo();
    let snapshot = data.open();
    let bytes = || {
        let file = tempfile::NamedTempFile::new().unwrap();
        write_sqlite(&snapshot, file.path(), &Silent, |_, _| Ok(())).unwrap();
        std::fs::read(file.path()).unwrap()
    };
    let first = bytes();
    assert!(first == bytes(), "another file of the same snapshot");
}
