//! The reference of a document or of a place in it, in forms for reference managers: BibTeX, RIS and CSL-JSON.
//!
//! An act is a statute with its number, a decision a case with its court and its report, a preparatory work a report with its number. The
//! fields are those into which managers put them: a reference in a note alone cannot be sorted or styled.

mod fields;
mod write;

use lagrum_answers::AnswerError;
use lagrum_pages::PageAnswer;

use self::fields::reference;
pub(super) use self::fields::{ReferenceKind, Report, court};
use self::write::{bibtex, csl, ris};
use super::shown::Document;
use crate::href::Href;

/// A form for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReferenceForm {
    /// BibTeX.
    Bibtex,
    /// RIS.
    Ris,
    /// CSL-JSON, the form of citation styles.
    Csl,
}

impl ReferenceForm {
    /// The form with this name in an address. Fails for another name.
    pub(super) fn parse(name: &str) -> Result<Self, AnswerError> {
        match name {
            "bibtex" => Ok(Self::Bibtex),
            "ris" => Ok(Self::Ris),
            "csl" => Ok(Self::Csl),
            _ => Err(AnswerError::Invalid {
                parameter: "form",
                input: Some(name.to_owned()),
                message: "Input should be bibtex, ris or csl".to_owned(),
            }),
        }
    }
}

/// The addresses of all forms with their names.
pub(super) fn links(document: &Document<'_>) -> Vec<(Href, &'static str)> {
    let place = document.request.parameter("citera").unwrap_or_default();
    let link = |form| Href::page(&document.request.path).with("citera", place).with("form", form);
    vec![(link("bibtex"), "BibTeX"), (link("ris"), "RIS"), (link("csl"), "CSL-JSON")]
}

/// The reference of a document, or of the place that was asked for, in a form.
pub(super) fn page(document: &Document<'_>, form: ReferenceForm) -> PageAnswer {
    let reference = reference(document);
    let (media_type, body) = match form {
        ReferenceForm::Bibtex => ("application/x-bibtex; charset=utf-8", bibtex(&reference)),
        ReferenceForm::Ris => ("application/x-research-info-systems; charset=utf-8", ris(&reference)),
        ReferenceForm::Csl => ("application/vnd.citationstyles.csl+json; charset=utf-8", csl(&reference)),
    };
    PageAnswer::Text { media_type, body }
}
