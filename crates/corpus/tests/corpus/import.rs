//! Tests which artifacts an import takes, counts, refuses and removes.

use crate::support::{Place, artifact, gzip, lydelse};
use lagrum_corpus::import::{ImportCounts, ImportError, ImportOptions};

fn lines(count: usize) -> Vec<String> {
    (0..count).map(|n| artifact(&format!("1931:{n}"), &format!("text {n}"))).collect()
}

#[test]
fn a_dump_is_stored_byte_for_byte_and_importing_it_again_changes_nothing() {
    let place = Place::new();
    let odd = format!(r#" {{ "z":1.50, "uri":"{}/1931:47" , "a":"\u00e5" }} "#, crate::support::BASE);
    let dump = place.dump("sfs.ndjson.gz", &[odd.clone(), artifact("1931:48", "x")]);
    assert_eq!(place.take(&dump).total(), ImportCounts { read: 2, stored: 2, ..ImportCounts::default() });
    // The white space at the end of a line is the line's, not the artifact's.
    assert_eq!(place.bytes("1931:47").as_deref(), Some(odd.trim_end()));
    let generation = place.state().generation;
    let changed = place.state().documents.get(0).unwrap().changed;
    assert_eq!(place.take(&dump).total(), ImportCounts { read: 2, unchanged: 2, ..ImportCounts::default() });
    assert_eq!(place.state().generation, generation);
    assert_eq!(place.state().documents.get(0).unwrap().changed, changed);
}

#[test]
fn a_line_that_cannot_be_read_costs_that_line() {
    let place = Place::new();
    let dump = place.dump(
        "sfs.ndjson.gz",
        &[
            artifact("1931:1", "a"),
            "{\"uri\":".to_owned(),
            String::new(),
            "{}".to_owned(),
            "null".to_owned(),
            "[".repeat(5000),
            artifact("1931:2#P1", "fragment"),
            "{\"uri\":\"\u{fffd}".to_owned(),
            artifact("1931:3", "b"),
        ],
    );
    let report = place.take(&dump);
    assert_eq!(
        report.total(),
        ImportCounts { read: 8, stored: 2, empty: 2, unreadable: 4, ..ImportCounts::default() }
    );
    assert_eq!(place.held(), ["1931:1", "1931:3"]);
    assert!(report.files[0].problems[0].starts_with("line 2: "), "{:?}", report.files[0].problems);
    assert!(!report.failed());

    let strict = ImportOptions { strict: true, ..ImportOptions::default() };
    assert!(matches!(place.import(&[&dump], &strict), Err(ImportError::Strict { .. })));
}

#[test]
fn a_line_beyond_the_bounds_costs_that_line_and_is_named() {
    let place = Place::new();
    let with =
        |uri: &str, body: &str| format!(r#"{{"uri":"{}/{uri}","structure":[{body}]}}"#, crate::support::BASE);
    let dump = place.dump(
        "sfs.ndjson.gz",
        &[
            artifact("1931:1", "a"),
            with("1931:2", &format!("\"{}\"", "a".repeat(17 << 20))),
            artifact("1931:3", "b"),
            // Ten megabytes that would take a gigabyte when parsed.
            with("1931:4", &vec![r#"{"":0}"#; 1_500_000].join(",")),
            artifact(&"1".repeat(2000), "c"),
            artifact("1931:5\\n", "d"),
            // The largest that is taken.
            with("1931:6", &format!("\"{}\"", "a".repeat((16 << 20) - 60))),
        ],
    );
    let report = place.take(&dump);
    assert_eq!(report.total(), ImportCounts { read: 7, stored: 3, unreadable: 4, ..ImportCounts::default() });
    assert_eq!(place.held(), ["1931:1", "1931:3", "1931:6"]);
    let problems = &report.files[0].problems;
    for (problem, told) in problems.iter().zip([
        "line 2: longer than 16777216 bytes",
        "line 4: it would take",
        "line 5: its uri has 2020 bytes",
        "line 6: its uri holds control characters",
    ]) {
        assert!(problem.starts_with(told), "{problem}");
    }
    assert!(!report.failed());
}

#[test]
fn a_file_that_unpacks_without_end_is_not_read_on() {
    let place = Place::new();
    let blank = [vec![b' '; 4095], vec![b'\n']].concat();
    // A line of 200 MiB, and as much of blank lines.
    for unit in [vec![b'a'; 4096], blank] {
        let bomb = place.write("bomb/sfs.ndjson.gz", packed(&unit.repeat(256)).unwrap().repeat(200));
        let report = place.take(&bomb);
        let broken = report.files[0].failure.as_deref().unwrap_or_default();
        assert!(broken.contains("unpack to"), "{broken:?}");
        assert!(report.failed());
    }
}

/// Compresses at the best level of gzip.
fn packed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut packer, bytes)?;
    packer.finish()
}

#[test]
fn invalid_utf8_is_unreadable() {
    let place = Place::new();
    let mut bytes = artifact("1931:1", "a").into_bytes();
    let at = bytes.len() - 8;
    bytes[at] = 0xff;
    let report = place.take(&place.write("sfs.ndjson.gz", gzip(&bytes)));
    assert_eq!(report.total().unreadable, 1);
}

#[test]
fn a_truncated_dump_keeps_its_beginning_and_prunes_nothing() {
    let place = Place::new();
    let whole = place.dump("sfs.ndjson.gz", &lines(2000));
    place.take(&whole);
    let bytes = std::fs::read(&whole).unwrap();
    let cut = place.write("cut/sfs.ndjson.gz", &bytes[..bytes.len() / 2]);
    let report =
        place.import(&[&cut], &ImportOptions { prune: Some(true), ..ImportOptions::default() }).unwrap();
    assert!(report.failed());
    assert!(report.files[0].failure.is_some());
    assert!(report.total().unchanged > 0);
    assert_eq!(place.held().len(), 2000);
}

#[test]
fn pruning_removes_what_dump_and_supplements_no_longer_hold() {
    let place = Place::new();
    place.dump("x/dv.ndjson.gz", &[artifact("dom/nja/1", "a"), artifact("dom/nja/2", "b")]);
    place.dump("x/dv-register.ndjson.gz", &[artifact("dom/nja/3", "c")]);
    place.take(&place.origin("x"));
    assert_eq!(place.held(), ["dom/nja/1", "dom/nja/2", "dom/nja/3"]);

    // Without pruning nothing is removed.
    let smaller = place.dump("y/dv.ndjson.gz", &[artifact("dom/nja/1", "a")]);
    place.take(&smaller);
    assert_eq!(place.held().len(), 3);

    // The supplement was not read: it still holds what it held.
    let prune = ImportOptions { prune: Some(true), ..ImportOptions::default() };
    let report = place.import(&[&smaller], &prune).unwrap();
    assert_eq!(report.total().removed, 1);
    assert_eq!(place.held(), ["dom/nja/1", "dom/nja/3"]);

    // A supplement alone prunes nothing, since it does not have all documents of the source.
    let supplement = place.dump("z/dv-register.ndjson.gz", &[artifact("dom/nja/4", "d")]);
    place.import(&[&supplement], &prune).unwrap();
    assert_eq!(place.held(), ["dom/nja/1", "dom/nja/3", "dom/nja/4"]);

    // Both together have all documents of the source.
    place.import(&[&smaller, &supplement], &prune).unwrap();
    assert_eq!(place.held(), ["dom/nja/1", "dom/nja/4"]);
}

#[test]
fn artifacts_of_another_base_are_refused() {
    let place = Place::new();
    place.take(&place.dump("sfs.ndjson.gz", &[artifact("1931:1", "a")]));
    let foreign = place.dump("b/sfs.ndjson.gz", &[r#"{"uri":"https://other.example/1931:9"}"#.to_owned()]);
    let report = place.take(&foreign);
    assert_eq!(report.total(), ImportCounts { read: 1, rejected: 1, ..ImportCounts::default() });
    assert!(report.failed());
    assert!(report.files[0].problems[0].contains("https://lag.example"), "{:?}", report.files[0].problems);

    let other = ImportOptions {
        base: lagrum_artifact::Base::parse("https://other.example").ok(),
        ..Default::default()
    };
    assert!(matches!(place.import(&[&foreign], &other), Err(ImportError::OtherBase { .. })));
}

#[test]
fn a_base_with_a_path_is_named() {
    let place = Place::new();
    let dump = place.dump("sfs.ndjson.gz", &[r#"{"uri":"https://lag.example/lag/1931:9"}"#.to_owned()]);
    let base = lagrum_artifact::Base::parse("https://lag.example/lag/").unwrap();
    place.import(&[&dump], &ImportOptions { base: Some(base.clone()), ..Default::default() }).unwrap();
    assert_eq!(place.state().base, Some(base));
}

#[test]
fn archived_wordings_are_no_documents() {
    let place = Place::new();
    place.dump("x/sfs.ndjson.gz", &[artifact("1931:1", "now")]);
    place.dump(
        "x/versions/sfs.ndjson.gz",
        &[lydelse("1931:1", "1940:2", "then"), artifact("1931:5", "no wording")],
    );
    place.write(
        "x/versions/sfs.versions.json",
        format!(r#"{{"{}/1931:1":{{"versions":[]}}}}"#, crate::support::BASE),
    );
    place.write("x/README.md", "not for us");
    let report = place.take(&place.origin("x"));
    assert_eq!(report.total().unreadable, 1);
    assert_eq!(place.held(), ["1931:1"]);
    let state = place.state();
    assert_eq!(state.lydelser.len(), 1);
    assert_eq!(state.lydelser[0].document, format!("{}/1931:1", crate::support::BASE));
    assert_eq!(state.lydelser[0].version, "1940:2");
}

#[test]
fn a_status_file_replaces_what_was_known() {
    let place = Place::new();
    let status =
        place.write("eurlex-status.json", r#"{"32031R0001":{"in_force":false,"valid_to":"2040-01-01"}}"#);
    place.take(&status);
    assert_eq!(place.state().statuses[0].key, "32031R0001");
    assert_eq!(place.state().statuses[0].source, "eurlex");
    place.take(&place.write("eurlex-status.json", "{}"));
    assert!(place.state().statuses.is_empty());
    let broken = place.take(&place.write("eurlex-status.json", "[1]"));
    assert!(broken.failed());
}

/// A brotli stream of one uncompressed block: window bits 16 (`0`), not last (`0`), a length of four nibbles (`00`),
/// the length less one (16 bits), uncompressed (`1`), padding; the text; an empty last block.
fn stored_brotli(text: &str) -> Vec<u8> {
    let bits = ((text.len() as u64 - 1) << 4) | (1 << 20);
    [&bits.to_le_bytes()[..3], text.as_bytes(), &[0x03]].concat()
}

#[test]
fn a_tree_of_files_in_every_packing() {
    let place = Place::new();
    let tree = |name: &str| format!("tree/{name}");
    place.write(&tree("sfs/1931/1.json"), artifact("1931:1", "plain"));
    place.write(&tree("sfs/1931/2.json.gz"), gzip(artifact("1931:2", "gzip").as_bytes()));
    place.write(
        &tree("sfs/1931/3.json.zst"),
        zstd::encode_all(artifact("1931:3", "zstd").as_bytes(), 3).unwrap(),
    );
    place.write(&tree("sfs/1931/4.json.br"), stored_brotli(&artifact("1931:4", "brotli")));
    place.write(&tree("sfs/1931/5.json"), "");
    place.write(
        &tree("sfs/1931/1.versions.json"),
        r#"{"versions":[{"version":"1940:2","uri":"https://lag.example/1931:1/konsolidering/1940:2"}]}"#,
    );
    place.write(&tree("sfs/archive/1931/1/.versions/1940/2.json"), lydelse("1931:1", "1940:2", "then"));
    place.write(&tree("foreskrift/x.grund.json"), artifact("fffs/1931:1/grund", "no document"));
    place.write(&tree("foreskrift/x.json"), artifact("fffs/1931:1", "x"));
    place.write(&tree("dom/identity-index.json"), "{}");
    place.write(&tree("dom/nja/1.json"), artifact("dom/nja/1931s1", "x"));
    place.write(&tree("dom/notes.txt"), "x");
    place.write(&tree("eurlex-status.json"), r#"{"32031R0001":{"in_force":true}}"#);

    let options = ImportOptions {
        folders: ["sfs", "foreskrift"]
            .map(|name| (name.to_owned(), name.to_owned()))
            .into_iter()
            .chain([("dom".to_owned(), "dv".to_owned())])
            .collect(),
        ..Default::default()
    };
    let report = place.import(&[&place.origin("tree")], &options).unwrap();
    assert_eq!(report.total().empty, 1);
    assert_eq!(report.total().unreadable, 0, "{report:?}");
    assert_eq!(place.held(), ["1931:1", "1931:2", "1931:3", "1931:4", "dom/nja/1931s1", "fffs/1931:1"]);
    let sources: Vec<_> = place.state().documents.iter().map(|document| document.source.clone()).collect();
    assert_eq!(sources, ["sfs", "sfs", "sfs", "sfs", "dv", "foreskrift"]);
    assert_eq!(place.state().lydelser.len(), 1);
    assert_eq!(place.state().statuses.len(), 1);

    // The folder of one source is a tree too.
    let alone = Place::new();
    alone.write("sfs/1931/1.json", artifact("1931:1", "plain"));
    alone.import(&[&alone.origin("sfs")], &options).unwrap();
    assert_eq!(alone.state().documents.get(0).unwrap().source, "sfs");
}

#[test]
fn of_two_texts_for_one_uri_the_last_counts() {
    let place = Place::new();
    let dump = place.dump(
        "sfs.ndjson.gz",
        &[artifact("1931:1", "first"), artifact("1931:1", "second"), artifact("1931:1", "second")],
    );
    let report = place.take(&dump);
    assert_eq!((report.total().stored, report.total().unchanged), (2, 1));
    assert!(place.bytes("1931:1").unwrap().contains("second"));
}

#[test]
fn what_is_no_origin() {
    let place = Place::new();
    assert!(matches!(
        place.import(&["/no/such/file"], &ImportOptions::default()),
        Err(ImportError::NoOrigin(_))
    ));
    let odd = place.write("odd.txt", "x");
    assert!(matches!(place.import(&[&odd], &ImportOptions::default()), Err(ImportError::Unnamed(_))));
}
