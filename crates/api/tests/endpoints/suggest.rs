//! Suggestions for half-typed texts, on the demo corpus.

use serde_json::Value;

use crate::served::{Served, TODAY, encoded};

async fn suggest(served: &Served, typed: &str, more: &str) -> Vec<Value> {
    let answer = served.json(&format!("/api/v1/suggest?q={}{more}", encoded(typed))).await;
    assert_eq!(answer["q"], typed);
    answer["suggestions"].as_array().unwrap().clone()
}

#[tokio::test]
async fn what_is_shown() {
    let served = Served::demo();
    let shown = [
        suggest(&served, "fårlagen 2:3", "").await,
        suggest(&served, "2 kap 3 § fårl", "").await,
        suggest(&served, "fårl", "&limit=1").await,
        suggest(&served, "fårf", "&limit=1").await,
        suggest(&served, "skade", "&limit=1").await,
    ];
    insta::assert_json_snapshot!(shown.concat());
}

#[tokio::test]
async fn before_the_names_are_loaded() {
    let snapshot = Served::demo_snapshot();
    let served = Served::new(Some(snapshot.clone()));
    let answer = served.get("/api/v1/suggest?q=f").await;
    assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "5"));
    snapshot.load_name_index(TODAY).unwrap();
    assert_ne!(served.get("/api/v1/suggest?q=f").await.header("etag"), "");
    // The names of another day are used until those of this day are loaded, and the answers are not cached.
    served.set_day(TODAY.tomorrow().unwrap());
    let answer = served.get("/api/v1/suggest?q=f").await;
    assert_eq!((answer.status.as_u16(), answer.header("etag")), (200, ""));
}
