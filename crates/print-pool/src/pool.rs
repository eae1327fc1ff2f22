//! The print pool: serves print requests from the cache, or through the queue by workers.

use std::fs::File;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;

use crate::queue::{JobQueue, JobTicket, NewJob};
use crate::reading::ReadPages;
use crate::{
    ClientKey, JobClass, PageJob, PrintCache, PrintError, PrintJob, PrintKey, PrintPermit, PrintRequest,
};

/// A print in progress.
pub type PrintFuture = Pin<Box<dyn Future<Output = Result<Bytes, PrintError>> + Send>>;

/// Does jobs.
pub trait PrintWorker: Send + Sync + 'static {
    /// Does one job. Dropping the future ends the work.
    fn print(&self, request: PrintRequest) -> PrintFuture;
}

/// Prints, and caches prints. The head of `queue.rs` describes when a job starts, and when it is stopped because no request
/// waits for it.
pub struct PrintPool {
    worker: Box<dyn PrintWorker>,
    style: String,
    cache: Arc<PrintCache>,
    pages: Arc<JobQueue>,
    papers: Arc<JobQueue>,
    read: ReadPages,
}

impl PrintPool {
    /// A pool of this kind of worker. `style` is part of every key: it identifies everything else that prints depend
    /// on, such as the version of the program and of its templates.
    pub fn new(worker: impl PrintWorker, style: impl Into<String>, cache: PrintCache) -> Self {
        Self::with_classes(worker, style, cache, JobClass::PAGES, JobClass::PAPERS)
    }

    /// A pool with these limits of its two classes of jobs.
    pub fn with_classes(
        worker: impl PrintWorker,
        style: impl Into<String>,
        cache: PrintCache,
        pages: JobClass,
        papers: JobClass,
    ) -> Self {
        Self {
            worker: Box::new(worker),
            style: style.into(),
            cache: Arc::new(cache),
            pages: JobQueue::new(pages),
            papers: JobQueue::new(papers),
            read: ReadPages::default(),
        }
    }

    /// The key of a job on an input with this digest.
    pub fn key(&self, job: &PrintJob, input: &[u8]) -> PrintKey {
        let job = serde_json::to_vec(job).unwrap_or_default();
        PrintKey::from_parts(&[self.style.as_bytes(), &job, input])
    }

    /// The print of this key, if it is in the cache.
    pub async fn cached(&self, key: PrintKey) -> Option<Bytes> {
        let cache = self.cache.clone();
        tokio::task::spawn_blocking(move || cache.get(&key)).await.ok().flatten()
    }

    /// The file with the print of this key, if it is in the cache.
    pub async fn cached_file(&self, key: PrintKey) -> Option<File> {
        let cache = self.cache.clone();
        tokio::task::spawn_blocking(move || cache.open(&key)).await.ok().flatten()
    }

    /// Admits a request that may need a page to be drawn.
    pub fn admit_page(&self, client: ClientKey) -> Result<PrintPermit, PrintError> {
        self.pages.admit(client)
    }

    /// Admits a request that may need a document to be typeset. Call it before the manuscript is made, which takes time too.
    pub fn admit_paper(&self, client: ClientKey) -> Result<PrintPermit, PrintError> {
        self.papers.admit(client)
    }

    /// The print of a request: from the cache, from a job in progress, or by a new job. `key` is the key of the request.
    /// Dropping the future ends the wait.
    pub async fn print(
        self: &Arc<Self>,
        client: ClientKey,
        key: PrintKey,
        request: PrintRequest,
    ) -> Result<Bytes, PrintError> {
        let queue = if matches!(request.job, PrintJob::Paper) { &self.papers } else { &self.pages };
        let (mut waiter, begun) = queue.join(key, client);
        if let Some(job) = begun {
            self.begin(job, key, request);
        }
        let printed = waiter.result.wait_for(Option::is_some).await;
        printed
            .ok()
            .and_then(|printed| printed.clone())
            .unwrap_or_else(|| Err(PrintError::WorkerFailed("the job was lost".to_owned())))
    }

    /// Notes that a page of a PDF has been read, whose content has the digest `input`. If pages are read in order and
    /// no job runs or waits, the next page is drawn for the cache. Any other job takes precedence over that job, as
    /// over every job that no request waits for.
    pub fn note_read(self: &Arc<Self>, request: &PrintRequest, input: &[u8]) {
        let PrintJob::Page(page @ PageJob { crop: None, .. }) = &request.job else { return };
        let key_of = |number| {
            let job = PrintJob::Page(PageJob { number, ..page.clone() });
            let key = self.key(&job, input);
            (job, key)
        };
        let follows = self.read.note(key_of(page.number).1, key_of(page.number.saturating_sub(1)).1);
        let Some(next) = page.number.checked_add(1).filter(|_| follows && self.cache.is_enabled()) else {
            return;
        };
        let (job, key) = key_of(next);
        if let Some(new) = self.pages.begin_when_idle(key) {
            self.begin(new, key, PrintRequest { job, input: request.input.clone() });
        }
    }

    /// Does a new job in the background.
    fn begin(self: &Arc<Self>, (mut ticket, result): NewJob, key: PrintKey, request: PrintRequest) {
        let pool = self.clone();
        tokio::spawn(async move {
            let printed = pool.print_and_cache(&mut ticket, key, request).await;
            // A request from now on finds the print in the cache, or starts a new job.
            drop(ticket);
            result.send_replace(Some(printed));
        });
    }

    async fn print_and_cache(
        &self,
        ticket: &mut JobTicket,
        key: PrintKey,
        request: PrintRequest,
    ) -> Result<Bytes, PrintError> {
        ticket.wait_for_turn().await?;
        // It may have been printed since the request looked in the cache.
        if let Some(print) = self.cached(key).await {
            return Ok(print);
        }
        let printed = tokio::select! {
            printed = self.worker.print(request) => printed?,
            // Dropping the other future kills the worker.
            () = ticket.stopped() => return Err(PrintError::Busy),
        };
        let (cache, copy) = (self.cache.clone(), printed.clone());
        let stored = tokio::task::spawn_blocking(move || cache.put(&key, &copy)).await;
        if let Ok(Err(error)) = stored {
            tracing::warn!(%error, "a print could not be written to the cache");
        }
        Ok(printed)
    }
}
