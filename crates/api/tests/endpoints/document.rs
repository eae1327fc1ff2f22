use crate::served::{BASE, Served, uri};

/// The file of a demo document.
fn stored(path: &str) -> &'static [u8] {
    lagrum_demo::files().find(|(name, _)| *name == path).unwrap().1
}

#[tokio::test]
async fn the_artifact_is_served_byte_for_byte() {
    let answer = Served::demo().get(&format!("/api/v1/document?uri={}", uri("1931:47"))).await;
    assert_eq!(answer.status, 200);
    let artifact = stored("sfs/1931/47.json");
    let at = answer.body.windows(artifact.len()).position(|window| window == artifact);
    let at = at.expect("the stored bytes");
    let envelope = std::str::from_utf8(&answer.body[..at]).unwrap();
    insta::assert_snapshot!(envelope.replace(BASE, "{base}"));
    assert_eq!(&answer.body[at + artifact.len()..], b"}");
    assert_eq!(answer.json()["artifact"]["uri"], format!("{BASE}/1931:47"));
}

#[tokio::test]
async fn what_is_not_held() {
    let served = Served::demo();
    for unknown in [uri("1931:9999"), uri("1931:9999#K1"), uri("2023:999"), "x".to_owned(), String::new()] {
        let (status, detail) = served.failure(&format!("/api/v1/document?uri={unknown}")).await;
        assert_eq!(status, 404, "{unknown}: {detail}");
        assert!(detail.as_str().unwrap().starts_with("no document with uri"), "{detail}");
    }
}

#[tokio::test]
async fn a_part_that_a_document_lacks_is_told_apart_from_a_document() {
    let served = Served::demo();
    let (status, detail) = served.failure(&format!("/api/v1/document?uri={}", uri("1931:47#K3P999"))).await;
    let detail = detail.as_str().unwrap();
    assert_eq!(status, 404);
    assert!(detail.contains("/1931:47 has no K3P999; the nearest are K3P"), "{detail}");
}

#[tokio::test]
async fn the_format_is_one_of_a_list() {
    let served = Served::demo();
    let answer = served.get("/api/v1/document?uri=x&format=xml").await;
    assert_eq!(answer.status, 422);
    insta::assert_json_snapshot!(answer.json());
}

#[tokio::test]
async fn the_same_answer_is_not_sent_twice() {
    let served = Served::demo();
    let path = format!("/api/v1/document?uri={}", uri("1931:47"));
    let first = served.get(&path).await;
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with("W/\""));
    let again = served.get_with(&path, &[("if-none-match", &tag)]).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), tag);
}
