//! Rejected requests, and many requests at once.

use serde_json::{Value, json};

use crate::client::{BASE, Client};

fn ping() -> String {
    json!({ "jsonrpc": "2.0", "id": 7, "method": "ping" }).to_string()
}

#[tokio::test]
async fn scripts_of_other_pages_are_refused() {
    let client = Client::demo();
    for (origin, status) in [
        ("https://evil.example", 403),
        ("http://localhost.evil.example", 403),
        ("null", 403),
        ("https://host.example", 200),
        ("https://host.example:444", 403),
        ("http://host.example", 403),
        ("http://localhost:6274", 200),
        ("http://127.0.0.1", 200),
        ("http://[::1]:80", 200),
        ("\u{1}", 403),
    ] {
        let Ok(_) = axum::http::HeaderValue::from_str(origin) else { continue };
        let response = client.post(&[("origin", origin)], ping()).await;
        assert_eq!(response.status, status, "{origin}: {}", response.text());
    }
    assert_eq!(client.post(&[], ping()).await.status, 200, "a program that is no browser");
    // A page whose own name leads to this machine sends its own origin.
    let rebound = [("origin", "http://evil.example:8080"), ("host", "evil.example:8080")];
    assert_eq!(client.post(&rebound, ping()).await.status, 403);
}

#[tokio::test]
async fn a_body_of_ten_megabytes_is_refused_unread() {
    let client = Client::demo();
    let text = "x".repeat(10_000_000);
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "check_citations", "arguments": { "text": text } } });
    assert_eq!(client.post(&[], call.to_string()).await.status, 413);
    let length = [("content-length", "10000000")];
    assert_eq!(client.post(&length, ping()).await.status, 413, "by its declared length");
}

#[tokio::test]
async fn other_methods_and_types_are_refused() {
    let client = Client::demo();
    let get = client.send("GET", "/mcp", &[("accept", "text/event-stream")], "").await;
    assert_eq!(get.status, 405);
    assert_eq!(client.send("DELETE", "/mcp", &[], "").await.status, 405);
    let json = ("content-type", "application/json");
    for accept in ["text/event-stream", "text/html"] {
        assert_eq!(
            client.send("POST", "/mcp", &[json, ("accept", accept)], ping()).await.status,
            406,
            "{accept}"
        );
    }
    let both = "application/json, text/event-stream";
    let text = [("content-type", "text/plain"), ("accept", both)];
    assert_eq!(client.send("POST", "/mcp", &text, ping()).await.status, 415);
    for body in ["", "{", "[]", "{\"jsonrpc\":\"2.0\"}", &"[".repeat(100_000)] {
        let response = client.post(&[], body.to_owned()).await;
        assert!(response.status.is_client_error(), "{}: {}", response.status, response.text());
    }
    for body in ["", "{", "får", &"[".repeat(1000), &"1,".repeat(100_000), &"får, ".repeat(40_000)] {
        let answer = client.post(&[], body.to_owned()).await.json();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&(-32700).into(), &Value::Null), "{answer}");
    }
    let preflight = [("origin", "https://host.example"), ("access-control-request-method", "POST")];
    assert_eq!(client.send("OPTIONS", "/mcp", &preflight, "").await.status, 200);
}

#[tokio::test]
async fn clients_that_take_json_alone_are_answered() {
    let client = Client::demo();
    let json = ("content-type", "application/json");
    for accept in ["application/json", "application/json; q=0.9", "*/*", "text/html, application/json"] {
        for path in ["/mcp", "/mcp/"] {
            let response = client.send("POST", path, &[json, ("accept", accept)], ping()).await;
            assert_eq!(response.status, 200, "{path} {accept}: {}", response.text());
            assert_eq!(response.json()["id"], 7);
        }
    }
    assert_eq!(client.send("POST", "/mcp/", &[json], ping()).await.status, 200);
    assert_eq!(client.send("GET", "/mcp/", &[], "").await.status, 405);
}

#[tokio::test]
async fn answers_repeat_no_long_names() {
    let client = Client::demo();
    let long = "x".repeat(100_000);
    for request in [
        json!({ "jsonrpc": "2.0", "id": long, "method": "ping" }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": long }),
        json!({ "jsonrpc": "2.0", "id": [long], "method": "ping" }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": { "x": long } }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": long } }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": { "uri": long } }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": { "name": long } }),
    ] {
        let answer = client.post(&[], request.to_string()).await;
        assert!(answer.body.len() < 4_000, "{} bytes: {}", answer.body.len(), answer.text());
    }
    let named = json!({ "jsonrpc": "2.0", "id": "x".repeat(256), "method": "ping" });
    assert_eq!(client.post(&[], named.to_string()).await.status, 200);
}

#[tokio::test]
async fn refusals_say_what_type_they_have() {
    let client = Client::demo();
    let json = ("content-type", "application/json");
    let both = ("accept", "application/json, text/event-stream");
    for (headers, status) in [
        ([json, both, ("origin", "https://evil.example")].as_slice(), 403),
        (&[json, ("accept", "text/html")], 406),
        (&[("content-type", "text/plain"), both], 415),
        (&[json, both, ("mcp-protocol-version", "1999-01-01")], 400),
    ] {
        let answer = client.send("POST", "/mcp", headers, ping()).await;
        assert_eq!(answer.status, status, "{}", answer.text());
        assert!(!answer.media_type.is_empty(), "{status}: {}", answer.text());
    }
}

#[tokio::test]
async fn a_notification_has_no_answer() {
    let client = Client::demo();
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let response = client.post(&[], initialized.to_string()).await;
    assert_eq!((response.status.as_u16(), response.body.len()), (202, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_calls_at_once_are_all_answered() {
    let client = Client::demo();
    let calls: Vec<_> = (0..200)
        .map(|number| {
            let client = client.clone();
            tokio::spawn(async move {
                let (tool, arguments) = match number % 3 {
                    0 => ("get_provision", json!({ "uri": format!("{BASE}/1931:47#K3P3") })),
                    1 => ("resolve_citation", json!({ "citation": "3 kap. 3 § fårlagen" })),
                    _ => ("search", json!({ "query": "får" })),
                };
                (tool, client.call(tool, arguments).await)
            })
        })
        .collect();
    let (mut answered, mut busy) = (0, 0);
    for call in calls {
        let (tool, result) = call.await.unwrap();
        if result["isError"] == Value::Bool(false) {
            answered += 1;
        } else {
            let message = result["content"][0]["text"].as_str().unwrap();
            assert!(message.contains("again in a moment"), "{tool}: {message}");
            busy += 1;
        }
    }
    assert_eq!(answered + busy, 200);
    assert!(answered >= 50, "{answered} were answered, {busy} were told to try again");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_are_given_up_end_their_work() {
    let client = Client::demo();
    let text = "Se 3 kap. 3 § fårlagen och NJA 2031 s. 5. ".repeat(1100);
    // Each call takes a second in a debug build. As many as run at once, and as many again that wait.
    let calls: Vec<_> = (0..2 * lagrum_api::blocking_permits())
        .map(|_| {
            let (client, text) = (client.clone(), text.clone());
            tokio::spawn(async move { client.call("check_citations", json!({ "text": text })).await })
        })
        .collect();
    for _ in 0..2000 {
        if lagrum_api::is_busy() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert!(lagrum_api::is_busy(), "the calls never took all permits");
    for call in &calls {
        call.abort();
    }
    // A call waits for a second at most, so it is answered only if the others have ended.
    assert!(client.answer("list_sources", json!({})).await["sources"].is_array());
}
