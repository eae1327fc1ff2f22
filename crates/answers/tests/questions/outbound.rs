//! The links of documents, on the demo.

use serde_json::json;

use crate::fixture::{BASE, uri};
use crate::reader::Reader;

#[test]
fn a_web_address_is_a_target_that_is_not_hosted() {
    let reader = Reader::demo();
    let mut outside = 0;
    for uri in reader.all_uris() {
        for link in reader.outbound(&uri).as_array().unwrap() {
            assert_eq!(link["hosted"].as_bool().unwrap(), !link["source"].is_null(), "{link}");
            if !link["uri"].as_str().unwrap().starts_with(BASE) {
                assert_eq!(link["hosted"], false, "{link}");
                outside += 1;
            }
        }
    }
    assert!(outside > 0);
}

#[test]
fn nothing_cites_from_what_is_not_held() {
    for unknown in [uri("2999:1"), uri("1931:47#K1"), "x".to_owned(), String::new()] {
        assert_eq!(Reader::demo().outbound(&unknown), json!([]), "{unknown}");
    }
}
