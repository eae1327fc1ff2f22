//! Any bytes as a raw file of each source: nothing panics, and what is made is an artifact.
#![no_main]

use std::sync::LazyLock;

use lagrum_artifact::{Artifact, Base};
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, RawParts, SOURCES, parse};
use libfuzzer_sys::fuzz_target;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

fuzz_target!(|body: &[u8]| {
    let base = Base::parse("https://lag.example").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2031-01-01", names: &NAMES, numbering: &numbering };
    for source in SOURCES {
        let raw = RawParts { body, key: Some("2031:1"), ..RawParts::default() };
        if let Ok(parsed) = parse(source, &raw, &context)
            && let Some(artifact) = parsed.artifact
        {
            assert!(Artifact::parse(artifact.as_bytes()).is_ok());
        }
    }
});
