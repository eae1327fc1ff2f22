//! The print pool runs each job once, few at a time, and caches its prints.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use lagrum_print_pool::{
    PrintCache, PrintError, PrintInput, PrintJob, PrintPool, PrintRejection, PrintRequest,
};

use crate::support::{HeldWorker, client, pool, print, print_for, request, settle, start, until};

#[tokio::test]
async fn equal_requests_share_one_job() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("page".into()));
    let pool = pool(&worker, &folder);
    let asked: Vec<_> = (0..50)
        .map(|_| {
            let pool = pool.clone();
            tokio::spawn(async move { print(&pool, 1).await })
        })
        .collect();
    settle().await;
    assert_eq!(worker.started(), 1);
    worker.permits.add_permits(1);
    for answer in asked {
        assert_eq!(answer.await.unwrap().unwrap(), "page");
    }
    // The print is cached.
    assert_eq!(print(&pool, 1).await.unwrap(), "page");
    assert_eq!(pool.cached(pool.key(&request(1).job, b"input")).await.unwrap(), "page");
    assert_eq!(worker.started(), 1);
}

#[tokio::test]
async fn running_jobs_are_limited_and_others_wait() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("page".into()));
    let pool = pool(&worker, &folder);
    let asked: Vec<_> = (1..=5).map(|number| start(&pool, None, number)).collect();
    settle().await;
    assert_eq!(worker.started(), 2);
    worker.permits.add_permits(5);
    for answer in asked {
        assert_eq!(answer.await.unwrap().unwrap(), "page");
    }
    assert_eq!(worker.most.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn admitted_requests_are_limited_per_client_and_in_total() {
    let folder = tempfile::tempdir().unwrap();
    let pool = pool(&HeldWorker::new(0, Ok(Bytes::new())), &folder);
    let mut inside: Vec<_> = (0..3).map(|_| pool.admit_paper(client(1)).ok().unwrap()).collect();
    assert_eq!(pool.admit_paper(client(1)).err(), Some(PrintError::TooManyRequests));
    assert!(pool.admit_page(client(1)).is_ok(), "pages are counted separately");
    inside.push(pool.admit_paper(client(2)).ok().unwrap());
    inside.push(pool.admit_paper(None).ok().unwrap());
    for other in [client(2), client(3), None] {
        assert_eq!(pool.admit_paper(other).err(), Some(PrintError::Busy));
    }
    inside.remove(0);
    inside.push(pool.admit_paper(client(1)).ok().unwrap());
    inside.clear();
    let _again: Vec<_> = (0..5).map(|_| pool.admit_paper(None).ok().unwrap()).collect();
}

#[tokio::test]
async fn the_client_whose_last_turn_is_the_longest_ago_is_next() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("page".into()));
    let pool = pool(&worker, &folder);
    // The first client requests four pages, the second two, and a third one comes last.
    let mut asked: Vec<_> = (11..=14).map(|number| start(&pool, client(1), number)).collect();
    settle().await;
    assert_eq!(worker.started_pages(), [11], "one client cannot use all workers");
    asked.extend((21..=22).map(|number| start(&pool, client(2), number)));
    until("the page of another client starts at once", || worker.started() == 2).await;
    settle().await;
    asked.push(start(&pool, client(3), 31));
    settle().await;
    for (ended, pages) in [
        (1, vec![11, 21, 31]),
        (1, vec![11, 21, 31, 12]),
        (1, vec![11, 21, 31, 12, 22]),
        (1, vec![11, 21, 31, 12, 22, 13]),
        (2, vec![11, 21, 31, 12, 22, 13, 14]),
    ] {
        worker.permits.add_permits(ended);
        until("the next job starts", || worker.started() == pages.len()).await;
        assert_eq!(worker.started_pages(), pages);
    }
}

#[tokio::test]
async fn a_joined_job_may_start_by_the_turn_of_either_client() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("page".into()));
    let pool = pool(&worker, &folder);
    let asked: Vec<_> = (11..=14).map(|number| start(&pool, client(1), number)).collect();
    settle().await;
    let same = start(&pool, client(2), 14);
    until("it starts", || worker.started() == 2).await;
    assert_eq!(worker.started_pages(), [11, 14]);
    worker.permits.add_permits(4);
    assert_eq!(same.await.unwrap().unwrap(), "page");
    for answer in asked {
        assert_eq!(answer.await.unwrap().unwrap(), "page");
    }
}

#[tokio::test]
async fn documents_do_not_wait_for_pages() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("print".into()));
    let pool = pool(&worker, &folder);
    for number in 1..=5 {
        let pool = pool.clone();
        tokio::spawn(async move { print(&pool, number).await });
    }
    settle().await;
    let paper = PrintRequest { job: PrintJob::Paper, input: PrintInput::Bytes(Bytes::new()) };
    let asked = tokio::spawn({
        let pool = pool.clone();
        async move { pool.print(None, pool.key(&paper.job, b""), paper).await }
    });
    settle().await;
    assert_eq!(worker.started(), 3);
    worker.permits.add_permits(6);
    assert_eq!(asked.await.unwrap().unwrap(), "print");
}

#[tokio::test]
async fn a_running_job_without_requests_continues_while_its_worker_is_not_needed() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("page".into()));
    let pool = pool(&worker, &folder);
    let abandoned = start(&pool, client(1), 1);
    settle().await;
    abandoned.abort();
    settle().await;
    // A repeated request waits for the same job.
    let repeated = start(&pool, client(1), 1);
    settle().await;
    worker.permits.add_permits(1);
    assert_eq!(repeated.await.unwrap().unwrap(), "page");
    assert_eq!(worker.started_pages(), [1]);
}

#[tokio::test]
async fn a_running_job_without_requests_stops_for_another_job() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("page".into()));
    let pool = pool(&worker, &folder);
    let gone: Vec<_> = (1..=2).map(|number| start(&pool, client(number as u8), number)).collect();
    settle().await;
    for gone in &gone {
        gone.abort();
    }
    settle().await;
    assert_eq!(worker.running(), 2, "no job needs their workers");
    let wanted = start(&pool, client(3), 3);
    settle().await;
    until("the next job starts", || worker.started() == 3).await;
    assert_eq!((worker.started_pages()[2], worker.running()), (3, 2), "one stopped and one continues");
    // Repeated requests join the job that continues, and start the stopped one, the newer, again.
    let again: Vec<_> = (1..=2).map(|number| start(&pool, client(1), number)).collect();
    settle().await;
    worker.permits.add_permits(3);
    assert_eq!(wanted.await.unwrap().unwrap(), "page");
    for answer in again {
        assert_eq!(answer.await.unwrap().unwrap(), "page");
    }
    assert_eq!(worker.started(), 4);
}

#[tokio::test]
async fn a_waiting_job_without_requests_is_not_started() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("page".into()));
    let pool = pool(&worker, &folder);
    let first: Vec<_> = (1..=2).map(|number| start(&pool, None, number)).collect();
    let gone: Vec<_> = (3..=5).map(|number| start(&pool, client(1), number)).collect();
    settle().await;
    for gone in &gone {
        gone.abort();
    }
    settle().await;
    worker.permits.add_permits(9);
    for first in first {
        assert_eq!(first.await.unwrap().unwrap(), "page");
    }
    settle().await;
    assert_eq!(worker.started(), 2);
    assert_eq!(print_for(&pool, client(1), 3).await.unwrap(), "page");
}

#[tokio::test]
async fn failures_go_to_all_requests_and_are_not_cached() {
    for failure in [
        PrintError::Rejected(PrintRejection::NoSuchPage),
        PrintError::WorkerFailed("signal: 6".to_owned()),
        PrintError::TimedOut,
    ] {
        let folder = tempfile::tempdir().unwrap();
        let worker = HeldWorker::new(9, Err(failure.clone()));
        let pool = pool(&worker, &folder);
        assert_eq!(print(&pool, 1).await, Err(failure.clone()));
        assert_eq!(print(&pool, 1).await, Err(failure));
        assert_eq!(worker.started(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_job_that_waits_too_long_fails() {
    let folder = tempfile::tempdir().unwrap();
    let worker = HeldWorker::new(0, Ok("page".into()));
    let pool = pool(&worker, &folder);
    let asked: Vec<_> = (1..=3)
        .map(|number| {
            let pool = pool.clone();
            tokio::spawn(async move { print(&pool, number).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(11)).await;
    let mut busy = 0;
    for answer in asked {
        if answer.is_finished() {
            assert_eq!(answer.await.unwrap(), Err(PrintError::Busy));
            busy += 1;
        }
    }
    assert_eq!(busy, 1);
}

#[test]
fn keys_depend_on_job_input_and_style() {
    let folder = tempfile::tempdir().unwrap();
    let style = |style: &str| {
        PrintPool::new(HeldWorker::new(0, Ok(Bytes::new())), style, PrintCache::new(folder.path(), 0))
    };
    let (one, two) = (style("one"), style("two"));
    let keys = [
        one.key(&request(1).job, b"a"),
        one.key(&request(2).job, b"a"),
        one.key(&request(1).job, b"b"),
        two.key(&request(1).job, b"a"),
        one.key(&PrintJob::Paper, b"a"),
    ];
    for (n, key) in keys.iter().enumerate() {
        assert!(keys[..n].iter().all(|other| other != key));
    }
    assert_eq!(keys[0], one.key(&request(1).job, b"a"));
}
