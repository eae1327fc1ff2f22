use crate::served::Served;

#[tokio::test]
async fn the_tree_of_case_law() {
    insta::assert_json_snapshot!(Served::demo().json("/api/v1/facets?source=dv").await);
}

#[tokio::test]
async fn a_source_without_facets() {
    for source in ["kommentar", "nobody", "SFS"] {
        let (status, _) = Served::demo().failure(&format!("/api/v1/facets?source={source}")).await;
        assert_eq!(status, 404, "{source}");
    }
}
