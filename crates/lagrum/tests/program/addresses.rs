//! Every address that the program outputs leads to this site, or visibly to another.

use std::collections::{BTreeSet, VecDeque};

use serde_json::{Value, json};

use crate::corpora::BASE;
use crate::support::{Home, Server};

/// Maximum number of pages that are followed.
const MAX_PAGES: usize = 1500;

/// Whether a browser would take an address for one on another host, although it does not begin with a host.
fn leads_elsewhere(address: &str) -> bool {
    // The address as browsers read it: without characters that they ignore, and with backslashes as slashes.
    let address: String = address.trim().chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let address = address.replace('\\', "/");
    let scheme =
        address.split(['/', '?', '#']).next().unwrap_or_default().split_once(':').map(|(name, _)| name);
    // `data:,` is an icon without content, so no request is made.
    let leads_nowhere = address == "data:,";
    // Programs for calendars subscribe to a calendar of the site, which is public.
    let is_calendar = address.starts_with("webcal://") && address.contains("/feeds/");
    let is_other = |name: &str| !is_calendar && !matches!(name, "http" | "https" | "mailto");
    address.starts_with("//") || (!leads_nowhere && scheme.is_some_and(is_other))
}

/// The values of `href` and `src` of a page, and of `url` and `href` of JSON.
fn addresses(body: &str) -> Vec<String> {
    fn collect(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        Value::String(text) if matches!(name.as_str(), "url" | "href") => {
                            found.push(text.clone());
                        }
                        _ => collect(value, found),
                    }
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    if let Ok(value) = serde_json::from_str::<Value>(body) {
        collect(&value, &mut found);
        return found;
    }
    for name in [" href=\"", " src=\"", " action=\""] {
        let values = body.split(name).skip(1).filter_map(|rest| rest.split('"').next());
        found.extend(values.map(|value| value.replace("&amp;", "&").replace("&#38;", "&")));
    }
    found
}

#[test]
fn no_address_leads_to_another_host_unseen() {
    for (address, elsewhere) in [
        ("/1931:47", false),
        ("#P1", false),
        ("?q=a", false),
        ("https://lag.example/x", false),
        ("1931:47", true),
        ("//evil.example", true),
        ("/\\evil.example", true),
        ("/\t/evil.example", true),
        ("javascript:alert(1)", true),
        ("data:text/html,x", true),
    ] {
        assert_eq!(leads_elsewhere(address), elsewhere, "{address}");
    }
    let home = Home::new();
    let server = Server::start(&home, &["--demo"]);
    let documents = server.json("/api/v1/documents?limit=1000&include_expired=true");
    let mut queue: VecDeque<String> =
        ["/", "/sok?q=lag", "/nytt", "/bladdra", "/om"].map(str::to_owned).into();
    for document in documents["documents"].as_array().unwrap() {
        let uri = document["uri"].as_str().unwrap().replace('#', "%23");
        for path in ["card", "document/outbound", "document/inbound", "graph", "document/versions"] {
            queue.push_back(format!("/api/v1/{path}?uri={uri}"));
        }
    }
    for query in ["lag", "fårlagen 2", "prop", "nja", "3 §"] {
        let query = query.replace(' ', "+");
        queue.push_back(format!("/api/v1/suggest?q={query}"));
        queue.push_back(format!("/api/v1/search?q={query}&limit=50"));
        queue.push_back(format!("/api/v1/resolve?q={query}"));
    }
    let mut seen: BTreeSet<String> = queue.iter().cloned().collect();
    let (mut walked, mut count) = (0, 0);
    while let Some(path) = queue.pop_front() {
        walked += 1;
        let answer = server.get(&path);
        for address in addresses(&answer.text()) {
            count += 1;
            assert!(!leads_elsewhere(&address), "{path} gives {address}");
            let page = address.split('#').next().unwrap_or_default();
            let is_page = page.starts_with('/') && !page.starts_with("/_/") && !page.starts_with("/api/");
            if is_page && seen.len() < MAX_PAGES && seen.insert(page.to_owned()) {
                queue.push_back(page.to_owned());
            }
        }
    }
    println!("{count} addresses on {walked} pages and answers");
    assert!(count > 5_000, "{count} addresses");
}

#[test]
fn an_id_that_would_lead_to_another_host_is_refused() {
    let home = Home::new();
    let artifact = |id: &str| {
        let uri = format!("{BASE}/{id}");
        json!({"uri": uri, "metadata": {"properties": {"dcterms:title": "Lag"}}, "structure": []}).to_string()
    };
    let ids = ["/evil.example/x", "\\evil.example/x", "\t/evil.example", "\n\\evil.example", "1931:47"];
    let dump = home.write("sfs.ndjson", ids.map(artifact).join("\n"));
    let ended = home.run(&["import", &dump]);
    assert!(ended.stdout.contains("stored 1, unchanged 0, removed 0, empty 0, unreadable 4"), "{ended:?}");
}
