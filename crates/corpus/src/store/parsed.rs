//! Records the inputs of each document that was parsed from the raw archive. So an import finds the documents to parse
//! again without parsing.

use rusqlite::Connection;

use super::connect::Readable;
use super::corpus::Corpus;
use super::error::CorpusError;

/// The inputs from which a document was parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedFrom {
    /// The publisher's number of the document.
    pub key: String,
    /// The uri of the document; None where parsing gave no document.
    pub uri: Option<String>,
    /// The normalised hashes of its raw rows, one after another.
    pub raw: Vec<u8>,
    /// The version of the parser.
    pub parser: String,
    /// The version of the grammar of citations.
    pub grammar: String,
    /// The version of the numbering of the acts that it cites.
    pub tables: String,
    /// The day (`YYYY-MM-DD`) on which it must be parsed again.
    pub valid_until: Option<String>,
    /// How the act numbers its provisions: anchors, with blanks between.
    pub numbering: String,
    /// The acts that it cites: local ids, with blanks between.
    pub cites: String,
}

impl Corpus {
    /// The inputs of the documents of a source, by key. Empty for a corpus without parsed documents.
    pub fn parsed_from(&self, source: &str) -> Result<Vec<ParsedFrom>, CorpusError> {
        if !self.database.is_file() {
            return Ok(Vec::new());
        }
        let connection = self.checked(Readable::open(&self.database))?;
        self.checked(read(&connection, source))
    }
}

fn read(connection: &Connection, source: &str) -> rusqlite::Result<Vec<ParsedFrom>> {
    let has_table: i64 =
        connection
            .query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'parsed'", [], |row| row.get(0))?;
    if has_table == 0 {
        return Ok(Vec::new());
    }
    let query = "SELECT key, uri, raw, parser, grammar, tables, valid_until, numbering, cites
                 FROM parsed WHERE source = ?1 ORDER BY key";
    connection
        .prepare(query)?
        .query_map([source], |row| {
            Ok(ParsedFrom {
                key: row.get(0)?,
                uri: row.get(1)?,
                raw: row.get(2)?,
                parser: row.get(3)?,
                grammar: row.get(4)?,
                tables: row.get(5)?,
                valid_until: row.get(6)?,
                numbering: row.get(7)?,
                cites: row.get(8)?,
            })
        })?
        .collect()
}
