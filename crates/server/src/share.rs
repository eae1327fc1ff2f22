//! How much of something each client holds at once, within a bound.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The shares of all clients in one thing: requests at once, bytes, downloads.
#[derive(Debug, Clone)]
pub struct Shares {
    most: usize,
    /// Only clients that hold something are in it.
    held: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Shares {
    /// Shares of at most so much for each client.
    pub fn new(most: usize) -> Self {
        Self { most, held: Arc::default() }
    }

    /// Takes so much for a client, until the share is dropped. None if the client would then hold more than the bound.
    ///
    /// A client without a group ([`Client::group`](crate::Client::group)) is not bounded. What is larger than the bound
    /// counts as much as the bound, so it is possible alone.
    pub fn take(&self, group: Option<IpAddr>, amount: usize) -> Option<Share> {
        let Some(group) = group else { return Some(Share(None)) };
        let amount = amount.min(self.most);
        let mut held = self.lock();
        let holds = held.get(&group).copied().unwrap_or(0);
        if holds + amount > self.most {
            return None;
        }
        held.insert(group, holds + amount);
        drop(held);
        Some(Share(Some((self.clone(), group, amount))))
    }

    fn give_back(&self, group: IpAddr, amount: usize) {
        let mut held = self.lock();
        if let Some(holds) = held.get_mut(&group) {
            *holds = holds.saturating_sub(amount);
            if *holds == 0 {
                held.remove(&group);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // Nothing in here can be left half-done.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a client holds; given back when dropped.
#[derive(Debug)]
pub struct Share(Option<(Shares, IpAddr, usize)>);

impl Share {
    /// Gives back all but so much.
    pub fn shrink(&mut self, amount: usize) {
        let Some((shares, group, takes)) = &mut self.0 else { return };
        shares.give_back(*group, takes.saturating_sub(amount));
        *takes = (*takes).min(amount);
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if let Some((shares, group, amount)) = self.0.take() {
            shares.give_back(group, amount);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shares;

    #[test]
    fn each_client_has_its_own_share_and_gives_it_back() {
        let shares = Shares::new(10);
        let (one, other) = (Some("192.0.2.1".parse().unwrap()), Some("192.0.2.2".parse().unwrap()));
        let first = shares.take(one, 7).unwrap();
        assert!(shares.take(one, 4).is_none());
        let second = shares.take(one, 3).unwrap();
        assert!(shares.take(other, 10).is_some());
        drop((first, second));
        assert!(shares.lock().is_empty(), "nobody is remembered for ever");
        let mut large = shares.take(one, 1000).unwrap();
        assert!(shares.take(one, 1).is_none());
        large.shrink(9);
        assert!(shares.take(one, 1).is_some());
        drop(large);
        assert!(shares.take(None, 1000).is_some() && shares.take(None, 1000).is_some());
    }
}
