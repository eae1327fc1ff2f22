//! The integrity check of a catalog: whether its tables agree with each other.
//!
//! Several tables hold the same facts in different forms: a link is stored with the citing document, in the inbound
//! list of the cited one, and in an edge. The check compares each form with the links, from which the others were made,
//! and the filter columns and the rows of lists with the documents. A link counts where its meaning says. It also looks for numbers that refer to nothing.
//!
//! The links are unpacked into a temporary table, which SQLite keeps on disk when it is large.

use std::collections::{BTreeMap, HashMap};

use rusqlite::OptionalExtension;

use super::inbound::{CitedAnchor, InboundHead, InboundRecord, ListKind, SourceRun};
use crate::document::COLUMNS;
use crate::error::CatalogProblem;
use crate::outbound::packed::PackedList;
use crate::reader::CatalogReader;
use crate::{AnchorNumber, CatalogDocument, DocumentNumber, DocumentRow, MeaningNumber, NumberedPlace};

/// Queries that count rows which must not exist, and what those rows are.
const IMPOSSIBLE: [(&str, &str); 9] = [
    (
        "SELECT count(*) FROM citation WHERE citing NOT IN (SELECT id FROM document)",
        "links of documents that are not catalogued",
    ),
    (
        "SELECT count(*) FROM citation WHERE target NOT IN (SELECT id FROM document)
             AND target NOT IN (SELECT id FROM unheld)",
        "links to nothing that has a name",
    ),
    (
        "SELECT count(*) FROM citation WHERE predicate NOT IN (SELECT id FROM predicate)
             OR coalesce(anchor, 0) NOT IN (SELECT 0 UNION ALL SELECT id FROM anchor)
             OR coalesce(target_anchor, 0) NOT IN (SELECT 0 UNION ALL SELECT id FROM anchor)",
        "links with an anchor or a relation that has no name",
    ),
    (
        "SELECT count(*) FROM (SELECT citing, target, count(*) FROM citation JOIN document ON id = target
             WHERE citing <> target GROUP BY citing, target EXCEPT SELECT citing, cited, links FROM edge)",
        "pairs of citing and cited documents without their edge",
    ),
    (
        "SELECT count(*) FROM (SELECT citing, cited, links FROM edge EXCEPT
             SELECT citing, target, count(*) FROM citation WHERE citing <> target GROUP BY citing, target)",
        "edges that no links make",
    ),
    (
        "SELECT count(*) FROM listing l LEFT JOIN document d ON d.id = l.document AND d.source = l.source
             WHERE d.id IS NULL OR d.expired IS NOT l.expired",
        "listed documents that are not so catalogued",
    ),
    ("SELECT count(*) - count(DISTINCT document) FROM listing", "documents listed once more"),
    (
        "SELECT count(*) FROM inbound WHERE target NOT IN (SELECT target FROM citation WHERE target <> citing)",
        "inbound lists of what nothing cites",
    ),
    (
        "SELECT count(*) FROM document WHERE inbound_count > 0
             AND id NOT IN (SELECT target FROM citation WHERE target <> citing)",
        "documents that nothing cites, with an inbound count",
    ),
];

/// A citing spot as the links give it.
struct CitingSpot {
    citing: DocumentNumber,
    target_anchor: AnchorNumber,
    anchor: AnchorNumber,
    /// The smallest; negative for none.
    page: i32,
    predicates: Vec<u16>,
    meaning: MeaningNumber,
}

/// What makes two links one row.
type SpotKey = (DocumentNumber, AnchorNumber, AnchorNumber, MeaningNumber);

impl CitingSpot {
    fn key(&self) -> SpotKey {
        (self.citing, self.target_anchor, self.anchor, self.meaning)
    }
}

fn key_of(record: &InboundRecord) -> SpotKey {
    (record.citing, record.target_anchor, record.anchor, record.meaning)
}

/// For each citing document, the columns that its rows in inbound lists repeat: source number and inbound count.
type CitingColumns = HashMap<DocumentNumber, (u16, u32)>;

impl CatalogReader<'_> {
    /// Reports each contradiction in the catalog, in words. Returns how many rows the inbound lists should have.
    pub fn contradictions(&self, report: &mut dyn FnMut(String)) -> Result<u64, CatalogProblem> {
        self.compare_documents(report)?;
        self.unpack_links(report)?;
        let rows = self.compare_links(report);
        self.connection.execute_batch("DROP TABLE temp.citation; DROP TABLE temp.earlier_citation")?;
        rows
    }

    /// Reports documents whose numbers in the columns in memory, or whose rows in lists, differ from their catalog row.
    fn compare_documents(&self, report: &mut dyn FnMut(String)) -> Result<(), CatalogProblem> {
        let columns = match self.filter_columns() {
            Ok(columns) => columns,
            Err(CatalogProblem::Damaged(what)) => {
                report(what);
                return Ok(());
            }
            Err(problem) => return Err(problem),
        };
        let more = match self.document_columns() {
            Ok(columns) => columns,
            Err(CatalogProblem::Damaged(what)) => {
                report(what);
                return Ok(());
            }
            Err(problem) => return Err(problem),
        };
        let mut query = self.connection.prepare(&format!(
            "SELECT r.json, {COLUMNS} FROM document d LEFT JOIN document_row r ON r.id = d.id ORDER BY d.id"
        ))?;
        let mut rows = query.query([])?;
        let (mut documents, mut unfiltered, mut unlisted, mut ungrouped) = (0, 0, 0, 0);
        let mut counts = Vec::new();
        while let Some(row) = rows.next()? {
            let document = CatalogDocument::read_from(row, 1)?;
            let listed: Option<String> = row.get(0)?;
            documents += 1;
            unfiltered += u64::from(!columns.agrees(&document));
            ungrouped += u64::from(!more.agrees(&document));
            counts.push(document.inbound_count);
            unlisted += u64::from(listed != Some(serde_json::to_string(&DocumentRow::from(&document))?));
        }
        if ungrouped > 0 || more.len() != documents || !is_by_citations(more.by_citations(), &counts) {
            report(format!(
                "the columns of documents have {} documents of {documents}, {ungrouped} of them with another group or year \
                 than catalogued, or have them in another order than by citations",
                more.len()
            ));
        }
        if unfiltered > 0 || columns.len() != documents {
            report(format!(
                "the filter columns have {} documents of {documents}, {unfiltered} of them not as they are catalogued",
                columns.len()
            ));
        }
        let rows: usize =
            self.connection.query_row("SELECT count(*) FROM document_row", [], |row| row.get(0))?;
        if unlisted > 0 || rows != documents {
            report(format!(
                "lists have {rows} rows for {documents} documents, {unlisted} of them not as they are catalogued"
            ));
        }
        Ok(())
    }

    /// Fills the temporary tables `citation` and `earlier_citation` with the links of all outbound lists: at the places where they
    /// count, and where they have the name of another.
    fn unpack_links(&self, report: &mut dyn FnMut(String)) -> Result<(), CatalogProblem> {
        self.connection.execute_batch(
            "DROP TABLE IF EXISTS temp.citation; DROP TABLE IF EXISTS temp.earlier_citation;
             CREATE TEMP TABLE citation (citing INTEGER, target INTEGER, target_anchor INTEGER, anchor INTEGER,
                 page INTEGER, predicate INTEGER, meaning INTEGER);
             CREATE TEMP TABLE earlier_citation AS SELECT * FROM temp.citation",
        )?;
        let meanings = self.numbered_meanings()?;
        let meanings: HashMap<(DocumentNumber, NumberedPlace), (MeaningNumber, Option<NumberedPlace>)> =
            meanings
                .into_iter()
                .map(|(number, meaning)| ((meaning.citing, meaning.written), (number, meaning.counts_at())))
                .collect();
        let mut anchors = self.connection.prepare("SELECT text, id FROM anchor")?;
        let anchors = anchors.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let anchors: HashMap<String, u32> = anchors.collect::<rusqlite::Result<_>>()?;
        // An anchor without a number gets one that no anchor has.
        let number = |anchor: Option<&str>| anchor.map(|text| anchors.get(text).copied().unwrap_or(u32::MAX));
        let mut lists =
            self.connection.prepare("SELECT citing, links, list FROM outbound ORDER BY citing")?;
        let insert = |table: &str| format!("INSERT INTO temp.{table} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
        let mut insert_citation = self.connection.prepare(&insert("citation"))?;
        let mut insert_earlier = self.connection.prepare(&insert("earlier_citation"))?;
        let mut rows = lists.query([])?;
        while let Some(row) = rows.next()? {
            let citing: u32 = row.get(0)?;
            let bytes: Vec<u8> = row.get(2)?;
            let Ok(list) = PackedList::from_bytes(&bytes) else {
                report(format!("the outbound list of document {citing} cannot be read"));
                continue;
            };
            if list.links.len() != row.get::<_, usize>(1)? {
                report(format!("the outbound list of document {citing} has {} links", list.links.len()));
            }
            for link in &list.links {
                let anchor = AnchorNumber(number(list.target_anchor(link)).unwrap_or(0));
                let written = NumberedPlace { document: list.target(link), anchor };
                let meaning = meanings.get(&(DocumentNumber(citing), written));
                let at = meaning.map_or(Some(written), |(_, at)| *at);
                let meaning = meaning.map_or(MeaningNumber::NONE, |(number, _)| *number);
                let insert = |statement: &mut rusqlite::Statement<'_>, at: NumberedPlace| {
                    statement.execute(rusqlite::params![
                        citing,
                        at.document.0,
                        at.anchor.0,
                        number(list.anchor(link)),
                        PackedList::page(link),
                        link.predicate,
                        meaning.0,
                    ])
                };
                if let Some(at) = at {
                    insert(&mut insert_citation, at)?;
                }
                if meaning != MeaningNumber::NONE {
                    insert(&mut insert_earlier, written)?;
                }
            }
        }
        Ok(())
    }

    /// Reports where edges, counts and inbound lists are not those of the links. Returns how many rows the inbound lists
    /// should have.
    fn compare_links(&self, report: &mut dyn FnMut(String)) -> Result<u64, CatalogProblem> {
        for (sql, what) in IMPOSSIBLE {
            let count: u64 = self.connection.query_row(sql, [], |row| row.get(0))?;
            if count > 0 {
                report(format!("the catalog has {count} {what}"));
            }
        }
        let citing = self.citing()?;
        let rows = self.compare_lists(ListKind::Inbound, "citation", &citing, report)?;
        self.compare_lists(ListKind::Earlier, "earlier_citation", &citing, report)?;
        Ok(rows)
    }

    /// Reports where the lists of a kind are not those of the links in a table. Returns how many rows the lists should have.
    fn compare_lists(
        &self,
        list: ListKind,
        table: &str,
        citing: &CitingColumns,
        report: &mut dyn FnMut(String),
    ) -> Result<u64, CatalogProblem> {
        let mut links = self.connection.prepare(&format!(
            "SELECT target, citing, coalesce(target_anchor, 0), coalesce(anchor, 0), coalesce(page, -1), predicate, meaning
             FROM temp.{table} WHERE target <> citing ORDER BY 1, 2, 3, 4, 7"
        ))?;
        let mut links = links.query([])?;
        let (mut target, mut spots, mut rows) = (None, Vec::<CitingSpot>::new(), 0);
        while let Some(row) = links.next()? {
            let of = DocumentNumber(row.get(0)?);
            if let Some(before) = target.filter(|before| *before != of) {
                self.compare(list, before, &std::mem::take(&mut spots), citing, report)?;
            }
            target = Some(of);
            let spot = CitingSpot {
                citing: DocumentNumber(row.get(1)?),
                target_anchor: AnchorNumber(row.get(2)?),
                anchor: AnchorNumber(row.get(3)?),
                page: row.get(4)?,
                predicates: vec![row.get(5)?],
                meaning: MeaningNumber(row.get(6)?),
            };
            if let Some(last) = spots.last_mut().filter(|last| last.key() == spot.key()) {
                let pages = [last.page, spot.page];
                last.page = pages.into_iter().filter(|page| *page >= 0).min().unwrap_or(-1);
                last.predicates.extend(spot.predicates);
            } else {
                rows += 1;
                spots.push(spot);
            }
        }
        if let Some(last) = target {
            self.compare(list, last, &spots, citing, report)?;
        }
        Ok(rows)
    }

    fn citing(&self) -> Result<CitingColumns, CatalogProblem> {
        let mut query = self.connection.prepare(
            "SELECT d.id, s.id, d.inbound_count FROM document d JOIN source s ON s.name = d.source",
        )?;
        let rows =
            query.query_map([], |row| Ok((DocumentNumber(row.get(0)?), (row.get(1)?, row.get(2)?))))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Reports what is wrong with the inbound list of a document that is cited from these spots.
    fn compare(
        &self,
        list: ListKind,
        target: DocumentNumber,
        spots: &[CitingSpot],
        citing: &CitingColumns,
        report: &mut dyn FnMut(String),
    ) -> Result<(), CatalogProblem> {
        let named: Option<(String, Option<u64>)> = self
            .connection
            .prepare_cached(
                "SELECT uri, inbound_count FROM document WHERE id = ?1
                 UNION ALL SELECT uri, NULL FROM unheld WHERE id = ?1",
            )?
            .query_row([target.0], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        // A number without a name was reported above.
        let Some((uri, inbound_count)) = named else { return Ok(()) };
        let documents = spots.chunk_by(|a, b| a.citing == b.citing).count() as u64;
        let counted = inbound_count.filter(|_| list == ListKind::Inbound);
        if let Some(count) = counted.filter(|count| *count != documents) {
            report(format!("{uri}: {documents} documents cite it, its inbound count is {count}"));
        }
        let list = self.list(list, target).and_then(|list| match list {
            Some((head, records)) => Ok(Some((self.head_error(&head, &records)?, records))),
            None => Ok(None),
        });
        let records = match list {
            Ok(Some((error, mut records))) => {
                if let Some(what) = error {
                    report(format!("{uri}: its inbound list {what}"));
                }
                records.sort_unstable_by_key(key_of);
                records
            }
            Ok(None) => {
                report(format!("{uri}: {} citing spots, and no inbound list", spots.len()));
                return Ok(());
            }
            Err(CatalogProblem::Damaged(what)) => {
                report(format!("{uri}: {what}"));
                return Ok(());
            }
            Err(problem) => return Err(problem),
        };
        if records.len() != spots.len() {
            report(format!(
                "{uri}: {} citing spots, and {} rows in the inbound list",
                spots.len(),
                records.len()
            ));
            return Ok(());
        }
        let differing =
            spots.iter().zip(&records).filter(|(spot, record)| !alike(spot, record, citing)).count();
        if differing > 0 {
            report(format!("{uri}: {differing} rows of its inbound list are not the links that cite it"));
        }
        Ok(())
    }

    /// The inbound list of a document, in its order.
    fn list(
        &self,
        list: ListKind,
        target: DocumentNumber,
    ) -> Result<Option<(InboundHead, Vec<InboundRecord>)>, CatalogProblem> {
        let Some(head) = self.head_of(list, target)? else { return Ok(None) };
        let records = self.read_slices(&head, &[head.all()])?;
        Ok(Some((head, records)))
    }

    /// The first contradiction between the head of a list and its records.
    fn head_error(
        &self,
        head: &InboundHead,
        records: &[InboundRecord],
    ) -> Result<Option<String>, CatalogProblem> {
        let runs = records.chunk_by(|a, b| a.source == b.source);
        if !head.runs.iter().cloned().eq(runs.map(|run| SourceRun(run[0].source, run.len() as u64))) {
            return Ok(Some("counts its sources wrongly".to_owned()));
        }
        let mut cited: BTreeMap<AnchorNumber, String> = BTreeMap::new();
        for id in records.iter().map(|record| record.target_anchor).filter(|id| *id != AnchorNumber::NONE) {
            let mut text = self.connection.prepare_cached("SELECT text FROM anchor WHERE id = ?1")?;
            cited.insert(id, text.query_row([id.0], |row| row.get(0)).optional()?.unwrap_or_default());
        }
        let cited = cited.into_iter().map(|(id, text)| CitedAnchor(id, text));
        Ok((!head.anchors.iter().cloned().eq(cited)).then(|| "names other anchors than it has".to_owned()))
    }
}

/// Whether `numbers` has every document once, the most cited first, and equally cited documents in the order of their
/// numbers.
fn is_by_citations(numbers: &[DocumentNumber], counts: &[u64]) -> bool {
    let key = |number: &DocumentNumber| (std::cmp::Reverse(counts.get(number.index())), *number);
    numbers.len() == counts.len() && numbers.is_sorted_by(|a, b| key(a) < key(b))
}

fn alike(spot: &CitingSpot, record: &InboundRecord, citing: &CitingColumns) -> bool {
    spot.key() == key_of(record)
        && spot.page == record.page
        && spot.predicates.contains(&record.predicate)
        && citing.get(&record.citing) == Some(&(record.source, record.inbound_count))
}
