//! Addresses that lead elsewhere, and pages that report a failure.

use crate::page::Page;
use crate::served::{get, get_from, router};

#[tokio::test]
async fn addresses_lead_where_they_should() {
    let table = [
        ("/1931:47/", 308, "/1931:47"),
        ("/sfs", 308, "/bladdra/sfs"),
        ("/sfs/", 308, "/sfs"),
        ("/dom", 308, "/bladdra/dv"),
        ("/celex", 308, "/bladdra/eurlex"),
        ("/forarbete", 308, "/bladdra/forarbete"),
        ("/prop", 308, "/bladdra/forarbete/prop"),
        ("/till?q=2:3&fran=/1931:47", 303, "/1931:47#K2P3"),
        ("/till?q=f%C3%A5rlagen%202%20kap%203%20%C2%A7", 303, "/1931:47#K2P3"),
        ("/till?q=tillsyn%20av%20f%C3%A5r", 303, "/sok?q=tillsyn%20av%20f%C3%A5r"),
        ("/till", 303, "/sok"),
        ("/1931:47?datum=2010-01-01", 303, "/1931:47/konsolidering/2004:310"),
        ("/akn/se/act/sfs/1931/47", 303, "/1931:47"),
        ("/akn/se/act/sfs/1931/47/!main", 303, "/1931:47"),
        ("/akn/se/act/sfs/1931/47/~chp_2__sec_3", 303, "/1931:47#K2P3"),
        ("/akn/se/act/sfs/1931/47/swe@sfs-2004-310", 303, "/1931:47/konsolidering/2004:310"),
        ("/eli/sfs/1931/47", 303, "/1931:47"),
        ("/eli/sfs/1931/47/sfs-2004-310/swe", 303, "/1931:47/konsolidering/2004:310"),
        ("/eli/sfs/1931/47/swe/md", 303, "/api/v1/document?uri=https://lag.demo.example/1931:47&format=md"),
        ("/eli/sfs/1931/47/swe/pdf", 303, "/api/v1/pdf?path=/1931:47"),
        ("/akn/se/act/sfs/1931/47/swe:2010-01-01/~chp_2__sec_3", 303, "/1931:47?datum=2010-01-01#K2P3"),
    ];
    for (address, status, location) in table {
        let response = get(address).await;
        assert_eq!((response.status.as_u16(), response.header("location")), (status, location), "{address}");
    }
}

#[tokio::test]
async fn a_move_for_ever_may_be_asked_again_and_keeps_the_query() {
    let router = router(Some(crate::served::snapshot()));
    for (address, location) in [
        ("/1931:47/?q=a%20b", "/1931:47?q=a%20b"),
        ("/1931:47/?q=c", "/1931:47?q=c"),
        ("/1931:47/?x=//evil.example", "/1931:47?x=//evil.example"),
        ("/1931:47/", "/1931:47"),
        ("/1931:47/?", "/1931:47"),
    ] {
        let response = get_from(&router, address, &[]).await;
        assert_eq!((response.status.as_u16(), response.header("location")), (308, location), "{address}");
        assert_eq!(response.header("cache-control"), "public, max-age=86400", "{address}");
    }
}

#[tokio::test]
async fn failures_are_pages_in_the_frame_of_every_other() {
    let table = [
        ("/prop/2003/04:9", 404, "Vi har inte prop. 2003/04:9"),
        ("/1931:99", 404, "Vi har inte SFS 1931:99"),
        ("/nonsens", 404, "Sidan finns inte"),
        ("/om/nonsens", 404, "Sidan finns inte"),
        ("/sfs/nonsens", 404, "Sidan finns inte"),
        ("/lawreview", 404, "Sidan finns inte"),
        ("/akn/se/act/sfs/1931/99", 404, "Sidan finns inte"),
        ("/akn/se/act/sfs/1931/47/swe@1800-01-01", 404, "Sidan finns inte"),
        ("/akn/se/act/sfs/1931/47/~hcontainer_nn_1", 404, "Sidan finns inte"),
        ("/eli/sfs/1931/99", 404, "Sidan finns inte"),
        ("/eli/sfs/1931/47/swe/docx", 404, "Sidan finns inte"),
        ("/akn/se/bill/prop/2003/9", 404, "Sidan finns inte"),
        ("/1931:47?datum=2031-02-30", 422, "2031-02-30 är ingen dag"),
        ("/sok?q=a&year=x", 422, "x är inget år"),
    ];
    for (address, status, words) in table {
        let response = get(address).await;
        assert_eq!(response.status, status, "{address}");
        assert_eq!(response.header("content-type"), "text/html; charset=utf-8", "{address}");
        assert_eq!(response.header("cache-control"), "no-store", "{address}");
        assert!(response.body.contains(words), "{address}");
        assert!(response.body.contains("<form action=\"/till\">"), "{address}");
        assert_eq!(Page::read(&response.body).faults, Vec::<String>::new(), "{address}");
    }
    let nothing = get_from(&router(None), "/", &[]).await;
    assert_eq!(nothing.status, 503);
    assert!(nothing.body.contains("lagrum import"), "how a corpus is imported");
}

#[tokio::test]
async fn failures_of_programs_stay_json() {
    for address in ["/api/v1/nothing", "/docs/nothing", "/dumps/nothing", "/healthz/x", "/readyz/x"] {
        let response = get(address).await;
        assert_eq!(response.status, 404, "{address}");
        assert_eq!(response.header("content-type"), "application/json; charset=utf-8", "{address}");
    }
}

#[tokio::test]
async fn a_page_is_validated_and_compressed_as_an_answer() {
    let router = router(Some(crate::served::snapshot()));
    let first = get_from(&router, "/1931:47", &[]).await;
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with("W/\""), "{tag}");
    let again = get_from(&router, "/1931:47", &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, 304);
    let packed = get_from(&router, "/1931:47", &[("accept-encoding", "br")]).await;
    assert_eq!(packed.header("content-encoding"), "br");
}

#[tokio::test]
async fn a_search_shows_passages_and_how_it_was_read() {
    let response = get("/sok?q=tillsyn").await;
    assert_eq!(response.status, 200);
    let page = Page::read(&response.body);
    assert_eq!(page.faults, Vec::<String>::new());
    assert!(response.body.contains("<mark>"), "words of the query are marked");
    assert!(
        page.addresses.iter().any(|address| address.contains("?q=tillsyn#")),
        "passages lead to their place"
    );
    let nothing = get("/sok?q=xyzzyqwert").await;
    assert!(nothing.body.contains("Inget hittades"));
    assert!(get("/sok").await.body.contains("Skriv ord"));
}

#[tokio::test]
async fn a_search_says_which_act_is_not_here() {
    for (query, words) in [
        ("fartböter", Some("”fartböter” kan gälla rättegångsbalken (SFS 1942:740), som inte finns här.")),
        ("får%20man%20fartböter%20i%20hage", Some("”fartböter” kan gälla rättegångsbalken")),
        // By the legal term, and by the name of the act.
        ("ordningsbot", Some("”ordningsbot” kan gälla rättegångsbalken")),
        ("bokföring", Some("”bokföring” kan gälla bokföringslagen (SFS 1999:1078), som inte finns här.")),
        // Another act is named.
        ("fårlagen%20fartböter", None),
        ("tillsyn", None),
    ] {
        let body = get(&format!("/sok?q={query}")).await.body;
        match words {
            Some(words) => assert!(body.contains(words), "{query}: {body}"),
            None => assert!(!body.contains("kan gälla"), "{query}: {body}"),
        }
    }
}

#[tokio::test]
async fn a_search_that_finds_nothing_offers_others() {
    for (query, words, href) in [
        (
            "%22r%C3%A4kna%20alla%20tillsyn%22",
            "Sök på orden utan citattecken",
            "/sok?q=r%C3%A4kna%20alla%20tillsyn",
        ),
        ("tillsyn&year=1802", "Sök utan avgränsning", "/sok?q=tillsyn"),
        ("zzqv%20xyzzyq%20tillsyn%20lammungar%20lag", "Sök efter något av orden", "/sok?q=tillsyn%20"),
    ] {
        let response = get(&format!("/sok?q={query}")).await;
        assert!(response.body.contains("Inget hittades"), "{query}");
        assert!(response.body.contains(words), "{query}: {}", response.body);
        assert!(response.body.contains(&format!("href=\"{href}")), "{query}: {}", response.body);
        assert_eq!(Page::read(&response.body).faults, Vec::<String>::new(), "{query}");
    }
}
