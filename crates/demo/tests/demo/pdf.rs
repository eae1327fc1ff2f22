//! The PDFs equal those produced from the artifacts, and the index states which document each one shows.

#[allow(dead_code, reason = "each test file uses a part of it")]
#[path = "../../examples/make_pdf.rs"]
mod make_pdf;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

#[test]
fn the_index_lists_every_pdf_and_names_documents_that_are_held() {
    let files: BTreeMap<_, _> = lagrum_demo::pdfs().collect();
    let index: Vec<Value> = serde_json::from_slice(files["index.json"]).unwrap();
    let held: BTreeSet<_> =
        crate::support::documents().iter().map(|doc| doc.artifact.uri().to_owned()).collect();
    let mut listed = BTreeSet::from(["index.json"]);
    for entry in &index {
        let file = entry["file"].as_str().unwrap();
        assert!(listed.insert(file), "{file} twice");
        assert!(files[file].starts_with(b"%PDF-"), "{file}");
        assert!(held.contains(entry["uri"].as_str().unwrap()), "{entry}");
    }
    assert_eq!(listed, files.keys().copied().collect());
    assert!((3..=8).contains(&index.len()));
    assert!(index.iter().any(|entry| entry["first_page"].as_u64().is_some_and(|page| page > 1)));
}

#[test]
fn producing_the_pdfs_again_gives_the_same_bytes() {
    let kept: BTreeMap<_, _> =
        lagrum_demo::pdfs().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    let produced = make_pdf::produce().unwrap();
    assert_eq!(kept.keys().collect::<Vec<_>>(), produced.keys().collect::<Vec<_>>());
    for (name, bytes) in produced {
        assert!(kept[&name] == bytes, "{name}: run `cargo run -p lagrum-demo --example make_pdf`");
    }
}
