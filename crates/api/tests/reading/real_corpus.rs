//! The lydelser of real statutes, compared with the answers of another implementation.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use serde_json::Value;

use crate::served::Served;

#[tokio::test]
async fn versions_of_statutes_are_as_another_implementation_lists_them() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let expected = File::open(folder.join("expected/versions.json")).unwrap();
    let expected: BTreeMap<String, Value> = serde_json::from_reader(BufReader::new(expected)).unwrap();

    // Only the statutes that have archived lydelser: a tenth of all statutes.
    let chosen = tempfile::tempdir().unwrap();
    std::fs::create_dir(chosen.path().join("versions")).unwrap();
    let mut documents = File::create(chosen.path().join("sfs.ndjson")).unwrap();
    for line in lines(&folder.join("corpus/sfs.ndjson.gz")) {
        if expected.contains_key(&serde_json::from_str::<Named>(&line).unwrap().uri) {
            writeln!(documents, "{line}").unwrap();
        }
    }
    std::fs::copy(folder.join("corpus/versions/sfs.ndjson.gz"), chosen.path().join("versions/sfs.ndjson.gz"))
        .unwrap();
    let served = Served::of(chosen.path());
    let client = served.client();

    let mut listed = 0;
    for (uri, versions) in &expected {
        let answer = client.get(&format!("/api/v1/document/versions?uri={uri}")).await;
        assert_eq!(&answer.json()["versions"], versions, "{uri}");
        listed += versions.as_array().unwrap().len();
    }
    println!("{listed} wordings of {} statutes", expected.len());
    assert!(listed > 300);
}

#[derive(Deserialize)]
struct Named {
    uri: String,
}

fn lines(path: &Path) -> impl Iterator<Item = String> + use<> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file)).lines().map(Result::unwrap)
}
