//! The acts that a preparatory work led to, as a list in the head of its page.

use lagrum_answers::{self as answers, ActOfWork, AnswerError};

use super::shown::Document;
use crate::href::Href;
use crate::ord;
use crate::parts::in_full;

/// The most acts that the page names. Real works led to some dozens at most.
const MAX_NAMED: usize = 100;

/// The list is open where it is no longer than this.
const MAX_OPEN: usize = 5;

/// The acts that a preparatory work led to.
pub(super) struct ActsOfWork {
    /// How many they are, in words.
    pub(super) heading: String,
    /// Each with its page, its name, and what it changed.
    pub(super) acts: Vec<(Href, String, String)>,
    /// How many are not named, in words; empty if all are.
    pub(super) more: String,
    /// Whether the list is open at first.
    pub(super) is_open: bool,
}

impl ActsOfWork {
    /// The list of a document; None where no register names the document.
    pub(super) fn find(document: &Document<'_>) -> Result<Option<Self>, AnswerError> {
        let found = answers::acts_of_work(&document.request.snapshot, &document.text.document.uri)?;
        if found.is_empty() {
            return Ok(None);
        }
        let named = found.iter().take(MAX_NAMED).filter_map(|act| named(document, act).transpose());
        let acts = named.collect::<Result<Vec<_>, _>>()?;
        Ok(Some(Self {
            heading: ord::led_to(found.len()),
            more: ord::led_to_more(found.len().saturating_sub(MAX_NAMED)),
            is_open: acts.len() <= MAX_OPEN,
            acts,
        }))
    }
}

fn named(document: &Document<'_>, act: &ActOfWork) -> Result<Option<(Href, String, String)>, AnswerError> {
    let Some(href) = Href::document(document.base(), &act.uri) else { return Ok(None) };
    let changed = act.changed.iter().map(|changed| name(document, changed));
    let changed = changed.collect::<Result<Vec<_>, _>>()?;
    Ok(Some((href, name(document, &act.uri)?, ord::changed_acts(&changed))))
}

/// The name of an act in a sentence, held or not.
fn name(document: &Document<'_>, uri: &str) -> Result<String, AnswerError> {
    match answers::card(&document.request.snapshot, document.request.day, uri, None) {
        Ok(card) => Ok(in_full(&card)),
        Err(AnswerError::NotFound(_)) => {
            Ok(answers::name_of_unheld(document.base().strip(uri).unwrap_or(uri)))
        }
        Err(error) => Err(error),
    }
}
