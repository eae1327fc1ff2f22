//! Where orders are taken: from the cache, or by way of the queue from the printer.

use std::fs::File;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;

use crate::queue::{Queue, Ticket};
use crate::{Admission, Asker, Cache, Job, Key, Lane, Order, Refusal};

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
    /// Too many requests of this client are under way.
    #[error("this client has too many prints under way")]
    TooMany,
}

/// A print on its way.
pub type Printed = Pin<Box<dyn Future<Output = Result<Bytes, PrintError>> + Send>>;

/// Does jobs.
pub trait Printer: Send + Sync + 'static {
    /// Does one job. Dropping the future ends the work.
    fn print(&self, order: Order) -> Printed;
}

/// Takes orders, and keeps what was printed. Which job begins when, and what becomes of one that nobody waits for any more,
/// is told at the head of `queue.rs`.
pub struct Press {
    printer: Box<dyn Printer>,
    style: String,
    cache: Arc<Cache>,
    pages: Arc<Queue>,
    papers: Arc<Queue>,
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

    /// The file of what has been printed under this key, if it is kept still.
    pub async fn kept_file(&self, key: Key) -> Option<File> {
        let cache = self.cache.clone();
        tokio::task::spawn_blocking(move || cache.open(&key)).await.ok().flatten()
    }

    /// Lets a request in that may need a page drawn.
    pub fn admit_page(&self, asker: Asker) -> Result<Admission, PrintError> {
        self.pages.admit(asker)
    }

    /// Lets a request in that may need a document typeset. Gathering what is typeset takes time too: ask first.
    pub fn admit_paper(&self, asker: Asker) -> Result<Admission, PrintError> {
        self.papers.admit(asker)
    }

    /// Prints, unless it is kept or being printed already. The key is that of the order. Whoever stops waiting drops this
    /// future.
    pub async fn print(self: &Arc<Self>, asker: Asker, key: Key, order: Order) -> Result<Bytes, PrintError> {
        let queue = if matches!(order.job, Job::Paper) { &self.papers } else { &self.pages };
        let (mut waiter, begun) = queue.join(key, asker);
        if let Some((mut ticket, result)) = begun {
            let press = self.clone();
            tokio::spawn(async move {
                let printed = press.print_and_keep(&mut ticket, key, order).await;
                // Whoever asks from now on finds it in the cache, or orders it anew.
                drop(ticket);
                result.send_replace(Some(printed));
            });
        }
        let printed = waiter.awaited.wait_for(Option::is_some).await;
        printed
            .ok()
            .and_then(|printed| printed.clone())
            .unwrap_or_else(|| Err(PrintError::Died("the job was lost".to_owned())))
    }

    async fn print_and_keep(&self, ticket: &mut Ticket, key: Key, order: Order) -> Result<Bytes, PrintError> {
        ticket.turn().await?;
        // It may have been printed between the question for it and the order.
        if let Some(kept) = self.kept(key).await {
            return Ok(kept);
        }
        let printed = tokio::select! {
            printed = self.printer.print(order) => printed?,
            // Dropping the print ends the printer's work.
            () = ticket.given_up() => return Err(PrintError::Busy),
        };
        let (cache, copy) = (self.cache.clone(), printed.clone());
        let stored = tokio::task::spawn_blocking(move || cache.put(&key, &copy)).await;
        if let Ok(Err(error)) = stored {
            tracing::warn!(%error, "a print could not be kept");
        }
        Ok(printed)
    }
}
