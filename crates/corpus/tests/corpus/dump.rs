//! Dump files: deterministic, sliceable, readable by an import, and written anew only where something has changed.
#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::support::{Place, artifact, gunzip};
use lagrum_corpus::dump::{DumpContents, DumpLine, EarlierDump, write_dump};

/// Imports artifacts and writes them as a dump.
fn write(place: &Place, name: &str, earlier: Option<&EarlierDump>) -> (PathBuf, DumpContents) {
    let path = PathBuf::from(place.write(name, ""));
    std::fs::remove_file(&path).unwrap();
    let state = place.state();
    let lines = state.documents.iter().map(DumpLine::from);
    let contents = write_dump(&path, lines, earlier, &place.corpus().reader_pool()).unwrap();
    (path, contents)
}

fn import(place: &Place, artifacts: &[String]) {
    place.take(&place.dump("origin/sfs.ndjson.gz", artifacts));
}

/// Artifacts of some kilobytes that do not compress to nothing.
fn artifacts(count: u32, changed: impl Fn(u32) -> bool) -> Vec<String> {
    let text = |number: u32| -> String {
        let words = (0..600_u32).map(|at| format!("{:x} ", (at + 7 * number).wrapping_mul(2_654_435_761)));
        words.chain(changed(number).then(|| "ändrad".to_owned())).collect()
    };
    (0..count).map(|number| artifact(&format!("1931:{number:05}"), &text(number))).collect()
}

fn members(path: &Path) -> Vec<String> {
    let bytes = std::fs::read(path).unwrap();
    let (mut rest, mut members) = (bytes.as_slice(), Vec::new());
    while !rest.is_empty() {
        let mut text = String::new();
        let mut member = flate2::bufread::GzDecoder::new(rest);
        std::io::Read::read_to_string(&mut member, &mut text).unwrap();
        rest = member.into_inner();
        members.push(text);
    }
    members
}

#[test]
fn the_same_artifacts_give_the_same_bytes_and_come_back_by_import() {
    let place = Place::new();
    let artifacts = artifacts(1000, |_| false);
    import(&place, &artifacts);
    let (first, contents) = write(&place, "a/sfs.ndjson.gz", None);
    let (second, again) = write(&place, "b/sfs.ndjson.gz", None);
    assert_eq!(contents, again);
    assert_eq!(contents.written.lines, 1000);
    let bytes = std::fs::read(&first).unwrap();
    assert_eq!(bytes.len() as u64, contents.written.bytes);
    assert_eq!(bytes, std::fs::read(second).unwrap());
    assert_eq!(gunzip(&first), artifacts.join("\n") + "\n");
    let other = Place::new();
    assert_eq!(other.take(&first.display().to_string()).total().stored, 1000);
}

#[test]
fn members_are_whole_lines_and_of_bounded_size() {
    let place = Place::new();
    import(&place, &artifacts(2000, |_| false));
    let (path, _) = write(&place, "sfs.ndjson.gz", None);
    let members = members(&path);
    assert!(members.len() > 4, "{}", members.len());
    assert!(members.iter().all(|member| member.ends_with('\n') && member.len() < 5 << 20));
    assert!(members.iter().rev().skip(1).all(|member| member.len() > 200 << 10));
    assert_eq!(members.iter().map(|member| member.lines().count()).sum::<usize>(), 2000);
}

#[test]
fn a_changed_document_changes_few_members() {
    let place = Place::new();
    import(&place, &artifacts(2000, |_| false));
    let (path, contents) = write(&place, "a/sfs.ndjson.gz", None);
    let earlier = EarlierDump { path: path.clone(), contents: contents.clone() };

    let (linked, same) = write(&place, "b/sfs.ndjson.gz", Some(&earlier));
    assert_eq!(same, contents);
    assert_eq!(std::fs::metadata(linked).unwrap().ino(), std::fs::metadata(&path).unwrap().ino());

    import(&place, &artifacts(2001, |number| number == 700));
    let (changed, written) = write(&place, "c/sfs.ndjson.gz", Some(&earlier));
    let (fresh, expected) = write(&place, "d/sfs.ndjson.gz", None);
    assert_eq!(written, expected);
    assert!(std::fs::read(&changed).unwrap() == std::fs::read(fresh).unwrap());
    let (before, after) = (members(&path), members(&changed));
    let kept = after.iter().filter(|member| before.contains(member)).count();
    assert!(kept + 4 >= after.len(), "{kept} of {}", after.len());
}

#[test]
fn a_damaged_dump_is_not_built_upon() {
    let place = Place::new();
    import(&place, &artifacts(1000, |_| false));
    let (path, contents) = write(&place, "a/sfs.ndjson.gz", None);
    let whole = std::fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    std::fs::write(&path, damaged).unwrap();
    let earlier = EarlierDump { path, contents: contents.clone() };
    let (again, same) = write(&place, "b/sfs.ndjson.gz", Some(&earlier));
    assert_eq!(same, contents);
    assert!(std::fs::read(again).unwrap() == whole);
}

#[test]
fn pretty_artifacts_become_single_lines() {
    let place = Place::new();
    let json =
        "{\n  \"uri\": \"https://lag.example/1931:47\",\n  \"t\": \"a \\u00e5\",\n  \"structure\": []\n}\n";
    place.take(&place.write("tree/sfs/a.json", json).replace("/sfs/a.json", ""));
    let (path, contents) = write(&place, "sfs.ndjson.gz", None);
    assert_eq!(contents.written.lines, 1);
    assert_eq!(gunzip(&path), "{\"uri\":\"https://lag.example/1931:47\",\"t\":\"a å\",\"structure\":[]}\n");
}

#[test]
fn an_empty_dump_is_valid_gzip() {
    let place = Place::new();
    let (path, contents) = write(&place, "sfs.ndjson.gz", None);
    assert_eq!(contents.written.lines, 0);
    assert_eq!(gunzip(&path), "");
}
