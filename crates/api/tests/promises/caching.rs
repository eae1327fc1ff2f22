//! An answer may be cached, and is validated each time: 304 as long as the snapshot, the request and, where it matters, the day
//! are unchanged.

use std::sync::atomic::Ordering;

use jiff::civil::date;

use crate::client::{Answer, Client};
use crate::shelf::{Library, Shelf};

async fn check_kept(client: &Client, path: &str) -> Answer {
    let answer = client.get(path).await;
    assert_eq!(answer.status, 200, "{path}");
    assert_eq!(answer.header("cache-control"), "public, no-cache", "{path}");
    let tag = answer.header("etag");
    assert!(tag.starts_with("W/\"") && tag.ends_with('"'), "{tag}");

    let again = client.get_with(path, &[("if-none-match", tag)]).await;
    assert_eq!(again.status, 304, "{path}");
    assert!(again.body.is_empty(), "{path}");
    for name in ["etag", "cache-control", "vary"] {
        assert_eq!(again.header(name), answer.header(name), "{path}: {name}");
    }
    answer
}

#[tokio::test]
async fn an_unchanged_answer_is_not_made_again() {
    let library = Library::with(Shelf::new("one", &["Vägen"]));
    check_kept(&library.client(), "/api/v1/books?q=x").await;
    assert_eq!(library.shelf().reads.load(Ordering::SeqCst), 1, "the handler ran for the 200 only");
}

#[tokio::test]
async fn the_tag_changes_with_what_the_answer_depends_on() {
    let library = Library::with(Shelf::new("one", &["Vägen"]));
    let client = library.client();
    let tag = async |path: &str| check_kept(&client, path).await.header("etag").to_owned();

    let (books, today) = (tag("/api/v1/books?q=x").await, tag("/api/v1/today").await);
    assert_ne!(books, tag("/api/v1/books?q=y").await, "the request");

    library.set_day(date(2031, 5, 2));
    assert_eq!(books, tag("/api/v1/books?q=x").await);
    assert_ne!(today, tag("/api/v1/today").await, "the day");

    library.replace(Shelf::new("two", &["Ön"]));
    assert_ne!(books, tag("/api/v1/books?q=x").await, "the snapshot");
    let stale = client.get_with("/api/v1/books?q=x", &[("if-none-match", &books)]).await;
    assert_eq!(stale.status, 200);
}

#[tokio::test]
async fn validators_are_read_as_they_are_sent() {
    let client = Library::with(Shelf::new("one", &[])).client();
    let tag = client.get("/api/v1/today").await.header("etag").to_owned();
    let strong = tag.trim_start_matches("W/");
    for (sent, status) in [
        (tag.clone(), 304),
        (strong.to_owned(), 304),
        (format!("\"other\", {tag}"), 304),
        (format!("W/\"a\",{tag} , \"b\""), 304),
        ("\"other\"".to_owned(), 200),
        (strong.trim_matches('"').to_owned(), 200),
        ("*".to_owned(), 304),
        (String::new(), 200),
    ] {
        let answer = client.get_with("/api/v1/today", &[("if-none-match", &sent)]).await;
        assert_eq!(answer.status, status, "{sent}");
    }
    assert_eq!(client.send("HEAD", "/api/v1/today", &[("if-none-match", &tag)]).await.status, 304);
}

#[tokio::test]
async fn a_request_keeps_the_snapshot_it_began_with() {
    let library = Library::with(Shelf::new("old", &[]));
    let old = library.shelf();
    let before = library.client();
    let running = tokio::spawn(async move { before.get("/api/v1/waiting").await });
    old.begun.acquire().await.unwrap().forget();

    let new = library.replace(Shelf::new("new", &[]));
    old.gate.add_permits(1);
    new.gate.add_permits(1);
    let answer = running.await.unwrap();
    assert_eq!(answer.text(), "\"old\"");

    let after = library.client().get("/api/v1/waiting").await;
    assert_eq!(after.text(), "\"new\"");
    assert_ne!(after.header("etag"), answer.header("etag"), "each answer has the tag of its own snapshot");
}

#[tokio::test]
async fn other_policies_say_what_they_say() {
    let client = Library::with(Shelf::new("one", &[])).client();
    let picture = client.get("/api/v1/cover").await;
    assert_eq!(picture.header("cache-control"), "public, max-age=31536000, immutable");
    let unstated = client.get("/openapi.json").await;
    assert_eq!((unstated.header("cache-control"), unstated.header("etag")), ("", ""));
}
