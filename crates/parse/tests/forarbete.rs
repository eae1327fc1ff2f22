//! Invented records of Riksdagen, a file for each rule: a sentence about it, the text of the record, and the outline that it must give.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

mod support;

use std::fmt::Write as _;
use std::sync::LazyLock;
use std::time::Instant;

use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, ParseError, Parsed, RawParts, Skipped, parse};
use serde_json::{Value, json};
use support::outline;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

fn read(raw: &RawParts<'_>) -> Result<Parsed, ParseError> {
    let base = Base::parse("https://lag.example").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2032-01-01", names: &NAMES, numbering: &numbering };
    parse("forarbete", raw, &context)
}

fn parsed(body: &str) -> Parsed {
    read(&RawParts { body: body.as_bytes(), ..RawParts::default() }).unwrap()
}

/// A record with a text. `kind` is `prop`, `skr` or `bet`.
fn record(kind: &str, html: &str) -> Value {
    let (doktyp, subtyp) = if kind == "skr" { ("prop", "skr") } else { (kind, kind) };
    let beteckning = if kind == "bet" { "FåU9" } else { "9" };
    json!({ "dokumentstatus": {
        "dokument": {
            "dok_id": "XA019", "rm": "2031/32", "beteckning": beteckning, "doktyp": doktyp, "subtyp": subtyp,
            "titel": "Fåren i bergen", "datum": "2031-10-09 00:00:00", "htmlformat": "html", "html": html,
        },
        "dokaktivitet": { "aktivitet": [
            { "kod": "INL", "datum": "2031-10-10 00:00:00" },
            { "kod": "BES", "datum": "2031-12-04 00:00:00" },
        ] },
        "dokreferens": { "referens": [
            { "referenstyp": "behandlar", "ref_dok_typ": "prop", "ref_dok_subtyp": "prop", "ref_dok_rm": "2031/32", "ref_dok_bet": "9" },
            { "referenstyp": "behandlar", "ref_dok_typ": "mot", "ref_dok_subtyp": "mot", "ref_dok_rm": "2031/32", "ref_dok_bet": "50" },
            { "referenstyp": "talarlista", "ref_dok_typ": "t-lista", "ref_dok_rm": "2031/32", "ref_dok_bet": "7" },
            { "referenstyp": "rskr", "ref_dok_typ": "rskr", "ref_dok_subtyp": "rskr", "ref_dok_rm": "2031/32", "ref_dok_bet": "28" },
        ] },
        "dokintressent": { "intressent": { "namn": "Får Fårsson" } },
    } })
}

/// The parts of an artifact beside its text, a line each.
fn said(artifact: &Value, out: &mut String) {
    for comment in artifact["kommentarer"].as_array().into_iter().flatten() {
        writeln!(out, "kommentar {}", canonical(comment)).unwrap();
    }
    for statement in artifact["implements"].as_array().into_iter().flatten() {
        writeln!(out, "implements {}", canonical(statement)).unwrap();
    }
}

fn canonical(value: &Value) -> String {
    value.to_string().replace("https://lag.example/", "")
}

#[test]
fn each_rule_gives_its_outline() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/forarbete");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 8);
    let mut differ = String::new();
    for file in files {
        let content = std::fs::read_to_string(&file).unwrap();
        let (about, rest) = content.split_once("=== text\n").unwrap();
        let (text, expected) = rest.split_once("=== outline\n").unwrap();
        let kind = about.trim().rsplit(' ').next().unwrap().trim_matches(['(', ')']);
        let found = parsed(&record(kind, text).to_string());
        let artifact: Value = serde_json::from_str(found.artifact.as_deref().unwrap()).unwrap();
        let mut given = String::new();
        for node in artifact["structure"].as_array().unwrap() {
            outline(node, 0, &mut given);
        }
        said(&artifact, &mut given);
        for line in &found.report.unread {
            writeln!(given, "unread {line}").unwrap();
        }
        let words = (found.report.missing, found.report.extra);
        if given != expected || words != (0, 0) {
            let name = file.file_name().unwrap_or_default().display();
            writeln!(differ, "{name}, words {words:?}, gives\n{given}and not\n{expected}").unwrap();
        }
    }
    assert!(differ.is_empty(), "{differ}");
}

#[test]
fn a_record_gives_its_facts() {
    let artifact = |kind: &str| -> Value {
        let found = parsed(&record(kind, "<p>Fåren betar på berget.</p>").to_string());
        serde_json::from_str(&found.artifact.unwrap()).unwrap()
    };
    for (kind, identifier, uri, day) in [
        ("prop", "Prop. 2031/32:9", "prop/2031/32:9", "2031-10-09"),
        ("skr", "Skr. 2031/32:9", "skr/2031/32:9", "2031-10-09"),
        ("bet", "Bet. 2031/32:FåU9", "bet/2031/32:FåU9", "2031-12-04"),
    ] {
        let artifact = artifact(kind);
        assert_eq!(artifact["identifier"], identifier);
        assert_eq!(artifact["uri"], format!("https://lag.example/{uri}"));
        assert_eq!(artifact["doctype"], kind);
        assert_eq!(artifact["date"], day);
        assert_eq!(artifact["title"], "Fåren i bergen");
        assert_eq!(artifact["source_url"], "https://data.riksdagen.se/dokument/XA019");
        let uris = |field: &str| -> Vec<String> {
            let items = artifact[field].as_array().into_iter().flatten();
            items.map(|item| item["uri"].as_str().unwrap().replace("https://lag.example/", "")).collect()
        };
        assert_eq!(uris("beredning"), ["prop/2031/32:9", "mot/2031/32:50"]);
        assert_eq!(uris("rskr"), ["rskr/2031/32:28"]);
        assert!(!artifact.to_string().contains("Fårsson"));
    }
}

#[test]
fn stubs_are_no_documents() {
    for html in [
        "",
        "<h2>Om får</h2>\r\nDokumentet är inte publicerat",
        "<div><h1>bet 2031/32 FåU9</h1><br> </div>",
        "<h1>Propositionen ej utgiven</h1>Propositionen ej utgiven",
    ] {
        let found = parsed(&record("bet", html).to_string());
        assert_eq!((found.artifact, found.report.skipped), (None, Some(Skipped::NoText)), "{html}");
    }
    // A decision is a document by its number alone.
    let mut decision = record("rskr", "");
    decision["dokumentstatus"]["dokument"]["html"] = Value::Null;
    assert!(parsed(&decision.to_string()).artifact.is_some());
}

#[test]
fn parts_are_one_document_in_their_order() {
    let first = record("prop", "<p>Fåren på berget.</p>").to_string();
    let mut part = record("prop", "<p>Getterna i dalen.</p>");
    part["dokumentstatus"]["dokument"]["dok_id"] = "XA019d2".into();
    part["dokumentstatus"]["dokument"]["subtyp"] = "".into();
    let part = part.to_string();
    for (body, further) in [(&first, &part), (&part, &first)] {
        let further = [further.as_bytes()];
        let raw = RawParts { body: body.as_bytes(), further_parts: &further, ..RawParts::default() };
        let artifact: Value = serde_json::from_str(&read(&raw).unwrap().artifact.unwrap()).unwrap();
        let texts: Vec<&Value> =
            artifact["structure"].as_array().unwrap().iter().map(|node| &node["text"][0]).collect();
        assert_eq!(texts, ["Fåren på berget.", "Getterna i dalen."]);
    }
    let alone = parsed(&part);
    assert_eq!((alone.artifact, alone.report.skipped), (None, Some(Skipped::NoText)));
}

#[test]
fn files_that_are_no_record_are_refused() {
    let mut unnamed = record("prop", "<p>Får</p>");
    unnamed["dokumentstatus"]["dokument"]["beteckning"] = "".into();
    let mut other = record("prop", "<p>Får</p>");
    other["dokumentstatus"]["dokument"]["doktyp"] = "prot".into();
    let deep = record("prop", &"<table><tr><td>".repeat(60_000)).to_string();
    for body in [
        "",
        "<html><body>Logga in</body></html>",
        "{\"dokumentlista\":{\"dokument\":[]}}",
        "[1]",
        "\u{89}PNG",
        "<dokumentstatus><dokument>",
        &"[".repeat(60_000),
        &format!("{{\"dokumentstatus\":{}", "{\"a\":".repeat(60_000)),
        &unnamed.to_string(),
        &other.to_string(),
        &deep,
    ] {
        let raw = RawParts { body: body.as_bytes(), ..RawParts::default() };
        assert!(read(&raw).is_err(), "{}", body.chars().take(60).collect::<String>());
    }
}

#[test]
fn time_is_linear() {
    let style = "<STYLE>.ft1{font: 12px 'V'}.ft2{font: 8px 'V'}.td1{width: 200px}</STYLE><DIV id=\"page_1\">";
    for piece in [
        "<P class=\"ft1\">Prop. 2031/32:9</P>",
        "<P class=\"ft1\">får-</P>",
        "<P class=\"ft1\">4 §</P>",
        "<P class=\"ft1\">får<SPAN class=\"ft2\">1</SPAN>",
        "<TABLE><TR><TD class=\"td1\">Nuvarande lydelse</TD><TD class=\"td1\">Föreslagen lydelse</TD></TR><TR><TD class=\"td1\">får</TD><TD class=\"td1\">get</TD></TR>",
        "<TABLE><TR><TD rowspan=9 class=\"td1\">får</TD><TD>get</TD>",
        "<P>Innehållsförteckning</P><P><A href=\"#page_1\">1 Får ..... 1</A></P>",
        "</DIV><DIV id=\"page_2\"><P>2</P>",
        "<br>Får<br>",
    ] {
        let body = record("prop", &format!("{style}{}", piece.repeat(300_000 / piece.len()))).to_string();
        let start = Instant::now();
        let _ = read(&RawParts { body: body.as_bytes(), ..RawParts::default() });
        // A quadratic step would take minutes.
        assert!(start.elapsed().as_secs() < 30, "{piece}: {:?}", start.elapsed());
    }
}

/// Pieces that pages of all forms are made of, right and broken.
const PIECES: [&str; 39] = [
    "<P class=\"ft1\">",
    "</P>",
    "<P class=\"ft3\">",
    "<SPAN class=\"ft2\">",
    "<SPAN class=\"ft4\">",
    "</SPAN>",
    "<TABLE>",
    "</TABLE>",
    "<TR>",
    "</TR>",
    "<TD class=\"td1\">",
    "<TD rowspan=2 class=\"td1\">",
    "</TD>",
    "<DIV id=\"page_2\">",
    "<DIV id=\"page_3\">",
    "<DIV id=\"id_1_1\">",
    "<DIV id=\"id_1_2\">",
    "</DIV>",
    "<A href=\"#page_3\">",
    "</A>",
    "Prop. 2031/32:9 ",
    "Bilaga 1",
    "Innehållsförteckning",
    "1 Fåren ......... 3",
    "Nuvarande lydelse",
    "Föreslagen lydelse",
    "4 §",
    " 2 kap. ",
    "2",
    "3",
    "Fåren betar, ",
    "på berget.",
    "\n",
    "<br>",
    "<br style='page-break-before:auto'>",
    "<div class=brask>",
    "<p class=\"Avsnittsrubrik\">",
    "<p class=\"FootnoteText\">",
    "<!-- Aspose -->",
];

proptest::proptest! {
    #[test]
    fn no_bytes_panic(body in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400)) {
        let _ = read(&RawParts { body: &body, ..RawParts::default() });
    }

    #[test]
    fn no_word_is_lost(
        pieces in proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..60),
        is_placed in proptest::prelude::any::<bool>(),
    ) {
        let style = "<STYLE>.ft1{font: 12px 'V'}.ft2{font: 8px 'V'}.ft3{font: bold 14px 'V'}.ft4{font: 12px 'V';margin-left: 9px}\
            .td1{width: 200px}#page_2 #id_1_1 {width: 230px}#page_2 #id_1_2 {width: 230px}</STYLE><DIV id=\"page_1\">";
        let html = format!("{}{}", if is_placed { style } else { "" }, pieces.join(" "));
        let found = parsed(&record("prop", &html).to_string());
        if let Some(artifact) = &found.artifact {
            proptest::prop_assert_eq!((found.report.missing, found.report.extra), (0, 0));
            let value: Value = serde_json::from_str(artifact).unwrap();
            // Sections have anchors of their own.
            let mut ids = Vec::new();
            let mut stack: Vec<&Value> = value["structure"].as_array().unwrap().iter().collect();
            while let Some(node) = stack.pop() {
                ids.extend(node["id"].as_str());
                stack.extend(node["children"].as_array().into_iter().flatten());
            }
            let count = ids.len();
            ids.sort_unstable();
            ids.dedup();
            proptest::prop_assert_eq!(ids.len(), count);
            proptest::prop_assert_eq!(found.artifact.clone(), parsed(&record("prop", &html).to_string()).artifact);
        }
    }
}
