//! Who cites a document or a place in it.

use std::collections::BTreeSet;

use lagrum_answers::{InboundOrder, InboundQuestion, InboundScope};
use serde_json::Value;

use crate::fixture::uri;
use crate::reader::{Reader, source};

fn rows(json: &Value) -> &Vec<Value> {
    json["citations"].as_array().unwrap()
}

/// A change of a question for citations.
type Change = fn(&mut InboundQuestion);

fn all(reader: Reader<'_>, change: impl FnOnce(&mut InboundQuestion)) -> Value {
    reader.inbound(&uri("1931:47"), change)
}

#[test]
fn the_list_is_the_mirror_of_all_links() {
    let reader = Reader::demo();
    let mut expected = BTreeSet::new();
    for citing in reader.all_uris() {
        let links = reader.outbound(&citing);
        for link in links.as_array().unwrap() {
            let target = link["uri"].as_str().unwrap();
            if target.split('#').next() == Some(&uri("1931:47")) && citing != uri("1931:47") {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                expected.insert((citing.clone(), target.to_owned(), text(&link["anchor"])));
            }
        }
    }
    let found = all(reader, |_| ());
    let found: Vec<_> = rows(&found)
        .iter()
        .map(|row| {
            let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
            (text("uri"), text("target"), text("anchor"))
        })
        .collect();
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
}

#[test]
fn pages_put_together_are_the_whole_in_every_order_and_scope() {
    let reader = Reader::demo();
    let changes: [Change; 6] = [
        |_| (),
        |question| question.order = InboundOrder::Citations,
        |question| question.source = Some(source("dv")),
        |question| {
            question.source = Some(source("forarbete"));
            question.order = InboundOrder::Citations;
        },
        |question| question.scope = InboundScope::Exact,
        |question| question.source = Some(source("nobody")),
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let whole = all(reader, change);
        assert_eq!(whole["total"].as_u64(), Some(rows(&whole).len() as u64), "{at}");
        let mut paged = Vec::new();
        for offset in (0..rows(&whole).len() + 3).step_by(3) {
            let page = all(reader, |question| {
                change(question);
                question.limit = 3;
                question.offset = offset as u64;
            });
            assert_eq!((&page["total"], &page["by_source"]), (&whole["total"], &whole["by_source"]));
            paged.extend(rows(&page).clone());
        }
        assert_eq!(&paged, rows(&whole), "{at}");
    }
}

#[test]
fn counts_by_source_speak_of_the_scope_and_not_of_the_filter() {
    let reader = Reader::demo();
    let whole = all(reader, |_| ());
    let counts = whole["by_source"].as_object().unwrap();
    assert_eq!(
        counts.values().map(|count| count.as_u64().unwrap()).sum::<u64>(),
        whole["total"].as_u64().unwrap()
    );
    for (name, count) in counts {
        let filtered = all(reader, |question| question.source = Some(source(name)));
        assert_eq!(&filtered["total"], count);
        assert_eq!(filtered["by_source"], whole["by_source"]);
        assert!(rows(&filtered).iter().all(|row| row["source"] == **name));
    }
}

#[test]
fn a_place_and_what_lies_inside_it() {
    let reader = Reader::demo();
    let whole = all(reader, |_| ());
    let of = |anchor: &str, scope: InboundScope| {
        reader.inbound(&uri(&format!("1931:47#{anchor}")), |question| question.scope = scope)
    };
    let anchors: BTreeSet<_> = rows(&whole)
        .iter()
        .filter_map(|row| row["target"].as_str().unwrap().split_once('#'))
        .map(|pair| pair.1)
        .collect();
    assert!(anchors.len() > 3);
    for anchor in anchors {
        let target =
            |row: &Value| row["target"].as_str().unwrap().split_once('#').map(|pair| pair.1.to_owned());
        let inside = |found: &str| {
            let rest = found.strip_prefix(anchor);
            rest.is_some_and(|rest| rest.chars().next().is_none_or(|c| c.is_ascii_uppercase() || c == '.'))
        };
        let expected = |keep: &dyn Fn(&str) -> bool| {
            rows(&whole)
                .iter()
                .filter(|row| target(row).is_some_and(|found| keep(&found)))
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(rows(&of(anchor, InboundScope::Tree)), &expected(&inside), "{anchor}");
        assert_eq!(rows(&of(anchor, InboundScope::Exact)), &expected(&|found| found == anchor), "{anchor}");
    }
    assert!(rows(&of("K99", InboundScope::Tree)).is_empty());
}

#[test]
fn most_cited_first_and_equal_ones_in_rail_order() {
    let reader = Reader::demo();
    let rail = all(reader, |_| ());
    let mut expected = rows(&rail).clone();
    expected.sort_by_key(|row| std::cmp::Reverse(row["inbound_count"].as_u64()));
    assert_eq!(rows(&all(reader, |question| question.order = InboundOrder::Citations)), &expected);
}

#[test]
fn documents_that_are_not_held() {
    let reader = Reader::demo();
    let unknown = reader.inbound(&uri("2999:1"), |_| ());
    assert_eq!((unknown["total"].as_u64(), &unknown["by_source"]), (Some(0), &serde_json::json!({})));
    let links = reader.outbound(&uri("prop/2030/31:9"));
    let unheld = links.as_array().unwrap().iter().find(|link| link["hosted"] == false).unwrap();
    let target = unheld["uri"].as_str().unwrap().split('#').next().unwrap().to_owned();
    let cited = reader.inbound(&target, |_| ());
    assert!(cited["total"].as_u64().unwrap() > 0, "{target}");
}

#[test]
fn each_row_is_shown_with_the_sentence_that_cites() {
    let reader = Reader::demo();
    let plain = all(reader, |question| question.limit = 100);
    let with_sentences = all(reader, |question| {
        question.limit = 100;
        question.context = true;
    });
    let mut without = with_sentences.clone();
    let mut kinds = std::collections::BTreeSet::new();
    for row in without["citations"].as_array_mut().unwrap() {
        let sentence = row.as_object_mut().unwrap().remove("context").unwrap();
        let Some(html) = sentence["html"].as_str() else {
            assert!(sentence.is_null());
            continue;
        };
        let kind = sentence["kind"].as_str().unwrap();
        assert_eq!(html.contains("<em>"), kind == "sentence", "{html}");
        kinds.insert(kind.to_owned());
    }
    assert_eq!(without, plain);
    assert!(kinds.contains("sentence") && kinds.contains("commentary"), "{kinds:?}");

    // The spots in the list of citing documents have the same sentences.
    let citing = reader.citing(&uri("1931:47"), |question| question.context = true);
    let rows = rows(&with_sentences);
    for document in citing["documents"].as_array().unwrap() {
        for place in document["places"].as_array().unwrap() {
            let same = |row: &&Value| {
                row["uri"] == document["uri"]
                    && ["target", "anchor", "page"].iter().all(|name| row[*name] == place[*name])
            };
            assert!(rows.iter().filter(same).any(|row| row["context"] == place["context"]), "{place}");
        }
    }
}
