//! Finding and comparing quotes takes steps in proportion to the text, whatever stands in it.

#![expect(clippy::unwrap_used, reason = "a failed call should end the test")]

use std::ops::Range;

use lagrum_cancel::CancelToken;
use lagrum_quotes::{Quote, QuoteComparison, SourceText, StepBudget, find_quotes};
use proptest::prelude::*;

/// The steps of finding all quotes of a text with a citation at each `§`, and the citations that they have.
fn found(text: &str) -> (u64, usize) {
    let citations: Vec<Range<usize>> =
        text.match_indices('§').map(|(at, sign)| at..at + sign.len()).collect();
    let steps = StepBudget::default();
    let found = find_quotes(text, &citations, &steps).unwrap();
    (steps.taken(), found.map(|quote| quote.citations.len()).max().unwrap_or_default())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn finding_takes_few_steps_for_a_character(
        unit in "[a.!”\"‘»«„(> §\n]{1,6}", times in 1..400_usize, end in "[a.”\n]{0,3}"
    ) {
        let text = unit.repeat(times) + &end;
        let (steps, most) = found(&text);
        prop_assert!(steps <= 8 * (text.chars().count() as u64 + 1), "{steps} for {}", text.chars().count());
        prop_assert!(most <= 20);
    }

    /// What is compared: a law of few words, and quotes of few words.
    #[test]
    fn comparing_takes_steps_in_proportion(
        unit in prop::collection::vec(prop::sample::select(vec!["får", "den", "om", "1.", "[…]", "[f]år", "hästar", ","]), 1..6),
        law in prop::collection::vec(prop::sample::select(vec!["får", "den", "om", "1.", ",", "ska", "\n"]), 1..8),
    ) {
        let source = SourceText::new(&format!("{} ", law.join(" ")).repeat(200));
        let units: Vec<Range<usize>> = (0..source.whole().end / 20).map(|at| at * 20..(at + 1) * 20).collect();
        let steps = |times: usize| {
            let (quote, steps) = (Quote::new(&format!("{} ", unit.join(" ")).repeat(times)), StepBudget::default());
            let comparison = QuoteComparison::new(&quote, &source, &steps).unwrap();
            for unit in &units {
                comparison.find(unit).unwrap();
            }
            comparison.difference(&units).unwrap();
            steps.taken()
        };
        let (short, long) = (steps(20), steps(80));
        prop_assert!(long <= 8 * short + 50_000, "{short} and {long}");
    }
}

#[test]
fn finding_ends_with_its_request() {
    let text = "(‘a ”b c” 3 §. ".repeat(20_000);
    let token = CancelToken::after(3);
    let outcome = token.run(|| find_quotes(&text, &[], &StepBudget::default()).map(|_| ()));
    assert!(outcome.is_err());
    assert!(token.asked() <= 5, "{}", token.asked());
}

#[test]
fn a_comparison_ends_with_its_budget() {
    let source = SourceText::new(&"den som är får ".repeat(20_000));
    let (quote, steps) = (Quote::new(&"den […] som ".repeat(500)), StepBudget::new(100_000));
    let whole = source.whole();
    let outcome = QuoteComparison::new(&quote, &source, &steps).and_then(|comparison| {
        comparison.find(&whole)?;
        comparison.joins(std::slice::from_ref(&whole), std::slice::from_ref(&whole))
    });
    assert!(outcome.is_err() || steps.taken() <= 100_000);
    assert!(steps.taken() < 400_000);
}
