//! Any text as a cursor; and any place that a cursor can name, with a valid checksum, as the start of the next page.
#![no_main]

use std::sync::{Arc, LazyLock};

use lagrum_search::{DayNumber, Filters, HitOrder, SearchCursor, SearchRequest, search_page};
use lagrum_snapshot::Snapshot;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;

#[path = "shared/demo.rs"]
mod demo;

static DEMO: LazyLock<Arc<Snapshot>> = LazyLock::new(demo::demo);

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    text: &'a str,
    value: f32,
    uri: &'a str,
    walked: u32,
    pinned: Vec<[u8; 4]>,
    citations: bool,
    limit: u8,
}

fuzz_target!(|input: Input| {
    let filters = Filters { today: DayNumber::new(2026, 11, 21), ..Filters::default() };
    let sort = if input.citations { HitOrder::Citations } else { HitOrder::Relevance };
    let query = "får lag tillsyn";
    if let Ok(read) = SearchCursor::parse(input.text, query, &filters, sort) {
        assert_eq!(read.format(), input.text);
    }
    let mut cursor = SearchCursor::new(query, &filters, sort, input.value, input.uri.to_owned());
    (cursor.walked, cursor.leads) = (input.walked, input.pinned);
    let asked = SearchRequest {
        query: query.into(),
        filters,
        sort,
        limit: usize::from(input.limit) % 100 + 1,
        cursor: Some(cursor.format()),
        ..SearchRequest::default()
    };
    if let Ok(page) = search_page(DEMO.search().unwrap(), &asked) {
        assert!(page.hits.len() <= asked.limit);
    }
});
