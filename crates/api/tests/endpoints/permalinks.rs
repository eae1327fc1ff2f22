//! The digest of a provision's text, and the address under which the text stays the same.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use lagrum_test_support::node_ids;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::served::{BASE, Served, TODAY};

/// A day on which all documents of the demo have been issued.
const DAY: Date = date(2040, 1, 1);

async fn provision(served: &Served, uri: &str, more: &str) -> Value {
    served.json(&format!("/api/v1/provision?uri={}{more}", uri.replace('#', "%23"))).await
}

#[tokio::test]
async fn a_permalink_shows_the_same_text_tomorrow() {
    let served = Served::demo();
    served.set_day(DAY);
    let tomorrow = Served::demo();
    tomorrow.set_day(DAY.tomorrow().unwrap());
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    for id in ["1931:47", "2028:410", "celex/32029L0001", "dom/nja/2031s5", "1931:47/konsolidering/2004:310"]
    {
        let outline = served.json(&format!("/api/v1/document?uri={BASE}/{id}")).await;
        for anchor in node_ids(&outline["artifact"]) {
            let uri = format!("{BASE}/{id}#{anchor}");
            let answer =
                served.get(&format!("/api/v1/provision?uri={}&format=text", uri.replace('#', "%23"))).await;
            if answer.status != 200 {
                continue;
            }
            let found = answer.json();
            let text = found["text"].as_str().unwrap();
            assert_eq!(found["sha256"], hex::encode(Sha256::digest(text)), "{uri}");
            let Some(url) = found["permalink"]["url"].as_str() else {
                assert!(found["permalink"].is_null());
                *kinds.entry("none").or_default() += 1;
                continue;
            };
            *kinds.entry(if url.contains("as_of=") { "day" } else { "lydelse" }).or_default() += 1;
            assert_eq!(tomorrow.json(url).await["sha256"], found["sha256"], "{url}");
            let page = found["permalink"]["page"].as_str().unwrap();
            assert!(
                page.starts_with('/') && page.ends_with(&format!("#{}", found["anchor"].as_str().unwrap())),
                "{page}"
            );
        }
    }
    assert!(["none", "day", "lydelse"].iter().all(|kind| kinds.contains_key(kind)), "{kinds:?}");
}

#[tokio::test]
async fn a_text_that_is_not_known_to_be_that_of_the_day_has_no_permalink() {
    let served = Served::demo();
    // On the earlier day the text of the document itself is not in force yet.
    for day in [TODAY, DAY] {
        served.set_day(day);
        let found = provision(&served, &format!("{BASE}/1931:47#K2P3"), "").await;
        let of_day = provision(&served, &format!("{BASE}/1931:47#K2P3"), &format!("&as_of={day}")).await;
        let as_of = &of_day["as_of"];
        let known = ["dated", "repealed"].contains(&as_of["basis"].as_str().unwrap());
        assert_eq!(!of_day["permalink"].is_null(), known, "{as_of}");
        assert_eq!(!found["permalink"].is_null(), known && as_of["version"].is_null(), "{as_of}");
    }
}
