//! A citation stands under what the citing document meant on its day, and nowhere else.

use std::fmt::Write as _;

use lagrum_artifact::Location;
use lagrum_catalog::RowRange;
use lagrum_catalog::inbound::{CiterFilter, Inbound, InboundQuery, joined};
use lagrum_snapshot::Snapshot;
use serde_json::{Value, json};

use crate::corpus::{Corpus, uri};
use crate::place::BuiltCorpus;

/// An act with its register: the number, the day and the words of each act that changed it, and the works of some.
fn act(local_id: &str, last: &str, register: &[(&str, &str, &str, &str)]) -> (&'static str, Value) {
    let amendments: Vec<Value> = register
        .iter()
        .map(|(number, day, words, work)| {
            json!({
                "uri": uri(number),
                "properties": {"dcterms:identifier": format!("SFS {number}"), "rpubl:ikrafttradandedatum": day, "rpubl:andrar": words},
                "forarbeten": if work.is_empty() { json!([]) } else { json!([work]) },
            })
        })
        .collect();
    let properties = json!({
        "dcterms:title": format!("Vallag ({local_id})"),
        "dcterms:identifier": format!("SFS {local_id} i lydelse enligt SFS {last}"),
    });
    let paragraf = |kapitel: u32, number: u32| {
        json!({"type": "paragraf", "id": format!("K{kapitel}P{number}"), "ordinal": number.to_string(),
            "children": [{"type": "stycke", "text": [format!("Hjord {number} ska vallas.")]}]})
    };
    let kapitel = |number: u32| {
        json!({"type": "kapitel", "id": format!("K{number}"), "ordinal": number.to_string(),
            "children": [paragraf(number, 1), paragraf(number, 2)]})
    };
    let structure = json!([kapitel(1), kapitel(2)]);
    let artifact = json!({"uri": uri(local_id), "metadata": {"uri": format!("{}/konsolidering/{last}", uri(local_id)), "properties": properties}, "structure": structure,
        "amendments": amendments});
    ("sfs", artifact)
}

fn citing(source: &'static str, local_id: &str, date: &str, links: &[(&str, &str)]) -> (&'static str, Value) {
    let mut text: Vec<Value> = vec![json!("Enligt ")];
    for (target, words) in links {
        text.push(json!({"uri": uri(target), "text": words}));
        text.push(json!(" ska hjorden räknas. Enligt "));
    }
    let kind = local_id.split('/').next().unwrap();
    let artifact = json!({"uri": uri(local_id), "date": date, "doctype": kind, "type": kind, "identifier": local_id.replace("prop/", "Prop. "),
        "structure": [{"type": "stycke", "id": "S1", "text": text}]});
    (source, artifact)
}

/// Decisions that cite an abbreviation of two acts, and whose records name one of them: by a link, by its number alone.
fn decisions_with_records() -> [(&'static str, Value); 3] {
    let linked = |predicate: &str| json!([{"uri": uri("1987:672#K4P10"), "text": "4 kap. 10 §", "predicate": predicate}]);
    let records = [
        json!({"sfsnummer": null, "runs": linked("rpubl:lagrum")}),
        json!({"runs": linked("dcterms:references")}),
        json!({"sfsnummer": "1987:672", "text": "4 kap. 10 § konkurslagen", "runs": ["4 kap. 10 § konkurslagen"]}),
    ];
    let mut number = 0;
    records.map(|record| {
        number += 1;
        let local_id = format!("dom/nja/1999s{number}");
        let (source, mut artifact) =
            citing("dv", &local_id, "1999-03-03", &[("2017:725#K4P10", "4 kap. 10 § KL")]);
        artifact["metadata"] = json!({"lagrum": [record]});
        (source, artifact)
    })
}

fn corpus() -> Corpus {
    let register = [
        ("1990:10", "1991-01-01", "", ""),
        ("2000:20", "2000-07-01", "ändr. 1 kap. 4 §, 2 kap. 1 §", ""),
        (
            "2004:40",
            "2004-07-01",
            "nuvarande 1 kap. 4 § betecknas 1 kap. 5 §; ny 1 kap. 4 §",
            "Prop. 2003/04:4",
        ),
        ("2006:60", "2006-07-01", "nuvarande 1 kap. 5 § betecknas 1 kap. 7 §", "Prop. 2005/06:6"),
        ("2008:80", "2008-07-01", "upph. 2 kap.; nytt 2 kap.", "Prop. 2007/08:8"),
        // Not worked into the text that is held.
        ("2019:90", "2019-07-01", "upph. 1 kap.; nytt 1 kap.", "Prop. 2018/19:9"),
        ("2099:1", "2099-07-01", "upph. 1 kap. 1 §; ny 1 kap. 1 §", ""),
    ];
    let mut documents = vec![
        act("1990:10", "2008:80", &register),
        act("2003:30", "2003:30", &[("2003:30", "2004-01-01", "", "Prop. 2000/01:3")]),
        citing(
            "dv",
            "dom/nja/2003s1",
            "2003-03-03",
            &[("1990:10#K1P4S1", "1 kap. 4 §"), ("1990:10#K2P1", "2 kap. 1 §"), ("1990:10#P4", "4 §")],
        ),
        citing(
            "dv",
            "dom/nja/2005s1",
            "2005-03-03",
            &[("1990:10#K1P4", "1 kap. 4 §"), ("1990:10#K1P1", "1 kap. 1 §")],
        ),
        citing(
            "dv",
            "dom/nja/2010s1",
            "2010-03-03",
            &[
                ("1990:10#K2P1", "2 kap. 1 §"),
                ("2025:400#K4P1", "4 kap. 1 § socialtjänstlagen"),
                ("2025:401", "okändalagen"),
            ],
        ),
        citing(
            "dv",
            "dom/nja/2011s1",
            "2011-03-03",
            &[("2025:400#K4P1", "4 kap. 1 § socialtjänstlagen (2025:400)")],
        ),
        citing(
            "forarbete",
            "prop/2003/04:4",
            "2003-11-11",
            &[("1990:10#K1P4", "1 kap. 4 §"), ("1990:10#K1P5", "1 kap. 5 §")],
        ),
        citing("forarbete", "prop/2000/01:3", "2000-11-11", &[("2003:30", "den nya vallagen")]),
        citing("forarbete", "prop/2002/03:7", "2002-11-11", &[("2003:30", "den nya vallagen")]),
        citing("kommentar", "kommentar/1990:10", "1995-01-01", &[("1990:10#K1P4", "1 kap. 4 §")]),
    ];
    documents.extend(decisions_with_records());
    Corpus { documents, ..Corpus::default() }
}

/// The rows of a list: the citing document, the place under which it stands, and what it means.
fn shown(root: &str, list: &Inbound) -> String {
    let mut text = String::new();
    let local = |uri: &str| uri.strip_prefix(&uri_base()).unwrap_or(uri).to_owned();
    for row in &list.rows {
        let target = local(&joined(root, row.target_anchor.as_deref()));
        let _ = write!(text, "{} {target}", local(&row.citing.uri));
        if let Some(meaning) = &row.meaning {
            let meant = meaning.meant.as_ref().map_or("nothing".to_owned(), |meant| local(&meant.uri()));
            let by = local(&meaning.taken.uri);
            let _ = write!(
                text,
                " {} {} means {meant} by {by}",
                meaning.cited_as.name(),
                local(&meaning.written)
            );
            if let Some(ended) = &meaning.ended {
                let _ = write!(text, " repealed {}", ended.day.as_deref().unwrap_or("-"));
            }
        }
        text.push('\n');
    }
    text
}

fn uri_base() -> String {
    uri("x").trim_end_matches('x').to_owned()
}

fn ask(snapshot: &Snapshot, local_id: &str, exact: bool, is_earlier: bool) -> String {
    let place = Location::parse(&uri(local_id)).unwrap();
    let query = InboundQuery {
        location: &place,
        exact,
        source: None,
        citers: CiterFilter::default(),
        by_citations: false,
        page: RowRange { limit: 100, offset: 0 },
    };
    let list = snapshot
        .catalog()
        .with(|catalog| if is_earlier { catalog.earlier_inbound(&query) } else { catalog.inbound(&query) });
    shown(place.document().as_str(), &list.unwrap())
}

#[test]
fn a_citation_stands_under_what_it_means() {
    let place = BuiltCorpus::built(&corpus());
    let snapshot = place.snapshot();
    let renumbered =
        "dom/nja/2003s1 1990:10#K1P7S1 earlier_number 1990:10#K1P4S1 means 1990:10#K1P7S1 by 2004:40\n";
    let gone = "1990:10#K2P1 means nothing by 2008:80 repealed 2008-07-01\n";
    let young = "dom/nja/2010s1 2025:400#K4P1 earlier_act 2025:400#K4P1 means 2001:453#K4P1 by 2025:400\n";
    for (asked, current, earlier) in [
        // A number that is another's: later decisions, the bill that gave it, and the commentary mean the new provision.
        (
            "1990:10#K1P4",
            "prop/2003/04:4 1990:10#K1P4\ndom/nja/2005s1 1990:10#K1P4\nkommentar/1990:10 1990:10#K1P4\n"
                .to_owned(),
            "dom/nja/2003s1 1990:10#K1P4S1 earlier_number 1990:10#K1P4S1 means 1990:10#K1P7S1 by 2004:40\n"
                .to_owned(),
        ),
        (
            "1990:10#K1P7",
            format!(
                "prop/2003/04:4 1990:10#K1P7 earlier_number 1990:10#K1P5 means 1990:10#K1P7 by 2006:60\n{renumbered}"
            ),
            String::new(),
        ),
        // A kapitel that was replaced: the act counts the citation, no provision does.
        (
            "1990:10#K2P1",
            "dom/nja/2010s1 1990:10#K2P1\n".to_owned(),
            format!("dom/nja/2003s1 1990:10#K2P1 earlier_number {gone}"),
        ),
        // An act that is not worked in, and one that is not in force, move nothing.
        ("1990:10#K1P1", "dom/nja/2005s1 1990:10#K1P1\n".to_owned(), String::new()),
        // A younger act: by its name, but not by its number.
        ("2025:400", "dom/nja/2011s1 2025:400#K4P1\n".to_owned(), young.to_owned()),
        (
            "2001:453",
            "dom/nja/2010s1 2001:453#K4P1 earlier_act 2025:400#K4P1 means 2001:453#K4P1 by 2025:400\n"
                .to_owned(),
            String::new(),
        ),
        (
            "2025:401",
            String::new(),
            "dom/nja/2010s1 2025:401 earlier_act 2025:401 means nothing by 2025:401\n".to_owned(),
        ),
        // An abbreviation of two acts: the one that the record of the decision names.
        (
            "2017:725",
            String::new(),
            [1, 2, 3].map(|number| format!("dom/nja/1999s{number} 2017:725#K4P10 earlier_act 2017:725#K4P10 means 1987:672#K4P10 by 2017:725\n")).concat(),
        ),
        // Without its kapitel a number is none that an act speaks of.
        ("1990:10#P4", "dom/nja/2003s1 1990:10#P4\n".to_owned(), String::new()),
        // The work in which an act was prepared means it, and so does one of the year before.
        ("2003:30", "prop/2000/01:3 2003:30\nprop/2002/03:7 2003:30\n".to_owned(), String::new()),
    ] {
        let lines = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(lines(&ask(&snapshot, asked, false, false)), lines(&current), "{asked}");
        assert_eq!(lines(&ask(&snapshot, asked, false, true)), lines(&earlier), "{asked}, earlier");
    }
    let act = ask(&snapshot, "1990:10", false, false);
    assert!(act.contains(&format!("dom/nja/2003s1 1990:10 earlier_number {gone}")), "{act}");
    assert_eq!(ask(&snapshot, "1990:10", true, false), "", "nothing cites the act as a whole");
    assert_eq!(ask(&snapshot, "1990:10", false, true), "", "every citation counts at the act");
}

#[test]
fn margin_notes_count_what_is_meant() {
    let place = BuiltCorpus::built(&corpus());
    let snapshot = place.snapshot();
    let notes = snapshot.catalog().with(|catalog| catalog.packed_notes(&uri("1990:10"))).unwrap();
    let counts: Vec<(&str, u32, u32)> =
        notes.notes.iter().map(|note| (note.anchor.as_str(), note.documents, note.earlier)).collect();
    assert_eq!(
        counts,
        [("K1P1", 1, 0), ("K1P4", 3, 1), ("K1P5", 0, 1), ("K1P7", 2, 0), ("K2P1", 1, 1), ("P4", 1, 0)],
        "documents that mean each provision, and those that only have its number"
    );
    let count = |local_id: &str| snapshot.catalog().with(|catalog| catalog.document(&uri(local_id))).unwrap();
    assert_eq!(count("1990:10").unwrap().inbound_count, 5);
}
