//! Changes, mirrored document by document.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::changes::{CHANGES, DOCUMENT, kinds};
use crate::corpora::{BASE, statute, statutes};
use crate::proxy::{Proxy, Then};
use crate::support::{Home, Server};

/// An origin with many statutes and its mirror, which has been mirrored once through a proxy.
struct Mirrored {
    home: Home,
    origin: Server,
    mirror: Home,
}

impl Mirrored {
    const STATUTES: usize = 299;

    fn new() -> Self {
        let home = Home::new();
        home.publish(&[("sfs", &statutes(1..=Self::STATUTES, "x"))]);
        let origin = Server::start(&home, &[]);
        Self { home, origin, mirror: Home::new() }
    }

    /// Publishes the statutes with other texts for these numbers.
    fn change(&self, numbers: std::ops::RangeInclusive<usize>, text: &str) {
        let lines: Vec<String> = (1..=Self::STATUTES)
            .map(|number| statute(number, if numbers.contains(&number) { text } else { "x" }))
            .collect();
        self.home.publish(&[("sfs", &lines)]);
        self.origin.caught_up(&self.home);
    }

    /// Builds the mirror, and compares its dump with the origin's.
    fn assert_same(&self) {
        self.mirror.done(&["build"]);
        self.mirror.done(&["check"]);
        assert!(self.mirror.dump("sfs.ndjson.gz") == self.home.dump("sfs.ndjson.gz"));
    }

    fn mirror_by(&self, proxy: &Proxy) -> Fetched {
        self.mirror.done(&["import", &proxy.address]);
        Fetched::by(proxy)
    }
}

/// How many documents and dumps were requested.
#[derive(Debug, PartialEq, Eq)]
struct Fetched {
    documents: usize,
    dumps: usize,
}

impl Fetched {
    fn by(proxy: &Proxy) -> Self {
        let seen = proxy.seen();
        let count = |prefix: &str| seen.iter().filter(|seen| seen.path.starts_with(prefix)).count();
        Self { documents: count(DOCUMENT), dumps: count("/dumps/") }
    }
}

fn open(origin: &Server) -> Proxy {
    Proxy::before(&origin.address, |_, _| Then::Pass)
}

#[test]
fn a_mirror_fetches_what_changed_and_nothing_else() {
    let case = Mirrored::new();
    let proxy = open(&case.origin);
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 0, dumps: 1 });
    case.assert_same();
    case.change(11..=25, "y");
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 15, dumps: 0 });
    case.assert_same();
    // The mirror's own change log has the changes too.
    case.change(11..=15, "y");
    let before = case.mirror.current();
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 10, dumps: 0 });
    case.assert_same();
    let told = Server::start(&case.mirror, &[]).json(&format!("{CHANGES}?since={before}"));
    assert_eq!(kinds(&told).len(), 10);
    assert!(kinds(&told).values().all(|kind| kind == "text"));
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 0, dumps: 0 });
    // More than a tenth.
    case.change(1..=40, "z");
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 0, dumps: 1 });
    case.assert_same();
    // Texts are changed and at once changed back to those of the dump that was imported last: it is fetched again.
    for numbers in [21..=40, 31..=40] {
        case.change(numbers, "z");
        assert_eq!(case.mirror_by(&proxy).dumps, 0);
    }
    case.change(1..=40, "z");
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 0, dumps: 1 });
    case.assert_same();
}

#[test]
fn withdrawn_documents_are_withdrawn_in_the_mirror() {
    let case = Mirrored::new();
    let proxy = open(&case.origin);
    case.mirror_by(&proxy);
    case.home.publish(&[("sfs", &statutes(10..=Mirrored::STATUTES, "x"))]);
    case.origin.caught_up(&case.home);
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 0, dumps: 0 });
    case.assert_same();
    let told = Server::start(&case.mirror, &[]).json(&format!("{CHANGES}?since=2999-01-01"));
    assert_eq!(told["total"], 0);
}

#[test]
fn a_mirror_that_was_away_for_long_takes_the_dumps() {
    let case = Mirrored::new();
    // The log of the origin does not reach back, or the origin has no log.
    for status in [410, 404, 422] {
        case.change(1..=3, "x");
        let gone = Proxy::before(&case.origin.address, {
            let mut first = true;
            move |seen, _| {
                let asks = seen.path.starts_with(CHANGES) && seen.path.contains("versions");
                if asks && std::mem::take(&mut first) {
                    Then::Instead(status, Vec::new())
                } else {
                    Then::Pass
                }
            }
        });
        case.mirror_by(&gone);
        case.change(1..=3, &format!("text {status}"));
        assert_eq!(case.mirror_by(&gone), Fetched { documents: 0, dumps: 1 }, "{status}");
        case.assert_same();
        // From then on changes are enough.
        case.change(4..=5, "new");
        assert_eq!(case.mirror_by(&gone), Fetched { documents: 5, dumps: 0 }, "{status}");
        case.assert_same();
    }
}

#[test]
fn an_origin_that_goes_away_in_the_middle_is_taken_up_where_it_ended() {
    let case = Mirrored::new();
    let left = Arc::new(AtomicUsize::new(usize::MAX));
    let counted = left.clone();
    let proxy = Proxy::before(&case.origin.address, move |seen, _| {
        let is_over = seen.path.starts_with(DOCUMENT)
            && counted.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err();
        if is_over { Then::Instead(403, Vec::new()) } else { Then::Pass }
    });
    case.mirror_by(&proxy);
    case.change(1..=20, "y");
    left.store(8, Ordering::SeqCst);
    let said = case.mirror.failed(&["import", &proxy.address]);
    assert!(said.contains("403") && said.contains("run the import again"), "{said}");
    proxy.seen();
    left.store(usize::MAX, Ordering::SeqCst);
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 12, dumps: 0 }, "eight are stored");
    case.assert_same();
}

#[test]
fn a_document_that_is_not_what_the_list_states_is_refused_and_named() {
    let case = Mirrored::new();
    let proxy = Proxy::before(&case.origin.address, |seen, answer| {
        if seen.path.starts_with(DOCUMENT) && seen.path.contains("1931%3A7") {
            return Then::Instead(200, answer.text().replace("falsk", "äkta").into_bytes());
        }
        Then::Pass
    });
    case.mirror_by(&proxy);
    case.change(5..=9, "falsk");
    for _ in 0..2 {
        let said = case.mirror.failed(&["import", &proxy.address]);
        assert!(said.contains(&format!("{BASE}/1931:7 was refused")) && said.contains("SHA-256"), "{said}");
    }
    case.mirror.done(&["build"]);
    let served = Server::start(&case.mirror, &[]);
    assert!(served.get(&format!("{DOCUMENT}uri={BASE}/1931:7")).text().contains("\"x \""));
    case.mirror.done(&["import", &case.origin.address]);
    case.assert_same();
}

#[test]
fn an_origin_that_is_rebuilt_in_the_middle_is_asked_again() {
    let case = Arc::new(Mirrored::new());
    let (rebuilding, asked) = (Arc::downgrade(&case), AtomicUsize::new(0));
    let proxy = Proxy::before(&case.origin.address, move |seen, _| {
        if seen.path.starts_with(DOCUMENT) && asked.fetch_add(1, Ordering::SeqCst) == 2 {
            rebuilding.upgrade().unwrap().change(1..=12, "z");
        }
        Then::Pass
    });
    case.mirror_by(&proxy);
    case.change(1..=12, "y");
    let fetched = case.mirror_by(&proxy);
    assert!(fetched.dumps == 0 && (13..=24).contains(&fetched.documents), "{fetched:?}");
    case.assert_same();
}
