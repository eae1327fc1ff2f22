//! Ports for nodes of a cluster.
//!
//! A node needs seconds before it listens, and a node that is killed frees its port until it is started again. A port that is
//! merely free may therefore be another's. So each port is taken by the lock of a file, which all processes of this machine
//! see, for as long as the node may be started.

use std::net::{Ipv4Addr, TcpListener};
use std::ops::RangeInclusive;

use lagrum_files::FileLock;

use super::Failure;

/// A port that no other [`Port`] has, in any process, until this is dropped.
#[derive(Debug)]
pub struct Port {
    number: u16,
    _lock: FileLock,
}

impl Port {
    /// Takes so many free ports of a range. An error if there are fewer.
    pub fn take(range: RangeInclusive<u16>, count: usize) -> Result<Vec<Self>, Failure> {
        let folder = std::env::temp_dir().join("lagrum-ports");
        std::fs::create_dir_all(&folder)?;
        let mut taken = Vec::new();
        for number in range {
            if taken.len() == count {
                break;
            }
            let Some(lock) = FileLock::try_exclusive(&folder.join(number.to_string()))? else { continue };
            if TcpListener::bind((Ipv4Addr::LOCALHOST, number)).is_ok() {
                taken.push(Self { number, _lock: lock });
            }
        }
        if taken.len() < count { Err("too few ports are free".into()) } else { Ok(taken) }
    }

    pub fn number(&self) -> u16 {
        self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_taken_once_and_free_when_it_is_given_back() {
        let range = 9801..=9820;
        let numbers = |ports: &[Port]| ports.iter().map(Port::number).collect::<Vec<_>>();
        let first = Port::take(range.clone(), 2).unwrap();
        let second = Port::take(range.clone(), 2).unwrap();
        assert!(numbers(&second).iter().all(|number| !numbers(&first).contains(number)));
        let given_back = numbers(&first);
        drop(first);
        assert_eq!(numbers(&Port::take(range.clone(), 2).unwrap()), given_back);
        assert!(Port::take(range, 21).is_err());
    }
}
