//! Documents as markdown.

use serde_json::json;

use crate::served::Served;

const BASE: &str = lagrum_demo::BASE;

async fn markdown(id: &str) -> String {
    let answer = Served::demo().get(&format!("/api/v1/document?format=md&uri={BASE}/{id}")).await;
    assert_eq!(answer.status, 200, "{id}");
    answer.json()["markdown"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_envelope() {
    let client = Served::demo();
    let uri = format!("{BASE}/1931:47");
    let verbatim = client.get(&format!("/api/v1/document?uri={uri}")).await.json();
    let answer = client.get(&format!("/api/v1/document?uri={uri}&format=md")).await;
    assert_eq!(answer.header("content-type"), "application/json; charset=utf-8");
    assert!(
        answer
            .text()
            .starts_with(&format!("{{\"uri\":\"{uri}\",\"source\":\"sfs\",\"kind\":\"lag\",\"label\":"))
    );
    let mut json = answer.json();
    let markdown = json.as_object_mut().unwrap().remove("markdown").unwrap();
    assert!(markdown.as_str().unwrap().starts_with("# Fårlag (1931:47)\n\n## [1 kap.]("));
    let mut envelope = verbatim;
    envelope.as_object_mut().unwrap().remove("artifact").unwrap();
    assert_eq!(json, envelope);
}

/// Real clients cut a statute into provisions by these lines.
#[tokio::test]
async fn chapters_and_paragrafer_can_be_cut_out() {
    let statute = markdown("1931:47").await;
    let blocks: Vec<&str> = statute.split("\n\n").collect();
    let chapter = blocks.iter().position(|block| block.starts_with("## ") && block.contains("#K2)")).unwrap();
    let within = &blocks[chapter + 1..];
    let end = within.iter().position(|block| block.starts_with("## ")).unwrap();
    let designations: Vec<&str> = within[..end]
        .iter()
        .filter_map(|block| block.strip_prefix("**")?.split_once("**").map(|(designation, _)| designation))
        .collect();
    assert_eq!(designations, ["1 §", "2 §", "3 §", "4 §", "5 §"]);
}

/// They also tell whose words a passage of a judgment is by its headings.
#[tokio::test]
async fn a_case_keeps_its_headings_in_order() {
    let case = markdown("dom/nja/2031s5").await;
    let headings: Vec<&str> = case.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let at = |heading: &str| headings.iter().position(|found| *found == heading);
    let order: Vec<_> = ["Lerhamns tingsrätt", "Hovrätten för Ytteröarna", "Högsta domstolen"]
        .iter()
        .map(|name| at(name))
        .collect();
    assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{headings:?}");
    // Only the name of the case is above them.
    assert_eq!(case.lines().filter(|line| line.starts_with("# ")).count(), 1, "{case}");
}

#[tokio::test]
async fn a_stub_has_a_name_and_nothing_more() {
    assert_eq!(markdown("begrepp/Tjocka").await, "# Tjocka");
}

#[tokio::test]
async fn what_has_no_markdown() {
    let client = Served::demo();
    for (query, status) in [
        (format!("uri={BASE}/1931:47%23K99&format=md"), 404),
        (format!("uri={BASE}/1931:48&format=md"), 404),
        (format!("uri={BASE}/1931:47&format=MD"), 422),
    ] {
        assert_eq!(client.get(&format!("/api/v1/document?{query}")).await.status, status, "{query}");
    }
    let answer = client.get(&format!("/api/v1/document?uri={BASE}/1931:47&format=html")).await;
    assert_eq!(answer.json()["detail"][0]["ctx"], json!({"expected": "'json' or 'md'"}));
}

#[tokio::test]
async fn it_is_described() {
    let json = Served::demo().get("/openapi.json").await.json();
    for schema in ["Document", "MarkdownDocument", "VersionList", "VersionInfo", "DiffResponse"] {
        assert!(json["components"]["schemas"][schema].is_object(), "{schema}");
    }
}
