//! The list of archived wordings.

use serde_json::json;

use crate::fixture::uri;
use crate::reader::Reader;

#[test]
fn a_statutes_wordings_with_what_the_register_tells() {
    let json = Reader::demo().versions(&uri("1931:47#K1"));
    assert_eq!(json["uri"], uri("1931:47"));
    let versions: Vec<_> =
        json["versions"].as_array().unwrap().iter().map(|v| v["version"].as_str().unwrap()).collect();
    assert_eq!(versions, ["1931:47", "1958:12", "2004:310", "2029:88"]);
    assert_eq!(
        json["versions"][2],
        json!({"version": "2004:310", "uri": uri("1931:47/konsolidering/2004:310"),
            "url": "/1931:47/konsolidering/2004:310", "ikraft": "2005-01-01",
            "forarbeten": ["Prop. 2003/04:9", "Bet. 2003/04:JoU14", "Rskr. 2003/04:201"]})
    );
}

#[test]
fn an_eu_acts_wordings() {
    let version = |day: &str| {
        let local = format!("celex/32031R0077/konsolidering/{day}");
        json!({"version": day, "uri": uri(&local), "url": format!("/{local}"), "ikraft": day, "forarbeten": []})
    };
    assert_eq!(
        Reader::demo().versions(&uri("celex/32031R0077"))["versions"],
        json!([version("2031-04-13"), version("2032-01-15")])
    );
}

#[test]
fn every_listed_wording_can_be_read() {
    let reader = Reader::demo();
    for document in ["1931:47", "celex/32031R0077"] {
        for version in reader.versions(&uri(document))["versions"].as_array().unwrap() {
            let uri = version["uri"].as_str().unwrap();
            let json = reader.document(uri);
            assert_eq!(json["artifact"]["uri"], uri);
            assert_eq!(json["artifact"]["version"], version["version"]);
            assert_eq!(json["inbound_count"], 0);
            assert!(reader.markdown(uri)["markdown"].as_str().unwrap().starts_with("# "), "{uri}");
        }
    }
}
