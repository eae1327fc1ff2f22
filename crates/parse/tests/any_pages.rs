//! Whatever a page is, nothing panics, no word of it is lost, and the time is linear in its length.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::sync::LazyLock;

use lagrum_artifact::{Artifact, Base};
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, Parsed, RawParts, parse};
use proptest::prelude::*;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

fn parsed(source: &str, body: &[u8]) -> Option<Parsed> {
    let base = Base::parse("https://lag.example").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2031-01-01", names: &NAMES, numbering: &numbering };
    parse(source, &RawParts { body, key: Some("001-1"), ..RawParts::default() }, &context).ok()
}

/// A raw file of a source with a page in it.
fn raw_file(source: &str, page: &str) -> String {
    if source == "dv" {
        let record = serde_json::json!({
            "domstol": {"domstolKod": "HDO"}, "referatNummerLista": ["NJA 2031 s. 1"], "innehall": page,
        });
        return record.to_string();
    }
    assert_eq!(source, "hudoc");
    format!(
        "<style>.s1 {{ page-break-after:avoid; font-weight:bold; margin-left:20pt }}</style><div><p class='s1'>{page}</div>"
    )
}

const SOURCES: [&str; 2] = ["dv", "hudoc"];

/// Pieces that pages are made of, right and broken.
const PIECES: [&str; 58] = [
    "<p>",
    "</p>",
    "<p class='s1'>",
    "<div>",
    "</div>",
    "<span>",
    "</span>",
    "<b>",
    "</b>",
    "<br>",
    "<br/>",
    "<hr>",
    "<ol>",
    "<ol type='I' start='4'>",
    "</ol>",
    "<ul>",
    "</ul>",
    "<li>",
    "<li class='s1'>",
    "</li>",
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<h1>",
    "</h1>",
    "<h2>",
    "</h2>",
    "<a href='#_ftn1'>[1]</a>",
    "<a href='#_ftnref1'>[1]</a>",
    "<a>",
    "</a>",
    "[1] ",
    "<!--",
    "-->",
    "&nbsp;",
    "&shy;",
    "&#x41;",
    "&",
    "<",
    "1. ",
    "2. ",
    "12. ",
    "II. ",
    "(a) ",
    "A. ",
    "In the case of",
    "FOR THESE REASONS, THE COURT",
    "DISSENTING OPINION OF JUDGE ROE",
    "fåret ",
    "Fåret ska ",
    "paragraph 1 above",
    "Article 6 § 1 ",
    "DOMSKÄL",
    "DOMSLUT",
    ". ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn bytes_do_not_panic(body in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        for source in SOURCES {
            let _ = parsed(source, &body);
        }
    }

    #[test]
    fn words_are_kept(pieces in proptest::collection::vec(0..PIECES.len(), 0..80)) {
        let page: String = pieces.iter().map(|piece| PIECES[*piece]).collect();
        for source in SOURCES {
            let Some(found) = parsed(source, raw_file(source, &page).as_bytes()) else { continue };
            prop_assert_eq!((found.report.missing, found.report.extra), (0, 0), "{} {:?}", source, page);
            if let Some(artifact) = &found.artifact {
                prop_assert!(Artifact::parse(artifact.as_bytes()).is_ok());
            }
        }
    }
}

#[test]
fn time_is_linear() {
    let nested = [
        "<p>a",
        "<table><tr><td>a",
        "<ul><li>a</ul>",
        "<ol><li>a",
        "<td>a",
        "<b>a",
        "<p><b>a</p>",
        "1. a<p>",
        "[1] <p>",
    ];
    for piece in PIECES.iter().chain(&nested) {
        for source in SOURCES {
            let body = raw_file(source, &piece.repeat(60_000 / piece.len()));
            let start = std::time::Instant::now();
            let _ = parsed(source, body.as_bytes());
            // A quadratic step would take minutes.
            assert!(start.elapsed().as_secs() < 20, "{source} {piece:?}");
        }
    }
}
