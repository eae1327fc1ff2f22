//! JSON-LD (1.1), with its context in it: nothing has to be fetched to read it.

use serde_json::{Map, Value, json};

use crate::{LinkedGraph, LinkedValue, TYPE, Triple};

/// A graph as JSON-LD: an object for each thing.
pub fn json_ld(graph: &LinkedGraph) -> String {
    let prefix =
        |vocabulary: &&crate::LinkedVocabulary| (vocabulary.prefix.to_owned(), vocabulary.namespace.into());
    let context: Map<String, Value> = graph.vocabularies().iter().map(prefix).collect();
    let things = graph.by_subject().into_iter().map(|(subject, triples)| {
        let mut thing = Map::new();
        thing.insert("@id".to_owned(), subject.as_str().into());
        for Triple { property, value, .. } in triples {
            let (name, value) = match value {
                LinkedValue::Term(term) if *property == TYPE => ("@type".to_owned(), term.short().into()),
                value => (property.short(), object(value)),
            };
            match thing.get_mut(&name) {
                None => {
                    thing.insert(name, value);
                }
                Some(Value::Array(values)) => values.push(value),
                Some(first) => *first = json!([first.take(), value]),
            }
        }
        Value::Object(thing)
    });
    let mut text = format!("{:#}", json!({ "@context": context, "@graph": things.collect::<Vec<_>>() }));
    text.push('\n');
    text
}

fn object(value: &LinkedValue) -> Value {
    match value {
        LinkedValue::Thing(iri) => json!({ "@id": iri.as_str() }),
        LinkedValue::Term(term) => json!({ "@id": term.short() }),
        LinkedValue::Text(words, None) => words.as_str().into(),
        LinkedValue::Text(words, Some(language)) => json!({ "@value": words, "@language": language }),
        LinkedValue::Typed(value, datatype) => json!({ "@value": value, "@type": datatype.short() }),
    }
}
