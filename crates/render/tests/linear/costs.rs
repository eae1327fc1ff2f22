//! Limits of the cost of reading and rendering an artifact. The fuzz targets include this file too.

use lagrum_artifact::{AnchorGrammar, Artifact, Base, FullText};
use lagrum_citation::HeldName;
use lagrum_render::diff::LydelseComparison;
use lagrum_render::html::{NoSurroundings, html};
use lagrum_render::markdown;
use lagrum_sources::{all, links, transpositions};
use lagrum_test_support::processor_nanoseconds;
use lagrum_words::tokens;

/// The maximum size of a rendering: this factor of the artifact's size, and this number of bytes more.
const MARKDOWN: (usize, usize) = (12, 4096);
const HTML: (usize, usize) = (16, 4096);

/// The maximum size of the lists derived from an artifact: this factor of its size, and this number of bytes more.
const DERIVED: (usize, usize) = (40, 16 << 10);

/// The maximum time: microseconds per byte, and milliseconds in addition, on a slow machine without optimisation.
/// Quadratic work exceeds any such limit.
const MICROSECONDS: f64 = 60.0;
const MILLISECONDS: f64 = 400.0;

/// Reads an artifact as a build does, and renders it as a request does. Returns the bytes of the markdown and of everything
/// derived.
pub fn read_and_written(artifact: &Artifact, base: &Base) -> (usize, usize) {
    let presented = artifact.presented();
    let _ = presented.plain_text();
    let places = presented.anchored_parts();
    let text = FullText::of(artifact);
    let _ = transpositions(artifact);
    let words: usize = text.pieces.iter().map(|piece| tokens(piece).count()).sum();
    assert!(words <= text.pieces.iter().map(String::len).sum());
    let mut derived = text.pieces.iter().map(String::len).sum::<usize>();
    derived += text.parts.iter().map(|place| place.anchor.as_str().len() + 16).sum::<usize>();
    derived += places.iter().map(|place| place.anchor.as_str().len() + place.text.len()).sum::<usize>() / 240;
    for source in all() {
        let described = source.describe(artifact, base);
        let names = [&described.title, &described.display, &described.label, &described.descriptive];
        for name in names {
            assert!(name.len() <= 1536, "a name of {} bytes", name.len());
        }
    }
    for link in links(artifact, all()[0], base) {
        assert!(link.to.starts_with("http"), "{}", link.to);
        derived += link.to.len() + link.text.len();
    }
    derived += HeldName::of(artifact, "1931:47", true).iter().map(|held| held.name.len()).sum::<usize>();
    let _ = html(artifact, &NoSurroundings);
    (markdown(artifact, None).len(), derived)
}

/// Compares two artifacts. Returns the bytes of the HTML.
pub fn compared(old: &Artifact, new: &Artifact) -> usize {
    let comparison = LydelseComparison::of(old, new);
    let _ = comparison.units(AnchorGrammar::General, true);
    comparison.html(AnchorGrammar::General).len()
}

/// Panics when an artifact costs more than is proportional to its size.
pub fn assert_costs(artifact: &Artifact, base: &Base, bytes: usize) {
    let before = processor_nanoseconds();
    let (markdown, derived) = read_and_written(artifact, base);
    let html = compared(artifact, artifact);
    let work = processor_nanoseconds() - before;
    for (what, written, (times, more)) in
        [("markdown", markdown, MARKDOWN), ("difference", html, HTML), ("derived", derived, DERIVED)]
    {
        assert!(written <= bytes * times + more, "{what} of {written} bytes from {bytes}");
    }
    let most = bytes as f64 * MICROSECONDS * 1e3 + MILLISECONDS * 1e6;
    assert!(work <= most, "{:.0} ms for {bytes} bytes", work / 1e6);
}
