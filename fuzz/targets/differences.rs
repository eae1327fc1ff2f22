//! Any two artifacts compared: what is marked as removed and kept is the older text, what is added and kept the newer.
#![no_main]

use lagrum_artifact::Artifact;
use lagrum_render::diff::LydelseComparison;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &[u8])| {
    let (at, bytes) = input;
    let (old, new) = bytes.split_at(usize::from(at).min(bytes.len()));
    let (Ok(old), Ok(new)) = (Artifact::parse(old), Artifact::parse(new)) else { return };
    let html = LydelseComparison::of(&old, &new).html(lagrum_artifact::AnchorGrammar::General);
    assert!(html.len() <= bytes.len() * 16 + 4096, "{} bytes from {}", html.len(), bytes.len());
    assert_eq!(html.matches("<ins>").count(), html.matches("</ins>").count());
    assert_eq!(html.matches("<del>").count(), html.matches("</del>").count());
    let same = LydelseComparison::of(&new, &new).html(lagrum_artifact::AnchorGrammar::General);
    assert!(!same.contains("<ins>") && !same.contains("<del>"));
});
