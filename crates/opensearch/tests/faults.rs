//! Faults of a cluster are reported correctly and soon, and end when the cluster recovers. The cluster here is a small
//! server with prepared answers.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

mod common;

use std::net::TcpListener;
use std::time::{Duration, Instant};

use common::{Fake, Rule, URI, found, local, search as find};
use lagrum_opensearch::{ClusterAccess, OpenSearch};
use lagrum_search::Engine;
use serde_json::{Value, json};

fn fill(fake: &Fake, folder: &std::path::Path) -> Result<(), String> {
    common::fill(&ClusterAccess::parse(&fake.address).unwrap(), folder)
}

fn engine(fake: &Fake, folder: &std::path::Path) -> OpenSearch {
    common::engine(&ClusterAccess::parse(&fake.address).unwrap(), folder)
}

#[test]
fn every_fault_is_told_for_what_it_is_and_passes() {
    let (fake, folder) = (Fake::start(), local());
    fill(&fake, folder.path()).unwrap();
    let sound = engine(&fake, folder.path());
    assert_eq!(find(&sound).unwrap().total, 1);
    let failed_shard = json!({"responses": [{"status": 200, "timed_out": false, "_shards": {"failed": 1}}]});
    let timed_out = json!({"responses": [{"status": 200, "timed_out": true, "_shards": {"failed": 0}}]});
    let gone = json!({"responses": [{"status": 404, "error": {"type": "index_not_found_exception"}}]});
    let no_copy =
        json!({"responses": [{"status": 503, "error": {"type": "search_phase_execution_exception"}}]});
    let large =
        json!({"responses": [{"status": 400, "error": {"root_cause": [{"type": "too_many_clauses"}]}}]});
    let foreign = json!({"responses": [{"hits": {"hits": [{"_score": 1.0, "sort": [1.0, "x:other"]}]},
        "aggregations": found()["responses"][0]["aggregations"]}]});
    let check = |rule: &dyn Fn(), words: &str| {
        rule();
        let start = Instant::now();
        let failure = find(&sound).unwrap_err().to_string();
        assert!(failure.contains(words), "{words}: {failure}");
        assert!(start.elapsed() < Duration::from_secs(11), "{words}");
        fake.forget();
    };
    check(&|| fake.rule("_msearch", 429, &json!({})), "overloaded");
    check(&|| fake.rule("_msearch", 500, &json!({"error": "broken"})), "answered 500");
    check(&|| fake.rule("_msearch", 401, &json!({})), "rejects the credentials (status 401)");
    let forbidden =
        json!({"type": "security_exception", "reason": "no permissions for [indices:data/read/msearch]"});
    let part = json!({"responses": [{"status": 403, "error": forbidden}]});
    for body in [json!({"error": forbidden, "status": 403}), part] {
        let status = if body.get("status").is_some() { 403 } else { 200 };
        check(
            &|| fake.rule("_msearch", status, &body),
            "reason: no permissions for [indices:data/read/msearch]",
        );
    }
    check(&|| fake.rule("_msearch", 200, &failed_shard), "only a part");
    check(&|| fake.rule("_msearch", 200, &timed_out), "in time");
    check(&|| fake.rule("_msearch", 200, &no_copy), "only a part");
    check(&|| fake.rule("_msearch", 200, &large), "too much work");
    check(&|| fake.rule("_msearch", 200, &foreign), "holds x:other");
    check(&|| fake.rule("_msearch", 200, &json!("<html>")), "cannot be read");
    check(&|| fake.rule("_msearch", 200, &json!({"responses": []})), "number of answers");
    let cut = Rule { path: "_msearch", status: 200, body: found().to_string(), cut: Some(40), hangs: false };
    check(&|| fake.add(cut.clone()), "cannot be read");
    let hangs = Rule { hangs: true, ..cut.clone() };
    check(&|| fake.add(hangs.clone()), "did not answer within");
    // Who follows upon a search that hung does not wait for as long.
    let start = Instant::now();
    assert!(find(&sound).unwrap_err().to_string().contains("did not answer within"));
    assert!(start.elapsed() < Duration::from_secs(2));
    // All of it has passed: searches are answered again without a restart.
    while find(&sound).is_err() {
        assert!(start.elapsed() < Duration::from_secs(5));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(find(&sound).unwrap().candidates[0].inbound, 2);
    check(&|| fake.rule("_msearch", 200, &gone), "has no index");
}

#[test]
fn an_index_of_others_is_never_searched() {
    let (fake, folder) = (Fake::start(), local());
    fill(&fake, folder.path()).unwrap();
    let own = fake.meta();
    let other = |part: &str, value: Value| {
        let mut meta = own.clone();
        meta["lagrum-x"]["mappings"]["_meta"]["lagrum"][part] = value;
        meta
    };
    let check = |path: &'static str, status: u16, body: &Value, words: &str, missing: &str| {
        fake.rule(path, status, body);
        fake.rule("_msearch", 500, &json!("must not be asked"));
        let engine = engine(&fake, folder.path());
        let failure = find(&engine).unwrap_err().to_string();
        assert!(failure.contains(words), "{words}: {failure}");
        assert_eq!(engine.ready(), Err(missing.to_owned()));
        fake.forget();
    };
    let another = "the search cluster has another index than that of this snapshot";
    check("_mapping", 200, &other("format", json!(99)), "another format", another);
    check("_mapping", 200, &other("digest", json!("x")), "other documents", another);
    check("_mapping", 200, &json!({"lagrum-x": {"mappings": {}}}), "says nothing", another);
    check("_mapping", 404, &json!({}), "has no index", "the search cluster has no index of this snapshot");
    let part = "a part of the search index is on no node of the cluster";
    check("_cluster/health", 200, &json!({"status": "red"}), "red", part);
    // A snapshot that was built for no cluster.
    let bare = local();
    let failure = find(&engine(&fake, bare.path())).unwrap_err().to_string();
    assert!(failure.contains("has no index of the snapshot"), "{failure}");
}

#[test]
fn a_cluster_that_is_absent_costs_little() {
    let (fake, folder) = (Fake::start(), local());
    fill(&fake, folder.path()).unwrap();
    // A port that was free a moment ago.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let access = ClusterAccess::parse(&format!("http://{free}")).unwrap();
    let absent = common::engine(&access, folder.path());
    let start = Instant::now();
    for _ in 0..200 {
        let failure = find(&absent).unwrap_err().to_string();
        assert!(failure.contains("no node of the cluster can be reached"), "{failure}");
    }
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!(absent.ready(), Err("the search cluster cannot be reached".to_owned()));
    // Of two nodes the one that is there answers for both.
    let access = ClusterAccess::parse(&format!("http://{free},{}", fake.address)).unwrap();
    let half = common::engine(&access, folder.path());
    for _ in 0..50 {
        assert_eq!(find(&half).unwrap().total, 1);
    }
}

#[test]
fn filling_waits_for_a_busy_cluster_and_gives_up_on_a_refusal() {
    let (fake, folder) = (Fake::start(), local());
    fake.rule("_bulk", 400, &json!({"error": "no"}));
    assert!(fill(&fake, folder.path()).unwrap_err().contains("answered 400"));
    fake.forget();
    fake.rule("_bulk", 200, &json!({"errors": true, "items": [{"index": {"_id": URI, "status": 400, "error": {"reason": "mapping"}}}]}));
    assert!(fill(&fake, folder.path()).unwrap_err().contains("the cluster rejected"));
    fake.forget();
    fake.rule("_count", 200, &json!({"count": 7, "_shards": {"failed": 0}}));
    assert!(fill(&fake, folder.path()).unwrap_err().contains("holds 7 documents and should hold 1"));
    fake.forget();
    // Busy until it has been asked three times.
    let before = fake.bulks();
    fake.rule("_bulk", 429, &json!({}));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while fake.bulks() < before + 3 {
                std::thread::yield_now();
            }
            fake.forget();
        });
        fill(&fake, folder.path()).unwrap();
    });
    assert!(fake.bulks() > before + 3);
}
