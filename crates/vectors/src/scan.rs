//! The exact scan: the cosine of a query with every row of a table.
//!
//! Rows are compared by all cores, since a scan of a large table takes longer than the rest of a search.

use lagrum_cancel::Cancelled;
use lagrum_numbers::DocumentNumber;
use rayon::prelude::*;

use crate::VectorTable;
use crate::quantized::{QuantizedVector, dot};

/// Rows that a thread compares at once.
const ROWS_PER_PART: usize = 4_096;

/// Rows between two looks at whether the work was cancelled: some milliseconds of one core.
const ROWS_PER_CHECK: usize = 16 * ROWS_PER_PART;

/// The cosines of a query with the rows of a table.
#[derive(Debug)]
pub struct TableScan<'a> {
    table: &'a VectorTable,
    cosines: Vec<f32>,
}

/// The passage of a document that is nearest to a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPassage {
    /// The number of the document.
    pub document: DocumentNumber,
    /// The cosine of its nearest passage.
    pub cosine: f32,
    /// The row of that passage: the first of equal ones.
    pub row: u32,
}

impl VectorTable {
    /// Compares a query with every row. If the query has another number of dimensions than the table, its cosines are 0.
    pub fn scan(&self, query: &QuantizedVector) -> Result<TableScan<'_>, Cancelled> {
        let mut cosines = vec![0.0; self.rows()];
        if query.dimensions() != self.dimensions() {
            return Ok(TableScan { table: self, cosines });
        }
        let numbers: Vec<i16> = query.numbers.iter().map(|number| i16::from(*number)).collect();
        let compare = |first: usize, cosines: &mut [f32]| {
            let rows = self.vectors_from(first).zip(&self.scales()[first..]);
            for (cosine, (row, scale)) in cosines.iter_mut().zip(rows) {
                *cosine = dot(row, &numbers) as f32 * scale * query.scale;
            }
        };
        for (checked, first) in cosines.chunks_mut(ROWS_PER_CHECK).zip((0..).step_by(ROWS_PER_CHECK)) {
            lagrum_cancel::check()?;
            let parts = checked.par_chunks_mut(ROWS_PER_PART).enumerate();
            parts.for_each(|(part, cosines)| compare(first + part * ROWS_PER_PART, cosines));
        }
        Ok(TableScan { table: self, cosines })
    }
}

impl TableScan<'_> {
    /// The nearest passage of every document, in the order of documents.
    pub fn documents(&self) -> Vec<NearestPassage> {
        let mut best: Vec<NearestPassage> = Vec::new();
        for ((document, cosine), row) in self.table.documents().iter().zip(&self.cosines).zip(0..) {
            match best.last_mut() {
                Some(last) if last.document == *document => {
                    if *cosine > last.cosine {
                        (last.cosine, last.row) = (*cosine, row);
                    }
                }
                _ => best.push(NearestPassage { document: *document, cosine: *cosine, row }),
            }
        }
        best
    }

    /// The anchors of a document's passages with their cosines, nearest first, at most `limit`. A passage that is the whole
    /// document has no anchor and is left out.
    pub fn passages(&self, document: DocumentNumber, limit: usize) -> Vec<(&str, f32)> {
        let documents = self.table.documents();
        let start = documents.partition_point(|other| *other < document);
        let end = documents.partition_point(|other| *other <= document);
        let anchored = (start..end).map(|row| (self.table.anchor(row), self.cosines[row]));
        let mut passages: Vec<(&str, f32)> = anchored.filter(|(anchor, _)| !anchor.is_empty()).collect();
        passages.sort_by(|a, b| b.1.total_cmp(&a.1));
        passages.truncate(limit);
        passages
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use lagrum_cancel::CancelToken;
    use proptest::prelude::*;

    use super::*;
    use crate::{EncoderId, VectorTableWriter};

    fn table(rows: &[(u32, Vec<f32>)], dimensions: usize) -> VectorTable {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t");
        let mut writer =
            VectorTableWriter::create(&path, &EncoderId::parse("test").unwrap(), dimensions).unwrap();
        for ((document, vector), at) in rows.iter().zip(0..) {
            let anchor = if at % 5 == 4 { String::new() } else { format!("P{at}") };
            writer.push(DocumentNumber(*document), &anchor, &QuantizedVector::new(vector).unwrap()).unwrap();
        }
        writer.finish().unwrap();
        VectorTable::open(&path).unwrap()
    }

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
    }

    /// Vectors of 19 numbers, which no width of a processor divides.
    fn vector() -> impl Strategy<Value = Vec<f32>> {
        prop::collection::vec(0.1_f32..1.0, 19).prop_flat_map(|sizes| {
            prop::collection::vec(any::<bool>(), 19).prop_map(move |signs| {
                sizes.iter().zip(signs).map(|(size, negative)| if negative { -size } else { *size }).collect()
            })
        })
    }

    proptest! {
        #[test]
        fn a_scan_finds_what_a_scan_in_full_precision_finds(
            rows in prop::collection::vec((0_u32..12, vector()), 0..60),
            query in vector(),
        ) {
            let mut rows = rows;
            rows.sort_by_key(|(document, _)| *document);
            let table = table(&rows, 19);
            let scan = table.scan(&QuantizedVector::new(&query).unwrap()).unwrap();
            let mut expected: BTreeMap<u32, f32> = BTreeMap::new();
            for (document, vector) in &rows {
                let best = expected.entry(*document).or_insert(f32::MIN);
                *best = best.max(cosine(vector, &query));
            }
            let found = scan.documents();
            prop_assert_eq!(found.len(), expected.len());
            for (found, (document, best)) in found.iter().zip(&expected) {
                prop_assert_eq!(found.document, DocumentNumber(*document));
                prop_assert!((found.cosine - best).abs() < 0.01);
                let (of, vector) = &rows[found.row as usize];
                prop_assert_eq!(of, document);
                prop_assert!((cosine(vector, &query) - best).abs() < 0.02);
                let passages = scan.passages(found.document, 3);
                prop_assert!(passages.len() <= 3 && passages.is_sorted_by(|a, b| a.1 >= b.1));
                for (anchor, near) in passages {
                    let row: usize = anchor[1..].parse().unwrap();
                    prop_assert_eq!(rows[row].0, *document);
                    prop_assert!((cosine(&rows[row].1, &query) - near).abs() < 0.01);
                }
            }
        }
    }

    #[test]
    fn a_query_of_another_length_is_near_to_nothing() {
        let table = table(&[(1, vec![1.0; 19])], 19);
        let found = table.scan(&QuantizedVector::new(&[1.0; 20]).unwrap()).unwrap().documents();
        assert_eq!(found, [NearestPassage { document: DocumentNumber(1), cosine: 0.0, row: 0 }]);
    }

    /// A table of `rows` rows, each with a different direction.
    fn large_table(rows: usize) -> VectorTable {
        let vector = |row: usize| vec![(row as f32).sin(), (row as f32).cos()];
        table(&(0..rows).map(|row| (row as u32 / 3, vector(row))).collect::<Vec<_>>(), 2)
    }

    #[test]
    fn every_row_of_a_large_table_is_compared() {
        let table = large_table(ROWS_PER_CHECK + 2 * ROWS_PER_PART + 7);
        let query = QuantizedVector::new(&[1.0, 0.5]).unwrap();
        let numbers: Vec<i16> = query.numbers.iter().map(|number| i16::from(*number)).collect();
        let rows = table.vectors_from(0).zip(table.scales());
        let one_by_one: Vec<f32> =
            rows.map(|(row, scale)| dot(row, &numbers) as f32 * scale * query.scale).collect();
        assert_eq!(table.scan(&query).unwrap().cosines, one_by_one);
        assert_eq!(one_by_one.len(), table.rows());
    }

    #[test]
    fn a_scan_is_cancelled_between_rows() {
        let table = large_table(2 * ROWS_PER_CHECK);
        let query = QuantizedVector::new(&[1.0, 1.0]).unwrap();
        let token = CancelToken::after(1);
        assert!(token.run(|| table.scan(&query).is_err()));
    }
}
