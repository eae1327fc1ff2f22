//! Rendering and comparing end soon after they are cancelled.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use lagrum_artifact::{AnchorGrammar, Artifact};
use lagrum_cancel::{CancelToken, Cancelled, whole};
use lagrum_render::diff::LydelseComparison;
use lagrum_render::markdown;
use serde_json::json;

/// A statute of this many provisions, each with this word in it.
fn statute(provisions: usize, word: &str) -> Artifact {
    let provisions: Vec<_> = (1..=provisions)
        .map(|number| {
            json!({"type": "paragraf", "id": format!("P{number}"), "ordinal": number.to_string(), "children": [
                {"type": "stycke", "id": format!("P{number}S1"), "text": format!("{word} {number} har vatten")}
            ]})
        })
        .collect();
    let document = json!({"uri": "https://lag.example/1931:47", "structure": provisions});
    Artifact::parse(document.to_string().as_bytes()).unwrap()
}

/// Checks that work checks for cancellation once per step, and ends without a result soon after it is cancelled at one of
/// a few steps.
fn check<T>(steps: u64, work: impl Fn() -> T) {
    let run = |questions: u64| {
        let token = CancelToken::after(questions);
        (token.run(|| whole(work()).map(|_| ())), token.asked())
    };
    let (result, asked) = run(u64::MAX);
    assert_eq!(result, Ok(()));
    assert!(asked >= steps, "{asked} questions for {steps} steps");
    for at in [0, 1, asked / 3, asked / 2, asked - 1] {
        let (result, more) = run(at);
        assert_eq!(result, Err(Cancelled), "cancelled at {at} of {asked}");
        // Each enclosing level checks once more.
        assert!(more <= at + asked / 10 + 50, "{more} questions, cancelled at {at} of {asked}");
    }
}

#[test]
fn markdown_checks_for_cancellation_at_every_node() {
    let statute = statute(2000, "F\u{e5}ret");
    check(4000, || markdown(&statute, None));
}

#[test]
fn comparisons_check_for_cancellation_at_every_node_and_change() {
    let (old, new) = (statute(1000, "F\u{e5}ret"), statute(1000, "Lammet"));
    check(4000, || LydelseComparison::of(&old, &new));
    let comparison = LydelseComparison::of(&old, &new);
    check(1000, || comparison.html(AnchorGrammar::Statute));
    check(1000, || comparison.units(AnchorGrammar::Statute, true).len());
}
