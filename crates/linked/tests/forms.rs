//! What other people's parsers read in each form is the list of statements that was written.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::collections::BTreeSet;

use lagrum_linked::{
    DCTERMS, ELI, Iri, LinkedGraph, LinkedTerm, LinkedValue, OWL, TYPE, Triple, XSD, json_ld, n_triples,
    turtle,
};
use oxjsonld::JsonLdParser;
use oxttl::{NTriplesParser, TurtleParser};
use proptest::prelude::*;

/// The statements of a graph, each as a line.
fn written(graph: &LinkedGraph) -> BTreeSet<String> {
    let literal = |value: &str| oxrdf::Literal::new_simple_literal(value);
    let term = |term: LinkedTerm| oxrdf::NamedNode::new(term.iri()).unwrap();
    let line = |Triple { subject, property, value }: &Triple| {
        let subject = oxrdf::NamedNode::new(subject.as_str()).unwrap();
        let object: oxrdf::Term = match value {
            LinkedValue::Thing(iri) => oxrdf::NamedNode::new(iri.as_str()).unwrap().into(),
            LinkedValue::Term(name) => term(*name).into(),
            LinkedValue::Text(words, None) => literal(words).into(),
            LinkedValue::Text(words, Some(language)) => {
                oxrdf::Literal::new_language_tagged_literal(words, *language).unwrap().into()
            }
            LinkedValue::Typed(value, datatype) => {
                oxrdf::Literal::new_typed_literal(value, term(*datatype)).into()
            }
        };
        oxrdf::Triple::new(subject, term(*property), object).to_string()
    };
    graph.triples().iter().map(line).collect()
}

fn read_turtle(text: &str) -> BTreeSet<String> {
    TurtleParser::new().for_slice(text).map(|triple| triple.unwrap().to_string()).collect()
}

fn read_n_triples(text: &str) -> BTreeSet<String> {
    NTriplesParser::new().for_slice(text).map(|triple| triple.unwrap().to_string()).collect()
}

fn read_json_ld(text: &str) -> BTreeSet<String> {
    let quads = JsonLdParser::new().for_slice(text);
    quads.map(|quad| oxrdf::Triple::from(quad.unwrap()).to_string()).collect()
}

fn all_forms_say(graph: &LinkedGraph) {
    let wanted = written(graph);
    assert_eq!(wanted.len(), graph.triples().len());
    let (turtle, json, lines) = (turtle(graph), json_ld(graph), n_triples(graph));
    assert_eq!(read_turtle(&turtle), wanted, "{turtle}");
    assert_eq!(read_json_ld(&json), wanted, "{json}");
    assert_eq!(read_n_triples(&lines), wanted, "{lines}");
}

#[test]
fn a_statute_in_three_forms() {
    let mut graph = LinkedGraph::default();
    let act = Iri::new("https://lag.example/eli/sfs/1931/47").unwrap();
    graph.a(&act, ELI.term("LegalResource"));
    graph.a(&act, DCTERMS.term("BibliographicResource"));
    graph.relation(&act, OWL.term("sameAs"), "https://lag.example/1931:47");
    graph.relation(&act, ELI.term("amended_by"), "https://lag.example/2004:310");
    graph.relation(&act, ELI.term("amended_by"), "https://lag.example/2004:310");
    graph.relation(&act, ELI.term("amended_by"), "no identifier");
    graph.day(&act, ELI.term("date_document"), "1931-05-01");
    graph.words(
        &act,
        ELI.term("title"),
        "Fårlag \"(1931:47)\"\\\n\t\r\u{0}\u{7f}\u{fffe} om får",
        Some("sv"),
    );
    graph.words(&act, ELI.term("id_local"), "1931:47", None);
    assert_eq!(graph.triples().len(), 7);
    all_forms_say(&graph);
    let turtle = turtle(&graph);
    assert!(turtle.contains("<https://lag.example/eli/sfs/1931/47> a eli:LegalResource"), "{turtle}");
    assert!(turtle.contains("eli:date_document \"1931-05-01\"^^xsd:date"), "{turtle}");
    all_forms_say(&LinkedGraph::default());
}

proptest! {
    #[test]
    fn any_words_and_identifiers_come_back(
        statements in prop::collection::vec((".{0,12}", 0..4_u8, any::<String>(), any::<bool>()), 0..12),
    ) {
        let mut graph = LinkedGraph::default();
        for (name, property, text, is_thing) in statements {
            let Some(subject) = Iri::new(&format!("https://lag.example/{name}")) else { continue };
            let property = [TYPE, ELI.term("title"), DCTERMS.term("source"), OWL.term("sameAs")][usize::from(property)];
            let value = match (is_thing || property == TYPE, Iri::new(&format!("urn:x:{text}"))) {
                (true, Some(iri)) => LinkedValue::Thing(iri),
                _ if text.len() % 3 == 0 => LinkedValue::Text(text, Some("sv")),
                _ if text.len() % 3 == 1 => LinkedValue::Typed(text, XSD.term("anyURI")),
                _ => LinkedValue::Text(text, None),
            };
            graph.add(&subject, property, value);
        }
        all_forms_say(&graph);
    }
}
