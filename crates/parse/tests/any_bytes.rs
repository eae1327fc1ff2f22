//! Whatever the bytes are, nothing panics, and no word of a text is lost.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::sync::LazyLock;

use lagrum_artifact::{Artifact, Base};
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, Parsed, RawParts, parse};
use proptest::prelude::*;
use serde_json::json;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

fn parsed(body: &[u8]) -> Option<Parsed> {
    let base = Base::parse("https://lag.example").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2031-01-01", names: &NAMES, numbering: &numbering };
    parse("sfs", &RawParts { body, key: Some("2031:1"), ..RawParts::default() }, &context).ok()
}

/// Pieces that texts of statutes are made of, right and broken.
const PIECES: [&str; 44] = [
    "1 § ",
    "2 a § ",
    "3 § 2 mom. ",
    "§§ ",
    "4-6 §§ ",
    "1 kap. ",
    "2 a kap. Om får",
    "AVD. A ",
    "FÖRSTA AVDELNINGEN",
    "I. Om ",
    "Bilaga",
    "Bilaga 2",
    "Övergångsbestämmelser",
    "2031:1",
    "2032:7 s. 3",
    "1. ",
    "2. ",
    "a) ",
    "- ",
    "–",
    "Har upphävts genom lag (2032:7).",
    "/Träder i kraft I:2031-01-01/",
    "/Upphör att gälla U:2030-01-01/ ",
    "/Rubriken träder i kraft I:2032-01-01/",
    "/Ny beteckning 3 § U:2031-01-01/",
    "/",
    "\n",
    "\n\n",
    "\r\n",
    " \t ",
    "   ",
    "\u{ad}",
    "-\n",
    "fåret",
    "Fåret ska",
    "Lag (2032:7).",
    "enligt 3 kap. 4 § ",
    "första stycket",
    ":",
    ".",
    "\u{a0}",
    "I denna lag avses med",
    "får: djur",
    "9999999999 § ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn bytes_do_not_panic(body in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let _ = parsed(&body);
        let _ = parsed_eu(&body);
    }

    #[test]
    fn words_are_kept(pieces in proptest::collection::vec(0..PIECES.len(), 0..60)) {
        let text: String = pieces.iter().map(|piece| PIECES[*piece]).collect();
        let record = json!({ "beteckning": "2031:1", "fulltext": { "forfattningstext": text } });
        let found = parsed(record.to_string().as_bytes()).unwrap();
        prop_assert_eq!((found.report.missing, found.report.extra), (0, 0), "{:?}", text);
        if let Some(artifact) = &found.artifact {
            prop_assert!(Artifact::parse(artifact.as_bytes()).is_ok());
        }
        let page = format!("<div class='result-inner-box'>SFS-nummer · 2031:1 · </div><div class='body-text'>{text}</div>");
        let found = parsed(page.as_bytes()).unwrap();
        prop_assert_eq!((found.report.missing, found.report.extra), (0, 0), "{:?}", text);
    }
}

fn parsed_eu(body: &[u8]) -> Option<Parsed> {
    let base = Base::parse("https://lag.example").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2031-01-01", names: &NAMES, numbering: &numbering };
    parse("eurlex", &RawParts { body, name: Some("32031R0077"), ..RawParts::default() }, &context).ok()
}

/// Pieces that pages and Formex files of EU law are made of, right and broken.
const EU_PIECES: [&str; 40] = [
    "<p class=\"oj-doc-ti\">",
    "<p class=\"oj-ti-art\">Article 1</p>",
    "<p class=\"oj-ti-art\">\"Article 9b</p>",
    "<p class=\"oj-normal\">",
    "<p class=\"oj-note\">(1) OJ</p>",
    "<p class=\"title-article-norm\">Article 2a</p>",
    "<p class=\"title-division-1\">CHAPTER I</p>",
    "<p class=\"sum-title-1\">JUDGMENT</p>",
    "<p class=\"count\">1</p>",
    "<p class=\"modref\">▼M1</p>",
    "<table><tr><td>",
    "</td><td>",
    "</td></tr></table>",
    "<table class=\"oj-table\"><tr><td>",
    "<div class=\"grid-list\"><div class=\"grid-list-column-1\">(a)</div><div>",
    "<div style=\"text-indent: -30pt\">",
    "<div class=\"norm\"><span class=\"no-parag\">1.</span>",
    "<div id=\"rct_1\">",
    "<div id=\"anx_I\">",
    "</div>",
    "</p>",
    "<br/>",
    "<a href=\"#n\">(<span class=\"oj-note-tag\">1</span>)</a>",
    "\n<TXT_TE>\n",
    "<li>",
    "(a)",
    "1. ",
    "‘",
    "’;",
    "\"",
    "— ",
    "Whereas:",
    "HAS ADOPTED THIS REGULATION:",
    "On those grounds, the Court",
    "Article 5 of Directive 2025/13/EU is amended as follows:",
    "Done at Ulldal",
    "sheep graze.",
    "►C1 får ◄",
    "\u{ad}",
    " ",
];

const FORMEX_PIECES: [&str; 22] = [
    "<ARTICLE IDENTIFIER=\"001\">",
    "</ARTICLE>",
    "<TI.ART>Article 1</TI.ART>",
    "<PARAG>",
    "</PARAG>",
    "<NO.PARAG>1.</NO.PARAG>",
    "<ALINEA>",
    "</ALINEA>",
    "<P>",
    "</P>",
    "<LIST>",
    "</LIST>",
    "<ITEM><NP><NO.P>(a)</NO.P><TXT>får</TXT>",
    "</NP></ITEM>",
    "<QUOT.S>",
    "</QUOT.S>",
    "<NOTE NOTE.ID=\"E1\"><P>not</P></NOTE>",
    "<NOTE NOTE.REF=\"E1\"/>",
    "<TBL><CORPUS><ROW><CELL>1</CELL></ROW></CORPUS></TBL>",
    "<UNKNOWN/>",
    "ord ",
    "<?CLG.MDFO ACTIVE.DOC=\"32031R0099\"?>",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn words_of_eu_pages_are_kept(pieces in proptest::collection::vec(0..EU_PIECES.len(), 0..60)) {
        let text: String = pieces.iter().map(|piece| EU_PIECES[*piece]).collect();
        let page = format!("<body><p class=\"oj-doc-ti\">REGULATION</p>{text}</body>");
        if let Some(found) = parsed_eu(page.as_bytes()) {
            prop_assert_eq!((found.report.missing, found.report.extra), (0, 0), "{:?}", text);
            if let Some(artifact) = &found.artifact {
                prop_assert!(Artifact::parse(artifact.as_bytes()).is_ok());
            }
        }
    }

    #[test]
    fn words_of_formex_are_kept(pieces in proptest::collection::vec(0..FORMEX_PIECES.len(), 0..40)) {
        // Elements are closed in order, so that the file is well-formed.
        let mut text = String::new();
        let mut open: Vec<String> = Vec::new();
        for piece in pieces.iter().map(|piece| FORMEX_PIECES[*piece]) {
            if let Some(name) = piece.strip_prefix("</") {
                if open.last().is_some_and(|last| *last == name) {
                    open.pop();
                    text.push_str(piece);
                }
                continue;
            }
            text.push_str(piece);
            match piece {
                "<ITEM><NP><NO.P>(a)</NO.P><TXT>får</TXT>" => open.push("NP></ITEM>".to_owned()),
                "<PARAG>" | "<ALINEA>" | "<P>" | "<LIST>" | "<QUOT.S>" => open.push(piece[1..].to_owned()),
                "<ARTICLE IDENTIFIER=\"001\">" => open.push("ARTICLE>".to_owned()),
                _ => {}
            }
        }
        for name in open.iter().rev() {
            text.push_str(&format!("</{name}"));
        }
        let act = format!("<ACT><ENACTING.TERMS>{text}</ENACTING.TERMS></ACT>");
        let found = parsed_eu(act.as_bytes()).unwrap();
        prop_assert_eq!((found.report.missing, found.report.extra), (0, 0), "{:?}", act);
    }
}

#[test]
fn time_of_eu_pages_is_linear() {
    for piece in EU_PIECES {
        for (before, after) in [("", ""), ("<p class=\"oj-ti-art\">Article 1</p>", "</p></td></tr>")] {
            let text = format!("{piece}{after}").repeat(60_000 / (piece.len() + after.len()));
            let page = format!("<body><p class=\"oj-doc-ti\">REGULATION</p>{before}{text}</body>");
            let start = std::time::Instant::now();
            let _ = parsed_eu(page.as_bytes());
            // A quadratic step would take minutes.
            assert!(start.elapsed().as_secs() < 20, "{piece:?}");
        }
    }
    for piece in FORMEX_PIECES {
        let act =
            format!("<ACT><ENACTING.TERMS>{}</ENACTING.TERMS></ACT>", piece.repeat(60_000 / piece.len()));
        let start = std::time::Instant::now();
        let _ = parsed_eu(act.as_bytes());
        assert!(start.elapsed().as_secs() < 20, "{piece:?}");
    }
}

#[test]
fn time_is_linear() {
    for (piece, end) in PIECES.iter().flat_map(|piece| ["", "\n\n"].map(|end| (*piece, end))) {
        let repeated = format!("{piece}{end}");
        let text = repeated.repeat(100_000 / repeated.len());
        let record = json!({ "beteckning": "2031:1", "fulltext": { "forfattningstext": text } });
        let start = std::time::Instant::now();
        let _ = parsed(record.to_string().as_bytes());
        // A quadratic step would take minutes.
        assert!(start.elapsed().as_secs() < 20, "{repeated:?}");
    }
}
