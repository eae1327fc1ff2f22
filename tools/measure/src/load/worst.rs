//! The most expensive known requests, one after another.

use std::fmt::Write;
use std::time::{Duration, Instant};

use super::Failure;
use super::client::Client;
use super::mix::{Pool, encoded};

/// How often each is requested; the first time it is in no cache.
const ROUNDS: usize = 5;

/// Number of requests that are reported.
const TOLD: usize = 10;

/// Searches that go through much of an index: common words, one-letter beginnings, phrases of common words.
const SEARCHES: [&str; 5] = [
    "den som är i det av en på för att med till inte har om de",
    "lag (2010:1) om ändring i lagen om",
    "\"den som\" OR \"i fråga om\" OR \"i den mån\"",
    "NOT lag NOT förordning NOT dom NOT beslut",
    "fastighetsregistreringsmyndighetensbeslutsfattande",
];

/// The largest files of the documentation page.
const DOCS: [&str; 3] = ["/docs", "/docs/swagger-ui-bundle.js", "/openapi.json"];

/// Kinds of context, each of which makes another print of a document.
const KINDS: [&str; ROUNDS] = ["dv", "forarbete", "sfs", "foreskrift", "eurlex"];

/// As many one-letter prefixes as a query may have words.
fn beginnings() -> String {
    let letters = ('a'..='z').chain("åäö0123456789".chars()).cycle().take(64);
    letters.map(|letter| format!("{letter}*")).collect::<Vec<_>>().join(" ")
}

/// First prints of a document, and of a page of the first document with printed pages.
async fn prints(server: &str, cited: &str) -> Result<Vec<String>, Failure> {
    let path = cited.splitn(4, '/').nth(3).unwrap_or_default();
    let mut asked = vec![format!("/api/v1/pdf?path=/{path}&toc=true&kontext={{kind}}")];
    let scanned =
        Client::json(server, "/api/v1/documents?source=forarbete&limit=200&include_expired=true").await?;
    for document in scanned["documents"].as_array().into_iter().flatten() {
        let uri = document["uri"].as_str().unwrap_or_default();
        let page = format!("/api/v1/facsimile?uri={uri}&sid=1");
        let mut client = Client::connect(server).await?;
        if client.get(&page).await?.status == 200 {
            asked.push(page.replace("sid=1", "sid={page}"));
            break;
        }
    }
    Ok(asked)
}

/// Sends all requests, and reports the slowest.
pub(super) async fn measure(server: &str, pool: &Pool) -> Result<String, Failure> {
    // The drawn document with the longest inbound list, and the one that cites the most.
    let mut cited = (0, String::new());
    let mut citing = (0, String::new());
    for uri in &pool.documents {
        let count =
            Client::json(server, &format!("/api/v1/document/inbound?uri={uri}&limit=1")).await?["total"]
                .as_u64();
        cited = cited.max((count.unwrap_or_default(), uri.clone()));
        let count = Client::json(server, &format!("/api/v1/graph?uri={uri}&direction=out&limit=1")).await?;
        citing = citing.max((count["outbound"]["total_links"].as_u64().unwrap_or_default(), uri.clone()));
    }
    let (cited, citing) = (cited.1, citing.1);
    let far = pool.documents.last().cloned().unwrap_or_default();
    let mut asked = vec![
        format!("document?uri={citing}"),
        format!("document?uri={citing}&format=md"),
        format!("document?uri={cited}"),
        format!("document/inbound?uri={cited}"),
        format!("document/inbound?uri={cited}&sort=citations&offset=5000"),
        format!("document/inbound?uri={cited}&scope=exact&sort=citations"),
        format!("document/outbound?uri={citing}"),
        format!("graph?uri={cited}&depth=3&limit=300&internal=true&sort=citations"),
        format!("graph?uri={citing}&depth=3&limit=300&internal=true"),
        format!("graph?uri={cited}&depth=3&limit=300&grouplimit=1"),
        format!("path?from={cited}&to={far}&paths=5"),
        format!("path?from={citing}&to={far}&paths=5&direction=out"),
        format!("path?from={citing}&to={far}&paths=5&direction=in&groups={}", encoded("Begrepp")),
        "documents?limit=1000&offset=200000".to_owned(),
        "documents?limit=1000&source=forarbete&kind=sou&include_expired=true&offset=9000".to_owned(),
        "browse?source=eurlex&limit=2000".to_owned(),
        "facets?source=dv".to_owned(),
        format!("resolve?q={}", encoded(&"2 kap. 3 § och ".repeat(20))),
        format!("resolve?q={}", encoded(&"lag".repeat(1000))),
        format!("resolve?q={}", encoded(&"(".repeat(300))),
    ];
    asked
        .extend(pool.worded.iter().take(3).map(|(uri, from)| format!("document/diff?uri={uri}&from={from}")));
    asked.extend(SEARCHES.iter().map(|query| format!("search?q={}", encoded(query))));
    asked.push(format!("search?q={}", encoded(&beginnings())));
    let mut asked: Vec<String> = asked.into_iter().map(|path| format!("/api/v1/{path}")).collect();
    asked.extend(DOCS.map(str::to_owned));
    asked.extend(prints(server, &cited).await?);
    let mut told = Vec::new();
    for path in asked {
        let mut times = Vec::new();
        let (mut status, mut bytes) = (0, 0);
        for (round, kind) in KINDS.iter().enumerate() {
            // Each round requests another print, since a cached print costs nothing.
            let path = path.replace("{kind}", kind).replace("{page}", &(round + 2).to_string());
            let mut client = Client::connect(server).await?;
            let begun = Instant::now();
            let answer = client.get(&path).await?;
            times.push(begun.elapsed());
            (status, bytes) = (answer.status, answer.body.len());
        }
        let first = times.first().copied().unwrap_or_default();
        times.sort_unstable();
        told.push((first, times.get(ROUNDS / 2).copied().unwrap_or_default(), status, bytes, path));
    }
    told.sort_by(|a, b| b.cmp(a));
    let milliseconds = |took: Duration| took.as_secs_f64() * 1000.0;
    let mut report = format!("{:>9} {:>10} {:>7} {:>9}\n", "first ms", "median ms", "status", "bytes");
    for (first, median, status, bytes, path) in told.iter().take(TOLD) {
        let path: String = path.chars().take(160).collect();
        writeln!(
            report,
            "{:>9.1} {:>10.1} {status:>7} {bytes:>9} {path}",
            milliseconds(*first),
            milliseconds(*median)
        )?;
    }
    Ok(report)
}
