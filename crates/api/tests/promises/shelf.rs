//! An invented resource: a shelf of books as the snapshot, and routes for every way of answering.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use http::header;
use http::request::Parts;
use jiff::civil::{Date, date};
use lagrum_api::files::{FileSet, ServedFile};
use lagrum_api::{
    ApiError, Caching, Current, Json, Ledger, Query, RouterConfig, Routes, ServedSnapshot, Today, blocking,
    routes,
};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use utoipa::{IntoParams, ToSchema};

use crate::client::Client;

/// The snapshot: books, and files to download.
pub(crate) struct Shelf {
    pub(crate) id: &'static str,
    pub(crate) books: Vec<Book>,
    pub(crate) files: FileSet,
    /// How often a handler has read this shelf.
    pub(crate) reads: AtomicUsize,
    /// `/api/v1/waiting` answers when this has a permit.
    pub(crate) gate: Semaphore,
    /// `/api/v1/waiting` adds a permit here when it begins to wait.
    pub(crate) begun: Semaphore,
}

impl Shelf {
    pub(crate) fn new(id: &'static str, titles: &[&str]) -> Self {
        let books = titles.iter().map(|title| Book { title: (*title).to_owned(), shelf: None }).collect();
        let (gate, begun) = (Semaphore::new(0), Semaphore::new(0));
        Self { id, books, files: FileSet::default(), reads: AtomicUsize::new(0), gate, begun }
    }

    pub(crate) fn with_file(self, name: &str, path: &std::path::Path, identity: Option<&str>) -> Self {
        let file = ServedFile {
            path: path.to_owned(),
            content_type: "application/gzip",
            identity: identity.map(str::to_owned),
        };
        Self { files: [(name.to_owned(), file)].into_iter().collect(), ..self }
    }
}

/// Bytes of an answer, about those of a long law.
pub(crate) const LONG: usize = 2_200_000;

/// The shelf and the day that are served now; both can be changed while requests run.
#[derive(Clone)]
pub(crate) struct Library {
    now: Arc<Mutex<(Option<Arc<Shelf>>, Date)>>,
    ledger: Ledger,
    time_limit: Duration,
}

impl Library {
    pub(crate) fn empty() -> Self {
        let now = Arc::new(Mutex::new((None, date(2031, 5, 1))));
        Self { now, ledger: Ledger::none(), time_limit: Duration::from_mins(1) }
    }

    pub(crate) fn with(shelf: Shelf) -> Self {
        let library = Self::empty();
        library.replace(shelf);
        library
    }

    pub(crate) fn ledger(self, ledger: Ledger) -> Self {
        Self { ledger, ..self }
    }

    pub(crate) fn time_limit(self, time_limit: Duration) -> Self {
        Self { time_limit, ..self }
    }

    pub(crate) fn replace(&self, new: Shelf) -> Arc<Shelf> {
        let shelf = Arc::new(new);
        self.now.lock().unwrap().0 = Some(Arc::clone(&shelf));
        shelf
    }

    pub(crate) fn set_day(&self, day: Date) {
        self.now.lock().unwrap().1 = day;
    }

    pub(crate) fn shelf(&self) -> Arc<Shelf> {
        self.now.lock().unwrap().0.clone().unwrap()
    }

    pub(crate) fn router(&self) -> axum::Router {
        let now = Arc::clone(&self.now);
        let config = RouterConfig::new(move || {
            let (served, day) = now.lock().unwrap().clone();
            match served {
                Some(served) => ServedSnapshot::new(day, served.id, served),
                None => ServedSnapshot::none(day),
            }
        });
        resources().into_router(config.ledger(self.ledger.clone()).time_limit(self.time_limit))
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.router())
    }
}

/// A client of a library with a few books.
pub(crate) fn client() -> Client {
    Library::with(Shelf::new("one", &["Vägen", "Ön", "Åsen"])).client()
}

pub(crate) fn resources() -> Routes {
    Routes::new()
        .get(routes!(books), Caching::Snapshot)
        .get(routes!(choices), Caching::Snapshot)
        .get(routes!(today), Caching::SnapshotAndDay)
        .get(routes!(failing), Caching::Snapshot)
        .get(routes!(sized), Caching::Unstated)
        .get(routes!(cover), Caching::Immutable)
        .get(routes!(waiting), Caching::Snapshot)
        .undescribed("/dumps/{file}", axum::routing::get(download), Caching::Files)
}

/// A book.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Book {
    /// Its title.
    pub title: String,
    /// Where it stands.
    #[schema(required)]
    pub shelf: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct BooksQuery {
    /// Words of the title.
    q: String,
    /// Year of print.
    #[param(pattern = r"^\d{4}$")]
    year: Option<String>,
    /// How many to return.
    #[param(default = 10, minimum = 1, maximum = 100)]
    limit: u32,
    /// How many to skip.
    #[param(maximum = 9900)]
    offset: Option<u32>,
    /// Where the page before ended.
    #[param(max_length = 8)]
    cursor: Option<String>,
    /// Whether to list lost books too.
    #[param(default = false)]
    include_lost: bool,
    /// Which way to sort.
    #[param(value_type = String, pattern = "^(title|year)$", default = "title")]
    sort: Sort,
    /// What to return.
    #[param(inline)]
    #[serde(default)]
    format: Format,
    /// Which source to search.
    source: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sort {
    Title,
    Year,
}

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(default = "json")]
enum Format {
    #[default]
    Json,
    Md,
}

/// What the handler was given, and the books.
#[derive(Debug, Serialize, ToSchema)]
struct BooksResponse {
    /// The values after checking.
    #[schema(value_type = Object)]
    asked: serde_json::Value,
    /// The books.
    books: Vec<Book>,
}

/// Lists books.
#[utoipa::path(get, path = "/api/v1/books", tag = "catalog", operation_id = "books", params(BooksQuery),
    responses((status = 200, description = "The books", body = BooksResponse)))]
async fn books(
    Current(shelf): Current<Shelf>,
    query: Query<BooksQuery>,
) -> Result<Json<BooksResponse>, ApiError> {
    if query.offset.is_some() && query.cursor.is_some() {
        let message = "offset and cursor exclude each other";
        return Err(query.reject([("offset", message), ("cursor", message)]));
    }
    shelf.reads.fetch_add(1, Ordering::SeqCst);
    let BooksQuery { q, year, limit, offset, cursor, include_lost, sort, format, source } =
        query.into_inner();
    let asked = serde_json::json!({
        "q": q, "year": year, "limit": limit, "offset": offset, "cursor": cursor,
        "include_lost": include_lost, "sort": sort, "format": format, "source": source,
    });
    Ok(Json(BooksResponse { asked, books: shelf.books.clone() }))
}

#[derive(Debug, Deserialize, IntoParams)]
struct ChoicesQuery {
    /// An optional word of a list.
    #[param(inline)]
    binding: Option<Binding>,
    /// An optional number without bounds.
    page: Option<i64>,
    /// An optional yes or no.
    lent: Option<bool>,
    /// A text that may not be empty.
    #[param(min_length = 2)]
    name: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Binding {
    Hard,
    Soft,
    None,
}

/// Echoes optional parameters.
#[utoipa::path(get, path = "/api/v1/choices", tag = "catalog", operation_id = "choices", params(ChoicesQuery),
    responses((status = 200, description = "What was asked", body = Object)))]
async fn choices(query: Query<ChoicesQuery>) -> Json<serde_json::Value> {
    let ChoicesQuery { binding, page, lent, name } = query.into_inner();
    Json(serde_json::json!({ "binding": binding, "page": page, "lent": lent, "name": name }))
}

/// The day.
#[utoipa::path(get, path = "/api/v1/today", tag = "catalog", operation_id = "today",
    responses((status = 200, description = "The day", body = String)))]
async fn today(Current(shelf): Current<Shelf>, Today(day): Today) -> Json<String> {
    Json(format!("{} {day}", shelf.id))
}

#[derive(Debug, Deserialize, IntoParams)]
struct FailingQuery {
    /// Which failure to show.
    how: String,
}

/// Fails.
#[utoipa::path(get, path = "/api/v1/failing", tag = "document", operation_id = "failing", params(FailingQuery),
    responses((status = 200, description = "Nothing", body = String)))]
async fn failing(query: Query<FailingQuery>) -> Result<Json<&'static str>, ApiError> {
    let secret = std::io::Error::other("cannot read /srv/secret");
    match query.how.as_str() {
        "missing" => Err(ApiError::not_found("no book called Ön")),
        "long" => Err(ApiError::not_found("no such book. ".repeat(LONG / 14))),
        "malformed" => Err(ApiError::bad_request("malformed version id")),
        "private" => Err(ApiError::forbidden("not for you")),
        "internal" => Err(ApiError::internal(&secret)),
        "lines" => Err(ApiError::broken("one\n2031-01-01T00:00:00Z ERROR forged \u{1b}[31m")),
        "down" => Err(ApiError::unavailable_because("the catalog is not available", &secret)),
        "busy" => Err(ApiError::busy("the graph is loading", 30)),
        "panic" => panic!("the shelf broke under {}", "its load"),
        "panic elsewhere" => blocking(|| panic!("the cellar is flooded")).await,
        "never" => std::future::pending().await,
        // Longer than the test waits for it.
        "blocked" => {
            blocking(|| {
                let (_held, never) = std::sync::mpsc::channel::<()>();
                let _ = never.recv_timeout(std::time::Duration::from_millis(400));
                Ok(Json("too late"))
            })
            .await
        }
        _ => blocking(|| Ok(Json("nothing failed"))).await,
    }
}

#[derive(Debug, Deserialize, IntoParams)]
struct SizedQuery {
    /// Bytes to answer with.
    #[param(maximum = 100_000_000)]
    bytes: usize,
    /// Media type to claim.
    #[param(default = "application/json")]
    of: String,
}

/// Answers with this number of bytes.
#[utoipa::path(get, path = "/api/v1/sized", tag = "document", operation_id = "sized", params(SizedQuery),
    responses((status = 200, description = "Bytes", body = String)))]
async fn sized(query: Query<SizedQuery>) -> Response {
    ([(header::CONTENT_TYPE, query.of.clone())], "x".repeat(query.bytes)).into_response()
}

/// A picture.
#[utoipa::path(get, path = "/api/v1/cover", tag = "document", operation_id = "cover",
    responses((status = 200, description = "A picture", body = Vec<u8>, content_type = "image/png")))]
async fn cover() -> Response {
    ([(header::CONTENT_TYPE, "image/png")], vec![0_u8; 2000]).into_response()
}

/// Waits at the gate, then returns the id of the shelf that it reads.
#[utoipa::path(get, path = "/api/v1/waiting", tag = "document", operation_id = "waiting",
    responses((status = 200, description = "The shelf", body = String)))]
async fn waiting(Current(shelf): Current<Shelf>) -> Json<&'static str> {
    shelf.begun.add_permits(1);
    let _open = shelf.gate.acquire().await.unwrap();
    Json(shelf.id)
}

async fn download(
    Current(shelf): Current<Shelf>,
    Path(name): Path<String>,
    request: Parts,
) -> Result<Response, ApiError> {
    shelf.files.serve(&name, &request).await
}
