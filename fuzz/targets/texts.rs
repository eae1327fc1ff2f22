//! Any text scanned for citations: links are in order and within the text, as are the passages that were not understood.
#![no_main]

use std::sync::LazyLock;

use lagrum_citation::{CitationNames, ScanContext, ScanSettings, ScanTypes, Scanner};
use libfuzzer_sys::fuzz_target;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

fuzz_target!(|text: &str| {
    let settings = ScanSettings {
        types: ScanTypes::all(),
        pinpoints: true,
        bare_case_names: true,
        ..ScanSettings::default()
    };
    let context = ScanContext { law: Some("1931:47".to_owned()), ..ScanContext::default() };
    let Ok(scanned) = Scanner::new(&NAMES, settings).scan(text, &context) else { return };
    let mut end = 0;
    for link in &scanned.links {
        assert!(link.range.start >= end && link.range.start < link.range.end);
        assert!(text.get(link.range.clone()).is_some());
        end = link.range.end;
    }
    for passage in &scanned.not_understood {
        assert!(text.get(passage.clone()).is_some_and(|part| !part.is_empty()));
    }
});
