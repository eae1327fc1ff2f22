use jiff::civil::date;
use serde_json::Value;

use crate::served::{BASE, Served};

fn uris(list: &Value) -> Vec<&str> {
    list["documents"].as_array().unwrap().iter().map(|document| document["uri"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_page_of_statutes() {
    insta::assert_json_snapshot!(Served::demo().json("/api/v1/documents?source=sfs&limit=3&offset=1").await);
}

#[tokio::test]
async fn paging_covers_each_document_once_in_order() {
    let served = Served::demo();
    for filter in ["", "&source=eurlex", "&kind=lag", "&source=begrepp&kind=begrepp", "&include_expired=true"]
    {
        let whole = served.json(&format!("/api/v1/documents?limit=1000{filter}")).await;
        let all = uris(&whole);
        assert!(all.is_sorted());
        assert_eq!(whole["total"].as_u64(), Some(all.len() as u64));
        let (mut paged, mut offset) = (Vec::new(), 0);
        loop {
            let page = served.json(&format!("/api/v1/documents?limit=7&offset={offset}{filter}")).await;
            assert_eq!(page["total"], whole["total"]);
            if uris(&page).is_empty() {
                break;
            }
            paged.extend(uris(&page).into_iter().map(str::to_owned));
            offset += 7;
        }
        assert_eq!(paged, all, "{filter}");
    }
}

#[tokio::test]
async fn the_most_cited_come_first_in_the_order_of_citations() {
    let served = Served::demo();
    for filter in ["", "&source=sfs", "&include_expired=true"] {
        let whole = served.json(&format!("/api/v1/documents?limit=1000{filter}")).await;
        let mut counted = Vec::new();
        for uri in uris(&whole) {
            let path = format!("/api/v1/card?uri={}", uri.replace('#', "%23").replace("{base}", BASE));
            let card = served.json(&path).await;
            counted.push((std::cmp::Reverse(card["inbound_count"].as_u64()), uri.to_owned()));
        }
        counted.sort();
        let (mut paged, mut offset) = (Vec::new(), 0);
        while offset < counted.len() {
            let path = format!("/api/v1/documents?sort=citations&limit=7&offset={offset}{filter}");
            let page = served.json(&path).await;
            assert_eq!(page["total"], whole["total"]);
            paged.extend(uris(&page).into_iter().map(str::to_owned));
            offset += 7;
        }
        assert_eq!(paged, counted.into_iter().map(|(_, uri)| uri).collect::<Vec<_>>(), "{filter}");
    }
}

#[tokio::test]
async fn what_has_expired_is_hidden_from_that_day_on() {
    let served = Served::demo();
    let listed = async |day, more: &str| {
        served.set_day(day);
        let list = served.json(&format!("/api/v1/documents?limit=1000{more}")).await;
        (list["total"].as_u64().unwrap(), uris(&list).into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    let (all, _) = listed(date(2026, 11, 21), "&include_expired=true").await;
    let (before, standing) = listed(date(2098, 12, 31), "").await;
    let (after, left) = listed(date(2099, 12, 31), "").await;
    assert!(before < all && after < before, "{all} {before} {after}");
    let gone: Vec<_> = standing.iter().filter(|uri| !left.contains(uri)).collect();
    assert_eq!(gone, ["{base}/2021:640"]);
}

#[tokio::test]
async fn a_filter_that_matches_nothing_and_one_that_is_empty() {
    let served = Served::demo();
    assert_eq!(served.json("/api/v1/documents?source=nobody").await["total"], 0);
    assert_eq!(served.json("/api/v1/documents?source=sfs&kind=prop").await["total"], 0);
    let all = served.json("/api/v1/documents").await["total"].clone();
    assert_eq!(served.json("/api/v1/documents?source=&kind=").await["total"], all);
    let past = served.json("/api/v1/documents?offset=100000").await;
    assert_eq!((uris(&past).len(), &past["total"]), (0, &all));
}

#[tokio::test]
async fn a_stub_has_no_time() {
    let list = Served::demo().json("/api/v1/documents?source=begrepp&limit=1000").await;
    let stubs =
        list["documents"].as_array().unwrap().iter().filter(|document| document["updated"].is_null()).count();
    assert!(stubs > 0);
}
