//! Answers that are no answers, and the probe.

use lagrum_publishers::{MAX_REQUESTS, probe, publisher};
use lagrum_raw::ArchiveWriter;
use lagrum_test_support::{Reply, Work};

use crate::support::{held_of, options};
use crate::{ZIP, place_of, works};

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
        let place = place_of(works());
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
    let place = place_of((1..=3).map(|number| Work::bill(number, "2029/30")).collect());
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
