//! A snapshot as one SQLite file: the tables of documents, provisions, amendments, citations and related places, with a full-text index.
//!
//! The columns are those of the tables in CSV; an empty cell is null. What a row leads to is a foreign key where it is always held, so
//! that programs that browse a database link rows. Texts are as they are read, no artifact is copied.

use std::path::Path;

use lagrum_progress::Progress;
use lagrum_snapshot::Snapshot;
use rusqlite::{Connection, OpenFlags, params_from_iter};

use crate::ExportError;
use crate::amendments::{AMENDMENT_COLUMNS, add_amendments};
use crate::related::{RELATED_COLUMNS, add_related};
use crate::tables::{
    AddProvision, CITATION_COLUMNS, DOCUMENT_COLUMNS, PROVISION_COLUMNS, ProvisionCells, Rows, add_citations,
    add_documents, add_provisions,
};

/// The column that names the document of a provision.
const ROOT: &str = "root";

/// What is made after all rows are there: indexes of what rows are looked up by, and the full-text index. Words keep their diacritics,
/// which make other words of them in Swedish.
const INDEXES: &str = r#"
    CREATE INDEX provisions_by_root ON provisions (root);
    CREATE INDEX amendments_by_act ON amendments (act_uri);
    CREATE INDEX amendments_by_amending_act ON amendments (amending_uri);
    CREATE INDEX citations_by_citing ON citations (from_uri);
    CREATE INDEX citations_by_cited ON citations (root, unit);
    CREATE INDEX related_by_uri ON related (uri);
    CREATE INDEX related_by_related_uri ON related (related_uri);
    CREATE VIRTUAL TABLE documents_fts
        USING fts5 (label, title, content="documents", tokenize="unicode61 remove_diacritics 0");
    INSERT INTO documents_fts (documents_fts) VALUES ('rebuild');
    CREATE VIRTUAL TABLE provisions_fts
        USING fts5 (label, text, content="provisions", tokenize="unicode61 remove_diacritics 0");
    INSERT INTO provisions_fts (provisions_fts) VALUES ('rebuild');
"#;

/// How many rows a database has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqliteReport {
    /// Documents.
    pub documents: u64,
    /// Provisions of statutes and EU acts.
    pub provisions: u64,
    /// Changes that registers name.
    pub amendments: u64,
    /// Citations.
    pub citations: u64,
    /// Statements of older and newer law.
    pub related: u64,
}

/// Writes a snapshot as a SQLite database to an empty file, which is whole when this returns and of no use when it fails. `provisions` is
/// that of [`write_provisions`](crate::tables::write_provisions).
pub fn write_sqlite(
    snapshot: &Snapshot,
    file: &Path,
    progress: &dyn Progress,
    provisions: impl FnMut(&str, &mut AddProvision<'_>) -> Result<(), ExportError>,
) -> Result<SqliteReport, ExportError> {
    let database = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // The file is dropped when the export fails, so nothing has to be undone.
    database.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;")?;
    add_snapshot(&database, snapshot)?;
    let report = add_tables(&database, snapshot, progress, provisions)?;
    progress.begin("indexes of the database", None);
    database.execute_batch(INDEXES)?;
    database.execute_batch("COMMIT; ANALYZE;")?;
    progress.end();
    database.close().map_err(|(_, error)| error)?;
    Ok(report)
}

fn add_tables(
    database: &Connection,
    snapshot: &Snapshot,
    progress: &dyn Progress,
    provisions: impl FnMut(&str, &mut AddProvision<'_>) -> Result<(), ExportError>,
) -> Result<SqliteReport, ExportError> {
    let mut table = Table::create(database, "documents", &DOCUMENT_COLUMNS)?;
    let documents = add_documents(snapshot, &mut table, progress)?;
    let columns: Vec<&str> = PROVISION_COLUMNS.into_iter().chain([ROOT]).collect();
    let mut table = Table::create(database, "provisions", &columns)?;
    let provisions = add_provisions(snapshot, progress, provisions, &mut |cells| {
        let ProvisionCells { uri, label, text, valid_from, valid_until, basis } = cells;
        let root = uri.split_once('#').map_or(uri, |(root, _)| root);
        table.write(&[uri, label, text, valid_from, valid_until, basis, root])
    })?;
    let mut table = Table::create(database, "amendments", &AMENDMENT_COLUMNS)?;
    let amendments = add_amendments(snapshot, &mut table, progress)?;
    let mut table = Table::create(database, "citations", &CITATION_COLUMNS)?;
    let citations = add_citations(snapshot, &mut table, progress)?;
    let mut table = Table::create(database, "related", &RELATED_COLUMNS)?;
    let related = add_related(snapshot, &mut table, progress)?;
    Ok(SqliteReport { documents, provisions, amendments, citations, related })
}

/// Adds the table that says which snapshot this is.
fn add_snapshot(database: &Connection, snapshot: &Snapshot) -> Result<(), ExportError> {
    let manifest = snapshot.manifest();
    let mut table = Table::create(database, "snapshot", &["id", "built", "base", "program"])?;
    let id = manifest.id.to_string();
    table.write(&[&id, &manifest.built, manifest.base.as_str(), &manifest.tool_version])
}

/// How a column is declared.
fn declared(table: &str, column: &str) -> String {
    let rule = match (table, column) {
        ("documents" | "provisions", "uri") => " PRIMARY KEY",
        ("provisions", ROOT) | ("amendments", "act_uri") | ("citations", "from_uri") => {
            " REFERENCES documents (uri)"
        }
        _ => "",
    };
    let kind = if column == "inbound_count" { "INTEGER" } else { "TEXT" };
    format!("\"{column}\" {kind}{rule}")
}

/// A table of the database to which rows are added.
struct Table<'d> {
    insert: rusqlite::Statement<'d>,
}

impl<'d> Table<'d> {
    fn create(database: &'d Connection, name: &str, columns: &[&str]) -> Result<Self, ExportError> {
        let declared: Vec<String> = columns.iter().map(|column| declared(name, column)).collect();
        database.execute_batch(&format!("CREATE TABLE {name} ({});", declared.join(", ")))?;
        let values = vec!["?"; columns.len()].join(", ");
        Ok(Self { insert: database.prepare(&format!("INSERT INTO {name} VALUES ({values})"))? })
    }
}

impl Rows for Table<'_> {
    fn write(&mut self, cells: &[&str]) -> Result<(), ExportError> {
        let cells = cells.iter().map(|cell| Some(*cell).filter(|cell| !cell.is_empty()));
        self.insert.execute(params_from_iter(cells))?;
        Ok(())
    }
}
