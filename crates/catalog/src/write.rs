//! Writes a catalog. It is filled once, then indexed, synced and never changed.

use std::fs::File;
use std::path::{Path, PathBuf};

use lagrum_artifact::{Base, StoredId};
use lagrum_citation::HeldName;
use lagrum_sources::{BrowseExtras, TextExtent};
use rusqlite::{Connection, params};

use crate::document_columns::DocumentColumnsWriter;
use crate::error::CatalogProblem;
use crate::filter_columns::FilterColumnsWriter;
use crate::inbound::{CHUNK, CitedAnchor, InboundRecord, ListKind, SourceRun, chunk_id, pack};
use crate::outbound::packed::PackedList;
use crate::{
    ActRecord, AmendingAct, AnchorNumber, CatalogDocument, CatalogError, ComingEvent, DocumentNumber,
    DocumentRow, Edge, FORMAT, MeaningNumber, NamedAmendments, NewCitation, NewMeaning, PackedComment,
    PackedExcerpts, PackedNotes, PackedParts, ProvisionText, StatedYear, StoredFacetTree, UnheldCount,
};

/// A row of a leaf to write.
#[derive(Clone, Copy, Debug)]
pub struct NewListedRow<'a> {
    /// The source of the leaf.
    pub source: &'a str,
    /// The slugs of the leaf's buckets.
    pub leaf: &'a str,
    /// The position of the row in the leaf.
    pub position: usize,
    /// 0, or for a document nested under the one at this position its index from 1 on.
    pub nested: usize,
    /// The number of the document.
    pub document: DocumentNumber,
    /// The day on which it expired.
    pub expired: Option<&'a str>,
    /// What the listing adds to the document.
    pub extras: &'a BrowseExtras,
}

/// A document to write. It has the fields that are read back.
pub type NewDocument = CatalogDocument;

/// An archived lydelse to write.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are those of ArchivedLydelse")]
pub struct NewLydelse<'a> {
    pub uri: &'a str,
    pub document: &'a str,
    pub lydelse_id: &'a str,
    pub source: &'a str,
    pub stored: StoredId,
    pub updated: i64,
    pub ikraft: Option<&'a str>,
    pub forarbeten: &'a [String],
    pub node_dates: &'a [String],
    pub named: &'a NamedAmendments,
}

/// A catalog being written.
pub struct CatalogWriter {
    path: PathBuf,
    connection: Connection,
    filter_columns: FilterColumnsWriter,
    document_columns: DocumentColumnsWriter,
}

impl CatalogWriter {
    /// Creates the file, which must not exist.
    pub fn create(path: &Path) -> Result<Self, CatalogError> {
        let create = || -> rusqlite::Result<Connection> {
            let connection = Connection::open(path)?;
            // The file is read only after it is finished, and an unfinished one is deleted.
            connection.pragma_update(None, "page_size", 8192)?;
            connection.pragma_update(None, "journal_mode", "OFF")?;
            connection.pragma_update(None, "synchronous", "OFF")?;
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            connection.execute_batch(include_str!("schema.sql"))?;
            connection.execute("INSERT INTO property VALUES ('format', ?1)", [FORMAT])?;
            connection.execute_batch("BEGIN")?;
            Ok(connection)
        };
        let connection =
            create().map_err(|source| CatalogError::Database { path: path.to_owned(), source })?;
        Ok(Self {
            path: path.to_owned(),
            connection,
            filter_columns: FilterColumnsWriter::default(),
            document_columns: DocumentColumnsWriter::default(),
        })
    }

    /// Writes a document. Documents come in the order of their numbers, after the names.
    pub fn document(&mut self, row: &NewDocument) -> Result<(), CatalogError> {
        let mut columns = std::mem::take(&mut self.filter_columns);
        let mut more = std::mem::take(&mut self.document_columns);
        let added = self.checked(|connection| {
            columns.push(connection, row)?;
            more.push(row)
        });
        (self.filter_columns, self.document_columns) = (columns, more);
        added?;
        self.checked(|connection| {
            let json = serde_json::to_string(&DocumentRow::from(row))?;
            connection.prepare_cached("INSERT INTO document_row VALUES (?1, ?2)")?.execute(params![row.id.0, json])?;
            let mut insert = connection.prepare_cached(
                "INSERT INTO document (id, uri, source, kind, expired, inbound_count, stored, updated, date, year,
                     flow_group, label, title, display, descriptive, short_id, short_title, abbr, publisher,
                     source_url, description, snippet, extent)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
                     ?21, ?22, ?23)",
            )?;
            insert.execute(params![
                row.id.0,
                row.uri,
                row.source,
                row.kind,
                row.expired,
                row.inbound_count,
                row.stored.map(|stored| stored.0),
                row.updated,
                row.date,
                row.year,
                row.flow_group,
                row.label,
                row.title,
                row.display,
                row.descriptive,
                row.short_id,
                row.short_title,
                row.abbr,
                row.publisher,
                row.source_url,
                row.description,
                row.snippet,
                row.extent.map(TextExtent::name),
            ])?;
            Ok(())
        })
    }

    /// Writes the texts that numbers stand for, each in the order of its numbers: cited documents that are not held
    /// (from `first_unheld` on), anchors and predicates (from 1 on), sources (from 0 on).
    pub fn names<'a>(
        &mut self,
        first_unheld: DocumentNumber,
        unheld: impl Iterator<Item = &'a str>,
        anchors: impl Iterator<Item = &'a str>,
        predicates: impl Iterator<Item = &'a str>,
        sources: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<(), CatalogError> {
        self.filter_columns.set_sources(sources.clone());
        self.checked(|connection| {
            numbered(connection, "unheld", i64::from(first_unheld.0), unheld)?;
            numbered(connection, "anchor", 1, anchors)?;
            numbered(connection, "predicate", 1, predicates)?;
            numbered(connection, "source", 0, sources)
        })
    }

    /// Writes the links of a document, in reading order.
    pub fn citations<'a>(
        &mut self,
        citing: DocumentNumber,
        citations: impl Iterator<Item = NewCitation<'a>>,
    ) -> Result<(), CatalogError> {
        let list = PackedList::pack(citations);
        if list.links.is_empty() {
            return Ok(());
        }
        self.checked(|connection| {
            let mut insert = connection.prepare_cached("INSERT INTO outbound VALUES (?1, ?2, ?3)")?;
            insert.execute(params![citing.0, list.links.len(), list.to_bytes()?])?;
            Ok(())
        })
    }

    /// Writes how often a document cites others, by the number of the cited document.
    pub fn edges(&mut self, edges: &[Edge]) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert = connection.prepare_cached("INSERT INTO edge VALUES (?1, ?2, ?3)")?;
            for Edge { citing, cited, links } in edges {
                insert.execute([citing.0, cited.0, *links])?;
            }
            Ok(())
        })
    }

    /// Writes the inbound list of a document: records in rail order, and the texts of the cited anchors.
    pub fn inbound<'a>(
        &mut self,
        target: DocumentNumber,
        records: &[InboundRecord],
        anchor_text: impl Fn(AnchorNumber) -> &'a str,
    ) -> Result<(), CatalogError> {
        self.list(ListKind::Inbound, target, records, anchor_text)
    }

    /// Writes the citations that have the name of a document or a number in it and mean another place, in rail order.
    pub fn earlier<'a>(
        &mut self,
        target: DocumentNumber,
        records: &[InboundRecord],
        anchor_text: impl Fn(AnchorNumber) -> &'a str,
    ) -> Result<(), CatalogError> {
        self.list(ListKind::Earlier, target, records, anchor_text)
    }

    /// Writes what documents mean by places that they cite, in the order of their numbers.
    pub fn meanings(&mut self, meanings: impl Iterator<Item = NewMeaning>) -> Result<(), CatalogError> {
        self.checked(|connection| {
            for (meaning, number) in meanings.zip(MeaningNumber::all()) {
                meaning.insert(connection, number)?;
            }
            Ok(())
        })
    }

    fn list<'a>(
        &mut self,
        list: ListKind,
        target: DocumentNumber,
        records: &[InboundRecord],
        anchor_text: impl Fn(AnchorNumber) -> &'a str,
    ) -> Result<(), CatalogError> {
        let mut runs: Vec<SourceRun> = Vec::new();
        for record in records {
            match runs.last_mut() {
                Some(SourceRun(source, length)) if *source == record.source => *length += 1,
                _ => runs.push(SourceRun(record.source, 1)),
            }
        }
        let mut numbers: Vec<AnchorNumber> = records
            .iter()
            .map(|record| record.target_anchor)
            .filter(|&id| id != AnchorNumber::NONE)
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let anchors: Vec<CitedAnchor> =
            numbers.into_iter().map(|id| CitedAnchor(id, anchor_text(id).to_owned())).collect();
        self.checked(|connection| {
            let table = list.table();
            connection.prepare_cached(&format!("INSERT INTO {table} VALUES (?1, ?2, ?3, ?4)"))?.execute(
                params![
                    target.0,
                    records.len(),
                    serde_json::to_string(&runs)?,
                    serde_json::to_string(&anchors)?,
                ],
            )?;
            let sql = format!("INSERT INTO {table}_chunk VALUES (?1, ?2)");
            let mut insert = connection.prepare_cached(&sql)?;
            for (number, chunk) in records.chunks(CHUNK).enumerate() {
                insert.execute(params![chunk_id(target, number), pack(chunk)])?;
            }
            Ok(())
        })
    }

    /// Writes the margin notes of a document.
    pub fn margin_notes(
        &mut self,
        document: DocumentNumber,
        notes: &PackedNotes,
    ) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert = connection.prepare_cached("INSERT INTO beside VALUES (?1, ?2)")?;
            insert.execute(params![document.0, notes.to_bytes()?])?;
            Ok(())
        })
    }

    /// Writes where preparatory works comment on the provisions of a law, in the order of anchors.
    pub fn section_comments(
        &mut self,
        law: DocumentNumber,
        comments: &[PackedComment],
    ) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert = connection.prepare_cached("INSERT INTO section_comment VALUES (?1, ?2)")?;
            let bytes = postcard::to_allocvec(comments)
                .map_err(|error| CatalogProblem::Damaged(error.to_string()))?;
            insert.execute(params![law.0, bytes])?;
            Ok(())
        })
    }

    /// Writes the names of a document. Whether it is in force follows from its row.
    pub fn held_names(&mut self, document: DocumentNumber, names: &[HeldName]) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert = connection.prepare_cached("INSERT INTO held_name VALUES (?1, ?2, ?3, ?4)")?;
            for (seq, held) in names.iter().enumerate() {
                insert.execute(params![document.0, seq, held.name, serde_json::to_string(&held.role)?])?;
            }
            Ok(())
        })
    }

    /// Writes the parts of a stored artifact.
    pub fn parts(&mut self, stored: StoredId, parts: &PackedParts) -> Result<(), CatalogError> {
        let Some(anchors) = parts.anchors() else { return Ok(()) };
        self.checked(|connection| {
            let mut insert = connection.prepare_cached("INSERT INTO place_list VALUES (?1, ?2)")?;
            insert.execute(params![stored.0, anchors])?;
            let mut insert = connection.prepare_cached("INSERT INTO place_text VALUES (?1, ?2)")?;
            for (id, texts) in parts.texts(stored) {
                insert.execute(params![id, texts])?;
            }
            Ok(())
        })
    }

    /// Writes the excerpts of a stored artifact.
    pub fn excerpts(&mut self, stored: StoredId, excerpts: &PackedExcerpts) -> Result<(), CatalogError> {
        let Some(anchors) = excerpts.list() else { return Ok(()) };
        self.checked(|connection| {
            let mut insert = connection.prepare_cached("INSERT INTO excerpt_list VALUES (?1, ?2)")?;
            insert.execute(params![stored.0, anchors])?;
            let mut insert = connection.prepare_cached("INSERT INTO excerpt VALUES (?1, ?2)")?;
            for (id, body) in excerpts.bodies(stored) {
                insert.execute(params![id, body])?;
            }
            Ok(())
        })
    }

    /// Writes the facet tree of a source.
    pub fn facet_tree(&mut self, source: &str, tree: &StoredFacetTree) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let tree = serde_json::to_string(tree)?;
            connection.execute("INSERT INTO facet_tree VALUES (?1, ?2)", [source, &tree])?;
            Ok(())
        })
    }

    /// Writes a row of a leaf.
    pub fn listed(&mut self, row: &NewListedRow<'_>) -> Result<(), CatalogError> {
        let NewListedRow { source, leaf, position, nested, document, expired, extras } = *row;
        self.checked(|connection| {
            let mut insert = connection.prepare_cached(
                "INSERT INTO listing VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            )?;
            insert.execute(params![
                source,
                leaf,
                position,
                nested,
                document.0,
                expired,
                extras.variant,
                extras.date,
                extras.pre,
                extras.key,
                extras.subdued,
                extras.year,
                extras.consolidated,
            ])?;
            Ok(())
        })
    }

    /// Writes an archived lydelse.
    pub fn lydelse(&mut self, l: &NewLydelse<'_>) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let forarbeten = serde_json::to_string(l.forarbeten)?;
            let node_dates = serde_json::to_string(l.node_dates)?;
            let named = serde_json::to_string(l.named)?;
            let mut insert = connection
                .prepare_cached("INSERT INTO lydelse VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?;
            insert.execute(params![
                l.uri,
                l.document,
                l.lydelse_id,
                l.source,
                l.stored.0,
                l.updated,
                l.ikraft,
                forarbeten,
                node_dates,
                named
            ])?;
            Ok(())
        })
    }

    /// Writes the record of an act.
    pub fn act(&mut self, document: &str, record: &ActRecord) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let record = serde_json::to_string(record)?;
            let mut insert = connection.prepare_cached("INSERT INTO act VALUES (?1, ?2)")?;
            insert.execute([document, &record])?;
            Ok(())
        })
    }

    /// Writes that an act changes or repeals another. An act that does it twice is written once.
    pub fn amending_act(&mut self, document: &str, amending: &AmendingAct) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert =
                connection.prepare_cached("INSERT OR IGNORE INTO amending_act VALUES (?1, ?2, ?3, ?4)")?;
            insert.execute(params![document, amending.uri, amending.identifier, amending.day])?;
            Ok(())
        })
    }

    /// Writes the history of the provisions of an act: a [`crate::PlaceHistory`] and a list of [`crate::ChangingAct`],
    /// both as JSON.
    pub fn place_history(
        &mut self,
        document: &str,
        history: &str,
        changes: &str,
    ) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert = connection.prepare_cached("INSERT INTO place_history VALUES (?1, ?2, ?3)")?;
            insert.execute([document, history, changes])?;
            Ok(())
        })
    }

    /// Writes the texts of the provisions of a stored act or lydelse.
    pub fn provision_texts(&mut self, stored: StoredId, texts: &[ProvisionText]) -> Result<(), CatalogError> {
        self.checked(|connection| {
            // Two documents may have the same bytes.
            let mut insert = connection
                .prepare_cached("INSERT OR IGNORE INTO provision_text VALUES (?1, ?2, ?3, ?4, ?5)")?;
            for text in texts {
                insert.execute(params![stored.0, text.anchor, text.begins, text.digest, text.signed])?;
            }
            Ok(())
        })
    }

    /// Writes the coming and recent events of a document, in order.
    pub fn coming(&mut self, document: &str, events: &[ComingEvent]) -> Result<(), CatalogError> {
        self.checked(|connection| {
            let mut insert = connection.prepare_cached("INSERT INTO coming VALUES (?1, ?2, ?3, ?4)")?;
            for (place, event) in events.iter().enumerate() {
                let day = event.day.as_deref().unwrap_or_default();
                insert.execute(params![day, document, place, serde_json::to_string(event)?])?;
            }
            Ok(())
        })
    }

    /// Derives and writes the coverage of the corpus from everything written before. `year` is that of the build;
    /// `stated` are the years that the operator states to be complete; `most_cited` are documents that are not held,
    /// the most cited first.
    pub fn coverage(
        &mut self,
        base: &Base,
        year: i32,
        stated: &[StatedYear],
        most_cited: &[UnheldCount],
    ) -> Result<(), CatalogError> {
        self.checked(|connection| crate::coverage::write(connection, base, year, stated, most_cited))
    }

    /// Creates the indexes and syncs the file to disk.
    pub fn finish(mut self) -> Result<(), CatalogError> {
        let mut columns = std::mem::take(&mut self.filter_columns);
        self.checked(|connection| {
            columns.finish(connection)?;
            self.document_columns.finish(connection)?;
            connection.execute_batch("COMMIT")?;
            connection.execute_batch(include_str!("indexes.sql"))?;
            Ok(())
        })?;
        let Self { path, connection, .. } = self;
        let closed = connection.close().map_err(|(_, error)| error);
        closed
            .and_then(|()| {
                let sync = File::open(&path).and_then(|file| file.sync_all());
                sync.map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
            })
            .map_err(|source| CatalogError::Database { path, source })
    }

    pub(crate) fn checked<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, CatalogProblem>,
    ) -> Result<T, CatalogError> {
        work(&self.connection).map_err(|problem| match problem {
            CatalogProblem::Database(source) => CatalogError::Database { path: self.path.clone(), source },
            CatalogProblem::Cancelled => lagrum_cancel::Cancelled.into(),
            CatalogProblem::Damaged(what) => CatalogError::Damaged { path: self.path.clone(), what },
        })
    }
}

fn numbered<'a>(
    connection: &Connection,
    table: &str,
    first: i64,
    texts: impl Iterator<Item = &'a str>,
) -> Result<(), CatalogProblem> {
    let mut insert = connection.prepare(&format!("INSERT INTO {table} VALUES (?1, ?2)"))?;
    for (place, text) in texts.enumerate() {
        insert.execute(params![first + i64::try_from(place).unwrap_or(i64::MAX), text])?;
    }
    Ok(())
}
