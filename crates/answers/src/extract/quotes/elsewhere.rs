//! Finds the words of a quotation in other documents, with the search index.

use jiff::civil::Date;
use lagrum_quotes::{Likeness, Quote, QuoteComparison};
use lagrum_snapshot::Snapshot;

use super::answer::{QuotePlace, QuoteReason};
use super::budget::{STEPS_OF_A_SEARCH, Unjudged};
use super::note::{MAX_LOOKED_FOR, QuoteNote};
use super::texts::Texts;
use crate::AnswerError;
use crate::search::{SearchQuestion, search};

/// Words of a phrase that the index looks for.
const MAX_PHRASE: usize = 8;

/// Documents with the phrase that are read.
const MAX_READ: usize = 3;

/// What looks for quotations in all documents.
#[derive(Default)]
pub(super) struct Elsewhere {
    looked_for: usize,
}

/// Why a quotation was not looked for in other documents.
#[derive(Clone, Copy, Debug)]
pub(super) enum NotLookedFor {
    /// So many were before it.
    Many,
    NoIndex,
}

impl NotLookedFor {
    pub(super) fn note(self) -> QuoteNote {
        match self {
            Self::Many => QuoteNote::ManyLookedFor,
            Self::NoIndex => QuoteNote::NoIndex,
        }
    }

    pub(super) fn reason(self) -> QuoteReason {
        match self {
            Self::Many => QuoteReason::Budget,
            Self::NoIndex => QuoteReason::NoIndex,
        }
    }
}

/// Where the words of a quotation stand, and how.
pub(super) struct FoundElsewhere {
    pub(super) likeness: Likeness,
    pub(super) places: Vec<QuotePlace>,
}

impl Elsewhere {
    /// The places of other documents that have the words of a quotation. The inner error is why they were not looked for.
    pub(super) fn find(
        &mut self,
        texts: &mut Texts<'_>,
        quote: &Quote,
        except: &[&str],
    ) -> Result<Result<Option<FoundElsewhere>, NotLookedFor>, Unjudged> {
        if self.looked_for >= MAX_LOOKED_FOR {
            return Ok(Err(NotLookedFor::Many));
        }
        texts.budget.spend(STEPS_OF_A_SEARCH)?;
        self.looked_for += 1;
        let Some(phrase) = quote.phrase(MAX_PHRASE) else { return Ok(Ok(None)) };
        let documents = match documents(texts.snapshot, texts.today(), &phrase) {
            Ok(documents) => documents,
            Err(AnswerError::Unavailable { .. } | AnswerError::Loading { .. }) => {
                return Ok(Err(NotLookedFor::NoIndex));
            }
            Err(error) => return Err(error.into()),
        };
        let mut found: Option<FoundElsewhere> = None;
        for uri in documents.iter().filter(|uri| !except.contains(&uri.as_str())).take(MAX_READ) {
            let Some(text) = texts.document(uri)? else { continue };
            let comparison = QuoteComparison::new(quote, &text.text, &texts.budget.steps)?;
            let mut hit = None;
            for unit in &text.units {
                hit = comparison.find(&unit.tokens)?.map(|likeness| (unit, likeness));
                if hit.is_some() {
                    break;
                }
            }
            let Some((unit, likeness)) =
                hit.filter(|(_, likeness)| !matches!(likeness, Likeness::LeavesOut { .. }))
            else {
                continue;
            };
            let place = QuotePlace::new(texts.snapshot, &text.document, unit.anchor.as_ref());
            found.get_or_insert_with(|| FoundElsewhere { likeness, places: Vec::new() }).places.push(place);
        }
        Ok(Ok(found))
    }
}

/// The documents that have a phrase, the best first.
fn documents(snapshot: &Snapshot, day: Date, phrase: &str) -> Result<Vec<String>, AnswerError> {
    let question =
        SearchQuestion { query: format!("\"{phrase}\""), limit: MAX_READ + 1, ..SearchQuestion::default() };
    let found = search(snapshot, day, question)?;
    Ok(found.results.into_iter().map(|result| result.uri).collect())
}
