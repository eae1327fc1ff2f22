//! A whole server with one resource: `cargo run -p lagrum-api --example shelf`, then look at
//! <http://127.0.0.1:8080/docs>.

use std::sync::Arc;

use lagrum_api::server::{Limits, TrustedProxies, serve, shutdown_signal, site};
use lagrum_api::telemetry::{LogFormat, LogWriter, Metrics, start_logging};
use lagrum_api::{
    ApiError, Caching, Current, Json, Ledger, Query, RouterConfig, Routes, ServedSnapshot, routes,
};
use lagrum_snapshot::today;
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use utoipa::{IntoParams, ToSchema};

/// The snapshot every answer is made from.
struct Shelf {
    titles: Vec<String>,
}

/// A book.
#[derive(Serialize, ToSchema)]
struct Book {
    /// Its title.
    title: String,
}

#[derive(Deserialize, IntoParams)]
struct BookQuery {
    /// Where on the shelf it stands.
    #[param(default = 1, minimum = 1, maximum = 1000)]
    number: usize,
}

/// One book.
#[utoipa::path(get, path = "/api/v1/book", tag = "catalog", operation_id = "book", params(BookQuery),
    responses((status = 200, description = "The book", body = Book)))]
async fn book(Current(shelf): Current<Shelf>, query: Query<BookQuery>) -> Result<Json<Book>, ApiError> {
    let title = shelf.titles.get(query.number - 1).cloned();
    let title = title.ok_or_else(|| ApiError::not_found(format!("no book number {}", query.number)))?;
    Ok(Json(Book { title }))
}

fn resources() -> Routes {
    Routes::new().get(routes!(book), Caching::Snapshot)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let _log = start_logging("info", LogFormat::Text, LogWriter::Thread)?;
    let metrics = Metrics::start()?;
    tokio::spawn(metrics.clone().keep());
    let numbers = TcpListener::bind("127.0.0.1:9090").await?;
    tokio::spawn(async move {
        serve(
            numbers,
            site(metrics.router(|| None), TrustedProxies::default()),
            std::future::pending(),
            Limits::default(),
            &Handle::current(),
        )
        .await
    });

    let shelf = Arc::new(Shelf { titles: vec!["Vägen".into(), "Ön".into()] });
    let now = move || ServedSnapshot::new(today(), "first", Arc::clone(&shelf));
    let ledger = Ledger::open(std::env::temp_dir().join("shelf-errors.jsonl"), false)?;
    let router = resources().into_router(RouterConfig::new(now).ledger(ledger));
    let listener = TcpListener::bind("127.0.0.1:8080").await?;
    let ending = serve(
        listener,
        site(router, TrustedProxies::default()),
        shutdown_signal()?,
        Limits::default(),
        &Handle::current(),
    )
    .await;
    tracing::info!(?ending, "ended");
    Ok(())
}
