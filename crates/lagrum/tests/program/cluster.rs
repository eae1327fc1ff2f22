//! The program with a real OpenSearch: two servers over copies of a data folder give equal answers, and a failing cluster
//! affects searches only, and only as long as it fails. Without Java or Maven the test is skipped and prints a line that states
//! it.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::corpora::statutes;
use crate::support::{Home, Server, agent, eventually};
use xtask::opensearch::nodes::{Nodes, RELEASE, fetch, missing};

/// Longer than any search may take to fail: ten seconds, and what a busy machine adds.
const BOUND: Duration = Duration::from_mins(1);

const SEARCH: &str = "/api/v1/search?q=f%C3%A5r+hage";

/// The search as a request that has not been sent before, so that its response is not in the response cache.
fn uncached_search() -> String {
    static SENT: AtomicUsize = AtomicUsize::new(0);
    // Parameters that no handler reads do not change the key in the cache; a word that no text has does.
    format!("{SEARCH}+-inget{}", SENT.fetch_add(1, Ordering::Relaxed))
}

/// The reason in `/readyz` for which searches are not answered; None if they are.
fn missing_part(server: &Server) -> Option<String> {
    let told = server.get("/readyz").json();
    let part = told["parts"].as_array()?.iter().find(|part| part["name"] == "search")?.clone();
    if part["ready"] == true { None } else { Some(part["missing"].as_str().unwrap_or_default().to_owned()) }
}

/// Checks that searches fail soon and with the right status, that `/readyz` states why, and that everything else is answered.
fn is_without_search(server: &Server, why: &str) {
    let begun = Instant::now();
    let answer = eventually("searches fail", || {
        let answer = server.get(&uncached_search());
        (answer.status != 200).then_some(answer)
    });
    assert_eq!(answer.status, 503, "{why}: {answer:?}");
    assert!(begun.elapsed() < BOUND, "{why}: {:?}", begun.elapsed());
    assert!(answer.json()["detail"].is_string(), "{answer:?}");
    let told = eventually("/readyz tells of it", || missing_part(server).filter(|told| told.contains(why)));
    assert!(!told.contains("127.0.0.1"), "{told}");
    assert_eq!(server.get("/api/v1/sources").status, 200);
    assert_eq!(server.get("/api/v1/documents?q=lag").status, 200);
}

fn is_answered_again(servers: &[&Server]) {
    for server in servers {
        eventually("searches are answered again", || {
            (server.get(&uncached_search()).status == 200).then_some(())
        });
        eventually("/readyz says so", || missing_part(server).is_none().then_some(()));
    }
}

fn uris(page: &Value) -> Vec<String> {
    let results = page["results"].as_array().unwrap();
    results.iter().map(|hit| hit["uri"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn servers_answer_alike_and_outlive_their_cluster() {
    if let Some(missing) = missing(RELEASE) {
        lagrum_test_support::skipped(format_args!("no OpenSearch can be started: {missing}"));
        return;
    }
    let jars =
        fetch(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("opensearch").join(RELEASE), RELEASE).unwrap();
    let home = Home::new();
    let folder = home.path("cluster");
    let mut nodes = Nodes::start(&jars, &folder, 1, 512).unwrap();
    let address = nodes.addresses();
    let publish = |numbers: std::ops::Range<usize>| {
        let dump = home.write("sfs.ndjson", statutes(numbers, "om får i hage").join("\n"));
        home.done(&["import", "--prune", &dump]);
        home.done(&["build", "--search", &address]);
    };
    publish(1..30);
    let copy = Home::new();
    let copied = Command::new("cp").arg("-r").arg(home.data()).arg(copy.path("")).status().unwrap();
    assert!(copied.success());
    let [one, two] = [&home, &copy].map(|home| Server::start(home, &["--search", &address]));
    is_answered_again(&[&one, &two]);

    // Both servers give equal answers, and one continues with the cursor of the other.
    for path in
        [SEARCH, "/api/v1/search?q=lag+-hund&sort=citations", "/api/v1/search?q=%22f%C3%A5r+i%22&kind=lag"]
    {
        assert_eq!(one.json(path), two.json(path), "{path}");
    }
    let page = "/api/v1/search?q=hage&limit=7";
    let begun = one.json(page);
    assert_eq!(begun["total"], 29);
    let cursor = begun["next_cursor"].as_str().unwrap();
    let next = format!("{page}&cursor={cursor}");
    assert_eq!(one.json(&next), two.json(&next));
    let (first, second) = (uris(&begun), uris(&two.json(&next)));
    assert_eq!((first.len(), second.len()), (7, 7));
    assert!(second.iter().all(|uri| !first.contains(uri)), "{first:?} {second:?}");

    // A cluster that hangs.
    let signal = |name: &str| {
        let process = nodes.processes()[0].to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &process]).status().unwrap().success());
    };
    signal("STOP");
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let client = || scope.spawn(|| one.get(&uncached_search()).status);
        let clients: Vec<_> = (0..40).map(|_| client()).collect();
        assert_eq!(one.get("/api/v1/documents?q=lag").status, 200);
        let hang = clients.iter().any(|client| !client.is_finished());
        assert!(hang, "searches that hang keep others waiting");
        for client in clients {
            assert_eq!(client.join().unwrap(), 503);
        }
    });
    assert!(begun.elapsed() < BOUND, "{:?}", begun.elapsed());
    is_without_search(&one, "does not answer in time");
    signal("CONT");
    is_answered_again(&[&one, &two]);

    // A cluster that dies, and comes back with its data.
    nodes.kill(0);
    is_without_search(&one, "cannot be reached");
    assert!(one.log().contains("searches fail: no node of the cluster can be reached"), "{}", one.log());
    // A server that is started meanwhile serves everything else.
    let late = Server::start(&home, &["--search", &address]);
    is_without_search(&late, "cannot be reached");
    nodes.restart(0).unwrap();
    is_answered_again(&[&one, &two, &late]);
    assert!(one.log().contains("searches are answered again"), "{}", one.log());

    // A missing index: searches fail until the server takes up the next build.
    let index = format!("lagrum-{}", home.current().to_lowercase());
    assert_eq!(agent().delete(format!("{address}/{index}")).call().unwrap().status(), 200);
    is_without_search(&one, "has no index of this snapshot");
    publish(1..31);
    one.caught_up(&home);
    is_answered_again(&[&one]);
    assert_eq!(one.json(page)["total"], 30);
    // A build without an engine would leave the server without search.
    let refused = home.failed(&["build"]);
    assert!(refused.contains("--search embedded"), "{refused}");
    assert_eq!(one.get(&uncached_search()).status, 200);
    // The copy is not affected.
    is_without_search(&two, "has no index of this snapshot");
}
