use crate::served::Served;

#[tokio::test]
async fn a_leaf_of_statutes() {
    insta::assert_json_snapshot!(Served::demo().json("/api/v1/browse?source=sfs&bucket=f").await);
}

#[tokio::test]
async fn a_leaf_of_regulations_with_amendments_folded() {
    insta::assert_json_snapshot!(
        Served::demo().json("/api/v1/browse?source=foreskrift&bucket=sjofs/2031").await
    );
}

#[tokio::test]
async fn what_is_no_leaf() {
    let served = Served::demo();
    for bucket in ["nja", "nja/1800", "nobody/2031", "nja/2031/x", "/"] {
        let (status, _) = served.failure(&format!("/api/v1/browse?source=dv&bucket={bucket}")).await;
        assert_eq!(status, 404, "{bucket}");
    }
    assert_eq!(served.get("/api/v1/browse?source=dv&bucket=nja/2031/").await.status, 200);
    assert_eq!(served.failure("/api/v1/browse?source=kommentar&bucket=a").await.0, 404);
}
