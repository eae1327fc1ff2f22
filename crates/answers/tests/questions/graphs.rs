//! Graphs of documents: by a table of what each property stands on and leads to, and the same in all forms.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use lagrum_answers::{
    AnswerError, FormalForm, FormalQuestion, FormalSubject, LinkedGraph, LinkedValue, PlaceForm,
    akn_document, document_graph, document_text, eli_place, formal_facts, json_ld, turtle,
};
use lagrum_snapshot::Snapshot;
use oxjsonld::JsonLdParser;
use oxttl::TurtleParser;
use serde_json::{Value, json};

use crate::fixture::{TODAY, bare, dumps, uri};

const ADDRESS: &str = "https://lag.example";

fn question(uri: &str, address: Option<&str>) -> FormalQuestion {
    FormalQuestion { uri: uri.to_owned(), as_of: None, address: address.map(str::to_owned) }
}

/// What is wrong with a graph.
fn faults(graph: &LinkedGraph, table: &HashMap<&str, (Vec<&str>, Vec<&str>)>) -> Vec<String> {
    let mut classes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for triple in graph.triples() {
        if let (true, LinkedValue::Term(class)) = (triple.property == lagrum_linked::TYPE, &triple.value) {
            classes.entry(triple.subject.as_str()).or_default().insert(class.name);
        }
    }
    let is_one = |thing: &str, wanted: &str| classes.get(thing).is_some_and(|own| own.contains(wanted));
    let mut faults = Vec::new();
    for triple in graph.triples().iter().filter(|triple| triple.property != lagrum_linked::TYPE) {
        let name = triple.property.short();
        let Some((domains, ranges)) = table.get(name.as_str()) else {
            faults.push(format!("{name} is in no vocabulary"));
            continue;
        };
        if !domains.iter().any(|class| is_one(triple.subject.as_str(), class)) {
            faults.push(format!("{} is of no class of {name}", triple.subject));
        }
        let fits = |range: &&str| match (&triple.value, *range) {
            (LinkedValue::Thing(thing), "-") => classes.get(thing.as_str()).is_none_or(BTreeSet::is_empty),
            (LinkedValue::Thing(thing), list) if list.contains("://") => {
                thing.as_str().starts_with(list) && !thing.as_str().ends_with('/')
            }
            (LinkedValue::Thing(thing), class) => match class.strip_suffix('?') {
                // What is told of another act stands in the graph of that act.
                Some(class) => !classes.contains_key(thing.as_str()) || is_one(thing.as_str(), class),
                None => is_one(thing.as_str(), class),
            },
            (LinkedValue::Text(words, None), "text") => !words.trim().is_empty(),
            (LinkedValue::Text(words, Some(language)), "words") => {
                !words.trim().is_empty() && language.len() == 2
            }
            (LinkedValue::Typed(day, datatype), "xsd:date") => {
                datatype.name == "date" && day.parse::<Date>().is_ok()
            }
            (LinkedValue::Typed(year, datatype), "xsd:gYear") => datatype.name == "gYear" && year.len() == 4,
            _ => false,
        };
        if !ranges.iter().any(fits) {
            faults.push(format!("{name} leads to {:?}", triple.value));
        }
    }
    faults
}

fn table() -> HashMap<&'static str, (Vec<&'static str>, Vec<&'static str>)> {
    let rows = include_str!("eli.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        (cells[0], (cells[1].split(' ').collect(), cells[2].split(' ').collect()))
    })
    .collect()
}

/// The statements that other people's parsers read in both forms.
fn same_in_both_forms(graph: &LinkedGraph) {
    let (turtle, json) = (turtle(graph), json_ld(graph));
    let of_turtle: BTreeSet<String> =
        TurtleParser::new().for_slice(&turtle).map(|triple| triple.unwrap().to_string()).collect();
    let of_json: BTreeSet<String> = JsonLdParser::new()
        .for_slice(&json)
        .map(|quad| oxrdf::Triple::from(quad.unwrap()).to_string())
        .collect();
    assert_eq!(of_turtle, of_json);
    assert_eq!(of_turtle.len(), graph.triples().len());
}

/// The graphs of all documents of a snapshot, and how many there are.
fn walk(snapshot: &Snapshot, visit: impl Fn(&LinkedGraph)) -> usize {
    let table = table();
    let mut walked = 0;
    for document in snapshot.catalog().all_documents() {
        let document = document.unwrap();
        for address in [None, Some(ADDRESS)] {
            let graph = document_graph(snapshot, TODAY, &question(&document.uri, address)).unwrap();
            assert!(!graph.triples().is_empty(), "{}", document.uri);
            assert_eq!(faults(&graph, &table), Vec::<String>::new(), "{}", document.uri);
            visit(&graph);
        }
        walked += 1;
    }
    walked
}

/// What relations of a kind state between held statutes: subject and object.
fn stated(snapshot: &Snapshot, property: &str) -> BTreeSet<(String, String)> {
    let catalog = snapshot.catalog();
    let is_statute = |uri: &str| {
        let document = catalog.with(|reader| reader.document(uri)).unwrap();
        document.is_some_and(|document| document.source == "sfs")
    };
    let mut found = BTreeSet::new();
    for document in catalog.all_documents() {
        let uri = document.unwrap().uri;
        if !is_statute(&uri) {
            continue;
        }
        let graph = document_graph(snapshot, TODAY, &question(&uri, None)).unwrap();
        let of_kind = graph.triples().iter().filter(|triple| triple.property.short() == property);
        for triple in of_kind {
            if let (true, LinkedValue::Thing(other)) = (triple.subject.as_str() == uri, &triple.value)
                && is_statute(other.as_str())
            {
                found.insert((uri.clone(), other.to_string()));
            }
        }
    }
    found
}

/// Every held act says of itself what the registers of the acts that it changed and repealed say of it. Returns how many such statements
/// there are.
fn turned_round(snapshot: &Snapshot) -> [usize; 2] {
    // What only a note in the text says is no entry of a register.
    let is_registered = |(act, by): &(String, String)| {
        let record = snapshot.catalog().with(|catalog| catalog.act(act)).unwrap().unwrap();
        record.register.iter().any(|entry| entry.uri == *by)
    };
    [("eli:amended_by", "eli:amends"), ("eli:repealed_by", "eli:repeals")].map(|(passive, active)| {
        let turned: BTreeSet<(String, String)> =
            stated(snapshot, passive).into_iter().filter(is_registered).map(|(act, by)| (by, act)).collect();
        assert_eq!(stated(snapshot, active), turned);
        turned.len()
    })
}

#[test]
fn what_changed_an_act_says_so_of_itself() {
    let [_, repealed] = turned_round(&bare());
    assert!(repealed > 0);
    let entry = |number: &str, words: &str, day: &str| {
        let mut properties = json!({"dcterms:identifier": format!("SFS {number}"), "rpubl:andrar": words,
            "rpubl:ikrafttradandedatum": day});
        let listed =
            [("ändr. 1 §", "ersatter", "P1"), ("upph. 2 §", "upphaver", "P2"), ("ny 3 §", "inforsI", "P3")];
        for (_, list, anchor) in listed.into_iter().filter(|(named, ..)| words.contains(named)) {
            properties[format!("rpubl:{list}")] = json!([uri(&format!("2001:1#{anchor}"))]);
        }
        json!({"uri": uri(number), "properties": properties})
    };
    let act = |number: &str, register: &[Value]| {
        let paragraf = |number: u8| {
            let stycke = json!({"type": "stycke", "id": format!("P{number}S1"), "text": ["Får räknas."]});
            json!({"type": "paragraf", "id": format!("P{number}"), "ordinal": number.to_string(), "children": [stycke]})
        };
        json!({"uri": uri(number), "structure": [paragraf(1), paragraf(2), paragraf(3)], "amendments": register,
            "metadata": {"properties": {"dcterms:title": format!("Fårlag ({number})")}}})
    };
    let (words, day) = ("ändr. 1 §; upph. 2 §; ny 3 §", "2005-07-01");
    let statutes = [
        act(
            "2001:1",
            &[entry("2001:1", "", "2001-03-01"), entry("2005:7", words, day), entry("2006:9", words, "")],
        ),
        act(
            "2001:2",
            &[entry("2001:2", "", "2001-03-01"), entry("2005:7", "ikrafttr. av 2004:3", "2005-08-01")],
        ),
        act("2005:7", &[entry("2005:7", "", day)]),
    ];
    let lines: Vec<String> = statutes.iter().map(Value::to_string).collect();
    let built = dumps(&[("sfs.ndjson", &lines.join("\n"))]);
    // An act that only says when another enters into force amends nothing, and one that is not held says nothing.
    assert_eq!(turned_round(&built.snapshot), [1, 0]);
    let xml = akn_document(&built.snapshot, TODAY, &question(&uri("2005:7"), None)).unwrap().xml;
    let (_, active) = xml.split_once("<activeModifications>\n").unwrap();
    let (active, _) = active.split_once("</activeModifications>").unwrap();
    let tree = format!("<all xmlns:lagrum=\"x\">{active}</all>");
    let tree = roxmltree::Document::parse(&tree).unwrap();
    let child = |node: roxmltree::Node<'_, '_>, name: &str, attribute: &str| {
        let found = node.children().find(|child| child.tag_name().name() == name);
        found.and_then(|child| child.attribute(attribute)).unwrap_or_default().to_owned()
    };
    let changes: Vec<(String, String, bool)> = tree
        .descendants()
        .filter(|node| node.tag_name().name() == "textualMod")
        .map(|node| {
            let has_day = !child(node, "force", "period").is_empty();
            (node.attribute("type").unwrap().to_owned(), child(node, "destination", "href"), has_day)
        })
        .collect();
    let at = |anchor: &str| uri(&format!("2001:1#{anchor}"));
    let expected = [("substitution", at("P1")), ("insertion", at("P3")), ("repeal", at("P2"))];
    assert_eq!(changes, expected.map(|(kind, at)| (kind.to_owned(), at, true)));
    assert!(active.contains(&format!("<lagrum:scope>{words}</lagrum:scope>")), "{active}");
}

#[test]
fn every_graph_keeps_to_the_ontology_and_is_the_same_in_both_forms() {
    assert!(walk(&bare(), same_in_both_forms) > 100);
}

#[test]
fn a_title_and_a_language_are_of_the_words_and_not_of_the_act() {
    let snapshot = bare();
    let graph = document_graph(&snapshot, TODAY, &question(&uri("1931:47"), Some(ADDRESS))).unwrap();
    let turtle = turtle(&graph);
    for part in [
        "<https://lag.example/eli/sfs/1931/47> a eli:LegalResource ;",
        "owl:sameAs <https://lag.demo.example/1931:47> ;",
        "eli:passed_by <https://lag.example/ns/lagrum#agent-riksdagen>",
        "eli:amended_by <https://lag.example/eli/sfs/",
        "eli:language <http://publications.europa.eu/resource/authority/language/SWE>",
        "eli:legal_value <http://data.europa.eu/eli/ontology#LegalValue-unofficial>",
        "eli:is_exemplified_by <https://lag.example/1931:47>",
    ] {
        assert!(turtle.contains(part), "{part}\n{turtle}");
    }
    let bare_graph = document_graph(&snapshot, TODAY, &question(&uri("1931:47"), None)).unwrap();
    let bare_turtle = lagrum_answers::turtle(&bare_graph);
    assert!(!bare_turtle.contains("/eli/sfs/") && !bare_turtle.contains("eli:Format"), "{bare_turtle}");
}

#[test]
fn a_decision_has_its_european_identifier() {
    let snapshot = bare();
    let with_ecli = |uri: &str| {
        let graph = document_graph(&snapshot, TODAY, &question(uri, None)).unwrap();
        turtle(&graph).contains("dcterms:identifier") && turtle(&graph).contains("\"ECLI:")
    };
    let decisions: Vec<String> = snapshot
        .catalog()
        .all_documents()
        .map(Result::unwrap)
        .filter(|document| {
            let text = document_text(&snapshot, TODAY, &document.uri).unwrap();
            let subject =
                FormalSubject { document: &text.document, artifact: text.artifact(), uri: &document.uri };
            formal_facts(&snapshot, TODAY, subject).unwrap().ecli.is_some()
        })
        .map(|document| document.uri)
        .collect();
    assert!(decisions.len() > 2, "{decisions:?}");
    assert!(decisions.iter().all(|uri| with_ecli(uri)));
}

#[test]
fn a_provision_belongs_to_its_act() {
    let snapshot = bare();
    let graph = document_graph(&snapshot, TODAY, &question(&uri("1931:47#K2P3"), Some(ADDRESS))).unwrap();
    let turtle = turtle(&graph);
    assert!(turtle.contains("<https://lag.demo.example/1931:47#K2P3>"), "{turtle}");
    assert!(turtle.contains("eli:is_part_of <https://lag.example/eli/sfs/1931/47>"), "{turtle}");
    assert_eq!(
        faults(
            &graph,
            &HashMap::from([
                ("eli:is_part_of", (vec!["LegalResourceSubdivision"], vec!["LegalResource?"])),
                ("rdfs:label", (vec!["LegalResourceSubdivision"], vec!["words"])),
                ("eli:version_date", (vec!["LegalResourceSubdivision"], vec!["xsd:date"]))
            ])
        ),
        Vec::<String>::new()
    );
    let missing = document_graph(&snapshot, TODAY, &question(&uri("1931:47#K99"), None));
    assert!(matches!(missing, Err(AnswerError::NotFound(_))), "{missing:?}");
}

#[test]
fn every_identifier_of_a_graph_leads_to_what_it_names() {
    let snapshot = bare();
    let mut led = 0;
    for document in snapshot.catalog().all_documents() {
        let document = document.unwrap();
        let graph = document_graph(&snapshot, TODAY, &question(&document.uri, Some(ADDRESS))).unwrap();
        let own =
            |iri: &str| iri.strip_prefix(ADDRESS).filter(|path| path.starts_with("/eli/")).map(str::to_owned);
        let subjects: BTreeSet<String> =
            graph.triples().iter().filter_map(|triple| own(triple.subject.as_str())).collect();
        for path in subjects {
            let place = eli_place(&snapshot, &path).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(place.uri.starts_with(&document.uri), "{path}: {place:?}");
            let form = path.rsplit('/').next().unwrap();
            if let Some(form) = FormalForm::ALL.into_iter().find(|known| known.name() == form) {
                assert_eq!(place.form, Some(PlaceForm::Document(form)), "{path}");
            }
            led += 1;
        }
    }
    assert!(led > 200, "{led}");
}

#[test]
fn paths_that_identify_nothing_say_why() {
    let snapshot = bare();
    let mut rows = 0;
    for row in include_str!("eli_paths.tsv").lines().filter(|row| !row.starts_with('#')) {
        let (path, expected) = row.split_once('\t').unwrap();
        let found = match eli_place(&snapshot, path) {
            Ok(place) => {
                let form = place.form.map(|form| match form {
                    PlaceForm::Document(form) => form.name(),
                    PlaceForm::Pdf => "pdf",
                });
                format!("{} {}", place.page, form.unwrap_or_default()).trim_end().to_owned()
            }
            Err(error) => error.to_string(),
        };
        assert!(found.contains(expected), "{path}: {found}");
        rows += 1;
    }
    assert!(rows >= 30, "{rows}");
}

#[test]
fn every_graph_of_a_real_corpus_keeps_to_the_ontology() {
    let Some(real) = crate::real::Real::get() else { return };
    let walked = walk(&real.snapshot, |_| {});
    assert!(walked > 1000, "{walked}");
    println!("{:?} amended and repealed acts", turned_round(&real.snapshot));
}
