//! `lagrum mcp` on standard input and output, and `/mcp` of a server.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::corpora::{BASE, statutes};
use crate::support::{Home, Process, Server, agent};

/// A running `lagrum mcp`.
struct Session {
    process: Process,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(home: &Home) -> Self {
        let mut command = home.command(&["mcp"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut session = Self { process: Process(child), input, output };
        session.send(&json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } } }));
        assert_eq!(session.receive()["result"]["serverInfo"]["name"], "lagrum");
        session.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        session
    }

    fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_bytes()).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    fn call(&mut self, id: u64, tool: &str, arguments: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments } }));
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"))
    }
}

#[test]
fn a_session_over_standard_input_and_output() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    let mut session = Session::start(&home);
    session.call(1, "search", &json!({ "query": "vallning" }));
    assert_eq!(session.receive()["result"]["structuredContent"]["total"], 3);

    // A line that is no message, and a line beyond the limit, do not end the session.
    session.send_line("no message");
    session.send_line(&format!("{{\"x\": \"{}\"}}", "x".repeat(10_000_000)));
    session.send(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 99 } }),
    );
    for id in 2..202 {
        session.call(id, "fetch", &json!({ "id": format!("{BASE}/1931:2") }));
    }
    let mut answered: Vec<u64> = Vec::new();
    while answered.len() < 200 {
        let message = session.receive();
        let Some(id) = message["id"].as_u64() else { continue };
        assert!(message["result"].is_object(), "{message}");
        answered.push(id);
    }
    answered.sort_unstable();
    assert_eq!(answered, (2..202).collect::<Vec<_>>());

    // A new snapshot is taken up.
    home.publish(&[("sfs", &statutes(1..6, "om vallning"))]);
    crate::support::eventually("the session takes up the published snapshot", || {
        session.call(300, "list_documents", &json!({}));
        (session.receive()["result"]["structuredContent"]["total"] == 5).then_some(())
    });

    drop(session.input.take());
    assert!(session.process.wait().success());
    let mut log = String::new();
    session.process.0.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.contains("exceeded the maximum line length"), "{log}");
}

#[test]
fn without_a_snapshot_it_says_what_to_do() {
    let home = Home::new();
    assert!(home.failed(&["mcp"]).contains("lagrum build"));
}

#[test]
fn a_server_has_the_tools_beside_the_api() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    let server = Server::start(&home, &["--mcp-origin", "https://host.example"]);
    let send = |origin: Option<&str>, body: &str| {
        let request = agent()
            .post(format!("{}/mcp", server.address))
            .header("accept", "application/json, text/event-stream")
            .content_type("application/json");
        let request = origin.into_iter().fold(request, |request, origin| request.header("origin", origin));
        let mut response = request.send(body).unwrap();
        (response.status().as_u16(), response.body_mut().read_to_string().unwrap())
    };
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "get_provision", "arguments": { "uri": format!("{BASE}/1931:2#P1") } } })
    .to_string();
    for origin in [None, Some("https://host.example"), Some("http://localhost:3000")] {
        let (status, body) = send(origin, &call);
        assert_eq!(status, 200, "{origin:?}: {body}");
        let answer: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(answer["result"]["structuredContent"]["wording"]["in_force"], true, "{body}");
    }
    assert_eq!(send(Some("https://evil.example"), &call).0, 403);
    assert_eq!(home.run(&["serve", "--mcp-origin", "evil"]).code, Some(2));
}
