//! How much of a resource each client holds, up to a limit.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The shares of all clients in one resource: concurrent requests, bytes, downloads.
#[derive(Debug, Clone)]
pub struct ClientShares {
    limit: usize,
    /// By client group. Only clients that hold something have an entry.
    held: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl ClientShares {
    /// Shares with this limit for each client.
    pub fn new(limit: usize) -> Self {
        Self { limit, held: Arc::default() }
    }

    /// Takes this amount for a client, until the share is dropped. None if the client would then hold more than the limit.
    ///
    /// A client without a group ([`Client::group`](crate::Client::group)) has no limit. An amount above the limit counts as the
    /// limit, so that it can be taken at all.
    pub fn take(&self, group: Option<IpAddr>, amount: usize) -> Option<ClientShare> {
        let Some(group) = group else { return Some(ClientShare(None)) };
        let amount = amount.min(self.limit);
        let mut held = self.lock();
        let holds = held.get(&group).copied().unwrap_or(0);
        if holds + amount > self.limit {
            return None;
        }
        held.insert(group, holds + amount);
        drop(held);
        Some(ClientShare(Some((self.clone(), group, amount))))
    }

    fn release(&self, group: IpAddr, amount: usize) {
        let mut held = self.lock();
        if let Some(holds) = held.get_mut(&group) {
            *holds = holds.saturating_sub(amount);
            if *holds == 0 {
                held.remove(&group);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // No update can be left incomplete.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An amount that a client holds. Dropping it returns the amount.
#[derive(Debug)]
pub struct ClientShare(Option<(ClientShares, IpAddr, usize)>);

impl ClientShare {
    /// Returns everything above this amount.
    pub fn shrink(&mut self, amount: usize) {
        let Some((shares, group, takes)) = &mut self.0 else { return };
        shares.release(*group, takes.saturating_sub(amount));
        *takes = (*takes).min(amount);
    }
}

impl Drop for ClientShare {
    fn drop(&mut self) {
        if let Some((shares, group, amount)) = self.0.take() {
            shares.release(group, amount);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ClientShares;

    #[test]
    fn each_client_has_its_own_share_and_returns_it() {
        let shares = ClientShares::new(10);
        let (one, other) = (Some("192.0.2.1".parse().unwrap()), Some("192.0.2.2".parse().unwrap()));
        let first = shares.take(one, 7).unwrap();
        assert!(shares.take(one, 4).is_none());
        let second = shares.take(one, 3).unwrap();
        assert!(shares.take(other, 10).is_some());
        drop((first, second));
        assert!(shares.lock().is_empty(), "a client that holds nothing has no entry");
        let mut large = shares.take(one, 1000).unwrap();
        assert!(shares.take(one, 1).is_none());
        large.shrink(9);
        assert!(shares.take(one, 1).is_some());
        drop(large);
        assert!(shares.take(None, 1000).is_some() && shares.take(None, 1000).is_some());
    }
}
