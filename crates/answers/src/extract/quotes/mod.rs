//! Whether the quotations of a text say what the cited texts say.
//!
//! `lagrum-quotes` finds and compares; here the texts are looked up. A quotation belongs to the citation whose provision has its words,
//! else to the nearest. It is compared with the cited place on the day of the question, then with the rest of the provision and its
//! other wordings, then with the other provisions of the document, and last, by the index, with other documents. What says most
//! of it comes first: its words in full anywhere nearer than the next place tell more than that some of them stand in the cited one.

mod answer;
mod elsewhere;
mod judge;
mod texts;

use std::ops::Range;

use jiff::civil::Date;
use lagrum_quotes::{FoundQuote, MIN_QUOTE_WORDS, Quote, find_quotes};
use lagrum_snapshot::Snapshot;

pub use self::answer::{CheckedQuote, QuoteMode, QuotePlace, QuoteStatus, QuoteWording};
use self::judge::{Judge, Verdict};
use super::blocks::JoinedText;
use super::{ExtractQuestion, ExtractResponse, Occurrence};
use crate::AnswerError;

/// Quotations of one text that are checked.
const MAX_QUOTES: usize = 1_000;

/// Adds the quotations to an answer. `places` are those of its occurrences in the text.
pub(super) fn add_quotes(
    snapshot: &Snapshot,
    today: Date,
    question: &ExtractQuestion,
    joined: &JoinedText<'_>,
    places: &[Range<usize>],
    answer: &mut ExtractResponse,
) -> Result<(), AnswerError> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|at| places[*at].start);
    let sorted: Vec<Range<usize>> = order.iter().map(|at| places[*at].clone()).collect();
    for occurrence in &mut answer.occurrences {
        occurrence.quotes = Some(Vec::new());
    }
    let mut judge = Judge::new(snapshot, today, question.as_of);
    let mut uncited = Vec::new();
    for (count, found) in find_quotes(joined.text(), &sorted).into_iter().enumerate() {
        lagrum_cancel::check()?;
        let candidates: Vec<usize> = found.citations.iter().map(|at| order[*at]).collect();
        if candidates.is_empty() && question.quotes != QuoteMode::All {
            continue;
        }
        let quote = Quote::new(&found.text);
        let (owner, verdict) = if count >= MAX_QUOTES {
            let note = format!("it was not checked: of one text {MAX_QUOTES} quotations are");
            (
                candidates.first().copied(),
                Verdict { note: Some(note), ..Verdict::of(QuoteStatus::Unverified) },
            )
        } else if quote.words() < MIN_QUOTE_WORDS {
            (candidates.first().copied(), Verdict::of(QuoteStatus::TooShort))
        } else {
            let cited: Vec<&Occurrence> = candidates.iter().map(|at| &answer.occurrences[*at]).collect();
            let (owner, verdict) = judge.judge(&quote, &cited)?;
            (owner.map(|owner| candidates[owner]), verdict)
        };
        let checked = checked(found, verdict, joined);
        match owner {
            Some(owner) => answer.occurrences[owner].quotes.get_or_insert_default().push(checked),
            None => uncited.push(checked),
        }
    }
    answer.uncited_quotes = (question.quotes == QuoteMode::All).then_some(uncited);
    Ok(())
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
    }
}
