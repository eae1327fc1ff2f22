//! A crawl of the demo from the start page: no link is dead, and no parameter of a link is without effect.

use std::collections::{BTreeMap, BTreeSet};

use crate::documents::percent_decoded;
use crate::page::Page;
use crate::served::{get_from, router, snapshot};

/// Pages that are followed. Addresses of searches and of lists have no end.
const MAX_PAGES: usize = 3000;

/// First segments whose pages are not followed: calls of the API, and addresses that depend on a question.
const NOT_FOLLOWED: [&str; 6] = ["api", "docs", "dumps", "feeds", "graf", "faksimil"];

#[tokio::test]
async fn every_link_leads_to_a_page_and_every_fragment_to_an_id() {
    let router = router(Some(snapshot()));
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut fragments: BTreeSet<(String, String, String)> = BTreeSet::new();
    let mut waiting = vec![("/".to_owned(), "the start".to_owned())];
    let mut seen: BTreeSet<String> = BTreeSet::from(["/".to_owned()]);
    let mut faults = Vec::new();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    while let Some((address, from)) = waiting.pop() {
        if ids.len() >= MAX_PAGES {
            break;
        }
        let response = get_from(&router, &address, &[]).await;
        let is_page = response.header("content-type").starts_with("text/html");
        let is_not_held = response.status == 404 && response.body.contains("<h1>Vi har inte ");
        if !(response.status.is_success() || response.status.is_redirection() || is_not_held) {
            faults.push(format!("{from} leads to {address}: {}", response.status));
            continue;
        }
        if !is_page {
            continue;
        }
        let page = Page::read(&response.body);
        faults.extend(page.faults.iter().map(|fault| format!("{address}: {fault}")));
        for link in &page.addresses {
            let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
            let path = if path.is_empty() { address.as_str() } else { path };
            if !path.starts_with('/') {
                continue;
            }
            if !fragment.is_empty() {
                fragments.insert((path.to_owned(), percent_decoded(fragment), address.clone()));
            }
            let first = path[1..].split(['/', '?']).next().unwrap_or_default();
            if !NOT_FOLLOWED.contains(&first) && seen.insert(path.to_owned()) {
                waiting.push((path.to_owned(), address.clone()));
            }
        }
        texts.insert(address.clone(), response.body);
        ids.insert(address, page.ids);
    }
    for (address, text) in &texts {
        let plain = address.split_once('?').and_then(|(path, _)| texts.get(path));
        // A comparison without parameters is that of the newest lydelser, which its choices name too.
        if plain == Some(text) && !address.starts_with("/jamfor/") {
            faults.push(format!("{address} is the same page as without its parameters"));
        }
    }
    for (path, fragment, from) in fragments {
        if ids.get(&path).is_some_and(|ids| !ids.contains(&fragment)) {
            faults.push(format!("{from} leads to {path}#{fragment}, which is no id"));
        }
    }
    let count = faults.len();
    faults.truncate(30);
    assert!(count == 0, "{count} faults on {} pages:\n{}", ids.len(), faults.join("\n"));
    assert!(ids.len() > 150, "{} pages", ids.len());
}
