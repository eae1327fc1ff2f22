//! The words of the site in English.

use crate::served::get;

#[tokio::test]
async fn the_address_alone_decides_on_english() {
    let english = get("/1931:47?lang=en").await.body;
    for part in [
        "Act of parliament",
        "issued 1931-",
        "the Swedish text alone is law",
        "name=\"lang\" value=\"en\"",
        "noindex",
    ] {
        assert!(english.contains(part), "{part}");
    }
    assert!(english.contains("hreflang=\"sv\""));
    for address in ["/1931:47", "/1931:47?lang=sv", "/1931:47?lang=xx"] {
        let swedish = get(address).await.body;
        assert!(!swedish.contains("Act of parliament") && !swedish.contains("noindex"), "{address}");
        assert!(swedish.contains("href=\"/1931:47?lang=en\""), "{address}");
    }
    // The law, and its address for search engines, are the same.
    let text = |page: &str| {
        let from = page.find("<div class=\"text\"").unwrap();
        page[from..page.find("</article>").unwrap()].to_owned()
    };
    let swedish = get("/1931:47").await.body;
    assert_eq!(text(&english), text(&swedish));
    let canonical = "<link rel=\"canonical\" href=\"https://lag.demo.example/1931:47\">";
    assert!(english.contains(canonical) && swedish.contains(canonical));
}

#[tokio::test]
async fn searches_keep_english() {
    let page = get("/sok?q=f%C3%A5r&lang=en").await.body;
    for part in ["Search:", "documents", "Order", "relevance", "Statutes", "cited by", "lang=en"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(get("/en").await.body.contains("action=\"/till\""));
}
