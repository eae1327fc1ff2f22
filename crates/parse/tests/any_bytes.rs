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
