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
async fn a_stub_has_an_empty_artifact() {
    let served = Served::demo();
    let list = served.get("/api/v1/documents?source=begrepp&limit=1000").await.json();
    let stub =
        list["documents"].as_array().unwrap().iter().find(|document| document["updated"].is_null()).unwrap();
    let stub = stub["uri"].as_str().unwrap();
    let answer = served.get(&format!("/api/v1/document?uri={stub}")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["artifact"], serde_json::json!({}));
}

#[tokio::test]
async fn an_archived_wording_is_found_under_its_own_uri() {
    let json = Served::demo()
        .get(&format!("/api/v1/document?uri={}", uri("1931:47/konsolidering/2029:88")))
        .await
        .json();
    assert_eq!(json["inbound_count"], 0);
    assert_eq!(json["label"], "SFS 1931:47");
    assert_eq!(json["artifact"]["version"], "2029:88");
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

/// A part is one answer in two envelopes.
#[tokio::test]
async fn a_part_is_that_of_the_provision() {
    let served = Served::demo();
    for (place, pinpoint, label, unit_type) in [
        ("1931:47#K3P3", "K3P3", Some("3 kap. 3 §"), "paragraf"),
        ("1931:47#k3p3", "K3P3", Some("3 kap. 3 §"), "paragraf"),
        ("1931:47#K3", "K3", Some("3 kap."), "kapitel"),
        ("1931:47#K3P3S1", "K3P3S1", Some("3 kap. 3 § 1 st"), "stycke"),
        ("1931:47/konsolidering/2029:88#K3", "K3", Some("3 kap."), "kapitel"),
    ] {
        let root = uri(place.split('#').next().unwrap());
        let json = served.get(&format!("/api/v1/document?uri={}", uri(place))).await.json();
        let provision = served.get(&format!("/api/v1/provision?uri={}", uri(place))).await.json();
        assert_eq!(json["artifact"], provision["node"], "{place}");
        assert_eq!(json["uri"], provision["uri"], "{place}");
        let md = served.get(&format!("/api/v1/document?uri={}&format=md", uri(place))).await.json();
        let provision = served.get(&format!("/api/v1/provision?uri={}&format=md", uri(place))).await.json();
        assert_eq!(md["markdown"], provision["markdown"], "{place}");
        let whole = served.get(&format!("/api/v1/document?uri={root}")).await.json();
        for answer in [&json, &md] {
            assert_eq!(answer["pinpoint"], pinpoint, "{place}");
            assert_eq!(answer["pinpoint_label"].as_str(), label, "{place}");
            assert_eq!(answer["unit_type"], unit_type, "{place}");
            for field in ["source", "kind", "label", "title", "inbound_count", "source_url"] {
                assert_eq!(answer[field], whole[field], "{place}: {field}");
            }
        }
        for field in ["pinpoint", "pinpoint_label", "unit_type"] {
            assert!(whole.get(field).is_some_and(serde_json::Value::is_null), "{field}: {whole}");
        }
    }
}

#[tokio::test]
async fn a_part_on_a_day_is_that_of_the_day() {
    let served = Served::demo();
    let path = format!("uri={}&as_of=1960-01-01&format=md", uri("1931:47#K3P3"));
    let part = served.get(&format!("/api/v1/document?{path}")).await.json();
    let provision = served.get(&format!("/api/v1/provision?{path}")).await.json();
    assert_eq!(part["markdown"], provision["markdown"]);
    assert!(part["as_of"].is_object() && part["as_of"] == provision["as_of"], "{part}");
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
async fn the_format_is_one_of_two() {
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
