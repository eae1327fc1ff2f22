//! Whether the quotations of a text say what the cited texts say.
//!
//! `lagrum-quotes` finds and compares; here the texts are looked up. A quotation belongs to the citation whose provision has its words,
//! else to the nearest. It is compared with the cited place on the day of the question, then with the rest of the provision and its
//! other wordings, then with the other provisions of the document, and last, by the index, with other documents. What says most
//! of it comes first: its words in full anywhere nearer than the next place tell more than that some of them stand in the cited one.
//! What all of this may cost for one request is bounded (`budget.rs`).

mod answer;
mod budget;
mod elsewhere;
mod judge;
mod note;
mod texts;
mod translation;

use std::ops::Range;

use jiff::civil::Date;
use lagrum_cancel::Cancelled;
use lagrum_quotes::{FoundQuote, MAX_QUOTE_CHARS, MIN_QUOTE_WORDS, Quote, find_quotes};
use lagrum_snapshot::Snapshot;

pub use self::answer::{CheckedQuote, QuoteMode, QuotePlace, QuoteReason, QuoteStatus, QuoteWording};
use self::budget::{QuoteBudget, Unjudged};
use self::judge::{Judge, Verdict};
use self::note::MAX_QUOTES;
pub use self::note::{PrintedTranslation, QuoteNote};
use super::blocks::JoinedText;
use super::limit::FoundPlaces;
use super::{ExtractQuestion, ExtractResponse, Occurrence};
use crate::AnswerError;

/// Adds the quotations to an answer.
pub(super) fn add_quotes(
    snapshot: &Snapshot,
    today: Date,
    question: &ExtractQuestion,
    joined: &JoinedText<'_>,
    found: &FoundPlaces,
    answer: &mut ExtractResponse,
) -> Result<(), AnswerError> {
    let FoundPlaces { places, end } = found;
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|at| places[*at].start);
    let sorted: Vec<Range<usize>> = order.iter().map(|at| places[*at].clone()).collect();
    for occurrence in &mut answer.occurrences {
        occurrence.quotes = Some(Vec::new());
    }
    let budget = QuoteBudget::default();
    // Without a limit it ends only with its request.
    let quotes = find_quotes(&joined.text()[..*end], &sorted, &budget.steps).map_err(|_| Cancelled)?;
    budget.begin();
    let mut checker = Checker { judge: Judge::new(snapshot, today, question.as_of, &budget), checked: 0 };
    let mut uncited = Vec::new();
    for found in quotes {
        lagrum_cancel::check()?;
        let candidates: Vec<usize> = found.citations.iter().map(|at| order[*at]).collect();
        if candidates.is_empty() && question.quotes != QuoteMode::All {
            continue;
        }
        let (owner, verdict) = checker.check(&found, &candidates, &answer.occurrences)?;
        let quote = checked(found, verdict, joined);
        match owner {
            Some(owner) => answer.occurrences[owner].quotes.get_or_insert_default().push(quote),
            None => uncited.push(quote),
        }
    }
    answer.uncited_quotes = (question.quotes == QuoteMode::All).then_some(uncited);
    Ok(())
}

/// What checks the quotations of a text, one after the other.
struct Checker<'s> {
    judge: Judge<'s>,
    /// How many were checked so far. Those that are too short cost nothing.
    checked: usize,
}

impl Checker<'_> {
    /// The occurrence that a quotation belongs to, and the verdict. `candidates` are the occurrences near it.
    fn check(
        &mut self,
        found: &FoundQuote,
        candidates: &[usize],
        occurrences: &[Occurrence],
    ) -> Result<(Option<usize>, Verdict), AnswerError> {
        let nearest = candidates.first().copied();
        let unverified = |reason, note| (nearest, Verdict::unverified(reason, Some(note)));
        if found.text.chars().nth(MAX_QUOTE_CHARS).is_some() {
            return Ok(unverified(QuoteReason::Length, QuoteNote::TooLong));
        }
        let quote = Quote::new(&found.text);
        if quote.words() < MIN_QUOTE_WORDS {
            return Ok((nearest, Verdict::of(QuoteStatus::TooShort)));
        }
        if self.checked >= MAX_QUOTES {
            return Ok(unverified(QuoteReason::Budget, QuoteNote::TooMany));
        }
        self.checked += 1;
        let cited: Vec<&Occurrence> = candidates.iter().map(|at| &occurrences[*at]).collect();
        match self.judge.judge(&quote, &cited) {
            Ok((owner, verdict)) => Ok((owner.map(|owner| candidates[owner]), verdict)),
            Err(Unjudged::Spent) => Ok(unverified(QuoteReason::Budget, QuoteNote::Spent)),
            Err(Unjudged::Failed(error)) => Err(error),
        }
    }
}

fn checked(found: FoundQuote, verdict: Verdict, joined: &JoinedText<'_>) -> CheckedQuote {
    CheckedQuote {
        text: found.text,
        locations: found.places.iter().flat_map(|place| joined.locations(place)).collect(),
        status: verdict.status,
        r#where: verdict.places,
        wording: verdict.wording,
        differs: verdict.differs,
        note: verdict.note,
        reason: verdict.reason,
    }
}
