//! The files in `deploy`: all units with access rights have the same restrictions.

use std::collections::BTreeMap;

use crate::common::read;

/// The settings that differ between units: writable paths, address families, and memory.
const OWN: [&str; 3] = ["ReadWritePaths", "RestrictAddressFamilies", "MemoryMax"];

/// The settings of a unit that restrict it.
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
