//! Latencies of whole answers, with facets, passages and snippets, for several clients at once.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lagrum_answers::{SearchQuestion, SourceName, search_with};
use lagrum_search::{Engine, SearchRequest};
use lagrum_snapshot::{Snapshot, today};

/// Numbers of clients, measured one after the other.
const CLIENTS: [usize; 3] = [1, 4, 16];

/// Clock ticks of processor time in a second on Linux.
const TICKS: f64 = 100.0;

/// Measures both engines, in turn.
pub(super) fn both(
    snapshot: &Snapshot,
    embedded: &dyn Engine,
    cluster: &dyn Engine,
    searches: &[SearchRequest],
    processes: &[u32],
) -> String {
    let mut text = String::from(
        "engine    clients  searches  failed      /s   p50 ms   p95 ms   p99 ms  own CPU ms  cluster CPU ms\n",
    );
    for clients in CLIENTS {
        for (name, engine) in [("embedded", embedded), ("cluster", cluster)] {
            // The first search of each reads from disk.
            one_round(snapshot, engine, searches, clients);
            let (own, theirs) = (cpu(&[std::process::id()]), cpu(processes));
            let start = Instant::now();
            let (mut times, failed) = one_round(snapshot, engine, searches, clients);
            let taken = start.elapsed().as_secs_f64();
            times.sort_unstable();
            let at = |share: usize| {
                times.get(times.len() * share / 100).copied().unwrap_or_default().as_secs_f64() * 1e3
            };
            let each = |cpu: f64| cpu * 1e3 / searches.len().max(1) as f64;
            let _ = writeln!(
                text,
                "{name:9} {clients:7} {:9} {failed:7} {:7.1} {:8.2} {:8.2} {:8.2} {:11.2} {:15.2}",
                searches.len(),
                searches.len() as f64 / taken,
                at(50),
                at(95),
                at(99),
                each(cpu(&[std::process::id()]) - own),
                each(cpu(processes) - theirs),
            );
        }
    }
    text
}

/// Runs every search once, from this many clients. Returns the latencies, and how many failed.
fn one_round(
    snapshot: &Snapshot,
    engine: &dyn Engine,
    searches: &[SearchRequest],
    clients: usize,
) -> (Vec<Duration>, usize) {
    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(0);
    let client = || {
        let mut times = Vec::new();
        while let Some(asked) = searches.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = Instant::now();
            if search_with(snapshot, engine, today(), question(asked)).is_err() {
                failed.fetch_add(1, Ordering::Relaxed);
            }
            times.push(start.elapsed());
        }
        times
    };
    let times = std::thread::scope(|scope| {
        let running: Vec<_> = (0..clients).map(|_| scope.spawn(client)).collect();
        running.into_iter().flat_map(|client| client.join().unwrap_or_default()).collect()
    });
    (times, failed.into_inner())
}

/// A search as a question of `lagrum-answers`.
fn question(asked: &SearchRequest) -> SearchQuestion {
    SearchQuestion {
        query: asked.query.text().to_owned(),
        source: asked.filters.source.clone().map(SourceName::from),
        kind: asked.filters.kind.clone(),
        year: asked.filters.year,
        days: asked.filters.days.as_ref().map(|days| days.range.clone()),
        limit: asked.limit,
        offset: asked.offset,
        cursor: asked.cursor.clone(),
        sort: asked.sort,
        explain: asked.explain,
    }
}

/// Seconds of processor time that processes have used.
pub(super) fn cpu(processes: &[u32]) -> f64 {
    let of = |process: &u32| -> Option<f64> {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
    };
    processes.iter().filter_map(of).sum::<f64>() / TICKS
}
