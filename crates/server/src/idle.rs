//! The idle tracker: which connections are idle, so that one of them can be closed for another.
//!
//! The client with the most idle connections loses the one that has been idle the longest. So many idle connections of one
//! address cost only that address. Clients can open another connection.
//!
//! There are two trackers. One has silent connections (`acceptor.rs`). The other has admitted connections: they are idle until
//! their first request has arrived completely, and again when no part of a response is left to send.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::Client;

/// How long a connection that is to be closed waits for a request that has arrived before and was not read yet, because
/// all processors were busy.
const CLOSE_DELAY: Duration = Duration::from_millis(20);

/// How long a connection is idle before it may be closed for another: its next request may be in transit.
const GRACE: Duration = Duration::from_millis(250);

/// The grace if the client that gets the new connection has at least as many idle ones.
const LONG_GRACE: Duration = Duration::from_secs(1);

/// The number of idle connections up to which a client gets another after the short grace.
const FEW: usize = 8;

/// Whether a connection can be closed for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// One is being closed.
    Soon,
    /// One can be closed after this time.
    After(Duration),
    /// All are busy; one of them may end soon.
    Busy,
    /// This client has as many idle connections as any other, and none has been idle for long.
    None,
}

/// A set of idle connections.
#[derive(Debug, Default)]
pub(crate) struct IdleTracker(Mutex<IdleConnections>);

#[derive(Debug, Default)]
struct IdleConnections {
    turns: u64,
    /// By turn: the first has been idle the longest.
    by_turn: BTreeMap<u64, IdleConnection>,
    /// The turns of each client.
    by_client: HashMap<IpAddr, BTreeSet<u64>>,
}

#[derive(Debug)]
struct IdleConnection {
    since: Instant,
    client: IpAddr,
    close: Arc<Notify>,
}

impl IdleTracker {
    /// Tracks a connection. It is idle at first.
    pub(crate) fn track(self: &Arc<Self>, client: IpAddr) -> TrackedConnection {
        let tracked = TrackedConnection(Arc::new(TrackedInner {
            set: Arc::clone(self),
            client,
            close: Arc::default(),
            turn: Mutex::default(),
        }));
        tracked.set_idle();
        tracked
    }

    /// The number of idle connections.
    pub(crate) fn len(&self) -> usize {
        self.lock().by_turn.len()
    }

    /// Closes a connection, so that `client` gets another.
    ///
    /// A client with few idle connections, or with fewer than the client that loses one, waits for a moment at most. Any other
    /// client gets one only if a connection has been idle for longer; otherwise a client that replaces its closed connections
    /// at once would take connections all the time. An address that many clients share always waits for a moment only.
    pub(crate) fn close_one(&self, client: Client) -> Room {
        let idle = self.lock();
        let Some(most) = idle.by_client.values().max_by_key(|turns| turns.len()) else { return Room::Busy };
        let has = idle.by_client.get(&client.address).map_or(0, BTreeSet::len);
        let soon = has < FEW || has + 1 < most.len() || !client.limited;
        let grace = if soon { GRACE } else { LONG_GRACE };
        let left = |turn: &u64| {
            idle.by_turn
                .get(turn)
                .map_or(grace, |connection| grace.saturating_sub(connection.since.elapsed()))
        };
        let (longest_of_most, longest) = (most.first(), idle.by_turn.first_key_value().map(|(turn, _)| turn));
        let ready = longest_of_most.into_iter().chain(longest).find(|turn| left(turn).is_zero()).copied();
        match ready {
            Some(turn) => {
                Self::close(idle, turn);
                Room::Soon
            }
            None if soon => Room::After(longest.map_or(grace, left)),
            None => Room::None,
        }
    }

    /// Closes the longest idle connection of the client with the most, without any grace. False if there is none.
    pub(crate) fn close_any(&self) -> bool {
        let idle = self.lock();
        let most = idle.by_client.values().max_by_key(|turns| turns.len());
        let turn = most.and_then(BTreeSet::first).copied();
        turn.is_some_and(|turn| Self::close(idle, turn))
    }

    fn close(mut idle: MutexGuard<'_, IdleConnections>, turn: u64) -> bool {
        if let Some(connection) = idle.remove(turn) {
            connection.close.notify_one();
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, IdleConnections> {
        // No update can be left incomplete.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl IdleConnections {
    fn remove(&mut self, turn: u64) -> Option<IdleConnection> {
        let connection = self.by_turn.remove(&turn)?;
        if let Some(turns) = self.by_client.get_mut(&connection.client) {
            turns.remove(&turn);
            if turns.is_empty() {
                self.by_client.remove(&connection.client);
            }
        }
        Some(connection)
    }
}

/// A tracked connection. Clones are the same connection; it is no longer tracked when the last one is dropped.
#[derive(Debug, Clone)]
pub(crate) struct TrackedConnection(Arc<TrackedInner>);

#[derive(Debug)]
struct TrackedInner {
    set: Arc<IdleTracker>,
    client: IpAddr,
    close: Arc<Notify>,
    /// The turn while the connection is idle.
    turn: Mutex<Option<u64>>,
}

impl TrackedConnection {
    /// Marks the connection as idle.
    pub(crate) fn set_idle(&self) {
        let mut set = self.0.set.lock();
        let mut turn = self.0.turn();
        if turn.is_none() {
            set.turns += 1;
            let new = set.turns;
            let (client, close) = (self.0.client, Arc::clone(&self.0.close));
            set.by_turn.insert(new, IdleConnection { since: Instant::now(), client, close });
            set.by_client.entry(client).or_default().insert(new);
            *turn = Some(new);
        }
    }

    /// Marks the connection as busy.
    pub(crate) fn set_busy(&self) {
        self.0.set_busy();
    }

    /// Completes when the connection must be closed and is still idle.
    pub(crate) async fn must_close(&self) {
        loop {
            self.0.close.notified().await;
            tokio::time::sleep(CLOSE_DELAY).await;
            if self.0.turn().is_some() {
                return;
            }
        }
    }
}

impl TrackedInner {
    fn turn(&self) -> MutexGuard<'_, Option<u64>> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_busy(&self) {
        let mut set = self.set.lock();
        if let Some(turn) = self.turn().take() {
            set.remove(turn);
        }
    }
}

impl Drop for TrackedInner {
    fn drop(&mut self) {
        self.set_busy();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    async fn closes(connection: &TrackedConnection) -> bool {
        tokio::time::timeout(Duration::from_millis(100), connection.must_close()).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn the_client_with_the_most_idle_connections_loses_the_oldest() {
        let set = Arc::<IdleTracker>::default();
        let oldest = set.track(address(1));
        let first = set.track(address(2));
        let second = set.track(address(2));
        assert!(set.close_any());
        assert!(!closes(&oldest).await && closes(&first).await && !closes(&second).await);
        drop(first);
        assert_eq!(set.len(), 2);
        second.set_busy();
        assert!(set.close_any());
        assert!(closes(&oldest).await);
        assert!(!set.close_any(), "the only other one is busy");
    }

    #[tokio::test(start_paused = true)]
    async fn the_grace_is_shorter_for_a_client_with_fewer_idle_connections() {
        let set = Arc::<IdleTracker>::default();
        let room = |last: u8| set.close_one(Client { address: address(last), limited: true });
        let shared = || set.close_one(Client { address: address(1), limited: false });
        assert_eq!(room(2), Room::Busy);
        let _many: Vec<_> = (0..=FEW).map(|_| set.track(address(1))).collect();
        assert_eq!(room(2), Room::After(GRACE));
        assert_eq!(shared(), Room::After(GRACE));
        assert_eq!(room(1), Room::None);
        tokio::time::advance(GRACE).await;
        assert_eq!(room(1), Room::None);
        assert_eq!(shared(), Room::Soon);
        assert_eq!(room(2), Room::Soon);
        assert_eq!(room(1), Room::Soon, "it has few idle connections now");
    }

    #[tokio::test(start_paused = true)]
    async fn a_busy_connection_stays() {
        let set = Arc::<IdleTracker>::default();
        let connection = set.track(address(1));
        assert!(set.close_any());
        connection.set_busy();
        connection.set_idle();
        connection.set_busy();
        assert!(!closes(&connection).await);
        assert_eq!(set.len(), 0);
    }
}
