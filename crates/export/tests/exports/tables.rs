//! Tables, read by a reader of CSV.

use std::collections::HashMap;

use lagrum_export::tables::{TableForm, write_citations, write_documents};
use lagrum_export::write_amendments;
use lagrum_progress::Silent;

use crate::corpus::Data;

pub(crate) fn rows(bytes: &[u8]) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(bytes);
    reader.deserialize().map(Result::unwrap).collect()
}

#[test]
fn the_table_of_documents_has_what_the_catalog_has() {
    let data = Data::demo();
    let snapshot = data.open();
    let mut bytes = Vec::new();
    let written = write_documents(&snapshot, TableForm::default(), &mut bytes, &Silent).unwrap();
    let rows = rows(&bytes);
    assert_eq!(rows.len() as u64, written);
    assert_eq!(written, snapshot.manifest().counts.documents);
    let documents = snapshot.catalog().all_documents().map(Result::unwrap);
    for (row, document) in rows.iter().zip(documents) {
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
    let written = write_citations(&snapshot, TableForm::default(), &mut bytes, &Silent).unwrap();
    let rows = rows(&bytes);
    assert_eq!(rows.len() as u64, written);
    let (links, _) = snapshot.catalog().with(|catalog| catalog.links_and_edges()).unwrap();
    assert_eq!(written, links);
    let case = |row: &&HashMap<String, String>| row["from_uri"].ends_with("/dom/nja/2031s5");
    let cited = rows.iter().filter(case).find(|row| row["to_uri"].ends_with("/1931:47#K3P3")).unwrap();
    assert_eq!(cited["predicate"], "rpubl:lagrum");
    assert_eq!(cited["text"], "3 kap. 3 § fårlagen (1931:47)");
    assert_eq!((&*cited["from_source"], &*cited["from_date"]), ("dv", "2031-02-03"));
    assert!(cited["root"].ends_with("/1931:47") && cited["unit"].ends_with("/1931:47#K3P3"), "{cited:?}");
    let again = write_citations(&snapshot, TableForm::default(), Vec::new(), &Silent).unwrap();
    assert_eq!(again, written);
}

#[test]
fn the_table_of_amendments_has_every_entry_of_the_registers() {
    let data = Data::demo();
    let snapshot = data.open();
    let mut bytes = Vec::new();
    let written = write_amendments(&snapshot, TableForm::default(), &mut bytes, &Silent).unwrap();
    let rows = rows(&bytes);
    assert!(rows.len() as u64 == written && written > 5, "{written}");
    assert!(rows.iter().any(|row| row["act_uri"].ends_with("/1931:47")
        && row["change"] == "amended"
        && row["part"].ends_with('§')));
    assert!(rows.iter().all(|row| row["in_force"].is_empty() || row["in_force"].len() == 10));
    assert!(rows.iter().all(|row| row["act_uri"] != row["amending_uri"]));
}

/// A spreadsheet recognizes the encoding by the mark, and takes no cell for a formula.
#[test]
fn a_table_for_spreadsheets() {
    let data = Data::new();
    let act = |(number, title): (usize, &str)| {
        let uri = format!("https://lag.example/2031:{number}");
        format!(
            r#"{{"uri":"{uri}","metadata":{{"uri":"{uri}","properties":{{"dcterms:title":"{title}"}}}},"structure":[{{"type":"paragraf","id":"P1"}}]}}"#
        )
    };
    let titles = ["=1+1", "@SUM(A1)", "-2", "+3", "Fårlag (1931:47)"];
    let lines: Vec<String> = titles.into_iter().enumerate().map(act).collect();
    data.dumps(&[("sfs.ndjson", lines.join("\n"))]);
    let snapshot = data.open();
    let written = |form| {
        let mut bytes = Vec::new();
        write_documents(&snapshot, form, &mut bytes, &Silent).unwrap();
        bytes
    };
    let form = TableForm { with_bom: true, for_excel: true };
    let bytes = written(form);
    assert!(bytes.starts_with("\u{feff}uri,".as_bytes()));
    let titles = |bytes: &[u8]| -> Vec<String> {
        rows(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes))
            .iter()
            .map(|row| row["title"].clone())
            .collect()
    };
    assert_eq!(titles(&bytes), ["'=1+1", "'@SUM(A1)", "'-2", "'+3", "Fårlag (1931:47)"]);
    assert_eq!(titles(&written(TableForm::default()))[0], "=1+1");
}

/// No title and no words of a link make a row look like another row.
#[test]
fn a_table_has_texts_as_pages_show_them() {
    let data = Data::new();
    let act = r#"{"uri":"https://lag.example/2031:1","metadata":{"uri":"https://lag.example/2031:1",
        "properties":{"dcterms:title":"Lag om \u202erüf\u202c \udb40\udc41får – 5 §"}},
        "structure":[{"type":"paragraf","id":"P1","children":[{"type":"stycke","id":"P1S1","text":["Se ",
        {"uri":"https://lag.example/2031:2#P7","predicate":"dcterms:references","text":"7\u2066 §\u2069"}]}]}]}"#;
    data.dumps(&[("sfs.ndjson", act.replace('\n', " "))]);
    let snapshot = data.open();
    let mut bytes = Vec::new();
    write_documents(&snapshot, TableForm::default(), &mut bytes, &Silent).unwrap();
    assert_eq!(rows(&bytes)[0]["title"], "Lag om rüf får – 5 §");
    let mut bytes = Vec::new();
    write_citations(&snapshot, TableForm::default(), &mut bytes, &Silent).unwrap();
    assert_eq!(rows(&bytes)[0]["text"], "7 §");
}
