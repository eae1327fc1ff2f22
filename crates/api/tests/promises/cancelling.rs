//! Work is cancelled when its request has ended, on a runtime like that of the program.

use std::time::Duration;

use axum::routing::get;
use jiff::civil::date;
use lagrum_api::{Caching, Json, RouterConfig, Routes, ServedSnapshot, blocking};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::client::Client;

/// A route whose work continues until it is cancelled, and reports when it begins and ends.
fn restless(time_limit: Duration) -> (Client, UnboundedReceiver<&'static str>) {
    let (tell, told) = unbounded_channel();
    let handler = get(move || {
        let tell = tell.clone();
        async move {
            blocking(move || {
                tell.send("begun").unwrap();
                while lagrum_cancel::check().is_ok() {
                    std::thread::yield_now();
                }
                tell.send("stopped").unwrap();
                Ok(Json(()))
            })
            .await
        }
    });
    let config = RouterConfig::new(|| ServedSnapshot::<()>::none(date(2031, 1, 1))).time_limit(time_limit);
    let resources = Routes::new().undescribed("/restless", handler, Caching::Unstated);
    (Client::new(resources.into_router(config)), told)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_client_goes_away() {
    let (client, mut told) = restless(Duration::from_mins(1));
    let request = tokio::spawn(async move { client.get("/restless").await });
    assert_eq!(told.recv().await, Some("begun"));
    assert!(told.try_recv().is_err(), "it goes on while the request waits");
    request.abort();
    assert_eq!(told.recv().await, Some("stopped"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_time_limit_has_passed() {
    let (client, mut told) = restless(Duration::from_millis(50));
    // On a busy machine the time limit may pass before the work begins; then it never begins.
    for _ in 0..20 {
        assert_eq!(client.get("/restless").await.status, 503);
        let begun = tokio::time::timeout(Duration::from_millis(100), told.recv()).await;
        if let Ok(word) = begun {
            assert_eq!(word, Some("begun"));
            assert_eq!(told.recv().await, Some("stopped"));
            return;
        }
    }
    panic!("the work never begins");
}
