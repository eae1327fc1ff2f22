//! Pages of the longest inbound list of a corpus, in every scope, order and filter, without writing the answer.
//!
//! ```sh
//! LAGRUM_DATA=/srv/lag cargo bench -p lagrum-snapshot --bench inbound
//! ```

#![expect(clippy::unwrap_used, reason = "a bench that meets the unexpected has failed")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::inbound::{CiterFilter, InboundQuery};
use lagrum_catalog::{CatalogDocument, DocumentFilter, DocumentOrder, RowRange};
use lagrum_snapshot::{Snapshot, Snapshots};

/// How often each page is read.
const ROUNDS: usize = 40;

/// The longest page a request can ask for.
const ROWS: u64 = 10_000;

fn main() {
    let Some(data) = std::env::var_os("LAGRUM_DATA").map(PathBuf::from) else {
        println!("skipped: LAGRUM_DATA names no data folder with a published snapshot");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let everything = RowRange { limit: u64::MAX, offset: 0 };
    let statutes = DocumentFilter { source: Some("sfs"), ..DocumentFilter::default() };
    let mut statutes: Vec<CatalogDocument> = snapshot
        .catalog()
        .with(|catalog| catalog.documents(statutes, DocumentOrder::Uri, everything))
        .unwrap();
    statutes.sort_by_key(|document| std::cmp::Reverse(document.inbound_count));
    let law = Location::parse(&statutes[0].uri).unwrap();
    let rows = total(&snapshot, &law);
    println!("{law}: cited {rows} times from {} documents", statutes[0].inbound_count);

    let mut places = vec![("the law", law.clone())];
    for anchor in ["K1", "K3", "K3P1", "P1"] {
        let place = Location::Fragment(law.document().at(Anchor::new(anchor).unwrap()));
        if total(&snapshot, &place) > 0 {
            places.push((anchor, place));
        }
    }
    for (name, place) in &places {
        for (exact, scope) in [(false, "tree"), (true, "exact")] {
            for source in [None, Some("dv"), Some("forarbete")] {
                for (by_citations, sort) in [(false, "rail"), (true, "citations")] {
                    for offset in [0, rows / 2] {
                        let page = RowRange { limit: ROWS, offset };
                        let query = InboundQuery {
                            location: place,
                            exact,
                            source,
                            citers: CiterFilter::default(),
                            by_citations,
                            page,
                        };
                        let (read, took) = measured(&snapshot, &query);
                        let source = source.unwrap_or("any source");
                        println!(
                            "  {name:<8} {scope:<5} {source:<10} {sort:<9} offset {offset:>6}: {read:>5} rows, p50 {:.2?}, max {:.2?}",
                            took[took.len() / 2],
                            took[took.len() - 1]
                        );
                    }
                }
            }
        }
    }
}

fn total(snapshot: &Snapshot, place: &Location) -> u64 {
    let page = RowRange { limit: 1, offset: 0 };
    let query = InboundQuery {
        location: place,
        exact: false,
        source: None,
        citers: CiterFilter::default(),
        by_citations: false,
        page,
    };
    snapshot.catalog().with(|catalog| catalog.inbound(&query)).unwrap().total
}

fn measured(snapshot: &Snapshot, query: &InboundQuery<'_>) -> (usize, Vec<Duration>) {
    let mut rows = 0;
    let mut took: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let began = Instant::now();
            rows = snapshot.catalog().with(|catalog| catalog.inbound(query)).unwrap().rows.len();
            began.elapsed()
        })
        .collect();
    took.sort_unstable();
    (rows, took)
}
