//! What half-typed texts may become, on the demo.

use serde_json::Value;

use crate::fixture::local;
use crate::reader::Reader;

/// The first suggestions as places, with `…` for further ones.
fn short(suggestions: &[Value]) -> String {
    let mut places: Vec<String> =
        suggestions.iter().take(3).map(|suggestion| local(&suggestion["uri"])).collect();
    if suggestions.len() > 3 {
        places.push("…".to_owned());
    }
    places.join(" ")
}

#[test]
fn what_is_suggested() {
    let reader = Reader::demo();
    let table = [
        // Names, by any of their words.
        ("fårl", "1931:47 kommentar/1931:47"),
        ("FARL", "1931:47 kommentar/1931:47"),
        ("färjel", "2027:315 prop/2026/27:90"),
        ("vilsna får", "2024:333"),
        ("lag får", "2026:40 2024:333"),
        ("om återb", "2024:333"),
        ("fårf", "dom/nja/2031s5 edpb/wp/wp260"),
        ("skade", "begrepp/Skadestånd"),
        // Who types å does not mean a or ä, unless nothing has an å there; who types a may mean both.
        ("får", "begrepp/Får 1931:47 begrepp/Fårhållare …"),
        ("färl", "1931:47 kommentar/1931:47"),
        // Numbers.
        ("NJA 2031", "dom/nja/2031s5 dom/nja/2031/not/8"),
        ("nja 2031 s", "dom/nja/2031s5"),
        ("C-12/2", "celex/62029CJ0012 celex/62029CC0012"),
        ("prop 2030/3", "prop/2030/31:9"),
        ("1931:4", "1931:47 kommentar/1931:47"),
        ("T 1204", "dom/nja/2031s5 dom/hd/T1204-30/2031-03-14"),
        // Provisions, before or after the name.
        ("fårlagen 2", "1931:47#K2"),
        ("fårl 2 kap", "1931:47#K2 1931:47#K2P1 1931:47#K2P2 …"),
        ("fårlagen 2:3", "1931:47#K2P3"),
        ("fårlagen 2 kap. 3 §", "1931:47#K2P3"),
        ("2 kap 3 § fårl", "1931:47#K2P3"),
        ("1931:47 2:3", "1931:47#K2P3"),
        ("GETF 6", "celex/32031R0077#6 celex/32031R0077#6.1 celex/32031R0077#6.2 …"),
        ("getf art 6.1", "celex/32031R0077#6.1 celex/32031R0077#6.1.a celex/32031R0077#6.1.b …"),
        ("art 6 getför", "celex/32031R0077#6 celex/32031R0077#6.1 celex/32031R0077#6.2 …"),
        ("EKMR 6", "coe/005#A6 coe/005#A6P1 coe/005#A6P2 …"),
        ("prop. 2030/31:9 s. 5", "prop/2030/31:9#sid5"),
        // What names nothing, and what is cut off at the wrong end.
        ("", ""),
        (" ", ""),
        ("§", ""),
        ("2:3", ""),
        ("3 §", ""),
        ("årlagen", ""),
        ("fårlagen 99", ""),
        ("fårlagen 2 kap. 99 §", ""),
        ("fårlagen xyzzy", ""),
        ("xyzzy", ""),
    ];
    for (typed, expected) in table {
        assert_eq!(short(&reader.suggest(typed, 10)), expected, "{typed}");
    }
}

/// What takes the place of a typed text names what was suggested.
#[test]
fn what_completes_a_text_resolves_to_its_uri() {
    let reader = Reader::demo();
    let mut checked = 0;
    for typed in ["f", "l", "n", "c", "prop", "fårl 1", "GETF 6", "EKMR 6", "färjel 2", "1 § färjel", "t 1"]
    {
        for suggestion in reader.suggest(typed, 20) {
            if suggestion["kind"] == "concept" {
                continue;
            }
            let answer = reader.resolve(suggestion["completes"].as_str().unwrap());
            let named = answer["results"].as_array().unwrap().iter().any(|result| {
                let place = if result["pin"].is_null() { &result["uri"] } else { &result["pin"]["uri"] };
                *place == suggestion["uri"]
            });
            assert!(named, "{suggestion} gives {}", answer["results"]);
            checked += 1;
        }
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn as_many_are_suggested_as_are_asked_for() {
    let reader = Reader::demo();
    let all = reader.suggest("f", 20);
    for limit in [1, 2, 5] {
        assert_eq!(reader.suggest("f", limit), all[..limit]);
    }
}

#[test]
fn no_text_is_too_strange() {
    let reader = Reader::demo();
    let long = [
        "f".repeat(3000),
        "får ".repeat(700),
        "1 ".repeat(1000),
        "fårl 1 ".repeat(300),
        "§".repeat(1000),
        format!("{} fårl", "1 kap ".repeat(300)),
        "a\u{300}".repeat(500),
    ];
    for typed in long.iter().map(String::as_str).chain(["\0", "\u{10ffff}", "''", "<script>", "🐑"]) {
        assert!(reader.suggest(typed, 20).is_empty(), "{typed:.20}");
    }
}
