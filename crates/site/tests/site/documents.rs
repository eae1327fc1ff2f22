//! The page of every document of the demo.

use lagrum_answers::{DocumentsQuestion, documents};
use lagrum_artifact::Artifact;
use lagrum_render::html::expected_anchors;

use crate::page::Page;
use crate::served::{TODAY, get, snapshot};

/// The uris of all documents.
pub(crate) fn uris() -> Vec<String> {
    let question = DocumentsQuestion {
        source: None,
        kind: None,
        include_expired: true,
        changed_since: None,
        limit: 1000,
        offset: 0,
        order: lagrum_answers::ListOrder::default(),
    };
    let list = documents(&snapshot(), TODAY, question).unwrap();
    let text = String::from_utf8(list.to_json().unwrap()).unwrap();
    text.split("{\"uri\":\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// The page path of a uri, percent-encoded.
pub(crate) fn path(uri: &str) -> String {
    let local = uri.strip_prefix(lagrum_demo::BASE).unwrap();
    local
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b':'
            | b'-'
            | b'_'
            | b'.'
            | b'('
            | b')'
            | b',' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}

#[tokio::test]
async fn every_document_has_a_page_with_all_its_anchors() {
    let uris = uris();
    assert!(uris.len() > 140, "{}", uris.len());
    let mut anchors = 0;
    for uri in uris {
        let response = get(&path(&uri)).await;
        assert_eq!(response.status, 200, "{uri}");
        let page = Page::read(&response.body);
        assert_eq!(page.faults, Vec::<String>::new(), "{uri}");
        assert_eq!(page.headings.iter().filter(|level| **level == 1).collect::<Vec<_>>(), [&1], "{uri}");
        let fragments = page.addresses.iter().filter_map(|address| address.strip_prefix('#'));
        for fragment in fragments {
            let fragment = percent_decoded(fragment);
            assert!(page.ids.contains(&fragment), "{uri}: no id {fragment}");
        }
        let snapshot = snapshot();
        let stored = snapshot
            .catalog()
            .with(|catalog| Ok(catalog.document(&uri)?.and_then(|row| row.stored)))
            .unwrap();
        let Some(stored) = stored else { continue };
        let artifact = Artifact::parse(&snapshot.artifact(stored).unwrap().unwrap()).unwrap();
        for anchor in expected_anchors(&artifact.presented()) {
            anchors += 1;
            assert!(page.ids.contains(&anchor), "{uri}: no id {anchor}");
        }
    }
    assert!(anchors > 900, "{anchors}");
}

pub(crate) fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut decoded, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let code = text.get(at + 1..at + 3).and_then(|code| u8::from_str_radix(code, 16).ok());
        match (bytes[at], code) {
            (b'%', Some(byte)) => {
                decoded.push(byte);
                at += 3;
            }
            (byte, _) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).unwrap()
}

#[tokio::test]
async fn a_statute_has_its_provisions_notes_and_metadata() {
    let response = get("/1931:47").await;
    let html = &response.body;
    for part in [
        "<div class=\"p n\" id=\"K3P3\">",
        "<a class=\"num\" href=\"#K3P3\">3 §</a>",
        "/hanvisningar/1931:47?plats=K3P3&#38;groups=",
        "application/ld+json\">{\"@context\":\"https://schema.org\",",
        "\"@type\":\"Legislation\"",
        "<link rel=\"canonical\" href=\"https://lag.demo.example/1931:47\">",
        "<input type=\"hidden\" name=\"fran\" value=\"/1931:47\"",
        "id=\"lydelser\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert!(response.header("content-security-policy").starts_with("default-src 'none'; script-src 'self'"));
    assert_eq!(response.header("referrer-policy"), "same-origin");
}

#[tokio::test]
async fn a_bill_lists_the_acts_that_it_led_to() {
    let body = get("/prop/2029/30:31").await.body;
    let list = body.split("open><summary>Ledde till ").nth(1).unwrap().split("</details>").next().unwrap();
    for part in [
        "4 författningar</summary>",
        "<li><a href=\"/2030:77\">dimlagen (2030:77)</a></li>",
        "<li><a href=\"/2030:79\">SFS 2030:79</a> <span class=\"dim\">ändrade fyrbalken (2028:410)</span></li>",
        "<li><a href=\"/2030:81\">SFS 2030:81</a> <span class=\"dim\">ändrade biodlingslagen (2021:640)</span></li>",
    ] {
        assert!(list.contains(part), "{part}: {list}");
    }
    assert!(!get("/sou/2029:3").await.body.contains("Ledde till"));
}

#[tokio::test]
async fn words_of_a_query_are_marked_in_any_form() {
    let response = get("/1931:47?q=f%C3%A5ren").await;
    assert!(response.body.contains("<mark>"), "no mark");
    assert!(response.body.contains("<p class=\"strip\" role=\"status\">"));
    assert!(response.body.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(!get("/1931:47").await.body.contains("<mark>"));
}

#[tokio::test]
async fn the_forms_of_a_citation_stand_on_the_page() {
    for (address, expected) in
        [("/1931:47?citera=K3P3", "<dd>3 kap. 3 § fårlagen</dd>"), ("/1931:47", "<dd>fårlagen</dd>")]
    {
        let body = get(address).await.body;
        assert!(
            body.contains(expected),
            "{address}: {}",
            body.split("id=\"citera\"").nth(1).unwrap().chars().take(400).collect::<String>()
        );
    }
}
