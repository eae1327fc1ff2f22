//! The states of the provisions of every statute of the real corpus, and the acts that amended them, compared with their
//! artifacts, which functions of this file read on their own.
//!
//! The corpus lies in the folder named by `LAGRUM_TEST_CORPUS`; without it these tests are skipped. `LAGRUM_TEST_DATA` may name a
//! data folder in which it is built.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use jiff::civil::Date;
use lagrum_answers::{
    HeldActs, PlaceState, PlaceStatus, ProvisionContext, ProvisionForm, ProvisionQuestion, cited_place,
    provision,
};
use lagrum_artifact::{Anchor, Base};
use lagrum_catalog::{CatalogHoldings, DocumentFilter, DocumentOrder, RowRange};
use lagrum_citation::CitedLocation;
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use serde_json::Value;
use tempfile::TempDir;

/// The statutes of the real corpus, built. The folder lives as long as the snapshot is used.
fn statutes() -> Option<(Option<TempDir>, Snapshot)> {
    let folder = lagrum_test_support::real_corpus()?;
    let (kept, data): (Option<TempDir>, PathBuf) = if let Some(data) = lagrum_test_support::built_corpus() {
        (None, data)
    } else {
        let temporary = tempfile::tempdir().unwrap();
        let store = Corpus::create(temporary.path()).unwrap();
        let origin = folder.join("corpus").display().to_string();
        let report = import(&store, &[origin], &ImportOptions::default(), &Silent).unwrap();
        assert!(!report.failed(), "{report:?}");
        lagrum_builder::build(temporary.path(), &Silent).unwrap();
        let path = temporary.path().to_owned();
        (Some(temporary), path)
    };
    Some((kept, Snapshots::new(&data).open_current().unwrap().unwrap()))
}

/// A statute: its local id, its artifact, the paragrafer and kapitel in its text, and the day on which it no longer applies.
struct Statute {
    local_id: String,
    artifact: Value,
    held: BTreeSet<String>,
    by_kapitel: bool,
    expired: Option<String>,
}

fn for_each_statute(
    snapshot: &Snapshot,
    mut visit: impl FnMut(&Statute, &CatalogHoldings<'_>, &HeldActs<'_>),
) {
    let base = snapshot.manifest().base.clone();
    let filter = DocumentFilter { source: Some("sfs"), kind: None, hidden_on: None };
    let range = RowRange { limit: 100_000, offset: 0 };
    let rows =
        snapshot.catalog().with(|catalog| catalog.documents(filter, DocumentOrder::Uri, range)).unwrap();
    for row in rows {
        let local_id = base.strip(&row.uri).unwrap().to_owned();
        snapshot
            .catalog()
            .with(|catalog| {
                let acts = HeldActs::new(catalog, snapshot.manifest());
                let holdings = CatalogHoldings::new(catalog, &base);
                let document = holdings.document(&local_id).unwrap();
                let Some(stored) = document.stored else { return Ok(()) };
                let bytes = snapshot.artifact(stored).unwrap().unwrap();
                let anchors = holdings.anchors(&local_id).unwrap();
                let held: BTreeSet<String> = anchors
                    .iter()
                    .map(|anchor| anchor.to_string())
                    .filter(|anchor| is_unit(anchor))
                    .collect();
                let statute = Statute {
                    artifact: serde_json::from_slice(&bytes).unwrap(),
                    by_kapitel: held.iter().any(|anchor| anchor.starts_with('K') && anchor.contains('P')),
                    held,
                    expired: document.expired.filter(|expired| *expired <= today().to_string()),
                    local_id: local_id.clone(),
                };
                visit(&statute, &holdings, &acts);
                assert!(holdings.failure().is_none());
                Ok(())
            })
            .unwrap();
    }
}

/// Whether an anchor is that of a kapitel or paragraf: `K2P3a`, `P36`, `K8`.
fn is_unit(anchor: &str) -> bool {
    let shape: String = anchor.chars().filter(|c| !c.is_ascii_digit() && !c.is_ascii_lowercase()).collect();
    matches!(shape.as_str(), "K" | "P" | "KP")
        && anchor.split(['K', 'P']).skip(1).all(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

fn state(
    holdings: &CatalogHoldings<'_>,
    acts: &HeldActs<'_>,
    document: &str,
    anchor: &str,
    day: Date,
) -> PlaceState {
    let target = CitedLocation { document: document.to_owned(), anchor: Anchor::new(anchor) };
    cited_place(holdings, acts, &target, day).state
}

/// Provisions whose texts cannot be told apart: an archived wording has the kapitel twice, and the anchors of its paragrafer only
/// in the one that has ended.
const IN_A_DOUBLE_KAPITEL: [&str; 3] = ["2021:1335#K4P1", "2021:1335#K4P4", "2021:1335#K4P5"];

/// What was counted of one kind of provisions.
#[derive(Default)]
struct Tally {
    states: BTreeMap<&'static str, BTreeMap<PlaceStatus, usize>>,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, kind: &'static str, place: &str, state: &PlaceState, allowed: &[PlaceStatus]) {
        *self.states.entry(kind).or_default().entry(state.status).or_default() += 1;
        if !allowed.contains(&state.status) && !IN_A_DOUBLE_KAPITEL.contains(&place) {
            self.wrong.push(format!("{kind}: {place} is {state:?}"));
        }
    }
}

/// Every node of a structure with the number of the kapitel around it.
fn walk<'a>(nodes: &'a Value, kapitel: Option<&'a str>, visit: &mut impl FnMut(&'a Value, Option<&'a str>)) {
    for node in nodes.as_array().into_iter().flatten() {
        if node["type"] == "bilaga" {
            continue;
        }
        visit(node, kapitel);
        let inner = (node["type"] == "kapitel").then(|| node["ordinal"].as_str()).flatten().or(kapitel);
        walk(&node["children"], inner, visit);
    }
}

fn plain(text: &Value) -> String {
    match text {
        Value::String(text) => text.clone(),
        Value::Array(runs) => runs.iter().map(plain).collect(),
        run => run["text"].as_str().unwrap_or_default().to_owned(),
    }
}

fn anchor_of(statute: &Statute, kapitel: Option<&str>, paragraf: &str) -> String {
    let number = |text: &str| text.replace(' ', "").to_lowercase();
    match kapitel.filter(|_| statute.by_kapitel) {
        Some(kapitel) => format!("K{}P{}", number(kapitel), number(paragraf)),
        None => format!("P{}", number(paragraf)),
    }
}

/// Whether the first words of a node are these.
fn begins(node: &Value, words: &str) -> bool {
    let own = plain(&node["text"]);
    let first = |node: &Value| node["children"].as_array().and_then(|children| children.first()).cloned();
    if own.trim().is_empty() {
        first(node).is_some_and(|first| begins(&first, words))
    } else {
        own.trim_start().starts_with(words)
    }
}

/// The number in the uri of an act. Numbers of four-digit years are in the order of the years.
fn base_number(uri: &str) -> Option<&str> {
    uri.rsplit('/').next()
}

/// The anchors of a node and of all inside it.
fn ids(node: &Value, found: &mut BTreeSet<String>) {
    found.extend(node["id"].as_str().map(str::to_owned));
    node["children"].as_array().into_iter().flatten().for_each(|child| ids(child, found));
}

/// The nodes of a structure with an anchor.
fn with_anchor<'a>(nodes: &'a Value, anchor: &str, found: &mut Vec<&'a Value>) {
    for node in nodes.as_array().into_iter().flatten() {
        if node["id"].as_str() == Some(anchor) {
            found.push(node);
        }
        with_anchor(&node["children"], anchor, found);
    }
}

fn has_points(node: &Value) -> bool {
    let mut children = node["children"].as_array().into_iter().flatten();
    children.any(|child| child["type"] == "punkt" || has_points(child))
}

/// Whether all that a provision has is a note of its repeal.
fn is_note(structure: &Value, anchor: &str) -> bool {
    let mut found = Vec::new();
    with_anchor(structure, anchor, &mut found);
    !found.is_empty() && found.iter().all(|node| begins(node, "Har upphävts") && !has_points(node))
}

#[test]
fn what_every_statute_says_of_its_provisions() {
    use PlaceStatus::{Coming, Expired, Held, Impossible, NotHeld};
    let Some((_kept, snapshot)) = statutes() else { return };
    let today = today();
    let mut tally = Tally::default();
    let mut invented = 0;
    for_each_statute(&snapshot, |statute, holdings, acts| {
        let Statute { local_id, artifact, held, .. } = statute;
        let known = [Held, Expired, Coming, NotHeld];
        let mut dated = BTreeSet::new();
        walk(&artifact["structure"], None, &mut |node, kapitel| {
            let ordinal = node["ordinal"].as_str().filter(|_| node["type"] == "paragraf");
            let text = plain(&node["text"]);
            if node["type"] == "upphavd"
                && let Some((number, words)) = text.split_once(" §")
                && let Some((_, act)) = words.split_once('(')
            {
                let anchor = anchor_of(statute, kapitel, number);
                if is_unit(&anchor) && !held.contains(&anchor) {
                    let found = state(holdings, acts, local_id, &anchor, today);
                    let act = act.split(')').next().unwrap_or_default();
                    let names_act = found.act.as_deref().is_some_and(|found| found.ends_with(act));
                    // An act that ended before, or with, the repeal of its provision, or on a day that nobody knows.
                    let with_act = statute.expired.is_some() && found.act.is_none();
                    let again = with_act || matches!(found.status, Held | Coming | NotHeld);
                    let place = format!("{local_id}#{anchor}");
                    tally.add("printed as repealed", &place, &found, &[Expired, Held, Coming, NotHeld]);
                    // A number that was used again is noted twice, of which the later note counts.
                    let later = found.act.as_deref().and_then(|found| base_number(found)).unwrap_or_default();
                    if !names_act
                        && !again
                        && act != local_id
                        && !act.contains(['.', 's', ' '])
                        && later < act
                    {
                        tally.wrong.push(format!("{place} names {:?}, not {act}", found.act));
                    }
                }
            }
            let from = node["ikrafttrader"].as_str().and_then(|day| day.parse::<Date>().ok());
            let states_days = node["ikrafttrader"].is_string()
                || node["upphor"].is_string()
                || ["/Upphör", "/Ny beteckning", "/Träder", "/Kapitlet", "/Har fått"]
                    .iter()
                    .any(|mark| begins(node, mark));
            if states_days {
                ids(node, &mut dated);
            }
            if let Some(ordinal) = ordinal
                && (from.is_some() || node["upphor"].is_string())
            {
                let anchor = anchor_of(statute, kapitel, ordinal);
                if let Some(from) = from.filter(|from| *from > today && is_unit(&anchor)) {
                    let place = format!("{local_id}#{anchor}");
                    let found = state(holdings, acts, local_id, &anchor, today);
                    tally.add("coming", &place, &found, &[Coming, Held, Expired]);
                    let on_its_day = state(holdings, acts, local_id, &anchor, from);
                    tally.add(
                        "on its day",
                        &place,
                        &on_its_day,
                        if statute.expired.is_some() { &known } else { &[Held, Expired] },
                    );
                }
                dated.insert(anchor);
            }
        });
        for entry in artifact["amendments"].as_array().into_iter().flatten() {
            let properties = &entry["properties"];
            let is_in_force = properties["rpubl:ikrafttradandedatum"]
                .as_str()
                .is_some_and(|day| day <= today.to_string().as_str());
            for (list, kind) in [
                ("rpubl:upphaver", "repealed by the register"),
                ("rpubl:inforsI", "inserted by the register"),
                ("rpubl:ersatter", "amended by the register"),
            ] {
                let anchors = properties[list].as_array().into_iter().flatten().filter_map(Value::as_str);
                for anchor in anchors.filter_map(|uri| Some(uri.split_once('#')?.1)) {
                    // A paragraf without kapitel in an act that has them is of a time before.
                    let is_whole = !statute.by_kapitel || anchor.starts_with('K');
                    if is_unit(anchor) && is_whole && is_in_force && !held.contains(anchor) {
                        let found = state(holdings, acts, local_id, anchor, today);
                        // In an act that is numbered through, the paragraf may be in another kapitel now.
                        let is_elsewhere =
                            !statute.by_kapitel && anchor.starts_with('K') && anchor.contains('P');
                        let allowed: &[PlaceStatus] =
                            if is_elsewhere { &[Held, Expired, Coming, NotHeld, Impossible] } else { &known };
                        tally.add(kind, &format!("{local_id}#{anchor}"), &found, allowed);
                    }
                }
            }
        }
        for wording in holdings.archived(local_id).unwrap().iter() {
            for anchor in wording.anchors.iter().map(Anchor::as_str) {
                let is_whole = !statute.by_kapitel || anchor.starts_with('K');
                if is_unit(anchor) && is_whole && !held.contains(anchor) {
                    let found = state(holdings, acts, local_id, anchor, today);
                    tally.add("in an archived wording", &format!("{local_id}#{anchor}"), &found, &known);
                }
            }
        }
        for anchor in held {
            let found = state(holdings, acts, local_id, anchor, today);
            let allowed: &[PlaceStatus] = match (statute.expired.is_some(), dated.contains(anchor)) {
                // The limit of its time, or its register, may have ended it too.
                (true, _) => &[Expired, Coming],
                (false, true) => &[Held, Expired, Coming],
                // An act that is not worked in may have repealed it, which it then names.
                (false, false) if found.act.is_some() => &[Held, Expired],
                // The node may be no more than a note of the repeal.
                (false, false) if is_note(&artifact["structure"], anchor) => &[Expired],
                (false, false) => &[Held],
            };
            tally.add("in the text", &format!("{local_id}#{anchor}"), &found, allowed);
        }
        let paragraf = held.iter().find(|anchor| anchor.contains('P'));
        if let Some(paragraf) = paragraf.filter(|_| invented < 300) {
            invented += 1;
            let kapitel = paragraf.split('P').next().unwrap_or_default();
            let anchor = format!("{kapitel}P{}", 2_000 + invented);
            let found = state(holdings, acts, local_id, &anchor, today);
            tally.add("invented", &format!("{local_id}#{anchor}"), &found, &[Impossible]);
        }
    });
    for (kind, states) in &tally.states {
        println!("{kind}: {states:?}");
    }
    assert!(tally.states.len() >= 8, "{:?}", tally.states.keys());
    let wrong = &tally.wrong[..tally.wrong.len().min(60)];
    assert!(wrong.is_empty(), "{} wrong:\n{}", tally.wrong.len(), wrong.join("\n"));
}

/// The state of a place as docs/states.md writes it: `expired until 1985-01-01 by 1984:1008`.
fn written(state: &PlaceState, base: &Base) -> String {
    let local = |uri: &str| base.strip(uri).unwrap_or(uri).to_owned();
    let mut words = vec![serde_json::to_value(state.status).unwrap().as_str().unwrap().to_owned()];
    let known = [("since", state.since.clone()), ("until", state.until.clone())];
    words.extend(known.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value?))));
    words.extend(state.act.iter().map(|act| format!("by {}", local(act))));
    words.extend(state.missing.iter().map(|act| format!("missing {}", local(act))));
    words.extend(
        state
            .reason
            .iter()
            .filter_map(|reason| Some(serde_json::to_value(reason).ok()?.as_str()?.to_owned())),
    );
    words.join(" ")
}

#[test]
fn the_cases_of_the_page_on_states() {
    let Some((_kept, snapshot)) = statutes() else { return };
    let base = snapshot.manifest().base.clone();
    let page = include_str!("../../../docs/states.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .skip_while(|line| *line != "## Cases")
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert!(rows.len() >= 50, "{} cases", rows.len());
    let mut wrong = Vec::new();
    snapshot
        .catalog()
        .with(|catalog| {
            let acts = HeldActs::new(catalog, snapshot.manifest());
            let holdings = CatalogHoldings::new(catalog, &base);
            for row in &rows {
                let [place, day, expected, _why] = row[..] else { panic!("{row:?}") };
                let (document, anchor) = place.trim_matches('`').split_once('#').unwrap();
                let found = written(&state(&holdings, &acts, document, anchor, day.parse().unwrap()), &base);
                if found != expected {
                    wrong.push(format!("{place} on {day}: {found}, not {expected}"));
                }
            }
            Ok(())
        })
        .unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A number in order: `12 a` is (12, "a").
type Number = (u32, String);

fn number(text: &str) -> Option<Number> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..digits].parse().ok()?, text[digits..].trim().to_lowercase()))
}

/// Whether the words of a register name a paragraf, read by looking at each run of numbers that ends in `§`: its kapitel is the
/// last number before the `kap` that it follows. Words about headings and transitional provisions are cut away first.
fn words_name(words: &str, kapitel: Option<&Number>, wanted: &Number) -> bool {
    let mut current: Option<Number> = None;
    for section in words.split(';') {
        // An amendment of an amendment, and a day on which another one enters into force, change no provision by themselves.
        if section.contains("§ i ") || section.trim_start().starts_with("ikrafttr") {
            continue;
        }
        // Headings stand last in a section.
        let section = section.replace("författningsrubr.,", "");
        let section = section.split("rubr").next().unwrap_or_default();
        let mut run = String::new();
        current = current.filter(|_| false);
        let mut rest = section;
        while let Some(c) = rest.chars().next() {
            let length = c.len_utf8();
            if rest.starts_with("kap") {
                current = run.rsplit([',', 'n']).next().and_then(number);
                run.clear();
            } else if c == '§' {
                let covers = |part: &str| {
                    let (first, last) = part.split_once('-').unwrap_or((part, part));
                    let (Some(first), Some(last)) = (number(first), number(last)) else { return false };
                    first <= *wanted && *wanted <= last
                };
                if (kapitel.is_none() || kapitel == current.as_ref()) && run.split(',').any(covers) {
                    return true;
                }
                run.clear();
            } else if c.is_ascii_digit()
                || matches!(c, ',' | '-' | ' ')
                || c.is_ascii_lowercase() && run.ends_with(' ') && !rest[1..].starts_with(char::is_alphabetic)
            {
                run.push(c);
            } else if !run.trim_end().ends_with(',') {
                run.clear();
            }
            rest = &rest[length..];
        }
    }
    false
}

#[test]
fn which_acts_amended_the_provisions_of_every_statute() {
    let Some((_kept, snapshot)) = statutes() else { return };
    let base: Base = snapshot.manifest().base.clone();
    let (mut asked, mut listed, mut unnamed, mut naming) = (0_usize, 0_usize, Vec::new(), 0_usize);
    let mut missing = Vec::new();
    let mut places = Vec::new();
    for_each_statute(&snapshot, |statute, _, _| {
        let entries: Vec<(String, String)> = statute.artifact["amendments"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|entry| {
                let words = entry["properties"]["rpubl:andrar"].as_str()?;
                Some((entry["uri"].as_str()?.to_owned(), words.to_owned()))
            })
            .collect();
        let paragrafer: Vec<&String> = statute.held.iter().filter(|anchor| anchor.contains('P')).collect();
        let step = (paragrafer.len() / 3).max(1);
        for anchor in paragrafer.iter().step_by(step).take(3).filter(|_| !entries.is_empty()) {
            places.push((statute.local_id.clone(), (*anchor).clone(), entries.clone()));
        }
    });
    for (local_id, anchor, entries) in places {
        asked += 1;
        let question = ProvisionQuestion {
            uri: format!("{base}/{local_id}#{anchor}"),
            form: ProvisionForm::Text,
            as_of: None,
            context: ProvisionContext::None,
        };
        let answer = provision(&snapshot, today(), &question).unwrap();
        let text = answer.text.unwrap_or_default();
        let (kapitel, paragraf) = anchor.split_once('P').unwrap();
        let (kapitel, paragraf) = (number(kapitel.trim_start_matches('K')), number(paragraf).unwrap());
        let acts: BTreeSet<&str> = answer.amended_by.iter().map(|act| act.uri.as_str()).collect();
        for (act, words) in &entries {
            let signs = base.strip(act).is_some_and(|number| text.contains(&format!("({number}).")));
            let is_named = words_name(words, kapitel.as_ref(), &paragraf);
            // A whole kapitel counts; which kapitel a paragraf without one is in is not known here.
            let is_of_kapitel = words.contains("kap") && !is_named;
            if acts.contains(act.as_str()) {
                listed += 1;
                if !is_named && !signs && !is_of_kapitel {
                    unnamed.push(format!("{local_id}#{anchor} {act}: {words}"));
                }
            }
            if is_named || signs {
                naming += 1;
                if !acts.contains(act.as_str()) {
                    missing.push(format!("{local_id}#{anchor} {act}: {words}"));
                }
            }
        }
    }
    println!(
        "{asked} paragrafer, {listed} listed, {} not naming, {naming} naming, {} missing",
        unnamed.len(),
        missing.len()
    );
    for line in unnamed.iter().take(15).chain(missing.iter().take(15)) {
        println!("{line}");
    }
    // An act may name the provision under a number that it had before.
    assert!(unnamed.len() * 80 <= listed, "{} of {listed} listed entries do not name it", unnamed.len());
    assert!(missing.len() * 200 <= naming, "{} of {naming} entries that name it are missing", missing.len());
}
