//! `/till`: the target of the search box in the header.
//!
//! A text that names one held place redirects to the place. A text that names a place that a held document lacks redirects to
//! the document, which reports it (`saknas`). Any other text redirects to the search page. With `fran`, a bare number is read
//! as a provision of that document.

use lagrum_answers::{self as answers, AnswerError, RecognizedCitation, ResolveQuestion, SearchResult};
use lagrum_pages::{PageAnswer, PageRequest};

use crate::href::Href;
use crate::language::Language;

/// Redirects to the place or to the search page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let query = request.parameter("q").unwrap_or_default();
    let language = Language::of(request);
    let from = request.parameter("fran").map(|path| path.trim_start_matches('/'));
    let within = from.and_then(|document| provision_of(query, document));
    for text in within.iter().map(String::as_str).chain([query]) {
        if let Some(place) = named(request, text)? {
            return Ok(PageAnswer::SeeOther(place.to_string()));
        }
    }
    Ok(PageAnswer::SeeOther(language.kept(Href::page("/sok").with("q", query)).to_string()))
}

/// The held place that the whole text names, if there is exactly one.
fn named(request: &PageRequest, text: &str) -> Result<Option<Href>, AnswerError> {
    let Some(resolver) = request.snapshot.resolver() else { return Ok(None) };
    if !resolver.read(text).is_some_and(|reading| reading.is_whole()) {
        return Ok(None);
    }
    let question = ResolveQuestion { text: text.to_owned(), source: None, kind: None };
    let answer = answers::resolve(&request.snapshot, request.day, question)?;
    match answer.results.as_slice() {
        [result] => Ok(place(request, result, &answer.recognized)),
        _ => Ok(None),
    }
}

/// The page of a result, at the place it names. If it lacks the named place, with the parameter by which the page reports that.
fn place(request: &PageRequest, result: &SearchResult, recognized: &[RecognizedCitation]) -> Option<Href> {
    let anchor = result.pin.as_ref().and_then(|pin| pin.pinpoint.as_deref()).unwrap_or_default();
    let lacks = |named: &RecognizedCitation| {
        let (document, anchor) = named.uri.split_once('#')?;
        (result.pin.is_none() && document == result.uri).then(|| anchor.to_owned())
    };
    let lacking = recognized.iter().find_map(lacks).unwrap_or_default();
    let page = Href::page(result.url.as_deref()?).with("saknas", &lacking);
    Some(Language::of(request).kept(page).at(anchor))
}

/// Reads a short citation (`36`, `36 a §`, `3:12`, `art 6`) as a citation of a provision of a document.
fn provision_of(text: &str, document: &str) -> Option<String> {
    let text = text.trim();
    let number = text.trim_end_matches('§').trim();
    let is_number = |number: &str| {
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let rest = number[digits..].trim();
        digits > 0 && (rest.is_empty() || (rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_lowercase())))
    };
    if let Some((kapitel, paragraf)) = number.split_once(':') {
        let (kapitel, paragraf) = (kapitel.trim(), paragraf.trim());
        return (is_number(kapitel) && is_number(paragraf))
            .then(|| format!("{kapitel} kap. {paragraf} § {document}"));
    }
    if is_number(number) {
        return Some(format!("{number} § {document}"));
    }
    let lower = text.to_lowercase();
    let article = lower
        .strip_prefix("artikel ")
        .or_else(|| lower.strip_prefix("art. "))
        .or_else(|| lower.strip_prefix("art "));
    article.map(|rest| format!("artikel {rest} {document}"))
}

#[cfg(test)]
mod tests {
    use super::provision_of;

    #[test]
    fn short_citations_mean_the_open_document() {
        let table = [
            ("36", Some("36 § 1915:218")),
            ("36 a §", Some("36 a § 1915:218")),
            ("3:12", Some("3 kap. 12 § 1915:218")),
            ("3 a:12 b", Some("3 a kap. 12 b § 1915:218")),
            ("Art 6.1", Some("artikel 6.1 1915:218")),
            ("1915:218:3", None),
            ("brb 3:1", None),
            ("köp", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(provision_of(text, "1915:218").as_deref(), expected, "{text}");
        }
    }
}
