//! A panic in a handler is an ordinary 500 with a full entry in the ledger.

use lagrum_api::{Ledger, ledger};
use serde_json::json;

use crate::shelf::{Library, Shelf};

#[tokio::test]
async fn a_panic_is_a_500_and_leaves_its_trace_in_the_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors.jsonl");
    let library = Library::with(Shelf::new("one", &[])).ledger(Ledger::open(&path, true).unwrap());
    let client = library.client();
    for (how, message) in
        [("panic", "the shelf broke under its load"), ("panic%20elsewhere", "the cellar is flooded")]
    {
        let answer = client.get(&format!("/api/v1/failing?how={how}")).await;
        let id = answer.error_id().expect("an entry");
        assert_eq!(answer.status, 500);
        assert_eq!(answer.json(), json!({"detail": "Internal Server Error", "error_id": id}));
        assert_eq!(answer.header("access-control-allow-origin"), "*");

        let entry = ledger::find(&path, &id).unwrap().remove(0);
        assert_eq!(entry.exc_type.as_deref(), Some("panic"));
        assert_eq!(entry.exc_message.as_deref(), Some(message));
        let trace = entry.traceback.unwrap();
        assert!(trace.chars().count() <= 8192 && !trace.is_empty());
    }
    assert_eq!(client.get("/api/v1/failing?how=not").await.status, 200, "the server goes on");
}
