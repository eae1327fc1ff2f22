//! The citations in a document and their order.
use lagrum_artifact::{Artifact, Base};
use lagrum_sources::{links, source};
use serde_json::{Value, json};

/// Each link as `predicate | anchor | page | target | text`, the base of targets left out.
fn check(name: &str, mut artifact: Value, expected: &[&str]) {
    let base = Base::parse("https://lag.example").unwrap();
    artifact["uri"] = format!("{base}/x/1").into();
    let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
    let found: Vec<_> = links(&artifact, source(name), &base)
        .into_iter()
        .map(|link| {
            let anchor = link.from_anchor.as_deref().unwrap_or("-");
            let page = link.from_page.map_or("-".to_owned(), |page| page.to_string());
            format!(
                "{} | {anchor} | {page} | {} | {}",
                link.predicate,
                base.strip(&link.to).unwrap_or(&link.to),
                link.text
            )
        })
        .collect();
    assert_eq!(found, expected);
}

fn link(local_id: &str, text: &str) -> Value {
    json!({"uri": format!("https://lag.example/{local_id}"), "text": text})
}

#[test]
fn runs_of_the_text_carry_the_place_around_them() {
    let node = json!({"type": "paragraf", "id": "P1", "page": 4, "children": [
        {"type": "stycke", "id": "P1S1", "text": ["Se ", link("1931:47#P2", "2 §")], "children": [
            {"type": "rad", "page": 5, "cells": [[link("a", "cell")], link("b", "lone")]}]},
        {"type": "stycke", "id": null, "text": [link("c", "c")]}],
        "versions": [{"language": "sv", "text": [link("d", "d")]}]});
    let foot = json!({"mark": "1", "text": [link("e", ""), {"uri": "#fn-1", "text": "1"}, {"uri": "https://else.example/", "predicate": "p"}]});
    check(
        "sfs",
        json!({"structure": [node, {"type": "stycke", "text": [link("f", "f")]}], "footnotes": [foot]}),
        &[
            "dcterms:references | P1S1 | 4 | 1931:47#P2 | 2 §",
            "dcterms:references | P1S1 | 5 | a | cell",
            "dcterms:references | P1S1 | 5 | b | lone",
            "dcterms:references | P1 | 4 | c | c",
            "dcterms:references | P1 | 4 | d | d",
            "dcterms:references | - | - | f | f",
            "dcterms:references | - | - | e | ",
            "p | - | - | https://else.example/ | ",
        ],
    );
}

#[test]
fn the_register_of_a_statute_cites_in_its_content_only() {
    check(
        "sfs",
        json!({"amendments": [{"uri": "https://lag.example/2001:5", "properties": {"rpubl:upphaver": ["https://lag.example/1"]},
            "content": [{"type": "overgangsbestammelse", "id": "L2001:5", "page": 3, "text": [link("a", "a")]}]}, {}]}),
        &["dcterms:references | L2001:5 | - | a | a"],
    );
}

#[test]
fn relations_of_the_whole_document_come_first() {
    let entry = |local_id: &str| json!([{"text": "x", "runs": ["om ", {"uri": format!("https://lag.example/{local_id}"), "text": "t", "predicate": "rpubl:q"}]}, "bare"]);
    check(
        "dv",
        json!({"identifier": "ID 1", "structure": [{"text": [link("body", "b")]}],
            "references": [link("ref", "r"), {"text": "no target"}],
            "metadata": {"nyckelord": ["ett får", " ", "Vall"], "bemyndigande": ["https://lag.example/law#P1"],
                "andradAv": ["https://lag.example/later"], "andrar": ["https://lag.example/base"], "upphaver": [],
                "genomfor": ["https://lag.example/celex/1"], "genomfor_akt": ["https://lag.example/celex/2"],
                "litteratur": entry("book"), "related": entry("case"), "forarbeten": entry("prop"), "lagrum": entry("law#P2")}}),
        &[
            "dcterms:references | - | - | ref | r",
            "dcterms:subject | - | - | begrepp/Ett_får | ett får",
            "dcterms:subject | - | - | begrepp/Vall | Vall",
            "rpubl:bemyndigande | - | - | law#P1 | ID 1",
            "rpubl:andrar | - | - | base | ID 1",
            "rpubl:genomforDirektiv | - | - | celex/1 | ID 1",
            "rinfoex:genomforRattsakt | - | - | celex/2 | ID 1",
            "rinfoex:andradAv | - | - | later | ID 1",
            "rpubl:q | - | - | law#P2 | t",
            "rpubl:q | - | - | prop | t",
            "rpubl:q | - | - | case | t",
            "rpubl:q | - | - | book | t",
            "dcterms:references | - | - | body | b",
        ],
    );
}

#[test]
fn a_bill_transposes_article_by_article() {
    check(
        "forarbete",
        json!({"structure": [{"type": "avsnitt", "id": "a1", "text": [link("a", "a")]}], "references": [link("ref", "r")],
            "implements": [{"uris": ["https://lag.example/celex/3#4", "https://lag.example/celex/3#5"], "sentence": "Så.", "page": 61},
                {"uris": ["https://lag.example/celex/3#6"]}, "?"]}),
        &[
            "dcterms:references | - | - | ref | r",
            "dcterms:references | a1 | - | a | a",
            "rpubl:genomforDirektiv | sid61 | 61 | celex/3#4 | Så.",
            "rpubl:genomforDirektiv | sid61 | 61 | celex/3#5 | Så.",
            "rpubl:genomforDirektiv | - | - | celex/3#6 | ",
        ],
    );
}

#[test]
fn a_preparatory_work_without_sections_is_cited_by_page() {
    let flat = json!({"structure": [{"type": "stycke", "text": [link("a", "a")]}, {"type": "stycke", "page": 7, "text": [link("b", "b")]}]});
    check(
        "forarbete",
        flat.clone(),
        &["dcterms:references | - | - | a | a", "dcterms:references | sid7 | 7 | b | b"],
    );
    check("avg", flat, &["dcterms:references | - | - | a | a", "dcterms:references | - | 7 | b | b"]);
    let one_section = json!({"structure": [{"type": "stycke", "page": 7, "text": [link("b", "b")]}, {"type": "avsnitt", "id": "a1"}]});
    check("forarbete", one_section, &["dcterms:references | - | 7 | b | b"]);
}

#[test]
fn definitions_of_a_swedish_act_name_concepts() {
    let act = |lang: &str| {
        json!({"lang": lang, "structure": [{"type": "article", "id": "4", "text": [link("a", "a")], "children": [
            {"type": "paragraph", "id": "4.1", "defines": "get"}, {"type": "point", "defines": "killing"}, {"type": "point", "defines": " "}]}]})
    };
    check(
        "eurlex",
        act("swe"),
        &[
            "dcterms:subject | - | - | begrepp/Killing | killing",
            "dcterms:references | 4 | - | a | a",
            "dcterms:subject | 4.1 | - | begrepp/Get | get",
        ],
    );
    check("eurlex", act("eng"), &["dcterms:references | 4 | - | a | a"]);
}

#[test]
fn an_ordinance_says_what_it_is_issued_under() {
    check(
        "sfs",
        json!({"structure": [{"id": "P1", "text": [link("a", "a")]}],
            "bemyndigande": [{"lagrum": "https://lag.example/1931:47#P9", "provisions": ["https://lag.example/x/1#P3", "https://lag.example/x/1"]},
                {"lagrum": "https://lag.example/1931:48", "provisions": []}, {"provisions": ["y"]}],
            "kompletterar": ["https://lag.example/1931:47"]}),
        &[
            "rpubl:bemyndigande | - | - | 1931:47#P9 | https://lag.example/1931:47#P9",
            "rpubl:bemyndigande | - | - | 1931:48 | https://lag.example/1931:48",
            "rinfoex:kompletterar | - | - | 1931:47 | https://lag.example/1931:47",
            "dcterms:references | P1 | - | a | a",
            "rpubl:bemyndigande | P3 | - | 1931:47#P9 | https://lag.example/1931:47#P9",
        ],
    );
}
