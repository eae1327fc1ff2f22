//! From a publisher to pages: `lagrum fetch`, `build` and `serve` with a simulated publisher of statutes, also when the
//! publisher fails or the process is killed.

use std::process::Stdio;
use std::time::Duration;

use lagrum_test_support::{
    Asked, CourtSite, Decision, Judgment, ParliamentSite, Player, Reply, StrasbourgSite, UnionSite,
    UnionWork, Work, invented_act,
};
use serde_json::{Value, json};

use crate::corpora::statutes;
use crate::support::{Home, Process, Server};

const BASE: &str = "https://lagen.nu";

/// An act that the publisher last handled in 2021: the program uses the real clock, and ignores times in the future.
fn act(id: u32, number: u32, title: &str, text: &str) -> Value {
    let act = invented_act(id, &format!("2020:{number}"), &format!("{title} (2020:{number})"), text);
    serde_json::from_str(&act.to_string().replace("\"2031-", "\"2021-")).unwrap()
}

fn acts() -> Vec<Value> {
    let goats = "1 kap. Inledande bestämmelser\r\n \r\n1 § Den som håller getter ska ha vallare.\r\n \r\n\
                 2 kap. Bete\r\n \r\n1 § Getter betar enligt 2 § fårlagen (2020:1).\r\n \r\n\
                 Övergångsbestämmelser\r\n \r\n2020:2\r\n \r\nDenna lag träder i kraft den 1 juli 2020.";
    let mut acts = vec![
        act(
            1,
            1,
            "Fårlag",
            "1 § Den som håller får ska ha stängsel.\r\n \r\n2 § Fårstyrelsen utövar tillsyn.",
        ),
        act(2, 2, "Getlag", goats),
    ];
    let text = |number: u32| format!("1 § Häst nummer {number} ska vara skodd.");
    acts.extend((3..=250).map(|number| act(number, number, "Hästlag", &text(number))));
    acts
}

/// The first act with an amendment worked in.
fn amended(act: &mut Value) {
    act["fulltext"]["andringInford"] = "t.o.m. SFS 2021:7".into();
    act["fulltext"]["forfattningstext"] =
        "1 § Den som håller får ska ha mur. Lag (2021:7).\r\n \r\n2 § Fårstyrelsen utövar tillsyn.".into();
    act["uppdateradDateTime"] = "2021-02-20T00:00:00".into();
    act["andringsforfattningar"] = json!([{"andringsforfattningId": 1, "anteckningar": "ändr. 1 §", "beteckning": "2021:7",
        "celexnummer": null, "forarbeten": null, "ikraftDateTime": "2021-03-01T00:00:00",
        "ikraftDenDagenRegeringenBestammer": false, "ikraftOvergangsbestammelse": false, "lopnummer": "7",
        "publicerad": true, "publiceringsar": "2021", "rubrik": "Lag (2021:7) om ändring i fårlagen (2020:1)"}]);
}

fn fetch(player: &Player) -> Vec<String> {
    let base = format!("sfs={}", player.address);
    ["fetch", "sfs", "--contact", "lag@dimverket.example", "--base-url", &base].map(str::to_owned).to_vec()
}

fn strs(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

#[test]
fn from_nothing_to_a_site_of_all_statutes_and_the_next_night() {
    let (home, player) = (Home::new(), Player::start(acts()));
    let arguments = fetch(&player);
    let first = home.done(&strs(&arguments));
    assert!(
        first.stdout.contains("asked 250, new 250, changed 0, same 0, gone 0, failed 0 (4 requests)"),
        "{first:?}"
    );
    assert!(first.stdout.contains("words missing 0, extra 0, lines not understood 0"), "{first:?}");
    assert!(
        player
            .take_asked()
            .iter()
            .all(|asked| asked.header("user-agent").unwrap().contains("lag@dimverket.example"))
    );
    home.done(&["build"]);
    home.done(&["check"]);
    let served = Server::start(&home, &[]);
    let page = served.get("/2020:2");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("ska ha vallare"), "{}", page.text());
    let found = served.json("/api/v1/search?q=vallare");
    assert_eq!(found["results"][0]["uri"], format!("{BASE}/2020:2"));
    let resolved = served.json("/api/v1/resolve?q=2%20kap.%201%20%C2%A7%20getlagen%20(2020:2)");
    assert_eq!(resolved["results"][0]["pin"]["uri"], format!("{BASE}/2020:2#K2P1"));
    let inbound = served.json(&format!("/api/v1/document/inbound?uri={BASE}/2020:1"));
    assert!(inbound.to_string().contains("2020:2"), "{inbound}");

    let first_snapshot = home.current();

    // The next night: an amendment, and a new act.
    player.change(|acts| {
        amended(&mut acts[0]);
        let mut new = act(300, 300, "Oxlag", "1 § Oxar drar.");
        new["uppdateradDateTime"] = "2021-02-20T00:00:01".into();
        acts.push(new);
    });
    let second = home.done(&strs(&arguments));
    assert!(second.stdout.contains("new 1, changed 1,"), "{second:?}");
    assert!(
        second.stdout.contains("due 2 (raw 2, code 0, day 0, tables 0), parsed 2, stored 3"),
        "{second:?}"
    );
    home.done(&["build"]);
    served.caught_up(&home);
    let text = |day: &str| {
        served.json(&format!("/api/v1/document?uri={BASE}/2020:1&as_of={day}&format=md")).to_string()
    };
    assert!(text("2020-12-31").contains("stängsel") && !text("2020-12-31").contains("mur"));
    assert!(text("2021-06-01").contains("mur") && !text("2021-06-01").contains("stängsel"));
    assert_eq!(served.get("/2020:1/konsolidering/2020:1").status, 200);
    let changes = home.done(&["changes", "--since", &first_snapshot, "--change", "text"]);
    assert!(changes.stdout.contains(&format!("{BASE}/2020:1")), "{changes:?}");
    // A night without changes: one request, for the list of changes.
    player.take_asked();
    let third = home.done(&strs(&arguments));
    assert!(third.stdout.contains("due 0 (raw 0, code 0, day 0, tables 0), parsed 0, stored 0"), "{third:?}");
    assert!(player.take_asked().iter().all(|asked| asked.body["json"]["query"]["bool"].is_object()));
    assert!(home.done(&["status"]).stdout.contains("up to date"));
    assert!(home.done(&["parse"]).stdout.contains("due 0"));
}

#[test]
fn a_publisher_that_fails_stops_its_source_and_what_came_is_there() {
    let (home, player) = (Home::new(), Player::start(acts()));
    player.set_script(|queries, _| if queries == 1 { Reply::status(403) } else { Reply::Honest });
    let arguments = fetch(&player);
    let stopped = home.run(&strs(&arguments));
    assert_eq!(stopped.code, Some(3), "{stopped:?}");
    assert!(
        stopped.stderr.contains("does not want to be asked") && stopped.stderr.contains("goes on"),
        "{stopped:?}"
    );
    assert!(stopped.stdout.contains("new 100,") && stopped.stdout.contains("stored 100,"), "{stopped:?}");
    player.set_script(|_, _| Reply::Honest);
    assert!(home.done(&strs(&arguments)).stdout.contains("new 150,"));
    player.set_script(|_, _| Reply::page("Logga in"));
    let probe = home.run(&strs(&[arguments.clone(), vec!["--probe".into()]].concat()));
    assert_eq!(probe.code, Some(3), "{probe:?}");
    player.set_script(|_, _| Reply::Honest);
    let probe = home.run(&strs(&[arguments, vec!["--probe".into()]].concat()));
    assert_eq!(probe.code, Some(3), "250 acts are too few: {probe:?}");
    assert!(
        probe.stdout.contains("DIFFERS: there are more than 10,000 acts")
            && probe.stdout.contains("1 differ"),
        "{probe:?}"
    );
}

#[test]
fn a_source_is_not_taken_from_two_origins_and_unknown_ones_are_named() {
    let (home, player) = (Home::new(), Player::start(acts()));
    home.publish(&[("sfs", &statutes(1..3, "x"))]);
    let error = home.failed(&strs(&fetch(&player)));
    assert!(error.contains("--data folder of its own"), "{error}");
    assert_eq!(player.take_asked().len(), 0, "nothing is asked for that is not taken");
    let other = Home::new();
    other.done(&strs(&fetch(&player)));
    let served = Server::start(&home, &[]);
    let error = other.failed(&["import", &served.address]);
    assert!(error.contains("come from their publisher"), "{error}");
    assert!(
        home.failed(&["fetch", "rattspraxis"])
            .contains("no publisher of \"rattspraxis\" is known, only of dv, eurlex, forarbete, hudoc, sfs")
    );
    assert_eq!(home.run(&["fetch"]).code, Some(2));
    assert_eq!(home.run(&["fetch", "sfs", "--base-url", "sfs=http://publisher.example"]).code, Some(2));
}

#[test]
fn a_fetch_that_is_killed_again_and_again_ends_in_the_same_corpus() {
    let player = Player::start(acts());
    let arguments = fetch(&player);
    let whole = Home::new();
    whole.done(&strs(&arguments));
    let dump = |home: &Home| {
        home.done(&["build"]);
        home.dump("sfs.ndjson.gz")
    };
    let home = Home::new();
    // Each attempt has a little longer than the one before.
    for patience in 0..16 {
        let mut command = home.command(&strs(&arguments));
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut process = Process(child);
        std::thread::sleep(Duration::from_millis(15 + 25 * patience));
        process.kill();
    }
    let last = home.done(&strs(&arguments));
    assert!(last.stdout.contains("failed 0"), "{last:?}");
    home.done(&["raw", "verify"]);
    assert_eq!(dump(&home), dump(&whole));
    let asked = player.take_asked();
    let places = asked.iter().filter(|asked| asked.body["json"]["query"]["term"]["publicerad"] == true);
    let places: Vec<&Value> = places.map(Asked::after).collect();
    // Three pages, twice; a page that was requested and not kept is requested again.
    assert!((6..=6 + 16).contains(&places.len()), "{places:?}");
}

#[test]
fn the_archive_is_verified_listed_exported_and_purged() {
    let (home, player) = (Home::new(), Player::start(acts()[..3].to_vec()));
    assert!(home.failed(&["raw", "verify"]).contains("no raw archive"));
    home.done(&strs(&[fetch(&player), vec!["--fetch-only".into()]].concat()));
    assert!(home.done(&["raw", "verify"]).stdout.contains("0 problems"));
    assert!(home.done(&["raw", "list"]).stdout.contains("sfs: 3 documents (0 gone), 3 rows"));
    assert!(home.done(&["raw", "list", "sfs"]).stdout.contains("2020:2: 1 rows"));
    assert!(home.done(&["raw", "list", "sfs", "2020:2"]).stdout.contains(&player.address));
    home.done(&["raw", "export", "sfs", "out"]);
    let exported: Value =
        serde_json::from_slice(&std::fs::read(home.path("out/sfs/2020/2.json")).unwrap()).unwrap();
    assert_eq!(exported["_source"]["beteckning"], "2020:2");
    assert!(home.done(&["parse", "sfs", "--dry-run"]).stdout.contains("due 3"));
    assert!(home.done(&["parse", "sfs"]).stdout.contains("stored 3"));
    home.done(&["raw", "purge", "sfs", "2020:2"]);
    assert!(home.failed(&["raw", "purge", "sfs", "2020:2"]).contains("no document"));
    assert!(home.done(&["parse"]).stdout.contains("withdrawn 1"));
    // The files are imported into another folder, without any request.
    let other = Home::new();
    let folder = home.path("out/sfs").display().to_string();
    player.take_asked();
    assert!(other.done(&["fetch", "sfs", "--from-dir", &folder]).stdout.contains("stored 3,"));
    assert_eq!(player.take_asked().len(), 0);
    let pack = home.data().join("raw/packs");
    let pack = std::fs::read_dir(pack).unwrap().next().unwrap().unwrap().path();
    let mut bytes = std::fs::read(&pack).unwrap();
    bytes[100] ^= 0xff;
    std::fs::write(&pack, bytes).unwrap();
    let damaged = home.run(&["raw", "verify"]);
    assert!(damaged.code == Some(1) && damaged.stdout.contains("is damaged"), "{damaged:?}");
}

#[test]
fn eu_law_that_statutes_cite_and_strasbourg_come_from_their_publishers() {
    let citing = "1 § Denna lag kompletterar förordning (EU) 2020/77 om får.\r\n \r\n2 § Artikel 1 i direktiv (EU) 2020/5 gäller.";
    let player = Player::start(vec![act(1, 1, "Fårlag", citing)]);
    let union = UnionSite::new(vec![
        UnionWork::act("32020R0077", "SWE", "Får ska räknas varje kväll."),
        UnionWork::consolidated("02020R0077-20210101", "Får ska räknas varje morgon."),
        UnionWork::act("32020L0005", "ENG", "Sheep shall be shorn."),
        UnionWork::act("32020R0078", "SWE", "Ingen hänvisar hit."),
    ]);
    let strasbourg =
        StrasbourgSite::new(vec![Judgment::new(7, "2020-02-03"), Judgment::new(8, "1990-02-03")]);
    let union_player = Player::start_site(move |asked| union.answer(asked));
    let strasbourg_player = Player::start_site(move |asked| strasbourg.answer(asked));
    let home = Home::new();
    home.done(&strs(&fetch(&player)));
    let from = |source: &str, player: &Player| format!("{source}={}", player.address);
    let (union, strasbourg) = (from("eurlex", &union_player), from("hudoc", &strasbourg_player));
    let others = ["fetch", "eurlex", "hudoc", "--base-url", &union, "--base-url", &strasbourg];
    let too_early = home.run(&others);
    assert!(too_early.code == Some(2) && too_early.stderr.contains("or --in-force"), "{too_early:?}");
    home.done(&["build"]);
    let fetched = home.done(&others);
    assert!(fetched.stdout.contains("eurlex: asked 2, new 2,"), "{fetched:?}");
    assert!(fetched.stdout.contains("hudoc: asked 2, new 2,"), "{fetched:?}");
    home.done(&["build"]);
    home.done(&["check"]);
    let served = Server::start(&home, &[]);
    assert!(served.get("/celex/32020R0077").text().contains("räknas varje"));
    assert!(served.get("/celex/32020R0077/konsolidering/2021-01-01").text().contains("varje morgon"));
    assert!(served.get("/celex/32020L0005").text().contains("Sheep shall be shorn"));
    assert_eq!(served.get("/celex/32020R0078").status, 404);
    assert!(served.get("/dom/echr/001-7").text().contains("keeps 7 sheep"));
    let resolved = served.json("/api/v1/resolve?q=artikel%201%20i%20direktiv%20(EU)%202020/5");
    assert_eq!(resolved["results"][0]["pin"]["uri"], format!("{BASE}/celex/32020L0005#1"));
    // The next night nothing is due, and no text is asked for.
    for player in [&union_player, &strasbourg_player] {
        player.take_asked();
    }
    let again = home.done(&others);
    assert_eq!(again.stdout.matches("due 0 (raw 0, code 0, day 0, tables 0)").count(), 2, "{again:?}");
    let asked = union_player.take_asked().into_iter().chain(strasbourg_player.take_asked());
    let texts = asked.filter(|asked| asked.path.contains("/resource/") || asked.path.contains("/body?"));
    assert_eq!(texts.count(), 0);
    // What was exported is taken again, without a request.
    home.done(&["raw", "export", "eurlex", "out"]);
    let other = Home::new();
    let folder = home.path("out/eurlex").display().to_string();
    assert!(other.done(&["fetch", "eurlex", "--from-dir", &folder]).stdout.contains("stored 3,"));
    assert_eq!(home.run(&["fetch", "sfs", "--in-force"]).code, Some(2));
}

/// The session of Riksdagen whose lists are asked for today.
fn session() -> String {
    let today = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let begins = if today.month() >= 7 { today.year() } else { today.year() - 1 };
    format!("{begins}/{:02}", (begins + 1) % 100)
}

#[test]
fn preparatory_works_come_from_their_publisher_as_their_texts_come() {
    let stamp = |days: i64| {
        let time = jiff::Timestamp::now() - jiff::SignedDuration::from_hours(24 * days);
        time.strftime("%Y-%m-%d %H:%M:%S").to_string()
    };
    let session = session();
    let bill = Work { stamp: stamp(100), ..Work::bill(7, &session) };
    let planned = Work { stamp: stamp(30), data_set: None, ..Work::bill(8, &session) };
    let long = Work { stamp: stamp(20), data_set: None, ..Work::bill(9, &session) };
    let second = long.further_part(2, "<p>Andra delen om får.</p>");
    let site = ParliamentSite::new(vec![bill, planned.clone().without_text(), second]);
    let answers = site.clone();
    let player = Player::start_site(move |asked| answers.answer(asked));
    let base = format!("forarbete={}", player.address);
    let arguments = ["fetch", "forarbete", "--base-url", &base];
    let home = Home::new();
    let fetched = home.done(&arguments);
    assert!(fetched.stdout.contains("forarbete: asked 3, new 3,"), "{fetched:?}");
    assert!(fetched.stdout.contains("stored 1,"), "{fetched:?}");
    home.done(&["build"]);
    home.done(&["check"]);
    let first = home.current();
    let served = Server::start(&home, &[]);
    assert!(served.get(&format!("/prop/{session}:7")).text().contains("Får nummer 7 saknas."));
    for number in [8, 9] {
        assert_eq!(served.get(&format!("/prop/{session}:{number}")).status, 404);
    }
    drop(served);
    // The next night nothing is due. What has no text is asked for again.
    player.take_asked();
    let again = home.done(&arguments);
    assert!(again.stdout.contains("due 0 (raw 0, code 0, day 0, tables 0)"), "{again:?}");
    let asked: Vec<String> = player.take_asked().into_iter().map(|asked| asked.path).collect();
    let has = |path: &str| asked.iter().any(|asked| asked.ends_with(path));
    assert!(has("/dokumentstatus/HX038.json") && !has("/dokumentstatus/HX037.json"), "{asked:?}");
    assert!(!has(".json.zip"), "{asked:?}");
    // A stamp moves without the text; a text comes without its stamp; the first part of a bill comes after its second.
    site.change(|works| {
        works[0].stamp = stamp(0);
        works[1].html.clone_from(&planned.html);
        works.push(long.clone());
    });
    let fetched = home.done(&arguments);
    assert!(fetched.stdout.contains("stored 3,"), "{fetched:?}");
    home.done(&["build"]);
    let changes = home.done(&["changes", "--since", &first, "--json"]).stdout;
    let told: Value = serde_json::from_str(&changes).unwrap();
    let of = |change: &Value| (change["uri"].as_str().unwrap().to_owned(), change["change"].clone());
    let mut changes: Vec<_> = told["changes"].as_array().unwrap().iter().map(of).collect();
    changes.sort_by(|one, other| one.0.cmp(&other.0));
    let expected = [(7, "metadata"), (8, "added"), (9, "added")];
    let expected =
        expected.map(|(number, change)| (format!("{BASE}/prop/{session}:{number}"), Value::from(change)));
    assert_eq!(changes, expected);
    let served = Server::start(&home, &[]);
    let page = served.get(&format!("/prop/{session}:9"));
    let text = page.text();
    assert!(text.find("Får nummer 9 saknas.").unwrap() < text.find("Andra delen om får.").unwrap());
    // What was exported is taken again, without a request.
    home.done(&["raw", "export", "forarbete", "out"]);
    let other = Home::new();
    let folder = home.path("out/forarbete").display().to_string();
    let taken = other.done(&["fetch", "forarbete", "--from-dir", &folder]);
    assert!(taken.stdout.contains("failed 0") && taken.stdout.contains("stored 3,"), "{taken:?}");
}

#[test]
fn decisions_come_from_their_publisher_as_referat_and_as_pdf() {
    let court = CourtSite::new(vec![
        Decision { reports: vec!["NJA 2020 s. 7".into()], ..Decision::referat(7, "2020-02-03") },
        // The referat of this group has no row of its own in the list.
        Decision { group: "g-00008".into(), ..Decision::judgment(9, "2020-03-04") },
        Decision::referat(8, "2020-03-04"),
        // A judgment as a file alone.
        Decision::judgment(10, "2020-05-06"),
    ]);
    let answers = court.clone();
    let player = Player::start_site(move |asked| answers.answer(asked));
    let base = format!("dv={}/api/v1", player.address);
    let arguments = ["fetch", "dv", "--base-url", &base];
    let home = Home::new();
    let fetched = home.done(&arguments);
    assert!(fetched.stdout.contains("dv: asked 3, new 3,"), "{fetched:?}");
    assert!(fetched.stdout.contains("stored 3,"), "{fetched:?}");
    home.done(&["build"]);
    home.done(&["check"]);
    let first = home.current();
    let served = Server::start(&home, &[]);
    assert!(served.get("/dom/nja/2020s7").text().contains("Får nummer 7 hade sprungit bort."));
    assert!(served.get("/dom/nja/2020s8").text().contains("Får nummer 8 hade sprungit bort."));
    // The text of a judgment without a referat is that of its PDF.
    let judgment = home.done(&["search", "hittat"]).stdout;
    assert!(judgment.contains("/dom/hd/"), "{judgment}");
    // The next night nothing is due, and neither a group nor a file is asked for.
    player.take_asked();
    let again = home.done(&arguments);
    assert!(again.stdout.contains("due 0 (raw 0, code 0, day 0, tables 0)"), "{again:?}");
    let asked = player.take_asked();
    assert!(asked.iter().all(|asked| !asked.path.contains("grupp") && !asked.path.contains("bilagor")));
    // Another stamp of publication alone is a change of the metadata.
    court.change(|decisions| decisions[0].published = "2020-04-01T00:00:00".into());
    assert!(home.done(&arguments).stdout.contains("stored 1,"));
    home.done(&["build"]);
    let changes = home.done(&["changes", "--since", &first, "--json"]).stdout;
    let told: Value = serde_json::from_str(&changes).unwrap();
    let of = |change: &Value| (change["uri"].as_str().unwrap().to_owned(), change["change"].clone());
    let changes: Vec<_> = told["changes"].as_array().unwrap().iter().map(of).collect();
    assert_eq!(changes, [(format!("{BASE}/dom/nja/2020s7"), "metadata".into())]);
    // What was exported is taken again, without a request.
    home.done(&["raw", "export", "dv", "out"]);
    let other = Home::new();
    let folder = home.path("out/dv").display().to_string();
    let taken = other.done(&["fetch", "dv", "--from-dir", &folder]);
    assert!(taken.stdout.contains("failed 0") && taken.stdout.contains("stored 3,"), "{taken:?}");
}
