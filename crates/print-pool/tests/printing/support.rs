//! A worker whose jobs end when the test permits it, and a pool of it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use lagrum_print_pool::{
    ClientKey, JobClass, PageJob, PrintCache, PrintError, PrintFuture, PrintInput, PrintJob, PrintPool,
    PrintRequest, PrintWorker,
};
use tempfile::TempDir;
use tokio::sync::Semaphore;

/// A worker of which one job ends for each permit that is added.
#[derive(Clone)]
pub(crate) struct HeldWorker {
    pub(crate) permits: Arc<Semaphore>,
    started: Arc<Mutex<Vec<u32>>>,
    running: Arc<AtomicUsize>,
    pub(crate) most: Arc<AtomicUsize>,
    result: Result<Bytes, PrintError>,
}

impl HeldWorker {
    pub(crate) fn new(permits: usize, result: Result<Bytes, PrintError>) -> Self {
        let zero = Arc::<AtomicUsize>::default;
        let permits = Arc::new(Semaphore::new(permits));
        Self { permits, started: Arc::default(), running: zero(), most: zero(), result }
    }

    pub(crate) fn started(&self) -> usize {
        self.started_pages().len()
    }

    /// The pages that were started, in order; 0 for another job.
    pub(crate) fn started_pages(&self) -> Vec<u32> {
        self.started.lock().unwrap().clone()
    }

    pub(crate) fn running(&self) -> usize {
        self.running.load(Ordering::SeqCst)
    }
}

/// Counts a running job until it ends.
struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl PrintWorker for HeldWorker {
    fn print(&self, request: PrintRequest) -> PrintFuture {
        let this = self.clone();
        let number = if let PrintJob::Page(page) = request.job { page.number } else { 0 };
        Box::pin(async move {
            this.started.lock().unwrap().push(number);
            let running = this.running.fetch_add(1, Ordering::SeqCst) + 1;
            this.most.fetch_max(running, Ordering::SeqCst);
            let _running = Running(this.running.clone());
            this.permits.acquire().await.unwrap().forget();
            this.result
        })
    }
}

pub(crate) fn pool(worker: &HeldWorker, folder: &TempDir) -> Arc<PrintPool> {
    let class = JobClass {
        max_running: 2,
        max_requests: 5,
        max_requests_per_client: 3,
        timeout: Duration::from_secs(10),
    };
    Arc::new(PrintPool::with_classes(
        worker.clone(),
        "style",
        PrintCache::new(folder.path(), 1 << 20),
        class,
        class,
    ))
}

pub(crate) fn request(number: u32) -> PrintRequest {
    let job = PrintJob::Page(PageJob { number, dpi: 150, crop: None });
    PrintRequest { job, input: PrintInput::Bytes(Bytes::new()) }
}

pub(crate) async fn print(pool: &Arc<PrintPool>, number: u32) -> Result<Bytes, PrintError> {
    print_for(pool, None, number).await
}

pub(crate) async fn print_for(
    pool: &Arc<PrintPool>,
    client: ClientKey,
    number: u32,
) -> Result<Bytes, PrintError> {
    let request = request(number);
    pool.print(client, pool.key(&request.job, b"input"), request).await
}

/// The client of this number; 0 is an unknown client.
pub(crate) fn client(number: u8) -> ClientKey {
    (number > 0).then(|| [192, 0, 2, number].into())
}

/// Starts a request for a page.
pub(crate) fn start(
    pool: &Arc<PrintPool>,
    client: ClientKey,
    number: u32,
) -> tokio::task::JoinHandle<Result<Bytes, PrintError>> {
    let pool = pool.clone();
    tokio::spawn(async move { print_for(&pool, client, number).await })
}

/// Waits until a condition holds.
pub(crate) async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..4000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{what}");
}

/// Lets all tasks run until they wait.
pub(crate) async fn settle() {
    for _ in 0..200 {
        tokio::task::yield_now().await;
        tokio::task::spawn_blocking(|| ()).await.unwrap();
    }
}
