//! Lists of documents, and the days on which their records are asked for.

use lagrum_publishers::{Extent, FetchOptions};
use lagrum_test_support::{Reply, Work};

use crate::support::options;
use crate::{DAY, counts, place_of, works};

#[test]
fn rows_that_do_not_state_when_they_changed_are_asked_for() {
    let place = place_of(works());
    place.fetch();
    place.site.state_no_stamps();
    place.clock.pass(DAY);
    place.asked("");
    assert_eq!(counts(&place.fetch()), (0, 0, 50, 0, true));
    assert_eq!(place.asked("/dokumentstatus/").len(), 50);
}

#[test]
fn a_list_ends_where_its_page_stands_still() {
    let place = place_of(works());
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
fn a_list_without_end_stops_the_source() {
    let place = place_of(works());
    place.player.set_script(|_, asked| {
        let page = asked.path.split("&p=").nth(1).and_then(|rest| rest.split('&').next()?.parse::<u32>().ok());
        match page {
            Some(page) if asked.path.contains("doktyp=bet&rm=2029%2F30") => {
                // The five that are there, again and again, as if they were further ones.
                let rows = (1..=5).map(|number| Work::report(number, "2029/30"));
                let row = |work: Work| {
                    format!("{{\"dok_id\":\"{}\",\"subtyp\":\"bet\",\"systemdatum\":\"{}\"}}", work.id, work.stamp)
                };
                let rows: Vec<String> = rows.map(row).collect();
                let body = format!(
                    "{{\"dokumentlista\":{{\"@sida\":\"{page}\",\"@sidor\":\"999\",\"@traffar\":\"5\",\"dokument\":[{}]}}}}",
                    rows.join(",")
                );
                Reply::Instead(200, vec![("Content-Type".into(), "application/json".into())], body.into_bytes())
            }
            _ => Reply::Honest,
        }
    });
    let stopped = place.fetch().stopped.unwrap();
    assert!(stopped.contains("it states 5 rows of the list of bet 2029/30 and has sent 210"), "{stopped}");
    place.player.set_script(|_, _| Reply::Honest);
    assert!(place.fetch().is_complete);
}

#[test]
fn a_list_that_ends_too_early_is_not_complete() {
    let place = place_of(works());
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
    let place = place_of(works());
    place.site.change(|works| works.push(Work { doktyp: "rskr".into(), ..Work::report(77, "2030/31") }));
    assert_eq!(counts(&place.fetch()), (51, 0, 0, 0, true));
    assert_eq!(place.rows("HX01BEU77").len(), 1);
}

#[test]
fn a_text_that_is_not_published_yet_is_asked_for_until_it_is_sixty_days_old() {
    let place = place_of(works());
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
fn what_changed_since_a_day_is_asked_for_from_the_lists_of_its_sessions() {
    let place = place_of(works());
    place.site.change(|works| {
        let late = Work { stamp: "2031-02-27 09:00:00".into(), ..Work::bill(90, "2028/29") };
        works.push(late);
        works.push(Work::bill(91, "2028/29"));
    });
    let since = Extent::Since("2029-02-01".parse().unwrap());
    let report = place.fetch_with(&FetchOptions { extent: since, ..options(&place.player) });
    assert_eq!((report.counts.new, report.is_complete), (52, true), "{report:?}");
    let place = place_of(works());
    place.site.change(|works| works[0].stamp = "2031-02-27 09:00:00".into());
    let since = Extent::Since("2031-02-01".parse().unwrap());
    let report = place.fetch_with(&FetchOptions { extent: since, ..options(&place.player) });
    assert_eq!((report.counts.new, report.is_complete), (1, true), "{report:?}");
    assert_eq!(place.asked("/dataset/"), [""; 0]);
    // A walk is still due.
    assert_eq!(counts(&place.fetch()).0, 49);
}
