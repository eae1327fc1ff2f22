//! Dump files: deterministic, sliceable, and readable by an import.
#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod support;

use lagrum_corpus::dump::{DumpWriter, MEMBER_BYTES, WrittenDump};
use support::{Place, artifact, gunzip};

fn write(place: &Place, name: &str, artifacts: &[String]) -> WrittenDump {
    let path = place.write(name, "");
    let mut writer = DumpWriter::create(path.as_ref()).unwrap();
    for artifact in artifacts {
        writer.push(artifact.as_bytes()).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn the_same_artifacts_give_the_same_bytes_and_come_back_by_import() {
    let place = Place::new();
    let artifacts: Vec<String> =
        (0..3000).map(|n| artifact(&format!("1931:{n:04}"), &"får ".repeat(300))).collect();
    let first = write(&place, "a/sfs.ndjson.gz", &artifacts);
    assert_eq!(first, write(&place, "b/sfs.ndjson.gz", &artifacts));
    assert_eq!(first.lines, 3000);
    let bytes = std::fs::read(place.origin("a/sfs.ndjson.gz")).unwrap();
    assert_eq!(bytes.len() as u64, first.bytes);
    assert_eq!(bytes, std::fs::read(place.origin("b/sfs.ndjson.gz")).unwrap());
    assert_eq!(gunzip(place.origin("a/sfs.ndjson.gz").as_ref()), artifacts.join("\n") + "\n");
    assert_eq!(place.take(&place.origin("a/sfs.ndjson.gz")).total().stored, 3000);
}

#[test]
fn each_member_is_whole_lines() {
    let place = Place::new();
    let artifacts: Vec<String> =
        (0..40).map(|n| artifact(&format!("1931:{n}"), &"x".repeat(MEMBER_BYTES / 8))).collect();
    write(&place, "sfs.ndjson.gz", &artifacts);
    let bytes = std::fs::read(place.origin("sfs.ndjson.gz")).unwrap();
    let (mut rest, mut members, mut lines) = (bytes.as_slice(), 0, 0);
    while !rest.is_empty() {
        let mut text = String::new();
        let mut member = flate2::bufread::GzDecoder::new(rest);
        std::io::Read::read_to_string(&mut member, &mut text).unwrap();
        rest = member.into_inner();
        assert!(text.ends_with('\n'));
        lines += text.lines().count();
        members += 1;
    }
    assert_eq!((members, lines), (5, 40));
}

#[test]
fn pretty_artifacts_become_single_lines() {
    let place = Place::new();
    write(&place, "sfs.ndjson.gz", &["{\n  \"uri\": \"x\",\n  \"t\": \"a \\u00e5\"\n}\n".to_owned()]);
    assert_eq!(gunzip(place.origin("sfs.ndjson.gz").as_ref()), "{\"uri\":\"x\",\"t\":\"a å\"}\n");
}

#[test]
fn an_empty_dump_is_valid_gzip() {
    let place = Place::new();
    assert_eq!(write(&place, "sfs.ndjson.gz", &[]).lines, 0);
    assert_eq!(gunzip(place.origin("sfs.ndjson.gz").as_ref()), "");
}
