//! A document in other forms at its own address, by `Accept`.

use crate::served::{get_from, router, snapshot};

#[tokio::test]
async fn a_document_is_sent_in_the_form_that_is_asked_for() {
    let router = router(Some(snapshot()));
    let mut tags = std::collections::BTreeSet::new();
    for (address, accept, media_type, says) in [
        ("/1931:47", "", "text/html; charset=utf-8", "<!doctype html>"),
        ("/1931:47", "*/*", "text/html; charset=utf-8", "<!doctype html>"),
        ("/1931:47", "application/json", "application/json; charset=utf-8", "\"artifact\":{"),
        ("/1931:47", "text/markdown", "text/markdown; charset=utf-8", "# "),
        ("/1931:47", "application/akn+xml", "application/akn+xml; charset=utf-8", "<akomaNtoso"),
        ("/1931:47", "text/turtle", "text/turtle; charset=utf-8", "a eli:LegalResource"),
        ("/1931:47", "application/ld+json", "application/ld+json", "\"@graph\""),
        ("/1931:47/konsolidering/2004:310", "text/turtle", "text/turtle; charset=utf-8", "eli:consolidates"),
        (
            "/1931:47/konsolidering/2004:310",
            "application/json",
            "application/json; charset=utf-8",
            "konsolidering/2004:310",
        ),
        ("/1931:47?datum=2010-01-01", "text/markdown", "text/markdown; charset=utf-8", "# "),
        (
            "/dom/nja/2031s5",
            "application/akn+xml, text/turtle;q=0.5",
            "text/turtle; charset=utf-8",
            "dcterms:identifier",
        ),
        ("/dom/nja/2031s5", "application/akn+xml", "text/html; charset=utf-8", "<!doctype html>"),
        ("/begrepp/F%C3%A5r", "application/ld+json", "application/ld+json", "dcterms:BibliographicResource"),
    ] {
        let headers: &[(&str, &str)] = if accept.is_empty() { &[] } else { &[("accept", accept)] };
        let response = get_from(&router, address, headers).await;
        assert_eq!(
            (response.status.as_u16(), response.header("content-type")),
            (200, media_type),
            "{address} {accept}"
        );
        assert!(response.body.contains(says), "{address} {accept}: {}", response.body);
        assert_eq!(response.header("vary"), "Accept, Accept-Encoding", "{address} {accept}");
        let tag = response.header("etag").to_owned();
        let again = get_from(&router, address, &[headers, &[("if-none-match", &tag)]].concat()).await;
        assert_eq!(
            (again.status.as_u16(), again.header("vary")),
            (304, "Accept, Accept-Encoding"),
            "{address}"
        );
        if address == "/1931:47" {
            tags.insert(tag);
        }
    }
    assert_eq!(tags.len(), 6, "a tag for each form");
    let data = "/api/v1/document?uri=https://lag.demo.example/1931:47";
    let same = get_from(&router, data, &[]).await;
    assert_eq!(get_from(&router, "/1931:47", &[("accept", "application/json")]).await.body, same.body);
}

#[tokio::test]
async fn other_addresses_answer_in_one_form() {
    let router = router(Some(snapshot()));
    let json = ("accept", "application/json");
    for (address, status) in [("/om", 200), ("/nytt", 200), ("/1931:99", 404), ("/nonsens", 404), ("/", 200)]
    {
        let response = get_from(&router, address, &[json]).await;
        assert_eq!(response.status, status, "{address}");
        assert_eq!(response.header("content-type"), "text/html; charset=utf-8", "{address}");
    }
    let reference = get_from(&router, "/1931:47?form=ris", &[json]).await;
    assert!(!reference.header("content-type").contains("json"));
    assert_eq!(get_from(&router, "/om", &[]).await.header("vary"), "Accept-Encoding");
}

#[tokio::test]
async fn a_text_that_is_put_together_has_no_artifact() {
    let router = router(Some(snapshot()));
    let address = "/1974:152?datum=2005-01-01";
    let only = get_from(&router, address, &[("accept", "application/json")]).await;
    assert_eq!(only.status, 406);
    let either = get_from(&router, address, &[("accept", "application/json, text/markdown;q=0.5")]).await;
    assert_eq!(either.header("content-type"), "text/markdown; charset=utf-8");
}
