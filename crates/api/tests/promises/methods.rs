//! GET and HEAD are the only methods; a path with a slash at its end is another path.

use serde_json::json;

use crate::shelf::client;

#[tokio::test]
async fn other_methods_are_refused() {
    for path in ["/api/v1/books", "/dumps/x.gz", "/docs", "/docs/", "/openapi.json", "/api/v1/nothing"] {
        for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"] {
            let answer = client().send(method, path, &[]).await;
            assert_eq!(answer.status, 405, "{method} {path}");
            assert_eq!(answer.header("allow"), "GET, HEAD", "{method} {path}");
            assert_eq!(answer.header("cache-control"), "no-store");
            assert_eq!(answer.json(), json!({"detail": "Method Not Allowed"}));
        }
    }
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    for path in
        ["/api/v1/books?q=x", "/api/v1/books", "/api/v1/nothing", "/docs", "/openapi.json", "/api/v1/cover"]
    {
        let client = client();
        let get = client.get(path).await;
        let head = client.send("HEAD", path, &[]).await;
        assert!(head.body.is_empty() && !get.body.is_empty(), "{path}");
        assert_eq!(head.status, get.status, "{path}");
        for name in ["content-type", "content-length", "etag", "cache-control", "vary"] {
            assert_eq!(head.header(name), get.header(name), "{path}: {name}");
        }
    }
}

#[tokio::test]
async fn unknown_paths_are_not_found() {
    let client = client();
    for path in
        ["/api", "/api/", "/api/v1", "/api/v1/nothing", "/api/v1/books/", "/api/v1//books", "/API/v1/books"]
    {
        let answer = client.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json(), json!({"detail": format!("no such path: {path}"), "error_id": null}));
    }
}

#[tokio::test]
async fn only_the_docs_page_forgives_a_slash() {
    let answer = client().get("/docs/").await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (308, "/docs"));
}
