//! A clock that moves without waiting, and invented acts.

#![allow(dead_code, reason = "each test binary uses a part")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use lagrum_progress::Silent;
use lagrum_publishers::{Clock, FetchOptions, FetchReport, fetch, publisher};
use lagrum_raw::{Archive, ArchiveWriter};
use lagrum_test_support::{Asked, Player, SiteAnswer, invented_act};
use serde_json::Value;
use tempfile::TempDir;

/// A clock that moves only when `sleep` or `pass` is called.
#[derive(Clone)]
pub struct FakeClock(Arc<AtomicI64>);

impl FakeClock {
    pub fn at(time: &str) -> Self {
        Self(Arc::new(AtomicI64::new(time.parse::<Timestamp>().unwrap().as_millisecond())))
    }

    pub fn millis(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    pub fn pass(&self, wait: Duration) {
        self.0.fetch_add(i64::try_from(wait.as_nanos().div_ceil(1_000_000)).unwrap(), Ordering::SeqCst);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.millis()).unwrap()
    }

    fn sleep(&self, wait: Duration) {
        self.pass(wait);
    }
}

/// A day after all acts were written.
pub fn clock() -> FakeClock {
    FakeClock::at("2031-03-01T03:20:00Z")
}

/// `count` invented acts, whose numbers are not in the order of the acts.
pub fn acts(count: u32) -> Vec<Value> {
    let act = |id: u32| {
        let text = format!(
            "1 § Får nummer {id} är djur.\r\n \r\n2 § Närmare föreskrifter meddelas av Fårstyrelsen."
        );
        invented_act(id, &format!("2031:{}", id * 7 % 100_003), &format!("Fårlag {id}"), &text)
    };
    (1..=count).map(act).collect()
}

/// A player whose requests are stamped by the clock.
pub fn player(count: u32, clock: &FakeClock) -> Player {
    let player = Player::start(acts(count));
    let stamps = clock.clone();
    player.set_time(move || stamps.millis());
    player
}

pub fn options(player: &Player) -> FetchOptions {
    FetchOptions {
        base_url: Some(player.address.parse().unwrap()),
        contact: Some("lag@dimverket.example".into()),
        ..FetchOptions::default()
    }
}

pub fn fetch_with(data: &Path, clock: &dyn Clock, options: &FetchOptions) -> FetchReport {
    fetch_source("sfs", data, clock, options)
}

pub fn fetch_source(source: &str, data: &Path, clock: &dyn Clock, options: &FetchOptions) -> FetchReport {
    let mut archive = ArchiveWriter::open(data).unwrap();
    fetch(publisher(source).unwrap(), &mut archive, options, clock, &Silent).unwrap()
}

/// A site that is fetched from into an archive.
pub struct Place<S> {
    source: &'static str,
    pub clock: FakeClock,
    pub data: TempDir,
    pub player: Player,
    pub site: S,
}

impl<S> Place<S> {
    pub fn new(
        source: &'static str,
        site: S,
        answer: impl Fn(&Asked) -> SiteAnswer + Send + Sync + 'static,
    ) -> Self {
        let (clock, data, player) = (clock(), tempfile::tempdir().unwrap(), Player::start_site(answer));
        let stamps = clock.clone();
        player.set_time(move || stamps.millis());
        Self { source, clock, data, player, site }
    }

    pub fn fetch(&self) -> FetchReport {
        self.fetch_with(&options(&self.player))
    }

    pub fn fetch_with(&self, options: &FetchOptions) -> FetchReport {
        fetch_source(self.source, self.data.path(), &self.clock, options)
    }

    /// The part and the body of each row of a document.
    pub fn rows(&self, key: &str) -> Vec<(String, String)> {
        let held = held_of(self.source, self.data.path()).into_iter().filter(|(found, ..)| found == key);
        held.map(|(_, part, body)| (part, String::from_utf8_lossy(&body).into_owned())).collect()
    }

    /// The parts of a document, each once.
    pub fn parts(&self, key: &str) -> Vec<String> {
        let mut parts: Vec<String> = self.rows(key).into_iter().map(|(part, _)| part).collect();
        parts.dedup();
        parts
    }

    /// The paths that begin so and were asked for since the last call.
    pub fn asked(&self, start: &str) -> Vec<String> {
        paths(&self.player.take_asked(), start)
    }

    pub fn is_gone(&self, key: &str) -> bool {
        Archive::open(self.data.path()).unwrap().is_gone(self.source, key).unwrap()
    }
}

/// The paths that begin so, without that beginning.
pub fn paths(asked: &[Asked], start: &str) -> Vec<String> {
    asked.iter().filter_map(|asked| asked.path.strip_prefix(start)).map(str::to_owned).collect()
}

/// What the archive has of statutes: key and body, of every row.
pub fn held(data: &Path) -> Vec<(String, Vec<u8>)> {
    held_of("sfs", data).into_iter().map(|(key, _, body)| (key, body)).collect()
}

/// What the archive has of a source: key, part and body, of every row.
pub fn held_of(source: &str, data: &Path) -> Vec<(String, String, Vec<u8>)> {
    let archive = Archive::open(data).unwrap();
    assert_eq!(archive.verify(&Silent).unwrap().problems, [""; 0]);
    let mut held: Vec<(String, String, Vec<u8>)> = archive
        .records(source)
        .unwrap()
        .into_iter()
        .map(|record| (record.key, record.part, archive.body(&record.body).unwrap().unwrap()))
        .collect();
    held.sort();
    held
}
