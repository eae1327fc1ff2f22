//! Admission queues: how much of a bounded resource may be in use at once, who may wait for it, and who is next.
//!
//! Every queue in which requests make others wait is one of these, so there is one policy:
//!
//! * **Bounded.** An overloaded server must reject requests at once. A response that is made after its client has gone is
//!   wasted work, and delays the requests behind it. So a bounded number waits, for a bounded time. A request beyond either
//!   bound is rejected with a 503 that states when to try again.
//! * **A quarter for one client.** A client holds at most a quarter of the resource, but may always hold one unit, and has at
//!   most a quarter of the waiting places. A request that exceeds its client's quarter waits for earlier requests of that
//!   client; a request that finds no waiting place is rejected with a 429.
//! * **In turn.** The next request is that of the client whose last turn is the longest ago; a client without an earlier turn
//!   comes first. So a client with many requests waits behind all others. The print pool orders its jobs by the same rule.
//!
//! The client is known from the task of the request ([`as_client`]). Requests whose client is not known (those of this machine
//! and of a proxy that names none, see `lagrum_server::client`) count as one client for turns, and have no limit of their own.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::ApiError;

/// The group of the client of a request, for limits ([`lagrum_server::Client::group`]).
pub(crate) type ClientKey = Option<IpAddr>;

tokio::task_local! {
    static CLIENT: ClientKey;
}

/// Runs the work of a request on behalf of a client. Tasks that the work starts do not inherit the client: pass it to them.
pub async fn as_client<F: Future>(client: Option<IpAddr>, work: F) -> F::Output {
    CLIENT.scope(client, work).await
}

/// The client of the request that runs now.
pub(crate) fn current_client() -> ClientKey {
    CLIENT.try_with(|client| *client).ok().flatten()
}

/// One client may hold 1/`CLIENTS` of the units of a resource, and of its waiting places.
const CLIENTS: usize = 4;

/// How many clients' last turns are remembered, at most.
const REMEMBERED_TURNS: u64 = 4096;

/// Seconds after which a rejected request may be sent again.
const RETRY_AFTER: u32 = 1;

/// A bounded resource, and the queue before it.
#[derive(Clone)]
pub(crate) struct AdmissionQueue(Arc<Queue>);

struct Queue {
    /// Units of the resource.
    units: usize,
    /// Requests that may wait.
    places: usize,
    /// How long a request waits.
    timeout: Duration,
    /// The message for a rejected request.
    message: &'static str,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Units in use.
    used: usize,
    /// Units in use by each client.
    used_by: HashMap<IpAddr, usize>,
    waiting: Vec<Waiting>,
    /// The number of requests so far.
    count: u64,
    /// The number of turns so far, and the last turn of each client.
    turns: u64,
    last_turns: HashMap<ClientKey, u64>,
}

/// A request that waits.
struct Waiting {
    number: u64,
    client: ClientKey,
    amount: usize,
    admitted: oneshot::Sender<Permit>,
}

/// The right to use some units of the resource, until it is dropped.
pub(crate) struct Permit {
    queue: Arc<Queue>,
    client: ClientKey,
    amount: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.queue.release(self.client, self.amount);
    }
}

/// A place in the queue, until it is dropped.
struct Place<'q> {
    queue: &'q Arc<Queue>,
    number: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let left = {
            let mut state = self.queue.state();
            let at = state.waiting.iter().position(|other| other.number == self.number);
            at.map(|at| state.waiting.remove(at))
        };
        // A smaller request may fit where this one did not.
        if left.is_some() {
            self.queue.admit_next();
        }
    }
}

impl AdmissionQueue {
    /// A queue before `units` units of a resource, in which `places` requests may wait for `timeout`.
    pub(crate) fn new(units: usize, places: usize, timeout: Duration, message: &'static str) -> Self {
        Self(Arc::new(Queue { units, places, timeout, message, state: Mutex::default() }))
    }

    /// Waits for one unit.
    pub(crate) async fn admit(&self) -> Result<Permit, ApiError> {
        self.admit_amount(1).await
    }

    /// Waits for `amount` units. More units than one client may hold are reduced to that number, so that such a request can
    /// succeed.
    pub(crate) async fn admit_amount(&self, amount: usize) -> Result<Permit, ApiError> {
        let queue = &self.0;
        let client = current_client();
        let amount = amount.min(if client.is_some() { queue.most_of_client() } else { queue.units });
        let (admitted, admission) = oneshot::channel();
        let number = {
            let mut state = queue.state();
            let own = state.waiting.iter().filter(|other| other.client == client).count();
            // A request that need not wait also takes a place, until `admit_next` has admitted it.
            if client.is_some() && own >= queue.places_of_client() {
                return Err(own_limit());
            }
            if state.waiting.len() >= queue.places && !queue.fits(&state, client, amount) {
                return Err(queue.rejection());
            }
            state.count += 1;
            let number = state.count;
            state.waiting.push(Waiting { number, client, amount, admitted });
            number
        };
        let place = Place { queue, number };
        queue.admit_next();
        let outcome = tokio::time::timeout(queue.timeout, admission).await;
        let holds_all = client.is_some() && !queue.may_hold(&queue.state(), client, amount);
        drop(place);
        match outcome {
            Ok(Ok(permit)) => Ok(permit),
            // The request waited for other requests of its own client.
            _ if holds_all => Err(own_limit()),
            _ => Err(queue.rejection()),
        }
    }

    /// Whether a further request would wait.
    pub(crate) fn is_busy(&self) -> bool {
        self.0.state().used >= self.0.units
    }
}

/// The rejection of a client that has too much under way.
fn own_limit() -> ApiError {
    ApiError::too_many("too many requests from this address at once: wait for their answers", RETRY_AFTER)
}

impl Queue {
    fn rejection(&self) -> ApiError {
        ApiError::busy(self.message, RETRY_AFTER)
    }

    /// Units that one client may hold.
    fn most_of_client(&self) -> usize {
        (self.units / CLIENTS).max(1)
    }

    /// Requests of one client that may wait.
    fn places_of_client(&self) -> usize {
        (self.places / CLIENTS).max(1)
    }

    /// Whether the limit of a client allows it `amount` more units.
    fn may_hold(&self, state: &State, client: ClientKey, amount: usize) -> bool {
        client.is_none_or(|client| {
            state.used_by.get(&client).copied().unwrap_or_default() + amount <= self.most_of_client()
        })
    }

    /// Whether `amount` units are free, and allowed to the client.
    fn fits(&self, state: &State, client: ClientKey, amount: usize) -> bool {
        state.used + amount <= self.units && self.may_hold(state, client, amount)
    }

    /// Admits waiting requests while there is room. The request whose turn it is waits for enough room, and no other passes it.
    fn admit_next(self: &Arc<Self>) {
        loop {
            let mut state = self.state();
            let last_turn = |client: &ClientKey| state.last_turns.get(client).copied().unwrap_or_default();
            let may_start = |other: &&Waiting| self.may_hold(&state, other.client, other.amount);
            let next = state.waiting.iter().filter(may_start);
            let next = next.min_by_key(|other| (last_turn(&other.client), other.number));
            let Some(next) = next.filter(|next| state.used + next.amount <= self.units) else { return };
            let number = next.number;
            let Some(at) = state.waiting.iter().position(|other| other.number == number) else { return };
            let Waiting { client, amount, admitted, .. } = state.waiting.remove(at);
            state.take(client, amount);
            drop(state);
            let permit = Permit { queue: Arc::clone(self), client, amount };
            // If the request has ended, the permit is dropped here and its units are released.
            let _ = admitted.send(permit);
        }
    }

    fn release(self: &Arc<Self>, client: ClientKey, amount: usize) {
        {
            let mut state = self.state();
            state.used = state.used.saturating_sub(amount);
            if let Some(client) = client
                && let Some(used) = state.used_by.get_mut(&client)
            {
                *used = used.saturating_sub(amount);
                if *used == 0 {
                    state.used_by.remove(&client);
                }
            }
        }
        self.admit_next();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Gives units to a client, which counts as its turn.
    fn take(&mut self, client: ClientKey, amount: usize) {
        self.used += amount;
        if let Some(client) = client {
            *self.used_by.entry(client).or_default() += amount;
        }
        self.turns += 1;
        self.last_turns.insert(client, self.turns);
        if self.last_turns.len() as u64 > REMEMBERED_TURNS {
            let forgotten = self.turns.saturating_sub(REMEMBERED_TURNS / 2);
            self.last_turns.retain(|_, turn| *turn > forgotten);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn queue(units: usize, places: usize) -> AdmissionQueue {
        AdmissionQueue::new(units, places, Duration::from_secs(1), "busy")
    }

    #[tokio::test]
    async fn a_queue_is_busy_while_all_permits_are_taken() {
        let queue = queue(1, 1);
        assert!(!queue.is_busy());
        let permit = queue.admit().await;
        assert!(permit.is_ok() && queue.is_busy());
        drop(permit);
        assert!(!queue.is_busy());
    }

    #[tokio::test(start_paused = true)]
    async fn one_client_holds_a_quarter_and_waits_for_itself() {
        let queue = queue(8, 8);
        let mut held = Vec::new();
        for _ in 0..2 {
            held.push(as_client(Some(client(1)), queue.admit()).await.unwrap());
        }
        let third = as_client(Some(client(1)), queue.admit()).await;
        assert!(matches!(third, Err(ApiError::TooManyRequests { .. })));
        // Other clients are not affected.
        for last in 2..=4 {
            for _ in 0..2 {
                held.push(as_client(Some(client(last)), queue.admit()).await.unwrap());
            }
        }
        let others = as_client(Some(client(5)), queue.admit()).await;
        assert!(matches!(others, Err(ApiError::Unavailable { .. })), "it has nothing, and there is no room");
        held.clear();
        assert!(queue.0.state().used_by.is_empty(), "a client that holds nothing has no entry");
        // Without a client, only the limit of all requests applies.
        for _ in 0..8 {
            held.push(queue.admit().await.unwrap());
        }
        assert!(matches!(queue.admit().await, Err(ApiError::Unavailable { .. })));
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_has_a_quarter_of_the_places() {
        let queue = queue(1, 8);
        let running = queue.admit().await.unwrap();
        let waits: Vec<_> = (0..3)
            .map(|_| {
                let queue = queue.clone();
                tokio::spawn(as_client(Some(client(1)), async move { queue.admit().await.map(drop) }))
            })
            .collect();
        tokio::task::yield_now().await;
        assert_eq!(queue.0.state().waiting.len(), 2, "the third was rejected at once");
        drop(running);
        let mut outcomes = Vec::new();
        for wait in waits {
            outcomes.push(wait.await.unwrap().is_ok());
        }
        assert_eq!(outcomes, [true, true, false]);
    }

    #[tokio::test(start_paused = true)]
    async fn clients_take_turns() {
        let queue = queue(1, 64);
        let running = queue.admit().await.unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (last, count) in [(1_u8, 4), (2, 1), (3, 2)] {
            for _ in 0..count {
                let (queue, order) = (queue.clone(), order.clone());
                tasks.push(tokio::spawn(as_client(Some(client(last)), async move {
                    let _permit = queue.admit().await.unwrap();
                    order.lock().unwrap().push(last);
                })));
                tokio::task::yield_now().await;
            }
        }
        drop(running);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [1, 2, 3, 1, 3, 1, 1]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_large_waits_for_room_and_what_left_gives_it_back() {
        let queue = queue(16, 8);
        let small = queue.admit_amount(10).await.unwrap();
        let large = tokio::spawn({
            let queue = queue.clone();
            async move { queue.admit_amount(100).await.map(drop) }
        });
        tokio::task::yield_now().await;
        // It does not pass the request before it, and leaves when its own timeout has passed.
        let late = tokio::time::timeout(Duration::from_millis(10), queue.admit_amount(1)).await;
        assert!(late.is_err());
        assert_eq!(queue.0.state().waiting.len(), 1);
        drop(small);
        assert!(large.await.unwrap().is_ok());
        assert_eq!(queue.0.state().used, 0);
        assert!(
            as_client(Some(client(1)), queue.admit_amount(100)).await.is_ok(),
            "alone, any amount is possible"
        );
    }
}
