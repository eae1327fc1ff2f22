//! The part of the page of a concept beside its text: the provisions that define it, the decisions that apply it, the related
//! concepts.

use lagrum_answers::{self as answers, AnswerError};
use lagrum_sources::concept_source;

use super::shown::Document;
use super::surroundings::decision_name;
use crate::href::Href;

/// The data of a concept.
pub(super) struct ConceptPart {
    /// The provisions that define it: addresses, names and words.
    pub(super) definitions: Vec<(Href, String, String)>,
    /// Decisions that name or apply it.
    pub(super) decisions: Vec<(Href, String)>,
    pub(super) near: Vec<(Href, String)>,
}

impl ConceptPart {
    /// The data of the concept that a document describes; None for another document.
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

    /// Whether it has a definition of the concept.
    pub(super) fn explains(&self) -> bool {
        !self.definitions.is_empty()
    }
}
