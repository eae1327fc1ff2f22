//! Every failure has a status and a body that follow from what failed, and reveals nothing about the server.

use serde_json::json;

use crate::shelf::{Library, Shelf, client};

#[tokio::test]
async fn each_failure_has_its_status_and_shape() {
    // With a ledger that keeps nothing, the id is null, but the field is there.
    for (how, status, body) in [
        ("missing", 404, json!({"detail": "no book called Ön", "error_id": null})),
        ("malformed", 400, json!({"detail": "malformed version id"})),
        ("private", 403, json!({"detail": "not for you"})),
        ("internal", 500, json!({"detail": "Internal Server Error", "error_id": null})),
        ("down", 503, json!({"detail": "the catalog is not available", "error_id": null})),
        ("busy", 503, json!({"detail": "the graph is loading", "error_id": null})),
    ] {
        let answer = client().get(&format!("/api/v1/failing?how={how}")).await;
        assert_eq!(answer.status, status, "{how}");
        assert_eq!(answer.json(), body, "{how}");
        assert_eq!(answer.header("content-type"), "application/json; charset=utf-8", "{how}");
        assert_eq!(answer.header("cache-control"), "no-store", "{how}");
        assert_eq!(answer.header("etag"), "", "{how}");
        assert_eq!(answer.header("retry-after"), if how == "busy" { "30" } else { "" }, "{how}");
        assert!(!answer.text().contains("secret"), "{how}");
    }
}

#[tokio::test]
async fn invalid_parameters_are_not_kept_by_caches_either() {
    let answer = client().get("/api/v1/failing").await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (422, "no-store"));
}

#[tokio::test]
async fn without_a_snapshot_what_needs_one_is_unavailable() {
    let client = Library::empty().client();
    for path in ["/api/v1/books?q=x", "/api/v1/today", "/dumps/any.gz"] {
        let answer = client.get(path).await;
        assert_eq!(answer.status, 503, "{path}");
        assert_eq!(answer.header("retry-after"), "", "{path}");
        assert_eq!(answer.error_id(), None, "{path}");
    }
    assert_eq!(client.get("/api/v1/choices").await.status, 200);
}

/// On a runtime of several threads, as a server has: blocking work must not hold the task of its request.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_whose_blocking_work_takes_too_long_is_given_up() {
    let library = Library::with(Shelf::new("one", &[])).time_limit(std::time::Duration::from_millis(50));
    let answer = library.client().get("/api/v1/failing?how=blocked").await;
    assert_eq!(answer.status, 503);
    assert_eq!(answer.json()["detail"], "the request took too long");
}

#[tokio::test(start_paused = true)]
async fn a_request_that_takes_too_long_is_given_up() {
    let library = Library::with(Shelf::new("one", &[])).time_limit(std::time::Duration::from_secs(5));
    let answer = library.client().get("/api/v1/failing?how=never").await;
    assert_eq!(answer.status, 503);
    assert_eq!(answer.json(), json!({"detail": "the request took too long", "error_id": null}));
}
