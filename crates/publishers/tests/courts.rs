//! Decisions are fetched from a player in the shape of Domstolsverket's interface, with the faults that it may have.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod support;

use std::time::Duration;

use lagrum_publishers::{Extent, FetchOptions, MAX_REQUESTS, probe, publisher};
use lagrum_raw::{Archive, ArchiveWriter};
use lagrum_test_support::{CourtSite, Decision, Reply};

use support::{Place, held_of, options, paths};

const DAY: Duration = Duration::from_hours(24);

/// 250 referat: three pages.
fn referat() -> Vec<Decision> {
    (1..=250).map(|number| Decision::referat(number, &format!("20{:02}-05-06", 10 + number % 20))).collect()
}

fn place_of(decisions: Vec<Decision>) -> Place<CourtSite> {
    let site = CourtSite::new(decisions);
    let answers = site.clone();
    Place::new("dv", site, move |asked| answers.answer(asked))
}

#[test]
fn all_pages_are_walked_each_time_and_a_group_is_asked_for_when_it_changed() {
    let place = place_of(referat());
    let report = place.fetch();
    assert_eq!((report.counts.new, report.counts.failed, report.is_complete), (250, 0, true), "{report:?}");
    let asked = place.player.take_asked();
    // Three pages from 0 on, an empty one and one to see that the list ends there; each group once; robots.txt.
    let pages: Vec<String> = (0..5).map(|page| format!("page={page}&pagesize=100")).collect();
    assert_eq!(paths(&asked, "/publiceringar?"), pages);
    assert_eq!(asked.len(), 5 + 250 + 1);
    let gaps: Vec<i64> = asked.windows(2).map(|pair| pair[1].at - pair[0].at).collect();
    assert!(gaps.iter().all(|gap| (1000..1100).contains(gap)), "{gaps:?}");
    // The next night: a metadata of one changed, one of twelve years ago is published, and no other group is asked for.
    place.clock.pass(DAY);
    place.site.change(|decisions| {
        decisions[7].reports.push("NJA 2018 not 8".into());
        decisions.push(Decision {
            published: "2031-03-01T09:00:00".into(),
            ..Decision::referat(900, "2019-01-02")
        });
    });
    let report = place.fetch();
    assert_eq!((report.counts.new, report.counts.changed, report.counts.same), (1, 1, 249), "{report:?}");
    let mut groups = place.asked("/publiceringar/grupp/");
    groups.sort();
    assert_eq!(groups, ["g-00008", "g-00900"]);
    let full = FetchOptions { extent: Extent::Everything, ..options(&place.player) };
    place.clock.pass(DAY);
    assert_eq!(place.fetch_with(&full).counts.same, 251);
    assert_eq!(place.asked("/publiceringar/grupp/").len(), 251);
}

#[test]
fn what_was_published_since_a_day_is_kept_whenever_it_was_decided() {
    let place = place_of(referat());
    place.site.change(|decisions| {
        decisions.push(Decision {
            published: "2031-02-27T09:00:00".into(),
            ..Decision::referat(900, "2019-01-02")
        });
    });
    let since = Extent::Since("2031-02-01".parse().unwrap());
    let report = place.fetch_with(&FetchOptions { extent: since, ..options(&place.player) });
    assert_eq!((report.counts.new, report.is_complete), (1, true), "{report:?}");
    assert_eq!(place.asked("/publiceringar?").len(), 5, "no parameter of the publisher is believed");
}

#[test]
fn a_group_has_the_member_that_no_page_shows_with_its_files() {
    let mut decisions = referat();
    decisions.insert(0, Decision::referat(700, "2030-05-06"));
    decisions.push(Decision { group: "g-00700".into(), ..Decision::judgment(701, "2030-05-06") });
    let place = place_of(decisions);
    assert_eq!(place.fetch().counts.new, 251);
    let parts = place.parts("g-00700");
    assert_eq!(parts.len(), 3, "{parts:?}");
    assert!(parts[0].starts_with("bilaga-d-00701-") && parts[1..] == ["dom-d-00701", "referat-r-00700"]);
    assert_eq!(place.asked("/bilagor/"), ["2031%2F02%2F701%2Fdom%2D701%2Epdf"]);
}

#[test]
fn a_file_without_an_id_is_told_and_one_that_is_not_there_is_asked_for_again() {
    let mut first = Decision::judgment(1, "2030-05-06");
    first.files.push(("bilaga.pdf".into(), None, Vec::new()));
    let place = place_of(vec![first]);
    place.player.set_script(|_, asked| {
        if asked.path.starts_with("/bilagor/") { Reply::status(404) } else { Reply::Honest }
    });
    let report = place.fetch();
    assert_eq!((report.counts.new, report.is_complete), (1, true), "{report:?}");
    let told = report.problems.join("\n");
    assert!(
        told.contains("\"bilaga.pdf\" has no id") && told.contains("\"dom-1.pdf\" is not there"),
        "{told}"
    );
    place.player.set_script(|_, _| Reply::Honest);
    place.clock.pass(DAY);
    place.fetch();
    assert_eq!(place.parts("g-00001").len(), 2);
    place.asked("");
    place.clock.pass(DAY);
    place.fetch();
    assert_eq!(place.asked("/bilagor/"), [""; 0]);
}

#[test]
fn a_pdf_of_five_megabytes_that_is_cut_is_refused_and_the_old_one_stays() {
    let pdf = |word: &str| [b"%PDF-1.7 ", word.as_bytes(), &vec![b'x'; 5 << 20], b"\n%%EOF\n"].concat();
    let mut judgment = Decision::judgment(1, "2030-05-06");
    judgment.files[0].2 = pdf("old");
    let place = place_of(vec![judgment]);
    place.fetch();
    let old = place.rows("g-00001");
    place.site.change(|decisions| {
        decisions[0].files[0].2 = pdf("new");
        decisions[0].published = "2031-01-01T00:00:00".into();
    });
    // The connection ends in the middle of the file.
    place.clock.pass(DAY);
    place.player.set_script(|_, asked| {
        if asked.path.starts_with("/bilagor/") { Reply::Cut(3 << 20) } else { Reply::Honest }
    });
    let report = place.fetch();
    assert!(report.stopped.as_ref().unwrap().contains("the answer is cut"), "{report:?}");
    assert_eq!(place.rows("g-00001"), old);
    // The publisher has only the beginning of it.
    place.player.set_script(move |_, asked| {
        if asked.path.starts_with("/bilagor/") {
            Reply::Instead(
                200,
                vec![("Content-Type".into(), "application/pdf".into())],
                pdf("new")[..3 << 20].to_vec(),
            )
        } else {
            Reply::Honest
        }
    });
    let report = place.fetch();
    assert!(
        report.is_complete && report.problems.join("\n").contains("\"dom-1.pdf\" is cut or no file"),
        "{report:?}"
    );
    let rows = place.rows("g-00001");
    assert_eq!(rows.iter().filter(|(part, _)| part.starts_with("bilaga-")).count(), 1);
    assert_eq!(rows.len(), 3, "its record is the new one");
}

#[test]
fn a_row_without_the_text_is_asked_for_by_itself_once() {
    let mut decisions = referat();
    decisions[3].is_text_left_out = true;
    // One that no record has a text of.
    decisions.push(Decision { is_text_left_out: true, ..Decision::judgment(800, "2030-05-06") });
    // One that has no group.
    decisions[4].group = String::new();
    decisions[4].is_text_left_out = true;
    let place = place_of(decisions);
    assert_eq!(place.fetch().counts.new, 251);
    let asked = place.player.take_asked();
    let mut records = paths(&asked, "/publiceringar/");
    records.retain(|path| !path.starts_with("grupp/"));
    records.sort();
    assert_eq!(records, ["r-00005"], "a group has whole records");
    assert!(place.rows("g-00004")[0].1.contains("Får nummer 4"));
    assert!(place.rows("r-00005")[0].1.contains("Får nummer 5"));
    place.clock.pass(DAY);
    assert_eq!(place.fetch().counts.same, 251);
    assert_eq!(place.asked("/publiceringar/"), [""; 0]);
}

#[test]
fn an_empty_answer_twice_a_day_apart_is_that_of_a_withdrawn_one() {
    let place = place_of(referat());
    place.fetch();
    place.site.change(|decisions| decisions[20].is_withdrawn = true);
    place.asked("");
    let mut gone = Vec::new();
    for hours in [24, 1, 24] {
        place.clock.pass(Duration::from_hours(hours));
        let report = place.fetch();
        assert!(report.problems.join("\n").contains("g-00021: the publisher no longer has it"), "{report:?}");
        gone.push(report.counts.gone);
    }
    assert_eq!(gone, [0, 0, 1]);
    assert_eq!(place.asked("/publiceringar/"), ["r-00021"; 3]);
    assert!(Archive::open(place.data.path()).unwrap().is_gone("dv", "g-00021").unwrap());
    place.clock.pass(DAY);
    place.fetch();
    assert_eq!(place.asked("/publiceringar/"), [""; 0], "what is gone is not asked for");
    // It comes back.
    place.site.change(|decisions| decisions[20].is_withdrawn = false);
    place.clock.pass(DAY);
    place.fetch();
    assert!(!Archive::open(place.data.path()).unwrap().is_gone("dv", "g-00021").unwrap());
}

#[test]
fn what_the_list_lacks_and_is_there_by_its_id_is_not_gone() {
    let place = place_of(referat());
    place.fetch();
    for _ in 0..3 {
        place.clock.pass(DAY);
        // Its row is never in the list.
        place.site.change(|decisions| decisions.truncate(249));
        place.player.set_script(|_, asked| match asked.path.strip_prefix("/publiceringar/") {
            Some(id) if id.ends_with("-00250") => {
                let record = r#"{"id":"r-00250","gruppKorrelationsnummer":"g-00250","typ":"REFERAT","innehall":"<p>Får</p>"}"#;
                let body = if id.starts_with("grupp/") { format!("[{record}]") } else { record.to_owned() };
                Reply::Instead(200, vec![("Content-Type".into(), "application/json".into())], body.into_bytes())
            }
            _ => Reply::Honest,
        });
        let report = place.fetch();
        assert_eq!((report.counts.gone, report.is_complete), (0, true), "{report:?}");
    }
}

#[test]
fn nothing_is_gone_when_the_list_failed() {
    let place = place_of(referat());
    place.fetch();
    place.asked("");
    place.site.change(|decisions| {
        for decision in decisions.iter_mut() {
            decision.is_withdrawn = *decision.id > *"r-00100";
        }
    });
    for _ in 0..3 {
        place.clock.pass(DAY);
        let report = place.fetch();
        assert_eq!(report.counts.gone, 0);
        assert!(report.stopped.unwrap().contains("its list lacks 150 of 250 groups that are held"));
    }
    assert_eq!(place.asked("/publiceringar/"), [""; 0]);
}

#[test]
fn a_judgment_is_withdrawn_from_a_group_that_stays() {
    let referat = Decision::referat(1, "2030-05-06");
    let judgment = Decision { group: "g-00001".into(), ..Decision::judgment(2, "2030-05-06") };
    let place = place_of(vec![referat, judgment]);
    place.fetch();
    place.site.change(|decisions| {
        decisions[1].is_withdrawn = true;
        decisions[0].published = "2031-01-01T00:00:00".into();
    });
    let has_judgment = |place: &Place<CourtSite>| {
        let archive = Archive::open(place.data.path()).unwrap();
        archive.latest("dv", "g-00001", "dom-d-00002").unwrap().unwrap().status == 200
    };
    for (hours, expected) in [(24, true), (1, true), (24, false), (24, false)] {
        place.clock.pass(Duration::from_hours(hours));
        place.fetch();
        assert_eq!(has_judgment(&place), expected);
    }
    assert_eq!(place.asked("/publiceringar/d-"), ["00002"; 2]);
}

#[test]
fn a_limit_ends_a_run_and_the_next_goes_on() {
    let place = place_of(referat());
    let few = FetchOptions { limit: Some(60), ..options(&place.player) };
    let mut new = Vec::new();
    for _ in 0..5 {
        let report = place.fetch_with(&few);
        new.push((report.counts.new, report.counts.same, report.is_complete));
    }
    assert_eq!(new, [(60, 0, false), (60, 0, false), (60, 0, false), (60, 0, false), (10, 0, true)]);
    assert_eq!(place.asked("/publiceringar/grupp/").len(), 250);
}

#[test]
fn pages_without_end_stop_the_source() {
    let place = place_of(referat());
    let site = place.site.clone();
    place.player.set_script(move |_, asked| {
        let (status, mut headers, body) = site.answer(asked);
        for (_, total) in headers.iter_mut().filter(|(name, _)| name == "X-Total-Count") {
            *total = "20".to_owned();
        }
        Reply::Instead(status, headers, body)
    });
    let message = place.fetch().stopped.unwrap();
    assert!(message.contains("it states 20 publications and has sent 200, and goes on"), "{message}");
    assert_eq!(place.asked("/publiceringar?").len(), 2);
    place.player.set_script(|_, _| Reply::Honest);
    let report = place.fetch();
    assert!(report.is_complete);
    assert_eq!((report.counts.new, report.counts.same), (150, 100));
}

#[test]
fn faults_of_the_publisher_stop_the_source_or_pass() {
    type Script = fn(usize, &str) -> Reply;
    fn at_page(path: &str, reply: Reply) -> Reply {
        if path.contains("page=1&") { reply } else { Reply::Honest }
    }
    fn at_group(path: &str, reply: Reply) -> Reply {
        if path.ends_with("grupp/g-00042") { reply } else { Reply::Honest }
    }
    fn json(body: &str) -> Reply {
        Reply::Instead(200, vec![("Content-Type".into(), "application/json".into())], body.into())
    }
    let faults: [(&str, Script, Option<&str>); 13] = [
        ("busy once", |n, _| if n == 3 { Reply::status(503) } else { Reply::Honest }, None),
        (
            "429",
            |n, _| if n == 9 { Reply::with_header(429, "Retry-After", "7") } else { Reply::Honest },
            None,
        ),
        ("cut once", |n, _| if n == 4 { Reply::Cut(20) } else { Reply::Honest }, None),
        ("closed once", |n, _| if n == 5 { Reply::Nothing } else { Reply::Honest }, None),
        ("cut for ever", |_, p| at_page(p, Reply::Cut(100)), Some("(5 tries)")),
        ("a login page", |_, p| at_page(p, Reply::page("<p>Logga in")), Some("logging in")),
        ("a robot page", |_, p| at_page(p, Reply::page("<p>CAPTCHA")), Some("keeps programs out")),
        ("403", |_, p| at_page(p, Reply::status(403)), Some("does not want to be asked")),
        ("an empty page", |_, p| at_page(p, json("[]")), Some("page 1 is empty, and the next is not")),
        ("another shape", |_, p| at_page(p, json(r#"{"hits":[]}"#)), Some("no list of records")),
        ("a login page for a group", |_, p| at_group(p, Reply::page("Logga in")), Some("logging in")),
        (
            "nothing at all",
            |_, p| if p.starts_with("/publiceringar?") { json("[]") } else { Reply::Honest },
            Some("the list has no publication"),
        ),
        (
            "a repeated page",
            |_, p| at_page(p, json(&REPEATED.replace('N', "r-00019"))),
            Some("repeats the page before it"),
        ),
    ];
    for (name, script, stopped) in faults {
        let place = place_of(referat());
        place.player.set_script(move |queries, asked| {
            if asked.path == "/robots.txt" { Reply::Honest } else { script(queries, &asked.path) }
        });
        let report = place.fetch();
        match stopped {
            None => assert!(report.is_complete && report.counts.new == 250, "{name}: {report:?}"),
            Some(words) => {
                let said = report.stopped.unwrap_or_default();
                assert!(said.contains(words), "{name}: {said}");
                place.player.set_script(|_, _| Reply::Honest);
                let report = place.fetch();
                assert!(report.is_complete, "{name}: {report:?}");
                assert_eq!(held_of("dv", place.data.path()).len(), 250, "{name}");
            }
        }
    }
}

/// A page with a record of the page before it.
const REPEATED: &str = r#"[{"id":"N","gruppKorrelationsnummer":"g","typ":"REFERAT","innehall":""}]"#;

#[test]
fn fewer_than_the_publisher_counts_are_not_complete() {
    let place = place_of(referat());
    place.player.set_script(|_, asked| {
        if asked.path.contains("page=2&") || asked.path.contains("page=3&") || asked.path.contains("page=4&")
        {
            let headers = [("Content-Type", "application/json"), ("X-Total-Count", "250")];
            let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
            Reply::Instead(200, headers.to_vec(), b"[]".to_vec())
        } else {
            Reply::Honest
        }
    });
    let report = place.fetch();
    assert!(report.stopped.unwrap().contains("200 of 250 publications came"));
}

#[test]
fn a_record_without_an_id_is_told_and_the_rest_comes() {
    let mut odd = referat();
    odd[5].id = "N/A".into();
    let place = place_of(odd);
    let report = place.fetch();
    assert_eq!((report.counts.new, report.counts.failed, report.is_complete), (249, 1, true), "{report:?}");
}

#[test]
fn a_probe_says_what_differs_in_few_requests() {
    let mut decisions = referat();
    decisions.push(Decision::judgment(900, "2030-12-06"));
    let place = place_of(decisions);
    let mut archive = ArchiveWriter::open(place.data.path()).unwrap();
    let probed = |archive: &mut ArchiveWriter| {
        probe(publisher("dv").unwrap(), archive, &options(&place.player), &place.clock)
    };
    let report = probed(&mut archive).unwrap();
    assert!(report.requests <= MAX_REQUESTS, "{report:?}");
    assert!(report.sound.iter().any(|line| line.contains("d-00900: /publiceringstid")), "{report:?}");
    let differs: Vec<&str> = report.differs.iter().map(String::as_str).collect();
    assert_eq!(differs, ["251 publications in all, as the header X-Total-Count has it"]);
    place.player.set_script(|_, asked| {
        if asked.path == "/robots.txt" { Reply::Honest } else { Reply::page("Logga in") }
    });
    assert!(probed(&mut archive).is_err());
}
