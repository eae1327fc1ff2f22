//! Preparatory works are fetched from a player in the shape of Riksdagen's open data, with the faults that it may have.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod support;

use std::time::Duration;

use lagrum_publishers::{Extent, FetchOptions, FetchReport, MAX_REQUESTS, probe, publisher};
use lagrum_raw::{Archive, ArchiveWriter};
use lagrum_test_support::{Asked, ParliamentSite, Player, Reply, Work};

use support::{FakeClock, clock, fetch_source, held_of, options};

const DAY: Duration = Duration::from_hours(24);
const MONTH: Duration = Duration::from_hours(31 * 24);
const ZIP: &str = "/dataset/dokument/prop-2030-2033.json.zip";

/// Forty-five bills in a data set and in a list of three pages, and five reports in a list alone.
fn works() -> Vec<Work> {
    let bills = (1..=45).map(|number| Work::bill(number, "2030/31"));
    bills.chain((1..=5).map(|number| Work::report(number, "2029/30"))).collect()
}

struct Place {
    clock: FakeClock,
    data: tempfile::TempDir,
    player: Player,
    site: ParliamentSite,
}

impl Place {
    fn new(works: Vec<Work>) -> Self {
        let (clock, data, site) = (clock(), tempfile::tempdir().unwrap(), ParliamentSite::new(works));
        let answers = site.clone();
        let player = Player::start_site(move |asked| answers.answer(asked));
        let stamps = clock.clone();
        player.set_time(move || stamps.millis());
        Self { clock, data, player, site }
    }

    fn fetch(&self) -> FetchReport {
        self.fetch_with(&options(&self.player))
    }

    fn fetch_with(&self, options: &FetchOptions) -> FetchReport {
        fetch_source("forarbete", self.data.path(), &self.clock, options)
    }

    /// The part and the body of each row of a document.
    fn rows(&self, key: &str) -> Vec<(String, String)> {
        let held = held_of("forarbete", self.data.path()).into_iter().filter(|(found, ..)| found == key);
        held.map(|(_, part, body)| (part, String::from_utf8_lossy(&body).into_owned())).collect()
    }

    /// The paths that begin so and were asked for since the last call.
    fn asked(&self, start: &str) -> Vec<String> {
        paths(&self.player.take_asked(), start)
    }

    fn is_gone(&self, key: &str) -> bool {
        Archive::open(self.data.path()).unwrap().is_gone("forarbete", key).unwrap()
    }
}

fn paths(asked: &[Asked], start: &str) -> Vec<String> {
    asked.iter().filter_map(|asked| asked.path.strip_prefix(start)).map(str::to_owned).collect()
}

fn counts(report: &FetchReport) -> (u64, u64, u64, u64, bool) {
    let counts = report.counts;
    (counts.new, counts.changed, counts.same, counts.failed, report.is_complete)
}

#[test]
fn data_sets_come_first_then_lists_and_the_next_night_lists_alone() {
    let place = Place::new(works());
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
fn rows_that_do_not_state_when_they_changed_are_asked_for() {
    let place = Place::new(works());
    place.fetch();
    place.site.state_no_stamps();
    place.clock.pass(DAY);
    place.asked("");
    assert_eq!(counts(&place.fetch()), (0, 0, 50, 0, true));
    assert_eq!(place.asked("/dokumentstatus/").len(), 50);
}

#[test]
fn a_zip_that_is_cut_is_gone_on_with() {
    let place = Place::new(works());
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
        let place = Place::new(works());
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
    let place = Place::new(works());
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
    let place = Place::new(works());
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
    let place = Place::new(works());
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
    let place = Place::new(many);
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
fn a_list_ends_where_its_page_stands_still() {
    let place = Place::new(works());
    // The list says that it has more pages than it has.
    place.player.set_script(|_, asked| {
        let page = asked.path.split("&p=").nth(1).and_then(|rest| rest.split('&').next()?.parse::<u32>().ok());
        match page {
            Some(page) if asked.path.contains("doktyp=bet&rm=2029%2F30") => {
                let page = page.min(1);
                let rows = (1..=5).map(|number| Work::report(number, "2029/30"));
                let rows: Vec<String> = rows.map(|work| format!("{{\"dok_id\":\"{}\",\"subtyp\":\"bet\",\"systemdatum\":\"{}\"}}", work.id, work.stamp)).collect();
                let body = format!("{{\"dokumentlista\":{{\"@sida\":\"{page}\",\"@sidor\":\"374\",\"@traffar\":\"5\",\"@nasta_sida\":\"p={}\",\"dokument\":[{}]}}}}", page + 1, rows.join(","));
                Reply::Instead(200, vec![("Content-Type".into(), "application/json".into())], body.into_bytes())
            }
            _ => Reply::Honest,
        }
    });
    assert_eq!(counts(&place.fetch()), (50, 0, 0, 0, true));
    let lists = place.asked("/dokumentlista/?doktyp=bet&rm=2029%2F30");
    assert_eq!(lists.len(), 2, "{lists:?}");
}

#[test]
fn a_list_that_ends_too_early_is_not_complete() {
    let place = Place::new(works());
    place.player.set_script(|_, asked| {
        if !asked.path.contains("doktyp=prop&rm=2030%2F31") {
            return Reply::Honest;
        }
        let body = r#"{"dokumentlista":{"@sida":"1","@sidor":"3","@traffar":"45","dokument":{"dok_id":"HX031","subtyp":"prop"}}}"#;
        Reply::Instead(200, vec![("Content-Type".into(), "application/json".into())], body.into())
    });
    let stopped = place.fetch().stopped.unwrap();
    assert!(stopped.contains("1 of 45 rows of the list of prop 2030/31 came"), "{stopped}");
}

#[test]
fn a_single_hit_is_no_list() {
    let place = Place::new(works());
    place.site.change(|works| works.push(Work { doktyp: "rskr".into(), ..Work::report(77, "2030/31") }));
    assert_eq!(counts(&place.fetch()), (51, 0, 0, 0, true));
    assert_eq!(place.rows("HX01BEU77").len(), 1);
}

#[test]
fn a_text_that_is_not_published_yet_is_asked_for_until_it_is_sixty_days_old() {
    let place = Place::new(works());
    let stamp = "2031-02-28 10:00:00".to_owned();
    place.site.change(|works| {
        let planned = Work { stamp, data_set: None, ..Work::bill(70, "2030/31") };
        works.push(planned.clone().without_text());
        works.push(Work { id: "HX0371".into(), number: "71".into(), ..planned }.without_text());
    });
    place.fetch();
    let asked_on = |day: u32| {
        place.asked("");
        let report = place.fetch();
        assert!(report.is_complete, "day {day}: {report:?}");
        let mut asked = place.asked("/dokumentstatus/");
        asked.sort();
        asked
    };
    // The clock began a day after the stamp.
    for day in 2..=30 {
        place.clock.pass(DAY);
        assert_eq!(asked_on(day), ["HX0370.json", "HX0371.json"], "day {day}");
    }
    // The text of one comes, and its stamp stands still.
    place.site.change(|works| works[50].html = Work::bill(70, "2030/31").html);
    for day in 31..60 {
        place.clock.pass(DAY);
        let expected = if day == 31 { &["HX0370.json", "HX0371.json"][..] } else { &["HX0371.json"] };
        assert_eq!(asked_on(day), expected, "day {day}");
    }
    let rows = place.rows("HX0370");
    assert!(
        rows.len() == 2 && rows.iter().any(|(_, body)| body.contains("Får nummer 70 saknas.")),
        "{rows:?}"
    );
    for day in 61..63 {
        place.clock.pass(2 * DAY);
        assert_eq!(asked_on(day), [""; 0], "day {day}");
    }
}

#[test]
fn a_second_part_may_come_before_the_first() {
    let whole = Work { data_set: None, ..Work::bill(80, "2030/31") };
    let second = whole.further_part(2, "<p>Andra delen om får.</p>");
    let place = Place::new(works());
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
    let place = Place::new(works());
    place.fetch();
    place.site.change(|works| works[3].stamp = "2031-03-01 12:00:00".into());
    place.clock.pass(DAY);
    assert_eq!(counts(&place.fetch()), (0, 1, 49, 0, true));
    assert_eq!(place.rows("HX034").len(), 2);
}

#[test]
fn a_data_set_that_is_older_than_what_is_held_changes_nothing() {
    let place = Place::new(works());
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
    let place = Place::new(works());
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
fn what_changed_since_a_day_is_asked_for_from_the_lists_of_its_sessions() {
    let place = Place::new(works());
    place.site.change(|works| {
        let late = Work { stamp: "2031-02-27 09:00:00".into(), ..Work::bill(90, "2028/29") };
        works.push(late);
        works.push(Work::bill(91, "2028/29"));
    });
    let since = Extent::Since("2029-02-01".parse().unwrap());
    let report = place.fetch_with(&FetchOptions { extent: since, ..options(&place.player) });
    assert_eq!((report.counts.new, report.is_complete), (52, true), "{report:?}");
    let place = Place::new(works());
    place.site.change(|works| works[0].stamp = "2031-02-27 09:00:00".into());
    let since = Extent::Since("2031-02-01".parse().unwrap());
    let report = place.fetch_with(&FetchOptions { extent: since, ..options(&place.player) });
    assert_eq!((report.counts.new, report.is_complete), (1, true), "{report:?}");
    assert_eq!(place.asked("/dataset/"), [""; 0]);
    // A walk is still due.
    assert_eq!(counts(&place.fetch()).0, 49);
}

#[test]
fn a_limit_ends_a_run_and_the_next_goes_on() {
    let place = Place::new(works());
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

#[test]
fn faults_of_the_publisher_stop_the_source_or_pass() {
    type Script = fn(usize, &str) -> Reply;
    fn at(path: &str, part: &str, reply: Reply) -> Reply {
        if path.contains(part) { reply } else { Reply::Honest }
    }
    const PAGE: &str = "doktyp=prop&rm=2030%2F31&sort=datum&sortorder=desc&sz=200&p=2";
    let faults: [(&str, Script, Option<&str>); 12] = [
        ("busy once", |n, _| if n == 1 { Reply::status(503) } else { Reply::Honest }, None),
        (
            "429",
            |n, _| if n == 9 { Reply::with_header(429, "Retry-After", "7") } else { Reply::Honest },
            None,
        ),
        ("cut once", |n, _| if n == 4 { Reply::Cut(20) } else { Reply::Honest }, None),
        ("closed once", |n, _| if n == 0 { Reply::Nothing } else { Reply::Honest }, None),
        ("cut for ever", |_, p| at(p, PAGE, Reply::Cut(100)), Some("(5 tries)")),
        ("a login page", |_, p| at(p, PAGE, Reply::page("<p>Logga in")), Some("logging in")),
        ("a robot page", |_, p| at(p, PAGE, Reply::page("<p>CAPTCHA")), Some("keeps programs out")),
        ("a page for a zip", |_, p| at(p, ZIP, Reply::page("<p>Logga in")), Some("logging in")),
        ("403 for a zip", |_, p| at(p, ZIP, Reply::status(403)), Some("does not want to be asked")),
        ("304 for nothing", |_, p| at(p, ZIP, Reply::status(304)), Some("named no copy")),
        (
            "no data sets",
            |_, p| at(p, "katalog", Reply::Instead(200, Vec::new(), b"<datasetlista/>".to_vec())),
            Some("has none of the types"),
        ),
        (
            "another record",
            |_, p| at(p, "/dokumentstatus/HX01BeU2", Reply::Instead(200, Vec::new(), OTHER.into())),
            Some("it answered with the record HX1"),
        ),
    ];
    for (name, script, stopped) in faults {
        let place = Place::new(works());
        place.player.set_script(move |queries, asked| {
            if asked.path == "/robots.txt" { Reply::Honest } else { script(queries, &asked.path) }
        });
        let report = place.fetch();
        match stopped {
            None => assert!(report.is_complete && report.counts.new == 50, "{name}: {report:?}"),
            Some(words) => {
                let said = report.stopped.unwrap_or_default();
                assert!(said.contains(words), "{name}: {said}");
                place.player.set_script(|_, _| Reply::Honest);
                let report = place.fetch();
                assert!(report.is_complete, "{name}: {report:?}");
                assert_eq!(held_of("forarbete", place.data.path()).len(), 50, "{name}");
            }
        }
    }
}

const OTHER: &str = r#"{"dokumentstatus":{"dokument":{"dok_id":"HX1","doktyp":"bet"}}}"#;

#[test]
fn a_probe_says_what_differs_in_few_requests() {
    let place = Place::new((1..=3).map(|number| Work::bill(number, "2029/30")).collect());
    let mut archive = ArchiveWriter::open(place.data.path()).unwrap();
    let probed = |archive: &mut ArchiveWriter| {
        probe(publisher("forarbete").unwrap(), archive, &options(&place.player), &place.clock)
    };
    let report = probed(&mut archive).unwrap();
    assert!(report.requests <= MAX_REQUESTS, "{report:?}");
    assert!(report.sound.iter().any(|line| line.contains("says that it is page 1 (@sida)")), "{report:?}");
    let differs: Vec<&str> = report.differs.iter().map(String::as_str).collect();
    assert_eq!(differs, ["1 data sets of the types that are asked for"]);
    place.player.set_script(|_, asked| {
        if asked.path == "/robots.txt" { Reply::Honest } else { Reply::page("Logga in") }
    });
    assert!(probed(&mut archive).is_err());
}
