//! A fetch of statutes is killed at fifty points: at requests, and at every step of writing. Then it is run again until it ends, and the archive
//! equals that of an undisturbed fetch. Records that were kept are not asked for again. Those of EU law, of Strasbourg, of courts and of
//! preparatory works are killed at twenty points each.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod support;

use std::cell::Cell;
use std::process::{Command, Stdio};
use std::time::Duration;

use jiff::Timestamp;
use lagrum_progress::Silent;
use lagrum_publishers::{Clock, fetch, publisher};
use lagrum_raw::{Archive, ArchiveWriter};
use lagrum_test_support::{
    CourtSite, Decision, Judgment, ParliamentSite, Player, StrasbourgSite, UnionSite, UnionWork, Work,
};
use serde_json::Value;

use support::{FakeClock, acts, fetch_with, held, options};

/// The variables by which the child gets the player, the archive, and the point at which to end.
const PLAYER: &str = "LAGRUM_TEST_KILLED_PLAYER";
const DATA: &str = "LAGRUM_TEST_KILLED_DATA";
const POINT: &str = "LAGRUM_TEST_KILLED_POINT";
/// The source that the child asks.
const SOURCE: &str = "LAGRUM_TEST_KILLED_SOURCE";
/// The works that the child wants, with blanks between.
const WANTED: &str = "LAGRUM_TEST_KILLED_WANTED";

const ACTS: u32 = 950;
const POINTS: u32 = 50;

/// A clock by which a process ends without warning before a certain request.
struct DeadlyClock {
    clock: FakeClock,
}

impl Clock for DeadlyClock {
    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn sleep(&self, wait: Duration) {
        pass_point();
        self.clock.sleep(wait);
    }
}

thread_local! {
    static LEFT: Cell<i64> = const { Cell::new(i64::MAX) };
}

/// Ends the process, as a kill does, when this was the point.
fn pass_point() {
    LEFT.with(|left| {
        left.set(left.get() - 1);
        if left.get() == 0 {
            std::process::abort();
        }
    });
}

/// The child: a fetch that ends at a point. As a test of its own it does nothing.
#[test]
fn child() {
    let (Ok(player), Ok(data)) = (std::env::var(PLAYER), std::env::var(DATA)) else { return };
    let point = std::env::var(POINT).ok().and_then(|point| point.parse().ok());
    LEFT.set(point.unwrap_or(i64::MAX));
    let mut archive = ArchiveWriter::open(data.as_ref()).unwrap();
    archive.on_step(|_| pass_point());
    let wanted = std::env::var(WANTED).unwrap_or_default();
    let options = lagrum_publishers::FetchOptions {
        base_url: Some(player.parse().unwrap()),
        wanted: wanted.split_whitespace().map(str::to_owned).collect(),
        ..lagrum_publishers::FetchOptions::default()
    };
    let clock = DeadlyClock { clock: support::clock() };
    let source = std::env::var(SOURCE).unwrap_or_else(|_| "sfs".into());
    let report = fetch(publisher(&source).unwrap(), &mut archive, &options, &clock, &Silent).unwrap();
    assert!(report.is_complete, "{report:?}");
}

fn start_child(player: &Player, data: &std::path::Path, point: Option<u32>) -> std::process::Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--test-threads", "1"]).env(PLAYER, &player.address).env(DATA, data);
    if let Some(point) = point {
        command.env(POINT, point.to_string());
    }
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The places in the order of acts that were asked for, from the publisher's answers: none twice, but for the one request that may
/// have been answered and not kept.
fn places(player: &Player) -> Vec<Value> {
    let asked = player.take_asked();
    asked.iter().filter(|asked| asked.path != "/robots.txt").map(|asked| asked.after().clone()).collect()
}

#[test]
fn a_fetch_killed_at_fifty_points_ends_in_the_same_archive() {
    let player = Player::start(acts(ACTS));
    let whole = tempfile::tempdir().unwrap();
    fetch_with(whole.path(), &support::clock(), &options(&player));
    let expected = held(whole.path());
    let all = places(&player);
    assert_eq!(all.len(), 10);
    let (mut killed, mut asked_again) = (0, 0);
    for point in 1..=POINTS {
        let data = tempfile::tempdir().unwrap();
        let status = start_child(&player, data.path(), Some(point)).wait().unwrap();
        killed += u32::from(!status.success());
        let kept = match Archive::open(data.path()) {
            Ok(archive) => archive.records("sfs").unwrap().len(),
            Err(_) => 0,
        };
        assert_eq!(kept % 100, 0, "point {point}: a page is kept whole or not at all");
        let first = places(&player);
        // The places of which all acts are kept.
        let complete = kept / 100;
        assert_eq!(first[..complete], all[..complete], "point {point}");
        assert!(start_child(&player, data.path(), None).wait().unwrap().success(), "point {point}");
        let second = places(&player);
        assert_eq!(second, all[complete..], "point {point}: nothing complete is asked for again");
        asked_again += first.len() + second.len() - all.len();
        assert_eq!(held(data.path()), expected, "point {point}");
    }
    assert_eq!(killed, POINTS, "every point is one at which something happens");
    assert!(asked_again < POINTS as usize, "{asked_again}");
}

#[test]
fn a_fetch_killed_from_outside_at_any_moment_ends_in_the_same_archive() {
    let player = Player::start(acts(ACTS));
    let whole = tempfile::tempdir().unwrap();
    fetch_with(whole.path(), &support::clock(), &options(&player));
    let expected = held(whole.path());
    let data = tempfile::tempdir().unwrap();
    // Each child gets a few milliseconds more than the one before.
    for patience in 0..12 {
        let mut child = start_child(&player, data.path(), None);
        std::thread::sleep(Duration::from_millis(10 + 7 * patience));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(start_child(&player, data.path(), None).wait().unwrap().success());
    assert_eq!(held(data.path()), expected);
}

/// The rows of a source in an archive: key, part and normalised hash. Zips of EU law are made anew for each request.
fn rows(source: &str, data: &std::path::Path) -> Vec<(String, String, [u8; 32])> {
    let archive = Archive::open(data).unwrap();
    assert_eq!(archive.verify(&Silent).unwrap().problems, [""; 0]);
    let records = archive.records(source).unwrap().into_iter();
    let mut rows: Vec<_> = records.map(|record| (record.key, record.part, record.norm_hash)).collect();
    rows.sort();
    rows
}

/// Kills fetches of a source at twenty points that are spread over the whole run. `is_text` knows the requests for a text.
fn killed_at_twenty_points(source: &str, player: &Player, wanted: &str, is_text: fn(&str) -> bool) {
    let run = |data: &std::path::Path, point: Option<usize>| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "child", "--test-threads", "1"])
            .env(PLAYER, &player.address)
            .env(DATA, data);
        command.env(SOURCE, source).env(WANTED, wanted).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some(point) = point {
            command.env(POINT, point.to_string());
        }
        command.status().unwrap().success()
    };
    let texts = || {
        let asked = player.take_asked();
        (
            asked.len(),
            asked.into_iter().map(|asked| asked.path).filter(|path| is_text(path)).collect::<Vec<_>>(),
        )
    };
    let whole = tempfile::tempdir().unwrap();
    assert!(run(whole.path(), None));
    let expected = rows(source, whole.path());
    let (requests, all) = texts();
    for point in 0..20 {
        let data = tempfile::tempdir().unwrap();
        assert!(!run(data.path(), Some(1 + point * requests / 20)), "{source}, point {point}");
        let kept = Archive::open(data.path()).map_or(0, |archive| archive.records(source).unwrap().len());
        let first = texts().1;
        assert!(run(data.path(), None), "{source}, point {point}");
        let second = texts().1;
        assert_eq!(rows(source, data.path()), expected, "{source}, point {point}, {kept} rows kept");
        let again = first.iter().filter(|path| second.contains(path)).count();
        assert!(again <= 4, "{source}, point {point}: {again} texts of {} are asked for twice", all.len());
    }
}

#[test]
fn a_fetch_of_strasbourg_killed_at_twenty_points_ends_in_the_same_archive() {
    let days = ["1961-07-01", "1989-04-25", "2030-12-31", "2031-02-28"];
    let judgments = (0..40).map(|number| Judgment::new(number, days[number as usize % 4])).collect();
    let site = StrasbourgSite::new(judgments);
    let player = Player::start_site(move |asked| site.answer(asked));
    killed_at_twenty_points("hudoc", &player, "", |path| path.contains("/body?"));
}

#[test]
fn a_fetch_of_eu_law_killed_at_twenty_points_ends_in_the_same_archive() {
    let number = |at: u32| format!("3{}R{:04}", 2020 + at % 10, at);
    let mut works: Vec<UnionWork> =
        (0..30).map(|at| UnionWork::act(&number(at), "SWE", "Får betar.")).collect();
    works.push(UnionWork::consolidated("02020R0000-20310101", "Alla djur betar."));
    let wanted: Vec<String> = (0..30).map(number).collect();
    let site = UnionSite::new(works);
    let player = Player::start_site(move |asked| site.answer(asked));
    killed_at_twenty_points("eurlex", &player, &wanted.join(" "), |path| path.contains("/resource/"));
}

#[test]
fn a_fetch_of_decisions_killed_at_twenty_points_ends_in_the_same_archive() {
    let mut decisions: Vec<Decision> =
        (1..=30).map(|number| Decision::referat(number, "2030-05-06")).collect();
    decisions.extend((31..=40).map(|number| Decision::judgment(number, "2031-01-02")));
    let site = CourtSite::new(decisions);
    let player = Player::start_site(move |asked| site.answer(asked));
    killed_at_twenty_points("dv", &player, "", |path| path.contains("/grupp/") || path.contains("/bilagor/"));
}

#[test]
fn a_fetch_of_preparatory_works_killed_at_twenty_points_ends_in_the_same_archive() {
    // Two data sets, of which one is written in several batches, and records that only lists have.
    let mut works: Vec<Work> = (1..=450).map(|number| Work::bill(number, "2011/12")).collect();
    works.extend(
        (451..=480)
            .map(|number| Work { data_set: Some("prop-2034-2037".into()), ..Work::bill(number, "2030/31") }),
    );
    works.extend((1..=30).map(|number| Work::report(number, "2030/31")));
    let site = ParliamentSite::new(works);
    let player = Player::start_site(move |asked| site.answer(asked));
    killed_at_twenty_points("forarbete", &player, "", |path| {
        path.contains("/dokumentstatus/") || path.contains("/dataset/dokument/")
    });
}
