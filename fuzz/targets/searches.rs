//! Any text searched for in the demo corpus: it is read, planned, matched, ranked and shown, or rejected for its size.
#![no_main]

use std::sync::{Arc, LazyLock};

use lagrum_search::{DayNumber, Filters, HitOrder, SearchRequest, search_page};
use lagrum_snapshot::Snapshot;
use libfuzzer_sys::fuzz_target;

#[path = "shared/demo.rs"]
mod demo;

static DEMO: LazyLock<Arc<Snapshot>> = LazyLock::new(demo::demo);

fuzz_target!(|input: (bool, u8, &str)| {
    let (citations, limit, query) = input;
    let mut asked = SearchRequest {
        query: query.into(),
        filters: Filters { today: DayNumber::new(2026, 11, 21), ..Filters::default() },
        sort: if citations { HitOrder::Citations } else { HitOrder::Relevance },
        limit: usize::from(limit) % 100 + 1,
        ..SearchRequest::default()
    };
    let engine = DEMO.search().unwrap();
    let Ok(first) = search_page(engine, &asked) else { return };
    assert!(first.hits.len() <= asked.limit && first.hits.len() as u64 <= first.total);
    // The next page is requested by its cursor, and no hit comes twice.
    asked.cursor = first.next_cursor;
    if asked.cursor.is_some() {
        let second = search_page(engine, &asked).unwrap();
        assert_eq!(first.total, second.total);
        for hit in &second.hits {
            assert!(first.hits.iter().all(|other| other.hit.uri != hit.hit.uri), "{}", hit.hit.uri);
        }
    }
});
