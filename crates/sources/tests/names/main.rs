//! The names of documents of each source.
#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod foreign;
mod swedish;

use lagrum_artifact::{Artifact, Base};
use lagrum_sources::{Description, source};
use serde_json::{Value, json};

/// The description of a fictional document, whose `uri` is a local id.
fn describe(name: &str, mut artifact: Value) -> Description {
    let local_id = artifact["uri"].as_str().unwrap().to_owned();
    artifact["uri"] = format!("https://lag.example/{local_id}").into();
    let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
    source(name).describe(&artifact, &Base::parse("https://lag.example").unwrap())
}

/// The expected names of a document; empty for a name that it does not have.
#[derive(Default)]
struct Expected {
    kind: &'static str,
    label: &'static str,
    title: &'static str,
    /// Only where it differs from the title.
    display: &'static str,
    short_id: &'static str,
    short_title: &'static str,
    descriptive: &'static str,
    abbr: &'static str,
}

fn check(name: &str, artifact: Value, expected: &Expected) {
    let shown = artifact.to_string();
    let found = describe(name, artifact);
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let display = if expected.display.is_empty() { expected.title } else { expected.display };
    for (what, ours, wanted) in [
        ("kind", text(&found.kind), expected.kind),
        ("label", found.label.clone(), expected.label),
        ("title", found.title.clone(), expected.title),
        ("display", found.display.clone(), display),
        ("short id", text(&found.short_id), expected.short_id),
        ("short title", text(&found.short_title), expected.short_title),
        ("descriptive", found.descriptive.clone(), expected.descriptive),
        ("acronym", text(&found.abbr), expected.abbr),
    ] {
        assert_eq!(ours, wanted, "{what} of {shown}");
    }
}

#[test]
fn a_source_nobody_has_described() {
    check(
        "lawreview",
        json!({"uri": "lawreview/far/2031", "type": "artikel", "title": "Om får"}),
        &Expected {
            kind: "artikel",
            label: "lawreview/far/2031",
            title: "Om får",
            short_id: "lawreview/far/2031",
            descriptive: "lawreview/far/2031",
            ..Expected::default()
        },
    );
}

#[test]
fn a_document_that_says_nothing_still_has_a_name() {
    for source in lagrum_sources::all() {
        let found = describe(source.name, json!({"uri": "x"}));
        for text in [&found.label, &found.title, &found.display, &found.descriptive] {
            assert!(!text.is_empty(), "{} {found:?}", source.name);
        }
        assert!(found.short_id.as_deref() != Some("") && found.date.is_none() && found.snippet.is_none());
    }
}
