//! The table of provisions as Apache Parquet: the columns of the CSV, days as dates, null for a day that is not
//! known.

use std::io::Write;
use std::sync::Arc;

use jiff::civil::{Date, date};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::provision_cells::ProvisionCells;

/// Rows of a row group. They are kept in memory until the group is written.
const ROWS_OF_A_GROUP: usize = 10_000;

const SCHEMA: &str = "message provisions {
    REQUIRED BYTE_ARRAY uri (UTF8);
    REQUIRED BYTE_ARRAY label (UTF8);
    REQUIRED BYTE_ARRAY text (UTF8);
    OPTIONAL INT32 valid_from (DATE);
    OPTIONAL INT32 valid_until (DATE);
    REQUIRED BYTE_ARRAY basis (UTF8);
}";

/// A table that is being written.
pub(crate) struct ParquetTable<W: Write + Send> {
    file: SerializedFileWriter<W>,
    rows: Rows,
}

/// The columns of rows that are not yet written.
#[derive(Default)]
struct Rows {
    uri: Vec<ByteArray>,
    label: Vec<ByteArray>,
    text: Vec<ByteArray>,
    valid_from: Vec<Option<i32>>,
    valid_until: Vec<Option<i32>>,
    basis: Vec<ByteArray>,
}

impl<W: Write + Send> ParquetTable<W> {
    pub(crate) fn new(output: W) -> Result<Self, ParquetError> {
        let schema = Arc::new(parse_message_type(SCHEMA)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let file = SerializedFileWriter::new(output, schema, Arc::new(properties))?;
        Ok(Self { file, rows: Rows::default() })
    }

    pub(crate) fn write(&mut self, cells: ProvisionCells<'_>) -> Result<(), ParquetError> {
        let ProvisionCells { uri, label, text, valid_from, valid_until, basis } = cells;
        self.rows.uri.push(uri.into());
        self.rows.label.push(label.into());
        self.rows.text.push(text.into());
        self.rows.valid_from.push(days_since_1970(valid_from));
        self.rows.valid_until.push(days_since_1970(valid_until));
        self.rows.basis.push(basis.into());
        if self.rows.uri.len() < ROWS_OF_A_GROUP { Ok(()) } else { self.write_group() }
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.file.next_row_group()?;
        // In the order of the schema.
        write_texts(&mut group, &rows.uri)?;
        write_texts(&mut group, &rows.label)?;
        write_texts(&mut group, &rows.text)?;
        write_days(&mut group, &rows.valid_from)?;
        write_days(&mut group, &rows.valid_until)?;
        write_texts(&mut group, &rows.basis)?;
        group.close().map(drop)
    }

    pub(crate) fn finish(mut self) -> Result<(), ParquetError> {
        if !self.rows.uri.is_empty() {
            self.write_group()?;
        }
        self.file.close().map(drop)
    }
}

fn write_texts<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    texts: &[ByteArray],
) -> Result<(), ParquetError> {
    let mut column = next_column(group)?;
    column.typed::<ByteArrayType>().write_batch(texts, None, None)?;
    column.close()
}

fn write_days<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    days: &[Option<i32>],
) -> Result<(), ParquetError> {
    let levels: Vec<i16> = days.iter().map(|day| i16::from(day.is_some())).collect();
    let known: Vec<i32> = days.iter().copied().flatten().collect();
    let mut column = next_column(group)?;
    column.typed::<Int32Type>().write_batch(&known, Some(&levels), None)?;
    column.close()
}

fn next_column<'g, W: Write + Send>(
    group: &'g mut SerializedRowGroupWriter<'_, W>,
) -> Result<SerializedColumnWriter<'g>, ParquetError> {
    group.next_column()?.ok_or_else(|| ParquetError::General("the schema has fewer columns".to_owned()))
}

/// The days from the first of 1970 to a day; None for a text that is no day.
fn days_since_1970(day: &str) -> Option<i32> {
    let day: Date = day.parse().ok()?;
    Some(date(1970, 1, 1).until(day).ok()?.get_days())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let cells = |uri, valid_from, valid_until| ProvisionCells {
            uri,
            label: "1 § fårlagen",
            text: "Får ska räknas.",
            valid_from,
            valid_until,
            basis: "dated",
        };
        let mut output = Vec::new();
        let mut table = ParquetTable::new(&mut output).unwrap();
        table.write(cells("a#P1", "1969-12-31", "2031-07-01")).unwrap();
        for _ in 1..ROWS_OF_A_GROUP {
            table.write(cells("a#P2", "", "")).unwrap();
        }
        table.write(cells("a#P3", "1970-01-01", "")).unwrap();
        table.finish().unwrap();
        let reader = SerializedFileReader::new(Bytes::from(output)).unwrap();
        assert_eq!(reader.num_row_groups(), 2);
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(rows.len(), ROWS_OF_A_GROUP + 1);
        for (at, expected) in [
            (
                0,
                r#"{uri: "a#P1", label: "1 § fårlagen", text: "Får ska räknas.", valid_from: 1969-12-31, valid_until: 2031-07-01, basis: "dated"}"#,
            ),
            (
                1,
                r#"{uri: "a#P2", label: "1 § fårlagen", text: "Får ska räknas.", valid_from: null, valid_until: null, basis: "dated"}"#,
            ),
            (
                ROWS_OF_A_GROUP,
                r#"{uri: "a#P3", label: "1 § fårlagen", text: "Får ska räknas.", valid_from: 1970-01-01, valid_until: null, basis: "dated"}"#,
            ),
        ] {
            assert_eq!(rows[at], expected);
        }
    }
}
