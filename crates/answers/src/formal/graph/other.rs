//! The graph of a document that is no act, in the terms of the Dublin Core.

use lagrum_linked::{DCTERMS, Iri, LinkedGraph, LinkedValue, SCHEMA, XSD};

use super::super::facts::{FormalFacts, is_day};
use super::super::form::FormalForm;
use super::names::{LinkedNames, language};

pub(super) fn write(graph: &mut LinkedGraph, names: &LinkedNames<'_>, facts: &FormalFacts) {
    let Some(document) = Iri::new(&facts.uri) else { return };
    graph.a(&document, DCTERMS.term("BibliographicResource"));
    graph.a(&document, SCHEMA.term("CreativeWork"));
    graph.words(&document, DCTERMS.term("title"), &facts.title, Some(facts.language));
    for identifier in facts.identifier.iter().chain(&facts.ecli) {
        graph.words(&document, DCTERMS.term("identifier"), identifier, None);
    }
    for report in &facts.reports {
        graph.words(&document, DCTERMS.term("bibliographicCitation"), report, None);
    }
    if let Some(date) = &facts.date {
        let is_year = date.len() == 4 && date.bytes().all(|b| b.is_ascii_digit());
        match date {
            day if is_day(day) => graph.day(&document, DCTERMS.term("date"), day),
            year if is_year => {
                let year = LinkedValue::Typed(year.clone(), XSD.term("gYear"));
                graph.add(&document, DCTERMS.term("date"), year);
            }
            words => graph.words(&document, DCTERMS.term("date"), words, None),
        }
    }
    if let Some(entry) = language(facts.language) {
        graph.relation(&document, DCTERMS.term("language"), &entry);
    }
    if let Some(agent) = facts.author.as_ref().and_then(|author| names.agent(graph, author)) {
        graph.relation(&document, DCTERMS.term("creator"), agent.as_str());
    }
    if let Some(page) = &facts.source_url {
        graph.relation(&document, DCTERMS.term("source"), page);
    }
    for form in facts.forms.iter().filter(|form| **form != FormalForm::JsonLd) {
        let address = names.form_address(facts, *form);
        if let Some(address) = address {
            graph.relation(&document, DCTERMS.term("hasFormat"), &address);
        }
    }
}
