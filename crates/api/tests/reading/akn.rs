//! Acts as Akoma Ntoso.

use crate::served::Served;

const BASE: &str = lagrum_demo::BASE;

#[tokio::test]
async fn an_act_and_a_provision() {
    let client = Served::demo();
    let answer = client.get(&format!("/api/v1/document?uri={BASE}/1931:47&format=akn")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/akn+xml; charset=utf-8");
    assert_eq!(answer.header("link"), format!("<{BASE}/1931:47>; rel=\"canonical\""));
    let xml = answer.text();
    for part in [
        "<FRBRuri value=\"/akn/se/act/sfs/1931/47\"/>",
        "<FRBRauthoritative value=\"false\"/>",
        "<section eId=\"chp_2__sec_3\"",
        "<passiveModifications>",
    ] {
        assert!(xml.contains(part), "{part}\n{xml}");
    }
    let answer = client.get(&format!("/api/v1/provision?uri={BASE}/1931:47%23K2P3&format=akn")).await;
    let portion = answer.text();
    let part = portion.split("<portionBody>\n").nth(1).unwrap().split("</portionBody>").next().unwrap();
    assert!(part.starts_with("<section eId=\"chp_2__sec_3\"") && xml.contains(part.trim()), "{part}");
    // A part of a document is the portion that `/provision` answers with.
    let of_document = client.get(&format!("/api/v1/document?uri={BASE}/1931:47%23K2P3&format=akn")).await;
    assert_eq!(of_document.text(), portion);
    let saved = client.get(&format!("/api/v1/document?uri={BASE}/1931:47&format=akn&download=true")).await;
    assert!(saved.header("content-disposition").ends_with(".akn.xml\""));
}

#[tokio::test]
async fn periods_are_those_of_the_histories() {
    let client = Served::demo();
    let xml = client.get(&format!("/api/v1/document?uri={BASE}/1931:47&format=akn")).await;
    let xml = xml.text().to_owned();
    let tree = roxmltree::Document::parse(&xml).unwrap();
    let day_of = |reference: &str| {
        let event = tree.descendants().find(|node| node.attribute("eId") == reference.strip_prefix('#'));
        event.and_then(|event| event.attribute("date")).map(str::to_owned)
    };
    let mut compared = 0;
    for section in tree.descendants().filter(|node| node.tag_name().name() == "section") {
        let eid = section.attribute("eId").unwrap();
        let Some(anchor) = lagrum_render::akn::anchor_of(lagrum_sources::ActForm::SwedishAct, eid) else {
            continue;
        };
        let history = client.get(&format!("/api/v1/provision/history?uri={BASE}/1931:47%23{anchor}")).await;
        let today = "2034-01-01";
        let json = history.json();
        let entries = json["entries"].as_array().unwrap().clone();
        let has_begun = |entry: &&serde_json::Value| {
            !entry["text_sha256"].is_null() && entry["from"].as_str().is_none_or(|from| from <= today)
        };
        let Some(at) = entries.iter().position(|entry| has_begun(&entry)) else { continue };
        let (entry, before) = (&entries[at], &entries.get(at + 1).cloned().unwrap_or_default());
        // A text that is certain from the day on which the act was read may be older.
        let may_be_older = entry["acts"].as_array().is_some_and(Vec::is_empty)
            && before["text_sha256"] == entry["text_sha256"]
            && before["basis"] != "dated";
        let is_dated = entry["basis"] == "dated" && !may_be_older;
        let wanted = (entry["from"].as_str().filter(|_| is_dated), entry["until"].as_str());
        let group = section.attribute("period").and_then(|period| {
            tree.descendants()
                .find(|node| node.attribute("eId") == period.strip_prefix('#'))?
                .first_element_child()
        });
        let found = ["start", "end"].map(|end| group.and_then(|group| day_of(group.attribute(end)?)));
        assert_eq!((found[0].as_deref(), found[1].as_deref()), wanted, "{anchor}");
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

#[tokio::test]
async fn what_has_no_such_form() {
    let client = Served::demo();
    let answer = client.get(&format!("/api/v1/document?uri={BASE}/dom/nja/2031s5&format=akn")).await;
    assert_eq!(answer.status, 422);
    let message = answer.json()["detail"][0]["msg"].as_str().unwrap().to_owned();
    assert!(message.contains("no Akoma Ntoso (akn) of dv"), "{message}");
    for (query, status) in [
        (format!("uri={BASE}/1931:47%23K99&format=akn"), 404),
        (format!("uri={BASE}/1931:48&format=akn"), 404),
        (format!("uri={BASE}/1931:47&format=xml"), 422),
    ] {
        assert_eq!(client.get(&format!("/api/v1/document?{query}")).await.status, status, "{query}");
    }
}
