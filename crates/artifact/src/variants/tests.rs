//! Variants of one number, on several days.

use serde_json::Value;

use crate::{Artifact, Step};

fn artifact(structure: &str) -> Artifact {
    Artifact::parse(format!(r#"{{"uri":"x:1","structure":{structure}}}"#).as_bytes()).unwrap()
}

/// Every paragraf, heading and part inside, with its anchor (`-` for none) and whether it has ended (`†`) or is to come (`+`).
fn shown(artifact: &Artifact) -> String {
    let mut shown = Vec::new();
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step {
            let sign = match (node.has_ended(), node.is_coming()) {
                (true, _) => "†",
                (_, true) => "+",
                _ => "",
            };
            let text = node.text().plain_text();
            shown.push(format!(
                "{}{sign}{}{text}",
                node.id().unwrap_or("-"),
                if text.is_empty() { "" } else { ":" }
            ));
        }
    });
    shown.join(" ")
}

/// Three variants: the second has the anchor, and states in words when it ends.
const THREE: &str = r#"[
    {"type":"paragraf","id":null,"ordinal":"3","upphor":"2031-01-01","children":[
        {"type":"stycke","id":null,"text":["a"],"children":[{"type":"punkt","id":null,"ordinal":"1","text":["a1"]}]}]},
    {"type":"paragraf","id":"P3","ordinal":"3","ikrafttrader":"2031-01-01","children":[
        {"type":"stycke","id":"P3S1","text":["/Upphör att gälla U:2032-01-01/ b"]}]},
    {"type":"paragraf","id":null,"ordinal":"3","ikrafttrader":"2032-01-01","children":[
        {"type":"stycke","id":null,"text":["c"]}]},
    {"type":"paragraf","id":"P4","ordinal":"4","children":[{"type":"stycke","id":"P4S1","text":["d"]}]}]"#;

#[test]
fn the_wording_that_applies_has_the_anchor() {
    for (day, on_day, read_on) in [
        ("2030-12-31", "P3 P3S1:a P3S1N1:a1 P4 P4S1:d", "P3 P3S1:a P3S1N1:a1 -+ -:b -+ -:c P4 P4S1:d"),
        ("2031-01-01", "P3 P3S1:b P4 P4S1:d", "P3 P3S1:b -+ -:c -† -:a -:a1 P4 P4S1:d"),
        ("2031-12-31", "P3 P3S1:b P4 P4S1:d", "P3 P3S1:b -+ -:c -† -:a -:a1 P4 P4S1:d"),
        ("2032-01-01", "P3 P3S1:c P4 P4S1:d", "P3 P3S1:c -† -:b -† -:a -:a1 P4 P4S1:d"),
    ] {
        assert_eq!(shown(&artifact(THREE).on_day(day)), on_day, "{day}");
        assert_eq!(shown(&artifact(THREE).read_on(day)), read_on, "{day}");
    }
}

#[test]
fn the_days_of_each_wording() {
    let of = |structure: &str| -> Vec<String> {
        let variants = artifact(structure).dated_variants();
        let shown = variants.iter().map(|w| {
            let day = |day: &Option<String>| day.clone().unwrap_or("…".to_owned());
            let id = if w.has_id { "" } else { " no id" };
            format!("{} {} - {}{id}", w.anchor, day(&w.from), day(&w.until))
        });
        shown.collect()
    };
    assert_eq!(
        of(THREE),
        [
            "P3 … - 2031-01-01 no id",
            "P3S1 … - 2031-01-01 no id",
            "P3S1N1 … - 2031-01-01 no id",
            "P3 2031-01-01 - 2032-01-01",
            "P3S1 2031-01-01 - 2032-01-01",
            "P3 2032-01-01 - … no id",
            "P3S1 2032-01-01 - … no id",
        ]
    );
    // The end of the first is not stated: it ends when the second begins.
    assert_eq!(
        of(r#"[{"type":"paragraf","id":"P1","ordinal":"1","text":["a"]},
            {"type":"paragraf","id":null,"ordinal":"1","ikrafttrader":"2031-01-01","text":["b"]}]"#),
        ["P1 … - 2031-01-01", "P1 2031-01-01 - … no id"]
    );
    assert_eq!(of(r#"[{"type":"paragraf","id":"P1","ordinal":"1","text":["a"]}]"#), Vec::<String>::new());
}

/// The anchors on a day.
fn check(structure: &str, table: &[(&str, &str)]) {
    for (day, expected) in table {
        assert_eq!(shown(&artifact(structure).on_day(day)), *expected, "{day}");
    }
}

#[test]
fn anchors_of_a_kapitel_a_bilaga_and_a_heading() {
    check(
        r#"[{"type":"kapitel","id":null,"ordinal":"2 a","upphor":"2031-01-01","children":[
              {"type":"rubrik","level":1,"text":["x"]},
              {"type":"paragraf","id":null,"ordinal":"1","children":[{"type":"stycke","id":null,"text":["a"]}]},
              {"type":"paragraf","id":null,"ordinal":"1 b","children":[{"type":"stycke","id":null,"text":["b"]}]}]},
            {"type":"kapitel","id":"K2a","ordinal":"2 a","ikrafttrader":"2031-01-01","children":[
              {"type":"paragraf","id":"K2aP1","ordinal":"1","text":["c"]}]}]"#,
        &[("2030-12-31", "K2a -:x K2aP1 K2aP1S1:a K2aP1b K2aP1bS1:b"), ("2031-01-01", "K2a K2aP1:c")],
    );
    check(
        r#"[{"type":"bilaga","id":"B1","children":[{"type":"rubrik","text":["Bilaga 1"]}]},
            {"type":"bilaga","id":null,"upphor":"2031-01-01","children":[{"type":"rubrik","text":["Bilaga 2"]},
              {"type":"stycke","id":null,"text":["a"]}]},
            {"type":"bilaga","id":"B3","ikrafttrader":"2031-01-02","children":[{"type":"rubrik","text":["Bilaga 2"]}]}]"#,
        &[
            ("2030-12-31", "B1 -:Bilaga 1 B3 -:Bilaga 2 B3S1:a"),
            ("2031-01-02", "B1 -:Bilaga 1 B3 -:Bilaga 2"),
        ],
    );
    check(
        r#"[{"type":"rubrik","id":null,"level":2,"upphor":"2031-01-01","text":["old"]},
            {"type":"rubrik","id":"R1","level":2,"ikrafttrader":"2031-01-01","text":["new"]},
            {"type":"rubrik","id":"R2","level":2,"text":["/Rubriken upphör att gälla U:2031-01-01/ next"]}]"#,
        &[("2030-12-31", "R1:old R2:next"), ("2031-01-01", "R1:new")],
    );
}

#[test]
fn what_is_not_a_wording_of_the_number_beside_it() {
    // The second 1 § is of a kapitel whose heading the artifact lost.
    check(
        r#"[{"type":"paragraf","id":"K1P1","ordinal":"1","text":["a"]},
            {"type":"paragraf","id":"K1P2","ordinal":"2","text":["b"]},
            {"type":"paragraf","id":null,"ordinal":"1","upphor":"2031-01-01","text":["c"]},
            {"type":"paragraf","id":null,"ordinal":"1","ikrafttrader":"2031-01-01","text":["d"]}]"#,
        &[("2030-12-31", "K1P1:a K1P2:b -:c"), ("2031-01-01", "K1P1:a K1P2:b -:d")],
    );
    // Nor is one that applies on every day a wording of a number beside two that replace each other.
    check(
        r#"[{"type":"paragraf","id":"K1P1","ordinal":"1","text":["a"]},
            {"type":"paragraf","id":null,"ordinal":"1","upphor":"2031-01-01","text":["c"]},
            {"type":"paragraf","id":null,"ordinal":"1","ikrafttrader":"2031-01-01","text":["d"]}]"#,
        &[("2030-12-31", "K1P1:a -:c"), ("2031-01-01", "K1P1:a -:d")],
    );
    // Both began on one day: neither is left out.
    check(
        r#"[{"type":"paragraf","id":"P1","ordinal":"1","ikrafttrader":"2031-01-01","text":["a"]},
            {"type":"paragraf","id":null,"ordinal":"1","ikrafttrader":"2031-01-01","text":["b"]}]"#,
        &[("2031-01-01", "P1:a -:b")],
    );
    // The day of the second is not known: it stays, behind.
    check(
        r#"[{"type":"paragraf","id":null,"ordinal":"1","ikrafttrader":"den dag regeringen bestämmer","text":["b"]},
            {"type":"paragraf","id":"P1","ordinal":"1","upphor":"den dag regeringen bestämmer","text":["a"]}]"#,
        &[("2031-01-01", "P1:a -:b")],
    );
}

#[test]
fn the_later_of_two_that_apply_is_the_text() {
    check(
        r#"[{"type":"paragraf","id":"P1","ordinal":"1","ikrafttrader":"2030-01-01","text":["a"]},
            {"type":"paragraf","id":null,"ordinal":"1","ikrafttrader":"2031-01-01","text":["b"]},
            {"type":"paragraf","id":null,"ordinal":"1","upphor":"2033-01-01","text":["c"]}]"#,
        &[("2030-12-31", "P1:a"), ("2031-01-01", "P1:b"), ("2029-12-31", "P1:c")],
    );
}

#[test]
fn a_number_of_which_no_wording_applies_keeps_its_anchor() {
    let text = r#"[{"type":"paragraf","id":"P1","ordinal":"1","upphor":"2031-01-01","text":["a"]},
        {"type":"paragraf","id":"P2","ordinal":"2","ikrafttrader":"2032-01-01","text":["b"]},
        {"type":"paragraf","id":null,"ordinal":"3","upphor":"2031-01-01","text":["c"]}]"#;
    assert_eq!(shown(&artifact(text).read_on("2031-06-01")), "P1†:a P2+:b P3†:c");
    assert_eq!(shown(&artifact(text).on_day("2031-06-01")), "");
}

#[test]
fn a_node_is_told_as_it_is_stored() {
    let on_day = artifact(THREE).read_on("2032-01-01");
    let stored: Value = serde_json::from_str(THREE).unwrap();
    let mut nodes = Vec::new();
    on_day.presented().nodes().for_each(|node| nodes.push(node.to_value()));
    assert_eq!(nodes[0], stored[2]);
    assert_eq!(nodes[1], stored[1]);
    assert_eq!(nodes[1]["children"][0]["text"][0], "/Upphör att gälla U:2032-01-01/ b");
}

#[test]
fn where_the_day_of_a_note_counts() {
    let days = |structure: &str| -> Vec<String> {
        let mut days = Vec::new();
        artifact(structure).presented().walk(&mut |step| {
            if let Step::Enter(node) = step {
                let (stated_from, stated_until) = node.stated_days();
                let all = [node.applies_from(), node.applies_until(), stated_from, stated_until];
                let all: Vec<&str> = all.into_iter().map(|day| day.unwrap_or("·")).collect();
                days.push(format!("{} {}", node.kind(), all.join(" ")));
            }
        });
        days
    };
    let mark = "/Upphör att gälla U:2031-01-01/";
    for (structure, expected) in [
        (format!(r#"[{{"type":"paragraf","children":[{{"type":"stycke","text":["{mark} a"]}}]}}]"#),
         &["paragraf · 2031-01-01 · ·", "stycke · · · ·"][..]),
        // Its own field counts.
        (format!(r#"[{{"type":"paragraf","upphor":"2030-01-01","children":[{{"type":"stycke","text":["{mark} a"]}}]}}]"#),
         &["paragraf · 2030-01-01 · ·", "stycke · · · ·"]),
        // A note over a whole act, or an article of an appendix, has an end that the text does not show.
        (format!(r#"[{{"type":"stycke","text":["{mark} 1 § a"]}}]"#), &["stycke · · · 2031-01-01"]),
        (format!(r#"[{{"type":"bilaga","children":[{{"type":"stycke","text":["{mark} a"]}}]}}]"#),
         &["bilaga · · · ·", "stycke · · · 2031-01-01"]),
        (format!(r#"[{{"type":"tabell","children":[{{"type":"rad","cells":[["{mark} a"],["b"]]}}]}}]"#),
         &["tabell · · · ·", "rad · · · 2031-01-01"]),
        // A paragraf that the artifact has as stycken of the one before.
        (format!(r#"[{{"type":"paragraf","children":[{{"type":"stycke","text":["a"]}},
            {{"type":"stycke","text":["7 a {mark} b"]}},{{"type":"stycke","text":["c"]}}]}}]"#),
         &["paragraf · · · ·", "stycke · · · ·", "stycke · 2031-01-01 · ·", "stycke · 2031-01-01 · ·"]),
        (r#"[{"type":"kapitel","children":[{"type":"rubrik","text":["9 kap. /Kapitlet upphör att gälla U:2031-01-01/ a"]}]}]"#.to_owned(),
         &["kapitel · 2031-01-01 · ·", "rubrik · · · ·"]),
        (r#"[{"type":"paragraf","children":[{"type":"stycke","text":["a"]},
            {"type":"stycke","text":["/Rubriken träder i kraft I:2031-01-01/ b"]}]}]"#.to_owned(),
         &["paragraf · · · ·", "stycke · · · ·", "stycke 2031-01-01 · · ·"]),
        (r#"[{"type":"paragraf","children":[{"type":"stycke","text":["/Ny beteckning ",{"uri":"x:1#P2","text":"2 §"}," U:2031-01-01/ a"]}]}]"#.to_owned(),
         &["paragraf · 2031-01-01 · ·", "stycke · · · ·"]),
    ] {
        assert_eq!(days(&structure), expected, "{structure}");
        let artifact = artifact(&structure);
        assert!(!artifact.presented().plain_text().contains('/'), "{structure}");
    }
}

#[test]
fn a_day_that_has_come_is_marked_for_a_reader() {
    let artifact = Artifact::parse(
        br#"{"uri":"https://lag.example/2031:1","structure":[
        {"type":"paragraf","id":"P1","ordinal":"1","ikrafttrader":"2032-01-01","children":[]},
        {"type":"paragraf","id":"P2","ordinal":"2","children":[]}]}"#,
    )
    .unwrap();
    for (day, expected) in [("2031-12-31", [false, false]), ("2032-01-01", [true, false])] {
        let read = artifact.clone().read_on(day);
        let begun: Vec<bool> = ["P1", "P2"]
            .iter()
            .map(|id| {
                let part = read.presented().part(&crate::Anchor::new(id).unwrap()).unwrap();
                part.nodes().iter().any(|node| node.has_begun())
            })
            .collect();
        assert_eq!(begun, expected, "{day}");
    }
}

#[test]
fn a_kapitel_without_an_anchor_of_which_only_the_heading_ends_has_those_of_its_numbers() {
    let structure = r#"[
        {"type":"kapitel","id":"K1","ordinal":"1","children":[
            {"type":"paragraf","id":"K1P1","ordinal":"1","children":[{"type":"stycke","id":"K1P1S1","text":["a"]}]}]},
        {"type":"kapitel","id":null,"ordinal":"2","upphor":"2031-01-01","children":[
            {"type":"paragraf","id":null,"ordinal":"1","children":[{"type":"stycke","id":null,"text":["b"]}]},
            {"type":"paragraf","id":null,"ordinal":"2","ikrafttrader":"2031-01-01","children":[
                {"type":"stycke","id":null,"text":["c"]}]}]}]"#;
    let before = "K1 K1P1 K1P1S1:a K2 K2P1 K2P1S1:b";
    for (day, expected) in
        [("2030-12-31", before.to_owned()), ("2031-01-01", format!("{before} K2P2 K2P2S1:c"))]
    {
        assert_eq!(shown(&artifact(structure).on_day(day)), expected, "{day}");
    }
}
