//! What happened to what is followed, and concepts, on the demo.

use std::collections::HashSet;

use lagrum_answers::{
    AnswerError, DocumentForm, MAX_EVENTS, MatchingQuestion, ProvisionForm, concept, followed,
    matching_changes,
};

use crate::fixture::{BASE, TODAY, loaded, uri};
use crate::reader::{Reader, source};

#[test]
fn events_of_every_document_are_told_apart_and_in_order() {
    let mut events = 0;
    for of in Reader::demo().all_uris() {
        let found = followed(loaded(), TODAY, &of).unwrap();
        assert_eq!(found.uri, of);
        assert!(!found.name.is_empty(), "{of}");
        assert!(found.events.len() <= MAX_EVENTS, "{of}");
        let ids: HashSet<&str> = found.events.iter().map(|event| event.id.as_str()).collect();
        assert_eq!(ids.len(), found.events.len(), "{of}: {:?}", found.events);
        assert!(found.events.windows(2).all(|pair| pair[0].at >= pair[1].at), "{of}: {:?}", found.events);
        events += found.events.len();
    }
    assert!(events > 50, "{events}");
}

#[test]
fn an_event_is_the_same_the_day_after() {
    for of in ["1931:47", "1931:47#K3P3", "celex/32031R0077", "dom/nja/2031s5"].map(uri) {
        let today = followed(loaded(), TODAY, &of).unwrap();
        let tomorrow = followed(loaded(), TODAY.tomorrow().unwrap(), &of).unwrap();
        for event in today.events {
            assert!(tomorrow.events.contains(&event), "{of}: {event:?}");
        }
    }
}

#[test]
fn what_cannot_be_followed() {
    for of in [uri("2999:1"), "x".to_owned(), String::new()] {
        let failure = followed(loaded(), TODAY, &of).unwrap_err();
        assert!(matches!(failure, AnswerError::NotFound(_)), "{of}: {failure:?}");
    }
}

#[test]
fn what_changed_of_what_a_query_finds_is_found_by_it() {
    let reader = Reader::demo();
    for (query, name) in [("tillsyn", None), ("får", Some("sfs")), ("lag", Some("dv"))] {
        let question =
            MatchingQuestion { query: query.to_owned(), source: name.map(source), kind: None, year: None };
        let changes = matching_changes(loaded(), TODAY, question, 50).unwrap();
        let found = reader.search(query, |question| {
            question.limit = 100;
            question.source = name.map(source);
        });
        let hits: HashSet<&str> =
            found["results"].as_array().unwrap().iter().map(|hit| hit["uri"].as_str().unwrap()).collect();
        for change in &changes.changes {
            assert!(hits.contains(change.uri.as_str()), "{query}: {}", change.uri);
            assert!(name.is_none_or(|name| change.source == name), "{query}: {}", change.source);
        }
    }
}

#[test]
fn every_concept_is_defined_where_its_definitions_stand() {
    let reader = Reader::demo();
    let (mut defined, mut decided) = (0, 0);
    let concepts = reader.documents(|question| question.source = Some(source("begrepp")));
    for document in concepts["documents"].as_array().unwrap() {
        let of = document["uri"].as_str().unwrap();
        let found = concept(loaded(), TODAY, of).unwrap();
        for definition in &found.definitions {
            let place = format!("{BASE}{}", definition.url);
            let part = reader.try_provision(&place, ProvisionForm::Text, |_| ());
            assert!(part.is_ok(), "{of}: {place}: {part:?}");
            assert!(!definition.citation.is_empty() && !definition.text.trim().is_empty(), "{of}: {place}");
            defined += 1;
        }
        for decision in &found.decisions {
            assert!(
                reader.try_document(&decision.uri, DocumentForm::Artifact, None).is_ok(),
                "{}",
                decision.uri
            );
            decided += 1;
        }
        for (path, name) in &found.near {
            assert!(path.starts_with("/begrepp/") && !name.is_empty(), "{of}: {path} {name}");
            assert_ne!(format!("{BASE}{path}"), of);
        }
    }
    assert!(defined > 3 && decided > 0, "{defined} {decided}");
}
