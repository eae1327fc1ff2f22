//! Akoma Ntoso: three acts whose XML is known element for element, and acts of any shape.

use std::collections::{BTreeSet, HashMap};

use lagrum_artifact::{Artifact, Step};
use lagrum_render::akn::{AknDate, AknMetadata, AknNames, AknPeriod, akn, akn_portion, anchor_of};
use lagrum_sources::ActForm;
use proptest::prelude::*;
use serde_json::{Value, json};

const BASE: &str = lagrum_demo::BASE;

fn metadata(form: ActForm, uri: &str) -> AknMetadata {
    let day = |name| AknDate { day: "2031-02-01".to_owned(), name };
    AknMetadata {
        form,
        uri: uri.to_owned(),
        concepts: "https://lag.example/begrepp/".to_owned(),
        namespace: format!("{BASE}/ns/lagrum#"),
        publisher: format!("{BASE}/"),
        names: AknNames {
            work: "/akn/se/act/sfs/2031/100".to_owned(),
            expression: "/akn/se/act/sfs/2031/100/swe@".to_owned(),
            country: "se".to_owned(),
            subtype: "sfs".to_owned(),
            number: "100".to_owned(),
        },
        identifier: None,
        title: Some("Exempellag (2031:100)".to_owned()),
        text_uri: uri.to_owned(),
        issued: day("issued"),
        expressed: day("in-force"),
        made: "2031-02-01".to_owned(),
        author: "riksdagen".to_owned(),
        version: None,
        language: "swe",
        is_original: true,
        events: Vec::new(),
        modified_by: Vec::new(),
        modifies: Vec::new(),
        transposes: Vec::new(),
        periods: HashMap::new(),
        facts: Vec::new(),
    }
}

/// The elements of a text: depth, name, the attributes that do not depend on the metadata, and words.
fn elements(node: roxmltree::Node<'_, '_>, depth: usize, found: &mut Vec<String>) {
    for child in node.children() {
        if let Some(words) = child.text().filter(|_| child.is_text()) {
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            if !words.is_empty() {
                found.push(format!("{depth} \"{words}\""));
            }
        } else if child.is_element() {
            let mut attributes: Vec<String> = child
                .attributes()
                .filter(|attribute| attribute.name() != "period")
                .map(|attribute| format!("{}={}", attribute.name(), attribute.value()))
                .collect();
            attributes.sort();
            found.push(format!("{depth} {} {}", child.tag_name().name(), attributes.join(" ")));
            elements(child, depth + 1, found);
        }
    }
}

#[test]
fn three_acts_element_for_element() {
    let acts = [
        (ActForm::SwedishAct, "2031:100", include_str!("akn/lag.json"), include_str!("akn/lag.xml")),
        (
            ActForm::SwedishAct,
            "exfs/2031:4",
            include_str!("akn/foreskrift.json"),
            include_str!("akn/foreskrift.xml"),
        ),
        (
            ActForm::EuAct,
            "celex/32031L0001",
            include_str!("akn/direktiv.json"),
            include_str!("akn/direktiv.xml"),
        ),
    ];
    for (form, id, json, expected) in acts {
        let artifact = Artifact::parse(json.as_bytes()).unwrap();
        let xml = akn(&artifact, &metadata(form, &format!("{BASE}/{id}")));
        let written = roxmltree::Document::parse(&xml).unwrap();
        let expected = roxmltree::Document::parse(expected).unwrap();
        let (mut found, mut wanted) = (Vec::new(), Vec::new());
        elements(expected.root_element(), 0, &mut wanted);
        let act = written.root_element().first_element_child().unwrap();
        for part in act.children().filter(|part| ["preamble", "body"].contains(&part.tag_name().name())) {
            found.push(format!("0 {} ", part.tag_name().name()));
            elements(part, 1, &mut found);
        }
        assert_eq!(found.join("\n"), wanted.join("\n"), "{id}");
    }
}

#[test]
fn links_to_concepts_are_terms() {
    let runs = json!(["Får: ", {"uri": "https://lag.example/begrepp/Får", "text": "får"}, {"uri": "#P1", "text": "1 §"}]);
    let json = json!({"uri": format!("{BASE}/2031:100"), "structure": [{"type": "stycke", "id": "S1", "text": runs}]});
    let artifact = Artifact::parse(json.to_string().as_bytes()).unwrap();
    let xml = akn(&artifact, &metadata(ActForm::SwedishAct, &format!("{BASE}/2031:100")));
    let term = "<ref class=\"term subject\" href=\"https://lag.example/begrepp/Får\">får</ref><ref href=\"";
    assert!(xml.contains(term), "{xml}");
}

#[test]
fn mends_that_touched_a_text_are_named() {
    let mends = |form: ActForm, artifact: &Value| {
        let uri = artifact["uri"].as_str().unwrap_or_default();
        let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
        let xml = akn(&artifact, &metadata(form, uri));
        let document = roxmltree::Document::parse(&xml).unwrap();
        let mended = document
            .descendants()
            .filter(|node| node.has_tag_name((&*format!("{BASE}/ns/lagrum#"), "mended")));
        mended.filter_map(|node| Some(node.text()?.to_owned())).collect::<Vec<_>>().join(" ")
    };
    let act = |uri: &str, fields: Value, nodes: &[Value]| {
        let mut act = json!({"uri": format!("{BASE}/{uri}"), "structure": nodes});
        act.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        act
    };
    let paragraph = |text: &str| json!({"type": "stycke", "text": [text]});
    let row = |text: &str| json!({"type": "row", "text": [text]});
    let statute = |text: &str| act("2031:100", json!({"amendments": []}), &[paragraph(text)]);
    let regulation = |text: &str| {
        act("exfs/2031:4", json!({"fs": "exfs", "identifier": "EXFS 2031:4"}), &[paragraph(text)])
    };
    let (se, eu) = (ActForm::SwedishAct, ActForm::EuAct);
    for (form, artifact, expected) in [
        (se, statute("Får klipps på våren, och/eller på hösten: (a) alla."), ""),
        (se, statute("*/k/ Får klipps */-k/ på våren."), ""),
        (se, statute("Får klipps på våren.Ull säljs."), "joined-words"),
        (se, statute("Får klipps. - - - - - - - - - -"), "short-rules"),
        (se, statute("Får , klipps.Ull säljs."), "joined-words blanks-at-marks"),
        (se, statute("Får , lamm ( killingar ) klipps."), "blanks-at-marks"),
        (se, regulation("Följande gäller: 1. ull, 2. mjölk."), "run-on-lists"),
        (se, regulation("EXFS 2031:4"), "running-heads"),
        (se, statute("| Ö | Får | |---|---| | Fårö | 4 |"), "bar-tables"),
        (eu, act("celex/32031L0001", json!({}), &[row("(a) | wool"), row("(b) | milk")]), "flattened-rows"),
    ] {
        assert_eq!(mends(form, &artifact), expected, "{artifact}");
    }
}

#[test]
fn periods_of_provisions_and_portions() {
    let artifact = Artifact::parse(include_bytes!("akn/lag.json")).unwrap();
    let mut metadata = metadata(ActForm::SwedishAct, &format!("{BASE}/2031:100"));
    let known = AknPeriod { from: Some("2031-07-01".to_owned()), until: None, basis: None };
    metadata.periods.insert("K1P1".to_owned(), known);
    metadata.periods.insert("K2P1".to_owned(), AknPeriod { basis: Some("gap"), ..AknPeriod::default() });
    let xml = akn(&artifact, &metadata);
    assert!(xml.contains("<section eId=\"chp_1__sec_1\" period=\"#tmpg_1\">"), "{xml}");
    assert!(
        xml.contains("<temporalGroup eId=\"tmpg_1\"><timeInterval refersTo=\"#inForce\" start=\"#eref_1\"/>")
    );
    assert!(xml.contains("<section eId=\"chp_2__sec_1\" lagrum:basis=\"gap\">"));
    // The variant that is to come has the day of the text.
    assert!(xml.contains("<section eId=\"chp_2__sec_nn_1\" period=\"#tmpg_2\">"));
    assert!(xml.contains("contains=\"multipleVersions\""));
    let portion = akn_portion(&artifact, &metadata, "K1P1").unwrap();
    let part = portion.split("<portionBody>\n").nth(1).unwrap().split("</portionBody>").next().unwrap();
    assert!(xml.contains(part.trim()), "{part}");
    assert!(portion.contains("<portion includedIn=\"/akn/se/act/sfs/2031/100/swe@\">"));
    assert!(portion.contains("<FRBRportion from=\"#chp_1__sec_1\"/>") && !portion.contains("tmpg_2"));
    for anchor in ["K1R1", "B1", "K1P1S1N2Na", "L2033:7"] {
        let portion = akn_portion(&artifact, &metadata, anchor).unwrap();
        assert!(roxmltree::Document::parse(&portion).is_ok(), "{anchor}");
    }
    assert_eq!(akn_portion(&artifact, &metadata, "K9"), None);
}

/// Any node with any others in it.
fn node() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec![
        "avdelning",
        "kapitel",
        "paragraf",
        "stycke",
        "punkt",
        "lista",
        "rubrik",
        "tabell",
        "rad",
        "upphavd",
        "bilaga",
        "grafik",
        "konventionsartikel",
        "konventionsstycke",
        "artikel",
        "article",
        "paragraph",
        "point",
        "heading",
        "recital",
        "citation",
        "preamble",
        "row",
        "note",
        "fotnot",
        "citat",
        "avskiljare",
        "",
    ]);
    let text = prop::sample::select(vec![
        json!([]),
        json!(["1. ull &\u{1} <b>\u{fffe}"]),
        json!(["2 kap. ", {"uri": "https://x.example/1:2#P 1|", "text": " 3 § "}]),
        json!([{"uri": "#K1P1", "text": "1 §"}]),
        json!("KAPITEL I"),
        json!(["| a | b |\n| c | d |"]),
        json!(["får: 1. ull, 2. mjölk"]),
    ]);
    let id = prop::option::of(prop::sample::select(vec![
        "K1",
        "K1P1",
        "P1S1",
        "B1",
        "1.2",
        "å å",
        "A1P2La",
        "K1P1S1N1Na",
        "sid4",
    ]));
    let leaf = (
        kind,
        text,
        id,
        prop::option::of("[1-9a]{1,2}"),
        prop::option::of(prop::sample::select(vec!["2031-01-01", "den dag regeringen bestämmer"])),
    );
    let make = |(kind, text, id, number, day): (&str, Value, Option<&str>, Option<String>, Option<&str>),
                children: Vec<Value>| {
        json!({"type": kind, "text": text, "id": id, "ordinal": number, "num": number, "ikrafttrader": day, "children": children,
            "cells": if kind == "rad" { json!([["a"], [text]]) } else { Value::Null }})
    };
    let first = leaf.prop_map(move |of| make(of, Vec::new()));
    first.prop_recursive(5, 24, 5, move |inner| {
        let kinds = prop::sample::select(vec!["kapitel", "paragraf", "stycke", "punkt", "tabell", "article", "paragraph", "recital", "bilaga", "x"]);
        (kinds, prop::option::of("[A-Z][0-9]{1,2}"), prop::collection::vec(inner, 0..5)).prop_map(|(kind, id, children)| {
            json!({"type": kind, "id": id, "ordinal": "1", "text": ["a"], "children": children})
        })
    })
}

/// The file that takes the XML of acts of any shape, for a check by the schema: docs/formats.md.
fn written_to() -> Option<std::ffi::OsString> {
    std::env::var_os("LAGRUM_TEST_AKN")
}

/// Appends a text to [`written_to`].
fn keep(xml: &str) {
    let Some(path) = written_to() else { return };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let written =
        file.and_then(|mut file| std::io::Write::write_all(&mut file, format!("{xml}\0").as_bytes()));
    assert!(written.is_ok(), "{written:?}");
}

fn cases() -> u32 {
    if written_to().is_some() { 3_400 } else { 1_000 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn an_act_of_any_shape_is_well_formed(structure in prop::collection::vec(node(), 0..6), content in prop::option::of(node())) {
        let json = json!({"uri": format!("{BASE}/2031:100"), "structure": structure,
            "amendments": [{"uri": "x:1", "content": content}]});
        let artifact = Artifact::parse(json.to_string().as_bytes()).unwrap();
        for form in [ActForm::SwedishAct, ActForm::EuAct, ActForm::Treaty] {
            let metadata = metadata(form, &format!("{BASE}/2031:100"));
            let xml = akn(&artifact, &metadata);
            keep(&xml);
            let written = roxmltree::Document::parse(&xml);
            prop_assert!(written.is_ok(), "{:?}\n{xml}", written.err());
            let written = written.unwrap();
            let mut eids = BTreeSet::new();
            for element in written.descendants().filter(roxmltree::Node::is_element) {
                if let Some(eid) = element.attribute("eId") {
                    prop_assert!(eids.insert(eid.to_owned()), "{eid} twice\n{xml}");
                }
            }
            // Every anchor that a node stores is an eId, if its part has a text.
            let anchors: BTreeSet<String> = eids.iter().filter_map(|eid| anchor_of(form, eid)).collect();
            let mut stored = BTreeSet::new();
            artifact.presented().walk(&mut |step| {
                if let Step::Enter(node) = step {
                    stored.extend(node.id().map(str::to_owned));
                }
            });
            for part in artifact.presented().anchored_parts() {
                let anchor = part.anchor.as_str();
                let is_seen = !part.text.trim().is_empty() && stored.contains(anchor);
                prop_assert!(!is_seen || anchors.contains(anchor), "{anchor}\n{xml}");
            }
        }
    }
}
