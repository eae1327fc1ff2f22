//! How many searches run at once, and how many wait: whoever is beyond that is told so soon.

use std::sync::LazyLock;
use std::time::Duration;

use lagrum_search::Engine;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::ApiError;
use crate::blocking::{blocking, blocking_elsewhere};

/// Searches that wait for a place, for each core, at most.
const WAITING: usize = 24;

/// Seconds after which a search that was turned away may be tried again.
const COME_BACK: u32 = 1;

/// How long they wait.
const PATIENCE: Duration = Duration::from_secs(5);

/// Searches for each core that wait for another machine at once.
const AT_ONCE: usize = 8;

/// Places for searches of one kind.
pub(super) struct Lane {
    running: Semaphore,
    /// Those that run and those that wait. Whoever finds no place here is turned away at once.
    admitted: Semaphore,
    /// Whether they take slots of blocking work as well.
    takes_slot: bool,
}

impl Lane {
    fn new(for_each_core: usize, takes_slot: bool) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            running: Semaphore::new(cores * for_each_core),
            admitted: Semaphore::new(cores * (for_each_core + WAITING)),
            takes_slot,
        }
    }

    /// Does the work of a search in one of the places. It keeps its place until it has ended, also when its client has gone
    /// and it has yet to notice.
    pub(super) async fn run<T: Send + 'static>(
        &'static self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.place().await?;
        let work = move || {
            let _place = place;
            work()
        };
        if self.takes_slot { blocking(work).await } else { blocking_elsewhere(work).await }
    }

    /// A place, waited for but not long. It is kept as long as the value lives.
    async fn place(&self) -> Result<[SemaphorePermit<'_>; 2], ApiError> {
        let busy = || ApiError::busy("too many searches at once", COME_BACK);
        let admitted = self.admitted.try_acquire().map_err(|_| busy())?;
        let running = tokio::time::timeout(PATIENCE, self.running.acquire()).await.map_err(|_| busy())?;
        Ok([admitted, running.map_err(|closed| ApiError::internal(&closed))?])
    }
}

/// Searches by this machine: each keeps a core busy.
static HERE: LazyLock<Lane> = LazyLock::new(|| Lane::new(1, true));

/// Searches by another. They take none of the slots of other work, which a machine that hangs would soon have all of.
static ELSEWHERE: LazyLock<Lane> = LazyLock::new(|| Lane::new(AT_ONCE, false));

/// Where an engine's searches have their places.
pub(super) fn lane(engine: Option<&dyn Engine>) -> &'static Lane {
    if engine.is_none_or(Engine::computes_here) { &HERE } else { &ELSEWHERE }
}
