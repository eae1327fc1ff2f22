//! Tables, read by a reader of CSV.

use std::collections::HashMap;

use lagrum_export::tables::{write_citations, write_documents};
use lagrum_progress::Silent;

use crate::corpus::Data;

fn rows(bytes: &[u8]) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(bytes);
    reader.deserialize().map(Result::unwrap).collect()
}

#[test]
fn the_table_of_documents_has_what_the_catalog_has() {
    let data = Data::demo();
    let snapshot = data.open();
    let mut bytes = Vec::new();
    let written = write_documents(&snapshot, &mut bytes, &Silent).unwrap();
    let rows = rows(&bytes);
    assert_eq!(rows.len() as u64, written);
    assert_eq!(written, snapshot.manifest().counts.documents);
    let documents = snapshot.catalog().with(|catalog| catalog.documents_from(0, 1000)).unwrap();
    for (row, document) in rows.iter().zip(&documents) {
        assert_eq!(row["uri"], document.uri);
        assert_eq!(row["title"], document.title.clone().unwrap_or_default());
        assert_eq!(row["inbound_count"], document.inbound_count.to_string());
    }
    assert!(rows.is_sorted_by_key(|row| row["uri"].clone()));
}

#[test]
fn the_table_of_citations_has_every_link() {
    let data = Data::demo();
    let snapshot = data.open();
    let mut bytes = Vec::new();
    let written = write_citations(&snapshot, &mut bytes, &Silent).unwrap();
    let rows = rows(&bytes);
    assert_eq!(rows.len() as u64, written);
    let (links, _) = snapshot.catalog().with(|catalog| catalog.links_and_edges()).unwrap();
    assert_eq!(written, links);
    let case = |row: &&HashMap<String, String>| row["from_uri"].ends_with("/dom/nja/2031s5");
    let cited = rows.iter().filter(case).find(|row| row["to_uri"].ends_with("/1931:47#K3P3")).unwrap();
    assert_eq!(cited["predicate"], "rpubl:lagrum");
    assert_eq!(cited["text"], "3 kap. 3 § fårlagen (1931:47)");
    let again = write_citations(&snapshot, Vec::new(), &Silent).unwrap();
    assert_eq!(again, written);
}
