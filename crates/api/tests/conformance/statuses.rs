//! Every status of the contract with a case, in every state that a server can be in.

use crate::conformity::Conformity;
use crate::served::{BASE, Served};

/// A path, a query, and the status it is answered with.
type Row = (&'static str, String, u16);

fn document(local_id: &str) -> String {
    format!("{BASE}/{}", local_id.replace('#', "%23"))
}

fn uri(local_id: &str) -> String {
    format!("uri={}", document(local_id))
}

async fn check(conformity: &Conformity, rows: &[Row]) {
    for (path, query, status) in rows {
        let answer = conformity.ask(path, query).await;
        assert_eq!(answer.status, *status, "{path}?{query}: {}", answer.text());
        let waits = answer.header("retry-after");
        assert!(waits.is_empty() || waits.parse::<u32>().is_ok(), "{path}: {waits}");
    }
}

const VERDICT: &str = "id=7b1d0c52-3e4f-4a61-9c8d-2f5e6a7b8c90&file=dom.pdf";

#[tokio::test]
async fn of_search() {
    let rows = [
        ("/api/v1/search", "q=".to_owned(), 200),
        ("/api/v1/search", "q=+".to_owned(), 200),
        ("/api/v1/search", "q=qwxzkj".to_owned(), 200),
        ("/api/v1/search", "q=tillsyn&source=nonsens&kind=nonsens&year=0000".to_owned(), 200),
        ("/api/v1/search", "q=tillsyn&offset=9900&limit=100&sort=citations".to_owned(), 200),
        ("/api/v1/search", "q=tillsyn&offset=0&cursor=".to_owned(), 200),
        ("/api/v1/search", "q=tillsyn&offset=0&cursor=x".to_owned(), 422),
        ("/api/v1/search", "q=tillsyn&cursor=x".to_owned(), 422),
        ("/api/v1/search", format!("q=tillsyn&cursor={}", "a".repeat(2048)), 422),
        ("/api/v1/search", format!("q=tillsyn&cursor={}", "%C3%A5".repeat(2048)), 422),
        ("/api/v1/search", format!("q={}tillsyn{}", "(".repeat(40), "|ull)".repeat(40)), 422),
        ("/api/v1/search", format!("q={}", "x+".repeat(2000)), 422),
    ];
    let conformity = Conformity::demo().await;
    check(&conformity, &rows).await;

    let wrong = conformity.ask("/api/v1/search", "q=tillsyn&cursor=x&offset=0").await.json();
    let items: Vec<_> =
        wrong["detail"].as_array().unwrap().iter().map(|item| (&item["type"], &item["loc"][1])).collect();
    let broken = serde_json::json!("value_error");
    assert_eq!(items, [(&broken, &"offset".into()), (&broken, &"cursor".into())]);

    let first = conformity.ask("/api/v1/search", "q=lag&limit=1").await.json();
    let cursor = first["next_cursor"].as_str().unwrap();
    let rows = [
        ("/api/v1/search", format!("q=lag&cursor={cursor}&limit=100"), 200),
        ("/api/v1/search", format!("q=lagen&cursor={cursor}"), 422),
        ("/api/v1/search", format!("q=lag&sort=citations&cursor={cursor}"), 422),
        ("/api/v1/search", format!("q=lag&source=sfs&cursor={cursor}"), 422),
        ("/api/v1/search", format!("q=lag&kind=lag&cursor={cursor}"), 422),
        ("/api/v1/search", format!("q=lag&year=1931&cursor={cursor}"), 422),
        ("/api/v1/search", format!("q=lag&offset=0&cursor={cursor}"), 422),
    ];
    check(&conformity, &rows).await;
}

#[tokio::test]
async fn of_changes() {
    const PATH: &str = "/api/v1/changes";
    let conformity = Conformity::demo().await;
    let yesterday = jiff::Timestamp::now() - jiff::SignedDuration::from_hours(24);
    let first = conformity.ask(PATH, &format!("since={yesterday}&limit=1&versions=1")).await.json();
    assert!(first["total"].as_u64().unwrap() > 100 && first["changes"][0]["sha256"].is_string(), "{first}");
    let cursor = first["next_cursor"].as_str().unwrap();
    let snapshot = first["snapshot"].as_str().unwrap();
    let rows = [
        (PATH, format!("since={yesterday}&limit=1000&versions=yes"), 200),
        (PATH, format!("since={yesterday}&source=nonsens&kind=nonsens"), 200),
        (PATH, format!("since={yesterday}&change=added,withdrawn"), 200),
        (PATH, format!("since={snapshot}"), 200),
        (PATH, format!("cursor={cursor}&versions=1"), 200),
        (PATH, format!("cursor={cursor}&since={yesterday}&versions=1"), 200),
        (PATH, format!("cursor={cursor}"), 422),
        (PATH, format!("cursor={cursor}&versions=1&source=sfs"), 422),
        (PATH, format!("cursor={cursor}&versions=1&since={snapshot}"), 422),
        (PATH, "cursor=x".to_owned(), 422),
        (PATH, format!("cursor={}", "a".repeat(2048)), 422),
        (PATH, String::new(), 422),
        (PATH, "since=2999-01-01&change=added,".to_owned(), 422),
        (PATH, "since=2999-01-01&change=nonsens".to_owned(), 422),
        (PATH, "since=20310203T040506789Z-g7".to_owned(), 422),
        (PATH, "since=2031-02-30".to_owned(), 422),
        (PATH, "since=1999-12-31".to_owned(), 410),
        (PATH, "since=1999-12-31T23:59:59Z".to_owned(), 410),
        ("/api/v1/documents", "changed_since=1999-02-30".to_owned(), 422),
    ];
    check(&conformity, &rows).await;
}

#[tokio::test]
async fn of_paper() {
    let rows = [
        ("/api/v1/facsimile", format!("{}&sid=13&bbox=10,20.5,30,40", uri("sou/2029:3")), 200),
        ("/api/v1/facsimile", format!("{}&sid=13", uri("sou/2029:3#sid14")), 200),
        ("/api/v1/facsimile", format!("{}&sid=13&bbox=1,2,3", uri("sou/2029:3")), 400),
        ("/api/v1/facsimile", format!("{}&sid=13&bbox=3,3,1,1", uri("sou/2029:3")), 400),
        ("/api/v1/facsimile", format!("{}&sid=13&bbox=0,0,NaN,1", uri("sou/2029:3")), 400),
        ("/api/v1/facsimile", format!("{}&sid=1", uri("sou/2029:3")), 404),
        ("/api/v1/facsimile", format!("{}&sid=9223372036854775807", uri("sou/2029:3")), 404),
        ("/api/v1/facsimile", format!("{}&sid=1", uri("1931:47")), 404),
        ("/api/v1/facsimile", format!("{}&sid=1", uri("1931:48")), 404),
        ("/api/v1/facsimile", "uri=&sid=1".to_owned(), 404),
        ("/api/v1/sfs-graphic", format!("{}&node=G1&stor=1&v=2", uri("2030:78")), 200),
        ("/api/v1/sfs-graphic", format!("{}&node=G9", uri("2030:78")), 404),
        ("/api/v1/sfs-graphic", format!("{}&node=", uri("2030:78")), 404),
        ("/api/v1/sfs-graphic", format!("{}&node=G1", uri("1931:47")), 404),
        ("/api/v1/sfs-graphic", format!("{}&node=G1", uri("sou/2029:3")), 404),
        ("/api/v1/sfs-graphic", format!("{}&node=G1", uri("1931:48")), 404),
        ("/api/v1/dv-verdict", format!("court=HDO&{VERDICT}"), 200),
        ("/api/v1/dv-verdict", format!("court=HFD&{VERDICT}"), 404),
        ("/api/v1/dv-verdict", format!("court=..&{VERDICT}"), 400),
        ("/api/v1/dv-verdict", "court=HDO&id=7b1d0c52&file=dom.pdf".to_owned(), 400),
        ("/api/v1/dv-verdict", format!("court=HDO&{VERDICT}.txt"), 400),
        ("/api/v1/pdf", "path=/1931:47&kontext=dv,forarbete,&toc=1".to_owned(), 200),
        ("/api/v1/pdf", "path=/1931:47&kontext=alla&kolumner=2".to_owned(), 200),
        ("/api/v1/pdf", "path=/1931:47/konsolidering/2029:88".to_owned(), 200),
        ("/api/v1/pdf", "path=/1931:47&kontext=nonsens".to_owned(), 422),
        ("/api/v1/pdf", "path=/1931:48&kontext=nonsens".to_owned(), 422),
        ("/api/v1/pdf", "path=/1931:48".to_owned(), 404),
        ("/api/v1/pdf", "path=1931:47".to_owned(), 404),
        ("/api/v1/pdf", "path=".to_owned(), 404),
    ];
    check(&Conformity::demo().await, &rows).await;
}

/// Pictures are drawn for pages of the service only; a picture that has been drawn is sent to everyone.
#[tokio::test]
async fn of_pictures_for_strangers() {
    let conformity = Conformity::demo().await;
    for (path, query) in [
        ("/api/v1/facsimile", format!("{}&sid=13", uri("sou/2029:3"))),
        ("/api/v1/sfs-graphic", format!("{}&node=G1", uri("2030:78"))),
    ] {
        assert_eq!(conformity.ask_with(path, &query, &[]).await.status, 403, "{path}");
        assert_eq!(conformity.ask(path, &query).await.status, 200, "{path}");
        assert_eq!(conformity.ask_with(path, &query, &[]).await.status, 200, "{path}");
    }
}

/// A server without a print pool, and one whose print pool is busy.
#[tokio::test]
async fn of_a_server_that_cannot_print() {
    let (busy, _folder) = Served::busy();
    let busy = Conformity::of(busy).await;
    let none = Conformity::of(Served::demo()).await;
    for (path, query, wait) in [
        ("/api/v1/facsimile", format!("{}&sid=13", uri("sou/2029:3")), "5"),
        ("/api/v1/sfs-graphic", format!("{}&node=G1", uri("2030:78")), "5"),
        ("/api/v1/pdf", "path=/1931:47".to_owned(), "30"),
    ] {
        for (conformity, wait) in [(&busy, wait), (&none, "")] {
            let answer = conformity.ask(path, &query).await;
            assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, wait), "{path}");
        }
    }
    assert_eq!(busy.ask("/api/v1/dv-verdict", &format!("court=HDO&{VERDICT}")).await.status, 200);
}

#[tokio::test]
async fn while_the_search_index_is_being_opened() {
    let conformity = Conformity::of(Served::demo_without_graph()).await;
    let rows = [
        ("/api/v1/search", "q=lag".to_owned(), 503),
        ("/api/v1/search", "q=".to_owned(), 503),
        ("/api/v1/search", "q=lag&cursor=x".to_owned(), 503),
        ("/api/v1/search", "q=lag&cursor=x&offset=0".to_owned(), 422),
        ("/api/v1/search", "q=lag&limit=0".to_owned(), 422),
        ("/api/v1/document", uri("1931:47"), 200),
    ];
    check(&conformity, &rows).await;
}

#[tokio::test]
async fn of_a_server_that_has_everything() {
    let rows = [
        ("/api/v1/resolve", "q=blomk%C3%A5l".to_owned(), 200),
        ("/api/v1/resolve", "q=".to_owned(), 200),
        ("/api/v1/resolve", "q=2+kap.+3+%C2%A7+f%C3%A5rlagen&source=nonsens&kind=nonsens".to_owned(), 200),
        ("/api/v1/coverage", "source=nonsens".to_owned(), 200),
        ("/api/v1/coming", String::new(), 200),
        ("/api/v1/coming", "source=nonsens".to_owned(), 200),
        ("/api/v1/coming", "from=1999-01-01&until=2099-12-31".to_owned(), 200),
        ("/api/v1/coming", "from=2031-02-30".to_owned(), 422),
        ("/api/v1/suggest", "q=".to_owned(), 200),
        ("/api/v1/suggest", format!("q={}&limit=20", "f".repeat(2000)), 200),
        ("/api/v1/documents", "source=nonsens".to_owned(), 200),
        ("/api/v1/documents", "kind=nonsens&offset=9223372036854775807".to_owned(), 200),
        ("/api/v1/facets", "source=sfs".to_owned(), 200),
        ("/api/v1/facets", "source=kommentar".to_owned(), 404),
        ("/api/v1/facets", "source=nonsens".to_owned(), 404),
        ("/api/v1/facets", "source=".to_owned(), 404),
        ("/api/v1/browse", "source=kommentar".to_owned(), 404),
        ("/api/v1/browse", "source=nonsens".to_owned(), 404),
        ("/api/v1/browse", "source=dv&bucket=nja/2031".to_owned(), 200),
        ("/api/v1/browse", "source=dv&bucket=/nja//2031/".to_owned(), 200),
        ("/api/v1/browse", "source=dv&bucket=nja/2031&offset=9223372036854775807".to_owned(), 200),
        ("/api/v1/browse", "source=dv&bucket=nja/1600".to_owned(), 404),
        ("/api/v1/browse", "source=dv&bucket=nja".to_owned(), 404),
        ("/api/v1/browse", "source=dv&bucket=nja/2031/more".to_owned(), 404),
        ("/api/v1/browse", "source=dv&bucket=NJA/2031".to_owned(), 404),
        ("/api/v1/browse", "source=dv&bucket=/".to_owned(), 404),
        ("/api/v1/document", uri("1931:47"), 200),
        ("/api/v1/document", format!("{}&format=md", uri("1931:47")), 200),
        ("/api/v1/document", uri("1931:47/konsolidering/2029:88"), 200),
        ("/api/v1/document", uri("1931:48"), 404),
        ("/api/v1/document", uri("1931:47#K2P3"), 200),
        ("/api/v1/document", format!("{}&format=md&as_of=1999-12-31", uri("1931:47#K2P3")), 200),
        ("/api/v1/document", uri("1931:47#K2P999"), 404),
        ("/api/v1/document", uri("1931:48#K2P3"), 404),
        ("/api/v1/document", "uri=/1931:47".to_owned(), 404),
        ("/api/v1/document", "uri=".to_owned(), 404),
        ("/api/v1/document", format!("{}&format=md", uri("1931:48")), 404),
        ("/api/v1/document/versions", uri("1931:47"), 200),
        ("/api/v1/document/versions", uri("1931:47#K2P3"), 200),
        ("/api/v1/document/versions", uri("1931:48"), 200),
        ("/api/v1/document/versions", uri("celex/32031R0077"), 200),
        ("/api/v1/document/versions", uri("celex/32031R9999"), 200),
        ("/api/v1/document/versions", uri("dom/nja/2031s5"), 404),
        ("/api/v1/document/versions", "uri=https://elsewhere.example/1931:47".to_owned(), 404),
        ("/api/v1/document/versions", uri("a:b:c"), 404),
        ("/api/v1/document/versions", uri("1931:47/../x"), 404),
        ("/api/v1/document", format!("{}&as_of=1999-12-31", uri("1931:47")), 200),
        ("/api/v1/document", format!("{}&as_of=1999-12-31&format=md", uri("1931:47")), 200),
        ("/api/v1/document", format!("{}&as_of=1900-01-01", uri("1931:47")), 404),
        ("/api/v1/document", format!("{}&as_of=1999-02-30", uri("1931:47")), 422),
        ("/api/v1/document", format!("{}&as_of=1999-12-31", uri("1931:47/konsolidering/1958:12")), 422),
        ("/api/v1/document", format!("{}&as_of=1999-12-31", uri("1:1")), 404),
        ("/api/v1/card", format!("{}&as_of=1999-12-31", uri("1931:47#K2P3")), 200),
        ("/api/v1/provision", uri("1931:47#K2P3"), 200),
        ("/api/v1/provision", format!("{}&format=md&context=2", uri("1931:47#K2P3S1")), 200),
        ("/api/v1/provision", format!("{}&format=text&as_of=1999-12-31", uri("1931:47#K2P3")), 200),
        ("/api/v1/provision", uri("celex/32031R0077#6.1.c"), 200),
        ("/api/v1/provision", uri("sou/2029:3#sid13"), 200),
        ("/api/v1/provision", uri("1931:47/konsolidering/1958:12#K1P1"), 200),
        ("/api/v1/provision", uri("1931:47"), 422),
        ("/api/v1/provision", uri("1931:47#K99"), 404),
        ("/api/v1/provision", uri("1:1#P1"), 404),
        ("/api/v1/provision", format!("{}&as_of=1900-01-01", uri("1931:47#K2P3")), 404),
        ("/api/v1/provision", format!("{}&as_of=1999-02-30", uri("1931:47#K2P3")), 422),
        ("/api/v1/provision/history", uri("1931:47#K2P3"), 200),
        ("/api/v1/provision/history", format!("{}&text=true&diff=true", uri("1931:47#K2P3S1")), 200),
        ("/api/v1/provision/history", uri("1931:47#K2"), 200),
        ("/api/v1/provision/history", uri("celex/32031R0077#6.1.c"), 200),
        ("/api/v1/provision/history", uri("1931:47"), 422),
        ("/api/v1/provision/history", uri("1931:47#K99P1"), 404),
        ("/api/v1/provision/history", uri("sou/2029:3#sid13"), 404),
        ("/api/v1/provision/history", uri("1:1#P1"), 404),
        ("/api/v1/provision/related", uri("2026:40"), 200),
        ("/api/v1/provision/related", uri("2026:40#P5"), 200),
        ("/api/v1/provision/related", format!("{}&limit=1&cursor=", uri("2026:40")), 200),
        ("/api/v1/provision/related", format!("{}&cursor=1.00000000", uri("2026:40")), 422),
        ("/api/v1/provision/related", format!("{}&limit=201", uri("2026:40")), 422),
        // Nothing is said of a place that the act does not have.
        ("/api/v1/provision/related", uri("1931:47#K99P1"), 200),
        ("/api/v1/provision/related", uri("1:1#P1"), 404),
        ("/api/v1/card", format!("{}&as_of=1900-01-01", uri("1931:47")), 404),
        ("/api/v1/document/diff", format!("{}&from=2004:310", uri("1931:47")), 200),
        ("/api/v1/document/diff", format!("{}&from=2004:310&format=json", uri("1931:47")), 200),
        ("/api/v1/document/diff", format!("{}&from=2029:88&to=2004:310", uri("1931:47")), 200),
        ("/api/v1/document/diff", format!("{}&from=2004:310&to=2004:310", uri("1931:47")), 200),
        ("/api/v1/document/diff", format!("{}&from=", uri("1931:47")), 400),
        ("/api/v1/document/diff", uri("1931:47"), 422),
        ("/api/v1/document/diff", format!("{}&from=2004:310&format=md", uri("1931:47")), 200),
        ("/api/v1/document/diff", format!("{}&from_date=2004-12-31", uri("1931:47")), 200),
        ("/api/v1/document/diff", format!("{}&from_date=2004-12-31&to_date=2029-07-01", uri("1931:47")), 200),
        ("/api/v1/document/diff", format!("{}&from_date=2004-12-31&to=2029:88", uri("1931:47")), 422),
        ("/api/v1/document/diff", format!("{}&from=2004:310&to_date=2029-07-01", uri("1931:47")), 422),
        ("/api/v1/document/diff", format!("{}&from_date=2004-02-30", uri("1931:47")), 422),
        ("/api/v1/document/diff", format!("{}&from_date=1900-01-01", uri("1931:47")), 404),
        ("/api/v1/document/diff", format!("{}&from_date=2031-04-13", uri("celex/32031R0077")), 200),
        ("/api/v1/document/diff", format!("{}&from=../2004:310", uri("1931:47")), 400),
        ("/api/v1/document/diff", format!("{}&from=2004:310&to=x", uri("1931:47")), 400),
        ("/api/v1/document/diff", format!("{}&from=2004:310", uri("celex/32031R0077")), 400),
        ("/api/v1/document/diff", format!("{}&from=2031-13-99", uri("celex/32031R0077")), 400),
        ("/api/v1/document/diff", format!("{}&from=2031-04-14", uri("celex/32031R0077")), 404),
        ("/api/v1/document/diff", format!("{}&from=1999:1", uri("1931:47")), 404),
        ("/api/v1/document/diff", format!("{}&from=1999:1", uri("1931:48")), 404),
        ("/api/v1/document/diff", format!("{}&from=1999:1", uri("dom/nja/2031s5")), 404),
        ("/api/v1/document/inbound", uri("1931:47#K2P3"), 200),
        ("/api/v1/document/inbound", uri("1931:48"), 200),
        ("/api/v1/document/inbound", "uri=nonsens".to_owned(), 200),
        ("/api/v1/document/inbound", format!("{}&source=nonsens", uri("1931:47")), 200),
        ("/api/v1/document/inbound", format!("{}&offset=9223372036854775807", uri("1931:47")), 200),
        ("/api/v1/document/inbound", format!("{}&groups=nonsens", uri("1931:47")), 422),
        ("/api/v1/document/inbound", format!("{}&groups=,", uri("1931:47")), 422),
        ("/api/v1/document/inbound", format!("{}&context=true&limit=100", uri("1931:47")), 200),
        ("/api/v1/document/inbound", format!("{}&context=true&limit=101", uri("1931:47")), 422),
        ("/api/v1/document/inbound", "uri=nonsens&context=true".to_owned(), 200),
        ("/api/v1/document/citing", format!("{}&context=true&limit=101", uri("1931:47")), 422),
        ("/api/v1/document/citing", uri("1931:47#K2P3"), 200),
        ("/api/v1/document/citing", uri("1931:48"), 200),
        ("/api/v1/document/citing", "uri=nonsens".to_owned(), 200),
        ("/api/v1/document/citing", format!("{}&groups=nonsens", uri("1931:47")), 422),
        ("/api/v1/document/citing", format!("{}&offset=9223372036854775807", uri("1931:47")), 200),
        ("/api/v1/document/beside", uri("1931:47#K2P3"), 200),
        ("/api/v1/document/beside", uri("1931:48"), 404),
        ("/api/v1/document/inside", format!("{}&q=tillsyn", uri("1931:47")), 200),
        ("/api/v1/document/inside", format!("{}&q=", uri("1931:47")), 200),
        ("/api/v1/document/inside", format!("{}&q=tillsyn", uri("1931:48")), 404),
        ("/api/v1/document/beside", "uri=nonsens".to_owned(), 404),
        ("/api/v1/document/outbound", uri("1931:48"), 200),
        ("/api/v1/document/outbound", uri("1931:47#K2P3"), 200),
        ("/api/v1/document/outbound", "uri=nonsens".to_owned(), 200),
        ("/api/v1/graph", uri("1931:48"), 404),
        ("/api/v1/graph", uri("1931:48#K2P3"), 404),
        ("/api/v1/graph", uri("1931:47#nowhere"), 200),
        ("/api/v1/graph", format!("{}&depth=3&limit=300&internal=true", uri("1931:47#K2P3")), 200),
        (
            "/api/v1/graph",
            format!("{}&groups=R%C3%A4ttsfall, EU-domar", uri("1931:47")).replace(' ', "+"),
            200,
        ),
        ("/api/v1/graph", format!("{}&groups=Nonsens", uri("1931:47")), 422),
        ("/api/v1/graph", format!("{}&groups=,+,", uri("1931:47")), 422),
        ("/api/v1/graph", format!("{}&groups=+", uri("1931:47")), 422),
        ("/api/v1/graph", format!("{}&groups=Nonsens", uri("1931:48")), 422),
        ("/api/v1/path", format!("from={}&to={}", document("1931:47"), document("1931:48")), 404),
        ("/api/v1/path", format!("from={}&to={}", document("1931:48"), document("1931:47")), 404),
        ("/api/v1/path", format!("from={}&to={}", document("1931:47"), document("1931:47#K2P3")), 200),
        ("/api/v1/path", format!("from={0}&to={0}&paths=5", document("1931:47")), 200),
        ("/api/v1/path", format!("from={0}&to={0}&groups=,", document("1931:47")), 422),
        ("/api/v1/path", format!("from={}&to={}&groups=Nonsens", document("x"), document("y")), 422),
        ("/api/v1/card", uri("1931:48"), 404),
        ("/api/v1/card", uri("1931:47#nowhere"), 200),
        ("/api/v1/card", "uri=/1931:47%23K2P3".to_owned(), 200),
        ("/api/v1/card", "uri=/1931:48".to_owned(), 404),
        ("/api/v1/card", "uri=/".to_owned(), 404),
    ];
    check(&Conformity::demo().await, &rows).await;
}

/// The order of the checks: parameters, groups, the graph on `/graph`, documents, the graph on `/path`.
#[tokio::test]
async fn while_the_citation_graph_is_being_loaded() {
    let conformity = Conformity::of(Served::demo_without_graph()).await;
    let path = |from: &str, to: &str| format!("from={}&to={}", document(from), document(to));
    let rows = [
        ("/api/v1/graph", uri("1931:47"), 200),
        ("/api/v1/graph", format!("{}&depth=2", uri("1931:47")), 503),
        ("/api/v1/graph", format!("{}&depth=3", uri("1931:47")), 503),
        ("/api/v1/graph", format!("{}&depth=2", uri("1931:48")), 503),
        ("/api/v1/graph", format!("{}&depth=2&groups=Nonsens", uri("1931:48")), 422),
        ("/api/v1/graph", format!("{}&depth=4&groups=Nonsens", uri("1931:48")), 422),
        ("/api/v1/path", path("1931:47", "coe/005"), 503),
        ("/api/v1/path", path("1931:48", "coe/005"), 404),
        ("/api/v1/path", format!("{}&groups=Nonsens", path("1931:48", "coe/005")), 422),
        ("/api/v1/document", uri("1931:47"), 200),
        ("/api/v1/card", uri("1931:47"), 200),
    ];
    check(&conformity, &rows).await;
    for (path, query, _) in rows.iter().filter(|(.., status)| *status == 503) {
        assert_eq!(conformity.ask(path, query).await.header("retry-after"), "30", "{path}");
    }
}

#[tokio::test]
async fn while_the_names_are_being_loaded() {
    let conformity = Conformity::of(Served::demo_without_names()).await;
    let answer = conformity.ask("/api/v1/resolve", "q=f%C3%A5rlagen").await;
    assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "5"));
}

#[tokio::test]
async fn before_anything_is_built() {
    let conformity = Conformity::of(Served::new(None)).await;
    for endpoint in crate::table::ENDPOINTS {
        let answer = conformity.ask(endpoint.path, endpoint.fine).await;
        let expected = if endpoint.path == "/api/v1/dumps" { 200 } else { 503 };
        assert_eq!(answer.status, expected, "{}", endpoint.path);
        assert_eq!(answer.header("retry-after"), "", "{}", endpoint.path);
    }
}

/// Paths and methods without an endpoint.
#[tokio::test]
async fn of_paths_and_methods_that_lead_nowhere() {
    let served = Served::demo();
    for endpoint in crate::table::ENDPOINTS {
        let slash = served.get(&format!("{}/?{}", endpoint.path, endpoint.fine)).await;
        assert_eq!(slash.status, 404, "{}/", endpoint.path);
        assert_eq!(slash.error_id(), None, "the field is there, although nothing is written down");
    }
    for path in
        ["/dumps/", "/dumps/nonsens.gz", "/dumps/..%2Fcatalog.db", "/dumps/%2e%2e/catalog.db", "/dumps/sfs"]
    {
        assert_eq!(served.get(path).await.status, 404, "{path}");
    }
    let outside = served.get_with("/dumps/sfs.ndjson.gz", &[("range", "bytes=99999999-")]).await;
    assert_eq!(outside.status, 416);
    assert!(outside.header("content-range").starts_with("bytes */"));
    assert_eq!(outside.json().as_object().unwrap().len(), 1);
}
