//! The previews of each source, where they differ from the first prose.
use lagrum_artifact::{Artifact, Base};
use lagrum_sources::source;
use serde_json::{Value, json};

const PROSE: &str =
    "Den som håller får ska se till att de inte lämnar marken utan tillsyn under den tid de betar där";

fn check(name: &str, mut artifact: Value, expected: Option<&str>) {
    artifact["uri"] = "https://lag.example/x".into();
    let shown = format!("{name} {artifact}");
    let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
    let found = source(name).describe(&artifact, &Base::parse("https://lag.example").unwrap());
    assert_eq!(found.snippet.as_deref(), expected, "{shown}");
}

fn stycke(text: &str) -> Value {
    json!({"type": "stycke", "text": [text]})
}

#[test]
fn each_source_opens_in_its_own_way() {
    let long = format!("{PROSE} {PROSE} {PROSE} {PROSE} {PROSE}");
    check("dv", json!({"metadata": {"sammanfattning": long}, "structure": [stycke(PROSE)]}), Some(&long));
    check("dv", json!({"metadata": {"sammanfattning": null}, "structure": [stycke(PROSE)]}), Some(PROSE));
    check(
        "hudoc",
        json!({"metadata": {"conclusions": ["Violation", "No violation"]}}),
        Some("Violation; No violation"),
    );
    check("hudoc", json!({"structure": [stycke(PROSE)]}), None);
    check("icj", json!({"structure": [stycke(&format!("Present: {PROSE}")), stycke(PROSE)]}), Some(PROSE));
    check("icc", json!({"structure": [stycke(&format!("SITUATION IN {PROSE}"))]}), None);
    check(
        "sfs",
        json!({"structure": [{"type": "paragraf", "id": "K2P3a", "children": [stycke("Får är fria.")]}]}),
        Some("2 kap. 3 a § Får är fria."),
    );
    check("sfs", json!({"structure": [stycke(PROSE)]}), Some(PROSE));
    check(
        "avg",
        json!({"metadata": {"title": PROSE}, "structure": [stycke(PROSE), stycke(&format!("Nej. {PROSE}"))]}),
        Some(&format!("Nej. {PROSE}")),
    );
    check("begrepp", json!({"title": "Får", "body": [stycke(PROSE)]}), Some(PROSE));
}

#[test]
fn a_presented_consolidation_is_what_a_regulation_shows() {
    let consolidation =
        json!([{"konsolideradTom": "x/fffs/2031:1", "structure": [stycke(&format!("Ny. {PROSE}"))]}]);
    check(
        "foreskrift",
        json!({"structure": [stycke(PROSE)], "consolidations": consolidation}),
        Some(&format!("Ny. {PROSE}")),
    );
}

#[test]
fn eu_documents_open_with_a_recital_or_a_ground() {
    let recital = json!({"type": "recital", "num": "1", "text": ["Getter är viktiga."]});
    check(
        "eurlex",
        json!({"celex": "32031R0077", "structure": [stycke(PROSE), recital]}),
        Some("(1) Getter är viktiga."),
    );
    let whereas = json!({"type": "recital", "text": ["Whereas:"]});
    check(
        "eurlex",
        json!({"celex": "32031R0077", "structure": [whereas, recital]}),
        Some("(1) Getter är viktiga."),
    );
    check("eurlex", json!({"celex": "32031R0077", "structure": [whereas]}), Some("Whereas:"));
    check("eurlex", json!({"celex": "32031R0077", "structure": [stycke(PROSE)]}), Some(PROSE));
    let ground = |num: Value, text: &str| json!({"type": "paragraph", "num": num, "text": [text]});
    let grounds = json!([
        ground(json!("1"), "För kort."),
        ground(Value::Null, PROSE),
        ground(json!("2"), &"ord ".repeat(60))
    ]);
    let capped = format!("{}…", "ord ".repeat(50));
    check("eurlex", json!({"celex": "62031CJ0012", "structure": grounds}), Some(&capped));
}
