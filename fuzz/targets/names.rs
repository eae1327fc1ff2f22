//! Any text as a uri, an anchor, a lydelse id, a base address, the id of a snapshot.
#![no_main]

use lagrum_artifact::{ActFamily, Anchor, AnchorGrammar, Base, DocumentUri, Location};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let base = Base::parse("https://lag.example").unwrap();
    let _ = Base::parse(text);
    let _ = Base::detect(text);
    let _ = base.strip(text);
    let _ = lagrum_snapshot::SnapshotId::parse(text);
    if let Some(place) = Location::parse(text) {
        let _ = base.page_path(place.document());
    }
    if let Some(anchor) = Anchor::new(text) {
        for grammar in [AnchorGrammar::Statute, AnchorGrammar::General] {
            let unit = grammar.unit(&anchor);
            // The unit of a unit is itself.
            assert_eq!(grammar.unit(unit.anchor()).as_str(), unit.as_str());
            let _ = grammar.label(&anchor);
        }
        let _ = (anchor.page(), anchor.is_change_marker());
    }
    if let Some(document) = DocumentUri::new(&format!("https://lag.example/{text}"))
        && let Some(family) = ActFamily::of(&document, &base)
    {
        let _ = family.parse_id(text).map(|id| (id.reader_form(), id.uri_of(&document)));
    }
    for family in [ActFamily::Statute, ActFamily::EuAct] {
        let _ = family.parse_id(text).map(|id| id.reader_form());
    }
});
