//! What half-typed texts may become, on the demo.

use serde_json::Value;

use crate::served::{BASE, Served, TODAY, encoded};

async fn suggest(served: &Served, typed: &str, more: &str) -> Vec<Value> {
    let answer = served.json(&format!("/api/v1/suggest?q={}{more}", encoded(typed))).await;
    assert_eq!(answer["q"], typed);
    answer["suggestions"].as_array().unwrap().clone()
}

/// The first suggestions as places, with `…` for further ones.
async fn short(served: &Served, typed: &str) -> String {
    let suggestions = suggest(served, typed, "").await;
    let place = |suggestion: &Value| suggestion["uri"].as_str().unwrap().replace("{base}/", "");
    let mut places: Vec<String> = suggestions.iter().take(3).map(place).collect();
    if suggestions.len() > 3 {
        places.push("…".to_owned());
    }
    places.join(" ")
}

#[tokio::test]
async fn what_is_suggested() {
    let served = Served::demo();
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
        assert_eq!(short(&served, typed).await, expected, "{typed}");
    }
}

#[tokio::test]
async fn what_is_shown() {
    let served = Served::demo();
    let shown = [
        suggest(&served, "fårlagen 2:3", "").await,
        suggest(&served, "2 kap 3 § fårl", "").await,
        suggest(&served, "fårl", "&limit=1").await,
        suggest(&served, "fårf", "&limit=1").await,
        suggest(&served, "skade", "&limit=1").await,
    ];
    insta::assert_json_snapshot!(shown.concat());
}

/// What takes the place of a typed text names what was suggested.
#[tokio::test]
async fn what_completes_a_text_resolves_to_its_uri() {
    let served = Served::demo();
    let mut checked = 0;
    for typed in ["f", "l", "n", "c", "prop", "fårl 1", "GETF 6", "EKMR 6", "färjel 2", "1 § färjel", "t 1"]
    {
        for suggestion in suggest(&served, typed, "&limit=20").await {
            if suggestion["kind"] == "concept" {
                continue;
            }
            let completes = suggestion["completes"].as_str().unwrap().replace("{base}", BASE);
            let answer = served.json(&format!("/api/v1/resolve?q={}", encoded(&completes))).await;
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

#[tokio::test]
async fn before_the_names_are_loaded() {
    let snapshot = Served::demo_snapshot();
    let served = Served::new(Some(snapshot.clone()));
    let answer = served.get("/api/v1/suggest?q=f").await;
    assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "5"));
    snapshot.load_name_index(TODAY).unwrap();
    assert_ne!(served.get("/api/v1/suggest?q=f").await.header("etag"), "");
    // Names of another day are used until those of the day are loaded, and the answers are not kept.
    served.set_day(TODAY.tomorrow().unwrap());
    let answer = served.get("/api/v1/suggest?q=f").await;
    assert_eq!((answer.status.as_u16(), answer.header("etag")), (200, ""));
}

#[tokio::test]
async fn no_text_is_too_strange() {
    let served = Served::demo();
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
        assert!(suggest(&served, typed, "&limit=20").await.is_empty(), "{typed:.20}");
    }
}
