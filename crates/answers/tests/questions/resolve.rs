//! Citations of the demo's invented law, of Swedish and European law that the demo does not hold, and texts that are no
//! citations at all.

use jiff::civil::date;
use lagrum_answers::ResolveQuestion;
use serde_json::Value;

use crate::fixture::{BASE, bare, loaded, local};
use crate::reader::{Reader, source};

/// The answer in short: pins or documents, then `?` and what is recognized.
fn short(answer: &Value) -> String {
    let results = answer["results"].as_array().unwrap().iter().map(|result| match &result["pin"] {
        Value::Null => local(&result["uri"]),
        pin => local(&pin["uri"]),
    });
    let recognized = answer["recognized"].as_array().unwrap().iter();
    let recognized = recognized.map(|other| format!("?{}", local(&other["uri"])));
    results.chain(recognized).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_named() {
    let reader = Reader::demo();
    let table = [
        // By the corpus's own names.
        ("fårlagen", "1931:47"),
        ("Fårlag (1931:47)", "1931:47"),
        ("fårlagen 2:3", "1931:47#K2P3"),
        ("färjelagen", "2027:315"),
        ("Lag (2024:333) om återbördande av vilsna får", "2024:333"),
        ("getförordningen artikel 6", "celex/32031R0077#6 ?celex/32031R0077#6"),
        ("GETF", "celex/32031R0077"),
        // By numbers.
        ("1931:47", "1931:47"),
        ("SFS 1931:47 2 kap. 3 § första stycket", "1931:47#K2P3S1"),
        ("(EU) 2031/77", "celex/32031R0077"),
        ("C-12/29", "celex/62029CJ0012"),
        ("prop. 2030/31:9", "prop/2030/31:9"),
        // By the names and numbers of decisions.
        ("NJA 2031 s. 5", "dom/nja/2031s5"),
        ("Fårfallet", "dom/nja/2031s5"),
        ("T 1204-30", "dom/nja/2031s5 dom/hd/T1204-30/2031-03-14"),
        ("RÅ 1998 ref. 12", "dom/ra/1998:12"),
        // By uri: what the checkers of citations send.
        (&format!("{BASE}/1931:47#K2P3"), "1931:47#K2P3"),
        (&format!("{BASE}/1931:47"), "1931:47"),
        (&format!("{BASE}/dom/nja/2031s5#P3"), "dom/nja/2031s5#P3"),
        (&format!("{BASE}/dom/nja/2031s5#p3"), "dom/nja/2031s5#p3"),
        (&format!("{BASE}/prop/2030/31:9#sid15"), "prop/2030/31:9#sid15"),
        // A place that is not there: the provision around it, or the document.
        ("fårlagen 2 kap. 3 § nionde stycket", "1931:47#K2P3 ?1931:47#K2P3S9"),
        // What the text prints as repealed.
        ("fårlagen 3 kap. 5 §", "1931:47 ?1931:47#K3P5"),
        ("fårlagen 99 kap. 1 §", "1931:47 ?1931:47#K99P1"),
        (&format!("{BASE}/1931:47#K99P1"), "1931:47 ?1931:47#K99P1"),
        // What this corpus does not hold.
        ("brottsbalken 3 kap. 1 §", "?1962:700#K3P1"),
        ("C-912/31", "?celex/62031CJ0912"),
        (&format!("{BASE}/2999:1"), "?2999:1"),
        // A repealed law is named like any other.
        ("bihållningslagen", "1988:205"),
        // Marks that cannot be seen are no part of a name.
        ("\u{202e}fårlagen\u{0}", "1931:47"),
    ];
    for (query, expected) in table {
        assert_eq!(short(&reader.resolve(query)), expected, "{query}");
    }
}

/// What is established not to exist, with what is near it.
#[test]
fn what_cannot_exist() {
    let reader = Reader::demo();
    let invalid = |query: &str| {
        let answer = reader.resolve(query);
        let entries = answer["recognized"].as_array().unwrap().iter();
        let entries = entries.filter(|entry| entry["invalid"] == true).map(|entry| {
            let nearest: Vec<String> = entry["nearest"].as_array().into_iter().flatten().map(local).collect();
            format!("{} {}", local(&entry["uri"]), nearest.join(" ")).trim_end().to_owned()
        });
        entries.collect::<Vec<_>>().join("; ")
    };
    let table = [
        // A provision that a held statute lacks, between its neighbours.
        ("fårlagen 2 kap. 99 §", "1931:47#K2P99 1931:47#K2P5"),
        (&format!("{BASE}/1931:47#K99P1S2"), "1931:47#K99P1S2 1931:47#K4P6"),
        // Part of a provision that is there, of which another wording applies today.
        ("fårlagen 2 kap. 3 § nionde stycket", ""),
        // What is known to have been there.
        ("fårlagen 3 kap. 5 §", ""),
        // A paragraf without its kapitel.
        (&format!("{BASE}/1931:47#P3"), "1931:47#P3 1931:47#K1P3 1931:47#K2P3 1931:47#K3P3 1931:47#K4P3"),
        // Articles behind the last one, and between others.
        ("GETF art 99", "celex/32031R0077#99 celex/32031R0077#10"),
        ("GETF art 3a", ""),
        // Numbers that no document has, and those that one may have.
        ("NJA 2013 s. -1", "dom/nja/2013s-1"),
        ("NJA 2013 s. 99999", ""),
        ("NJA 1870 s. 5", "dom/nja/1870s5"),
        ("NJA 1874 s. 5", ""),
        ("NJA 2031 s. 7", "dom/nja/2031s7"),
        ("RÅ 2011 ref. 3", "dom/ra/2011:3"),
        ("prop. 2017/18:0", "prop/2017/18:0"),
        ("SFS 2031:9999", "2031:9999"),
        (&format!("{BASE}/prop/2017/18:1#sid0"), "prop/2017/18:1#sid0"),
        ("brottsbalken 99 kap. 1 §", ""),
    ];
    let mut wrong = Vec::new();
    for (query, expected) in table {
        let found = invalid(query);
        if found != expected {
            wrong.push(format!("{query}: {found:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn filters() {
    type Change = fn(&mut ResolveQuestion);
    let of_source: [Change; 3] = [
        |question| question.source = Some(source("sfs")),
        |question| question.source = Some(source("dv")),
        |question| question.source = Some(source("eurlex")),
    ];
    let of_kind: [Change; 2] = [
        |question| question.kind = Some("lag".to_owned()),
        |question| question.kind = Some("forordning".to_owned()),
    ];
    let ([sfs, dv, eurlex], [lag, forordning]) = (of_source, of_kind);
    let table: [(&str, Change, &str); 7] = [
        ("fårlagen", sfs, "1931:47"),
        ("fårlagen", lag, "1931:47"),
        ("fårlagen", dv, ""),
        // Held but of another kind: neither found nor unheld.
        ("fårlagen", forordning, ""),
        ("C-912/31", eurlex, "?celex/62031CJ0912"),
        ("C-912/31", sfs, ""),
        // What is not held has no kind.
        ("C-912/31", lag, "?celex/62031CJ0912"),
    ];
    for (at, (query, change, expected)) in table.into_iter().enumerate() {
        assert_eq!(short(&Reader::demo().resolve_with(query, change)), expected, "{at}: {query}");
    }
}

#[test]
fn no_text_is_an_error() {
    let reader = Reader::demo();
    let odd = [
        "",
        " ",
        "#",
        "§",
        "blomkål",
        "skadestånd",
        "dimma",
        "\0",
        "' OR 1=1 --",
        "%",
        "2 kap.",
        "<b>fårlag</b>",
        "𝔣å𝔯𝔩𝔞𝔤",
        "/../../etc/passwd",
        "https://lag.example/1931:47",
    ];
    for query in odd {
        let answer = reader.resolve(query);
        assert_eq!(answer["query"], query);
        assert_eq!(short(&answer), "", "{query:?}");
    }
    for piece in
        ["2 kap. 3 § ", "fårlagen ", "å", "12, ", "artikel 6 i ", "#K1P1", &format!("{BASE}/1931:47#")]
    {
        let query: String = piece.chars().cycle().take(8192 / piece.len().max(2)).collect();
        let answer = reader.resolve(&query);
        assert!(answer["results"].is_array() && answer["recognized"].is_array(), "{piece}");
    }
}

/// The names are of a day: a law that is in force goes before one of the same name that is not.
#[test]
fn names_are_of_a_day() {
    let snapshot = bare();
    let in_force = |day| {
        let base = &snapshot.manifest().base;
        let names = snapshot.catalog().with(|catalog| catalog.held_names(base, day)).unwrap();
        names.iter().filter(|name| name.document == "2021:640").all(|name| name.in_force)
    };
    assert!(in_force("2026-11-21"));
    assert!(in_force("2099-12-30"));
    assert!(!in_force("2099-12-31"));

    snapshot.load_resolver(date(2026, 11, 21)).unwrap();
    assert_eq!(snapshot.names_day(), Some(date(2026, 11, 21)));
    snapshot.load_resolver(date(2099, 12, 31)).unwrap();
    assert_eq!(snapshot.names_day(), Some(date(2099, 12, 31)));
}

/// Every place of every document resolves by its uri to a pin whose words are those of the document's part.
#[test]
fn every_place_is_pinned() {
    let (reader, snapshot) = (Reader::demo(), loaded());
    let mut pins = 0;
    for uri in reader.all_uris() {
        let row = snapshot.catalog().with(|catalog| catalog.document(&uri)).unwrap().unwrap();
        let Some(stored) = row.stored else { continue };
        let bytes = snapshot.artifact(stored).unwrap().unwrap();
        let artifact = lagrum_artifact::Artifact::parse(&bytes).unwrap();
        for place in artifact.presented().anchored_parts() {
            let whole = format!("{uri}#{}", place.anchor);
            let answer = reader.resolve(&whole);
            let pin = &answer["results"][0]["pin"];
            assert_eq!(pin["uri"], whole);
            assert_eq!(pin["pinpoint"], place.anchor.as_str());
            let words = pin["highlight"][0].as_str().unwrap_or_default();
            let words = words.replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&");
            assert_eq!(words, place.text, "{whole}");
            pins += 1;
        }
    }
    assert!(pins > 300, "{pins}");
}
