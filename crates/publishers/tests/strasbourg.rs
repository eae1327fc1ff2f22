//! Judgments are fetched from a player in the shape of HUDOC, with the faults that it may have.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod support;

use std::time::Duration;

use lagrum_publishers::{Extent, FetchOptions, MAX_REQUESTS, probe, publisher};
use lagrum_raw::{Archive, ArchiveWriter};
use lagrum_test_support::{Judgment, Player, Reply, StrasbourgSite};

use support::{FakeClock, clock, fetch_source, held_of, options};

const DAY: Duration = Duration::from_hours(24);
const LIST: &str = "/app/query/results?";

/// Judgments of four years.
fn judgments() -> Vec<Judgment> {
    let days = ["1961-07-01", "1989-04-25", "2030-12-31", "2031-02-28"];
    (0..12).map(|number| Judgment::new(1000 + number, days[number as usize % 4])).collect()
}

fn start(judgments: Vec<Judgment>, clock: &FakeClock) -> (Player, StrasbourgSite) {
    let site = StrasbourgSite::new(judgments);
    let answers = site.clone();
    let player = Player::start_site(move |asked| answers.answer(asked));
    let stamps = clock.clone();
    player.set_time(move || stamps.millis());
    (player, site)
}

fn texts(player: &Player) -> Vec<String> {
    let asked = player.take_asked();
    let items =
        asked.iter().filter_map(|asked| asked.path.split_once("&id=")).map(|(_, item)| item.to_owned());
    items.filter(|item| item.starts_with("001-")).collect()
}

#[test]
fn every_judgment_is_listed_and_its_text_asked_for_once() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, site) = start(judgments(), &clock);
    let report = fetch_source("hudoc", data.path(), &clock, &options(&player));
    assert_eq!((report.counts.new, report.counts.failed, report.is_complete), (12, 0, true), "{report:?}");
    let asked = player.take_asked();
    // 1959 to 2031, a request each; a text for each judgment; robots.txt.
    assert_eq!(asked.iter().filter(|asked| asked.path.starts_with(LIST)).count(), 73);
    assert_eq!(asked.len(), 73 + 12 + 1);
    let gaps: Vec<i64> = asked.windows(2).map(|pair| pair[1].at - pair[0].at).collect();
    assert!(gaps.iter().all(|gap| (2000..2100).contains(gap)), "{gaps:?}");
    let held = held_of("hudoc", data.path());
    assert_eq!(held.len(), 24);
    assert!(held.iter().any(|(key, part, body)| {
        key == "001-1000" && part == "html" && String::from_utf8_lossy(body).contains("keeps 1000 sheep")
    }));
    // The next night: one judgment becomes final, one is new, and the rest is not asked for again.
    clock.pass(DAY);
    site.change(|judgments| {
        judgments[3].importance = 1;
        judgments[3].paragraphs = Some(vec!["The applicant keeps goats.".into()]);
        judgments.push(Judgment::new(2000, "2031-03-01"));
    });
    let report = fetch_source("hudoc", data.path(), &clock, &options(&player));
    assert_eq!((report.counts.new, report.counts.changed, report.counts.same), (1, 1, 11), "{report:?}");
    let mut asked = texts(&player);
    asked.sort();
    assert_eq!(asked, ["001-1003", "001-2000"]);
    let full = FetchOptions { extent: Extent::Everything, ..options(&player) };
    clock.pass(DAY);
    assert_eq!(fetch_source("hudoc", data.path(), &clock, &full).counts.same, 13);
    assert_eq!(texts(&player).len(), 13);
}

#[test]
fn more_than_ten_thousand_of_a_year_come_by_halves() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let day = |number: u32| format!("2030-{:02}-{:02}", 1 + number % 12, 1 + number / 12 % 28);
    let many = (0..10_001).map(|number| {
        // Placeholders, so that no text is asked for.
        Judgment { is_announced: true, ..Judgment::new(number, &day(number)) }
    });
    let (player, _) = start(many.collect(), &clock);
    let since = FetchOptions { extent: Extent::Since("2030-01-01".parse().unwrap()), ..options(&player) };
    let report = fetch_source("hudoc", data.path(), &clock, &since);
    assert_eq!((report.counts.new, report.is_complete), (10_001, true), "{report:?}");
    assert!(report.requests < 40, "{}", report.requests);
}

#[test]
fn what_has_no_text_yet_is_kept_as_its_record_and_asked_for_again() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let mut early = judgments();
    early[0].paragraphs = None;
    early[1].is_announced = true;
    early[1].paragraphs = None;
    let (player, site) = start(early, &clock);
    let report = fetch_source("hudoc", data.path(), &clock, &options(&player));
    assert!(report.problems.iter().any(|told| told.contains("001-1000 has no text yet")), "{report:?}");
    assert_eq!((report.counts.new, report.counts.failed, report.is_complete), (12, 0, true));
    assert_eq!(texts(&player).len(), 11, "a placeholder has none");
    clock.pass(DAY);
    fetch_source("hudoc", data.path(), &clock, &options(&player));
    assert_eq!(texts(&player), [""; 0]);
    site.change(|judgments| {
        judgments[0].paragraphs = Some(vec!["Sheep.".into()]);
        judgments[1] = Judgment::new(1001, &judgments[1].day);
    });
    fetch_source("hudoc", data.path(), &clock, &options(&player));
    assert_eq!(texts(&player), ["001-1001"], "its record changed");
    clock.pass(31 * DAY);
    fetch_source("hudoc", data.path(), &clock, &options(&player));
    assert_eq!(texts(&player), ["001-1000"], "a month later");
}

#[test]
fn a_judgment_is_gone_when_two_walks_a_day_apart_lack_it() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, site) = start(judgments(), &clock);
    fetch_source("hudoc", data.path(), &clock, &options(&player));
    site.change(|judgments| drop(judgments.remove(2)));
    let mut gone = Vec::new();
    for hours in [24, 1, 24] {
        clock.pass(Duration::from_hours(hours));
        gone.push(fetch_source("hudoc", data.path(), &clock, &options(&player)).counts.gone);
    }
    assert_eq!(gone, [0, 0, 1]);
    assert!(Archive::open(data.path()).unwrap().is_gone("hudoc", "001-1002").unwrap());
}

#[test]
fn a_limit_ends_a_run_and_the_next_goes_on() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let (player, _) = start(judgments(), &clock);
    let few = FetchOptions { limit: Some(5), ..options(&player) };
    let mut new = Vec::new();
    for _ in 0..3 {
        let report = fetch_source("hudoc", data.path(), &clock, &few);
        new.push((report.counts.new, report.is_complete));
    }
    assert_eq!(new, [(5, false), (5, false), (2, true)]);
    assert_eq!(texts(&player).len(), 12);
}

#[test]
fn faults_of_the_publisher_stop_the_source_or_pass() {
    type Script = fn(usize, &str) -> Reply;
    fn at_list(path: &str, reply: Reply) -> Reply {
        if path.starts_with(LIST) && path.contains("1989") { reply } else { Reply::Honest }
    }
    fn at_text(path: &str, reply: Reply) -> Reply {
        if path.contains("&id=001-1001") { reply } else { Reply::Honest }
    }
    fn json(body: &str) -> Reply {
        Reply::Instead(200, vec![("Content-Type".into(), "application/json".into())], body.into())
    }
    let faults: [(&str, Script, Option<&str>); 10] = [
        ("busy once", |n, _| if n == 3 { Reply::status(503) } else { Reply::Honest }, None),
        ("cut once", |n, _| if n == 4 { Reply::Cut(20) } else { Reply::Honest }, None),
        ("cut text for ever", |_, p| at_text(p, Reply::Cut(100)), Some("(5 tries)")),
        ("a page for a text", |_, p| at_text(p, Reply::page("<!doctype html><p>Log in")), Some("(5 tries)")),
        ("a robot page for a text", |_, p| at_text(p, Reply::page("<p>CAPTCHA")), Some("keeps programs out")),
        ("a login page for a list", |_, p| at_list(p, Reply::page("Log in")), Some("logging in")),
        ("403", |_, p| at_list(p, Reply::status(403)), Some("does not want to be asked")),
        (
            "fewer than it counts",
            |_, p| at_list(p, json(r#"{"resultcount":9,"results":[]}"#)),
            Some("1989-01-01 to 1989-12-31: 0 of 9 judgments came"),
        ),
        (
            "nothing found at all",
            |_, p| {
                if p.starts_with(LIST) { json(r#"{"resultcount":0,"results":[]}"#) } else { Reply::Honest }
            },
            Some("no query found a judgment"),
        ),
        ("another shape", |_, p| at_list(p, json(r#"{"hits":[]}"#)), Some("no page of records")),
    ];
    for (name, script, stopped) in faults {
        let (clock, data) = (clock(), tempfile::tempdir().unwrap());
        let (player, _) = start(judgments(), &clock);
        player.set_script(move |queries, asked| {
            if asked.path == "/robots.txt" { Reply::Honest } else { script(queries, &asked.path) }
        });
        let report = fetch_source("hudoc", data.path(), &clock, &options(&player));
        match stopped {
            None => assert!(report.is_complete && report.counts.new == 12, "{name}: {report:?}"),
            Some(words) => {
                let said = report.stopped.unwrap_or_default();
                assert!(said.contains(words), "{name}: {said}");
                player.set_script(|_, _| Reply::Honest);
                let report = fetch_source("hudoc", data.path(), &clock, &options(&player));
                assert!(report.is_complete, "{name}: {report:?}");
                assert_eq!(held_of("hudoc", data.path()).len(), 24, "{name}");
            }
        }
    }
}

#[test]
fn a_record_without_a_number_is_told_and_the_rest_comes() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let mut odd = judgments();
    odd[5].item = "N/A".into();
    let (player, _) = start(odd, &clock);
    let report = fetch_source("hudoc", data.path(), &clock, &options(&player));
    assert_eq!((report.counts.new, report.counts.failed, report.is_complete), (11, 1, true), "{report:?}");
}

#[test]
fn a_probe_says_what_differs_in_few_requests() {
    let (clock, data) = (clock(), tempfile::tempdir().unwrap());
    let mut many = judgments();
    many.push(Judgment::new(5000, "2010-05-06"));
    many.push(Judgment::new(5001, "2010-05-07"));
    let (player, _) = start(many, &clock);
    let mut archive = ArchiveWriter::open(data.path()).unwrap();
    let report = probe(publisher("hudoc").unwrap(), &mut archive, &options(&player), &clock).unwrap();
    assert!(report.requests <= MAX_REQUESTS, "{report:?}");
    assert!(report.sound.iter().any(|line| line.contains("001-5001: /columns/kpdate")), "{report:?}");
    let differs: Vec<&str> = report.differs.iter().map(String::as_str).collect();
    assert_eq!(differs, ["2 judgments of 2010", "8 judgments in all"]);
    player.set_script(
        |_, asked| {
            if asked.path == "/robots.txt" { Reply::Honest } else { Reply::page("Log in") }
        },
    );
    assert!(probe(publisher("hudoc").unwrap(), &mut archive, &options(&player), &clock).is_err());
}
