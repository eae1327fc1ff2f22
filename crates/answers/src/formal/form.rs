//! The forms in which a document is answered.

use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;

use super::wordings::name_of;
use crate::AnswerError;

/// A form of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormalForm {
    /// The artifact as JSON.
    Json,
    /// Markdown.
    Markdown,
    /// Akoma Ntoso.
    Akn,
    /// Its graph as Turtle.
    Turtle,
    /// Its graph as JSON-LD.
    JsonLd,
    /// The page.
    Html,
}

impl FormalForm {
    /// All forms, in the order in which a client that likes several equally gets them.
    pub const ALL: [Self; 6] =
        [Self::Json, Self::Markdown, Self::Akn, Self::Turtle, Self::JsonLd, Self::Html];

    /// Its name as a value of `format`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Markdown => "md",
            Self::Akn => "akn",
            Self::Turtle => "ttl",
            Self::JsonLd => "jsonld",
            Self::Html => "html",
        }
    }

    /// Its media type, without parameters.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Markdown => "text/markdown",
            Self::Akn => "application/akn+xml",
            Self::Turtle => "text/turtle",
            Self::JsonLd => "application/ld+json",
            Self::Html => "text/html",
        }
    }
}

/// The forms of a document. Only acts with a text and a name have Akoma Ntoso.
pub fn forms_of(snapshot: &Snapshot, document: &CatalogDocument) -> Vec<FormalForm> {
    let is_named = document.stored.is_some() && name_of(snapshot, document).is_some();
    FormalForm::ALL.into_iter().filter(|form| *form != FormalForm::Akn || is_named).collect()
}

/// The failure of a document that has no Akoma Ntoso, with the forms that it has.
pub(super) fn no_akn(snapshot: &Snapshot, document: &CatalogDocument, uri: &str) -> AnswerError {
    let forms = forms_of(snapshot, document).into_iter().filter(|form| *form != FormalForm::Html);
    let names: Vec<&str> = forms.map(FormalForm::name).collect();
    AnswerError::Invalid {
        parameter: "format",
        input: Some("akn".to_owned()),
        message: format!("no Akoma Ntoso (akn) of {}; {uri} has {}", document.source, names.join(", ")),
    }
}
