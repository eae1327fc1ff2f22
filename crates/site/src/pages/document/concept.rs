//! What the page of a concept has beside its text: who defines it, with the words, the decisions that apply it, the concepts near it.

use lagrum_answers::{self as answers, AnswerError};
use lagrum_sources::concept_source;

use super::shown::Document;
use super::surroundings::decision_name;
use crate::href::Href;

/// What is known of a concept.
pub(super) struct ConceptPart {
    /// The provisions that define it: addresses, names and words.
    pub(super) definitions: Vec<(Href, String, String)>,
    /// Decisions that name or apply it.
    pub(super) decisions: Vec<(Href, String)>,
    pub(super) near: Vec<(Href, String)>,
}

impl ConceptPart {
    /// What is known of the concept that a document is; None for another document.
    pub(super) fn new(document: &Document<'_>) -> Result<Option<Self>, AnswerError> {
        let row = &document.text.document;
        if row.source != concept_source().name {
            return Ok(None);
        }
        let found = answers::concept(&document.request.snapshot, document.request.day, &row.uri)?;
        let place = |url: &str| {
            let (path, anchor) = url.split_once('#').unwrap_or((url, ""));
            Href::page(path).at(anchor)
        };
        let path = document.path();
        Ok(Some(Self {
            definitions: found
                .definitions
                .into_iter()
                .map(|definition| (place(&definition.url), definition.citation, definition.text))
                .collect(),
            decisions: found
                .decisions
                .iter()
                .map(|decision| {
                    (Href::page(&decision.url).with("om", &path).at("h1"), decision_name(decision))
                })
                .collect(),
            near: found.near.into_iter().map(|(url, name)| (place(&url), name)).collect(),
        }))
    }

    /// Whether it says what the concept means.
    pub(super) fn explains(&self) -> bool {
        !self.definitions.is_empty()
    }
}
