//! Margin notes and lists of citing documents, compared with the list of all citations.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::served::{Served, uri};

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

async fn citers(served: &Served, place: &str, more: &str) -> BTreeSet<String> {
    let path = format!("/api/v1/document/inbound?uri={}{more}", encoded(place));
    let all = served.get(&path).await.json();
    all["citations"].as_array().unwrap().iter().map(|row| text(&row["uri"]).to_owned()).collect()
}

#[tokio::test]
async fn the_notes_of_a_statute() {
    insta::assert_json_snapshot!(
        Served::demo().json(&format!("/api/v1/document/beside?uri={}", uri("1931:47%23K3P3"))).await
    );
}

#[tokio::test]
async fn notes_count_the_documents_that_inbound_lists_name() {
    let served = Served::demo();
    let documents = served.get("/api/v1/documents?limit=1000&include_expired=true").await.json();
    let (mut count, mut with_decisions) = (0, 0);
    for document in documents["documents"].as_array().unwrap() {
        let of = text(&document["uri"]);
        let notes = served.get(&format!("/api/v1/document/beside?uri={}", encoded(of))).await.json();
        for note in notes["notes"].as_array().unwrap() {
            let place = format!("{of}#{}", text(&note["anchor"]));
            let all = citers(&served, &place, "").await;
            assert_eq!(note["documents"].as_u64(), Some(all.len() as u64), "{place}");
            let mut counted = 0;
            for group in note["groups"].as_array().unwrap() {
                let of_group =
                    citers(&served, &place, &format!("&groups={}", encoded(text(&group["group"])))).await;
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

#[tokio::test]
async fn a_note_names_the_preparatory_works_that_comment_on_the_provision() {
    let served = Served::demo();
    let notes = served.json(&format!("/api/v1/document/beside?uri={}", uri("2028:410"))).await;
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

#[tokio::test]
async fn citing_documents_are_those_of_the_inbound_list_each_once() {
    let served = Served::demo();
    for place in ["1931:47", "1931:47#K3P3", "1931:47#K3", "celex/32031R0077"].map(uri) {
        let all = citers(&served, &place, "").await;
        for sort in ["rail", "citations"] {
            let (mut paged, mut offset) = (Vec::new(), 0);
            loop {
                let path = format!(
                    "/api/v1/document/citing?uri={}&sort={sort}&limit=2&offset={offset}",
                    encoded(&place)
                );
                let page = served.get(&path).await.json();
                assert_eq!(page["total"].as_u64(), Some(all.len() as u64), "{path}");
                let rows = page["documents"].as_array().unwrap();
                if rows.is_empty() {
                    break;
                }
                paged.extend(rows.clone());
                offset += 2;
            }
            let uris: Vec<String> = paged.iter().map(|row| text(&row["uri"]).to_owned()).collect();
            assert_eq!(uris.len(), all.len());
            assert_eq!(uris.into_iter().collect::<BTreeSet<_>>(), all);
            let counts = paged.iter().map(|row| std::cmp::Reverse(row["inbound_count"].as_u64()));
            assert!(sort == "rail" || counts.is_sorted());
        }
    }
}

#[tokio::test]
async fn counts_by_group_and_year_are_what_the_filters_give() {
    let served = Served::demo();
    let path = format!("/api/v1/document/citing?uri={}", uri("1931:47"));
    let all = served.get(&path).await.json();
    let mut groups = BTreeMap::new();
    for row in all["documents"].as_array().unwrap() {
        *groups.entry(text(&row["group"]).to_owned()).or_insert(0) += 1;
    }
    assert!(groups.len() > 3, "{groups:?}");
    for (group, count) in groups {
        let of_group = served.json(&format!("{path}&groups={}", encoded(&group))).await;
        assert_eq!(of_group["total"].as_u64(), Some(count), "{group}");
        assert_eq!(of_group["by_group"], all["by_group"], "a group is counted whatever the groups asked for");
        for year in of_group["by_year"].as_array().unwrap() {
            let both = format!("{path}&groups={}&year={}", encoded(&group), year["year"]);
            assert_eq!(served.json(&both).await["total"], year["documents"], "{both}");
        }
    }
    for year in all["by_year"].as_array().unwrap() {
        let found = citers(&served, &uri("1931:47"), &format!("&year={}", year["year"])).await;
        assert_eq!(year["documents"].as_u64(), Some(found.len() as u64), "{year}");
    }
    let none = served.json(&format!("{path}&year=1066")).await;
    assert_eq!((&none["total"], none["documents"].as_array().unwrap().len()), (&0.into(), 0));
}

#[tokio::test]
async fn the_places_of_a_query_in_a_document_are_those_that_have_its_words() {
    let served = Served::demo();
    let path = format!("/api/v1/document/inside?uri={}&q=tillsyn", uri("1931:47"));
    let found = served.json(&path).await;
    let places = found["places"].as_array().unwrap();
    assert!(!places.is_empty() && found["total"].as_u64() >= Some(places.len() as u64), "{found}");
    for place in places {
        let of = format!("/api/v1/provision?uri={}%23{}&format=text", uri("1931:47"), text(&place["anchor"]));
        let provision = served.json(&of).await;
        let words = format!("{} {}", text(&provision["text"]), provision["headings"]).to_lowercase();
        assert!(words.contains("tillsyn"), "{of}: {words}");
    }
    let none = served.json(&format!("/api/v1/document/inside?uri={}&q=kvantdator", uri("1931:47"))).await;
    assert_eq!(none["total"], 0);
}
