//! Which connections have nothing to do, so that one of them can be closed when there is no room for another.
//!
//! Of all clients the one with the most idle connections loses one, and of these the one that has been idle the
//! longest. So many idle connections of one address cost that address only. Clients know how to open another connection.
//!
//! There are two such sets. One holds connections that have not sent anything yet (`acceptor.rs`). The other holds
//! connections that have been admitted: they are idle until their first request has arrived whole, and again when
//! nothing of an answer is left to send.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::Client;

/// How long a connection that is to be closed may still hear of a request that arrived before and was not noticed,
/// since every processor was busy.
const PAUSE: Duration = Duration::from_millis(20);

/// How long a connection is idle before it may be closed for another: its next request may be on its way.
const GRACE: Duration = Duration::from_millis(250);

/// The same, if the client that gets another has as many.
const LONG_GRACE: Duration = Duration::from_secs(1);

/// Idle connections that any client may have.
const FEW: usize = 8;

/// Whether there is going to be room for a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// Another has been asked to close.
    Soon,
    /// Another can be asked to close after this time.
    After(Duration),
    /// All have something to do, and one of them may end soon.
    Busy,
    /// This client has as many idle connections as anybody, and none has been idle for long.
    None,
}

/// A set of idle connections.
#[derive(Debug, Default)]
pub(crate) struct IdleSet(Mutex<Idle>);

#[derive(Debug, Default)]
struct Idle {
    turns: u64,
    /// By turn: the first has been idle the longest.
    by_turn: BTreeMap<u64, Connection>,
    /// The turns of each client.
    by_client: HashMap<IpAddr, BTreeSet<u64>>,
}

#[derive(Debug)]
struct Connection {
    since: Instant,
    client: IpAddr,
    close: Arc<Notify>,
}

impl IdleSet {
    /// Tracks a connection, which is idle at first.
    pub(crate) fn track(self: &Arc<Self>, client: IpAddr) -> Tracked {
        let tracked = Tracked(Arc::new(Inner {
            set: Arc::clone(self),
            client,
            close: Arc::default(),
            turn: Mutex::default(),
        }));
        tracked.idle();
        tracked
    }

    /// How many connections are idle.
    pub(crate) fn len(&self) -> usize {
        self.lock().by_turn.len()
    }

    /// Asks a connection to close, so that a client gets another.
    ///
    /// A client with few idle connections, or fewer than the one that loses one, has to wait for a moment at the most.
    /// Others get one only when the other has been idle for longer: a client that opens connections as fast as its own are
    /// closed would do so all the time. An address that many clients share is spared that.
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

    /// Asks the longest idle connection of the client with the most to close, however short that is. False if there is
    /// none.
    pub(crate) fn close_any(&self) -> bool {
        let idle = self.lock();
        let most = idle.by_client.values().max_by_key(|turns| turns.len());
        let turn = most.and_then(BTreeSet::first).copied();
        turn.is_some_and(|turn| Self::close(idle, turn))
    }

    fn close(mut idle: MutexGuard<'_, Idle>, turn: u64) -> bool {
        if let Some(connection) = idle.remove(turn) {
            connection.close.notify_one();
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, Idle> {
        // Nothing in here can be left half-done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Idle {
    fn remove(&mut self, turn: u64) -> Option<Connection> {
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

/// A connection that a set tracks. Its clones are the same connection; it is forgotten with the last of them.
#[derive(Debug, Clone)]
pub(crate) struct Tracked(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    set: Arc<IdleSet>,
    client: IpAddr,
    close: Arc<Notify>,
    /// Set while the connection is idle.
    turn: Mutex<Option<u64>>,
}

impl Tracked {
    /// The connection waits for a request.
    pub(crate) fn idle(&self) {
        let mut set = self.0.set.lock();
        let mut turn = self.0.turn();
        if turn.is_none() {
            set.turns += 1;
            let new = set.turns;
            let (client, close) = (self.0.client, Arc::clone(&self.0.close));
            set.by_turn.insert(new, Connection { since: Instant::now(), client, close });
            set.by_client.entry(client).or_default().insert(new);
            *turn = Some(new);
        }
    }

    /// The connection has something to do.
    pub(crate) fn busy(&self) {
        self.0.busy();
    }

    /// Done when the connection is asked to close and has had nothing to do since.
    pub(crate) async fn asked_to_close(&self) {
        loop {
            self.0.close.notified().await;
            tokio::time::sleep(PAUSE).await;
            if self.0.turn().is_some() {
                return;
            }
        }
    }
}

impl Inner {
    fn turn(&self) -> MutexGuard<'_, Option<u64>> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn busy(&self) {
        let mut set = self.set.lock();
        if let Some(turn) = self.turn().take() {
            set.remove(turn);
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.busy();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    async fn is_asked(connection: &Tracked) -> bool {
        tokio::time::timeout(Duration::from_millis(100), connection.asked_to_close()).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn the_client_with_the_most_loses_its_oldest() {
        let set = Arc::<IdleSet>::default();
        let oldest = set.track(address(1));
        let first = set.track(address(2));
        let second = set.track(address(2));
        assert!(set.close_any());
        assert!(!is_asked(&oldest).await && is_asked(&first).await && !is_asked(&second).await);
        drop(first);
        assert_eq!(set.len(), 2);
        second.busy();
        assert!(set.close_any());
        assert!(is_asked(&oldest).await);
        assert!(!set.close_any(), "the only other one is busy");
    }

    #[tokio::test(start_paused = true)]
    async fn the_grace_is_shorter_for_a_client_that_has_fewer() {
        let set = Arc::<IdleSet>::default();
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
        assert_eq!(room(1), Room::Soon, "it has few now");
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_with_something_to_do_stays() {
        let set = Arc::<IdleSet>::default();
        let connection = set.track(address(1));
        assert!(set.close_any());
        connection.busy();
        connection.idle();
        connection.busy();
        assert!(!is_asked(&connection).await);
        assert_eq!(set.len(), 0);
    }
}
