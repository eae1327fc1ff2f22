//! Preparatory works are fetched from a player in the shape of Riksdagen's open data, with the faults that it may have.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod faults;
mod lists;
#[path = "../support/mod.rs"]
mod support;

use std::time::Duration;

use lagrum_publishers::{Extent, FetchOptions, FetchReport};
use lagrum_raw::Archive;
use lagrum_test_support::{Asked, ParliamentSite, Reply, Work};

use support::{Place, options, paths};

const DAY: Duration = Duration::from_hours(24);
const MONTH: Duration = Duration::from_hours(31 * 24);
const ZIP: &str = "/dataset/dokument/prop-2030-2033.json.zip";

/// Forty-five bills in a data set and in a list of three pages, and five reports in a list alone.
fn works() -> Vec<Work> {
    let bills = (1..=45).map(|number| Work::bill(number, "2030/31"));
    bills.chain((1..=5).map(|number| Work::report(number, "2029/30"))).collect()
}

fn place_of(works: Vec<Work>) -> Place<ParliamentSite> {
    let site = ParliamentSite::new(works);
    let answers = site.clone();
    Place::new("forarbete", site, move |asked| answers.answer(asked))
}

fn counts(report: &FetchReport) -> (u64, u64, u64, u64, bool) {
    let counts = report.counts;
    (counts.new, counts.changed, counts.same, counts.failed, report.is_complete)
}

#[test]
fn data_sets_come_first_then_lists_and_the_next_night_lists_alone() {
    let place = place_of(works());
    let report = place.fetch();
    assert_eq!(counts(&report), (50, 0, 0, 0, true), "{report:?}");
    let asked = place.player.take_asked();
    let lists = paths(&asked, "/dokumentlista/?");
    // Two sessions or years of six types; the list of bills has three pages.
    assert_eq!(lists.len(), 6 * 2 + 2, "{lists:?}");
    assert!(
        lists.contains(
            &"doktyp=prop&rm=2030%2F31&sort=datum&sortorder=desc&sz=200&p=3&utformat=json".to_owned()
        )
    );
    assert!(lists.iter().any(|list| list.starts_with("doktyp=dir&rm=2031&")));
    assert_eq!(paths(&asked, "/dokumentstatus/").len(), 5, "what a data set had is not asked for again");
    assert_eq!(paths(&asked, ZIP).len(), 1);
    let gaps: Vec<i64> = asked.windows(2).map(|pair| pair[1].at - pair[0].at).collect();
    assert!(gaps.iter().all(|gap| (500..600).contains(gap)), "{gaps:?}");
    assert!(!place.data.path().join("raw/downloads/forarbete").read_dir().unwrap().any(|_| true));

    place.clock.pass(DAY);
    place.site.change(|works| {
        works[7].stamp = "2031-03-01 20:00:00".into();
        works[7].title = "Får i dalar".into();
        works.push(Work { data_set: None, ..Work::bill(99, "2030/31") });
    });
    let report = place.fetch();
    assert_eq!(counts(&report), (1, 1, 49, 0, true), "{report:?}");
    let asked = place.player.take_asked();
    let mut records = paths(&asked, "/dokumentstatus/");
    records.sort();
    assert_eq!(records, ["HX038.json", "HX0399.json"]);
    assert_eq!(paths(&asked, "/dataset/"), [""; 0]);
}

#[test]
fn a_zip_that_is_cut_is_gone_on_with() {
    let place = place_of(works());
    let mut cuts = 0;
    place.player.set_script(move |_, asked| {
        cuts += usize::from(asked.path == ZIP);
        if asked.path == ZIP && cuts <= 2 { Reply::Cut(700) } else { Reply::Honest }
    });
    assert_eq!(counts(&place.fetch()), (50, 0, 0, 0, true));
    let asked = place.player.take_asked();
    let zips: Vec<&Asked> = asked.iter().filter(|asked| asked.path == ZIP).collect();
    let ranges: Vec<Option<&str>> = zips.iter().map(|asked| asked.header("range")).collect();
    assert_eq!(ranges, [None, Some("bytes=700-"), Some("bytes=1400-")]);
    assert!(zips[1].header("if-range").is_some() && zips[0].header("if-none-match").is_none());
    assert!(zips.iter().all(|asked| asked.header("accept-encoding") == Some("identity")));
}

#[test]
fn a_zip_that_is_another_half_way_is_begun_anew() {
    for is_honest in [true, false] {
        let place = place_of(works());
        if !is_honest {
            place.site.send_other_rests();
        }
        // Every try is cut, so the run ends with the beginning of a zip.
        place.player.set_script(|_, asked| {
            if asked.path == ZIP && asked.header("range").is_none() {
                Reply::Cut(900)
            } else {
                Reply::Nothing
            }
        });
        assert!(place.fetch().stopped.is_some());
        place.player.set_script(|_, asked| if asked.path == ZIP { Reply::Cut(900) } else { Reply::Honest });
        assert!(place.fetch().stopped.is_some());
        let part = place.data.path().join("raw/downloads/forarbete/prop-2030-2033.json.zip.part");
        assert!(part.is_file());
        place.site.change(|works| works[0].html.push_str("<p>Ett annat får.</p>"));
        place.player.set_script(|_, _| Reply::Honest);
        place.asked("");
        assert_eq!(counts(&place.fetch()), (50, 0, 0, 0, true));
        let asked = place.player.take_asked();
        let zips: Vec<bool> = asked
            .iter()
            .filter(|asked| asked.path == ZIP)
            .map(|asked| asked.header("range").is_some())
            .collect();
        assert_eq!(zips, if is_honest { vec![true] } else { vec![true, false] });
        assert!(place.rows("HX031")[0].1.contains("Ett annat får."));
    }
}

#[test]
fn a_zip_that_cannot_be_read_is_asked_for_twice_and_stops_the_source() {
    let place = place_of(works());
    let broken = |_: usize, asked: &Asked| {
        let kind = ("Content-Type".to_owned(), "application/zip".to_owned());
        if asked.path == ZIP {
            Reply::Instead(200, vec![kind], b"PK\x03\x04 cut".to_vec())
        } else {
            Reply::Honest
        }
    };
    place.player.set_script(broken);
    let report = place.fetch();
    assert!(report.stopped.as_ref().unwrap().contains("a zip that cannot be read"), "{report:?}");
    assert_eq!(place.asked(ZIP).len(), 2);
    place.player.set_script(|_, _| Reply::Honest);
    assert_eq!(counts(&place.fetch()), (50, 0, 0, 0, true));
}

#[test]
fn a_month_later_a_data_set_as_before_has_the_documents_that_it_had() {
    let place = place_of(works());
    // A bill of a session that no list is asked for.
    place.site.change(|works| works.push(Work::bill(900, "2011/12")));
    place.fetch();
    for _ in 0..3 {
        place.clock.pass(MONTH);
        place.asked("");
        let report = place.fetch();
        assert_eq!(counts(&report), (0, 0, 51, 0, true), "{report:?}");
        assert_eq!(report.counts.gone, 0);
        let asked = place.player.take_asked();
        let zip = asked.iter().find(|asked| asked.path == ZIP).unwrap();
        assert!(zip.header("if-none-match").is_some());
    }
    // Everything is asked for without a condition.
    let full = FetchOptions { extent: Extent::Everything, ..options(&place.player) };
    assert_eq!(counts(&place.fetch_with(&full)), (0, 0, 51, 0, true));
    let asked = place.player.take_asked();
    assert!(asked.iter().all(|asked| asked.path != ZIP || asked.header("if-none-match").is_none()));
}

#[test]
fn what_neither_two_walks_nor_its_id_find_is_gone() {
    let place = place_of(works());
    place.fetch();
    // One is gone; one is in no data set and no list, and is there by its id.
    place.site.change(|works| {
        works[20].is_gone = true;
        works[30].data_set = None;
        works[30].doktyp = "mot".into();
    });
    let mut gone = Vec::new();
    for _ in 0..2 {
        place.clock.pass(MONTH);
        place.asked("");
        let report = place.fetch();
        assert!(report.problems.join("\n").contains("HX0321: the publisher no longer has it"), "{report:?}");
        assert_eq!(place.asked("/dokumentstatus/"), ["HX0321.json", "HX0331.json"]);
        gone.push(report.counts.gone);
    }
    assert_eq!(gone, [0, 1]);
    assert!(place.is_gone("HX0321") && !place.is_gone("HX0331"));
    place.site.change(|works| works[20].is_gone = false);
    place.clock.pass(DAY);
    place.fetch();
    assert!(!place.is_gone("HX0321"));
}

#[test]
fn nothing_is_gone_when_the_data_sets_lack_much() {
    let mut many: Vec<Work> = (1..=300).map(|number| Work::bill(number, "2011/12")).collect();
    many.push(Work { data_set: Some("bet-2030-2033".into()), ..Work::report(1, "2011/12") });
    let place = place_of(many);
    place.fetch();
    place.site.change(|works| works.truncate(150));
    for _ in 0..3 {
        place.clock.pass(MONTH);
        let report = place.fetch();
        assert_eq!(report.counts.gone, 0);
        assert!(report.stopped.unwrap().contains("lack 151 of 301 documents that are held"));
    }
}

#[test]
fn a_second_part_may_come_before_the_first() {
    let whole = Work { data_set: None, ..Work::bill(80, "2030/31") };
    let second = whole.further_part(2, "<p>Andra delen om får.</p>");
    let place = place_of(works());
    place.site.change(|works| works.push(second));
    place.fetch();
    assert_eq!(place.rows("HX0380").into_iter().map(|(part, _)| part).collect::<Vec<_>>(), ["del-2"]);
    place.site.change(|works| works.push(whole));
    place.clock.pass(DAY);
    assert_eq!(place.fetch().counts.new, 1);
    let mut parts: Vec<String> = place.rows("HX0380").into_iter().map(|(part, _)| part).collect();
    parts.dedup();
    assert_eq!(parts, ["del-1", "del-2"]);
}

#[test]
fn a_stamp_that_moves_alone_is_another_row() {
    let place = place_of(works());
    place.fetch();
    place.site.change(|works| works[3].stamp = "2031-03-01 12:00:00".into());
    place.clock.pass(DAY);
    assert_eq!(counts(&place.fetch()), (0, 1, 49, 0, true));
    assert_eq!(place.rows("HX034").len(), 2);
}

#[test]
fn a_data_set_that_is_older_than_what_is_held_changes_nothing() {
    let place = place_of(works());
    place.fetch();
    place.site.change(|works| {
        let old = works[3].clone();
        works[3] = Work {
            stamp: "2031-03-02 12:00:00".into(),
            title: "Nya får".into(),
            in_data_set: Some(Box::new(old)),
            ..works[3].clone()
        };
        // The zip is another one.
        works[4].title = "Får i dalar".into();
    });
    place.clock.pass(DAY);
    assert_eq!(counts(&place.fetch()), (0, 1, 49, 0, true));
    place.clock.pass(MONTH);
    let report = place.fetch();
    assert_eq!(counts(&report), (0, 1, 49, 0, true), "{report:?}");
    let rows = place.rows("HX034");
    assert_eq!(rows.len(), 2);
    let archive = Archive::open(place.data.path()).unwrap();
    let newest = archive.latest("forarbete", "HX034", "del-1").unwrap().unwrap();
    let body = archive.body(&newest.body).unwrap().unwrap();
    assert!(String::from_utf8(body).unwrap().contains("Nya får"));
}

#[test]
fn members_that_are_no_records_are_told_and_the_rest_comes() {
    let place = place_of(works());
    place.site.change(|works| {
        works[5].id = "../5".into();
        works[6].doktyp = "mot".into();
    });
    let report = place.fetch();
    assert_eq!((report.counts.new, report.is_complete), (48, true), "{report:?}");
    let told = report.problems.join("\n");
    assert!(told.contains("a record has no id") && told.contains("1 records are of other types"), "{told}");
}

#[test]
fn a_limit_ends_a_run_and_the_next_goes_on() {
    let place = place_of(works());
    let few = FetchOptions { limit: Some(20), ..options(&place.player) };
    let mut new = Vec::new();
    for _ in 0..3 {
        let report = place.fetch_with(&few);
        new.push((report.counts.new, report.counts.same, report.is_complete));
    }
    assert_eq!(new, [(20, 0, false), (20, 0, false), (10, 0, true)]);
    let asked = place.player.take_asked();
    assert_eq!(paths(&asked, "/dokumentstatus/").len(), 5);
    assert_eq!(paths(&asked, ZIP).len(), 1, "the file is kept until all of it was taken");
}
