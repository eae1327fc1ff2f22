use lagrum_artifact::{Artifact, Base};
use lagrum_sources::source;
use serde_json::{Value, json};

use super::*;
use crate::links::RawLink;

const BASE: &str = "https://lag.example";

/// The statements of an artifact, one a line: subject, relation, object, days. Uris are without the base.
fn stated(source_name: &str, artifact: &Value) -> Vec<String> {
    let base = Base::parse(BASE).unwrap();
    let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
    let source = source(source_name);
    let uri = artifact.uri().to_owned();
    let record = crate::acts::record(&uri, &artifact, &base);
    let links: Vec<RawLink> = lagrum_sources::links(&artifact, source, &base)
        .into_iter()
        .map(|link| RawLink {
            to: link.to.into_owned(),
            from_anchor: link.from_anchor.map(std::borrow::Cow::into_owned),
            from_page: link.from_page,
            predicate: link.predicate.to_owned(),
            text: link.text.into_owned(),
        })
        .collect();
    let found = statements(&StatingDocument {
        uri: &uri,
        artifact: &artifact,
        source,
        description: &source.describe(&artifact, &base),
        links: &links,
        record: record.as_ref(),
        base: &base,
    });
    let local = |uri: &str| uri.trim_start_matches(BASE).trim_start_matches('/').to_owned();
    let line = |told: &Statement| {
        let days = [&told.from, &told.until].map(|day| day.as_deref().unwrap_or("-"));
        let (subject, object) = (local(&told.subject), local(&told.object));
        format!("{subject} {:?} {object} {}", told.relation, days.join(" "))
    };
    found.iter().map(line).collect()
}

fn row(text: &[Value]) -> Value {
    json!({"type": "row", "text": text})
}

fn link(local_id: &str, words: &str) -> Value {
    json!({"uri": format!("{BASE}/{local_id}"), "text": words})
}

fn article(number: &str) -> Value {
    json!({"type": "article", "id": number, "children": [
        {"type": "paragraph", "num": "1", "text": ["Sheep shall be counted."]},
        {"type": "paragraph", "num": "2", "text": ["Goats shall be counted."]}]})
}

#[test]
fn a_correlation_table_says_which_articles_became_which() {
    let plain = |text: &str| row(&[json!(text)]);
    let act = json!({"uri": format!("{BASE}/celex/32031L0077"), "lang": "eng", "title": "Directive on sheep", "structure": [
        article("1"), article("2"), article("3"), article("4"),
        {"type": "heading", "text": ["Correlation table"]},
        row(&[link("celex/32001L0007", "Directive 2001/7/EC"), json!(" | This Directive")]),
        // The links of cells are often wrong.
        row(&[link("celex/32031L0077#5", "Article 5"), json!("(2) | "), link("celex/32031L0077#1", "Article 1(1)")]),
        plain("Article 6(1), second subparagraph | Article 2(9)"),
        plain("Articles 7 to 8 | Articles 3 to 4"),
        plain("Articles 9 and 10 | Article 4"),
        // Of two lists it is not said which became which.
        plain("Articles 11 and 12 | Articles 1 and 2"),
        plain("Article 13 | —"),
        plain("Article 14"),
        plain("Annex I | Annex II"),
        plain("Article 15 | Article 99"),
        {"type": "paragraph", "text": ["After the table."]},
        plain("Article 16 | Article 1"),
    ]});
    assert_eq!(
        stated("eurlex", &act),
        [
            "celex/32031L0077#1.1 Follows celex/32001L0007#5.2 - -",
            "celex/32031L0077#2 Follows celex/32001L0007#6.1 - -",
            "celex/32031L0077#3 Follows celex/32001L0007#7 - -",
            "celex/32031L0077#4 Follows celex/32001L0007#8 - -",
            "celex/32031L0077#4 Follows celex/32001L0007#9 - -",
            "celex/32031L0077#4 Follows celex/32001L0007#10 - -",
        ]
    );
}

#[test]
fn the_own_act_of_a_table_may_be_named_by_its_number_alone() {
    let cells = |cells: &[Value]| json!({"type": "rad", "cells": cells.iter().map(|cell| json!([cell])).collect::<Vec<_>>()});
    let table = |own: &str| {
        json!({"uri": format!("{BASE}/celex/32031L0077"), "lang": "eng", "title": "Directive on sheep", "structure": [
        article("1"), article("2"),
        {"type": "tabell", "text": ["Correlation table"], "children": [
            cells(&[link("celex/32001L0007", "Directive 2001/7/EC"), json!(own),
                link("celex/32031R0600", "Regulation (EU) No 600/2031")]),
            cells(&[json!("Article 3"), json!("Article 1"), json!("")]),
            cells(&[json!("Article 4"), json!(""), json!("Article 9")]),
        ]}]})
    };
    let expected = [
        "celex/32031L0077#1 Follows celex/32001L0007#3 - -",
        "celex/32031R0600#9 Follows celex/32001L0007#4 - -",
    ];
    assert_eq!(stated("eurlex", &table("Directive 2031/77/EU")), expected);
    assert!(stated("eurlex", &table("Directive 2031/78/EU")).is_empty());
}

#[test]
fn of_a_table_of_several_acts_only_whole_rows_are_read() {
    let cells = |cells: &[&str]| json!({"type": "rad", "cells": cells.iter().map(|cell| json!([cell])).collect::<Vec<_>>()});
    let act = json!({"uri": format!("{BASE}/celex/32031L0077"), "lang": "eng", "title": "Directive on sheep", "structure": [
        article("1"), article("2"),
        {"type": "tabell", "children": [
            {"type": "rad", "cells": [
                [link("celex/32001L0007", "Directive 2001/7/EC")], [link("celex/32031R0078", "Regulation (EU) No 2031/78")],
                ["Other acts"], ["This Directive"]]},
            cells(&["Article 3", "—", "Article 9", "Article 1"]),
            cells(&["Article 4", "Article 8", "", "Article 2(1)"]),
            cells(&["Article 5", "Article 2"]),
        ]},
        // Another act than the one that the table stands in.
        row(&[link("celex/32001L0007", "Directive 2001/7/EC"), json!(" | "), link("celex/32002L0008", "Directive 2002/8/EC")]),
    ]});
    assert_eq!(
        stated("eurlex", &act),
        [
            "celex/32031L0077#1 Follows celex/32001L0007#3 - -",
            "celex/32031R0078#8 Follows celex/32001L0007#4 - -",
            "celex/32031L0077#2.1 Follows celex/32001L0007#4 - -",
        ]
    );
}

fn statute(register: &[(&str, &str, &str)], celex: &[&str]) -> Value {
    let amendments = register.iter().enumerate().map(|(at, (number, day, words))| {
        let directives: Vec<String> =
            celex.iter().filter(|_| at == 1).map(|celex| format!("{BASE}/celex/{celex}")).collect();
        json!({"uri": format!("{BASE}/{number}"), "properties": {"dcterms:identifier": format!("SFS {number}"),
            "rpubl:ikrafttradandedatum": day, "rpubl:andrar": words, "rpubl:genomforDirektiv": directives}})
    });
    let paragraf = |kapitel: u32, number: u32| {
        json!({"type": "paragraf", "id": format!("K{kapitel}P{number}"), "ordinal": number.to_string(),
            "children": [{"type": "stycke", "text": ["Hjorden ska vallas."]}]})
    };
    let kapitel = |number: u32| {
        json!({"type": "kapitel", "id": format!("K{number}"), "ordinal": number.to_string(),
            "children": [paragraf(number, 1), paragraf(number, 2)]})
    };
    json!({"uri": format!("{BASE}/1990:10"), "structure": [kapitel(1), kapitel(3)],
        "amendments": amendments.collect::<Vec<_>>()})
}

#[test]
fn a_register_says_which_numbers_were_given() {
    let act = statute(
        &[
            ("1990:10", "1991-01-01", ""),
            (
                "2000:20",
                "2000-07-01",
                "upph. 1 kap. 9 §; nuvarande 1 kap. 1 § betecknas 1 kap. 2 §; ny 1 kap. 1 §",
            ),
            ("2005:30", "2005-07-01", "nuvarande 2 kap. betecknas 3 kap.; ändr. 1 kap. 1 §"),
            ("2006:40", "2006-07-01", "upph. 1 kap. 2 §; ny 3 kap. 2 §"),
            // The act brought kapitel.
            (
                "2007:50",
                "2007-07-01",
                "nuvarande 8, 9 §§ betecknas 1 kap. 7, 8 §§, nuvarande 4 § betecknas 3 kap. 5 §",
            ),
        ],
        &[],
    );
    assert_eq!(
        stated("sfs", &act),
        [
            "1990:10#K1P2 Follows 1990:10#K1P1 2000-07-01 2006-07-01",
            "1990:10#K3 Follows 1990:10#K2 2005-07-01 -",
            // 3 kap. 2 § is younger.
            "1990:10#K3P1 Follows 1990:10#K2P1 2005-07-01 -",
            "1990:10#K1P7 Follows 1990:10#P8 2007-07-01 -",
            "1990:10#K1P8 Follows 1990:10#P9 2007-07-01 -",
        ]
    );
}

#[test]
fn a_paragraf_that_only_moved_to_another_kapitel_has_no_new_number() {
    let paragraf = |number: u32| {
        json!({"type": "paragraf", "id": format!("P{number}"), "ordinal": number.to_string(),
            "children": [{"type": "stycke", "text": ["Hjorden ska vallas."]}]})
    };
    let words = "nuvarande 1 kap 3 § betecknas 2 kap 3 §, nuvarande 2 kap 4 § betecknas 2 kap 5 §";
    let mut act = statute(&[("1990:10", "1991-01-01", ""), ("2000:20", "2000-07-01", words)], &[]);
    act["structure"] = json!([
        {"type": "kapitel", "id": "K1", "ordinal": "1", "children": [paragraf(1), paragraf(2)]},
        {"type": "kapitel", "id": "K2", "ordinal": "2", "children": [paragraf(3), paragraf(5)]},
    ]);
    assert_eq!(stated("sfs", &act), ["1990:10#P5 Follows 1990:10#P4 2000-07-01 -"]);
}

#[test]
fn a_register_names_directives_that_are_carried_out() {
    let register = [("1990:10", "1991-01-01", ""), ("2000:20", "2000-07-01", "ändr. 1 kap. 1 §")];
    let act = statute(&register, &["389L0048", "31998L0034", "32031R0077"]);
    assert_eq!(stated("sfs", &act), ["1990:10 Implements celex/31989L0048 2000-07-01 -"]);
}
