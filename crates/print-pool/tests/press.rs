//! The press prints each thing once, few at a time, and keeps what it printed.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use lagrum_print_pool::{
    Asker, Cache, Job, Lane, Material, Order, PageJob, Press, PrintError, Printed, Printer, Refusal,
};
use tempfile::TempDir;
use tokio::sync::Semaphore;

/// A printer whose jobs end one for each permit that is added.
#[derive(Clone)]
struct Held {
    permits: Arc<Semaphore>,
    begun: Arc<Mutex<Vec<u32>>>,
    running: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    result: Result<Bytes, PrintError>,
}

impl Held {
    fn new(permits: usize, result: Result<Bytes, PrintError>) -> Self {
        let zero = Arc::<AtomicUsize>::default;
        let permits = Arc::new(Semaphore::new(permits));
        Self { permits, begun: Arc::default(), running: zero(), most: zero(), result }
    }

    fn begun(&self) -> usize {
        self.order().len()
    }

    /// The pages that were begun, in order; 0 for what is no page.
    fn order(&self) -> Vec<u32> {
        self.begun.lock().unwrap().clone()
    }

    fn running(&self) -> usize {
        self.running.load(Ordering::SeqCst)
    }
}

/// Counts a job that runs, until it ends in whatever way.
struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Printer for Held {
    fn print(&self, order: Order) -> Printed {
        let this = self.clone();
        let number = if let Job::Page(page) = order.job { page.number } else { 0 };
        Box::pin(async move {
            this.begun.lock().unwrap().push(number);
            let running = this.running.fetch_add(1, Ordering::SeqCst) + 1;
            this.most.fetch_max(running, Ordering::SeqCst);
            let _running = Running(this.running.clone());
            this.permits.acquire().await.unwrap().forget();
            this.result
        })
    }
}

fn press(printer: &Held, folder: &TempDir) -> Arc<Press> {
    let lane = Lane { at_once: 2, requests: 5, per_client: 3, patience: Duration::from_secs(10) };
    Arc::new(Press::with_lanes(printer.clone(), "style", Cache::new(folder.path(), 1 << 20), lane, lane))
}

fn order(number: u32) -> Order {
    let job = Job::Page(PageJob { number, dpi: 150, crop: None });
    Order { job, material: Material::Bytes(Bytes::new()) }
}

async fn print(press: &Arc<Press>, number: u32) -> Result<Bytes, PrintError> {
    print_for(press, None, number).await
}

async fn print_for(press: &Arc<Press>, asker: Asker, number: u32) -> Result<Bytes, PrintError> {
    let order = order(number);
    press.print(asker, press.key(&order.job, b"material"), order).await
}

/// A client of this number, 0 for one of whom nothing is known.
fn client(number: u8) -> Asker {
    (number > 0).then(|| [192, 0, 2, number].into())
}

/// Somebody who asks for a page and waits.
fn ask(press: &Arc<Press>, asker: Asker, number: u32) -> tokio::task::JoinHandle<Result<Bytes, PrintError>> {
    let press = press.clone();
    tokio::spawn(async move { print_for(&press, asker, number).await })
}

/// Waits until something is so.
async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..4000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{what}");
}

/// Lets everything that can go on go on.
async fn settle() {
    for _ in 0..200 {
        tokio::task::yield_now().await;
        tokio::task::spawn_blocking(|| ()).await.unwrap();
    }
}

#[tokio::test]
async fn many_who_ask_for_one_thing_get_one_print() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("page".into()));
    let press = press(&printer, &folder);
    let asked: Vec<_> = (0..50)
        .map(|_| {
            let press = press.clone();
            tokio::spawn(async move { print(&press, 1).await })
        })
        .collect();
    settle().await;
    assert_eq!(printer.begun(), 1);
    printer.permits.add_permits(1);
    for answer in asked {
        assert_eq!(answer.await.unwrap().unwrap(), "page");
    }
    // And it is kept.
    assert_eq!(print(&press, 1).await.unwrap(), "page");
    assert_eq!(press.kept(press.key(&order(1).job, b"material")).await.unwrap(), "page");
    assert_eq!(printer.begun(), 1);
}

#[tokio::test]
async fn few_run_at_once_and_the_rest_wait() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("page".into()));
    let press = press(&printer, &folder);
    let asked: Vec<_> = (1..=5).map(|number| ask(&press, None, number)).collect();
    settle().await;
    assert_eq!(printer.begun(), 2);
    printer.permits.add_permits(5);
    for answer in asked {
        assert_eq!(answer.await.unwrap().unwrap(), "page");
    }
    assert_eq!(printer.most.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn requests_are_let_in_up_to_a_bound_for_each_client_and_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let press = press(&Held::new(0, Ok(Bytes::new())), &folder);
    let mut inside: Vec<_> = (0..3).map(|_| press.admit_paper(client(1)).ok().unwrap()).collect();
    assert_eq!(press.admit_paper(client(1)).err(), Some(PrintError::TooMany));
    assert!(press.admit_page(client(1)).is_ok(), "pages are counted by themselves");
    inside.push(press.admit_paper(client(2)).ok().unwrap());
    inside.push(press.admit_paper(None).ok().unwrap());
    for other in [client(2), client(3), None] {
        assert_eq!(press.admit_paper(other).err(), Some(PrintError::Busy));
    }
    inside.remove(0);
    inside.push(press.admit_paper(client(1)).ok().unwrap());
    inside.clear();
    let _again: Vec<_> = (0..5).map(|_| press.admit_paper(None).ok().unwrap()).collect();
}

#[tokio::test]
async fn whose_last_turn_is_the_longest_ago_goes_first() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("page".into()));
    let press = press(&printer, &folder);
    // The first asks for four pages, the second for two, a third last of all.
    let mut asked: Vec<_> = (11..=14).map(|number| ask(&press, client(1), number)).collect();
    settle().await;
    assert_eq!(printer.order(), [11], "one client does not get all slots");
    asked.extend((21..=22).map(|number| ask(&press, client(2), number)));
    until("another's page begins at once", || printer.begun() == 2).await;
    settle().await;
    asked.push(ask(&press, client(3), 31));
    settle().await;
    for (ended, order) in [
        (1, vec![11, 21, 31]),
        (1, vec![11, 21, 31, 12]),
        (1, vec![11, 21, 31, 12, 22]),
        (1, vec![11, 21, 31, 12, 22, 13]),
        (2, vec![11, 21, 31, 12, 22, 13, 14]),
    ] {
        printer.permits.add_permits(ended);
        until("the next begins", || printer.begun() == order.len()).await;
        assert_eq!(printer.order(), order);
    }
}

#[tokio::test]
async fn who_waits_for_the_same_as_another_loses_no_turn_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("page".into()));
    let press = press(&printer, &folder);
    let asked: Vec<_> = (11..=14).map(|number| ask(&press, client(1), number)).collect();
    settle().await;
    let same = ask(&press, client(2), 14);
    until("it begins", || printer.begun() == 2).await;
    assert_eq!(printer.order(), [11, 14]);
    printer.permits.add_permits(4);
    assert_eq!(same.await.unwrap().unwrap(), "page");
    for answer in asked {
        assert_eq!(answer.await.unwrap().unwrap(), "page");
    }
}

#[tokio::test]
async fn papers_do_not_wait_for_pages() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("print".into()));
    let press = press(&printer, &folder);
    for number in 1..=5 {
        let press = press.clone();
        tokio::spawn(async move { print(&press, number).await });
    }
    settle().await;
    let paper = Order { job: Job::Paper, material: Material::Bytes(Bytes::new()) };
    let asked = tokio::spawn({
        let press = press.clone();
        async move { press.print(None, press.key(&paper.job, b""), paper).await }
    });
    settle().await;
    assert_eq!(printer.begun(), 3);
    printer.permits.add_permits(6);
    assert_eq!(asked.await.unwrap().unwrap(), "print");
}

#[tokio::test]
async fn what_was_begun_goes_on_without_anybody_while_its_slot_is_not_needed() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("page".into()));
    let press = press(&printer, &folder);
    let impatient = ask(&press, client(1), 1);
    settle().await;
    impatient.abort();
    settle().await;
    // Who comes back waits for the same print.
    let back = ask(&press, client(1), 1);
    settle().await;
    printer.permits.add_permits(1);
    assert_eq!(back.await.unwrap().unwrap(), "page");
    assert_eq!(printer.order(), [1]);
}

#[tokio::test]
async fn what_was_begun_and_nobody_waits_for_gives_way() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("page".into()));
    let press = press(&printer, &folder);
    let gone: Vec<_> = (1..=2).map(|number| ask(&press, client(number as u8), number)).collect();
    settle().await;
    for gone in &gone {
        gone.abort();
    }
    settle().await;
    assert_eq!(printer.running(), 2, "nobody needs their slots");
    let wanted = ask(&press, client(3), 3);
    settle().await;
    until("the next begins", || printer.begun() == 3).await;
    assert_eq!((printer.order()[2], printer.running()), (3, 2), "one gave way and one goes on");
    // Asked for again, what goes on is joined, and what was ended, the newer of them, begins anew.
    let again: Vec<_> = (1..=2).map(|number| ask(&press, client(1), number)).collect();
    settle().await;
    printer.permits.add_permits(3);
    assert_eq!(wanted.await.unwrap().unwrap(), "page");
    for answer in again {
        assert_eq!(answer.await.unwrap().unwrap(), "page");
    }
    assert_eq!(printer.begun(), 4);
}

#[tokio::test]
async fn what_nobody_waits_for_is_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("page".into()));
    let press = press(&printer, &folder);
    let first: Vec<_> = (1..=2).map(|number| ask(&press, None, number)).collect();
    let gone: Vec<_> = (3..=5).map(|number| ask(&press, client(1), number)).collect();
    settle().await;
    for gone in &gone {
        gone.abort();
    }
    settle().await;
    printer.permits.add_permits(9);
    for first in first {
        assert_eq!(first.await.unwrap().unwrap(), "page");
    }
    settle().await;
    assert_eq!(printer.begun(), 2);
    assert_eq!(print_for(&press, client(1), 3).await.unwrap(), "page");
}

#[tokio::test]
async fn failures_are_told_to_all_and_not_kept() {
    for failure in [
        PrintError::Refused(Refusal::NoSuchPage),
        PrintError::Died("signal: 6".to_owned()),
        PrintError::TooSlow,
    ] {
        let folder = tempfile::tempdir().unwrap();
        let printer = Held::new(9, Err(failure.clone()));
        let press = press(&printer, &folder);
        assert_eq!(print(&press, 1).await, Err(failure.clone()));
        assert_eq!(print(&press, 1).await, Err(failure));
        assert_eq!(printer.begun(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn who_has_waited_long_enough_is_turned_away() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("page".into()));
    let press = press(&printer, &folder);
    let asked: Vec<_> = (1..=3)
        .map(|number| {
            let press = press.clone();
            tokio::spawn(async move { print(&press, number).await })
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
fn keys_follow_job_material_and_style() {
    let folder = tempfile::tempdir().unwrap();
    let style = |style: &str| Press::new(Held::new(0, Ok(Bytes::new())), style, Cache::new(folder.path(), 0));
    let (one, two) = (style("one"), style("two"));
    let keys = [
        one.key(&order(1).job, b"a"),
        one.key(&order(2).job, b"a"),
        one.key(&order(1).job, b"b"),
        two.key(&order(1).job, b"a"),
        one.key(&Job::Paper, b"a"),
    ];
    for (n, key) in keys.iter().enumerate() {
        assert!(keys[..n].iter().all(|other| other != key));
    }
    assert_eq!(keys[0], one.key(&order(1).job, b"a"));
}
