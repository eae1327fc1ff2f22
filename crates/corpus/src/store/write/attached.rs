//! Writes attachments. A whole set is replaced at once; rows of the earlier set end with the new generation.

use lagrum_artifact::Generation;
use rusqlite::{Row, Statement, ToSql, Transaction, params};

use super::writer::{CorpusWriter, next_generation};
use crate::CorpusError;
use crate::attachments::{AttachmentFiles, Digest, Grafik, PdfPart, Verdict};
use crate::store::attached::{grafik_row, pdf_row, verdict_row};

impl CorpusWriter {
    /// The folder of stored files.
    pub(crate) fn files_of_attachments(&self) -> AttachmentFiles {
        AttachmentFiles::of(self.corpus.folder())
    }

    /// Makes these the PDFs of a document, in their order. Returns whether that changed anything.
    pub(crate) fn put_pdfs(&mut self, uri: &str, parts: &[PdfPart]) -> Result<bool, CorpusError> {
        self.replace(&PDF, &[&uri], parts)
    }

    /// Stores a verdict. Returns whether that changed anything.
    pub(crate) fn put_verdict(&mut self, verdict: &Verdict) -> Result<bool, CorpusError> {
        let name: [&dyn ToSql; 3] = [&verdict.court, &verdict.record, &verdict.file];
        self.replace(&VERDICT, &name, std::slice::from_ref(verdict))
    }

    /// Makes these the graphics of a statute, sorted by anchor. Returns whether that changed anything.
    pub(crate) fn put_grafik(&mut self, statute: &str, entries: &[Grafik]) -> Result<bool, CorpusError> {
        self.replace(&GRAFIK, &[&statute], entries)
    }

    /// Removes the rows that ended at this generation or before, and the files that no other row names.
    pub(crate) fn sweep_attachments(&mut self, oldest_generation: Generation) -> Result<(), CorpusError> {
        let unnamed = self.in_transaction(|transaction| {
            let known = "SELECT count(*) FROM sqlite_schema WHERE name IN ('pdf', 'verdict', 'grafik')";
            if transaction.query_row(known, [], |row| row.get::<_, i64>(0))? < 3 {
                return Ok(Vec::new());
            }
            let mut removed: Vec<Digest> = Vec::new();
            for delete in [
                "DELETE FROM pdf WHERE until <= ?1 RETURNING digest",
                "DELETE FROM verdict WHERE until <= ?1 RETURNING digest",
            ] {
                let mut delete = transaction.prepare(delete)?;
                let digests = delete.query_map([oldest_generation.0], |row| row.get(0).map(Digest))?;
                removed.extend(digests.collect::<rusqlite::Result<Vec<_>>>()?);
            }
            transaction.execute("DELETE FROM grafik WHERE until <= ?1", [oldest_generation.0])?;
            let mut named = transaction.prepare(
                "SELECT EXISTS (SELECT 1 FROM pdf WHERE digest = ?1) OR EXISTS (SELECT 1 FROM verdict WHERE digest = ?1)",
            )?;
            let mut unnamed = Vec::new();
            for digest in removed {
                if !named.query_row([digest.0], |row| row.get(0))? {
                    unnamed.push(digest);
                }
            }
            Ok(unnamed)
        })?;
        let files = self.files_of_attachments();
        unnamed.iter().try_for_each(|digest| {
            files.remove(digest).map_err(|source| CorpusError::File { path: files.path(digest), source })
        })
    }

    /// Ends the current rows of one set and inserts `rows` instead, unless they are the same. `key` names the set.
    fn replace<T: PartialEq>(
        &mut self,
        table: &AttachmentTable<T>,
        key: &[&dyn ToSql],
        rows: &[T],
    ) -> Result<bool, CorpusError> {
        self.in_transaction(|transaction: &Transaction<'_>| {
            let current: Vec<T> = transaction
                .prepare(table.select)?
                .query_map(key, table.read)?
                .collect::<rusqlite::Result<_>>()?;
            if current == rows {
                return Ok(false);
            }
            let generation = next_generation(transaction)?;
            let ended: Vec<&dyn ToSql> = key.iter().copied().chain([&generation.0 as &dyn ToSql]).collect();
            transaction.execute(table.end, ended.as_slice())?;
            let mut insert = transaction.prepare(table.insert)?;
            for row in rows {
                (table.write)(&mut insert, row, generation)?;
            }
            Ok(true)
        })
    }
}

/// How the attachments of one kind are stored.
struct AttachmentTable<T> {
    /// Selects the current rows of a set.
    select: &'static str,
    /// Ends the current rows of a set; its last parameter is the generation.
    end: &'static str,
    /// Inserts a row; its last parameter is the generation.
    insert: &'static str,
    read: fn(&Row<'_>) -> rusqlite::Result<T>,
    /// Runs `insert` for a row, with this generation.
    write: fn(&mut Statement<'_>, &T, Generation) -> rusqlite::Result<usize>,
}

const PDF: AttachmentTable<PdfPart> = AttachmentTable {
    select: "SELECT uri, part, first_page, pages, digest, size FROM pdf
             WHERE uri = ?1 AND until IS NULL ORDER BY part",
    end: "UPDATE pdf SET until = ?2 WHERE uri = ?1 AND until IS NULL",
    insert: "INSERT INTO pdf (uri, part, first_page, pages, digest, size, since) VALUES (?, ?, ?, ?, ?, ?, ?)",
    read: pdf_row,
    write: |insert, part, generation| {
        let PdfPart { uri, part, first_page, pages, digest, size } = part;
        insert.execute(params![uri, part, first_page, pages, digest.0, size, generation.0])
    },
};

const VERDICT: AttachmentTable<Verdict> = AttachmentTable {
    select: "SELECT court, record, file, digest, size FROM verdict
             WHERE court = ?1 AND record = ?2 AND file = ?3 AND until IS NULL ORDER BY file",
    end: "UPDATE verdict SET until = ?4 WHERE court = ?1 AND record = ?2 AND file = ?3 AND until IS NULL",
    insert: "INSERT INTO verdict (court, record, file, digest, size, since) VALUES (?, ?, ?, ?, ?, ?)",
    read: verdict_row,
    write: |insert, verdict, generation| {
        let Verdict { court, record, file, digest, size } = verdict;
        insert.execute(params![court, record, file, digest.0, size, generation.0])
    },
};

const GRAFIK: AttachmentTable<Grafik> = AttachmentTable {
    select: "SELECT statute, anchor, act, page, bbox FROM grafik
             WHERE statute = ?1 AND until IS NULL ORDER BY anchor",
    end: "UPDATE grafik SET until = ?2 WHERE statute = ?1 AND until IS NULL",
    insert: "INSERT INTO grafik (statute, anchor, act, page, bbox, since) VALUES (?, ?, ?, ?, ?, ?)",
    read: grafik_row,
    write: |insert, grafik, generation| {
        let Grafik { statute, anchor, act, page, bbox } = grafik;
        let bbox = bbox.map(|bbox| bbox.to_string());
        insert.execute(params![statute, anchor, act, page, bbox, generation.0])
    },
};
