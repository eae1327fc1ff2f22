//! One lagrum mirrors another over loopback, through a proxy that cuts connections.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use crate::corpora::{propositions, statutes};
use crate::proxy::{Proxy, Seen, Then};
use crate::support::{Ended, Home, Process, Server, eventually, get, gunzip};

const SFS: &str = "/dumps/sfs.ndjson.gz";
const MANIFEST: &str = "/api/v1/dumps";
const CHANGES: &str = "/api/v1/changes";

/// An origin with two sources.
fn origin(marker: &str) -> (Arc<Home>, Server) {
    let home = Arc::new(Home::new());
    home.publish(&[("forarbete", &propositions(1..30, marker)), ("sfs", &statutes(1..300, marker))]);
    let server = Server::start(&home, &[]);
    (home, server)
}

/// A proxy that passes everything on.
fn open(origin: &Server) -> Proxy {
    Proxy::before(&origin.address, |_, _| Then::Pass)
}

/// Passes everything on except the list of changes: a service that has dumps only.
fn dumps_only(seen: &Seen) -> Option<Then> {
    seen.path.starts_with(CHANGES).then(|| Then::Instead(404, Vec::new()))
}

/// The dump files by name, side files included, with their digests.
fn files(manifest: &Value) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for source in manifest.as_array().unwrap() {
        for file in [source, &source["versions"], &source["status"]] {
            if let (Some(name), Some(digest)) = (file["file"].as_str(), file["sha256"].as_str()) {
                files.insert(name.to_owned(), digest.to_owned());
            }
        }
    }
    files
}

/// Builds the mirror and compares each of its dump files with the origin's, byte for byte.
fn assert_same(mirror: &Home, origin: &Server) {
    mirror.done(&["build"]);
    mirror.done(&["check"]);
    let served = Server::start(mirror, &[]);
    let names = files(&origin.json(MANIFEST));
    assert_eq!(files(&served.json(MANIFEST)), names);
    for name in names.keys() {
        let path = format!("/dumps/{name}");
        assert!(served.get(&path).body == origin.get(&path).body, "{name}");
    }
}

fn whole(path: &str) -> Seen {
    Seen { path: path.to_owned(), range: None, if_range: None }
}

fn rest(path: &str, from: usize, tag: &str) -> Seen {
    Seen { path: path.to_owned(), range: Some(format!("bytes={from}-")), if_range: Some(tag.to_owned()) }
}

fn of_sfs(proxy: &Proxy) -> Vec<Seen> {
    proxy.seen().into_iter().filter(|seen| seen.path == SFS).collect()
}

/// The names of the files in the folder for downloads.
fn incoming(mirror: &Home) -> Vec<String> {
    let entries = std::fs::read_dir(mirror.data().join("corpus/incoming")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn every_source_comes_along_with_wordings_and_status_and_a_second_run_fetches_nothing() {
    let demo = Home::new();
    let origin = Server::start(&demo, &["--demo"]);
    let proxy = open(&origin);
    let mirror = Home::new();
    mirror.done(&["import", &proxy.address]);
    let names = files(&origin.json(MANIFEST));
    for side in ["versions-sfs.ndjson.gz", "versions-eurlex.ndjson.gz", "eurlex-status.json"] {
        assert!(names.contains_key(side), "{names:?}");
    }
    let mut asked: Vec<String> = proxy.seen().into_iter().map(|seen| seen.path).collect();
    asked.retain(|path| !path.starts_with(CHANGES));
    asked.sort();
    let expected = names.keys().map(|name| format!("/dumps/{name}"));
    let mut expected: Vec<String> = expected.chain([MANIFEST.to_owned()]).collect();
    expected.sort();
    assert_eq!(asked, expected);
    assert_same(&mirror, &origin);
    assert_eq!(incoming(&mirror), [""; 0]);

    let again = mirror.done(&["import", &proxy.address]);
    let asked = proxy.seen();
    assert!(asked[0].path.starts_with(CHANGES), "{asked:?}");
    assert_eq!(asked[1..], [whole(MANIFEST)]);
    assert!(again.stdout.contains("read 0, stored 0"), "{again:?}");
    assert!(mirror.done(&["status"]).stdout.contains("up to date"), "nothing was touched");

    // The mirror of a mirror has the same bytes.
    let second = Home::new();
    let served = Server::start(&mirror, &[]);
    second.done(&["import", &served.address]);
    assert_same(&second, &origin);
}

#[test]
fn a_download_cut_in_the_middle_again_and_again_goes_on_where_it_ended() {
    let (home, origin) = origin("x");
    let length = home.dump("sfs.ndjson.gz").len();
    // Three cuts, each after a quarter of the whole; the second attempt is cut before the first byte.
    let cuts = [length / 4, 0, length / 4, length / 4];
    let mut left = cuts.into_iter();
    let proxy = Proxy::before(&origin.address, move |seen, _| match seen.path.as_str() {
        SFS => left.next().map_or(Then::Pass, Then::Cut),
        _ => Then::Pass,
    });
    let mirror = Home::new();
    mirror.done(&["import", &proxy.address]);
    let answer = origin.get(SFS);
    let tag = answer.header("etag").unwrap();
    let quarter = length / 4;
    let expected = [
        whole(SFS),
        rest(SFS, quarter, tag),
        rest(SFS, quarter, tag),
        rest(SFS, 2 * quarter, tag),
        rest(SFS, 3 * quarter, tag),
    ];
    assert_eq!(of_sfs(&proxy), expected);
    assert_same(&mirror, &origin);
}

#[test]
fn the_next_run_goes_on_where_a_failed_or_killed_one_ended() {
    let (home, origin) = origin("x");
    let length = home.dump("sfs.ndjson.gz").len();
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = requests.clone();
    let proxy = Proxy::before(&origin.address, move |seen, _| match seen.path.as_str() {
        SFS => match counted.fetch_add(1, Ordering::SeqCst) {
            0 | 2 => Then::Cut(length / 3),
            1 => Then::Instead(403, Vec::new()),
            // The client gets no connection until it gives up.
            3 => Then::Stall,
            _ => Then::Pass,
        },
        _ => Then::Pass,
    });
    let tag = origin.get(SFS).header("etag").unwrap().to_owned();
    let mirror = Home::new();
    let said = mirror.failed(&["import", &proxy.address]);
    assert!(said.contains("403") && said.contains("run the import again"), "{said}");
    assert_eq!(of_sfs(&proxy), [whole(SFS), rest(SFS, length / 3, &tag)]);

    let mut command = mirror.command(&["import", &proxy.address]);
    let mut import = Process(command.stderr(std::process::Stdio::null()).spawn().unwrap());
    eventually("the second run waits", || (requests.load(Ordering::SeqCst) == 4).then_some(()));
    assert!(!import.kill());
    assert_eq!(of_sfs(&proxy), [rest(SFS, length / 3, &tag), rest(SFS, 2 * (length / 3), &tag)]);

    mirror.done(&["import", &proxy.address]);
    assert_eq!(of_sfs(&proxy), [rest(SFS, 2 * (length / 3), &tag)]);
    assert_same(&mirror, &origin);
}

#[test]
fn an_origin_rebuilt_in_the_middle_of_a_download_never_yields_a_spliced_file() {
    // After a rebuild with unchanged documents the file is unchanged and the download continues; with others it starts again.
    for (marker, same) in [("old", true), ("new", false)] {
        let (home, origin) = origin("old");
        let length = home.dump("sfs.ndjson.gz").len();
        let old = origin.get(SFS).header("etag").unwrap().to_owned();
        let (rebuilding, address) = (home.clone(), origin.address.clone());
        let mut first = true;
        let proxy = Proxy::before(&origin.address, move |seen, _| {
            if seen.path != SFS || !std::mem::take(&mut first) {
                return Then::Pass;
            }
            rebuilding
                .publish(&[("sfs", &statutes(1..400, marker)[..if marker == "old" { 299 } else { 399 }])]);
            let current = rebuilding.data().join("snapshots/current");
            eventually("the origin serves its new snapshot", || {
                let readiness = get(&format!("{address}/readyz"), &[]).unwrap().json();
                (readiness["snapshot"] == std::fs::read_to_string(&current).unwrap().trim()).then_some(())
            });
            Then::Cut(length / 2)
        });
        let mirror = Home::new();
        let ended = mirror.run(&["import", &proxy.address]);
        assert_eq!(of_sfs(&proxy), [whole(SFS), rest(SFS, length / 2, &old)]);
        assert_eq!(ended.code, Some(i32::from(!same)), "{ended:?}");
        if !same {
            assert!(ended.stderr.contains("run the import again"), "{ended:?}");
            assert_ne!(origin.get(SFS).header("etag"), Some(&*old));
            assert!(
                !mirror.done(&["status"]).stdout.contains("sfs "),
                "nothing of a doubtful file is imported"
            );
            mirror.done(&["import", &proxy.address]);
            assert_eq!(of_sfs(&proxy), [whole(SFS)]);
        }
        assert_same(&mirror, &origin);
    }
}

#[test]
fn a_manifest_that_lies_is_found_out() {
    let (_home, origin) = origin("x");
    let (bytes, digest) = {
        let manifest = origin.json(MANIFEST);
        let sfs = manifest.as_array().unwrap().iter().find(|dump| dump["source"] == "sfs").unwrap();
        (sfs["bytes"].as_u64().unwrap(), sfs["sha256"].clone())
    };
    let other = "0".repeat(64);
    let table: [(u64, Value, &str); 4] = [
        (bytes + 1, digest.clone(), "list of dumps states"),
        (bytes - 1, digest.clone(), "list of dumps states"),
        (bytes, other.clone().into(), "SHA-256"),
        (0, digest, "list of dumps states"),
    ];
    for (told, digest, word) in table {
        let digest_told = digest.clone();
        let proxy = Proxy::before(&origin.address, move |seen, answer| {
            if seen.path != MANIFEST {
                return Then::Pass;
            }
            let mut manifest = answer.json();
            for dump in manifest.as_array_mut().unwrap().iter_mut().filter(|dump| dump["source"] == "sfs") {
                dump["bytes"] = told.into();
                dump["sha256"] = digest_told.clone();
            }
            Then::Instead(200, manifest.to_string().into_bytes())
        });
        let mirror = Home::new();
        // The second attempt is like the first: no part of a rejected file is left.
        for _ in 0..2 {
            let said = mirror.failed(&["import", &proxy.address]);
            assert!(said.contains(word) && said.contains("sfs.ndjson.gz"), "{told} {digest}: {said}");
            let status = mirror.done(&["status"]).stdout;
            assert!(status.contains("forarbete") && !status.contains("sfs "), "{status}");
        }
        mirror.done(&["import", &origin.address]);
        assert_same(&mirror, &origin);
    }
}

#[test]
fn a_service_that_is_none_is_told_clearly() {
    let (_home, origin) = origin("x");
    let entry = |source: &str, file: &str| {
        serde_json::json!([{"source": source, "file": file, "bytes": 1}]).to_string().into_bytes()
    };
    let table: [(u16, Vec<u8>, &str); 8] = [
        (200, b"<html>".to_vec(), "no list of dumps"),
        (200, b"{}".to_vec(), "no list of dumps"),
        (404, b"[]".to_vec(), "404"),
        (503, b"[]".to_vec(), "503"),
        (200, entry("sfs", "../../escaped"), "is no name"),
        (200, entry("sfs", ".hidden"), "is no name"),
        (200, entry("../../escaped", "sfs.ndjson.gz"), "is no name"),
        (200, entry("", "sfs.ndjson.gz"), "is no name"),
    ];
    for (status, body, word) in table {
        let sent = body.clone();
        let proxy = Proxy::before(&origin.address, move |seen, _| match seen.path.as_str() {
            MANIFEST => Then::Instead(status, sent.clone()),
            _ => Then::Pass,
        });
        let mirror = Home::new();
        let said = mirror.failed(&["import", &proxy.address]);
        assert!(said.contains(word), "{}: {said}", String::from_utf8_lossy(&body));
        let mut asked = proxy.seen().into_iter();
        assert!(asked.all(|seen| seen.path == MANIFEST || seen.path.starts_with(CHANGES)));
    }
}

#[test]
fn a_list_of_dumps_that_cannot_be_had_at_once_is_asked_for_again() {
    let (_home, origin) = origin("x");
    // An overloaded server, then a truncated list, then the whole list.
    let mut left = [Then::Instead(503, Vec::new()), Then::Cut(10)].into_iter();
    let proxy = Proxy::before(&origin.address, move |seen, _| match seen.path.as_str() {
        MANIFEST => left.next().unwrap_or(Then::Pass),
        _ => Then::Pass,
    });
    let mirror = Home::new();
    mirror.done(&["import", &proxy.address]);
    assert_eq!(proxy.seen().iter().filter(|seen| seen.path == MANIFEST).count(), 3);
    assert_same(&mirror, &origin);
}

/// The numbers of the statutes in a data folder, after a build.
fn held(home: &Home) -> usize {
    home.done(&["build"]);
    gunzip(&home.dump("sfs.ndjson.gz")).lines().count()
}

fn removed(ended: &Ended) -> &str {
    let total = ended.stdout.lines().last().unwrap();
    total.split(", ").find_map(|part| part.strip_prefix("removed ")).unwrap()
}

#[test]
fn what_the_origin_has_removed_is_removed_unless_told_otherwise() {
    let (home, origin) = origin("x");
    let (mirror, keeping) = (Home::new(), Home::new());
    mirror.done(&["import", &origin.address]);
    keeping.done(&["import", &origin.address]);
    assert_eq!(held(&mirror), 299);

    home.publish(&[("sfs", &statutes(1..100, "x"))]);
    origin.caught_up(&home);
    // This many documents are removed only if the operator allows it, and none before.
    let refused = mirror.failed(&["import", &origin.address]);
    assert!(refused.contains("200 of the 299 documents of sfs"), "{refused}");
    assert_eq!(held(&mirror), 299);
    assert_eq!(removed(&mirror.done(&["import", "--allow-removals", &origin.address])), "200");
    assert_eq!(held(&mirror), 99);
    assert_same(&mirror, &origin);
    let proxy = open(&origin);
    for _ in 0..2 {
        assert_eq!(removed(&keeping.done(&["import", "--no-prune", &proxy.address])), "0");
        assert_eq!(held(&keeping), 299);
    }
    assert_eq!(of_sfs(&proxy), [whole(SFS)], "the second time it is known");
    assert_eq!(removed(&keeping.done(&["import", "--allow-removals", &proxy.address])), "200");
    assert_same(&keeping, &origin);
}

#[test]
fn a_source_that_the_origin_no_longer_has_goes_but_not_all_of_them_at_once() {
    let (_home, origin) = origin("x");
    // The sources that the origin still lists.
    let listed = Arc::new(Mutex::new(vec!["forarbete", "sfs"]));
    let listing = listed.clone();
    let proxy = Proxy::before(&origin.address, move |seen, answer| {
        if seen.path != MANIFEST {
            return dumps_only(seen).unwrap_or(Then::Pass);
        }
        let mut manifest = answer.json();
        let listed = listing.lock().unwrap().clone();
        manifest.as_array_mut().unwrap().retain(|dump| listed.contains(&dump["source"].as_str().unwrap()));
        Then::Instead(200, manifest.to_string().into_bytes())
    });
    let mirror = Home::new();
    let sources = || {
        mirror.done(&["build"]);
        mirror.done(&["check"]);
        let held = Server::start(&mirror, &[]).json("/api/v1/sources");
        held.as_array()
            .unwrap()
            .iter()
            .map(|row| row["source"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let own = mirror.write("forarbete-own.ndjson", propositions(500..503, "own").join("\n"));
    mirror.done(&["import", &proxy.address]);
    mirror.done(&["import", &own]);
    let all = sources();
    assert_eq!(all.len(), 2);

    *listed.lock().unwrap() = Vec::new();
    assert_eq!(removed(&mirror.done(&["import", &proxy.address])), "0");
    *listed.lock().unwrap() = vec!["sfs"];
    assert_eq!(removed(&mirror.done(&["import", "--no-prune", &proxy.address])), "0");
    assert_eq!(sources(), all);
    let refused = mirror.failed(&["import", &proxy.address]);
    assert!(refused.contains("29 of the 32 documents of forarbete"), "{refused}");
    assert_eq!(removed(&mirror.done(&["import", "--allow-removals", &proxy.address])), "29");
    assert_eq!(sources(), all, "what was imported from elsewhere stays");
    *listed.lock().unwrap() = vec!["forarbete"];
    let refused = mirror.failed(&["import", &proxy.address]);
    assert!(refused.contains("--allow-removals"), "{refused}");
    assert_eq!(sources(), all);
    let gone = mirror.done(&["import", "--allow-removals", &proxy.address]);
    assert_eq!(removed(&gone), "302", "the statutes, and what a source that is mirrored does not have");
    assert_eq!(sources(), ["forarbete"]);
    assert_eq!(removed(&mirror.done(&["import", &proxy.address])), "0");
}

/// The side files of a data folder's dumps, after a build.
fn side_files(home: &Home) -> Vec<String> {
    home.done(&["build"]);
    let names = files(&Server::start(home, &[]).json(MANIFEST)).into_keys();
    names.filter(|name| name.starts_with("versions-") || name.ends_with("-status.json")).collect()
}

#[test]
fn side_files_go_when_the_origin_says_that_it_has_none() {
    let demo = Home::new();
    let origin = Server::start(&demo, &["--demo"]);
    let mirror = Home::new();
    mirror.done(&["import", &origin.address]);
    let all = side_files(&mirror);
    assert!(all.len() >= 3, "{all:?}");

    // (how the manifest names side files, how the mirror is started, which side files are left)
    let table: [(Option<Value>, &[&str], &[String]); 3] = [
        (None, &[], &all),
        (Some(Value::Null), &["--no-prune"], &all),
        (Some(Value::Null), &["--allow-removals"], &[]),
    ];
    for (told, arguments, left) in table {
        let sent = told.clone();
        let proxy = Proxy::before(&origin.address, move |seen, answer| {
            if seen.path != MANIFEST {
                return Then::Pass;
            }
            let mut manifest = answer.json();
            for dump in manifest.as_array_mut().unwrap() {
                for side in ["versions", "status"] {
                    dump.as_object_mut().unwrap().remove(side);
                    dump.as_object_mut().unwrap().extend(sent.clone().map(|told| (side.to_owned(), told)));
                }
            }
            Then::Instead(200, manifest.to_string().into_bytes())
        });
        mirror.done(&[&["import", &proxy.address], arguments].concat());
        assert_eq!(side_files(&mirror), left, "{told:?} {arguments:?}");
    }
}

#[test]
fn what_the_origin_has_removed_is_removed_also_when_a_later_dump_fails() {
    let (home, origin) = origin("x");
    let mirror = Home::new();
    mirror.done(&["import", &origin.address]);

    // The first source has fewer documents, and the second cannot be downloaded at first.
    home.publish(&[("forarbete", &propositions(1..10, "x")), ("sfs", &statutes(1..300, "new"))]);
    origin.caught_up(&home);
    let mut failing = true;
    let proxy = Proxy::before(&origin.address, move |seen, _| {
        if seen.path == SFS && std::mem::take(&mut failing) {
            return Then::Instead(403, Vec::new());
        }
        Then::Pass
    });
    mirror.failed(&["import", &proxy.address]);
    mirror.done(&["import", &proxy.address]);
    assert_same(&mirror, &origin);
}
