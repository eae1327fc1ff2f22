use crate::served::{Served, uri};

#[tokio::test]
async fn who_cites_a_provision() {
    let path = format!("/api/v1/document/inbound?uri={}&source=dv&sort=citations", uri("1931:47#K3P3"));
    insta::assert_json_snapshot!(Served::demo().json(&path).await);
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
async fn rows_with_sentences_are_a_hundred_at_most() {
    let served = Served::demo();
    for list in ["inbound", "citing"] {
        let path = format!("/api/v1/document/{list}?uri={}&context=true", uri("1931:47"));
        assert_eq!(served.json(&path).await["limit"], 100, "{list}");
        let refused = served.get(&format!("{path}&limit=101")).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["detail"][0]["loc"][1]), (422, &"limit".into()));
    }
}
