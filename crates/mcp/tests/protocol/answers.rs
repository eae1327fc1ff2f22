//! Each tool answers as the API does, in the form of its published schema.

use serde_json::{Value, json};

use crate::client::{BASE, Client};

/// A day to which the log of changes reaches back from the day of the tests.
const RECENTLY: &str = "2033-01-01";

/// Answers to calls of every tool, checked against its own schema.
#[tokio::test]
async fn every_answer_has_the_promised_shape() {
    let client = Client::demo();
    let uri = format!("{BASE}/1931:47");
    let provision = format!("{uri}#K3P3");
    let calls = [
        ("search", json!({ "query": "får" })),
        ("search", json!({ "query": "zzzzqqq" })),
        ("resolve_citation", json!({ "citation": "3 kap. 3 § fårlagen" })),
        ("resolve_citation", json!({ "citation": "NJA 1874 s. 1" })),
        ("get_document", json!({ "uri": uri })),
        ("get_document", json!({ "uri": uri, "format": "json", "max_chars": 200_000 })),
        ("get_document", json!({ "uri": uri, "pinpoint": "K3P3" })),
        ("outline", json!({ "uri": uri })),
        ("outline", json!({ "uri": uri, "pinpoint": "#K3", "limit": 1 })),
        ("search_in_document", json!({ "uri": uri, "query": "får", "limit": 2 })),
        ("get_provision", json!({ "uri": provision })),
        ("get_provision", json!({ "uri": provision, "as_of": "1960-01-01" })),
        ("get_provision_history", json!({ "uri": provision, "diff": true })),
        ("fetch", json!({ "id": uri })),
        ("fetch", json!({ "id": provision })),
        (
            "check_citations",
            json!({ "text": "Enligt 3 kap. 3 § och 3 kap. 999 § fårlagen, jfr NJA 2031 s. 5." }),
        ),
        ("get_incoming_citations", json!({ "uri": provision })),
        ("get_outgoing_citations", json!({ "uri": uri })),
        ("compare_versions", json!({ "uri": uri, "from_date": "1932-01-01" })),
        ("compare_versions", json!({ "uri": uri, "from": "1931:47", "to": "2004:310" })),
        ("find_path", json!({ "from": format!("{BASE}/dom/nja/2031s5"), "to": uri, "paths": 3 })),
        ("list_documents", json!({ "source": "sfs", "limit": 3, "offset": 2 })),
        ("list_sources", json!({})),
        ("get_coverage", json!({})),
        ("get_coverage", json!({ "source": "forarbete", "limit": 2 })),
        ("list_coming", json!({ "from": "2034-01-01", "limit": 3 })),
        (
            "whats_new",
            json!({ "since": RECENTLY, "source": "sfs", "changes": ["added", "text"], "limit": 3 }),
        ),
    ];
    let listed = client.request("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    for (name, arguments) in &calls {
        let answer = client.answer(name, arguments.clone()).await;
        let tool = tools.iter().find(|tool| tool["name"] == *name).unwrap();
        let schema = jsonschema::validator_for(&tool["outputSchema"]).unwrap();
        let wrong: Vec<String> = schema.iter_errors(&answer).map(|error| error.to_string()).take(3).collect();
        assert!(wrong.is_empty(), "{name} {arguments}: {wrong:?}");
    }
    for tool in tools {
        assert!(calls.iter().any(|(name, _)| tool["name"] == *name), "{} is not called", tool["name"]);
    }
}

/// The uris of rows.
fn uris(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["uri"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn tools_answer_what_the_api_answers() {
    let client = Client::demo();
    let uri = format!("{BASE}/1931:47");
    let encoded = format!("{uri}%23K3P3");

    let resolved = client.answer("resolve_citation", json!({ "citation": "3 kap. 3 § fårlagen" })).await;
    let api = client.api("/api/v1/resolve?q=3%20kap.%203%20%C2%A7%20f%C3%A5rlagen").await;
    assert_eq!(resolved["recognized"], api["recognized"]);
    for field in ["uri", "identifier", "source", "kind", "pin"] {
        assert_eq!(resolved["results"][0][field], api["results"][0][field], "{field}");
    }
    assert_eq!(resolved["results"][0]["pin"]["uri"], format!("{uri}#K3P3"));

    let listed = client.answer("list_documents", json!({ "source": "sfs", "limit": 3, "offset": 2 })).await;
    assert_eq!(listed, client.api("/api/v1/documents?source=sfs&limit=3&offset=2").await);

    let new = client.answer("whats_new", json!({ "since": RECENTLY, "limit": 3 })).await;
    let api = client.api(&format!("/api/v1/changes?since={RECENTLY}&limit=3")).await;
    assert_eq!(uris(&new["changes"]), uris(&api["changes"]));

    let laws = json!({ "since": "2000-01-01", "uris": [uri.clone()], "cited": true, "limit": 50 });
    let citing = client.answer("whats_new", laws).await;
    let path = format!("/api/v1/lists/changes?since=2000-01-01&uri={uri}&cited=true&limit=50");
    assert_eq!(uris(&citing["changes"]), uris(&client.api(&path).await["changes"]));
    assert!(citing["changes"].as_array().unwrap().iter().any(|row| row["kind"] == "cited"), "{citing}");

    let sources = client.answer("list_sources", json!({})).await;
    assert_eq!(sources["sources"], client.api("/api/v1/sources").await);

    let inbound = client.answer("get_incoming_citations", json!({ "uri": format!("{uri}#K3P3") })).await;
    assert_eq!(
        inbound,
        client.api(&format!("/api/v1/document/inbound?uri={encoded}&limit=50&context=true")).await
    );
    assert!(inbound["total"].as_u64().unwrap() > 0);

    let outbound = client.answer("get_outgoing_citations", json!({ "uri": uri, "limit": 1000 })).await;
    let api = client.api(&format!("/api/v1/document/outbound?uri={uri}")).await;
    assert_eq!(uris(&outbound["citations"]), uris(&api));

    let provision = client.answer("get_provision", json!({ "uri": format!("{uri}#K3P3") })).await;
    let api = client.api(&format!("/api/v1/provision?uri={encoded}&format=md&context=1")).await;
    assert_eq!(provision["content"]["text"], api["markdown"]);
    for field in ["uri", "label", "headings", "cited_by", "previous", "next"] {
        assert_eq!(provision[field], api[field], "{field}");
    }
    for field in ["amended_by", "cites"] {
        assert_eq!(uris(&provision[field]), uris(&api[field]), "{field}");
    }

    let found = client.answer("search", json!({ "query": "får", "limit": 5 })).await;
    let api = client.api("/api/v1/search?q=f%C3%A5r&limit=5").await;
    assert_eq!(uris(&found["results"]), uris(&api["results"]));
    assert_eq!(found["total"], api["total"]);

    let path =
        client.answer("find_path", json!({ "from": format!("{BASE}/dom/nja/2031s5"), "to": uri })).await;
    assert_eq!(path, client.api(&format!("/api/v1/path?from={BASE}/dom/nja/2031s5&to={uri}")).await);
}

/// The form that other programs read: flat texts, whatever the tool.
#[tokio::test]
async fn answers_are_flat() {
    let client = Client::demo();
    let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned();
    let found = client.answer("search", json!({ "query": "3 kap. 3 § fårlagen" })).await;
    let resolved = client.answer("resolve_citation", json!({ "citation": "3 kap. 3 § fårlagen" })).await;
    let plain = client.answer("search", json!({ "query": "får" })).await;
    let rows = [found, resolved.clone(), plain.clone()];
    for row in rows.iter().flat_map(|found| found["results"].as_array().unwrap()) {
        let (id, url) = (text(&row["id"]), text(&row["url"]));
        assert!(!text(&row["title"]).is_empty(), "{row}");
        assert!(url.starts_with(BASE), "{url}");
        let named = if row["pin"].is_null() { &row["uri"] } else { &row["pin"]["uri"] };
        assert_eq!(*named, id, "an id has no fragment that nobody named");
        let document = client.answer("get_document", json!({ "uri": id, "max_chars": 300 })).await;
        assert!(!text(&document["text"]).is_empty() && document["truncated"].is_boolean(), "{document}");
        assert!(document.get("content").is_none(), "a text is answered once");
    }
    assert_eq!(resolved["results"][0]["id"], format!("{BASE}/1931:47#K3P3"));
    assert!(plain["results"].as_array().unwrap().iter().all(|row| !text(&row["id"]).contains('#')));

    let fetched = client.answer("fetch", json!({ "id": format!("{BASE}/1931:47#K3P3") })).await;
    assert_eq!(fetched["metadata"]["source"], "sfs");
    assert_eq!(fetched["metadata"]["pinpoint"], "K3P3");
    assert_eq!(fetched["metadata"]["truncated"], false);
    assert!(fetched["metadata"]["inbound_count"].as_u64().unwrap() > 0, "{fetched}");
}

/// A summary is never taken for the document: every front door says the same of how much is held, and a text says it before all else.
#[tokio::test]
async fn a_part_of_a_document_is_told_everywhere() {
    let client = Client::demo();
    let listed = client.answer("list_documents", json!({ "limit": 500, "include_expired": true })).await;
    let mut told = std::collections::BTreeSet::new();
    for row in listed["documents"].as_array().unwrap() {
        let (uri, extent, note) = (row["uri"].as_str().unwrap(), &row["extent"], &row["extent_note"]);
        told.insert(extent.as_str().unwrap_or("null").to_owned());
        let read = client.answer("get_document", json!({ "uri": uri, "max_chars": 200_000 })).await;
        let fetched = client.answer("fetch", json!({ "id": uri })).await;
        let resolved = client.answer("resolve_citation", json!({ "citation": uri })).await;
        let card = client.api(&format!("/api/v1/card?uri={}", uri.replace(' ', "%20"))).await;
        for answer in [&read, &fetched["metadata"], &card, &resolved["results"][0]] {
            assert_eq!((&answer["extent"], &answer["extent_note"]), (extent, note), "{uri}: {answer}");
        }
        let is_whole = extent == "text" || extent.is_null();
        assert_eq!(note.is_null(), is_whole, "{row}");
        assert_eq!(read["notice"].is_null(), is_whole, "{read}");
        assert_eq!(fetched["metadata"]["notice"].is_null(), is_whole, "{fetched}");
    }
    assert!(told.contains("text") && told.contains("record"), "{told:?}");
}

#[tokio::test]
async fn json_is_never_cut() {
    let client = Client::demo();
    let arguments = json!({ "uri": format!("{BASE}/1931:47"), "format": "json" });
    let with = |field: &str, value: Value| {
        let mut arguments = arguments.clone();
        arguments[field] = value;
        arguments
    };
    let whole = client.answer("get_document", with("max_chars", json!(200_000))).await;
    let length = whole["total_chars"].clone();
    let _: Value = serde_json::from_str(whole["text"].as_str().unwrap()).unwrap();
    let message = client.failure("get_document", with("max_chars", json!(100))).await;
    assert!(message.contains(&format!("max_chars {length}")), "{message}");
    let message = client.failure("get_document", with("offset", json!(10))).await;
    assert!(message.contains("offset: "), "{message}");
}

#[tokio::test]
async fn loosely_written_arguments_are_read() {
    let client = Client::demo();
    let limited = client.answer("search", json!({ "query": "får", "limit": 2 })).await;
    for limit in [json!("2"), json!(2.0), json!("2.0")] {
        let arguments =
            json!({ "query": "får", "limit": limit, "source": "", "kind": "null", "cursor": null });
        assert_eq!(client.answer("search", arguments).await, limited, "{limit}");
    }
    let most = client.answer("search", json!({ "query": "får", "limit": 1_000_000 })).await;
    assert!(most["note"].as_str().unwrap().contains("limit: above the maximum, so 50 was used"), "{most}");
    let unknown = client.answer("list_sources", json!({ "verbose": true })).await;
    assert!(unknown["note"].as_str().unwrap().contains("verbose"), "{unknown}");
    let uri = format!("{BASE}/1931:47");
    let part = client.answer("get_document", json!({ "uri": uri, "pinpoint": "K3P3" })).await;
    for arguments in [json!({ "uri": uri, "pinpoint": "#K3P3" }), json!({ "uri": format!("{uri}#K3P3") })] {
        assert_eq!(client.answer("get_document", arguments.clone()).await, part, "{arguments}");
    }
}

#[tokio::test]
async fn what_search_finds_can_be_fetched() {
    let client = Client::demo();
    let found = client.answer("search", json!({ "query": "lag", "limit": 10 })).await;
    let results = found["results"].as_array().unwrap();
    assert!(results.len() > 2);
    for result in results {
        let fetched = client.answer("fetch", json!({ "id": result["id"] })).await;
        assert_eq!(fetched["id"], result["id"]);
        for field in ["title", "text", "url"] {
            assert!(!fetched[field].as_str().unwrap().is_empty(), "{field} of {}", result["id"]);
        }
    }
}

#[tokio::test]
async fn invented_citations_are_told_from_real_ones() {
    let client = Client::demo();
    let text = "Se 3 kap. 3 § fårlagen, 3 kap. 999 § fårlagen och 7 § okändlagen.";
    let checked = client.answer("check_citations", json!({ "text": text })).await;
    assert_eq!(checked["counts"]["held"], 1, "{checked}");
    assert_eq!(checked["counts"]["impossible"], 1, "{checked}");
    let problems = client.answer("check_citations", json!({ "text": text, "only_problems": true })).await;
    let problems = problems["citations"].as_array().unwrap().clone();
    assert!(problems.iter().any(|problem| problem["targets"][0]["status"] == "impossible"));
    assert!(problems.iter().all(|problem| problem["targets"][0]["status"] != "held"));
}

#[tokio::test]
async fn the_citations_of_a_long_text_come_in_pages() {
    let client = Client::demo();
    let text = "Se 3 kap. 3 § fårlagen. ".repeat(150);
    let (mut listed, mut offset) = (0, json!(0));
    while !offset.is_null() {
        let page =
            client.answer("check_citations", json!({ "text": text, "limit": 60, "offset": offset })).await;
        assert_eq!(page["total"], 150);
        listed += page["citations"].as_array().unwrap().len();
        offset = page["next_offset"].clone();
    }
    assert_eq!(listed, 150);
}

#[tokio::test]
async fn failures_say_what_and_what_to_do() {
    let client = Client::demo();
    let uri = format!("{BASE}/1931:47");
    for (tool, arguments, words) in [
        ("get_document", json!({ "uri": format!("{BASE}/1900:1") }), "no document with uri"),
        ("get_provision", json!({ "uri": format!("{uri}#K3P999") }), "K3P"),
        ("get_provision", json!({ "uri": uri }), "name a provision"),
        ("get_document", json!({ "uri": uri, "as_of": "1900-01-01" }), "oldest day"),
        ("get_document", json!({ "uri": uri, "max_chars": 0 }), "max_chars: must be a whole number"),
        ("get_document", json!({ "uri": "36 § avtalslagen" }), "resolve_citation finds the uri"),
        ("outline", json!({ "uri": "avtalslagen" }), "resolve_citation finds the uri"),
        ("search", json!({}), "missing field `query`"),
        ("search", json!({ "query": "får", "limit": "many" }), "limit: "),
        ("search", json!({ "query": "får", "source": "sfss" }), "source: there is no source of this name: "),
        ("search", json!({ "query": "får", "source": "sfss" }), "given was \"sfss\""),
        ("search", json!({ "query": "får", "kind": "lagg" }), "kind: there is no kind of this name: "),
        (
            "list_documents",
            json!({ "source": "sfs", "kind": "prop" }),
            "kind: there is no kind of this source",
        ),
        ("get_incoming_citations", json!({ "uri": uri, "source": "x" }), "source: there is no source"),
        ("search", json!({ "query": "får", "cursor": "x" }), "cursor: "),
        ("compare_versions", json!({ "uri": uri }), "from_date"),
        ("compare_versions", json!({ "uri": uri, "from": "1931:47", "to_date": "2000-01-01" }), "not both"),
        (
            "compare_versions",
            json!({ "uri": format!("{BASE}/dom/nja/2031s5"), "from": "1931:47" }),
            "neither",
        ),
        ("check_citations", json!({ "text": "x".repeat(50_001) }), "at most 50000 characters"),
        ("whats_new", json!({}), "since"),
        (
            "whats_new",
            json!({ "since": RECENTLY, "changes": ["gone"] }),
            "changes[0]: must be one of added, text",
        ),
    ] {
        let message = client.failure(tool, arguments.clone()).await;
        assert!(message.contains(words), "{tool} {arguments}: {message}");
    }
    let unknown = client.request("tools/call", json!({ "name": "delete_law", "arguments": {} })).await;
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("get_provision"), "{unknown}");
}

/// Reading all parts that `outline` lists gives the whole document.
#[tokio::test]
async fn an_outline_leads_to_every_part() {
    let client = Client::demo();
    let uri = format!("{BASE}/1931:47");
    let outline = client.answer("outline", json!({ "uri": uri })).await;
    let parts = outline["parts"].as_array().unwrap();
    assert!(parts.len() > 5 && outline["notice"].is_null(), "{outline}");
    assert!(parts.iter().any(|part| part["level"] == 1 && part["label"] == "3 kap. 3 §"), "{outline}");
    let outer: u64 =
        parts.iter().filter(|part| part["level"] == 0).map(|part| part["chars"].as_u64().unwrap()).sum();
    assert!(outer > 0 && outer <= outline["chars"].as_u64().unwrap(), "{outline}");
    for part in parts {
        let read = client.answer("get_provision", json!({ "uri": part["uri"] })).await;
        assert_eq!(read["uri"], part["uri"]);
    }
    let few = client.answer("outline", json!({ "uri": uri, "limit": 8 })).await;
    assert!(few["parts"].as_array().unwrap().len() <= 8, "{few}");
    assert!(few["left_out"].as_u64().unwrap() > 0 && few["notice"].is_string(), "{few}");
    let inside = client.answer("outline", json!({ "uri": few["parts"][0]["uri"] })).await;
    assert!(inside["chars"].as_u64() == few["parts"][0]["chars"].as_u64(), "{inside}");
}

#[tokio::test]
async fn places_of_one_document_can_be_read() {
    let client = Client::demo();
    let asked = json!({ "uri": format!("{BASE}/1931:47"), "query": "får", "limit": 3 });
    let found = client.answer("search_in_document", asked).await;
    let places = found["places"].as_array().unwrap();
    assert_eq!((places.len(), &found["language"]), (3, &json!("sv")), "{found}");
    assert!(found["total_places"].as_u64().unwrap() >= 3, "{found}");
    for place in places {
        let read = client.answer("get_provision", json!({ "uri": place["uri"] })).await;
        assert!(read["content"]["text"].as_str().unwrap().to_lowercase().contains("får"), "{read}");
        let extract = place["extract"].as_str().unwrap();
        assert!(extract.to_lowercase().contains("<em>får"), "{place}");
    }
}

/// Every string of an answer of this length or more.
fn long_texts<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text) if text.chars().count() >= 80 => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| long_texts(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| long_texts(field, found)),
        _ => {}
    }
}

/// What a model reads is paid for by the character: a search is small, and no answer says a thing twice.
#[tokio::test]
async fn answers_are_small_and_say_nothing_twice() {
    let client = Client::demo();
    for query in ["får", "skyldighet att anmäla", "3 kap. 3 § fårlagen", "tillsyn och avgifter", "domstol"]
    {
        let found = client.answer("search", json!({ "query": query })).await;
        let results = found["results"].as_array().unwrap();
        assert!(found.to_string().chars().count() <= 8_000, "{query}");
        assert!(results.len() <= 8, "{query}");
        for passage in results.iter().flat_map(|row| row["fragments"].as_array().into_iter().flatten()) {
            let words = passage["highlight"].as_array().unwrap();
            assert!(
                words.len() <= 1 && words.iter().all(|words| words.as_str().unwrap().chars().count() <= 300)
            );
        }
        assert!(
            results.iter().all(|row| row["fragments"].as_array().is_none_or(|list| list.len() == 1)),
            "{found}"
        );
    }
    let uri = format!("{BASE}/1931:47");
    let provision = format!("{uri}#K3P3");
    for (name, arguments) in [
        ("search", json!({ "query": "får" })),
        ("get_document", json!({ "uri": uri })),
        ("fetch", json!({ "id": uri })),
        ("get_provision", json!({ "uri": provision })),
        ("resolve_citation", json!({ "citation": "3 kap. 3 § fårlagen" })),
        ("outline", json!({ "uri": uri })),
        ("search_in_document", json!({ "uri": uri, "query": "får" })),
        ("get_outgoing_citations", json!({ "uri": uri })),
        ("get_coverage", json!({})),
        ("list_coming", json!({})),
    ] {
        let answer = client.answer(name, arguments).await;
        let mut texts = Vec::new();
        long_texts(&answer, &mut texts);
        let mut seen = std::collections::HashSet::new();
        // A way on is the same for several sources.
        let twice: Vec<&&str> =
            texts.iter().filter(|text| !seen.insert(**text) && !text.contains("source_url")).collect();
        assert!(twice.is_empty(), "{name}: {twice:?}");
    }
}
