//! Any text as a cursor, and any position that a cursor can name, with a valid checksum, continued from.
#![no_main]

use std::sync::{Arc, LazyLock};

use lagrum_search::{Asked, Cursor, DayNumber, Filters, Sort, page};
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
    let sort = if input.citations { Sort::Citations } else { Sort::Relevance };
    let query = "får lag tillsyn";
    if let Ok(read) = Cursor::read(input.text, query, &filters, sort) {
        assert_eq!(read.to_text(), input.text);
    }
    let mut cursor = Cursor::new(query, &filters, sort, input.value, input.uri.to_owned());
    (cursor.walked, cursor.pinned) = (input.walked, input.pinned);
    let asked = Asked {
        query: query.to_owned(),
        filters,
        sort,
        limit: usize::from(input.limit) % 100 + 1,
        cursor: Some(cursor.to_text()),
        ..Asked::default()
    };
    if let Ok(page) = page(DEMO.search().unwrap(), &asked) {
        assert!(page.hits.len() <= asked.limit);
    }
});
