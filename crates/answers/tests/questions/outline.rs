//! The parts of documents with their sizes, and where the words of a query stand in them, on the demo.

use lagrum_answers::{AnswerError, ProvisionForm, inside, outline};

use crate::fixture::{TODAY, loaded, uri};
use crate::reader::Reader;

#[test]
fn every_part_of_an_outline_is_a_part_of_the_document() {
    let reader = Reader::demo();
    let (mut parts, mut runs) = (0, 0);
    for uri in reader.all_uris() {
        let found = outline(loaded(), TODAY, &uri, 10_000).unwrap();
        // Numbered paragraphs under one heading have one row, whose uri lists them.
        let folded: Vec<_> = found.parts.iter().filter_map(|part| Some((part, part.folded?))).collect();
        let behind: u64 = folded.iter().map(|(_, count)| u64::from(*count) - 1).sum();
        assert_eq!((found.uri.as_str(), found.left_out), (uri.as_str(), behind));
        for (part, count) in folded {
            let inside = outline(loaded(), TODAY, &part.uri, 10_000).unwrap();
            assert_eq!((inside.parts.len(), inside.chars), (count as usize, part.chars), "{}", part.uri);
            runs += 1;
        }
        let mut around: Vec<u64> = Vec::new();
        for part in &found.parts {
            assert!(part.uri.starts_with(&format!("{uri}#")), "{}", part.uri);
            assert!(part.chars <= found.chars, "{}: {} of {}", part.uri, part.chars, found.chars);
            around.truncate(usize::from(part.level));
            assert_eq!(around.len(), usize::from(part.level), "{}: levels have no gaps", part.uri);
            assert!(
                around.last().is_none_or(|outer| part.chars <= *outer),
                "{}: larger than around it",
                part.uri
            );
            around.push(part.chars);
            let provision = reader.try_provision(&part.uri, ProvisionForm::Text, |_| ());
            assert!(provision.is_ok(), "{}: {provision:?}", part.uri);
            parts += 1;
        }
    }
    assert!(parts > 300 && runs > 3, "{parts} {runs}");
}

#[test]
fn an_outline_of_few_parts_leaves_out_the_innermost() {
    let whole = outline(loaded(), TODAY, &uri("1931:47"), 10_000).unwrap();
    for most in [1, 3, 10, 40] {
        let cut = outline(loaded(), TODAY, &uri("1931:47"), most).unwrap();
        assert!(
            cut.parts.len() <= most.max(whole.parts.iter().filter(|part| part.level == 0).count()),
            "{most}"
        );
        assert!(cut.parts.iter().all(|part| whole.parts.contains(part)), "{most}");
        assert_eq!(cut.parts.len() as u64 + cut.left_out, whole.parts.len() as u64, "{most}");
    }
    // What was left out is found with the uri of the part around it.
    let kapitel = outline(loaded(), TODAY, &uri("1931:47#K2"), 10_000).unwrap();
    let inside = whole.parts.iter().filter(|part| part.uri.starts_with(&uri("1931:47#K2P"))).count();
    assert_eq!(kapitel.parts.len(), inside);
    assert_eq!(kapitel.uri, uri("1931:47#K2"));
}

#[test]
fn what_has_no_outline() {
    for place in [uri("2999:1"), uri("1931:47#K99"), "x".to_owned(), String::new()] {
        let failure = outline(loaded(), TODAY, &place, 10).unwrap_err();
        assert!(matches!(failure, AnswerError::NotFound(_)), "{place}: {failure:?}");
    }
}

#[test]
fn the_places_of_a_query_in_a_document_are_those_that_have_its_words() {
    let reader = Reader::demo();
    for (id, query, stem) in
        [("1931:47", "tillsyn", "tillsyn"), ("1931:47", "får", "får"), ("2027:315", "biljett", "biljett")]
    {
        let found = inside(loaded(), &uri(id), query).unwrap();
        let counted: u64 = found.places.iter().map(|place| u64::from(place.words)).sum();
        assert!(!found.places.is_empty() && found.total >= counted, "{id} {query}: {found:?}");
        for place in &found.places {
            let part = reader.provision(&uri(&format!("{id}#{}", place.anchor)), ProvisionForm::Text);
            let words = format!("{} {} {}", part["text"], part["headings"], part["label"]).to_lowercase();
            assert!(words.contains(stem), "{id}#{}: {words}", place.anchor);
        }
    }
    let none = inside(loaded(), &uri("1931:47"), "kvantdator").unwrap();
    assert_eq!((none.total, none.places.len()), (0, 0));
}
