use std::collections::BTreeSet;

use serde_json::Value;

use crate::served::{Served, uri};

fn rows(json: &Value) -> &Vec<Value> {
    json["citations"].as_array().unwrap()
}

async fn all(served: &Served, more: &str) -> Value {
    served.json(&format!("/api/v1/document/inbound?uri={}{more}", uri("1931:47"))).await
}

#[tokio::test]
async fn who_cites_a_provision() {
    let path = format!("/api/v1/document/inbound?uri={}&source=dv&sort=citations", uri("1931:47#K3P3"));
    insta::assert_json_snapshot!(Served::demo().json(&path).await);
}

#[tokio::test]
async fn the_list_is_the_mirror_of_all_links() {
    let served = Served::demo();
    let documents = served.get("/api/v1/documents?limit=1000&include_expired=true").await.json();
    let mut expected = BTreeSet::new();
    for document in documents["documents"].as_array().unwrap() {
        let citing = document["uri"].as_str().unwrap();
        let links =
            served.get(&format!("/api/v1/document/outbound?uri={}", citing.replace('#', "%23"))).await.json();
        for link in links.as_array().unwrap() {
            let target = link["uri"].as_str().unwrap();
            if target.split('#').next() == Some(&uri("1931:47")) && citing != uri("1931:47") {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                expected.insert((citing.to_owned(), target.to_owned(), text(&link["anchor"])));
            }
        }
    }
    let found = served.get(&format!("/api/v1/document/inbound?uri={}", uri("1931:47"))).await.json();
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

#[tokio::test]
async fn pages_put_together_are_the_whole_in_every_order_and_scope() {
    let served = Served::demo();
    for more in [
        "",
        "&sort=citations",
        "&source=dv",
        "&source=forarbete&sort=citations",
        "&scope=exact",
        "&source=nobody",
    ] {
        let whole = all(&served, more).await;
        assert_eq!(whole["total"].as_u64(), Some(rows(&whole).len() as u64), "{more}");
        let mut paged = Vec::new();
        for offset in (0..rows(&whole).len() + 3).step_by(3) {
            let page = all(&served, &format!("{more}&limit=3&offset={offset}")).await;
            assert_eq!((&page["total"], &page["by_source"]), (&whole["total"], &whole["by_source"]));
            paged.extend(rows(&page).clone());
        }
        assert_eq!(&paged, rows(&whole), "{more}");
    }
}

#[tokio::test]
async fn counts_by_source_speak_of_the_scope_and_not_of_the_filter() {
    let served = Served::demo();
    let whole = all(&served, "").await;
    let counts = whole["by_source"].as_object().unwrap();
    assert_eq!(
        counts.values().map(|count| count.as_u64().unwrap()).sum::<u64>(),
        whole["total"].as_u64().unwrap()
    );
    for (source, count) in counts {
        let filtered = all(&served, &format!("&source={source}")).await;
        assert_eq!(&filtered["total"], count);
        assert_eq!(filtered["by_source"], whole["by_source"]);
        assert!(rows(&filtered).iter().all(|row| row["source"] == **source));
    }
}

#[tokio::test]
async fn a_place_and_what_lies_inside_it() {
    let served = Served::demo();
    let whole = all(&served, "").await;
    let of = async |anchor: &str, scope: &str| {
        let target = uri(&format!("1931:47#{anchor}"));
        served.json(&format!("/api/v1/document/inbound?uri={target}&scope={scope}")).await
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
        assert_eq!(rows(&of(anchor, "tree").await), &expected(&inside), "{anchor}");
        assert_eq!(rows(&of(anchor, "exact").await), &expected(&|found| found == anchor), "{anchor}");
    }
    assert!(rows(&of("K99", "tree").await).is_empty());
}

#[tokio::test]
async fn most_cited_first_and_equal_ones_in_rail_order() {
    let served = Served::demo();
    let rail = all(&served, "").await;
    let mut expected = rows(&rail).clone();
    expected.sort_by_key(|row| std::cmp::Reverse(row["inbound_count"].as_u64()));
    assert_eq!(rows(&all(&served, "&sort=citations").await), &expected);
}

#[tokio::test]
async fn documents_that_are_not_held() {
    let served = Served::demo();
    let unknown = served.json(&format!("/api/v1/document/inbound?uri={}", uri("2999:1"))).await;
    assert_eq!((unknown["total"].as_u64(), &unknown["by_source"]), (Some(0), &serde_json::json!({})));
    let links = served.get(&format!("/api/v1/document/outbound?uri={}", uri("prop/2030/31:9"))).await.json();
    let unheld = links.as_array().unwrap().iter().find(|link| link["hosted"] == false).unwrap();
    let target = unheld["uri"].as_str().unwrap().split('#').next().unwrap().to_owned();
    let cited = served.json(&format!("/api/v1/document/inbound?uri={target}")).await;
    assert!(cited["total"].as_u64().unwrap() > 0, "{target}");
}

#[tokio::test]
async fn parameters_out_of_bounds() {
    let served = Served::demo();
    let answer = served.get("/api/v1/document/inbound?scope=all&sort=best&limit=10001&offset=-1").await;
    assert_eq!(answer.status, 422);
    let fields: Vec<_> = answer.json()["detail"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["loc"][1].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(fields, ["uri", "scope", "sort", "limit", "offset"]);
}

#[tokio::test]
async fn each_row_is_shown_with_the_sentence_that_cites() {
    let served = Served::demo();
    let plain = all(&served, "&limit=100").await;
    let with_sentences = all(&served, "&context=true").await;
    assert_eq!(with_sentences["limit"], 100);
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

    // The places of the documents that cite have the same.
    let citing = served.json(&format!("/api/v1/document/citing?uri={}&context=true", uri("1931:47"))).await;
    assert_eq!(citing["limit"], 100);
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
    let refused =
        served.get(&format!("/api/v1/document/citing?uri={}&context=true&limit=101", uri("1931:47"))).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["detail"][0]["loc"][1]), (422, &"limit".into()));
}
