//! Writing attachments: a whole set is put at once, and what it no longer holds ends with the generation that comes.

use rusqlite::{Row, ToSql, Transaction, params};

use super::{Writer, next_generation};
use crate::CorpusError;
use crate::attachments::{Digest, Files, Grafik, PdfPart, Verdict};
use crate::store::attached::{grafik_row, pdf_row, verdict_row};

impl Writer {
    /// The folder of stored files.
    pub(crate) fn files_of_attachments(&self) -> Files {
        Files::of(self.corpus.folder())
    }

    /// Makes these the PDFs of a document, in their order. Returns whether they were not before.
    pub(crate) fn put_pdfs(&mut self, uri: &str, parts: &[PdfPart]) -> Result<bool, CorpusError> {
        self.replace(
            "pdf",
            "uri = ?1",
            &[&uri],
            "uri, part, first_page, pages, digest, size",
            "part",
            pdf_row,
            parts,
            |insert, part| {
                insert(params![part.uri, part.part, part.first_page, part.pages, part.digest.0, part.size])
            },
        )
    }

    /// Stores a verdict. Returns whether there was none of this content under its name.
    pub(crate) fn put_verdict(&mut self, verdict: &Verdict) -> Result<bool, CorpusError> {
        self.replace(
            "verdict",
            "court = ?1 AND record = ?2 AND file = ?3",
            &[&verdict.court, &verdict.record, &verdict.file],
            "court, record, file, digest, size",
            "file",
            verdict_row,
            std::slice::from_ref(verdict),
            |insert, verdict| {
                insert(params![verdict.court, verdict.record, verdict.file, verdict.digest.0, verdict.size])
            },
        )
    }

    /// Makes these the graphics of a statute, sorted by anchor. Returns whether they were not before.
    pub(crate) fn put_grafik(&mut self, statute: &str, entries: &[Grafik]) -> Result<bool, CorpusError> {
        self.replace(
            "grafik",
            "statute = ?1",
            &[&statute],
            "statute, anchor, act, page, bbox",
            "anchor",
            grafik_row,
            entries,
            |insert, entry| {
                let bbox = entry.bbox.map(|bbox| bbox.to_string());
                insert(params![entry.statute, entry.anchor, entry.act, entry.page, bbox])
            },
        )
    }

    /// Removes the rows that ended with this generation or before, and the files that only they named.
    pub(crate) fn sweep_attachments(&mut self, oldest_generation: i64) -> Result<(), CorpusError> {
        let gone = self.in_transaction(|transaction| {
            let known = "SELECT count(*) FROM sqlite_schema WHERE name IN ('pdf', 'verdict', 'grafik')";
            if transaction.query_row(known, [], |row| row.get::<_, i64>(0))? < 3 {
                return Ok(Vec::new());
            }
            let mut gone: Vec<Digest> = Vec::new();
            for table in ["pdf", "verdict"] {
                let mut delete =
                    transaction.prepare(&format!("DELETE FROM {table} WHERE until <= ?1 RETURNING digest"))?;
                let digests = delete.query_map([oldest_generation], |row| row.get(0).map(Digest))?;
                gone.extend(digests.collect::<rusqlite::Result<Vec<_>>>()?);
            }
            transaction.execute("DELETE FROM grafik WHERE until <= ?1", [oldest_generation])?;
            let mut named = transaction.prepare(
                "SELECT EXISTS (SELECT 1 FROM pdf WHERE digest = ?1) OR EXISTS (SELECT 1 FROM verdict WHERE digest = ?1)",
            )?;
            let mut unnamed = Vec::new();
            for digest in gone {
                if !named.query_row([digest.0], |row| row.get(0))? {
                    unnamed.push(digest);
                }
            }
            Ok(unnamed)
        })?;
        let files = self.files_of_attachments();
        gone.iter().try_for_each(|digest| {
            files.remove(digest).map_err(|source| CorpusError::File { path: files.path(digest), source })
        })
    }

    /// Ends the rows that hold and match the filter, and writes these instead, unless they are the same.
    #[expect(clippy::too_many_arguments, reason = "the three tables above differ in just these")]
    fn replace<T: PartialEq>(
        &mut self,
        table: &str,
        filter: &str,
        names: &[&dyn ToSql],
        columns: &str,
        order: &str,
        read: fn(&Row<'_>) -> rusqlite::Result<T>,
        rows: &[T],
        write: impl Fn(&mut dyn FnMut(&[&dyn ToSql]) -> rusqlite::Result<usize>, &T) -> rusqlite::Result<usize>,
    ) -> Result<bool, CorpusError> {
        self.in_transaction(|transaction: &Transaction<'_>| {
            let held: Vec<T> = transaction
                .prepare(&format!(
                    "SELECT {columns} FROM {table} WHERE {filter} AND until IS NULL ORDER BY {order}"
                ))?
                .query_map(names, read)?
                .collect::<rusqlite::Result<_>>()?;
            if held == rows {
                return Ok(false);
            }
            let generation = next_generation(transaction)?;
            transaction.execute(
                &format!("UPDATE {table} SET until = {generation} WHERE {filter} AND until IS NULL"),
                names,
            )?;
            let marks = vec!["?"; columns.split(',').count()].join(", ");
            let mut insert = transaction
                .prepare(&format!("INSERT INTO {table} ({columns}, since) VALUES ({marks}, {generation})"))?;
            for row in rows {
                write(&mut |values| insert.execute(values), row)?;
            }
            Ok(true)
        })
    }
}
