//! Documents of EU law and of Strasbourg from the raw archive: which row is the text, which are lydelser, and what a record adds.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

use std::path::Path;

use jiff::civil::Date;
use lagrum_corpus::{Corpus, CorpusState, Silent};
use lagrum_harvest::{HarvestOptions, HarvestSummary, parse_archive};
use lagrum_parse::{PdfPage, PdfText, PdfWords};
use lagrum_publishers::publisher;
use lagrum_raw::{Archive, ArchiveWriter, NewRecord};
use serde_json::Value;
use tempfile::TempDir;

fn day_of(second: i64) -> Date {
    jiff::Timestamp::from_second(second).unwrap().to_zoned(jiff::tz::TimeZone::UTC).date()
}

/// A data folder into which the files of a source come.
struct Place {
    data: TempDir,
    source: &'static str,
}

impl Place {
    fn new(source: &'static str) -> Self {
        Self { data: tempfile::tempdir().unwrap(), source }
    }

    fn keep(&self, day: &str, files: &[(&str, &str)]) {
        let taken = files.iter().flat_map(|(name, content)| {
            let records = publisher(self.source).unwrap().records_of_file(Path::new(name), (*content).into());
            records.unwrap()
        });
        self.keep_records(day, &taken.collect::<Vec<_>>());
    }

    fn keep_records(&self, day: &str, records: &[NewRecord]) {
        let time = day.parse::<Date>().unwrap().to_zoned(jiff::tz::TimeZone::UTC).unwrap();
        let mut archive = ArchiveWriter::open(self.data.path()).unwrap();
        archive.keep(self.source, records, None, time.timestamp().as_second()).unwrap();
    }

    fn parse(&self, day: &str) -> HarvestSummary {
        let options = HarvestOptions {
            source: self.source,
            as_of: day.parse().unwrap(),
            day_of,
            seen_on: day.parse().unwrap(),
            is_dry_run: false,
            published: &[],
            allow_removals: false,
            meaning: None,
            pdf_text: Some(words_of),
        };
        let archive = Archive::open(self.data.path()).unwrap();
        let corpus = Corpus::create(self.data.path()).unwrap();
        parse_archive(&archive, &corpus, &options, &mut |_, _| {}, &Silent).unwrap()
    }

    fn state(&self) -> CorpusState {
        Corpus::open(self.data.path()).unwrap().reader().unwrap().state().unwrap()
    }

    fn uris(&self) -> Vec<String> {
        let state = self.state();
        let lydelser = state.lydelser.iter().map(|lydelse| lydelse.uri.clone());
        let documents = state.documents.iter().map(|document| document.uri.clone());
        let all = documents.chain(lydelser);
        all.map(|uri| uri.strip_prefix("https://lagen.nu/").unwrap().to_owned()).collect()
    }

    fn artifact(&self, local: &str) -> Value {
        let (uri, state) = (format!("https://lagen.nu/{local}"), self.state());
        let stored = state.documents.iter().find(|document| document.uri == uri).unwrap().stored;
        let reader = Corpus::open(self.data.path()).unwrap().reader().unwrap();
        serde_json::from_slice(&reader.artifact(stored).unwrap().unwrap()).unwrap()
    }
}

/// A reader for files of the tests: the lines after the first are those of a page.
fn words_of(pdf: &[u8]) -> Result<PdfText, String> {
    let text = std::str::from_utf8(pdf).map_err(|error| error.to_string())?;
    let lines: Vec<&str> = text.lines().skip(1).filter(|line| !line.starts_with("%%")).collect();
    if lines.contains(&"hostile") {
        return Err("it cannot be read".to_owned());
    }
    let line = |(at, line): (usize, &&str)| PdfWords {
        left: 20.0,
        right: 150.0,
        baseline: 200.0 + 14.0 * at as f32,
        size: 10.0,
        text: (*line).to_owned(),
        ..PdfWords::default()
    };
    let words = lines.iter().enumerate().filter(|(_, line)| !line.is_empty()).map(line).collect();
    let page = PdfPage { width: 400.0, height: 600.0, words };
    Ok(PdfText { pages: vec![page], unknown_glyphs: 0 })
}

#[test]
fn a_judgment_that_is_a_pdf_beside_its_record_is_a_document() {
    let place = Place::new("dv");
    let record = r#"{"id":"d-1","gruppKorrelationsnummer":"g-1","publiceringsform":"DOM_ELLER_BESLUT","innehall":null,
        "domstol":{"domstolKod":"HDO"},"avgorandedatum":"2031-02-03","malNummerLista":["T 7-30"],
        "bilagaLista":[{"filnamn":"dom.pdf"},{"filnamn":"bilaga.pdf"}]}"#;
    let pdf = |words: &str| format!("%PDF-1.7\nDOMSLUT\n\n{words}\n%%EOF\n");
    place.keep("2031-02-04", &[("g-1.json", record)]);
    assert_eq!(place.parse("2031-02-04").empty, 1);
    // The first file of the record is the judgment. The files of another record are not.
    place.keep(
        "2031-02-05",
        &[
            ("g-1.bilaga-d-2-00aa", &pdf("Ett annat får.")),
            ("g-1.bilaga-d-1-ffaa", &pdf("Fåren får beta.")),
            ("g-1.bilaga-d-1-00aa", &pdf("Kartan visar hagen.")),
        ],
    );
    let summary = place.parse("2031-02-05");
    assert_eq!((summary.stored, summary.failed, summary.unread), (1, 0, 1), "{summary:?}");
    let uris = place.uris();
    let text = |place: &Place| place.artifact(&uris[0]).to_string();
    assert!(text(&place).contains("Fåren får beta.") && !text(&place).contains("Kartan"), "{}", text(&place));
    // Another file in its place is another text; one that cannot be read is told, and what is held stays.
    place.keep("2031-02-06", &[("g-1.bilaga-d-1-ffaa", &pdf("Fåren får inte beta."))]);
    place.parse("2031-02-06");
    assert!(text(&place).contains("Fåren får inte beta."));
    place.keep("2031-02-07", &[("g-1.bilaga-d-1-ffaa", &pdf("hostile"))]);
    for day in ["2031-02-07", "2031-02-08"] {
        let summary = place.parse(day);
        assert_eq!((summary.failed, summary.withdrawn), (1, 0), "{summary:?}");
        assert!(summary.problems.join("\n").contains("g-1, the PDF beside row"), "{summary:?}");
    }
    assert!(text(&place).contains("Fåren får inte beta."));
    // A record with a text needs no PDF.
    let with_text = record.replace("\"innehall\":null", "\"innehall\":\"<p>Ett får.</p>\"");
    place.keep("2031-02-09", &[("g-1.json", &with_text)]);
    assert_eq!(place.parse("2031-02-09").failed, 0);
    assert!(text(&place).contains("Ett får."));
}

/// A record of a bill, or of a further part of it.
fn bill_record(id: &str, subtyp: &str, stamp: &str, html: &str) -> String {
    let document = serde_json::json!({
        "dok_id": id, "rm": "2030/31", "beteckning": "7", "doktyp": "prop", "subtyp": subtyp, "titel": "Får på berg",
        "datum": "2030-11-04 00:00:00", "systemdatum": stamp, "htmlformat": "html", "html": html,
    });
    serde_json::json!({"dokumentstatus": {"dokument": document}}).to_string()
}

#[test]
fn parts_of_a_bill_are_one_document_when_its_first_part_has_come() {
    let place = Place::new("forarbete");
    let record = |id: &str, subtyp: &str, words: &str| {
        bill_record(id, subtyp, "2030-11-05 10:11:12", &format!("<h1>Prop</h1><p>{words}</p>"))
    };
    place.keep("2030-11-06", &[("a.json", &record("HX037d3", "", "Tredje delen om får."))]);
    assert_eq!(place.parse("2030-11-06").stored, 0);
    assert!(place.uris().is_empty());
    place.keep(
        "2030-11-07",
        &[
            ("b.json", &record("HX037", "prop", "Första delen om får.")),
            ("c.json", &record("HX037d2", "", "Andra delen om får.")),
        ],
    );
    place.parse("2030-11-07");
    assert_eq!(place.uris(), ["prop/2030/31:7"]);
    let text = place.artifact("prop/2030/31:7").to_string();
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
    assert!(at("Första delen") < at("Andra delen") && at("Andra delen") < at("Tredje delen"));
    // A stamp alone is another artifact, with the same text.
    let later = bill_record("HX037d2", "", "2030-12-24 10:11:12", "<h1>Prop</h1><p>Andra delen om får.</p>");
    place.keep("2030-12-25", &[("c.json", &later)]);
    let before = place.artifact("prop/2030/31:7");
    place.parse("2030-12-25");
    let after = place.artifact("prop/2030/31:7");
    assert_eq!(after["systemdatum"], "2030-12-24 10:11:12");
    assert!(after != before && after["structure"] == before["structure"]);
}

fn act(language: &str, words: &str) -> String {
    format!(
        "<ACT><BIB.INSTANCE><DATE ISO=\"20310203\"/><LG.DOC>{language}</LG.DOC></BIB.INSTANCE><TITLE><TI><P>Sheep</P></TI></TITLE>\
         <PREAMBLE><PREAMBLE.INIT>X,</PREAMBLE.INIT></PREAMBLE><ENACTING.TERMS><ARTICLE IDENTIFIER=\"001\"><TI.ART>Article 1</TI.ART>\
         <ALINEA>{words}</ALINEA></ARTICLE></ENACTING.TERMS></ACT>"
    )
}

#[test]
fn an_act_has_its_consolidated_texts_as_lydelser() {
    let place = Place::new("eurlex");
    let (first, second) = (act("EN", "Sheep and goats."), act("EN", "All animals."));
    place.keep(
        "2031-03-01",
        &[
            ("32031R0077.en.fmx4.xml", &act("EN", "Sheep.")),
            ("02031R0077-20330101.en.fmx4.xml", &second),
            ("02031R0077-20320101.en.fmx4.xml", &first),
            // A text that is as the one before it.
            ("02031R0077-20320601.en.fmx4.xml", &first),
        ],
    );
    let summary = place.parse("2031-03-02");
    assert_eq!((summary.failed, summary.missing, summary.extra), (0, 0, 0), "{:?}", summary.problems);
    let lydelser = ["2032-06-01", "2033-01-01"].map(|day| format!("celex/32031R0077/konsolidering/{day}"));
    let uris = place.uris();
    assert_eq!(uris[0], "celex/32031R0077");
    for lydelse in &lydelser {
        assert!(uris.contains(lydelse), "{uris:?}");
    }
    assert_eq!(uris.len(), 3, "{uris:?}");
    assert_eq!(place.artifact("celex/32031R0077")["lang"], "eng");
    assert_eq!(place.parse("2031-03-03").due.all(), 0);
    // The Swedish text comes; an English one that comes again later changes nothing.
    place.keep("2031-03-04", &[("32031R0077.sv.fmx4.xml", &act("SV", "Får."))]);
    place.keep("2031-03-05", &[("32031R0077.en.fmx4.xml", &act("EN", "Sheep!"))]);
    place.parse("2031-03-06");
    let artifact = place.artifact("celex/32031R0077");
    assert!(artifact["lang"] == "swe" && artifact.to_string().contains("Får."), "{artifact}");
}

#[test]
fn a_consolidated_text_waits_for_its_act() {
    let place = Place::new("eurlex");
    place.keep("2031-03-01", &[("02031R0077-20320101.en.fmx4.xml", &act("EN", "Sheep."))]);
    let summary = place.parse("2031-03-02");
    assert!(place.uris().is_empty() && summary.failed == 0, "{summary:?}");
    place.keep("2031-03-03", &[("32031R0077.en.fmx4.xml", &act("EN", "Goats."))]);
    place.parse("2031-03-04");
    assert_eq!(place.uris().len(), 2);
}

const TEXT: &str = "<style>.s1{}</style><div><p class=\"s1\">CASE OF RAM v. DIMLAND</p><p class=\"s1\">1. Sheep.</p>\
                    <p class=\"s1\">2. Goats.</p></div>";

fn record(importance: u8) -> String {
    format!(
        r#"{{"itemid":"001-7","docname":"CASE OF RAM v. DIMLAND","kpdate":"2031-02-03T00:00:00","importance":"{importance}"}}"#
    )
}

#[test]
fn a_judgment_has_the_facts_of_its_record() {
    let place = Place::new("hudoc");
    place.keep("2031-03-01", &[("001-7.json", &record(3)), ("001-7.html", TEXT)]);
    place.parse("2031-03-02");
    let artifact = place.artifact("dom/echr/001-7");
    assert_eq!((&artifact["date"], &artifact["metadata"]["importance"]), (&"2031-02-03".into(), &"3".into()));
    // Another record alone makes the document anew.
    place.keep("2031-03-03", &[("001-7.json", &record(1))]);
    assert_eq!(place.parse("2031-03-04").stored, 1);
    assert_eq!(place.artifact("dom/echr/001-7")["metadata"]["importance"], "1");
}

#[test]
fn a_record_alone_makes_no_document_and_a_text_that_is_gone_is_kept_for_a_day() {
    let place = Place::new("hudoc");
    place.keep("2031-03-01", &[("001-7.json", &record(3))]);
    let summary = place.parse("2031-03-02");
    assert!(place.uris().is_empty() && summary.failed == 0, "{summary:?}");
    place.keep("2031-03-03", &[("001-7.html", TEXT)]);
    place.parse("2031-03-04");
    assert_eq!(place.uris(), ["dom/echr/001-7"]);
    let empty = NewRecord {
        key: "001-7".into(),
        part: "html".into(),
        status: 204,
        norm_hash: lagrum_raw::digest(b""),
        ..NewRecord::default()
    };
    place.keep_records("2031-03-05", &[empty]);
    assert_eq!(place.parse("2031-03-05").kept, 1);
    assert_eq!(place.uris(), ["dom/echr/001-7"]);
    place.parse("2031-03-06");
    assert!(place.uris().is_empty());
}

#[test]
fn a_report_names_the_judgment_it_is_of_and_leads_to_cases_by_their_groups() {
    let place = Place::new("dv");
    let record = |id: &str, group: &str, fields: &str| {
        format!(
            r#"{{"id":"{id}","gruppKorrelationsnummer":"{group}","domstol":{{"domstolKod":"HDO"}},"avgorandedatum":"2031-02-03",
            "malNummerLista":["T 7-30","T 8-30"],{fields}}}"#
        )
    };
    let judgment =
        record("d-1", "g-1", r#""publiceringsform":"DOM_ELLER_BESLUT","innehall":"<p>Fåren får beta.</p>""#);
    let report = record(
        "r-1",
        "g-1",
        r#""publiceringsform":"REFERAT","referatNummerLista":["NJA 2031 s. 12"],"innehall":"<p>Fåren får beta.</p>",
        "hanvisadePubliceringarLista":[{"fritext":"Fårbeslutet","gruppKorrelationsnummer":"g-2"},
        {"fritext":"Getbeslutet","gruppKorrelationsnummer":"g-1"}]"#,
    );
    place.keep("2031-02-04", &[("g-1.json", &judgment)]);
    place.parse("2031-02-04");
    assert_eq!(place.uris(), ["dom/hd/T7-30/2031-02-03"]);
    // With its report the judgment is no document of its own.
    place.keep("2031-02-05", &[("g-1.json", &report)]);
    place.parse("2031-02-05");
    assert_eq!(place.uris(), ["dom/nja/2031s12"]);
    let artifact = place.artifact("dom/nja/2031s12");
    assert_eq!(
        artifact["ursprunglig_dom"],
        serde_json::json!([{"avgorandedatum": "2031-02-03", "malnummer": "T 7-30", "publicering": "d-1"}])
    );
    let runs = |artifact: &Value, at: usize| artifact["metadata"]["related"][at]["runs"].clone();
    assert_eq!(runs(&artifact, 0), serde_json::json!(["Fårbeslutet"]));
    // When the case of the group comes, the report that names it is due.
    let other = record(
        "r-2",
        "g-2",
        r#""publiceringsform":"REFERAT","referatNummerLista":["NJA 2030 s. 7"],"innehall":"<p>Ett får.</p>""#,
    );
    place.keep("2031-02-06", &[("g-2.json", &other)]);
    let summary = place.parse("2031-02-06");
    assert_eq!((summary.due.tables, summary.due.raw), (1, 1), "{summary:?}");
    let artifact = place.artifact("dom/nja/2031s12");
    assert_eq!(runs(&artifact, 0)[0]["uri"], "https://lagen.nu/dom/nja/2030s7");
    // Its own group is no link.
    assert_eq!(runs(&artifact, 1), serde_json::json!(["Getbeslutet"]));
    assert_eq!(place.parse("2031-02-07").due.all(), 0);
}
