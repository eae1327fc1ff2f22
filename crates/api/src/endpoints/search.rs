//! `GET /api/v1/search`
//!
//! Full text with what the query names in front. [`search_text`] is the whole answer; the command line gives the same.
//! What matches is the work of `lagrum-search`; here the resolver tells what the query names, and hits, facets and
//! passages get the names readers know.
//!
//! What a query names depends on the query and the corpus alone. Filters and pages decide only what of it is shown.

use std::collections::HashSet;

use lagrum_artifact::{Base, DocumentUri};
use lagrum_catalog::CatalogError;
use lagrum_search::{Asked, Bucket, Engine, Filters, Meaning, Page, PageError, Passage, Pin, Sort, page};
use lagrum_snapshot::Snapshot;
use lagrum_sources::{kind_plural, source_label};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::hit::{Fragment, SearchResult};
use super::lanes::lane;
use super::named;
use super::resolve::{RecognizedCitation, ResolveResponse, resolve_text};
use crate::error::ValidationError;
use crate::source_name::SourceName;
use crate::{ApiError, Caching, Held, Json, Query, Resources, Today, routes};

/// Hits a page has when nothing is said of it.
const LIMIT: u64 = 10;

/// What a query finds.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchResponse {
    /// As asked.
    pub query: String,
    /// Documents that match and pass the filters, those the query names among them.
    pub total: u64,
    /// What to ask for the next page with; null on the last one.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Documents by source, kind and year, each under the filters of the other two.
    pub facets: SearchFacets,
    /// The page.
    pub results: Vec<SearchResult>,
    /// Whether a word was read as another, or no document holds all words.
    pub relaxed: bool,
    /// The words that were read as others.
    pub corrections: Vec<Correction>,
    /// Documents that the query names and that are not held. If it names no other, those that cite them lead.
    pub recognized: Vec<RecognizedCitation>,
    /// Words for which less was looked for than was asked, since the work on a query is bounded: a beginning of more
    /// words than are looked for, or an unknown word past those that are read as others.
    pub cut: Vec<String>,
}

/// Documents counted by three properties.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchFacets {
    /// By source.
    pub source: Vec<SearchFacetBucket>,
    /// By kind.
    pub kind: Vec<SearchFacetBucket>,
    /// By year.
    pub year: Vec<SearchFacetBucket>,
}

/// A value of a property and how many documents have it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchFacetBucket {
    /// The value, as a filter takes it.
    pub value: String,
    /// How many documents.
    pub count: u64,
    /// What readers call it; null for a year and for what has no name.
    #[schema(required = true)]
    pub label: Option<String>,
}

/// A word that was read as another.
#[derive(Debug, Serialize, ToSchema)]
pub struct Correction {
    /// As typed.
    pub word: String,
    /// As read.
    pub read_as: String,
}

#[derive(Debug, Deserialize, IntoParams)]
struct SearchQuery {
    /// Words, `"phrases"`, citations. `-word` excludes, `|` is or, parentheses group, `*` ends a beginning of a word.
    q: String,
    /// Only documents of this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// Only documents of this kind.
    kind: Option<String>,
    /// Only documents of this year.
    #[param(pattern = "^[0-9]{4}$")]
    year: Option<String>,
    /// How many hits to give.
    #[param(default = 10, minimum = 1, maximum = 100)]
    limit: Option<u64>,
    /// How many hits to pass over. Nothing is shown in front, and no titles alike are set aside.
    #[param(minimum = 0, maximum = 9900)]
    offset: Option<u64>,
    /// `next_cursor` of the page before.
    #[param(max_length = 2048)]
    cursor: Option<String>,
    /// The order of hits.
    #[param(value_type = String, pattern = "^(relevance|citations)$", default = "relevance")]
    sort: Option<Order>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    #[default]
    Relevance,
    Citations,
}

impl From<Order> for Sort {
    fn from(order: Order) -> Self {
        match order {
            Order::Relevance => Self::Relevance,
            Order::Citations => Self::Citations,
        }
    }
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(search), Caching::SnapshotAndDay)
}

/// Documents that match a query, with the passages that answer.
#[utoipa::path(get, path = "/api/v1/search", tag = "search", operation_id = "search", params(SearchQuery),
    responses((status = 200, description = "What is found; nothing for an empty query", body = SearchResponse)))]
async fn search(
    Held(snapshot): Held<Snapshot>,
    Today(today): Today,
    query: Query<SearchQuery>,
) -> Result<Json<SearchResponse>, ApiError> {
    if query.offset.is_some() && query.cursor.is_some() {
        return Err(
            query.reject(["offset", "cursor"].map(|name| (name, "offset and cursor exclude each other")))
        );
    }
    let SearchQuery { q, source, kind, year, limit, offset, cursor, sort } = query.into_inner();
    let asked = Asked {
        query: q,
        filters: Filters {
            source: source.map(|source| source.current().to_owned()),
            kind: named(kind),
            year: year.and_then(|year| year.parse().ok()),
            today: day(today),
        },
        sort: sort.unwrap_or_default().into(),
        limit: limit.unwrap_or(LIMIT) as usize,
        offset: offset.map(|offset| offset as usize),
        cursor: named(cursor),
        ..Asked::default()
    };
    lane(snapshot.search()).run(move || search_text(&snapshot, asked)).await.map(Json)
}

/// A day as a number that orders days: `20310131`.
pub fn day(date: jiff::civil::Date) -> u32 {
    let number = i32::from(date.year()) * 10_000 + i32::from(date.month()) * 100 + i32::from(date.day());
    u32::try_from(number).unwrap_or_default()
}

/// What a query finds in a snapshot.
pub fn search_text(snapshot: &Snapshot, asked: Asked) -> Result<SearchResponse, ApiError> {
    search_in(snapshot, snapshot.search().ok_or_else(no_index)?, asked)
}

/// What a query finds by an engine for a snapshot. What the query names is looked for here.
pub fn search_in(
    snapshot: &Snapshot,
    engine: &dyn Engine,
    mut asked: Asked,
) -> Result<SearchResponse, ApiError> {
    let NamedBy { mut results, beside, recognized, meaning } = named_by(snapshot, &asked.query);
    asked.meaning = meaning;
    let leads = asked.offset.is_none() && asked.cursor.is_none() && asked.filters.year.is_none();
    let (source, kind) = (&asked.filters.source, &asked.filters.kind);
    results.retain(|result| {
        leads
            && source.as_deref().is_none_or(|wanted| result.source.as_deref() == Some(wanted))
            && kind.as_deref().is_none_or(|wanted| result.kind.as_deref() == Some(wanted))
    });
    asked.pins =
        results.iter().map(|result| Pin { uri: result.uri.clone(), beside: beside.clone() }).collect();
    let found = page(engine, &asked).map_err(|error| refused(error, &asked))?;
    let answer = answer(&snapshot.manifest().base, asked.query, results, asked.limit, found);
    Ok(SearchResponse { recognized, ..answer })
}

/// What a query names.
#[derive(Default)]
struct NamedBy {
    results: Vec<SearchResult>,
    /// The words beside the name.
    beside: String,
    recognized: Vec<RecognizedCitation>,
    meaning: Meaning,
}

/// Documents that lead because they cite what is named; an OpenSearch cluster takes 65,536 in one list.
const MOST_CITING: usize = 50_000;

/// What the query names. Whatever goes wrong costs that and nothing else.
fn named_by(snapshot: &Snapshot, query: &str) -> NamedBy {
    let Some(reader) = snapshot.resolver() else { return NamedBy::default() };
    let Some(reading) = reader.read(query) else { return NamedBy::default() };
    let named = snapshot.catalog().with(|catalog| {
        let ResolveResponse { mut results, recognized, .. } =
            resolve_text(catalog, &reader, query.to_owned(), None, None)?;
        // A document may be named at two places of it: the first stands.
        let mut seen = HashSet::new();
        results.retain(|result| seen.insert(result.uri.clone()));
        let mut citing = Vec::new();
        if results.is_empty() {
            for document in &recognized {
                citing.extend(catalog.citing_documents(&document.uri)?);
            }
            citing.sort_unstable();
            citing.dedup();
            citing.truncate(MOST_CITING);
        }
        let meaning = Meaning {
            named: results.iter().map(|result| result.uri.clone()).collect(),
            citing: (results.is_empty() && !recognized.is_empty()).then_some(citing),
            is_citation: reading.is_whole() && !(results.is_empty() && recognized.is_empty()),
        };
        Ok(NamedBy { results, beside: reading.beside(), recognized, meaning })
    });
    named.unwrap_or_else(|error| {
        // Of one that is cancelled the search itself ends as well.
        if !matches!(error, CatalogError::Cancelled(_)) {
            tracing::warn!("a search goes without what its query names: {error}");
        }
        NamedBy::default()
    })
}

fn answer(
    base: &Base,
    query: String,
    pinned: Vec<SearchResult>,
    limit: usize,
    found: Page,
) -> SearchResponse {
    let leading = pinned.into_iter().take(limit).zip(found.pinned).map(|(mut result, passages)| {
        result.highlight = passages.highlight;
        result.fragments = fragments(&result.uri, passages.passages);
        result
    });
    let following = found.hits.into_iter().map(|hit| {
        let uri = DocumentUri::new(&hit.hit.uri);
        let url = uri.map(|uri| base.page_path(&uri));
        SearchResult::found(url, hit.hit, hit.score, hit.passages.highlight, |uri| {
            fragments(uri, hit.passages.passages)
        })
    });
    let bucket = |label: fn(&str) -> Option<String>| {
        move |Bucket { value, count }: Bucket| SearchFacetBucket { label: label(&value), value, count }
    };
    let source = |value: &str| Some(source_label(value).to_owned()).filter(|label| label != value);
    let kind = |value: &str| kind_plural(value).map(str::to_owned);
    SearchResponse {
        query,
        total: found.total,
        next_cursor: found.next_cursor,
        facets: SearchFacets {
            source: found.facets.source.into_iter().map(bucket(source)).collect(),
            kind: found.facets.kind.into_iter().map(bucket(kind)).collect(),
            year: found.facets.year.into_iter().map(bucket(|_| None)).collect(),
        },
        results: leading.chain(following).collect(),
        relaxed: found.relaxed,
        corrections: found
            .corrections
            .into_iter()
            .map(|correction| Correction { word: correction.word, read_as: correction.read_as })
            .collect(),
        recognized: Vec::new(),
        cut: found.cut,
    }
}

fn fragments(document: &str, passages: Vec<Passage>) -> Vec<Fragment> {
    let fragment = |passage: Passage| Fragment {
        uri: format!("{document}#{}", passage.anchor),
        pinpoint: Some(passage.anchor),
        label: passage.label,
        highlight: passage.highlight,
    };
    passages.into_iter().map(fragment).collect()
}

/// The failure of a search that has no index to look in.
fn no_index() -> ApiError {
    ApiError::unavailable("the search index is missing or being opened")
}

fn refused(error: PageError, asked: &Asked) -> ApiError {
    match error {
        PageError::Query(error) => ApiError::Invalid(vec![ValidationError::query(
            "value_error",
            "q",
            Some(&asked.query),
            error.to_string(),
        )]),
        PageError::Search(lagrum_search::SearchError::TooMuchWork) => {
            ApiError::Invalid(vec![ValidationError::query(
                "value_error",
                "q",
                Some(&asked.query),
                "asks for too much work: use fewer or longer words",
            )])
        }
        PageError::Cursor(error) => ApiError::Invalid(vec![ValidationError::query(
            "value_error",
            "cursor",
            asked.cursor.as_deref(),
            error.to_string(),
        )]),
        PageError::Search(error @ lagrum_search::SearchError::Unavailable(_)) => {
            ApiError::unavailable_because("the search engine does not answer", &error)
        }
        PageError::Search(lagrum_search::SearchError::Cancelled(cancelled)) => cancelled.into(),
        PageError::Search(error) => ApiError::unavailable_because("the search index cannot be read", &error),
    }
}
