//! An overloaded server rejects requests at once, and continues with the others. The test has its own process, since the
//! permits of blocking work are those of the whole process.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that meets the unexpected has failed")]

#[path = "promises/client.rs"]
#[expect(dead_code, reason = "shared with the tests of the promises")]
mod client;

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use axum::routing::get;
use jiff::civil::date;
use lagrum_api::{Caching, Json, RouterConfig, Routes, ServedSnapshot, blocking, blocking_permits};
use tokio::sync::mpsc::unbounded_channel;

use client::Client;

/// A disk that does not answer until the test releases it.
#[derive(Default)]
struct Disk {
    answers: Mutex<bool>,
    changed: Condvar,
}

impl Disk {
    fn read(&self) {
        let _answers = self.changed.wait_while(self.answers.lock().unwrap(), |answers| !*answers).unwrap();
    }

    fn answer(&self) {
        *self.answers.lock().unwrap() = true;
        self.changed.notify_all();
    }
}

fn reading(disk: &Arc<Disk>) -> Client {
    let disk = Arc::clone(disk);
    let read = get(move || {
        let disk = Arc::clone(&disk);
        blocking(move || {
            disk.read();
            Ok(Json("read"))
        })
    });
    let resources = Routes::new().undescribed("/read", read, Caching::Unstated).undescribed(
        "/free",
        get(async || Json("free")),
        Caching::Unstated,
    );
    Client::new(resources.into_router(RouterConfig::new(|| ServedSnapshot::<()>::none(date(2031, 1, 1)))))
}

/// Requests at once: ten times as many as may run and wait.
const ASKED: usize = 3200;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_hangs_costs_a_quick_answer_and_those_who_need_none_nothing() {
    let disk = Arc::<Disk>::default();
    let client = reading(&disk);
    let (tell, mut told) = unbounded_channel();
    for _ in 0..ASKED {
        let (client, tell) = (client.clone(), tell.clone());
        tokio::spawn(async move {
            let begun = Instant::now();
            let answer = client.get("/read").await;
            tell.send((answer, begun.elapsed())).unwrap();
        });
    }
    for _ in 0..ASKED - blocking_permits() {
        let (answer, took) = told.recv().await.unwrap();
        assert_eq!(answer.status, 503, "{}", answer.text());
        assert_eq!(answer.header("retry-after"), "1");
        // One second of waiting, plus the delays of a busy machine.
        assert!(took < Duration::from_secs(10), "{took:?}");
    }
    assert!(told.try_recv().is_err(), "the rest waits for the disk");
    assert_eq!(client.get("/free").await.status, 200);

    disk.answer();
    for _ in 0..blocking_permits() {
        assert_eq!(told.recv().await.unwrap().0.status, 200);
    }
    assert_eq!(client.get("/read").await.status, 200, "it goes on as before");
}
