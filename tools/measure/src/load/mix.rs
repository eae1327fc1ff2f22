//! The kinds of requests and their shares.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};

use super::Failure;
use super::client::Client;
use super::random::Random;

/// How many of a hundred requests are of each kind. A reader opens documents, cards and lists of citing documents. A checker of
/// texts resolves citations. People search, and some open graphs. Programs request lists and facets.
const MIX: &[(&str, usize)] = &[
    ("document", 14),
    ("document md", 6),
    ("provision", 6),
    ("search", 10),
    ("resolve", 12),
    ("suggest", 4),
    ("card", 7),
    ("inbound", 6),
    ("citing", 2),
    ("beside", 2),
    ("inside", 1),
    ("outbound", 5),
    ("graph 1", 6),
    ("graph 2", 3),
    ("graph 3", 2),
    ("path", 3),
    ("documents", 2),
    ("changes", 1),
    ("browse", 2),
    ("facets", 1),
    ("versions", 1),
    ("diff", 1),
    ("sources", 1),
    ("extract", 1),
    ("resolve many", 1),
    ("coverage", 1),
    ("history", 2),
    ("then", 1),
    ("context", 1),
    ("coming", 1),
    ("feed", 1),
    ("quotes", 1),
];

/// Documents drawn evenly from the corpus.
const DRAWN: usize = 600;

/// Documents, provisions, texts and queries to make requests of.
pub(super) struct Pool {
    /// Documents drawn evenly, and as many drawn by how often they are cited, as query values.
    pub(super) documents: Vec<String>,
    /// Provisions that are cited.
    provisions: Vec<String>,
    /// The provisions of acts among them.
    of_acts: Vec<String>,
    /// Sentences that quote provisions.
    quoting: Vec<String>,
    /// Texts that cite provisions.
    citations: Vec<String>,
    /// One to three words of titles.
    pub(super) queries: Vec<String>,
    /// Leaves, as `source=…&bucket=…`.
    leaves: Vec<String>,
    sources: Vec<String>,
    /// Documents with archived lydelser, each with one of them.
    pub(super) worded: Vec<(String, String)>,
}

/// The beginning of a text that is a query value: what a reader may have typed so far.
fn begun(text: &str, random: &mut Random) -> String {
    let typed = percent_encoding::percent_decode_str(text).decode_utf8_lossy();
    let length = typed.chars().count();
    encoded(&typed.chars().take(1 + random.below(length.clamp(1, 30))).collect::<String>())
}

/// A text as a query value.
pub(super) fn encoded(text: &str) -> String {
    const ENCODED: &AsciiSet =
        &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':').remove(b'/');
    utf8_percent_encode(text, ENCODED).to_string()
}

/// A sentence that quotes a provision.
fn quoting(provision: &Value) -> Option<String> {
    const QUOTED_WORDS: usize = 12;
    let words: Vec<&str> = provision["text"].as_str()?.split_whitespace().take(QUOTED_WORDS).collect();
    let (label, act) = (provision["label"].as_str()?, provision["document"]["label"].as_str()?);
    Some(format!("Enligt {label} {act} gäller att ”{}”. ", words.join(" ")))
}

fn texts<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().into_iter().flatten().filter_map(|item| item[key].as_str()).collect()
}

impl Pool {
    /// Draws them from the documents of a server.
    pub(super) async fn of(server: &str, seed: u64) -> Result<Self, Failure> {
        let mut random = Random::new(seed);
        let get = |path: String| async move { Client::json(server, &path).await };
        let mut pool = Self {
            documents: Vec::new(),
            provisions: Vec::new(),
            of_acts: Vec::new(),
            quoting: Vec::new(),
            citations: Vec::new(),
            queries: Vec::new(),
            leaves: Vec::new(),
            sources: Vec::new(),
            worded: Vec::new(),
        };
        let total = get("/api/v1/documents?limit=1".to_owned()).await?["total"].as_u64().unwrap_or_default();
        let mut drawn = Vec::new();
        for _ in 0..DRAWN {
            let offset = random.below(total as usize);
            let page = get(format!("/api/v1/documents?limit=1&offset={offset}")).await?;
            drawn.extend(texts(&page["documents"], "uri").into_iter().map(str::to_owned));
            let labels = texts(&page["documents"], "label").into_iter();
            pool.citations.extend(labels.map(encoded));
            for title in texts(&page["documents"], "title") {
                let words: Vec<&str> = title.split_whitespace().collect();
                let from = random.below(words.len().max(1));
                let some: Vec<&str> = words.into_iter().skip(from).take(1 + random.below(3)).collect();
                pool.queries.push(encoded(&some.join(" ")));
            }
        }
        for uri in &drawn {
            let links = get(format!("/api/v1/document/outbound?uri={}", encoded(uri))).await?;
            let held: Vec<&Value> =
                links.as_array().into_iter().flatten().filter(|link| link["hosted"] == true).collect();
            for _ in 0..held.len().min(2) {
                let link = random.one(&held).map_or(&Value::Null, |link| link);
                let cited = link["uri"].as_str().unwrap_or_default();
                pool.documents.push(encoded(cited.split('#').next().unwrap_or(cited)));
                pool.citations.extend(link["text"].as_str().map(encoded));
                // Some documents cite provisions that an act no longer has.
                if cited.contains('#')
                    && let Ok(provision) =
                        get(format!("/api/v1/provision?uri={}&format=text", encoded(cited))).await
                {
                    pool.provisions.push(encoded(cited));
                    pool.quoting.extend(quoting(&provision));
                    if get(format!("/api/v1/provision/history?uri={}", encoded(cited))).await.is_ok() {
                        pool.of_acts.push(encoded(cited));
                    }
                }
            }
        }
        pool.documents.truncate(drawn.len());
        pool.documents.extend(drawn.iter().map(|uri| encoded(uri)));
        for source in texts(&get("/api/v1/sources".to_owned()).await?, "source") {
            let Ok(tree) = get(format!("/api/v1/facets?source={source}")).await else { continue };
            pool.sources.push(source.to_owned());
            for bucket in tree["buckets"].as_array().into_iter().flatten() {
                let slug = bucket["slug"].as_str().unwrap_or_default();
                let inner = texts(&bucket["children"], "slug");
                let leaf = random.one(&inner).map_or(slug.to_owned(), |inner| format!("{slug}/{inner}"));
                pool.leaves.push(format!("source={source}&bucket={}", encoded(&leaf)));
            }
        }
        let statutes = get("/api/v1/documents?source=sfs&limit=1000".to_owned()).await?;
        for uri in texts(&statutes["documents"], "uri") {
            let versions = get(format!("/api/v1/document/versions?uri={}", encoded(uri))).await?;
            if let Some(version) = texts(&versions["versions"], "version").first() {
                pool.worded.push((encoded(uri), encoded(version)));
            }
            if pool.worded.len() == 50 {
                break;
            }
        }
        Ok(pool)
    }
}

/// A request.
pub(super) struct Asked {
    pub(super) path: String,
    /// The body of a POST request.
    pub(super) body: Option<String>,
}

/// Draws requests.
#[derive(Clone)]
pub(super) struct Mix {
    pool: Arc<Pool>,
    /// The only kind that is drawn, if not all are.
    only: Option<&'static str>,
}

impl Mix {
    /// The mix, or only its requests of one kind.
    pub(super) fn new(pool: Pool, only: Option<&str>) -> Result<Self, Failure> {
        let kind = |name: &str| MIX.iter().map(|(kind, _)| *kind).find(|kind| *kind == name);
        let only = match only {
            Some(name) => {
                Some(kind(name).ok_or_else(|| format!("{name} is not a kind of request of the mix"))?)
            }
            None => None,
        };
        Ok(Self { pool: Arc::new(pool), only })
    }

    /// The next request and its kind.
    pub(super) fn draw(&self, random: &mut Random) -> (&'static str, Asked) {
        let mut at = random.below(MIX.iter().map(|(_, share)| share).sum());
        let kind = MIX.iter().find(|(_, share)| {
            let here = at < *share;
            at = at.wrapping_sub(*share);
            here
        });
        let kind = self.only.unwrap_or_else(|| kind.map_or("sources", |(kind, _)| kind));
        let pool = &self.pool;
        let any = |random: &mut Random, of: &[String]| random.one(of).cloned().unwrap_or_default();
        let uri = any(random, &pool.documents);
        let mut body = None;
        let citation = |random: &mut Random| {
            percent_decode_str(&any(random, &pool.citations)).decode_utf8_lossy().into_owned()
        };
        let path = match kind {
            "document" => format!("document?uri={uri}"),
            "document md" => format!("document?uri={uri}&format=md"),
            "provision" => format!("provision?uri={}&format=md", any(random, &pool.provisions)),
            "search" => format!("search?q={}", any(random, &pool.queries)),
            "suggest" => format!("suggest?q={}", begun(&any(random, &pool.citations), random)),
            "resolve" => format!("resolve?q={}", any(random, &pool.citations)),
            "card" => format!("card?uri={uri}"),
            "inbound" => format!("document/inbound?uri={uri}&limit=100"),
            "citing" => format!("document/citing?uri={uri}"),
            "inside" => format!("document/inside?uri={uri}&q={}", any(random, &pool.queries)),
            "beside" => format!("document/beside?uri={uri}"),
            "outbound" => format!("document/outbound?uri={uri}"),
            "graph 1" => format!("graph?uri={uri}"),
            "graph 2" => format!("graph?uri={uri}&depth=2&limit=60"),
            "graph 3" => format!("graph?uri={uri}&depth=3&limit=120"),
            "path" => format!("path?from={uri}&to={}", any(random, &pool.documents)),
            "documents" => format!("documents?limit=100&offset={}", random.below(5000)),
            "changes" => {
                // A time in the last week.
                let ago = i64::try_from(random.below(7 * 24 * 60)).unwrap_or_default();
                let since = Timestamp::now().checked_sub(SignedDuration::from_mins(ago)).unwrap_or_default();
                format!("changes?since={}", since.strftime("%Y-%m-%dT%H:%M:%SZ"))
            }
            "browse" => format!("browse?{}", any(random, &pool.leaves)),
            "facets" => format!("facets?source={}", any(random, &pool.sources)),
            "versions" => {
                format!("document/versions?uri={}", random.one(&pool.worded).map_or(&uri, |(uri, _)| uri))
            }
            "diff" => match random.one(&pool.worded) {
                Some((uri, from)) => format!("document/diff?uri={uri}&from={from}"),
                None => "sources".to_owned(),
            },
            "extract" => {
                // A page of a legal brief.
                let sentence = |random: &mut Random| {
                    format!(
                        "Som framgår av {} skall det som nu har sagts gälla i tillämpliga delar. ",
                        citation(random)
                    )
                };
                let text: String = std::iter::repeat_with(|| sentence(random)).take(25).collect();
                body = Some(json!({ "text": text }).to_string());
                "citations/extract".to_owned()
            }
            "resolve many" => {
                let queries: Vec<String> = std::iter::repeat_with(|| citation(random)).take(50).collect();
                body = Some(json!({ "queries": queries }).to_string());
                "resolve".to_owned()
            }
            "coverage" => "coverage".to_owned(),
            "history" => format!("provision/history?uri={}", any(random, &pool.of_acts)),
            "then" => format!("document/outbound?uri={uri}&then=true"),
            "context" => format!("document/inbound?uri={uri}&limit=100&context=true"),
            "coming" => "coming".to_owned(),
            "feed" => {
                return (
                    kind,
                    Asked { path: format!("/feeds/uri.atom?uri={}", any(random, &pool.of_acts)), body },
                );
            }
            "quotes" => {
                let sentence = |random: &mut Random| any(random, &pool.quoting);
                let text: String = std::iter::repeat_with(|| sentence(random)).take(25).collect();
                body = Some(json!({ "text": text, "quotes": true }).to_string());
                "citations/extract".to_owned()
            }
            _ => "sources".to_owned(),
        };
        (kind, Asked { path: format!("/api/v1/{path}"), body })
    }
}
