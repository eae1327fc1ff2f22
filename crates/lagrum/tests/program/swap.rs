//! Snapshots are published while many clients send requests: no request fails, no answer mixes two snapshots, and old
//! snapshots are deleted.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::corpora::{BASE, statutes};
use crate::support::{Answer, Home, Server, eventually, get_by, gunzip};

const CLIENTS: usize = 64;
const SNAPSHOTS: usize = 10;

/// Documents in every snapshot; some have more.
const DOCUMENTS: usize = 60;

/// How many documents a snapshot has: some are added, and removed again later. All others change each time.
fn documents(round: usize) -> usize {
    DOCUMENTS + [0, 7, 3][round % 3]
}

/// How much more memory, in kB, a server may use at the end than after it has answered every request once.
const GROWTH: u64 = 64 << 10;

fn marker(round: usize) -> String {
    // No marker is part of another.
    format!("omgång{round:02}")
}

/// The one marker that all these texts have; an error if there are several or none.
fn only_marker<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<usize, String> {
    let mut found = None;
    for text in texts {
        let round = (0..=SNAPSHOTS).find(|round| text.contains(&marker(*round)));
        let round = round.ok_or_else(|| format!("no marker in {text}"))?;
        if *found.get_or_insert(round) != round {
            return Err(format!("{} and {}", marker(found.unwrap_or_default()), marker(round)));
        }
    }
    found.ok_or_else(|| "nothing to tell a marker from".to_owned())
}

fn titles(list: &Value) -> Vec<&str> {
    list.as_array()
        .map(|list| list.iter().filter_map(|item| item["title"].as_str()).collect())
        .unwrap_or_default()
}

/// A path to request, and a check that its answer comes from one snapshot.
type Question = (String, fn(&Answer) -> Result<usize, String>);

fn questions(client: usize) -> Vec<Question> {
    let number = client % (DOCUMENTS - 2) + 1;
    vec![
        (format!("/api/v1/document?uri={BASE}/1931:{number}"), |answer| {
            let document = answer.json();
            let artifact = document["artifact"].to_string();
            only_marker([document["title"].as_str().unwrap_or_default(), &artifact])
        }),
        ("/api/v1/documents?limit=1000".to_owned(), |answer| {
            let list = answer.json();
            let titles = titles(&list["documents"]);
            let round = only_marker(titles.iter().copied())?;
            let whole = titles.len() == documents(round) && list["total"] == documents(round);
            whole.then_some(round).ok_or_else(|| format!("{} documents in {}", titles.len(), marker(round)))
        }),
        (format!("/api/v1/document/inbound?uri={BASE}/1931:{number}"), |answer| {
            only_marker(titles(&answer.json()["citations"]))
        }),
        (format!("/api/v1/graph?uri={BASE}/1931:{number}&depth=2&limit=3"), |answer| {
            let graph = answer.json();
            let near =
                titles(&graph["inbound"]["top"]).into_iter().chain(titles(&graph["expansion"]["nodes"]));
            only_marker(near.chain(graph["title"].as_str()))
        }),
        (format!("/api/v1/path?from={BASE}/1931:{}&to={BASE}/1931:{number}", number + 2), |answer| {
            let path = answer.json();
            (path["distance"] == 2).then_some(()).ok_or_else(|| format!("{path}"))?;
            only_marker(titles(&path["path"]))
        }),
        ("/dumps/sfs.ndjson.gz".to_owned(), |answer| {
            let digest = format!("\"{}\"", hex::encode(Sha256::digest(&answer.body)));
            let tag = answer.header("etag");
            (tag == Some(&*digest)).then_some(()).ok_or_else(|| format!("{digest} came as {tag:?}"))?;
            only_marker(gunzip(&answer.body).lines())
        }),
    ]
}

#[test]
fn no_request_fails_and_no_answer_mixes_two_snapshots() {
    let home = Home::new();
    let publish = |round| home.publish(&[("sfs", &statutes(1..=documents(round), &marker(round)))]);
    publish(0);
    let server = Server::start(&home, &[]);
    eventually("the first citation graph is loaded", || {
        let parts = server.get("/readyz").json()["parts"].take();
        parts.as_array()?.iter().find(|part| part["name"] == "graph" && part["ready"] == true).map(drop)
    });
    let stop = AtomicBool::new(false);
    let failures = Mutex::new(Vec::new());
    // For each client and each kind of question, answers by snapshot.
    let answers: Vec<Vec<[AtomicUsize; SNAPSHOTS + 1]>> =
        (0..CLIENTS).map(|client| questions(client).iter().map(|_| Default::default()).collect()).collect();

    std::thread::scope(|scope| {
        for (client, counts) in answers.iter().enumerate() {
            let (server, stop, failures) = (&server, &stop, &failures);
            scope.spawn(move || {
                let config = ureq::Agent::config_builder()
                    .http_status_as_error(false)
                    .timeout_global(Some(Duration::from_mins(1)));
                let agent = ureq::Agent::new_with_config(config.build());
                while !stop.load(Ordering::Relaxed) {
                    for ((path, judge), counts) in questions(client).into_iter().zip(counts) {
                        let answer = get_by(&agent, &format!("{}{path}", server.address), &[]);
                        let judged = match answer {
                            Ok(answer) if answer.status == 200 => judge(&answer),
                            Ok(answer) => Err(format!("{answer:?}")),
                            Err(error) => Err(error.to_string()),
                        };
                        match judged {
                            Ok(round) => drop(counts[round].fetch_add(1, Ordering::Relaxed)),
                            Err(problem) => failures.lock().unwrap().push(format!("{path}: {problem}")),
                        }
                    }
                }
            });
        }
        let asked_in = |round: usize| {
            eventually("every client has asked everything of this snapshot", || {
                let asked = answers.iter().flatten().all(|counts| counts[round].load(Ordering::Relaxed) > 0);
                (asked || !failures.lock().unwrap().is_empty()).then_some(())
            });
        };
        asked_in(0);
        let settled = server.memory();
        for round in 1..=SNAPSHOTS {
            publish(round);
            asked_in(round);
        }
        stop.store(true, Ordering::Relaxed);
        if let (Some(settled), Some(now)) = (settled, server.memory()) {
            assert!(now < settled + GROWTH, "{settled} kB have become {now}");
        }
    });
    assert_eq!(*failures.lock().unwrap(), [""; 0]);
    let left = home.snapshots();
    assert!(left.len() <= 2 && left.contains(&home.current()), "{left:?}");
    assert_eq!(server.snapshot(), Some(home.current()));
    assert_eq!(server.log().matches("ERROR").count(), 0);

    // Stored artifacts that only old snapshots needed are deleted from the corpus too.
    home.done(&["build"]);
    server.caught_up(&home);
    home.done(&["build"]);
    assert!(home.snapshots().len() <= 2);
    home.done(&["check"]);
}
