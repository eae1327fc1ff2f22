//! Turtle: what is said of each thing together, with prefixes for vocabularies.

use crate::lines::quoted;
use crate::{LinkedGraph, LinkedValue, TYPE, Triple};

/// A graph as Turtle.
pub fn turtle(graph: &LinkedGraph) -> String {
    let mut text = String::new();
    for vocabulary in graph.vocabularies() {
        text.push_str(&format!("@prefix {}: <{}> .\n", vocabulary.prefix, vocabulary.namespace));
    }
    for (subject, triples) in graph.by_subject() {
        text.push_str(&format!("\n<{subject}>"));
        let mut before = None;
        for Triple { property, value, .. } in triples {
            match before {
                Some(same) if same == property => text.push_str(",\n        "),
                Some(_) => text.push_str(" ;\n    "),
                None => text.push(' '),
            }
            if before != Some(property) {
                let name = if *property == TYPE { "a".to_owned() } else { property.short() };
                text.push_str(&format!("{name} "));
            }
            before = Some(property);
            write(value, &mut text);
        }
        text.push_str(" .\n");
    }
    text
}

fn write(value: &LinkedValue, text: &mut String) {
    match value {
        LinkedValue::Thing(iri) => text.push_str(&format!("<{iri}>")),
        LinkedValue::Term(term) => text.push_str(&term.short()),
        LinkedValue::Text(words, language) => {
            quoted(words, text);
            if let Some(language) = language {
                text.push_str(&format!("@{language}"));
            }
        }
        LinkedValue::Typed(value, datatype) => {
            quoted(value, text);
            text.push_str(&format!("^^{}", datatype.short()));
        }
    }
}
