//! Whether a brief text has the whole query.
//!
//! A long act has any three words somewhere. A text of a few hundred words, such as a headnote, a concept page or a summary,
//! does not have three given words by chance: if it has every word of a query, the query is about it or about its topic.

use super::open::OpenIndex;
use super::work::Work;
use crate::SearchError;
use crate::plan::{MatchPlan, QueryWord};
use lagrum_numbers::DocumentNumber;

/// The most words of a brief text.
const MAX_LENGTH: f32 = 300.0;

/// The least number of words that a brief text does not have by chance, and the most words that are looked up. A brief text
/// with all words of a longer query would be a copy of it.
const MIN_WORDS: usize = 3;
const MAX_WORDS: usize = 16;

/// The nearness of a form that is the word itself, inflected or not.
const ITSELF: f32 = 1.0;

/// Whether a brief text has every content word of a query, as typed or inflected. Preparatory works do not count unless the
/// query asks for them: they come after the act that they led to.
pub(super) fn any_has_all(
    index: &OpenIndex,
    matching: &MatchPlan<'_>,
    work: &mut Work,
) -> Result<bool, SearchError> {
    let words: Vec<&QueryWord> = matching.words.iter().copied().filter(|word| !word.is_function).collect();
    if !(MIN_WORDS..=MAX_WORDS).contains(&words.len()) {
        return Ok(false);
    }
    let max_length = MAX_LENGTH / index.columns.average_length.max(1.0);
    let is_brief = |document: DocumentNumber| {
        let facts = index.columns.facts(document);
        facts.relative_length <= max_length && (!facts.preparatory || matching.plan.wants_preparatory)
    };
    // The heaviest word has the fewest documents.
    let mut having: Option<Vec<DocumentNumber>> = None;
    for word in words {
        let mut found: Vec<DocumentNumber> = Vec::new();
        for form in word.forms.iter().filter(|form| form.nearness >= ITSELF) {
            for term in form.as_single_choice().unwrap_or_default() {
                index.texts_with(term.as_str(), having.as_deref(), work, |document, _| {
                    if is_brief(document) {
                        found.push(document);
                    }
                })?;
            }
        }
        // Sorted by row, as look-ups need. The documents of each term are in order already, which makes a stable sort fast.
        found.sort_by_key(|document| (index.columns.addresses[document.index()], *document));
        found.dedup();
        if let Some(before) = &having {
            let address = |document: &DocumentNumber| index.columns.addresses[document.index()];
            found.retain(|document| before.binary_search_by_key(&address(document), address).is_ok());
        }
        if found.is_empty() {
            return Ok(false);
        }
        having = Some(found);
    }
    Ok(true)
}
