//! Any bytes as an artifact: read, walked, its places listed, printed as markdown, minified. The cost is proportional to its
//! bytes: the time, the length of the markdown, and the memory of its tree.
#![no_main]

#[path = "../../crates/render/tests/linear/costs.rs"]
mod costs;

use lagrum_artifact::{Artifact, Base, MeasuredArtifact};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = lagrum_corpus::minify(bytes);
    let Ok(artifact) = Artifact::parse(bytes) else { return };
    assert!(MeasuredArtifact::of(bytes, None).unwrap().tree_bytes() <= bytes.len() * 160);
    artifact.presented().walk(&mut |_| {});
    let _ = lagrum_render::amendments(&artifact).count();
    costs::assert_costs(&artifact, &Base::parse("https://lag.example").unwrap(), bytes.len());
    // Minified, it is the same artifact.
    let small = lagrum_corpus::minify(bytes);
    assert_eq!(Artifact::parse(&small).unwrap().value(), artifact.value());
});
