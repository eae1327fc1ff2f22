//! Any bytes as an artifact: read, walked, its places listed, printed as markdown, minified.
#![no_main]

use lagrum_artifact::Artifact;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = lagrum_corpus::minify(bytes);
    let Ok(artifact) = Artifact::parse(bytes) else { return };
    artifact.presented().walk(&mut |_| {});
    let _ = artifact.presented().plain_text();
    let _ = artifact.presented().places();
    let _ = lagrum_render::markdown(&artifact, None);
    let _ = lagrum_render::amendments(&artifact).count();
    // Minified, it is the same artifact.
    let small = lagrum_corpus::minify(bytes);
    assert_eq!(Artifact::parse(&small).unwrap().value(), artifact.value());
});
