//! EU law is fetched from a player in the shape of the Publications Office, with the faults that it may have.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod support;

use std::time::Duration;

use lagrum_publishers::{Extent, FetchOptions, MAX_REQUESTS, probe, publisher};
use lagrum_raw::{Archive, ArchiveWriter};
use lagrum_test_support::{Player, Reply, UnionSite, UnionWork};

use support::{FakeClock, clock, fetch_source, held_of, options};

const DAY: Duration = Duration::from_hours(24);

/// Acts, one of them with two consolidated texts, one in English alone, one as an old page, one as a picture, one without a text.
fn works() -> Vec<UnionWork> {
    let page = "<html><head><title>Fårbeslut</title></head><body><p>Artikel 1</p><p>Får betar.</p><p>Slut.</p></body></html>";
    vec![
        UnionWork::act("32031R0077", "SWE", "Får betar."),
        UnionWork::consolidated("02031R0077-20320101", "Får och getter betar."),
        UnionWork::consolidated("02031R0077-20330101", "Alla djur betar."),
        // It consolidates the act too, and is the text of another.
        UnionWork::consolidated("02031R0078-20330101", "Hästar drar."),
        UnionWork::act("32031L0005", "ENG", "Sheep graze."),
        UnionWork {
            celex: "31975D0003".into(),
            is_in_force: true,
            texts: vec![("SWE", "fmx4", "TIFF".into()), ("SWE", "html", page.into())],
        },
        UnionWork { celex: "31960R0001".into(), is_in_force: true, texts: Vec::new() },
        UnionWork { is_in_force: false, ..UnionWork::act("12016E/TXT", "SWE", "Unionen ska ha får.") },
    ]
}

fn start(works: Vec<UnionWork>, clock: &FakeClock) -> (Player, UnionSite) {
    let site = UnionSite::new(works);
    let answers = site.clone();
    let player = Player::start_site(move |asked| answers.answer(asked));
    let stamps = clock.clone();
    player.set_time(move || stamps.millis());
    (player, site)
}

fn wanting(player: &Player, wanted: &[&str]) -> FetchOptions {
    FetchOptions { wanted: wanted.iter().map(|celex| (*celex).to_owned()).collect(), ..options(player) }
}

/// The parts that the archive has of a work.
fn parts(data: &std::path::Path, celex: &str) -> Vec<String> {
    let held = held_of("eurlex", data).into_iter();
    held.filter(|(key, ..)| key == celex).map(|(_, part, _)| part).collect()
}

fn text_requests(player: &Player) -> Vec<String> {
    let asked = player.take_asked();
    asked
        .iter()
        .filter_map(|asked| {
            let celex = asked.path.strip_prefix("/resource/celex/")?;
            let language = asked.header("accept-language").unwrap();
            Some(format!("{celex} {language} {}", asked.header("accept").unwrap()))
        })
        .collect()
}

const WANTED: [&str; 6] =
    ["31960R0001", "31975D0003", "32031L0005", "32031R0077", "32031R0999", "12016E/TXT"];

#[test]
fn cited_acts_come_in_the_best_form_with_their_consolidated_texts() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, _) = start(works(), &clock);
    let report = fetch_source("eurlex", data.path(), &clock, &wanting(&player, &WANTED));
    assert_eq!((report.counts.new, report.counts.failed, report.is_complete), (4, 0, true), "{report:?}");
    assert_eq!(
        parts(data.path(), "32031R0077"),
        ["2032-01-01.fmx4-swe", "2033-01-01.fmx4-swe", "fmx4-swe"],
        "of another act's consolidated text nothing"
    );
    assert_eq!(parts(data.path(), "32031L0005"), ["fmx4-eng"]);
    assert_eq!(parts(data.path(), "31975D0003"), ["html-swe"], "Formex that is a picture is none");
    assert_eq!(parts(data.path(), "12016E/TXT"), ["fmx4-swe"]);
    for told in ["31960R0001: it is not there", "32031R0999: the publisher has no such work"] {
        assert!(report.problems.iter().any(|line| line == told), "{told}: {report:?}");
    }
    let asked = player.take_asked();
    assert!(
        asked.iter().all(|asked| !asked.path.contains("32031R0999")),
        "what the lists lack is not asked for"
    );
    let gaps: Vec<i64> = asked.windows(2).map(|pair| pair[1].at - pair[0].at).collect();
    assert!(gaps.iter().all(|gap| (1000..1100).contains(gap)), "{gaps:?}");
}

#[test]
fn zips_that_are_made_anew_store_nothing() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, site) = start(works(), &clock);
    fetch_source("eurlex", data.path(), &clock, &wanting(&player, &WANTED));
    let before = held_of("eurlex", data.path());
    player.take_asked();
    let full = FetchOptions { extent: Extent::Everything, ..wanting(&player, &WANTED) };
    clock.pass(DAY);
    let report = fetch_source("eurlex", data.path(), &clock, &full);
    assert_eq!((report.counts.same, report.counts.new, report.counts.changed), (4, 0, 0), "{report:?}");
    assert_eq!(held_of("eurlex", data.path()), before);
    // Another text is another row.
    site.change(|content| content.works[0] = UnionWork::act("32031R0077", "SWE", "Får sover."));
    clock.pass(DAY);
    let report = fetch_source("eurlex", data.path(), &clock, &full);
    assert_eq!((report.counts.same, report.counts.changed), (3, 1), "{report:?}");
}

#[test]
fn nights_ask_for_what_the_notices_name_and_for_what_is_newly_cited() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, site) = start(works(), &clock);
    let few = ["32031L0005", "31975D0003"];
    fetch_source("eurlex", data.path(), &clock, &wanting(&player, &few));
    text_requests(&player);
    clock.pass(DAY);
    // In English, then in Swedish too. A deletion, and four works that nobody cites: the feed has more than one page.
    let time = "2031-03-02T01:00:00".to_owned();
    site.change(|content| {
        content.works[4].texts.push(("SWE", "html", "<html><p>Får</p><p>betar</p><p>här.</p></html>".into()));
        content.notices.push(("UPDATE", "32031L0005".into(), time.clone()));
        content.notices.push(("DELETE", "31975D0003".into(), time.clone()));
        for number in 1..=4 {
            content.notices.push(("CREATE", format!("32031R000{number}"), time.clone()));
        }
    });
    let more = ["32031L0005", "31975D0003", "32031R0077"];
    let report = fetch_source("eurlex", data.path(), &clock, &wanting(&player, &more));
    assert_eq!(
        text_requests(&player),
        [
            "32031L0005 swe text/html",
            "32031R0077 swe application/zip;mtype=fmx4",
            "02031R0077-20320101 swe application/zip;mtype=fmx4",
            "02031R0077-20330101 swe application/zip;mtype=fmx4",
        ]
    );
    assert_eq!(parts(data.path(), "32031L0005"), ["fmx4-eng", "html-swe"]);
    assert!(
        report.problems.iter().any(|line| line.starts_with("31975D0003: the publisher notes")),
        "{report:?}"
    );
    assert!(!Archive::open(data.path()).unwrap().is_gone("eurlex", "31975D0003").unwrap());
    // Notices of the last two days come twice.
    clock.pass(4 * DAY);
    assert_eq!(fetch_source("eurlex", data.path(), &clock, &wanting(&player, &more)).counts.same, 1);
    // A night without notices: three requests for them, and none for a text.
    clock.pass(4 * DAY);
    player.take_asked();
    let report = fetch_source("eurlex", data.path(), &clock, &wanting(&player, &more));
    assert_eq!((report.counts.asked, report.is_complete), (0, true));
    let asked = player.take_asked();
    assert_eq!(asked.iter().filter(|asked| asked.path.starts_with("/webapi/notification/")).count(), 3);
}

#[test]
fn a_work_is_gone_when_two_walks_a_day_apart_lack_it() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, site) = start(works(), &clock);
    let full = FetchOptions { extent: Extent::Everything, ..wanting(&player, &WANTED) };
    fetch_source("eurlex", data.path(), &clock, &full);
    site.change(|content| content.works.retain(|work| work.celex != "32031L0005"));
    let mut gone = Vec::new();
    for hours in [24, 1, 24] {
        clock.pass(Duration::from_hours(hours));
        // What is no longer cited stays wanted.
        let full = FetchOptions { wanted: Vec::new(), ..full.clone() };
        gone.push(fetch_source("eurlex", data.path(), &clock, &full).counts.gone);
    }
    assert_eq!(gone, [0, 0, 1]);
    assert!(Archive::open(data.path()).unwrap().is_gone("eurlex", "32031L0005").unwrap());
}

#[test]
fn all_acts_in_force_come_when_asked_for() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, site) = start(works(), &clock);
    let in_force = FetchOptions { in_force: true, ..options(&player) };
    let report = fetch_source("eurlex", data.path(), &clock, &in_force);
    assert_eq!((report.counts.new, report.is_complete), (3, true), "{report:?}");
    assert_eq!(parts(data.path(), "12016E/TXT"), [""; 0], "no regulation, directive or decision");
    let lists = player.take_asked().iter().filter(|asked| asked.posted.contains("STRSTARTS")).count();
    assert_eq!(lists, 80 * 3, "1952 to 2031, three kinds");
    clock.pass(DAY);
    site.change(|content| {
        for (celex, is_in_force) in [("32031R0100", true), ("32031R0101", false)] {
            let work = UnionWork { is_in_force, ..UnionWork::act(celex, "SWE", "Nya får.") };
            content.works.push(work);
            content.notices.push(("CREATE", celex.into(), "2031-03-02T01:00:00".into()));
        }
    });
    let report = fetch_source("eurlex", data.path(), &clock, &in_force);
    assert_eq!(report.counts.new, 1, "{report:?}");
    assert_eq!(parts(data.path(), "32031R0100"), ["fmx4-swe"]);
}

#[test]
fn lists_that_are_cut_are_asked_for_in_parts() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let many = (0..10_050).map(|number| UnionWork::act(&format!("32030R{number:05}"), "SWE", "Får betar."));
    let (player, _) = start(many.collect(), &clock);
    let in_force = FetchOptions { in_force: true, limit: Some(1), ..options(&player) };
    fetch_source("eurlex", data.path(), &clock, &in_force);
    let asked = player.take_asked();
    let prefixes: Vec<&str> = asked
        .iter()
        .filter(|asked| asked.posted.contains("STRSTARTS(STR(?celex), \"32030R"))
        .filter_map(|asked| asked.posted.rsplit('"').nth(1))
        .collect();
    assert_eq!(prefixes.first(), Some(&"32030R"));
    // Those that begin with 32030R0 are ten thousand, too.
    assert_eq!(prefixes.len(), 1 + 10 + 10, "{prefixes:?}");
    assert_eq!(parts(data.path(), "32030R00000"), ["fmx4-swe"]);
    let last = FetchOptions { wanted: vec!["32030R10049".into()], ..options(&player) };
    let data = tempfile::tempdir().unwrap();
    fetch_source("eurlex", data.path(), &clock, &last);
    assert_eq!(parts(data.path(), "32030R10049"), ["fmx4-swe"]);
}

#[test]
fn a_limit_ends_a_run_and_the_next_goes_on() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, _) = start(works(), &clock);
    let few = FetchOptions { limit: Some(2), ..wanting(&player, &WANTED) };
    let mut new = Vec::new();
    for _ in 0..3 {
        let report = fetch_source("eurlex", data.path(), &clock, &few);
        new.push((report.counts.new, report.is_complete));
    }
    assert_eq!(new, [(2, false), (2, true), (0, true)]);
    let whole = tempfile::tempdir().unwrap();
    let (player, _) = start(works(), &clock);
    fetch_source("eurlex", whole.path(), &clock, &wanting(&player, &WANTED));
    let keys = |data: &std::path::Path| -> Vec<(String, String)> {
        held_of("eurlex", data).into_iter().map(|(key, part, _)| (key, part)).collect()
    };
    assert_eq!(keys(data.path()), keys(whole.path()));
}

#[test]
fn faults_of_the_publisher_stop_the_source_or_pass() {
    type Script = fn(usize, &str) -> Reply;
    fn at(path: &str, part: &str, reply: Reply) -> Reply {
        if path.contains(part) { reply } else { Reply::Honest }
    }
    fn json(body: &str) -> Reply {
        Reply::Instead(200, vec![("Content-Type".into(), "application/json".into())], body.into())
    }
    const ROBOT: &str = "<html><title>Verify that you are not a robot</title><p>a<p>b<p>c</html>";
    let faults: [(&str, Script, Option<&str>); 9] = [
        ("busy once", |n, _| if n == 3 { Reply::status(503) } else { Reply::Honest }, None),
        ("cut once", |n, _| if n == 5 { Reply::Cut(20) } else { Reply::Honest }, None),
        ("a cut zip for ever", |_, p| at(p, "/cellar/32031R0077", Reply::Cut(100)), Some("(5 tries)")),
        ("a robot page", |_, p| at(p, "/cellar/32031L0005", Reply::page(ROBOT)), Some("keeps programs out")),
        ("403", |_, p| at(p, "/celex/32031L0005", Reply::status(403)), Some("does not want to be asked")),
        (
            "another host",
            |_, p| at(p, "/celex/32031L0005", Reply::with_header(303, "Location", "https://login.example/x")),
            Some("https://login.example/x"),
        ),
        (
            "in a circle",
            |_, p| at(p, "32031L0005", Reply::with_header(303, "Location", "/resource/cellar/32031L0005")),
            Some("from address to address"),
        ),
        ("lists of another shape", |_, p| at(p, "sparql", json(r#"{"rows":[]}"#)), Some("has no rows")),
        ("lists as a page", |_, p| at(p, "sparql", Reply::page("Log in")), Some("logging in")),
    ];
    for (name, script, stopped) in faults {
        let (clock, data) = (clock(), tempfile::tempdir().unwrap());
        let (player, _) = start(works(), &clock);
        player.set_script(move |queries, asked| {
            if asked.path == "/robots.txt" { Reply::Honest } else { script(queries, &asked.path) }
        });
        let report = fetch_source("eurlex", data.path(), &clock, &wanting(&player, &WANTED));
        let said = report.stopped.clone().unwrap_or_default();
        match stopped {
            None => assert!(report.is_complete && report.counts.new == 4, "{name}: {report:?}"),
            Some(words) => assert!(said.contains(words), "{name}: {said}"),
        }
        player.set_script(|_, _| Reply::Honest);
        let report = fetch_source("eurlex", data.path(), &clock, &wanting(&player, &WANTED));
        assert!(report.is_complete, "{name}: {report:?}");
        assert_eq!(held_of("eurlex", data.path()).len(), 6, "{name}");
    }
}

#[test]
fn lists_that_know_nothing_do_not_make_works_gone() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, site) = start(works(), &clock);
    let full = FetchOptions { extent: Extent::Everything, ..wanting(&player, &WANTED) };
    fetch_source("eurlex", data.path(), &clock, &full);
    site.change(|content| content.works.clear());
    for _ in 0..3 {
        clock.pass(2 * DAY);
        let report = fetch_source("eurlex", data.path(), &clock, &full);
        assert!(report.stopped.unwrap().contains("its lists know none of"));
        assert_eq!(report.counts.gone, 0);
    }
}

#[test]
fn a_probe_says_what_differs_in_few_requests() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, _) = start(works(), &clock);
    let mut archive = ArchiveWriter::open(data.path()).unwrap();
    let report = probe(publisher("eurlex").unwrap(), &mut archive, &options(&player), &clock).unwrap();
    assert!(report.requests <= MAX_REQUESTS && !report.differs.is_empty(), "{report:?}");
    let mut known = works();
    known.push(UnionWork::act("32014L0065", "SWE", "Får handlas."));
    known.push(UnionWork::consolidated("02014L0065-20200326", "Får och getter handlas."));
    let (player, _) = start(known, &clock);
    let report = probe(publisher("eurlex").unwrap(), &mut archive, &options(&player), &clock).unwrap();
    assert!(report.requests <= MAX_REQUESTS && report.differs.is_empty(), "{report:?}");
}
