//! The page after one that was read is drawn ahead, when pages are read in order and nothing else is to be drawn.

use std::sync::Arc;

use bytes::Bytes;
use lagrum_print_pool::{PageJob, PrintCache, PrintJob, PrintPool, PrintRequest};

use crate::support::{HeldWorker, client, pool, print_for, request, settle, start, until};

const INPUT: &[u8] = b"input";

/// A request for a page, its picture, and the note that it was read.
async fn read(pool: &Arc<PrintPool>, number: u32) {
    assert_eq!(print_for(pool, client(1), number).await.unwrap(), "page");
    pool.note_read(&request(number), INPUT);
}

#[tokio::test]
async fn pages_that_are_read_in_order_are_drawn_ahead() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(99, Ok("page".into()));
    let pool = pool(&worker, &folder);
    read(&pool, 5).await;
    settle().await;
    assert_eq!(worker.started_pages(), [5], "one page is no order");
    read(&pool, 6).await;
    until("the next page is drawn", || worker.started_pages() == [5, 6, 7]).await;
    // It comes from the cache, and the one after it is drawn.
    until("it is cached", || folder.path().read_dir().is_ok_and(|read| read.count() >= 3)).await;
    settle().await;
    read(&pool, 7).await;
    until("the page after it is drawn", || worker.started_pages() == [5, 6, 7, 8]).await;
    // Going back is no reason to draw.
    settle().await;
    pool.note_read(&request(6), b"another PDF");
    read(&pool, 5).await;
    settle().await;
    assert_eq!(worker.started_pages(), [5, 6, 7, 8]);
}

#[tokio::test]
async fn nothing_is_drawn_ahead_while_anything_else_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("page".into()));
    let pool = pool(&worker, &folder);
    let other = start(&pool, client(2), 31);
    settle().await;
    pool.note_read(&request(1), INPUT);
    pool.note_read(&request(2), INPUT);
    settle().await;
    assert_eq!(worker.started_pages(), [31]);
    worker.permits.add_permits(1);
    other.await.unwrap().unwrap();
    pool.note_read(&request(2), INPUT);
    until("the page is drawn now", || worker.started_pages() == [31, 3]).await;
}

#[tokio::test]
async fn a_page_that_is_drawn_ahead_is_joined_by_its_reader_and_gives_way_to_others() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("page".into()));
    let pool = pool(&worker, &folder);
    pool.note_read(&request(1), INPUT);
    pool.note_read(&request(2), INPUT);
    until("the page is drawn", || worker.started_pages() == [3]).await;
    let reader = start(&pool, client(1), 3);
    settle().await;
    assert_eq!(worker.started_pages(), [3]);
    worker.permits.add_permits(1);
    assert_eq!(reader.await.unwrap().unwrap(), "page");

    settle().await;
    pool.note_read(&request(3), INPUT);
    until("the page after it is drawn", || worker.started_pages() == [3, 4]).await;
    // Two may run at once. Both are needed, so the page that nobody waits for is stopped.
    let others = [start(&pool, client(2), 31), start(&pool, client(3), 32)];
    until("both start", || worker.started_pages().len() == 4).await;
    assert_eq!(worker.running(), 2);
    worker.permits.add_permits(2);
    for other in others {
        assert_eq!(other.await.unwrap().unwrap(), "page");
    }
}

#[tokio::test]
async fn parts_of_pages_documents_and_pools_without_a_cache_draw_nothing_ahead() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(99, Ok(Bytes::new()));
    let pool = pool(&worker, &folder);
    let part = |number| {
        let crop = Some([0.0, 0.0, 9.0, 9.0]);
        PrintRequest { job: PrintJob::Page(PageJob { number, dpi: 150, crop }), ..request(number) }
    };
    for number in [1, 2] {
        pool.note_read(&part(number), INPUT);
        pool.note_read(&PrintRequest { job: PrintJob::Paper, ..request(number) }, INPUT);
    }
    let uncached = Arc::new(PrintPool::new(worker.clone(), "style", PrintCache::new(folder.path(), 0)));
    for number in [1, 2] {
        uncached.note_read(&request(number), INPUT);
    }
    settle().await;
    assert_eq!(worker.started(), 0);
}
