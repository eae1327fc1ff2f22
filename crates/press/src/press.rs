//! The queue before the printer.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::{Cache, Job, Key, Order, Refusal};

/// Why there is no print.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// What was ordered cannot be printed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The printer ended without a print: it crashed, or exceeded what it may use up.
    #[error("the printer died: {0}")]
    Died(String),
    /// The printer took too long and was ended.
    #[error("the printer took too long")]
    TooSlow,
    /// Too many jobs wait, or this one has waited too long.
    #[error("the printer is busy")]
    Busy,
}

/// A print on its way.
pub type Printed = Pin<Box<dyn Future<Output = Result<Bytes, PrintError>> + Send>>;

/// Does jobs.
pub trait Printer: Send + Sync + 'static {
    /// Does one job. Dropping the future ends the work.
    fn print(&self, order: Order) -> Printed;
}

/// How many jobs of a sort are under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Jobs that run at once.
    pub at_once: usize,
    /// Jobs that wait for those.
    pub waiting: usize,
    /// How long one waits before it is given up.
    pub patience: Duration,
}

impl Lane {
    /// Pictures of pages: short work.
    pub const PAGES: Self = Self { at_once: 4, waiting: 8, patience: Duration::from_secs(10) };
    /// Typeset documents: long work that takes much memory.
    pub const PAPERS: Self = Self { at_once: 2, waiting: 8, patience: Duration::from_secs(30) };
}

/// Takes orders, and keeps what was printed.
///
/// A job that has been begun is finished also when nobody waits for it any more: whoever asked is likely to ask again,
/// and finds it in the cache.
pub struct Press {
    printer: Box<dyn Printer>,
    style: String,
    cache: Arc<Cache>,
    pages: Queue,
    papers: Queue,
    running: Mutex<HashMap<Key, Awaited>>,
}

type Awaited = watch::Receiver<Option<Result<Bytes, PrintError>>>;

struct Queue {
    patience: Duration,
    /// For the jobs that run or wait.
    places: Arc<Semaphore>,
    /// For the jobs that run.
    slots: Semaphore,
}

impl Queue {
    fn new(lane: Lane) -> Self {
        Self {
            patience: lane.patience,
            places: Arc::new(Semaphore::new(lane.at_once + lane.waiting)),
            slots: Semaphore::new(lane.at_once),
        }
    }
}

impl Press {
    /// A press of this printer. `style` is part of every key: it names what else results depend on, such as the version
    /// of the program and of its templates.
    pub fn new(printer: impl Printer, style: impl Into<String>, cache: Cache) -> Self {
        Self::with_lanes(printer, style, cache, Lane::PAGES, Lane::PAPERS)
    }

    /// A press with lanes of other widths.
    pub fn with_lanes(
        printer: impl Printer,
        style: impl Into<String>,
        cache: Cache,
        pages: Lane,
        papers: Lane,
    ) -> Self {
        Self {
            printer: Box::new(printer),
            style: style.into(),
            cache: Arc::new(cache),
            pages: Queue::new(pages),
            papers: Queue::new(papers),
            running: Mutex::default(),
        }
    }

    /// The key of a job on material with this digest.
    pub fn key(&self, job: &Job, material: &[u8]) -> Key {
        let job = serde_json::to_vec(job).unwrap_or_default();
        Key::of(&[self.style.as_bytes(), &job, material])
    }

    /// What has been printed under this key, if it is kept still.
    pub async fn kept(&self, key: Key) -> Option<Bytes> {
        let cache = self.cache.clone();
        tokio::task::spawn_blocking(move || cache.get(&key)).await.ok().flatten()
    }

    /// Prints, unless it is kept or being printed already. The key is that of the order.
    pub async fn print(self: &Arc<Self>, key: Key, order: Order) -> Result<Bytes, PrintError> {
        let mut awaited = self.await_print(key, order)?;
        let printed = awaited.wait_for(Option::is_some).await;
        printed
            .ok()
            .and_then(|printed| printed.clone())
            .unwrap_or_else(|| Err(PrintError::Died("the job was lost".to_owned())))
    }

    /// Joins those who wait for this print, or begins it.
    fn await_print(self: &Arc<Self>, key: Key, order: Order) -> Result<Awaited, PrintError> {
        let mut running = self.running();
        if let Some(awaited) = running.get(&key) {
            return Ok(awaited.clone());
        }
        // A place in the lane, kept until the job has ended.
        let place = self.queue(&order.job).places.clone().try_acquire_owned();
        let Ok(place) = place else { return Err(PrintError::Busy) };
        let (sender, awaited) = watch::channel(None);
        running.insert(key, awaited.clone());
        drop(running);
        let leave = Leave { press: self.clone(), key, _place: place };
        tokio::spawn(async move {
            let printed = leave.press.print_and_keep(key, order).await;
            // Whoever asks from now on finds it in the cache, or orders it anew.
            drop(leave);
            sender.send_replace(Some(printed));
        });
        Ok(awaited)
    }

    async fn print_and_keep(&self, key: Key, order: Order) -> Result<Bytes, PrintError> {
        let queue = self.queue(&order.job);
        let slot = tokio::time::timeout(queue.patience, queue.slots.acquire()).await;
        let Ok(Ok(_slot)) = slot else { return Err(PrintError::Busy) };
        // It may have been printed between the question for it and the order.
        if let Some(kept) = self.kept(key).await {
            return Ok(kept);
        }
        let printed = self.printer.print(order).await?;
        let (cache, copy) = (self.cache.clone(), printed.clone());
        let stored = tokio::task::spawn_blocking(move || cache.put(&key, &copy)).await;
        if let Ok(Err(error)) = stored {
            tracing::warn!(%error, "a print could not be kept");
        }
        Ok(printed)
    }

    fn queue(&self, job: &Job) -> &Queue {
        if matches!(job, Job::Paper) { &self.papers } else { &self.pages }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Key, Awaited>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a job off the list when it has ended, however it did.
struct Leave {
    press: Arc<Press>,
    key: Key,
    _place: OwnedSemaphorePermit,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.press.running().remove(&self.key);
    }
}
