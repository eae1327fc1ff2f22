//! The queue before the printer: which job begins next, and which is given up.
//!
//! A job is known by its key, and all requests for the same thing wait for the same job. When a slot is free, the next job is
//! that of the client whose last turn is the longest ago; a client that has had no turn comes first. So a client with many
//! requests waits behind all others, and joining a job that another client has asked for costs nobody a place. No client can
//! use all slots: one stays free for the next client.
//!
//! A job that nobody waits for any more is dropped before it begins. One that has begun goes on until another job needs its
//! slot: its client is likely to ask again, but a job with somebody waiting for it comes first.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::watch;

use crate::{Key, PrintError};

/// How many requests and jobs of a sort are under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Jobs that run at once; one less for one client, if there are several.
    pub at_once: usize,
    /// Requests under way at once.
    pub requests: usize,
    /// Requests of one client under way at once.
    pub per_client: usize,
    /// How long a job waits for its turn before it is given up.
    pub patience: Duration,
}

impl Lane {
    /// Pictures of pages: short work, of which a page of a reader shows many at once.
    pub const PAGES: Self =
        Self { at_once: 4, requests: 64, per_client: 16, patience: Duration::from_secs(10) };
    /// Typeset documents: long work that takes much memory.
    pub const PAPERS: Self =
        Self { at_once: 2, requests: 64, per_client: 4, patience: Duration::from_secs(30) };
}

/// The client of a request, as the address that limits per client are counted by. None when it is not known: all such
/// requests count as one client in turns, and no limit per client holds for them.
pub type Asker = Option<IpAddr>;

/// Turns that are remembered.
const TURNS: u64 = 4096;

/// The result of a job, once it is there.
pub(crate) type Awaited = watch::Receiver<Option<Result<Bytes, PrintError>>>;

/// A job that its first asker begins: its ticket, and where its result goes.
pub(crate) type Begun = (Ticket, watch::Sender<Option<Result<Bytes, PrintError>>>);

/// The requests and jobs of one lane.
pub(crate) struct Queue {
    pub(crate) lane: Lane,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    requests: usize,
    by_client: HashMap<IpAddr, usize>,
    /// Jobs that may be joined: those that wait, and those that run.
    jobs: HashMap<Key, Job>,
    /// The numbers of the jobs that hold a slot, joinable or not, and who had them begun.
    running: HashMap<u64, Vec<Asker>>,
    /// Jobs there have been.
    numbered: u64,
    /// Turns there have been, and which was each client's last.
    turns: u64,
    last_turns: HashMap<Asker, u64>,
}

struct Job {
    number: u64,
    /// Who waits for it; one who waits twice is here twice.
    askers: Vec<Asker>,
    signal: watch::Sender<Signal>,
    awaited: Awaited,
}

/// What a job is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    Wait,
    Begin,
    GiveUp,
}

/// A request that has been let in; its place is free again when this is dropped.
pub struct Admission {
    queue: Arc<Queue>,
    asker: Asker,
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.requests = state.requests.saturating_sub(1);
        let Some(client) = self.asker else { return };
        if let Some(own) = state.by_client.get_mut(&client) {
            *own -= 1;
            if *own == 0 {
                state.by_client.remove(&client);
            }
        }
    }
}

/// Somebody who waits for a job, until this is dropped.
pub(crate) struct Waiter {
    queue: Arc<Queue>,
    key: Key,
    number: u64,
    asker: Asker,
    pub(crate) awaited: Awaited,
}

impl Drop for Waiter {
    fn drop(&mut self) {
        self.queue.state().leave(self.key, self.number, self.asker, self.queue.lane);
    }
}

/// A job's right to run, once it is told to begin; its slot is free again when this is dropped.
pub(crate) struct Ticket {
    queue: Arc<Queue>,
    key: Key,
    number: u64,
    signal: watch::Receiver<Signal>,
}

impl Ticket {
    /// Waits for the job's turn, but not for ever.
    pub(crate) async fn turn(&mut self) -> Result<(), PrintError> {
        let told = self.signal.wait_for(|signal| *signal != Signal::Wait);
        match tokio::time::timeout(self.queue.lane.patience, told).await {
            Ok(Ok(signal)) if *signal == Signal::Begin => Ok(()),
            _ => Err(PrintError::Busy),
        }
    }

    /// Done when the job is to be given up.
    pub(crate) async fn given_up(&mut self) {
        if self.signal.wait_for(|signal| *signal == Signal::GiveUp).await.is_err() {
            // It can no longer be joined, and nobody is left who could tell it anything.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.running.remove(&self.number);
        if state.jobs.get(&self.key).is_some_and(|job| job.number == self.number) {
            state.jobs.remove(&self.key);
        }
        state.settle(self.queue.lane);
    }
}

impl Queue {
    pub(crate) fn new(lane: Lane) -> Arc<Self> {
        Arc::new(Self { lane, state: Mutex::default() })
    }

    /// Lets a request in, unless there are too many, of this client or in all.
    pub(crate) fn admit(self: &Arc<Self>, asker: Asker) -> Result<Admission, PrintError> {
        let mut state = self.state();
        let own = asker.and_then(|client| state.by_client.get(&client).copied()).unwrap_or_default();
        if asker.is_some() && own >= self.lane.per_client {
            return Err(PrintError::TooMany);
        }
        if state.requests >= self.lane.requests {
            return Err(PrintError::Busy);
        }
        state.requests += 1;
        if let Some(client) = asker {
            state.by_client.insert(client, own + 1);
        }
        drop(state);
        Ok(Admission { queue: self.clone(), asker })
    }

    /// Joins those who wait for a job. A job that there was not is begun by the caller, who gets a ticket for it and the
    /// place for its result.
    pub(crate) fn join(self: &Arc<Self>, key: Key, asker: Asker) -> (Waiter, Option<Begun>) {
        let mut state = self.state();
        if let Some(job) = state.jobs.get_mut(&key) {
            job.askers.push(asker);
            let (number, awaited) = (job.number, job.awaited.clone());
            // It may have its turn by the one who has joined.
            state.settle(self.lane);
            return (Waiter { queue: self.clone(), key, number, asker, awaited }, None);
        }
        state.numbered += 1;
        let number = state.numbered;
        let (result, awaited) = watch::channel(None);
        let (signal, told) = watch::channel(Signal::Wait);
        state.jobs.insert(key, Job { number, askers: vec![asker], signal, awaited: awaited.clone() });
        state.settle(self.lane);
        let ticket = Ticket { queue: self.clone(), key, number, signal: told };
        (Waiter { queue: self.clone(), key, number, asker, awaited }, Some((ticket, result)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Somebody waits no longer.
    fn leave(&mut self, key: Key, number: u64, asker: Asker, lane: Lane) {
        let Some(job) = self.jobs.get_mut(&key).filter(|job| job.number == number) else { return };
        if let Some(at) = job.askers.iter().position(|other| *other == asker) {
            job.askers.swap_remove(at);
        }
        if job.askers.is_empty() && !self.running.contains_key(&number) {
            self.give_up(key);
        }
        self.settle(lane);
    }

    /// Gives free slots to jobs that wait, and takes slots from jobs that nobody waits for where others need them.
    fn settle(&mut self, lane: Lane) {
        while self.running.len() < lane.at_once {
            let Some(job) = self.next(lane).and_then(|key| self.jobs.get(&key)) else { break };
            job.signal.send_replace(Signal::Begin);
            self.running.insert(job.number, job.askers.clone());
            self.turns += 1;
            for asker in &job.askers {
                self.last_turns.insert(*asker, self.turns);
            }
            if self.last_turns.len() as u64 > TURNS {
                let forgotten = self.turns.saturating_sub(TURNS / 2);
                self.last_turns.retain(|_, turn| *turn > forgotten);
            }
        }
        let (running, waiting): (Vec<_>, Vec<_>) =
            self.jobs.iter().partition(|(_, job)| self.running.contains_key(&job.number));
        // Those told to end already will free their slots.
        let freed = self.running.len() - running.len();
        let mut unwanted: Vec<(u64, Key)> = running
            .iter()
            .filter(|(_, job)| job.askers.is_empty())
            .map(|(key, job)| (job.number, **key))
            .collect();
        // The newest first: least is lost.
        unwanted.sort_unstable_by_key(|(number, _)| std::cmp::Reverse(*number));
        unwanted.truncate(waiting.len().saturating_sub(freed));
        for (_, key) in unwanted {
            self.give_up(key);
        }
    }

    /// The job to begin next, if one may.
    fn next(&self, lane: Lane) -> Option<Key> {
        let of_one = lane.at_once.saturating_sub(1).max(1);
        let may_begin = |asker: &Asker| {
            asker.is_none() || self.running.values().filter(|begun| begun.contains(asker)).count() < of_one
        };
        let last_turn = |asker: &Asker| self.last_turns.get(asker).copied().unwrap_or_default();
        let waiting = self.jobs.iter().filter(|(_, job)| !self.running.contains_key(&job.number));
        let waiting = waiting.filter(|(_, job)| job.askers.iter().any(may_begin));
        let longest_ago = |(_, job): &(&Key, &Job)| {
            (job.askers.iter().map(last_turn).min().unwrap_or(u64::MAX), job.number)
        };
        waiting.min_by_key(longest_ago).map(|(key, _)| *key)
    }

    /// Tells a job to end, and lets nobody join it any more.
    fn give_up(&mut self, key: Key) {
        if let Some(job) = self.jobs.remove(&key) {
            job.signal.send_replace(Signal::GiveUp);
        }
    }
}
