//! The print cache keeps prints up to its capacity, and evicts the least recently used.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use lagrum_print_pool::{PrintCache, PrintKey};

fn key(name: &str) -> PrintKey {
    PrintKey::from_parts(&[name.as_bytes()])
}

fn file(folder: &Path, name: &str) -> PathBuf {
    let name = key(name).to_string();
    folder.join(&name[..2]).join(&name[2..])
}

/// Sets the last use of a print to this many hours ago.
fn age(folder: &Path, name: &str, hours: u64) {
    let then = SystemTime::now() - Duration::from_secs(hours * 3600);
    File::open(file(folder, name)).unwrap().set_modified(then).unwrap();
}

#[test]
fn a_later_server_finds_the_prints_of_an_earlier_one() {
    let folder = tempfile::tempdir().unwrap();
    PrintCache::new(folder.path(), 1000).put(&key("a"), b"print").unwrap();
    let later = PrintCache::new(folder.path(), 1000);
    assert_eq!(later.get(&key("a")).unwrap(), "print");
    assert_eq!(later.get(&key("b")), None);
}

#[test]
fn keys_of_different_parts_differ() {
    assert_ne!(PrintKey::from_parts(&[b"ab", b"c"]), PrintKey::from_parts(&[b"a", b"bc"]));
    assert_ne!(PrintKey::from_parts(&[b"ab"]), PrintKey::from_parts(&[b"ab", b""]));
}

#[test]
fn the_least_recently_used_are_evicted_first() {
    let folder = tempfile::tempdir().unwrap();
    let cache = PrintCache::new(folder.path(), 1000);
    for (name, hours) in [("a", 5), ("b", 4), ("c", 3)] {
        cache.put(&key(name), &[0; 100]).unwrap();
        age(folder.path(), name, hours);
    }
    // Now it is used more recently than the others.
    cache.get(&key("a")).unwrap();
    for name in ["d", "e", "f", "g", "h", "i", "j", "k"] {
        cache.put(&key(name), &[0; 100]).unwrap();
    }
    assert_eq!(cache.get(&key("b")), None);
    assert_eq!(cache.get(&key("c")), None);
    assert!(cache.get(&key("a")).is_some());
    assert!(cache.get(&key("k")).is_some());
}

#[test]
fn the_capacity_is_never_exceeded() {
    let folder = tempfile::tempdir().unwrap();
    let cache = PrintCache::new(folder.path(), 1000);
    for n in 0..100_usize {
        cache.put(&key(&n.to_string()), &vec![0; n * 7 % 150]).unwrap();
        let mut held = 0;
        for inner in std::fs::read_dir(folder.path()).unwrap() {
            for file in std::fs::read_dir(inner.unwrap().path()).unwrap() {
                held += file.unwrap().metadata().unwrap().len();
            }
        }
        assert!(held <= 1000, "{held} after {n}");
    }
}

#[test]
fn the_prints_of_an_earlier_server_count() {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..9_usize {
        PrintCache::new(folder.path(), 1_000_000).put(&key(&n.to_string()), &[0; 1000]).unwrap();
    }
    let small = PrintCache::new(folder.path(), 5000);
    small.put(&key("new"), &[0; 400]).unwrap();
    let left = (0..9_usize).filter(|n| small.get(&key(&n.to_string())).is_some()).count();
    assert_eq!(left, 4);
}

#[test]
fn a_print_that_is_too_large_evicts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let cache = PrintCache::new(folder.path(), 1000);
    cache.put(&key("small"), &[0; 100]).unwrap();
    cache.put(&key("large"), &[0; 999]).unwrap();
    assert!(cache.get(&key("small")).is_some());
    assert_eq!(cache.get(&key("large")), None);
}
