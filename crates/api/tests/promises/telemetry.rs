//! Each request has an id, one line in the log, and is counted.

use std::io::Write;
use std::sync::{Arc, Mutex};

use lagrum_api::telemetry::Metrics;
use serde_json::Value;

use crate::client::Client;
use crate::shelf::client;

#[tokio::test]
async fn an_id_is_sent_back_or_made() {
    let client = client();
    let long = "x".repeat(65);
    for (sent, kept) in
        [("abc-1.2_Z", true), ("with space", false), ("", false), ("å", false), (&*long, false)]
    {
        let answer = client.get_with("/api/v1/today", &[("x-request-id", sent)]).await;
        let id = answer.header("x-request-id");
        assert_eq!(id == sent, kept, "{sent}");
        assert!(kept || (id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit())), "{id}");
    }
    let ids = [client.get("/api/v1/today").await, client.get("/api/v1/none").await];
    assert_ne!(ids[0].header("x-request-id"), ids[1].header("x-request-id"));
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_request_is_one_line() {
    let lines = Lines::default();
    let writer = lines.clone();
    let log =
        tracing_subscriber::fmt().json().flatten_event(true).with_writer(move || writer.clone()).finish();
    tracing::subscriber::set_global_default(log).unwrap();
    // The second is answered from the cache, and the third with 304.
    let client = client();
    let first = client.get_with("/api/v1/books?q=secret", &[("x-request-id", "r1")]).await;
    let tag = first.header("etag");
    client.get_with("/api/v1/books?q=secret", &[("x-request-id", "r2")]).await;
    client.get_with("/api/v1/books?q=secret", &[("x-request-id", "r3"), ("if-none-match", tag)]).await;

    // Requests of other tests may be among the lines.
    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    for (id, status) in [("r1", 200), ("r2", 200), ("r3", 304)] {
        let ours: Vec<&str> = text.lines().filter(|line| line.contains(&format!("\"{id}\""))).collect();
        let [text] = ours.as_slice() else { panic!("{ours:?}") };
        let line: Value = serde_json::from_str(text).unwrap();
        for (field, value) in [
            ("message", Value::from("request")),
            ("level", "INFO".into()),
            ("request.id", id.into()),
            ("request.method", "GET".into()),
            ("request.path", "/api/v1/books".into()),
            ("response.status", status.into()),
        ] {
            assert_eq!(line[field], value, "{field}");
        }
        assert!(line["duration_ms"].as_f64().unwrap() >= 0.0);
        assert_eq!(line["response.bytes"].as_u64().unwrap() > 0, status == 200);
        assert!(!text.contains("secret"), "the query is the client's own");
    }
}

#[tokio::test]
async fn counts_are_by_route_and_never_by_path() {
    let metrics = Metrics::start().unwrap();
    let client = client();
    client.get("/api/v1/choices?lent=y").await;
    client.send("BREW", "/api/v1/choices", &[]).await;
    client.get("/dumps/one-of-many-names").await;
    client.get("/api/v1/no-such-path").await;

    let shown = Client::new(metrics.router(|| None)).get("/metrics").await;
    let text = shown.text();
    assert!(shown.header("content-type").starts_with("text/plain"));
    for line in [
        r#"lagrum_http_requests_total{method="GET",route="/api/v1/choices",status="200"}"#,
        r#"lagrum_http_requests_total{method="other",route="/api/v1/choices",status="405"}"#,
        r#"lagrum_http_requests_total{method="GET",route="/dumps/{file}",status="404"}"#,
        r#"lagrum_http_requests_total{method="GET",route="unmatched",status="404"}"#,
        r#"lagrum_http_request_duration_seconds_bucket{route="/api/v1/choices",le="0.001"}"#,
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    assert!(!text.contains("one-of-many-names") && !text.contains("no-such-path"), "{text}");
    assert_eq!(client.get("/metrics").await.status, 404, "not on the port of the API");
}

/// Whatever a client sends, or a fault quotes, each event is one line of the log with the fields of the program.
#[tokio::test]
async fn nothing_sent_can_forge_a_line() {
    let lines = Lines::default();
    let writer = lines.clone();
    let log = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let _here = tracing::subscriber::set_default(log);
    let hostile = "%0A2031-01-01T00:00:00Z%20ERROR%20forged%1B%5B31m";
    for path in [
        format!("/api/v1/nothing{hostile}"),
        format!("/api/v1/books?q={hostile}&limit={hostile}"),
        format!("/api/v1/failing?how={hostile}"),
        "/api/v1/failing?how=lines".to_owned(),
        "/api/v1/failing?how=down".to_owned(),
    ] {
        let headers = [("x-request-id", "r9 forged"), ("referer", "x\tforged"), ("user-agent", "forged")];
        client().get_with(&path, &headers).await;
    }
    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    assert!(text.lines().count() >= 7, "{text}");
    for line in text.lines() {
        // Lines of the program begin with a time of today.
        assert!(!line.starts_with("2031-") && line.starts_with("20"), "{line}");
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
}
