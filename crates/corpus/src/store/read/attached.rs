//! Reads the attachments of a generation.

use lagrum_artifact::Generation;
use rusqlite::{Row, ToSql};

use super::{Corpus, CorpusError, CorpusReader};
use crate::attachments::{AttachmentFiles, BoundingBox, Digest, Grafik, PdfPart, Verdict};

/// The attachments at one generation of the corpus.
#[derive(Clone, Copy, Debug)]
pub struct StoredAttachments<'a> {
    reader: &'a CorpusReader,
    generation: Generation,
}

impl CorpusReader {
    /// The attachments at a generation that has not been swept.
    pub fn attached(&self, generation: Generation) -> StoredAttachments<'_> {
        StoredAttachments { reader: self, generation }
    }
}

impl StoredAttachments<'_> {
    /// The PDFs of a document, in the order of its parts; none for one without.
    pub fn pdfs(&self, uri: &str) -> Result<Vec<PdfPart>, CorpusError> {
        self.rows(PDF, "uri = ?2 ORDER BY part", &[&uri], pdf_row)
    }

    /// The verdict of this name.
    pub fn verdict(&self, court: &str, record: &str, file: &str) -> Result<Option<Verdict>, CorpusError> {
        let names: [&dyn ToSql; 3] = [&court, &record, &file];
        Ok(self.rows(VERDICT, "court = ?2 AND record = ?3 AND file = ?4", &names, verdict_row)?.pop())
    }

    /// The printed page of a graphic that a statute leaves out.
    pub fn grafik(&self, statute: &str, anchor: &str) -> Result<Option<Grafik>, CorpusError> {
        Ok(self.rows(GRAFIK, "statute = ?2 AND anchor = ?3", &[&statute, &anchor], grafik_row)?.pop())
    }

    /// The graphics of a statute, by anchor.
    pub fn graphics(&self, statute: &str) -> Result<Vec<Grafik>, CorpusError> {
        self.rows(GRAFIK, "statute = ?2 ORDER BY anchor", &[&statute], grafik_row)
    }

    /// All PDFs, by document and part.
    pub fn all_pdfs(&self) -> Result<Vec<PdfPart>, CorpusError> {
        self.rows(PDF, "TRUE ORDER BY uri, part", &[], pdf_row)
    }

    /// All verdicts, by name.
    pub fn all_verdicts(&self) -> Result<Vec<Verdict>, CorpusError> {
        self.rows(VERDICT, "TRUE ORDER BY court, record, file", &[], verdict_row)
    }

    /// All graphics, by statute and anchor.
    pub fn all_grafik(&self) -> Result<Vec<Grafik>, CorpusError> {
        self.rows(GRAFIK, "TRUE ORDER BY statute, anchor", &[], grafik_row)
    }

    /// Whether a stored file exists and has the content that its name states. Reads all of it.
    pub fn is_whole(&self, digest: &Digest, size: u64) -> std::io::Result<bool> {
        AttachmentFiles::of(self.reader.corpus.folder()).is_whole(digest, size)
    }

    fn rows<T>(
        &self,
        (table, columns): (&str, &str),
        filter: &str,
        names: &[&dyn ToSql],
        read: fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, CorpusError> {
        let CorpusReader { corpus, connection, .. } = self.reader;
        // A corpus of an older version without a later import has no tables for attachments.
        let there = connection
            .prepare_cached("SELECT count(*) FROM sqlite_schema WHERE name = ?1")
            .and_then(|mut query| query.query_row([table], |row| row.get::<_, i64>(0)));
        if corpus.checked(there)? == 0 {
            return Ok(Vec::new());
        }
        let select = || {
            let mut query = connection.prepare_cached(&format!(
                "SELECT {columns} FROM {table} WHERE since <= ?1 AND (until IS NULL OR until > ?1) AND {filter}"
            ))?;
            let generation: &dyn ToSql = &self.generation.0;
            let values: Vec<&dyn ToSql> = std::iter::once(generation).chain(names.iter().copied()).collect();
            query.query_map(values.as_slice(), read)?.collect()
        };
        corpus.checked(select())
    }
}

impl Corpus {
    /// The path of the file of an attachment.
    pub fn attachment(&self, digest: &Digest) -> std::path::PathBuf {
        AttachmentFiles::of(self.folder()).path(digest)
    }
}

const PDF: (&str, &str) = ("pdf", "uri, part, first_page, pages, digest, size");
const VERDICT: (&str, &str) = ("verdict", "court, record, file, digest, size");
const GRAFIK: (&str, &str) = ("grafik", "statute, anchor, act, page, bbox");

pub(crate) fn pdf_row(row: &Row<'_>) -> rusqlite::Result<PdfPart> {
    Ok(PdfPart {
        uri: row.get(0)?,
        part: row.get(1)?,
        first_page: row.get(2)?,
        pages: row.get(3)?,
        digest: Digest(row.get(4)?),
        size: row.get(5)?,
    })
}

pub(crate) fn verdict_row(row: &Row<'_>) -> rusqlite::Result<Verdict> {
    Ok(Verdict {
        court: row.get(0)?,
        record: row.get(1)?,
        file: row.get(2)?,
        digest: Digest(row.get(3)?),
        size: row.get(4)?,
    })
}

pub(crate) fn grafik_row(row: &Row<'_>) -> rusqlite::Result<Grafik> {
    let bbox: Option<String> = row.get(4)?;
    let unsound = || rusqlite::Error::InvalidColumnType(4, "bbox".to_owned(), rusqlite::types::Type::Text);
    let bbox: Option<BoundingBox> = bbox.map(|text| text.parse()).transpose().map_err(|()| unsound())?;
    Ok(Grafik { statute: row.get(0)?, anchor: row.get(1)?, act: row.get(2)?, page: row.get(3)?, bbox })
}
