//! `lagrum serve`: what it prints, which snapshot it serves, how it stops.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::Value;

use crate::corpora::{BASE, incompressible, statutes};
use crate::support::{Home, Server, eventually, gunzip};

#[test]
fn the_demo_is_served_at_once_and_its_addresses_answer() {
    let home = Home::new();
    let mut server = Server::start(&home, &["--demo"]);
    eventually("it is ready", || (server.get("/readyz").status == 200).then_some(()));
    let documents = server.json("/api/v1/documents?limit=1000");
    assert!(documents["total"].as_u64().unwrap() > 100, "{}", documents["total"]);
    let uri = documents["documents"][0]["uri"].as_str().unwrap();
    assert_eq!(server.json(&format!("/api/v1/document?uri={uri}"))["uri"], uri);
    let address = server.address.clone();

    let demo = |name: &str| home.path(name).exists();
    assert!(!demo("data"), "the demo must not touch the data folder nobody named");
    server.signal("TERM");
    let (code, printed) = server.wait();
    assert_eq!(code, Some(0), "{}", server.log());
    let printed: Vec<&str> = printed
        .lines()
        .filter_map(|line| line.split_whitespace().find(|word| word.contains("://")))
        .collect();
    assert!(!printed.is_empty());
    assert!(printed.iter().all(|printed| printed.starts_with(&address)), "{printed:?}");
    let left: Vec<_> =
        std::fs::read_dir(home.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["serve.log"], "its temporary folder goes with it");

    // The printed addresses answer.
    let again = Server::start(&home, &["--demo"]);
    for printed in printed {
        let path = printed.strip_prefix(&address).unwrap();
        assert_eq!(again.get(path).status, 200, "{path}");
    }
}

#[test]
fn the_demo_in_a_folder_of_ones_choice_can_be_served_again_without_it() {
    let home = Home::new();
    let folder = home.path("demo").display().to_string();
    let first = Server::start(&home, &["--demo", "--data", &folder]).json("/api/v1/sources");
    let later = Server::start(&home, &["--data", &folder]).json("/api/v1/sources");
    assert_eq!(first, later);
}

#[test]
fn the_demo_does_not_mix_with_another_corpus() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "own"))]);
    let data = home.data().display().to_string();
    let refused = home.failed(&["serve", "--demo", "--data", &data, "--listen", "127.0.0.1:0"]);
    assert!(refused.contains("another corpus"), "{refused}");
    assert_eq!(Server::start(&home, &[]).json("/api/v1/documents")["total"], 3);
}

#[test]
fn without_a_snapshot_it_says_so_and_takes_up_the_first_one_built_meanwhile() {
    let home = Home::new();
    let server = Server::start(&home, &[]);
    assert_eq!(server.get("/healthz").status, 200);
    let readiness = server.get("/readyz");
    assert_eq!((readiness.status, readiness.json()["ready"].clone()), (503, Value::Bool(false)));
    for path in ["/api/v1/documents", "/api/v1/sources", "/dumps/sfs.ndjson.gz"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 503, "{path}");
        let body = answer.json();
        assert!(body["detail"].as_str().is_some_and(|detail| detail.contains("built")), "{path}: {body}");
        assert!(body["error_id"].is_string(), "{path}: {body}");
    }

    home.publish(&[("sfs", &statutes(1..4, "new"))]);
    server.caught_up(&home);
    eventually("it is ready", || (server.get("/readyz").status == 200).then_some(()));
    assert_eq!(server.json("/api/v1/documents")["total"], 3);
}

#[test]
fn a_ready_server_has_tried_to_open_every_part() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "new"))]);
    let server = Server::start(&home, &[]);
    loop {
        let readiness = server.get("/readyz");
        let json = readiness.json();
        let parts = json["parts"].as_array().unwrap();
        let is_opening = parts.iter().any(|part| part["missing"] == "it is being opened");
        assert_eq!(readiness.status == 200, json["ready"] == true);
        assert!(!(readiness.status == 200 && is_opening), "{json}");
        if readiness.status == 200 {
            break;
        }
    }
    assert_eq!(server.get("/api/v1/search?q=new").status, 200);
}

#[test]
fn signals_of_other_programs_do_not_end_it() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "new"))]);
    let server = Server::start(&home, &[]);
    for signal in ["HUP", "USR1", "USR2", "HUP"] {
        server.signal(signal);
        assert_eq!(server.get("/healthz").status, 200, "{signal}");
    }
    assert_eq!(server.json("/api/v1/documents")["total"], 3);
}

#[test]
fn an_import_alone_changes_nothing_that_is_served() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "old"))]);
    let server = Server::start(&home, &[]);
    let path = format!("/api/v1/document?uri={BASE}/1931:2");
    let before = server.get(&path).body;
    let changed = home.write("sfs.ndjson", statutes(1..9, "new").join("\n"));
    home.done(&["import", &changed]);
    assert_eq!(server.get(&path).body, before);
    assert_eq!(server.json("/api/v1/documents")["total"], 3);

    home.done(&["build"]);
    server.caught_up(&home);
    assert_ne!(server.get(&path).body, before);
    assert_eq!(server.json("/api/v1/documents")["total"], 8);
}

#[test]
fn a_published_snapshot_that_cannot_be_opened_leaves_the_served_one() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "old"))]);
    let mut server = Server::start(&home, &[]);
    let before = server.snapshot();
    home.write("data/snapshots/current", "../../elsewhere\n");
    eventually("the server looks and complains", || server.log().contains("ERROR").then_some(()));
    assert_eq!(server.snapshot(), before);
    assert_eq!(server.get("/api/v1/documents").status, 200);
    assert!(!server.has_ended());
    home.done(&["build"]);
    server.caught_up(&home);
}

#[test]
fn an_error_id_leads_to_its_entry() {
    let home = Home::new();
    let server = Server::start(&home, &["--ledger", "errors.ndjson"]);
    let answer = server.get("/api/v1/sources").json();
    let id = answer["error_id"].as_str().unwrap();
    let found = home.done(&["ledger", "--ledger", "errors.ndjson", id]).stdout;
    let entry: Value = serde_json::from_str(&found).unwrap();
    assert!(found.contains("/api/v1/sources"), "{found}");
    assert!(found.contains("127.0.0.1"), "{found}");
    assert_eq!(entry["id"], id, "{found}");
    assert!(home.failed(&["ledger", "--ledger", "errors.ndjson", "nosuchid"]).contains("nosuchid"));
}

#[test]
fn a_log_that_nobody_reads_delays_no_request() {
    let home = Home::new();
    let (mut server, unread) = Server::start_unread(&home, &["--demo"]);
    // Requests with lines of a kilobyte: more in all than a pipe holds, and more than the server keeps.
    let path = format!("/api/v1/{}", "x".repeat(1000));
    for _ in 0..6_000 {
        assert_eq!(server.get(&path).status, 404);
    }
    assert_eq!(server.get("/healthz").status, 200);
    server.signal("TERM");
    assert_eq!(server.wait().0, Some(0));
    drop(unread);
}

/// A download that has begun, of which only the head has been read. It is longer than what the system keeps in its
/// buffers, so the server cannot have finished it.
fn slow_download(server: &Server) -> (TcpStream, usize) {
    let host = server.address.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /dumps/sfs.ndjson.gz HTTP/1.1\r\nhost: {host}\r\n\r\n").unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    (stream, length.parse().unwrap())
}

#[test]
fn asked_to_end_it_finishes_the_downloads_in_progress() {
    let home = Home::new();
    let text = incompressible(7 << 20);
    home.publish(&[(
        "sfs",
        &[format!(r#"{{"uri":"{BASE}/1931:1","structure":[{{"type":"stycke","text":["{text}"]}}]}}"#)],
    )]);
    for signal in ["TERM", "INT"] {
        let mut server = Server::start(&home, &[]);
        let (mut stream, length) = slow_download(&server);
        assert!(length > 5 << 20, "{length} bytes fit into buffers");
        server.signal(signal);
        eventually("nothing is accepted any more", || {
            TcpStream::connect(server.address.strip_prefix("http://").unwrap()).is_err().then_some(())
        });
        assert!(!server.has_ended());
        let mut body = Vec::new();
        stream.read_to_end(&mut body).unwrap();
        assert_eq!(body.len(), length, "{signal}");
        assert!(gunzip(&body).contains(&text), "{signal}");
        assert_eq!(server.wait().0, Some(0), "{signal}: {}", server.log());
    }

    // A client that takes too long is cut off.
    let mut server = Server::start(&home, &["--drain", "0"]);
    let (mut stream, length) = slow_download(&server);
    server.signal("TERM");
    assert_eq!(server.wait().0, Some(0), "{}", server.log());
    let mut body = Vec::new();
    let _ = stream.read_to_end(&mut body);
    assert!(body.len() < length);
}

#[test]
fn where_it_cannot_listen() {
    let home = Home::new();
    let server = Server::start(&home, &[]);
    let taken = server.address.strip_prefix("http://").unwrap();
    let said = home.failed(&["serve", "--listen", taken]);
    assert!(said.contains(taken) && said.contains("listen"), "{said}");
}
