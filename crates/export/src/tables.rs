//! Documents, provisions and citations as tables: CSV in UTF-8 with a header, a row a line, an empty field for what is not known.
//! Provisions are written as Parquet too, where the feature `parquet` is there.
//!
//! Programs that read tables take a cell that begins with `=`, `+`, `-` or `@` for a formula. [`TableForm::for_excel`] escapes such cells.
//! Names and words are written as pages show them ([`lagrum_escape::plain`]): without characters that are not seen, or make a row
//! be read in another order. Uris and anchors, by which rows are joined, are as the catalog has them.

use std::io::Write;

use jiff::civil::Date;
use lagrum_artifact::Anchor;
use lagrum_catalog::inbound::joined;
use lagrum_catalog::{CatalogDocument, ListedLink};
use lagrum_escape::plain;
use lagrum_progress::Progress;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{UNKNOWN_END, source};

use crate::ExportError;
pub use crate::provision_cells::ProvisionCells;

/// Options of a CSV table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableForm {
    /// Begins with a byte order mark, by which spreadsheets recognize UTF-8.
    pub with_bom: bool,
    /// Puts `'` before a cell that a spreadsheet would take for a formula.
    pub for_excel: bool,
}

/// What takes the rows of a table: a file of CSV, a table of a database.
pub(crate) trait Rows {
    /// Adds a row. An empty cell is one whose value is not known.
    fn write(&mut self, cells: &[&str]) -> Result<(), ExportError>;
}

/// A table that is being written as CSV.
pub(crate) struct Table<W: Write> {
    rows: csv::Writer<W>,
    form: TableForm,
}

impl<W: Write> Table<W> {
    pub(crate) fn new(mut output: W, form: TableForm, columns: &[&str]) -> Result<Self, ExportError> {
        if form.with_bom {
            output.write_all("\u{feff}".as_bytes())?;
        }
        let mut rows = csv::Writer::from_writer(output);
        rows.write_record(columns)?;
        Ok(Self { rows, form })
    }

    pub(crate) fn finish(mut self) -> Result<(), ExportError> {
        Ok(self.rows.flush()?)
    }
}

impl<W: Write> Rows for Table<W> {
    fn write(&mut self, cells: &[&str]) -> Result<(), ExportError> {
        for cell in cells {
            if self.form.for_excel && is_formula(cell) {
                self.rows.write_field(format!("'{cell}"))?;
            } else {
                self.rows.write_field(cell)?;
            }
        }
        Ok(self.rows.write_record(None::<&[u8]>)?)
    }
}

/// Whether a spreadsheet takes a cell for a formula. Blanks at its beginning are ignored.
fn is_formula(cell: &str) -> bool {
    cell.trim_start().starts_with(['=', '+', '-', '@'])
}

/// The columns of the table of documents: those of a list of documents, and more. A column of days has days or nothing; what is stated
/// and is no day (`1972`, an end whose day is not known) is in the column beside it.
pub(crate) const DOCUMENT_COLUMNS: [&str; 13] = [
    "uri",
    "source",
    "kind",
    "label",
    "title",
    "source_url",
    "updated",
    "date",
    "expired",
    "inbound_count",
    "date_text",
    "expired_text",
    "extent",
];

/// The columns of the table of citations.
pub(crate) const CITATION_COLUMNS: [&str; 11] = [
    "from_uri",
    "anchor",
    "to_uri",
    "predicate",
    "text",
    "from_source",
    "from_date",
    "root",
    "unit",
    "cited_as",
    "cited_uri",
];

/// Writes every document, in the order of uris. Returns how many there are.
pub fn write_documents(
    snapshot: &Snapshot,
    form: TableForm,
    output: impl Write,
    progress: &dyn Progress,
) -> Result<u64, ExportError> {
    let mut table = Table::new(output, form, &DOCUMENT_COLUMNS)?;
    let written = add_documents(snapshot, &mut table, progress)?;
    table.finish()?;
    Ok(written)
}

/// Adds every document to a table.
pub(crate) fn add_documents(
    snapshot: &Snapshot,
    table: &mut impl Rows,
    progress: &dyn Progress,
) -> Result<u64, ExportError> {
    progress.begin("documents", Some(snapshot.manifest().counts.documents));
    let mut written = 0;
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        write_document(table, &document)?;
        written += 1;
        progress.advance(1);
    }
    progress.end();
    Ok(written)
}

fn write_document(table: &mut impl Rows, document: &CatalogDocument) -> Result<(), ExportError> {
    let updated = document.updated.and_then(|second| jiff::Timestamp::from_second(second).ok());
    let updated = updated.map(|time| time.to_string());
    let inbound_count = document.inbound_count.to_string();
    let text = |field: &'_ Option<String>| plain(field.as_deref().unwrap_or_default()).into_owned();
    let has_unknown_end = document.expired.as_deref() == Some(&*UNKNOWN_END.to_string());
    let ended = document.expired.as_deref().filter(|_| !has_unknown_end);
    let ended_text = if has_unknown_end { "unknown".to_owned() } else { text(&document.expired) };
    let cells = [
        document.uri.clone(),
        document.source.clone(),
        text(&document.kind),
        text(&document.label),
        text(&document.title),
        document.source_url.clone().unwrap_or_default(),
        updated.unwrap_or_default(),
        day(document.date.as_deref()).to_owned(),
        day(ended).to_owned(),
        inbound_count,
        text(&document.date),
        ended_text,
        document.extent.map(|extent| extent.wire_name()).unwrap_or_default().to_owned(),
    ];
    table.write(&cells.each_ref().map(String::as_str))
}

/// A text that is a day; empty for any other.
pub(crate) fn day(text: Option<&str>) -> &str {
    text.filter(|text| text.len() == 10 && text.parse::<Date>().is_ok()).unwrap_or_default()
}

/// The columns of the table of provisions.
pub(crate) const PROVISION_COLUMNS: [&str; 6] =
    ["uri", "label", "text", "valid_from", "valid_until", "basis"];

/// How the table of provisions is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvisionTableForm {
    /// As CSV.
    Csv(TableForm),
    /// As Apache Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// The table of provisions that is being written.
enum ProvisionTable<W: Write + Send> {
    Csv(Table<W>),
    #[cfg(feature = "parquet")]
    Parquet(crate::parquet::ParquetTable<W>),
}

impl<W: Write + Send> ProvisionTable<W> {
    fn new(output: W, form: ProvisionTableForm) -> Result<Self, ExportError> {
        Ok(match form {
            ProvisionTableForm::Csv(form) => Self::Csv(Table::new(output, form, &PROVISION_COLUMNS)?),
            #[cfg(feature = "parquet")]
            ProvisionTableForm::Parquet => Self::Parquet(crate::parquet::ParquetTable::new(output)?),
        })
    }

    fn write(&mut self, cells: ProvisionCells<'_>) -> Result<(), ExportError> {
        match self {
            Self::Csv(table) => {
                let ProvisionCells { uri, label, text, valid_from, valid_until, basis } = cells;
                table.write(&[uri, label, text, valid_from, valid_until, basis])
            }
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => Ok(table.write(cells)?),
        }
    }

    fn finish(self) -> Result<(), ExportError> {
        match self {
            Self::Csv(table) => table.finish(),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => Ok(table.finish()?),
        }
    }
}

/// What takes the provisions one by one.
pub type AddProvision<'a> = dyn FnMut(ProvisionCells<'_>) -> Result<(), ExportError> + 'a;

/// Writes the provisions of every document, in the order of uris. `provisions` gets the uri of a document and a
/// function, and calls the function with each provision of the document. Returns how many provisions there are.
pub fn write_provisions(
    snapshot: &Snapshot,
    form: ProvisionTableForm,
    output: impl Write + Send,
    progress: &dyn Progress,
    provisions: impl FnMut(&str, &mut AddProvision<'_>) -> Result<(), ExportError>,
) -> Result<u64, ExportError> {
    let mut table = ProvisionTable::new(output, form)?;
    let written = add_provisions(snapshot, progress, provisions, &mut |cells| table.write(cells))?;
    table.finish()?;
    Ok(written)
}

/// Gives each provision of every document to `add`.
pub(crate) fn add_provisions(
    snapshot: &Snapshot,
    progress: &dyn Progress,
    mut provisions: impl FnMut(&str, &mut AddProvision<'_>) -> Result<(), ExportError>,
    add: &mut AddProvision<'_>,
) -> Result<u64, ExportError> {
    progress.begin("provisions of documents", Some(snapshot.manifest().counts.documents));
    let mut written = 0;
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        provisions(&document.uri, &mut |cells| {
            add(ProvisionCells { label: &plain(cells.label), text: &plain_lines(cells.text), ..cells })?;
            written += 1;
            Ok(())
        })?;
        progress.advance(1);
    }
    progress.end();
    Ok(written)
}

/// A text of several lines, each as pages show it.
fn plain_lines(text: &str) -> String {
    text.lines().map(plain).collect::<Vec<_>>().join("\n")
}

/// Writes every link, by the uri of its document and in the order of the text. Returns how many there are.
pub fn write_citations(
    snapshot: &Snapshot,
    form: TableForm,
    output: impl Write,
    progress: &dyn Progress,
) -> Result<u64, ExportError> {
    let mut table = Table::new(output, form, &CITATION_COLUMNS)?;
    let written = add_citations(snapshot, &mut table, progress)?;
    table.finish()?;
    Ok(written)
}

/// Adds every link to a table.
pub(crate) fn add_citations(
    snapshot: &Snapshot,
    table: &mut impl Rows,
    progress: &dyn Progress,
) -> Result<u64, ExportError> {
    progress.begin("citations of documents", Some(snapshot.manifest().counts.documents));
    let mut written = 0;
    for document in snapshot.catalog().all_documents() {
        let document = document?;
        let (list, meanings) = snapshot.catalog().with(|catalog| {
            Ok((catalog.outbound_list(&document.uri)?, catalog.meanings_of(&document.uri)?))
        })?;
        for link in list.links() {
            let ListedLink { target, target_anchor, anchor, predicate, text } = link;
            let target = &list.targets()[target];
            let stated = joined(target.uri(), target_anchor);
            let meaning = meanings.get(&stated);
            // None where it is not known which act is meant.
            let counts_at = match meaning {
                Some(meaning) => meaning.counts_at().map(|place| (&place.document, place.anchor.as_deref())),
                None => Some((target, target_anchor)),
            };
            let to = counts_at.map(|(document, anchor)| joined(document.uri(), anchor)).unwrap_or_default();
            let root = counts_at.map_or("", |(document, _)| document.uri());
            let unit = counts_at.and_then(|(document, anchor)| unit(root, &document.held()?.source, anchor?));
            let cited_as = meaning.map_or("", |meaning| meaning.cited_as.name());
            let cited = if meaning.is_some() { stated.as_str() } else { "" };
            let (anchor, text) = (anchor.unwrap_or_default(), text.unwrap_or_default());
            let date = day(document.date.as_deref());
            table.write(&[
                &*document.uri,
                anchor,
                &to,
                predicate,
                &*plain(text),
                &document.source,
                date,
                root,
                unit.as_deref().unwrap_or_default(),
                cited_as,
                cited,
            ])?;
            written += 1;
        }
        progress.advance(1);
    }
    progress.end();
    Ok(written)
}

/// The uri of the provision that an anchor of a held document belongs to: that of the paragraf for a stycke of it.
fn unit(root: &str, source_name: &str, anchor: &str) -> Option<String> {
    let anchor = Anchor::new(anchor)?;
    Some(format!("{root}#{}", source(source_name).grammar.unit(&anchor).anchor()))
}
