//! The judgment as PDF beside a record: its words with their places, as a worker process reads them, become the text.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use lagrum_artifact::{Artifact, Base};
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, Parsed, PdfPage, PdfText, PdfWords, RawParts, Skipped, parse};
use serde_json::Value;

const RECORD: &str = r#"{"domstol": {"domstolKod": "HDO", "domstolNamn": "Högsta domstolen"}, "publiceringsform": "DOM_ELLER_BESLUT",
    "avgorandedatum": "2031-02-03", "malNummerLista": ["Ö 12-30"], "bilagaLista": [{"filnamn": "Ö 12-30.pdf"}]}"#;

/// Words of an invented page: where they begin, the line, the size and the look (`b` bold, `i` italic).
type Printed = (f32, f32, f32, &'static str, &'static str);

fn page(words: &[Printed]) -> PdfPage {
    let words = words.iter().map(|(left, baseline, size, look, text)| PdfWords {
        left: *left,
        right: left + 0.5 * size * f32::from(u16::try_from(text.chars().count()).unwrap()),
        baseline: *baseline,
        size: *size,
        is_bold: look.contains('b'),
        is_italic: look.contains('i'),
        text: (*text).to_owned(),
    });
    PdfPage { width: 595.0, height: 842.0, words: words.collect() }
}

fn parsed(text: &PdfText) -> Parsed {
    let base = Base::parse("https://lag.example").unwrap();
    let (names, numbering) = (CitationNames::shipped(), Numbering::default());
    let context = ParseContext { base: &base, as_of: "2031-06-01", names: &names, numbering: &numbering };
    parse("dv", &RawParts { body: RECORD.as_bytes(), pdf: Some(text), ..RawParts::default() }, &context)
        .unwrap()
}

fn outline(nodes: &Value, depth: usize, out: &mut String) {
    for node in nodes.as_array().into_iter().flatten() {
        out.push_str(&"  ".repeat(depth));
        out.push_str(node["type"].as_str().unwrap());
        for (name, mark) in [("level", "/"), ("ordinal", "="), ("page", "@")] {
            match &node[name] {
                Value::Null => {}
                Value::String(text) => out.push_str(&format!(" {mark}{text}")),
                other => out.push_str(&format!(" {mark}{other}")),
            }
        }
        let runs = |runs: &Value| -> String {
            let text = |run: &Value| run.as_str().or_else(|| run["text"].as_str()).unwrap().to_owned();
            runs.as_array().into_iter().flatten().map(text).collect()
        };
        if !node["text"].is_null() {
            out.push_str(&format!(" | {}", runs(&node["text"])));
        }
        for cell in node["cells"].as_array().into_iter().flatten() {
            out.push_str(&format!(" | {}", runs(cell)));
        }
        out.push('\n');
        outline(&node["children"], depth + 1, out);
    }
}

fn judgment() -> PdfText {
    let first = page(&[
        (450.0, 40.0, 12.0, "", "Sida 1 (2)"),
        (100.0, 80.0, 12.0, "", "HÖGSTA DOMSTOLENS"),
        (100.0, 98.0, 12.0, "", "BESLUT"),
        (400.0, 98.0, 12.0, "", "Mål nr"),
        (100.0, 116.0, 12.0, "", "meddelat i Fårköping den 3 februari 2031"),
        (400.0, 116.0, 12.0, "", "Ö 12-30"),
        (100.0, 170.0, 12.0, "", "KLAGANDE"),
        (100.0, 188.0, 12.0, "", "AA"),
        (100.0, 240.0, 12.0, "", "SAKEN"),
        (100.0, 258.0, 12.0, "", "Får i strandzon"),
        (100.0, 300.0, 12.0, "", "HÖGSTA DOMSTOLENS AVGÖRANDE"),
        (100.0, 330.0, 12.0, "", "Högsta domstolen fastställer tingsrättens beslut om att fåren får bete"),
        (100.0, 348.0, 12.0, "", "och hagarna."),
        (50.0, 760.0, 8.0, "", "Dok.Id 38099"),
        (50.0, 770.0, 8.0, "", "HÖGSTA DOMSTOLEN"),
        (200.0, 770.0, 8.0, "", "Postadress"),
    ]);
    let second = page(&[
        (100.0, 40.0, 12.0, "", "HÖGSTA DOMSTOLEN"),
        (300.0, 40.0, 12.0, "", "Ö 12-30"),
        (450.0, 40.0, 12.0, "", "Sid 2"),
        (100.0, 80.0, 12.0, "", "SKÄL"),
        (100.0, 110.0, 12.0, "i", "Vad målet gäller"),
        (80.0, 128.0, 12.0, "", "1."),
        (110.0, 128.0, 12.0, "", "Frågan gäller får som enligt 4 kap. 3 § miljöbalken betar vid hav-"),
        (110.0, 146.0, 12.0, "", "et."),
        (128.5, 141.0, 7.0, "", "1"),
        (150.0, 146.0, 12.0, "", "Det är en fråga om bete."),
        (80.0, 176.0, 12.0, "", "2."),
        (110.0, 176.0, 12.0, "", "AA BB äger fåren."),
        (100.0, 220.0, 12.0, "", "Får"),
        (200.0, 220.0, 12.0, "", "Vikt"),
        (300.0, 220.0, 12.0, "", "Ålder"),
        (100.0, 238.0, 12.0, "", "Tacka"),
        (200.0, 238.0, 12.0, "", "70 kg"),
        (300.0, 238.0, 12.0, "", "4 år"),
        (100.0, 256.0, 12.0, "", "Lamm"),
        (200.0, 256.0, 12.0, "", "9 kg"),
        (300.0, 256.0, 12.0, "", "1 år"),
        (100.0, 300.0, 12.0, "", "____________________"),
        (100.0, 340.0, 12.0, "", "Föredragande har varit CC."),
        (100.0, 700.0, 7.0, "", "1"),
        (108.0, 704.0, 9.0, "", "Jfr NJA 2024 s. 3."),
    ]);
    PdfText { pages: vec![first, second], unknown_glyphs: 0 }
}

#[test]
fn a_judgment_on_pages_is_read() {
    let found = parsed(&judgment());
    let artifact = found.artifact.as_deref().unwrap();
    assert!(Artifact::parse(artifact.as_bytes()).is_ok());
    let artifact: Value = serde_json::from_str(artifact).unwrap();
    let mut given = String::new();
    outline(&artifact["structure"], 0, &mut given);
    let expected = "\
rubrik /2 @1 | HÖGSTA DOMSTOLENS BESLUT
stycke @1 | Mål nr Ö 12-30
stycke @1 | meddelat i Fårköping den 3 februari 2031
rubrik /2 @1 | KLAGANDE
stycke @1 | AA
rubrik /2 @1 | SAKEN
stycke @1 | Får i strandzon
dom
  domslut
    rubrik /2 @1 | HÖGSTA DOMSTOLENS AVGÖRANDE
    stycke @1 | Högsta domstolen fastställer tingsrättens beslut om att fåren får bete och hagarna.
  domskal
    rubrik /2 @2 | SKÄL
    rubrik /3 @2 | Vad målet gäller
    stycke =1 @2 | Frågan gäller får som enligt 4 kap. 3 § miljöbalken betar vid havet.1 Det är en fråga om bete.
    stycke =2 @2 | AA BB äger fåren.
    tabell
      rad | Får | Vikt | Ålder
      rad | Tacka | 70 kg | 4 år
      rad | Lamm | 9 kg | 1 år
    stycke @2 | Föredragande har varit CC.
";
    assert_eq!(given, expected);
    assert_eq!(artifact["footnotes"][0]["mark"], "1");
    assert_eq!(artifact["uri"], "https://lag.example/dom/hd/Ö12-30/2031-02-03");
    assert_eq!((found.report.missing, found.report.extra), (0, 0), "{:?}", found.report);
}

#[test]
fn a_record_without_words_has_no_text() {
    let scanned = PdfText { pages: vec![PdfPage::default()], unknown_glyphs: 0 };
    let found = parsed(&scanned);
    assert_eq!(found.report.skipped, Some(Skipped::NoText));
    assert_eq!(found.report.unread, ["Ö 12-30.pdf"]);
}

#[test]
fn places_that_are_no_numbers_end_in_an_artifact() {
    let mut text = judgment();
    for (index, words) in text.pages.iter_mut().flat_map(|page| &mut page.words).enumerate() {
        let at = [f32::NAN, f32::INFINITY, -1e30, 0.0, 1e30][index % 5];
        match index % 4 {
            0 => words.left = at,
            1 => words.baseline = at,
            2 => words.size = at,
            _ => words.right = at,
        }
    }
    parsed(&text);
}
