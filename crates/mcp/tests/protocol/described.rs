//! The descriptions for clients: tools, templates, prompts, versions.

use serde_json::{Value, json};

use crate::client::{BASE, Client};

/// Words by which hosts guess that a tool writes.
const WRITING: [&str; 12] = [
    "truncat", "remov", "chang", "delet", "updat", "sav", "send", "sign", "skicka", "skriv", "ändra", "spara",
];

/// Verbs with which the title of a tool begins.
const READING: [&str; 6] = ["Check", "Compare", "Find", "List", "Read", "Search"];

/// Characters of a token of a model, of descriptions and schemas.
const TOKEN: f64 = 3.3;

#[tokio::test]
async fn what_clients_are_told_may_be_kept() {
    let client = Client::demo();
    for method in ["tools/list", "prompts/list", "resources/templates/list"] {
        let result = client.request(method, json!({})).await["result"].clone();
        assert!(result["ttlMs"].as_u64().unwrap() > 0, "{method}: {result}");
        assert_eq!(result["cacheScope"], "public", "{method}");
    }
}

async fn tools() -> Vec<Value> {
    Client::demo().request("tools/list", json!({})).await["result"]["tools"].as_array().unwrap().clone()
}

#[tokio::test]
async fn every_tool_is_explained_with_an_example_of_this_corpus() {
    let tools = tools().await;
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    for upstream in [
        "search",
        "resolve_citation",
        "get_document",
        "fetch",
        "list_documents",
        "get_incoming_citations",
        "get_outgoing_citations",
        "list_sources",
    ] {
        assert!(names.contains(&upstream), "{upstream} is missing");
    }
    for tool in &tools {
        let name = tool["name"].as_str().unwrap();
        let description = tool["description"].as_str().unwrap();
        let (_, example) =
            description.split_once("Example: ").unwrap_or_else(|| panic!("{name} has no example"));
        assert!(!description.contains("{base}"), "{name}");
        let example: Value = serde_json::from_str(example).unwrap_or_else(|error| panic!("{name}: {error}"));
        let schema = jsonschema::validator_for(&tool["inputSchema"]).unwrap();
        assert!(schema.is_valid(&example), "{name}: {example}");
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{name}");
        assert_eq!(tool["annotations"]["openWorldHint"], false, "{name}");
        let described = [&tool["title"], &tool["description"]].into_iter();
        let fields =
            tool["inputSchema"]["properties"].as_object().into_iter().flat_map(|fields| fields.values());
        for text in described.chain(fields.map(|field| &field["description"])) {
            let text = text.as_str().unwrap().to_lowercase();
            let found = WRITING.iter().find(|word| text.contains(**word));
            assert!(found.is_none(), "{name}: a host takes {found:?} for writing: {text}");
        }
        assert_eq!(tool["outputSchema"]["type"], "object", "{name}");
        assert!(tool["inputSchema"]["properties"].is_object(), "{name}: hosts want properties");
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            let schema = schema.to_string();
            for word in ["$ref", "$defs", "$schema"] {
                assert!(!schema.contains(word), "{name}: {word}");
            }
        }
        let verb = tool["title"].as_str().unwrap().split(' ').next().unwrap();
        assert!(READING.contains(&verb), "{name}: {verb} is no verb of reading");
        let fields = tool["inputSchema"]["properties"].as_object().cloned().unwrap_or_default();
        for (field, schema) in fields {
            assert!(schema["description"].is_string(), "{name}.{field} is not described");
        }
    }
    let described = tools.iter().filter(|tool| tool["description"].as_str().unwrap().contains(BASE)).count();
    assert!(described > 5, "examples have uris of this corpus");
}

/// The tools stay small beside the question that they are for.
#[tokio::test]
async fn tools_are_described_within_their_budget() {
    let tools = tools().await;
    let whole = json!({ "tools": tools }).to_string().chars().count();
    assert!(whole <= 40_000, "{whole} characters");
    let to_model = |tool: &Value| {
        let tool = json!({ "name": tool["name"], "description": tool["description"], "parameters": tool["inputSchema"] });
        tool.to_string().chars().count()
    };
    let tokens = tools.iter().map(to_model).sum::<usize>() as f64 / TOKEN;
    println!("{} tools: {whole} characters, {tokens:.0} tokens to a model", tools.len());
    assert!(tokens <= 6_000.0, "{tokens} tokens");
}

/// The values of an enumerated argument are the names of the API, each once.
#[tokio::test]
async fn choices_are_named_with_the_one_without_an_argument() {
    let tools = tools().await;
    for (name, field, names, default) in [
        ("get_incoming_citations", "scope", json!(["tree", "exact"]), "tree"),
        ("get_incoming_citations", "sort", json!(["rail", "citations"]), "rail"),
        ("list_documents", "sort", json!(["uri", "citations", "updated"]), "uri"),
        ("find_path", "direction", json!(["in", "out", "both"]), "both"),
    ] {
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        let schema = &tool["inputSchema"]["properties"][field];
        assert_eq!((&schema["enum"], &schema["default"]), (&names, &json!(default)), "{name}.{field}");
        assert_eq!(schema["type"], "string", "{name}.{field}");
    }
    let whats_new = tools.iter().find(|tool| tool["name"] == "whats_new").unwrap();
    let kinds = &whats_new["inputSchema"]["properties"]["changes"]["items"]["enum"];
    assert_eq!(*kinds, json!(["added", "text", "metadata", "status", "withdrawn"]));
}

#[tokio::test]
async fn a_client_is_welcomed_with_its_own_version() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let params = json!({ "protocolVersion": version, "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" } });
        let result = Client::demo().request("initialize", params).await["result"].clone();
        assert_eq!(result["protocolVersion"], version);
        assert_eq!(result["serverInfo"]["name"], "lagrum");
        assert!(result["instructions"].as_str().unwrap().contains("resolve_citation"));
    }
}

#[tokio::test]
async fn a_document_is_a_resource_that_says_what_it_is() {
    let client = Client::demo();
    let templates = client.request("resources/templates/list", json!({})).await;
    assert_eq!(templates["result"]["resourceTemplates"][0]["uriTemplate"], "lagrum://document/{uri}");
    for uri in [
        "lagrum://document/https://lag.demo.example/1931:47",
        "lagrum://document/https%3A%2F%2Flag.demo.example%2F1931%3A47",
    ] {
        let read = client.request("resources/read", json!({ "uri": uri })).await;
        let text = read["result"]["contents"][0]["text"].as_str().unwrap();
        let (head, body) = text.split_once("-->").unwrap();
        assert!(head.contains("uri: https://lag.demo.example/1931:47"), "{head}");
        // The demo is not known up to that day.
        assert!(head.contains("in force on 2034-01-01: not known"), "{head}");
        let api = client.api("/api/v1/document?uri=https://lag.demo.example/1931:47&format=md").await;
        assert_eq!(body.trim(), api["markdown"].as_str().unwrap().trim());
    }
    let provision = json!({ "uri": "lagrum://document/https://lag.demo.example/1931:47#K3P3" });
    let read = client.request("resources/read", provision).await;
    let text = read["result"]["contents"][0]["text"].as_str().unwrap_or_else(|| panic!("{read}"));
    let api = client.api("/api/v1/document?uri=https://lag.demo.example/1931:47%23K3P3&format=md").await;
    assert!(text.ends_with(api["markdown"].as_str().unwrap()), "{text}");
    for uri in
        ["lagrum://document/https://lag.demo.example/1900:1", "file:///etc/passwd", "lagrum://document/"]
    {
        let read = client.request("resources/read", json!({ "uri": uri })).await;
        assert_eq!(read["error"]["code"], -32002, "{uri}: {read}");
    }
}

#[tokio::test]
async fn the_prompt_asks_for_checked_citations() {
    let client = Client::demo();
    let listed = client.request("prompts/list", json!({})).await;
    let name = listed["result"]["prompts"][0]["name"].clone();
    let arguments = json!({ "name": name, "arguments": { "question": "Får man ångra ett köp?" } });
    let prompt = client.request("prompts/get", arguments).await;
    let text = prompt["result"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(text.contains("Får man ångra ett köp?") && text.contains("check_citations"), "{text}");
    for arguments in [json!({}), json!({ "question": " " }), json!({ "question": "x".repeat(20_001) })] {
        let refused = client.request("prompts/get", json!({ "name": name, "arguments": arguments })).await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
}
