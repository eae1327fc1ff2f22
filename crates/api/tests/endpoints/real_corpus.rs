//! The graph of some hundreds of real documents, against the bare list of their links.
//!
//! Takes the folder named by `LAGRUM_TEST_CORPUS`: the first documents of each `corpus/<source>.ndjson.gz`.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};

use crate::links::{Asked, World, coded, side};
use crate::served::{Served, build, open};

/// Documents taken of each source.
const SOURCES: [(&str, usize); 10] = [
    ("sfs", 700),
    ("dv", 150),
    ("forarbete", 25),
    ("eurlex", 120),
    ("kommentar", 15),
    ("begrepp", 300),
    ("coe", 300),
    ("icrc", 20),
    ("untc", 60),
    ("avg", 20),
];

/// The most bytes of a document taken, which bounds the time of the test.
const MOST_BYTES: usize = 400_000;

fn take(folder: &Path, source: &str, most: usize, into: &Path) -> Option<String> {
    let dump = File::open(folder.join(format!("corpus/{source}.ndjson.gz"))).ok()?;
    let path = into.join(format!("{source}.ndjson"));
    let mut file = BufWriter::new(File::create(&path).unwrap());
    let lines = BufReader::new(MultiGzDecoder::new(dump)).lines().map(Result::unwrap);
    for line in lines.filter(|line| line.len() < MOST_BYTES).take(most) {
        writeln!(file, "{line}").unwrap();
    }
    file.flush().unwrap();
    Some(path.display().to_string())
}

#[tokio::test]
async fn the_graph_of_real_documents_is_as_by_definition() {
    let Some(corpus) = lagrum_test_support::real_corpus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let taken: Vec<String> = SOURCES
        .iter()
        .filter_map(|(source, most)| take(Path::new(&corpus), source, *most, folder.path()))
        .collect();
    let data = Corpus::create(&folder.path().join("data")).unwrap();
    let report = import(&data, &taken, &ImportOptions::default(), &Silent).unwrap();
    assert!(!report.failed(), "{report:?}");
    build(folder.path());
    let snapshot = open(folder.path());
    snapshot.load_graph().unwrap();
    let base = snapshot.manifest().base.to_string();
    let served = Served::new(Some(snapshot));

    let mut world = World::read(&served).await;
    world.base = base;
    let documents = world.documents.keys().map(|uri| (uri.clone(), None)).step_by(7);
    let places: Vec<_> = world.places().into_iter().map(|(uri, anchor)| (uri, Some(anchor))).collect();
    let every = places.len() / 120 + 1;
    let mut links = 0;
    for (document, anchor) in documents.chain(places.into_iter().step_by(every)) {
        let uri = anchor.as_ref().map_or_else(|| document.clone(), |anchor| format!("{document}#{anchor}"));
        let asked = Asked { grouplimit: Some(5), ..Asked::default() };
        let answer = served.get(&format!("/api/v1/graph?uri={}{}", coded(&uri), asked.query())).await.json();
        let [inbound, outbound] = world.sides(&document, anchor.as_deref(), &asked);
        assert_eq!(side(&answer["inbound"]), inbound, "{uri}");
        assert_eq!(side(&answer["outbound"]), outbound, "{uri}");
        links += inbound.total_links + outbound.total_links;
    }
    assert!(links > 500, "{links}");
}
