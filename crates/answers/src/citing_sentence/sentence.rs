//! The shape of a citing sentence.

use serde::Serialize;
use utoipa::ToSchema;

use super::cut::first_sentence;

/// What a citing document says where it cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CitingSentence {
    /// The sentence as HTML: escaped text, at most 300 characters of it, with the citation in `<em>` where the sentence has it. Dots
    /// stand for what is cut off a longer one.
    pub html: String,
    /// What it is.
    pub kind: CitingSentenceKind,
}

/// Where a citing sentence is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CitingSentenceKind {
    /// The first sentence of a comment on the provision.
    Commentary,
    /// The first sentence of the headnote of a decision whose text does not cite it.
    Headnote,
    /// The sentence around the citation.
    Sentence,
}

impl CitingSentence {
    /// The first sentence of a text, without a mark; None of an empty text.
    pub(super) fn whole(text: &str, kind: CitingSentenceKind) -> Option<Self> {
        first_sentence(text).map(|sentence| Self { html: lagrum_escape::html(&sentence), kind })
    }
}
