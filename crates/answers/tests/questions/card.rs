//! Cards, on the demo.

use lagrum_answers::AnswerError;
use serde_json::Value;

use crate::fixture::uri;
use crate::reader::Reader;

#[test]
fn a_place_the_document_does_not_have() {
    let card = Reader::demo().card(&uri("1931:47#K99P1"));
    assert_eq!(card["snippet"], Value::Null);
    assert_eq!(card["pinpoint"], "99 kap. 1 §");
    assert_eq!(card["url"], "/1931:47#K99P1");
}

#[test]
fn a_page_path_is_as_good_as_a_uri() {
    let reader = Reader::demo();
    for place in ["1931:47", "1931:47#K2P3", "celex/32031R0077#6.1", "prop/2030/31:9#sid45"] {
        assert_eq!(reader.card(&format!("/{place}")), reader.card(&uri(place)), "{place}");
    }
}

#[test]
fn a_document_that_is_not_held() {
    for unknown in [uri("2999:1"), uri("2999:1#P1"), "/2999:1".to_owned(), "#P1".to_owned(), String::new()] {
        let failure = Reader::demo().try_card(&unknown).unwrap_err();
        assert!(matches!(failure, AnswerError::NotFound(_)), "{unknown}: {failure:?}");
    }
}

#[test]
fn every_document_has_a_card_with_a_citation() {
    let reader = Reader::demo();
    for uri in reader.all_uris() {
        let card = reader.card(&uri);
        assert!(!card["citation"].as_str().unwrap().is_empty(), "{card}");
        assert_ne!(card["group"], "Övrigt", "{card}");
        assert_eq!(card["uri"], uri.as_str(), "{card}");
    }
}
