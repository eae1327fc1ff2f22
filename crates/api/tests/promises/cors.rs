//! Every origin may read every answer.

use crate::client::Answer;
use crate::shelf::client;

const ORIGIN: (&str, &str) = ("origin", "https://elsewhere.example");
const ASKS: &str = "access-control-request-method";

fn assert_open(answer: &Answer, what: &str) {
    assert_eq!(answer.header("access-control-allow-origin"), "*", "{what}");
    assert_eq!(answer.header("access-control-allow-credentials"), "", "{what}");
    let exposed = "Retry-After, ETag, Content-Disposition, Content-Range, Accept-Ranges, X-Bucket-Units";
    assert_eq!(answer.header("access-control-expose-headers"), exposed, "{what}");
}

#[tokio::test]
async fn answers_and_failures_alike_are_open() {
    let client = client();
    for (path, status) in [
        ("/api/v1/books?q=x", 200),
        ("/api/v1/books", 422),
        ("/api/v1/nothing", 404),
        ("/api/v1/failing?how=busy", 503),
        ("/dumps/nothing.gz", 404),
        ("/openapi.json", 200),
        ("/docs/", 308),
    ] {
        for headers in [&[ORIGIN][..], &[]] {
            let answer = client.get_with(path, headers).await;
            assert_eq!(answer.status, status, "{path}");
            assert_open(&answer, path);
        }
    }
    let tag = client.get("/api/v1/books?q=x").await.header("etag").to_owned();
    let unchanged = client.get_with("/api/v1/books?q=x", &[ORIGIN, ("if-none-match", &tag)]).await;
    assert_eq!(unchanged.status, 304);
    assert_open(&unchanged, "304");
    assert_open(&client.send("POST", "/api/v1/books", &[ORIGIN]).await, "405");
}

#[tokio::test]
async fn a_preflight_is_granted_for_get_only() {
    let client = client();
    for path in ["/api/v1/books", "/dumps/sfs.ndjson.gz", "/api/v1/nothing"] {
        let wanted = ("access-control-request-headers", "range, X-Other");
        let granted = client.send("OPTIONS", path, &[ORIGIN, (ASKS, "GET"), wanted]).await;
        assert_eq!(granted.status, 200, "{path}");
        assert_open(&granted, path);
        assert_eq!(granted.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(granted.header("access-control-allow-methods"), "GET");
        assert_eq!(granted.header("access-control-allow-headers"), "range, X-Other");
        assert_eq!(granted.header("access-control-max-age"), "600");
    }
    let refused = client.send("OPTIONS", "/api/v1/books", &[ORIGIN, (ASKS, "POST")]).await;
    assert_eq!(refused.status, 400);
    assert!(refused.header("content-type").starts_with("text/plain"));
    assert_open(&refused, "refused");
}

#[tokio::test]
async fn options_without_a_question_is_a_method_like_any_other() {
    let client = client();
    for headers in [&[][..], &[ORIGIN], &[(ASKS, "GET")]] {
        for path in ["/api/v1/books", "/api/v1/nothing"] {
            let answer = client.send("OPTIONS", path, headers).await;
            assert_eq!(answer.status, 405, "{path} {headers:?}");
            assert_eq!(answer.header("allow"), "GET, HEAD");
        }
    }
}
