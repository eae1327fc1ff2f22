//! Margin notes and lists of citing documents, compared with the list of all citations.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_answers::{InboundOrder, InboundQuestion};
use serde_json::Value;

use crate::fixture::uri;
use crate::reader::Reader;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn citers(reader: Reader<'_>, place: &str, change: impl FnOnce(&mut InboundQuestion)) -> BTreeSet<String> {
    let all = reader.inbound(place, change);
    all["citations"].as_array().unwrap().iter().map(|row| text(&row["uri"]).to_owned()).collect()
}

#[test]
fn notes_count_the_documents_that_inbound_lists_name() {
    let reader = Reader::demo();
    let (mut count, mut with_decisions) = (0, 0);
    for of in reader.all_uris() {
        let notes = reader.beside(&of);
        for note in notes["notes"].as_array().unwrap() {
            let place = format!("{of}#{}", text(&note["anchor"]));
            let all = citers(reader, &place, |_| ());
            assert_eq!(note["documents"].as_u64(), Some(all.len() as u64), "{place}");
            let mut counted = 0;
            for group in note["groups"].as_array().unwrap() {
                let of_group = citers(reader, &place, |question| {
                    question.groups = Some(text(&group["group"]).to_owned());
                });
                assert_eq!(group["documents"].as_u64(), Some(of_group.len() as u64), "{place}");
                counted += of_group.len();
            }
            assert_eq!(counted, all.len(), "{place}");
            let leading = note["leading"].as_array().unwrap();
            for decision in leading.iter().chain([&note["newest"]]).filter(|decision| !decision.is_null()) {
                assert!(all.contains(text(&decision["uri"])), "{place}");
                with_decisions += 1;
            }
            assert!(
                leading.is_sorted_by_key(|decision| std::cmp::Reverse(decision["inbound_count"].as_u64()))
            );
            count += 1;
        }
    }
    assert!(count > 20 && with_decisions > 5, "{count} {with_decisions}");
}

#[test]
fn a_note_names_the_preparatory_works_that_comment_on_the_provision() {
    let reader = Reader::demo();
    let notes = reader.beside(&uri("2028:410"));
    let comments: Vec<String> = notes["notes"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|note| {
            let of = |comment: &Value| {
                format!("{} {} {}", text(&note["anchor"]), text(&comment["label"]), text(&comment["url"]))
            };
            note["forfattningskommentarer"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(
        comments,
        ["K6P5 Prop. 2030/31:9 /prop/2030/31:9#sid15", "K7aP2 Prop. 2030/31:9 /prop/2030/31:9#sid15"]
    );
}

#[test]
fn citing_documents_are_those_of_the_inbound_list_each_once() {
    let reader = Reader::demo();
    for place in ["1931:47", "1931:47#K3P3", "1931:47#K3", "celex/32031R0077"].map(uri) {
        let all = citers(reader, &place, |_| ());
        for order in [InboundOrder::Rail, InboundOrder::Citations] {
            let mut paged: Vec<Value> = Vec::new();
            loop {
                let page = reader.citing(&place, |question| {
                    question.order = order;
                    question.limit = 2;
                    question.offset = paged.len() as u64;
                });
                assert_eq!(page["total"].as_u64(), Some(all.len() as u64), "{place}");
                let rows = page["documents"].as_array().unwrap();
                if rows.is_empty() {
                    break;
                }
                paged.extend(rows.clone());
            }
            let uris: Vec<String> = paged.iter().map(|row| text(&row["uri"]).to_owned()).collect();
            assert_eq!(uris.len(), all.len());
            assert_eq!(uris.into_iter().collect::<BTreeSet<_>>(), all);
            let counts = paged.iter().map(|row| std::cmp::Reverse(row["inbound_count"].as_u64()));
            assert!(order == InboundOrder::Rail || counts.is_sorted());
        }
    }
}

#[test]
fn counts_by_group_and_year_are_what_the_filters_give() {
    let reader = Reader::demo();
    let place = uri("1931:47");
    let all = reader.citing(&place, |_| ());
    let mut groups = BTreeMap::new();
    for row in all["documents"].as_array().unwrap() {
        *groups.entry(text(&row["group"]).to_owned()).or_insert(0) += 1;
    }
    assert!(groups.len() > 3, "{groups:?}");
    let year_of = |row: &Value| row["year"].as_u64().and_then(|year| u16::try_from(year).ok());
    for (group, count) in groups {
        let of_group = reader.citing(&place, |question| question.groups = Some(group.clone()));
        assert_eq!(of_group["total"].as_u64(), Some(count), "{group}");
        assert_eq!(of_group["by_group"], all["by_group"], "a group is counted whatever the groups asked for");
        for year in of_group["by_year"].as_array().unwrap().iter().filter(|year| year_of(year).is_some()) {
            let both = reader.citing(&place, |question| {
                question.groups = Some(group.clone());
                question.year = year_of(year);
            });
            assert_eq!(both["total"], year["documents"], "{group} {year}");
        }
    }
    for year in all["by_year"].as_array().unwrap().iter().filter(|year| year_of(year).is_some()) {
        let found = citers(reader, &place, |question| question.year = year_of(year));
        assert_eq!(year["documents"].as_u64(), Some(found.len() as u64), "{year}");
    }
    let none = reader.citing(&place, |question| question.year = Some(1066));
    assert_eq!((&none["total"], none["documents"].as_array().unwrap().len()), (&0.into(), 0));
}
