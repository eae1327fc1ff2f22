//! The freshness of each source, reported by `/metrics`.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::corpora::statutes;
use crate::support::{Home, Server, eventually, get};

/// The figures that a server started with `--metrics 127.0.0.1:0` shows.
fn metrics(server: &Server) -> String {
    let address = eventually("the log names the address", || {
        let log = server.log();
        Some(log.split_once("metrics at ")?.1.split_whitespace().next()?.to_owned())
    });
    let answer = get(&address, &[]).unwrap();
    assert_eq!(answer.status, 200);
    answer.text().into_owned()
}

/// The value of a figure of a source.
fn value(metrics: &str, name: &str, source: &str) -> Option<i64> {
    let begin = format!("lagrum_source_{name}_timestamp_seconds{{source=\"{source}\"}} ");
    metrics.lines().find_map(|line| line.strip_prefix(&begin)).map(|value| value.parse().unwrap())
}

fn midnight(day: &str) -> i64 {
    let day: Date = day.parse().unwrap();
    day.to_zoned(TimeZone::get("Europe/Stockholm").unwrap()).unwrap().timestamp().as_second()
}

#[test]
fn each_source_has_its_newest_document_its_import_and_the_day_it_was_taken() {
    let home = Home::new();
    let server = Server::start(&home, &["--demo", "--metrics", "127.0.0.1:0"]);
    let shown = metrics(&server);
    let coverage = server.json("/api/v1/coverage");
    let sources = coverage["sources"].as_array().unwrap();
    assert!(sources.len() > 5);
    for source in sources {
        let name = source["source"].as_str().unwrap();
        let newest = source["last_date"].as_str().filter(|date| date.len() == 10).map(midnight);
        assert_eq!(value(&shown, "newest_document", name), newest, "{name} in\n{shown}");
        assert!(value(&shown, "imported", name).is_some(), "{name} in\n{shown}");
        assert_eq!(value(&shown, "taken", name), None, "nothing states it");
    }
    assert!(shown.lines().any(|line| line.starts_with("lagrum_snapshot_published_timestamp_seconds ")));
}

#[test]
fn a_run_that_finds_nothing_new_moves_the_day_and_not_the_import() {
    let home = Home::new();
    let dump = home.write("sfs.ndjson", statutes(1..4, "x").join("\n"));
    let figures = |taken: &str| {
        home.done(&["import", &dump, "--taken", taken]);
        home.done(&["build"]);
        let shown = metrics(&Server::start(&home, &["--metrics", "127.0.0.1:0"]));
        (value(&shown, "imported", "sfs").unwrap(), value(&shown, "taken", "sfs").unwrap())
    };
    let (imported, taken) = figures("2026-02-03");
    assert_eq!(taken, midnight("2026-02-03"));
    assert_eq!(figures("2026-02-04"), (imported, midnight("2026-02-04")));
}
