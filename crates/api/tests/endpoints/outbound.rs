use crate::served::{Served, uri};

#[tokio::test]
async fn the_links_of_a_case_in_reading_order() {
    let path = format!("/api/v1/document/outbound?uri={}", uri("dom/nja/2031s5"));
    insta::assert_json_snapshot!(Served::demo().json(&path).await);
}
