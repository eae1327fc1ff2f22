//! Statutes are fetched from a player, a test server in place of the publisher, with the faults that a publisher may have.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod support;

use std::time::Duration;

use lagrum_progress::Silent;
use lagrum_publishers::{Extent, FetchCounts, FetchOptions, MAX_REQUESTS, fetch_folder, probe, publisher};
use lagrum_raw::{Archive, ArchiveWriter};
use lagrum_test_support::{Asked, Player, Reply, invented_act};
use serde_json::{Value, json};

use support::{acts, clock, fetch_with, held, options, player};

const HOUR: Duration = Duration::from_hours(1);

fn queries(asked: &[Asked]) -> Vec<&Asked> {
    asked.iter().filter(|asked| asked.path != "/robots.txt").collect()
}

/// The times between requests, in milliseconds.
fn gaps(asked: &[Asked]) -> Vec<i64> {
    asked.windows(2).map(|pair| pair[1].at - pair[0].at).collect()
}

#[test]
fn everything_is_asked_for_once_and_politely() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(250, &clock);
    let begun = clock.millis();
    let report = fetch_with(data.path(), &clock, &options(&player));
    let counts = FetchCounts { asked: 250, new: 250, ..FetchCounts::default() };
    assert_eq!((report.counts, report.requests, report.is_complete, report.stopped), (counts, 4, true, None));
    let asked = player.take_asked();
    let paths: Vec<&str> = asked.iter().map(|asked| &*asked.path).collect();
    let search = "/elasticsearch/SearchEsByRawJson";
    assert_eq!(paths, ["/robots.txt", search, search, search]);
    let first = json!({"searchIndexes": ["Sfs"], "api": "search", "json": {"size": 100, "track_total_hits": true,
        "query": {"term": {"publicerad": true}}, "sort": [{"grundforfattningId": "asc"}]}});
    assert_eq!(asked[1].body, first);
    let after: Vec<&Value> = asked[1..].iter().map(Asked::after).collect();
    assert_eq!(after, [&Value::Null, &json!([100]), &json!([200])]);
    for request in &asked {
        let agent = request.header("user-agent").unwrap();
        assert!(agent.starts_with("lagrum/") && agent.ends_with("(+lag@dimverket.example)"), "{agent}");
        assert!(request.header("from").is_none() && request.header("cookie").is_none());
    }
    assert!(asked[0].at - begun >= 1000, "a run begins with a gap");
    assert!(gaps(&asked).iter().all(|gap| (1000..1100).contains(gap)), "{:?}", gaps(&asked));
    let bodies = held(data.path());
    assert_eq!(bodies.len(), 250);
    let hit: Value = serde_json::from_slice(&bodies[0].1).unwrap();
    assert_eq!(hit["_source"]["beteckning"], *bodies[0].0);
}

#[test]
fn changes_are_asked_for_from_two_days_before_the_newest_stamp() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(150, &clock);
    fetch_with(data.path(), &clock, &options(&player));
    player.take_asked();
    clock.pass(24 * HOUR);
    player.change(|acts| {
        // A new text, a record that is only written anew, and a new act.
        for (at, text) in [(3, Some("1 § Får är boskap.")), (4, None)] {
            if let Some(text) = text {
                acts[at]["fulltext"]["forfattningstext"] = text.into();
            }
            acts[at]["uppdateradDateTime"] = "2031-03-01T12:00:00.5".into();
            acts[at]["fulltext"]["uppdateradDateTime"] = "2031-03-01T12:00:00.5".into();
        }
        let mut act = invented_act(900, "2031:900", "Getlag (2031:900)", "1 § Getter är djur.");
        act["uppdateradDateTime"] = "2031-03-02T01:00:00".into();
        acts.push(act);
    });
    let report = fetch_with(data.path(), &clock, &options(&player));
    let asked = player.take_asked();
    let asked = queries(&asked);
    assert_eq!(
        asked[0].body["json"]["query"]["bool"]["filter"][1]["range"]["uppdateradDateTime"]["gte"],
        "2031-01-26T04:00:00"
    );
    assert_eq!(
        asked[0].body["json"]["sort"],
        json!([{"uppdateradDateTime": "asc"}, {"grundforfattningId": "asc"}])
    );
    let overlapping = report.counts.same - 1;
    assert!((1..20).contains(&overlapping), "{report:?}");
    assert_eq!((report.counts.new, report.counts.changed, report.is_complete), (1, 1, true));
    let mark = ArchiveWriter::open(data.path()).unwrap().state("sfs").unwrap().watermark;
    assert_eq!(mark.as_deref(), Some("2031-03-02T01:00:00"));
    // Nothing further: one request, and nothing is kept.
    clock.pass(24 * HOUR);
    let before = held(data.path());
    let report = fetch_with(data.path(), &clock, &options(&player));
    assert_eq!((report.counts.asked, report.counts.same), (3, 3));
    assert_eq!(queries(&player.take_asked()).len(), 1);
    assert_eq!(held(data.path()), before);
}

#[test]
fn a_stamp_of_the_future_does_not_hide_later_changes() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(5, &clock);
    player.change(|acts| acts[2]["uppdateradDateTime"] = "2999-01-01T00:00:00".into());
    fetch_with(data.path(), &clock, &options(&player));
    let mark = ArchiveWriter::open(data.path()).unwrap().state("sfs").unwrap().watermark;
    assert_eq!(mark.as_deref(), Some("2031-01-06T00:00:00"));
}

#[test]
fn a_walk_a_month_finds_what_has_no_stamp_and_what_is_gone() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(150, &clock);
    fetch_with(data.path(), &clock, &options(&player));
    let vanished = acts(7)[6]["beteckning"].as_str().unwrap().to_owned();
    player.change(|acts| {
        acts.remove(6);
        acts[20]["uppdateradDateTime"] = Value::Null;
        acts[20]["rubrik"] = "Fårlag utan stämpel".into();
    });
    clock.pass(24 * HOUR);
    let report = fetch_with(data.path(), &clock, &options(&player));
    assert_eq!((report.counts.changed, report.counts.gone), (0, 0), "changes do not tell");
    clock.pass(30 * 24 * HOUR);
    let report = fetch_with(data.path(), &clock, &options(&player));
    assert_eq!(
        (report.counts.asked, report.counts.changed, report.counts.gone),
        (149, 1, 0),
        "gone from one walk"
    );
    let full = FetchOptions { extent: Extent::Everything, ..options(&player) };
    clock.pass(HOUR);
    assert_eq!(fetch_with(data.path(), &clock, &full).counts.gone, 0, "two walks within a day");
    clock.pass(24 * HOUR);
    assert_eq!(fetch_with(data.path(), &clock, &full).counts.gone, 1);
    let archive = Archive::open(data.path()).unwrap();
    assert!(archive.is_gone("sfs", &vanished).unwrap());
    assert_eq!(archive.records("sfs").unwrap().iter().filter(|row| row.key == vanished).count(), 1);
    player.change(|these| these.push(acts(7)[6].clone()));
    drop(archive);
    fetch_with(data.path(), &clock, &full);
    assert!(!Archive::open(data.path()).unwrap().is_gone("sfs", &vanished).unwrap(), "it is back");
}

#[test]
fn more_than_ten_thousand_acts_come() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = Player::start(
        (1..=10_001)
            .map(|id| {
                json!({"beteckning": format!("2031:{id}"), "publicerad": true,
        "grundforfattningId": id})
            })
            .collect(),
    );
    let report = fetch_with(data.path(), &clock, &options(&player));
    assert_eq!((report.counts.new, report.requests, report.is_complete), (10_001, 102, true));
    // A publisher that counts only to ten thousand is asked until nothing more comes.
    player.set_script(|_, _| Reply::Total(10_000, "gte"));
    let full = FetchOptions { extent: Extent::Everything, ..options(&player) };
    let report = fetch_with(data.path(), &clock, &full);
    assert_eq!((report.counts.same, report.is_complete), (10_001, true));
    assert_eq!(player.take_asked().last().unwrap().after(), &json!([10_001]));
}

/// A fault: what is answered to which query, how the run ends, and how many queries it sends.
struct Fault {
    name: &'static str,
    reply: fn(usize, &Asked) -> Reply,
    /// A part of the message of a source that stopped.
    stopped: Option<&'static str>,
    /// Queries, and acts kept.
    queries: usize,
    kept: usize,
}

/// Faults of the second page of three.
fn faults() -> Vec<Fault> {
    fn second(queries: usize, fault: Reply) -> Reply {
        if queries == 1 { fault } else { Reply::Honest }
    }
    fn always(asked: &Asked, fault: Reply) -> Reply {
        if asked.after() == &json!([100]) { fault } else { Reply::Honest }
    }
    let fault = |name, reply, stopped, queries, kept| Fault { name, reply, stopped, queries, kept };
    vec![
        fault("429", |n, _| second(n, Reply::status(429)), None, 4, 250),
        fault("503", |n, _| second(n, Reply::status(503)), None, 4, 250),
        fault("closed", |n, _| second(n, Reply::Nothing), None, 4, 250),
        fault("cut body", |n, _| second(n, Reply::Cut(500)), None, 4, 250),
        fault("empty 200", |n, _| second(n, Reply::Instead(200, vec![], vec![])), None, 4, 250),
        fault("login page once", |n, _| second(n, Reply::page("<h1>Logga in</h1>")), None, 4, 250),
        fault("repeated page once", |n, _| second(n, Reply::FirstPage), None, 4, 250),
        fault(
            "cut gzip",
            |n, _| {
                let body = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab];
                second(n, Reply::Instead(200, vec![("Content-Encoding".into(), "gzip".into())], body))
            },
            None,
            4,
            250,
        ),
        fault("429 for ever", |_, a| always(a, Reply::status(429)), Some("429 (5 tries)"), 6, 100),
        fault("503 for ever", |_, a| always(a, Reply::status(503)), Some("503 (5 tries)"), 6, 100),
        fault("cut for ever", |_, a| always(a, Reply::Cut(500)), Some("(5 tries)"), 6, 100),
        fault(
            "empty for ever",
            |_, a| always(a, Reply::Instead(200, vec![], vec![])),
            Some("nothing"),
            6,
            100,
        ),
        fault("login for ever", |_, a| always(a, Reply::page("Logga in")), Some("logging in"), 6, 100),
        fault("repeats itself", |_, a| always(a, Reply::FirstPage), Some("repeats"), 6, 100),
        fault("403", |_, a| always(a, Reply::status(403)), Some("does not want to be asked"), 2, 100),
        fault(
            "robot page",
            |_, a| always(a, Reply::page("<p>Solve the CAPTCHA")),
            Some("keeps programs out"),
            2,
            100,
        ),
        fault(
            "redirect",
            |_, a| always(a, Reply::with_header(302, "Location", "https://login.example/")),
            Some("https://login.example/"),
            2,
            100,
        ),
        fault("404", |_, a| always(a, Reply::status(404)), Some("404"), 2, 100),
        fault("fewer than there are", |_, _| Reply::Total(300, "eq"), Some("250 of 300"), 3, 250),
        fault(
            "asks to wait an hour",
            |_, a| always(a, Reply::with_header(429, "Retry-After", "3600")),
            Some("3600 s"),
            2,
            100,
        ),
    ]
}

#[test]
fn faults_are_waited_out_or_stop_the_source_and_what_came_stays() {
    for fault in faults() {
        let (clock, data) = (clock(), tempfile::tempdir().unwrap());
        let player = player(250, &clock);
        player.set_script(fault.reply);
        let report = fetch_with(data.path(), &clock, &options(&player));
        let asked = player.take_asked();
        let name = fault.name;
        assert_eq!(report.stopped.is_some(), fault.stopped.is_some(), "{name}: {report:?}");
        let message = report.stopped.unwrap_or_default();
        assert!(message.contains(fault.stopped.unwrap_or_default()), "{name}: {message}");
        assert_eq!(queries(&asked).len(), fault.queries, "{name}");
        assert_eq!(held(data.path()).len(), fault.kept, "{name}");
        assert_eq!(report.is_complete, fault.stopped.is_none(), "{name}");
        assert!(gaps(&asked).iter().all(|gap| *gap >= 1000), "{name}: {:?}", gaps(&asked));
        let state = ArchiveWriter::open(data.path()).unwrap().state("sfs").unwrap();
        assert_eq!(
            state.watermark.is_some(),
            report.is_complete,
            "{name}: the mark moves with a complete run"
        );
        // The next run goes on where this one stopped.
        player.set_script(|_, _| Reply::Honest);
        let report = fetch_with(data.path(), &clock, &options(&player));
        assert!(report.is_complete, "{name}");
        assert_eq!(held(data.path()).len(), 250, "{name}");
        if fault.kept == 100 {
            assert_eq!(player.take_asked()[0].after(), &json!([100]), "{name}");
        }
    }
}

#[test]
fn pages_without_end_stop_the_source() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(250, &clock);
    player.set_script(|_, _| Reply::Total(20, "eq"));
    let report = fetch_with(data.path(), &clock, &options(&player));
    let message = report.stopped.unwrap();
    assert!(message.contains("it states 20 acts and has sent 200"), "{message}");
    assert_eq!((queries(&player.take_asked()).len(), held(data.path()).len()), (2, 100));
    player.set_script(|_, _| Reply::Honest);
    let report = fetch_with(data.path(), &clock, &options(&player));
    assert!(report.is_complete);
    assert_eq!(held(data.path()).len(), 250);
}

#[test]
fn waits_double_and_retry_after_is_obeyed() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(10, &clock);
    player
        .set_script(|_, asked| if asked.path == "/robots.txt" { Reply::Honest } else { Reply::status(503) });
    let fast = FetchOptions { gap: Some(Duration::from_millis(50)), ..options(&player) };
    fetch_with(data.path(), &clock, &fast);
    assert_eq!(gaps(&player.take_asked()), [50, 200, 400, 800, 1600]);
    player.set_script(|queries, _| match queries {
        0 => Reply::with_header(429, "Retry-After", "90"),
        1 => Reply::with_header(503, "Retry-After", "Sat, 01 Mar 2031 00:00:00 GMT"),
        _ => Reply::Honest,
    });
    assert!(fetch_with(data.path(), &clock, &fast).is_complete);
    let gaps = gaps(&player.take_asked());
    assert_eq!((gaps[0] / 1000, gaps.len()), (90, 2));
    assert!(gaps[1] >= 50, "a date that has passed asks for no more than the gap");
}

#[test]
fn robots_txt_is_obeyed_and_read_once_a_day() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(150, &clock);
    player.set_robots("User-agent: lagrum\nCrawl-delay: 10\n", "\"a\"");
    fetch_with(data.path(), &clock, &options(&player));
    let asked = player.take_asked();
    assert!(gaps(&asked).iter().all(|gap| *gap >= 10_000), "{:?}", gaps(&asked));
    // A day later it is asked for with its validator; an unchanged one holds another day.
    clock.pass(25 * HOUR);
    fetch_with(data.path(), &clock, &options(&player));
    let asked = player.take_asked();
    assert_eq!((&*asked[0].path, asked[0].header("if-none-match")), ("/robots.txt", Some("\"a\"")));
    assert!(asked[1].at - asked[0].at >= 10_000);
    clock.pass(HOUR);
    fetch_with(data.path(), &clock, &options(&player));
    assert_eq!(player.take_asked()[0].path, "/elasticsearch/SearchEsByRawJson");
    // While a run is under way another one is published: it holds from the next day on, and then nothing is asked.
    player.set_robots("User-agent: *\nDisallow: /elasticsearch/\n", "\"b\"");
    clock.pass(25 * HOUR);
    let report = fetch_with(data.path(), &clock, &options(&player));
    let asked = player.take_asked();
    assert_eq!((asked.len(), asked[0].header("if-none-match")), (1, Some("\"a\"")));
    assert!(report.stopped.unwrap().contains("robots.txt forbids"));
    let replies = [
        Reply::status(403),
        Reply::status(503),
        // To a request that named no copy.
        Reply::status(304),
        Reply::with_header(302, "Location", "/x"),
    ];
    for reply in replies {
        let fresh = tempfile::tempdir().unwrap();
        player.set_script(move |_, _| reply.clone());
        assert!(fetch_with(fresh.path(), &clock, &options(&player)).stopped.is_some());
        assert_eq!(queries(&player.take_asked()).len(), 0, "a robots.txt that cannot be read forbids");
    }
}

#[test]
fn a_limit_ends_a_run_and_the_next_one_goes_on() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(250, &clock);
    let limited = FetchOptions { limit: Some(130), ..options(&player) };
    let report = fetch_with(data.path(), &clock, &limited);
    assert_eq!((report.counts.asked, report.is_complete, report.stopped), (130, false, None));
    let report = fetch_with(data.path(), &clock, &limited);
    assert_eq!((report.counts.asked, report.is_complete), (120, true));
    let sizes: Vec<u64> = queries(&player.take_asked())
        .iter()
        .map(|asked| asked.body["json"]["size"].as_u64().unwrap())
        .collect();
    assert_eq!(sizes, [100, 30, 100, 30]);
}

#[test]
fn a_day_may_be_named_and_the_mark_does_not_jump_over_what_was_not_asked_for() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(300, &clock);
    let since = |day: &str| FetchOptions { extent: Extent::Since(day.parse().unwrap()), ..options(&player) };
    let mark = || ArchiveWriter::open(data.path()).unwrap().state("sfs").unwrap().watermark;
    let report = fetch_with(data.path(), &clock, &since("2031-01-28"));
    assert!(report.is_complete && (1..30).contains(&report.counts.new), "{report:?}");
    assert_eq!(mark(), None);
    assert_eq!(fetch_with(data.path(), &clock, &options(&player)).counts.asked, 300, "a walk is still due");
    let after_walk = mark();
    assert!(after_walk.is_some());
    player.change(|acts| acts[0]["uppdateradDateTime"] = "2031-02-20T00:00:00".into());
    fetch_with(data.path(), &clock, &since("2031-02-10"));
    assert_eq!(mark(), after_walk);
    fetch_with(data.path(), &clock, &since("2031-01-02"));
    assert_eq!(mark().as_deref(), Some("2031-02-20T00:00:00"));
}

#[test]
fn a_record_without_a_number_is_counted_and_the_rest_is_kept() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(20, &clock);
    player.change(|acts| acts[7]["beteckning"] = Value::Null);
    let report = fetch_with(data.path(), &clock, &options(&player));
    assert_eq!((report.counts.new, report.counts.failed, report.is_complete), (19, 1, true));
    assert!(report.problems[0].contains("grundforfattningId 8"), "{:?}", report.problems);
}

#[test]
fn a_probe_says_what_differs_with_few_requests() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let player = player(10_001, &clock);
    let probed = |player: &Player| {
        let mut archive = ArchiveWriter::open(data.path()).unwrap();
        probe(publisher("sfs").unwrap(), &mut archive, &options(player), &clock)
    };
    let report = probed(&player).unwrap();
    assert_eq!(report.differs, [""; 0], "{:?}", report.sound);
    assert!(report.requests <= MAX_REQUESTS && player.take_asked().len() as u64 == report.requests);
    player.change(|acts| {
        acts[0]["fulltext"]["forfattningstext"] = json!({"html": "<p>"});
        acts[1].as_object_mut().unwrap().remove("rubrik");
        acts.truncate(9_000);
    });
    let differs = probed(&player).unwrap().differs;
    let named = |word: &str| differs.iter().any(|text| text.contains(word));
    assert!(named("forfattningstext") && named("/rubrik is not there") && named("10,000"), "{differs:?}");
    assert_eq!(differs.len(), 3, "{differs:?}");
    player.set_script(|_, _| Reply::page("Logga in"));
    assert!(probed(&player).is_err());
    assert_eq!(Archive::open(data.path()).unwrap().records("sfs").unwrap().len(), 0, "a probe keeps no act");
}

#[test]
fn files_are_taken_instead_of_asking() {
    let (clock, data, folder) = (clock(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    write("2031/7.json", acts(1)[0].to_string().as_bytes());
    write("archive/2031/7/.versions/2030/3.html", b"<pre>1 \xa7 F\xe5r</pre>");
    write("notes.txt", b"not an act");
    for (new, same) in [(2, 0), (0, 2)] {
        let mut archive = ArchiveWriter::open(data.path()).unwrap();
        let report =
            fetch_folder(publisher("sfs").unwrap(), &mut archive, folder.path(), &clock, &Silent).unwrap();
        assert_eq!((report.counts.new, report.counts.same, report.counts.failed), (new, same, 1));
        assert_eq!((report.requests, report.is_complete), (0, false));
    }
    let archive = Archive::open(data.path()).unwrap();
    let documents = archive.documents("sfs").unwrap();
    let parts: Vec<&str> = documents[0].records.iter().map(|record| &*record.part).collect();
    assert_eq!((documents.len(), parts), (1, vec!["json", "2030:3.html"]));
}
