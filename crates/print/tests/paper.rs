//! Documents are typeset as PDFs, the same manuscript always as the same PDF, and their text is never read as markup.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use lagrum_print::{page, paper};
use lagrum_print_pool::PageJob;
use lagrum_render::manuscript::{Context, ContextGroup, Figure, Layout, Manuscript, Picture, Reference};
use serde_json::json;

fn manuscript(artifact: &serde_json::Value) -> Manuscript {
    Manuscript {
        title: Some("Titel".to_owned()),
        head: "Huvud".to_owned(),
        address: "https://lag.example/1:1".to_owned(),
        status: Vec::new(),
        foot: String::new(),
        made: None,
        artifact: Some(serde_json::value::to_raw_value(artifact).unwrap()),
        layout: Layout { contents: false, amendments: true, columns: 1 },
        context: Vec::new(),
        figures: Vec::new(),
    }
}

fn typeset(manuscript: &Manuscript) -> Vec<u8> {
    paper::typeset(&serde_json::to_vec(manuscript).unwrap()).unwrap()
}

fn has(pdf: &[u8], text: &str) -> bool {
    pdf.windows(text.len()).any(|window| window == text.as_bytes())
}

fn stycke(text: &str) -> serde_json::Value {
    json!({ "type": "stycke", "text": [text] })
}

#[test]
fn text_that_looks_like_markup_is_printed_as_text() {
    let sly = [
        "#panic(\"x\")",
        "#read(\"/etc/passwd\")",
        "#import \"@preview/example:0.1.0\": *",
        "*fet* _kursiv_ `kod` $x^2$ <etikett> @hänvisning",
        "= Rubrik\n- punkt\n+ nummer\n/ term: x",
        "\\u{0} \\ ~ --- ... \"citat\" 'citat' // slut /* slut",
        "]#]})",
        "\u{0}\u{1}\u{fffe}\u{202e}\u{feff}",
    ];
    let nodes: Vec<_> = sly
        .iter()
        .flat_map(|text| {
            [
                stycke(text),
                json!({ "type": "rubrik", "level": 1, "id": text, "text": [text] }),
                json!({ "type": "stycke", "beteckning": text, "id": text, "text": [{ "text": text, "uri": text }] }),
                json!({ "type": "tabell", "children": [{ "type": "rad", "cells": [[text], [text]] }] }),
                json!({ "type": "punkt", "ordinal": text, "text": [text] }),
            ]
        })
        .collect();
    let artifact = json!({ "uri": "https://lag.example/1:1", "title": sly[0], "structure": nodes });
    let mut manuscript = manuscript(&artifact);
    manuscript.head = sly[1].to_owned();
    manuscript.address = sly[2].to_owned();
    manuscript.context = vec![Context {
        anchor: Some(sly[3].to_owned()),
        name: sly[4].to_owned(),
        groups: vec![ContextGroup {
            heading: sly[5].to_owned(),
            references: vec![Reference { name: sly[6].to_owned(), uri: sly[0].to_owned() }],
            more: 7,
        }],
    }];
    assert!(typeset(&manuscript).starts_with(b"%PDF-"));
}

#[test]
fn what_must_not_be_overlooked_is_data_of_the_template() {
    let artifact = json!({ "uri": "https://lag.example/1:1", "structure": [stycke("Text.")] });
    let mut manuscript = manuscript(&artifact);
    manuscript.status = vec!["Upphävd 2031-02-03.".to_owned(), "Lydelse: SFS 2030:5.".to_owned()];
    manuscript.foot = "Upphävd 2031-02-03".to_owned();
    manuscript.made = Some("2031-05-06".to_owned());
    let data: serde_json::Value =
        serde_json::from_slice(&paper::template_data(&manuscript, None).unwrap()).unwrap();
    assert_eq!(data["status"], json!(["Upphävd 2031-02-03.", "Lydelse: SFS 2030:5."]));
    assert_eq!((&data["foot"], &data["made"]), (&json!("Upphävd 2031-02-03"), &json!("2031-05-06")));
    for columns in [1, 2] {
        manuscript.layout.columns = columns;
        assert!(typeset(&manuscript).starts_with(b"%PDF-"));
    }
}

#[test]
fn only_web_addresses_are_links() {
    let link = |uri: &str| json!({ "type": "stycke", "text": ["Se ", { "text": "ord", "uri": uri }, "."] });
    let artifact = json!({ "uri": "https://lag.example/1:1", "structure": [
        link("https://lag.example/2:2#K1"), link("javascript:alert(1)"), link("file:///etc/passwd"),
        link("https://lag.example/1:1#P1"), link("https://lag.example/1:1#P9"),
        { "type": "stycke", "id": "P1", "text": ["Hit."] }, { "type": "stycke", "id": "P1", "text": ["Och hit."] },
    ]});
    let pdf = typeset(&manuscript(&artifact));
    assert!(has(&pdf, "https://lag.example/2:2#K1"));
    assert!(!has(&pdf, "javascript") && !has(&pdf, "passwd"));
    assert!(!has(&pdf, "1:1#P1") && !has(&pdf, "1:1#P9"), "links within are no web addresses");
}

#[test]
fn the_same_manuscript_gives_the_same_bytes_also_at_the_same_time() {
    let chapters: Vec<_> = (1..40)
        .flat_map(|n| {
            let uri = format!("https://lag.example/1:1#K{}", 40 - n);
            [
                json!({ "type": "rubrik", "level": 1, "id": format!("K{n}"), "text": [format!("{n} kap.")] }),
                json!({ "type": "stycke", "text": ["Se ", { "text": "ett kapitel", "uri": uri }, " till."] }),
                stycke(&"ord ".repeat(300)),
            ]
        })
        .collect();
    let artifact = json!({ "uri": "https://lag.example/1:1", "structure": chapters });
    for columns in [1, 2] {
        let mut manuscript = manuscript(&artifact);
        manuscript.layout = Layout { contents: true, amendments: true, columns };
        let first = typeset(&manuscript);
        std::thread::scope(|scope| {
            let prints: Vec<_> = (0..4).map(|_| scope.spawn(|| typeset(&manuscript))).collect();
            for print in prints {
                assert!(print.join().unwrap() == first);
            }
        });
    }
}

#[test]
fn links_within_have_targets_also_in_a_title_and_more_than_once() {
    let link = |anchor: &str| json!({ "text": "ord", "uri": format!("https://lag.example/1:1#{anchor}") });
    let artifact = json!({ "uri": "https://lag.example/1:1", "structure": [
        { "type": "rubrik", "level": 1, "text": ["Lag om ", link("P1"), " och ", link("P9")] },
        { "type": "stycke", "text": [link("P1"), " ", link("P1"), " ", link("P9")] },
        { "type": "stycke", "id": "P1", "text": ["Hit."] },
    ]});
    let mut manuscript = manuscript(&artifact);
    manuscript.title = None;
    let pdf = typeset(&manuscript);
    let links = pdf.windows(13).filter(|window| window == b"/Subtype/Link").count();
    assert_eq!(links, 3, "a link to what is missing is text");
}

#[test]
fn every_page_has_its_number_and_every_page_but_the_first_a_head() {
    let artifact = json!({ "uri": "https://lag.example/1:1", "structure": [stycke(&"ord ".repeat(6000))] });
    for columns in [1, 2] {
        let mut manuscript = manuscript(&artifact);
        manuscript.layout.columns = columns;
        let pdf = typeset(&manuscript);
        let part = |number: u32, crop: [f64; 4]| {
            page::draw(pdf.clone(), &PageJob { number, dpi: 72, crop: Some(crop) }, 1_000_000).unwrap()
        };
        let head = |number| part(number, [0.0, 0.0, 595.0, 60.0]);
        let foot = |number| part(number, [300.0, 780.0, 595.0, 840.0]);
        let blank = part(1, [0.0, 0.0, 595.0, 20.0]).len();
        assert!(head(1).len() < blank * 2 && head(2) != head(1), "{columns}");
        assert!(foot(1) != foot(2), "{columns}");
    }
}

#[test]
fn sheets_are_a4_and_the_pdf_is_tagged_with_an_outline() {
    let headings: Vec<_> = (1..12)
        .flat_map(|n| {
            [
                json!({ "type": "rubrik", "level": 1, "text": [format!("{n} kap.")] }),
                stycke(&"ord ".repeat(400)),
            ]
        })
        .collect();
    let artifact = json!({ "uri": "https://lag.example/1:1", "structure": headings });
    for columns in [1, 2] {
        let mut manuscript = manuscript(&artifact);
        manuscript.layout = Layout { contents: true, amendments: true, columns };
        let pdf = typeset(&manuscript);
        assert!(page::count(pdf.clone()).unwrap() > 3);
        assert!(has(&pdf, "/Outlines") && has(&pdf, "/StructTreeRoot") && has(&pdf, "/Lang"));
        // 595.28 by 841.89 points, one dot per point.
        let png = page::draw(pdf, &PageJob { number: 1, dpi: 72, crop: None }, 1_000_000).unwrap();
        assert_eq!(png[16..24], [0, 0, 2, 84, 0, 0, 3, 74]);
    }
}

#[test]
fn a_long_paragraph_is_typeset_in_parts() {
    let artifact =
        json!({ "uri": "https://lag.example/1:1", "structure": [stycke(&"Ett ord till. ".repeat(4000))] });
    assert!(page::count(typeset(&manuscript(&artifact))).unwrap() > 5);
}

#[test]
fn pictures_are_printed_where_the_text_leaves_graphics_out() {
    let artifact = json!({ "uri": "https://lag.example/1:1", "structure": [
        { "type": "grafik", "id": "G1" }, { "type": "grafik", "id": "G2" }, { "type": "grafik" },
    ]});
    let mut manuscript = manuscript(&artifact);
    let without = typeset(&manuscript);
    // A typeset page, drawn small.
    let png = page::draw(without.clone(), &PageJob { number: 1, dpi: 20, crop: None }, 1_000_000).unwrap();
    let source = "SFS 1:1 s. 2".to_owned();
    manuscript.figures =
        vec![Figure { anchor: "G1".to_owned(), picture: Picture { png, width: 200.0, source } }];
    let with = typeset(&manuscript);
    assert!(!has(&without, "/Subtype/Image") && has(&with, "/Subtype/Image"));
}

#[test]
fn input_that_is_not_a_manuscript_is_rejected() {
    for wrong in ["", "{}", "[]", "\"paper\""] {
        assert!(paper::typeset(wrong.as_bytes()).is_err(), "{wrong}");
    }
    let mut named_only = manuscript(&json!({ "uri": "https://lag.example/1:1" }));
    named_only.artifact = None;
    assert!(typeset(&named_only).starts_with(b"%PDF-"));
}
