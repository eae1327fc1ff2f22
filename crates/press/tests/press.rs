//! The press prints each thing once, few at a time, and keeps what it printed.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use lagrum_press::{
    Cache, Job, Lane, Material, Order, PageJob, Press, PrintError, Printed, Printer, Refusal,
};
use tempfile::TempDir;
use tokio::sync::Semaphore;

/// A printer whose jobs end one for each permit that is added.
#[derive(Clone)]
struct Held {
    permits: Arc<Semaphore>,
    begun: Arc<AtomicUsize>,
    running: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    result: Result<Bytes, PrintError>,
}

impl Held {
    fn new(permits: usize, result: Result<Bytes, PrintError>) -> Self {
        let zero = Arc::<AtomicUsize>::default;
        let permits = Arc::new(Semaphore::new(permits));
        Self { permits, begun: zero(), running: zero(), most: zero(), result }
    }

    fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }
}

impl Printer for Held {
    fn print(&self, _: Order) -> Printed {
        let this = self.clone();
        Box::pin(async move {
            this.begun.fetch_add(1, Ordering::SeqCst);
            let running = this.running.fetch_add(1, Ordering::SeqCst) + 1;
            this.most.fetch_max(running, Ordering::SeqCst);
            this.permits.acquire().await.unwrap().forget();
            this.running.fetch_sub(1, Ordering::SeqCst);
            this.result
        })
    }
}

fn press(printer: &Held, folder: &TempDir) -> Arc<Press> {
    let lane = Lane { at_once: 2, waiting: 3, patience: Duration::from_secs(10) };
    Arc::new(Press::with_lanes(printer.clone(), "style", Cache::new(folder.path(), 1 << 20), lane, lane))
}

fn order(number: u32) -> Order {
    let job = Job::Page(PageJob { number, dpi: 150, crop: None });
    Order { job, material: Material::Bytes(Bytes::new()) }
}

async fn print(press: &Arc<Press>, number: u32) -> Result<Bytes, PrintError> {
    let order = order(number);
    press.print(press.key(&order.job, b"material"), order).await
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
async fn few_run_at_once_some_wait_and_the_rest_are_turned_away() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("page".into()));
    let press = press(&printer, &folder);
    let asked: Vec<_> = (1..=5)
        .map(|number| {
            let press = press.clone();
            tokio::spawn(async move { print(&press, number).await })
        })
        .collect();
    settle().await;
    assert_eq!(printer.begun(), 2);
    assert_eq!(print(&press, 6).await, Err(PrintError::Busy));
    printer.permits.add_permits(5);
    for answer in asked {
        assert_eq!(answer.await.unwrap().unwrap(), "page");
    }
    assert_eq!(printer.most.load(Ordering::SeqCst), 2);
    // The places are free again.
    printer.permits.add_permits(1);
    assert_eq!(print(&press, 6).await.unwrap(), "page");
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
        async move { press.print(press.key(&paper.job, b""), paper).await }
    });
    settle().await;
    assert_eq!(printer.begun(), 3);
    printer.permits.add_permits(6);
    assert_eq!(asked.await.unwrap().unwrap(), "print");
}

#[tokio::test]
async fn who_goes_away_does_not_stop_what_was_begun() {
    let folder = tempfile::tempdir().unwrap();
    let printer = Held::new(0, Ok("page".into()));
    let press = press(&printer, &folder);
    let impatient = tokio::spawn({
        let press = press.clone();
        async move { print(&press, 1).await }
    });
    settle().await;
    impatient.abort();
    settle().await;
    printer.permits.add_permits(1);
    assert_eq!(print(&press, 1).await.unwrap(), "page");
    assert_eq!(printer.begun(), 1);
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
