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
    let without_language = |text: String| {
        let first = text.replace("lang=en&#38;", "").replace("&#38;lang=en", "");
        first.replace("?lang=en", "")
    };
    assert_eq!(without_language(text(&english)), text(&swedish));
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

/// What a search says of how it was read, in Swedish.
const IN_SWEDISH: [&str; 6] =
    ["finns inte", "Vi har inte", "Se vilka", "Inget hittades", "Vanliga frågor", "inget dokument"];

#[tokio::test]
async fn how_a_query_was_read_is_said_in_english() {
    for (query, said) in [
        ("zzqv", "no document has the word"),
        ("9+kap.+99+%C2%A7+f%C3%A5rlagen", "does not exist."),
        ("SFS+1999:1", "We do not have SFS 1999:1."),
    ] {
        let page = get(&format!("/sok?q={query}&lang=en")).await.body;
        assert!(page.contains(said), "{query}");
        let main = page.split("<main").nth(1).unwrap();
        let swedish: Vec<&str> = IN_SWEDISH.into_iter().filter(|words| main.contains(words)).collect();
        assert!(swedish.is_empty(), "{query}: {swedish:?}");
    }
}

#[tokio::test]
async fn links_of_an_english_page_lead_to_english_pages() {
    let mut links = 0;
    for path in ["/1931:47", "/dom/nja/2031s5", "/prop/2030/31:9", "/celex/32031R0077"] {
        let page = get(&format!("{path}?lang=en")).await.body;
        let from = page.find("<div class=\"text\"").unwrap();
        let text = &page[from..page.find("</article>").unwrap()];
        // The register of amendments links to pages whether they are held or not.
        let text = text.split(" id=\"andring-").next().unwrap();
        for link in text.split(" href=\"/").skip(1).filter_map(|rest| rest.split('"').next()) {
            let first = link.split(['/', '?']).next().unwrap_or_default();
            let has_one_language = ["historia", "hanvisningar", "faksimil", "jamfor"].contains(&first);
            if has_one_language || link.contains("lang=en") {
                links += usize::from(!has_one_language);
                continue;
            }
            // The page of what is not held is in Swedish.
            let response = get(&format!("/{}", link.replace("&#38;", "&"))).await;
            assert_eq!(response.status.as_u16(), 404, "{path}: /{link}");
        }
    }
    assert!(links > 20, "{links}");
}
