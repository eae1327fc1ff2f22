//! N-Triples: a statement a line, and what it has in common with Turtle.

use crate::{LinkedGraph, LinkedValue, Triple};

/// A graph as N-Triples: a line for each statement. Lines of several graphs make one file.
pub fn n_triples(graph: &LinkedGraph) -> String {
    let mut text = String::new();
    for Triple { subject, property, value } in graph.triples() {
        text.push_str(&format!("<{subject}> <{}> ", property.iri()));
        match value {
            LinkedValue::Thing(iri) => text.push_str(&format!("<{iri}>")),
            LinkedValue::Term(term) => text.push_str(&format!("<{}>", term.iri())),
            LinkedValue::Text(words, language) => {
                quoted(words, &mut text);
                if let Some(language) = language {
                    text.push_str(&format!("@{language}"));
                }
            }
            LinkedValue::Typed(value, datatype) => {
                quoted(value, &mut text);
                text.push_str(&format!("^^<{}>", datatype.iri()));
            }
        }
        text.push_str(" .\n");
    }
    text
}

/// Appends words in quotation marks, with what they cannot have escaped.
pub(crate) fn quoted(words: &str, text: &mut String) {
    text.push('"');
    for c in words.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                text.push_str(&format!("\\u{:04X}", u32::from(c)));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}
