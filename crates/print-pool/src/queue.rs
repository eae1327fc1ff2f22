//! The admission queue of the print pool: which job starts next, and which is stopped.
//!
//! A job is identified by its key, and all requests with the same key wait for the same job. When a worker is free, the next
//! job is that of the client whose last turn is the longest ago; a client without an earlier turn comes first. So a client
//! with many requests waits behind all others, and joining another client's job takes no turn from anyone. Where a class
//! has several workers, a known client can use all but one: that one stays free for the next client. Requests of no known
//! client have only the limits of the class.
//!
//! A job whose requests have all ended is removed before it starts. One that has started continues until another job needs
//! its worker: its client is likely to repeat the request, but a job that a request waits for comes first. A page that is
//! drawn ahead is such a job from its start.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::watch;

use crate::{PrintError, PrintKey};

/// The limits of a class of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobClass {
    /// The maximum number of running jobs. For one client it is one less, if it is more than 1.
    pub max_running: usize,
    /// The maximum number of admitted requests.
    pub max_requests: usize,
    /// The maximum number of admitted requests of one client.
    pub max_requests_per_client: usize,
    /// How long a job waits for its turn before it fails.
    pub timeout: Duration,
}

impl JobClass {
    /// Pictures of pages: short jobs, of which a web page shows many at once.
    pub const PAGES: Self = Self {
        max_running: 4,
        max_requests: 64,
        max_requests_per_client: 16,
        timeout: Duration::from_secs(10),
    };
    /// Typeset documents: long jobs that take much memory.
    pub const PAPERS: Self = Self {
        max_running: 2,
        max_requests: 64,
        max_requests_per_client: 4,
        timeout: Duration::from_secs(30),
    };
}

/// The client group of a request. None when the client is unknown: all such requests count as one client for turns, and no
/// limit per client applies to them.
pub type ClientKey = Option<IpAddr>;

/// How many turns of clients are remembered.
const REMEMBERED_TURNS: u64 = 4096;

/// Receives the result of a job.
pub(crate) type ResultReceiver = watch::Receiver<Option<Result<Bytes, PrintError>>>;

/// A new job, which the caller starts: its ticket, and the sender of its result.
pub(crate) type NewJob = (JobTicket, watch::Sender<Option<Result<Bytes, PrintError>>>);

/// The requests and jobs of one class.
pub(crate) struct JobQueue {
    class: JobClass,
    state: Mutex<QueueState>,
}

#[derive(Default)]
struct QueueState {
    requests: usize,
    by_client: HashMap<IpAddr, usize>,
    /// Jobs that requests may join: those that wait, and those that run.
    jobs: HashMap<PrintKey, QueuedJob>,
    /// The numbers of the running jobs, joinable or not, and the clients that waited for each when it started.
    running: HashMap<u64, Vec<ClientKey>>,
    /// The number of jobs so far.
    job_count: u64,
    /// The number of turns so far, and the last turn of each client.
    turns: u64,
    last_turns: HashMap<ClientKey, u64>,
}

struct QueuedJob {
    number: u64,
    /// The clients of the requests that wait for it, one entry per request.
    clients: Vec<ClientKey>,
    signal: watch::Sender<Signal>,
    result: ResultReceiver,
}

/// The instruction for a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    Wait,
    Start,
    Stop,
}

/// The right of a request to print. Dropping it admits another request.
pub struct PrintPermit {
    queue: Arc<JobQueue>,
    client: ClientKey,
}

impl Drop for PrintPermit {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.requests = state.requests.saturating_sub(1);
        let Some(client) = self.client else { return };
        if let Some(own) = state.by_client.get_mut(&client) {
            *own -= 1;
            if *own == 0 {
                state.by_client.remove(&client);
            }
        }
    }
}

/// A request that waits for a job, until this is dropped.
pub(crate) struct JobWaiter {
    queue: Arc<JobQueue>,
    key: PrintKey,
    number: u64,
    client: ClientKey,
    pub(crate) result: ResultReceiver,
}

impl Drop for JobWaiter {
    fn drop(&mut self) {
        self.queue.state().leave(self.key, self.number, self.client, self.queue.class);
    }
}

/// The right of a job to run when its turn comes. Dropping it frees the worker.
pub(crate) struct JobTicket {
    queue: Arc<JobQueue>,
    key: PrintKey,
    number: u64,
    signal: watch::Receiver<Signal>,
}

impl JobTicket {
    /// Waits for the turn of the job, until the timeout of its class.
    pub(crate) async fn wait_for_turn(&mut self) -> Result<(), PrintError> {
        let signal = self.signal.wait_for(|signal| *signal != Signal::Wait);
        match tokio::time::timeout(self.queue.class.timeout, signal).await {
            Ok(Ok(signal)) if *signal == Signal::Start => Ok(()),
            _ => Err(PrintError::Busy),
        }
    }

    /// Completes when the job must stop.
    pub(crate) async fn stopped(&mut self) {
        if self.signal.wait_for(|signal| *signal == Signal::Stop).await.is_err() {
            // The job has left the queue, so nothing can stop it.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for JobTicket {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.running.remove(&self.number);
        if state.jobs.get(&self.key).is_some_and(|job| job.number == self.number) {
            state.jobs.remove(&self.key);
        }
        state.schedule(self.queue.class);
    }
}

impl JobQueue {
    pub(crate) fn new(class: JobClass) -> Arc<Self> {
        Arc::new(Self { class, state: Mutex::default() })
    }

    /// Admits a request, unless there are too many of this client or in total.
    pub(crate) fn admit(self: &Arc<Self>, client: ClientKey) -> Result<PrintPermit, PrintError> {
        let mut state = self.state();
        let own = client.and_then(|client| state.by_client.get(&client).copied()).unwrap_or_default();
        if client.is_some() && own >= self.class.max_requests_per_client {
            return Err(PrintError::TooManyRequests);
        }
        if state.requests >= self.class.max_requests {
            return Err(PrintError::Busy);
        }
        state.requests += 1;
        if let Some(client) = client {
            state.by_client.insert(client, own + 1);
        }
        drop(state);
        Ok(PrintPermit { queue: self.clone(), client })
    }

    /// Waits for the job of this key. If there is none, the caller gets a new job to start.
    pub(crate) fn join(self: &Arc<Self>, key: PrintKey, client: ClientKey) -> (JobWaiter, Option<NewJob>) {
        let mut state = self.state();
        if let Some(job) = state.jobs.get_mut(&key) {
            job.clients.push(client);
            let (number, result) = (job.number, job.result.clone());
            // The turn of this client may start the job.
            state.schedule(self.class);
            return (JobWaiter { queue: self.clone(), key, number, client, result }, None);
        }
        let (ticket, sender) = self.insert(&mut state, key, vec![client]);
        let (number, result) = (ticket.number, sender.subscribe());
        state.schedule(self.class);
        (JobWaiter { queue: self.clone(), key, number, client, result }, Some((ticket, sender)))
    }

    /// A job of this key that no request waits for, if no job runs or waits. It starts at once, and is stopped when another
    /// job needs its worker.
    pub(crate) fn begin_when_idle(self: &Arc<Self>, key: PrintKey) -> Option<NewJob> {
        let mut state = self.state();
        if self.class.max_running == 0 || !state.jobs.is_empty() || !state.running.is_empty() {
            return None;
        }
        let new = self.insert(&mut state, key, Vec::new());
        state.start(key);
        Some(new)
    }

    fn insert(self: &Arc<Self>, state: &mut QueueState, key: PrintKey, clients: Vec<ClientKey>) -> NewJob {
        state.job_count += 1;
        let number = state.job_count;
        let (sender, result) = watch::channel(None);
        let (signal, receiver) = watch::channel(Signal::Wait);
        state.jobs.insert(key, QueuedJob { number, clients, signal, result });
        (JobTicket { queue: self.clone(), key, number, signal: receiver }, sender)
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// Ends the wait of one request for a job.
    fn leave(&mut self, key: PrintKey, number: u64, client: ClientKey, class: JobClass) {
        let Some(job) = self.jobs.get_mut(&key).filter(|job| job.number == number) else { return };
        if let Some(at) = job.clients.iter().position(|other| *other == client) {
            job.clients.swap_remove(at);
        }
        if job.clients.is_empty() && !self.running.contains_key(&number) {
            self.stop(key);
        }
        self.schedule(class);
    }

    /// Starts waiting jobs on free workers, and stops running jobs without requests where others need their workers.
    fn schedule(&mut self, class: JobClass) {
        while self.running.len() < class.max_running {
            let Some(key) = self.next(class) else { break };
            self.start(key);
        }
        let (running, waiting): (Vec<_>, Vec<_>) =
            self.jobs.iter().partition(|(_, job)| self.running.contains_key(&job.number));
        // Jobs that are stopping will free their workers.
        let stopping = self.running.len() - running.len();
        let mut abandoned: Vec<(u64, PrintKey)> = running
            .iter()
            .filter(|(_, job)| job.clients.is_empty())
            .map(|(key, job)| (job.number, **key))
            .collect();
        // The newest first: it loses the least work.
        abandoned.sort_unstable_by_key(|(number, _)| std::cmp::Reverse(*number));
        abandoned.truncate(waiting.len().saturating_sub(stopping));
        for (_, key) in abandoned {
            self.stop(key);
        }
    }

    /// Starts a waiting job. It is the turn of the clients that wait for it.
    fn start(&mut self, key: PrintKey) {
        let Some(job) = self.jobs.get(&key) else { return };
        job.signal.send_replace(Signal::Start);
        self.running.insert(job.number, job.clients.clone());
        self.turns += 1;
        for client in &job.clients {
            self.last_turns.insert(*client, self.turns);
        }
        if self.last_turns.len() as u64 > REMEMBERED_TURNS {
            let forgotten = self.turns.saturating_sub(REMEMBERED_TURNS / 2);
            self.last_turns.retain(|_, turn| *turn > forgotten);
        }
    }

    /// The next job to start, if one may.
    fn next(&self, class: JobClass) -> Option<PrintKey> {
        let max_of_client = class.max_running.saturating_sub(1).max(1);
        let may_start = |client: &ClientKey| {
            client.is_none()
                || self.running.values().filter(|clients| clients.contains(client)).count() < max_of_client
        };
        let last_turn = |client: &ClientKey| self.last_turns.get(client).copied().unwrap_or_default();
        let waiting = self.jobs.iter().filter(|(_, job)| !self.running.contains_key(&job.number));
        let waiting = waiting.filter(|(_, job)| job.clients.iter().any(may_start));
        let longest_ago = |(_, job): &(&PrintKey, &QueuedJob)| {
            (job.clients.iter().map(last_turn).min().unwrap_or(u64::MAX), job.number)
        };
        waiting.min_by_key(longest_ago).map(|(key, _)| *key)
    }

    /// Stops a job, and removes it so that no request can join it.
    fn stop(&mut self, key: PrintKey) {
        if let Some(job) = self.jobs.remove(&key) {
            job.signal.send_replace(Signal::Stop);
        }
    }
}
