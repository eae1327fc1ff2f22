//! An import or a build that is killed at any moment does no harm.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lagrum_corpus::Corpus;

use crate::corpora::{BASE, propositions, statutes};
use crate::support::{Home, Process, Server, Stop, eventually, lines_of};

/// How many times an import or a build is killed, at moments spread over its whole course.
const TRIES: u32 = 10;

/// Documents in a dump file, and in all of them.
const FILE: usize = 100;
const ALL: usize = 8 * FILE;

/// Runs a command and kills it after some time; returns whether it had ended before.
fn killed_after(home: &Home, arguments: &[&str], time: Duration) -> bool {
    let begun = Instant::now();
    killed_when(home, arguments, || begun.elapsed() >= time)
}

/// Runs a command and kills it as soon as a condition holds; returns whether it had ended before.
fn killed_when(home: &Home, arguments: &[&str], condition: impl Fn() -> bool) -> bool {
    let mut command = home.command(arguments);
    let mut process = Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    while !condition() && process.0.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    process.kill()
}

/// Runs a command that must succeed, and returns how long it took.
fn measured(home: &Home, arguments: &[&str]) -> Duration {
    let begun = Instant::now();
    home.done(arguments);
    begun.elapsed()
}

/// Every current document with the text of its artifact, read from the disk. Panics if one cannot be read.
fn held(home: &Home) -> BTreeMap<String, String> {
    let Ok(corpus) = Corpus::open(&home.data()) else { return BTreeMap::new() };
    // If the import was killed before it made the database, there is none yet; the next import makes it.
    let Ok(reader) = corpus.reader() else { return BTreeMap::new() };
    let documents = reader.state().unwrap().documents;
    let text = |stored| String::from_utf8(reader.artifact(stored).unwrap().unwrap()).unwrap();
    documents.into_iter().map(|document| (document.uri, text(document.stored))).collect()
}

/// Dump files of two sources: the full ones and supplements, each of which is committed by itself.
fn write_origin(home: &Home, folder: &str, marker: &str) -> String {
    for part in 0..4 {
        let numbers = part * FILE + 1..(part + 1) * FILE + 1;
        let supplement = if part == 0 { String::new() } else { format!("-{part}") };
        let write = |source: &str, lines: Vec<String>| {
            home.write(&format!("{folder}/{source}{supplement}.ndjson"), lines.join("\n"));
        };
        write("sfs", statutes(numbers.clone(), marker));
        write("forarbete", propositions(numbers, marker));
    }
    home.path(folder).display().to_string()
}

#[test]
fn an_import_killed_at_any_moment_leaves_what_it_committed_and_can_be_run_again() {
    let uninterrupted = Home::new();
    let old = write_origin(&uninterrupted, "old", "old");
    let new = write_origin(&uninterrupted, "new", "new");
    uninterrupted.done(&["import", &old]);
    let before = held(&uninterrupted);
    let whole = measured(&uninterrupted, &["import", &new]);
    let after = held(&uninterrupted);
    uninterrupted.done(&["build"]);
    assert_eq!((before.len(), after.len()), (ALL, ALL));

    let mut seen = BTreeSet::new();
    for attempt in 0..TRIES {
        let home = Home::new();
        // In every other attempt the corpus exists already and all of it changes.
        let changes = attempt % 2 == 0;
        if changes {
            home.done(&["import", &old]);
        }
        killed_after(&home, &["import", &new], whole * attempt / (TRIES - 1));
        let left = held(&home);
        for (uri, text) in &left {
            assert!(*text == after[uri] || changes && *text == before[uri], "{uri}: {text}");
        }
        if changes {
            assert!(left.keys().eq(before.keys()), "documents went missing");
        }
        seen.insert(left.values().filter(|text| text.contains("new")).count());

        home.done(&["import", &new]);
        assert!(held(&home) == after, "killed after {:?}", whole * attempt / (TRIES - 1));
        let again = home.done(&["import", &new]);
        let total = format!("total: read {ALL}, stored 0, unchanged {ALL}");
        assert!(again.stdout.contains(&total), "{again:?}");
        if attempt == TRIES / 2 {
            home.done(&["build"]);
            home.done(&["check"]);
            for file in ["sfs.ndjson.gz", "forarbete.ndjson.gz"] {
                assert!(home.dump(file) == uninterrupted.dump(file), "{file}");
            }
        }
    }
    // Some were killed in the middle; otherwise the test would prove nothing.
    assert!(seen.iter().any(|count| (1..ALL).contains(count)), "{seen:?}");
}

/// The defaults of `LAGRUM_TEST_KILLS`, how often each command is killed, and of `LAGRUM_TEST_SEED`, the seed of the moments.
const KILLS: u64 = 3;
const SEED: u64 = 11;

fn from_environment(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}

/// A pseudo-random number below a limit.
fn drawn(state: &mut u64, below: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % below
}

/// Uses one folder for all attempts, like a machine that loses power repeatedly. A longer run: `LAGRUM_TEST_KILLS=40 cargo test
/// -p lagrum --test program killed_at_random`.
#[test]
fn imports_and_builds_killed_at_random_again_and_again_lose_nothing_and_heal() {
    let (kills, seed) =
        (from_environment("LAGRUM_TEST_KILLS", KILLS), from_environment("LAGRUM_TEST_SEED", SEED));
    let mut state = seed.max(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let home = Home::new();
    let origins = [write_origin(&home, "old", "old"), write_origin(&home, "new", "new")];
    let import_time = measured(&home, &["import", &origins[1]]);
    let build_time = measured(&home, &["build"]);
    let mut server = Server::start(&home, &[]);
    let (mut finished, mut half_imported, mut left_over) = (0, 0, 0);
    for round in 0..kills {
        let marker = ["old", "new"][round as usize % 2];
        let import = ["import", &origins[round as usize % 2]];
        let mut moment = |whole: Duration| {
            Duration::from_micros(drawn(&mut state, u64::try_from(whole.as_micros()).unwrap() * 11 / 10))
        };
        finished += usize::from(killed_after(&home, &import, moment(import_time)));
        home.done(&["check"]);
        let texts = held(&home);
        assert_eq!(texts.len(), ALL, "seed {seed}, round {round}");
        let changed = texts.values().filter(|text| text.contains(marker)).count();
        half_imported += usize::from((1..ALL).contains(&changed));
        // The published snapshot stays published, and a new server can serve it.
        let current = home.current();
        finished += usize::from(killed_after(&home, &["build"], moment(build_time)));
        left_over += home.snapshots().iter().filter(|name| name.starts_with('.')).count();
        home.done(&["check"]);
        if round % 4 == 3 {
            server = Server::start(&home, &[]);
        }
        assert_eq!(server.json("/api/v1/documents")["total"], ALL, "seed {seed}, round {round}, {current}");

        home.done(&import);
        assert!(held(&home).values().all(|text| text.contains(marker)), "seed {seed}, round {round}");
        home.done(&["build"]);
        home.done(&["check"]);
        server.caught_up(&home);
        let title = server.json(&format!("/api/v1/card?uri={BASE}/1931:7")).to_string();
        assert!(title.contains(marker), "seed {seed}, round {round}: {title}");
        assert!(home.snapshots().iter().all(|name| !name.starts_with('.')), "{:?}", home.snapshots());
    }
    println!(
        "seed {seed}: {kills} imports and {kills} builds killed; {finished} had ended before, {half_imported} imports were \
         half done, {left_over} builds left something"
    );
}

#[test]
fn what_an_import_has_told_of_is_on_disk() {
    let origin = Home::new();
    let folder = write_origin(&origin, "new", "new");
    for told in 0..4 {
        let home = Home::new();
        let mut command = home.command(&["import", &folder]);
        let mut import = Process(command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap());
        let lines = lines_of(import.0.stderr.take().unwrap());
        eventually("some files are in", || {
            let ended = import.0.try_wait().unwrap().is_some();
            (ended || lines.lock().unwrap().len() > told).then_some(())
        });
        import.kill();
        let files = lines.lock().unwrap().iter().filter(|line| line.contains("import ")).count();
        assert!(files > told);
        assert!(held(&home).len() >= files * FILE, "{files} files");
    }
}

#[test]
fn a_pruning_import_killed_at_any_moment_prunes_when_it_is_run_again() {
    let home = Home::new();
    let old = write_origin(&home, "old", "x");
    let less = home.write("less/sfs.ndjson", statutes(1..FILE, "x").join("\n"));
    let arguments = ["import", "--prune", &less];
    home.done(&["import", &old]);
    let whole = measured(&home, &arguments);
    let pruned = held(&home);
    assert_eq!(pruned.len(), ALL - 1, "the supplements are not pruned, they were not read");
    assert!(!pruned.contains_key(&format!("{BASE}/1931:{FILE}")));
    for attempt in 0..4 {
        let other = Home::new();
        other.done(&["import", &old]);
        killed_after(&other, &arguments, whole * attempt / 4);
        other.done(&arguments);
        assert!(held(&other) == pruned, "killed after {:?}", whole * attempt / 4);
    }
}

#[test]
fn a_build_killed_at_any_moment_leaves_the_served_snapshot_and_no_rubbish() {
    let home = Home::new();
    let old = write_origin(&home, "old", "old");
    let new = write_origin(&home, "new", "new");
    home.done(&["import", &old]);
    home.done(&["build"]);
    let whole = measured(&home, &["build"]);
    let server = Server::start(&home, &[]);

    let path = format!("/api/v1/document?uri={BASE}/1931:7");
    let (stop, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                for path in [path.as_str(), "/api/v1/documents?limit=10", "/dumps/sfs.ndjson.gz"] {
                    assert_eq!(server.get(path).status, 200, "{path}");
                    asked.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        let stopping = Stop(&stop);
        let (mut kept, mut left_over) = (0, 0);
        for attempt in 0..TRIES {
            home.done(&["import", if attempt % 2 == 0 { &new } else { &old }]);
            let current = home.current();
            let time = whole * attempt / (TRIES - 1);
            let finished = match attempt {
                // This build is certainly working when it is killed.
                0 => killed_when(&home, &["build"], || {
                    home.snapshots().iter().any(|name| name.starts_with('.'))
                }),
                _ => killed_after(&home, &["build"], time),
            };
            kept += usize::from(home.current() == current && !finished);
            left_over += home.snapshots().iter().filter(|name| name.starts_with('.')).count();
            home.done(&["check"]);
        }
        assert!(kept > 0 && left_over > 0, "none was killed in the middle: {kept}, {left_over}");
        home.done(&["build"]);
        server.caught_up(&home);
        home.done(&["build"]);
        drop(stopping);
        asking.join().unwrap();
    });
    assert!(asked.load(Ordering::Relaxed) > 0);
    let left = home.snapshots();
    assert!(left.len() <= 2 && left.contains(&home.current()), "{left:?}");
    assert!(left.iter().all(|name| !name.starts_with('.')), "{left:?}");
    home.done(&["check"]);
    drop(server);
    home.done(&["build"]);
    assert_eq!(home.snapshots(), [home.current()], "nobody uses the others");
}
