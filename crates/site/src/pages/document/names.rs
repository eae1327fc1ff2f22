//! The names, citations and descriptions of a document, for its page and for the forms for programs.

use lagrum_answers::{self as answers, citation_forms};
use lagrum_artifact::Anchor;

use super::shown::Document;
use crate::ord;

/// The name of a document as the heading of its page, without an acronym.
pub(super) fn name(document: &Document<'_>) -> String {
    let row = &document.text.document;
    let names = [&row.display, &row.title, &row.label, &row.short_id];
    let name = names.into_iter().flatten().find(|name| !name.trim().is_empty());
    let local = || document.path().trim_start_matches('/').to_owned();
    let name = name.cloned().unwrap_or_else(local);
    let acronym = row.abbr.as_ref().map(|abbr| format!(" ({abbr})"));
    let short = acronym.and_then(|acronym| name.strip_suffix(&acronym).map(str::to_owned));
    lagrum_artifact::raise_first_letter(&short.unwrap_or(name))
}

/// A summary of a document: that of a decision, else its first words.
pub(super) fn summary(document: &Document<'_>) -> Option<String> {
    let row = &document.text.document;
    row.description.clone().or_else(|| row.snippet.clone())
}

/// Whether the shown text is known to apply today.
pub(super) fn is_in_force(document: &Document<'_>) -> bool {
    let row = &document.text.document;
    let is_shown = document.composed().is_none() && (document.today.is_none() || document.is_today(None));
    let artifact = document.text.artifact().filter(|_| is_shown);
    artifact.is_some_and(|artifact| answers::is_known_in_force(row, artifact, document.request.day))
}

/// The reference forms of the document or of a place in it, with the remark.
pub(super) fn forms(document: &Document<'_>, place: Option<&Anchor>) -> Vec<(&'static str, String)> {
    let remark = remark(document);
    let forms = citation_forms(&document.request.snapshot, &document.text.document, place).into_iter();
    forms.map(|form| (form.form, format!("{}{remark}", form.citation))).collect()
}

/// The remark in a citation: that the document is repealed, or which lydelse it is.
pub(super) fn remark(document: &Document<'_>) -> String {
    if let Some(as_of) = document.composed() {
        return ord::of_day(&as_of.date);
    }
    match (&document.lydelse, &document.text.document.expired) {
        (Some(lydelse), _) => ord::in_lydelse(lydelse),
        (None, Some(expired)) if document.is_expired() => ord::repealed_on(expired),
        _ => String::new(),
    }
}

/// The name of the publisher of a document, if a name and not an address is stated.
pub(super) fn publisher(document: &Document<'_>) -> Option<String> {
    let name = document.text.document.publisher.as_ref()?;
    (!name.contains("://")).then(|| name.clone())
}
