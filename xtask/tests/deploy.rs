//! The files in `deploy`: what runs with rights has the same walls everywhere.

mod common;

use std::collections::BTreeMap;

use common::read;

/// What a unit must state for itself: what it may write, whom it talks to, and what follows from its kind.
const OWN: [&str; 3] = ["ReadWritePaths", "RestrictAddressFamilies", "MemoryMax"];

/// The settings of a unit that take something away from it.
fn walls(name: &str) -> BTreeMap<String, String> {
    let text = read(&format!("deploy/{name}"));
    let settings = text.lines().filter_map(|line| line.split_once('='));
    let is_wall = |name: &str| {
        ["Protect", "Private", "Restrict", "SystemCall", "MemoryDeny", "NoNew", "Lock", "Capability", "UMask"]
            .iter()
            .any(|wall| name.starts_with(wall))
    };
    settings
        .filter(|(name, _)| is_wall(name) && !OWN.contains(name))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[test]
fn the_server_is_walled_in_as_the_update_is() {
    let (server, update) = (walls("lagrum.service"), walls("lagrum-update.service"));
    assert!(update.len() > 15, "{update:?}");
    assert_eq!(server, update);
}
