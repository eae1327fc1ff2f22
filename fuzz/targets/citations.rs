//! Any text read as a citation: reading ends, and the result is a part of the text.
#![no_main]

use std::sync::LazyLock;

use lagrum_artifact::Base;
use lagrum_citation::{CitationNames, Resolver};
use libfuzzer_sys::fuzz_target;

static RESOLVER: LazyLock<Resolver> =
    LazyLock::new(|| Resolver::new(CitationNames::shipped(), Base::parse("https://lag.example").unwrap()));

fuzz_target!(|text: &str| {
    if let Some(reading) = RESOLVER.read(text) {
        assert!(!reading.targets.is_empty());
        assert!(reading.query.get(reading.matched.clone()).is_some_and(|part| !part.is_empty()));
    }
});
