//! Documents and parts of them, on the demo.

use jiff::civil::date;
use lagrum_answers::{AnswerError, DocumentForm, ProvisionForm};
use serde_json::json;

use crate::fixture::uri;
use crate::reader::{Reader, source};

#[test]
fn a_stub_has_an_empty_artifact() {
    let reader = Reader::demo();
    let list = reader.documents(|question| question.source = Some(source("begrepp")));
    let documents = list["documents"].as_array().unwrap();
    let stubs: Vec<_> = documents.iter().filter(|document| document["updated"].is_null()).collect();
    assert!(!stubs.is_empty());
    for stub in stubs {
        let uri = stub["uri"].as_str().unwrap();
        assert_eq!(reader.document(uri)["artifact"], json!({}), "{uri}");
        assert!(reader.markdown(uri)["markdown"].as_str().unwrap().starts_with("# "), "{uri}");
    }
}

#[test]
fn an_archived_lydelse_is_found_under_its_own_uri() {
    let json = Reader::demo().document(&uri("1931:47/konsolidering/2029:88"));
    assert_eq!(json["inbound_count"], 0);
    assert_eq!(json["label"], "SFS 1931:47");
    assert_eq!(json["artifact"]["version"], "2029:88");
}

#[test]
fn a_preparatory_work_names_the_acts_whose_registers_name_it() {
    let reader = Reader::demo();
    for (work, acts) in [
        ("prop/2029/30:31", &["2030:77", "2030:79", "2030:81", "2030:82"][..]),
        ("prop/2026/27:115", &["2028:410", "2028:411"]),
    ] {
        let acts: Vec<String> = acts.iter().map(|act| uri(act)).collect();
        for answer in [reader.document(&uri(work)), reader.markdown(&uri(work))] {
            assert_eq!(answer["gives"], json!(acts), "{work}");
        }
    }
    // A work that no register names, an act, and a part of a work.
    for other in ["sou/2029:3", "1931:47", "prop/2029/30:31#a1"] {
        assert!(reader.document(&uri(other)).get("gives").is_none(), "{other}");
    }
}

#[test]
fn what_is_not_held() {
    let reader = Reader::demo();
    for unknown in [uri("1931:9999"), uri("1931:9999#K1"), uri("2023:999"), "x".to_owned(), String::new()] {
        match reader.try_document(&unknown, DocumentForm::Artifact, None) {
            Err(AnswerError::NotFound(missing)) => {
                let detail = missing.detail;
                assert!(detail.starts_with("no document with uri"), "{unknown}: {detail}");
            }
            other => panic!("{unknown}: {other:?}"),
        }
    }
}

/// A part is one answer in two envelopes.
#[test]
fn a_part_is_that_of_the_provision() {
    let reader = Reader::demo();
    for (place, pinpoint, label, unit_type) in [
        ("1931:47#K3P3", "K3P3", Some("3 kap. 3 §"), "paragraf"),
        ("1931:47#k3p3", "K3P3", Some("3 kap. 3 §"), "paragraf"),
        ("1931:47#K3", "K3", Some("3 kap."), "kapitel"),
        ("1931:47#K3P3S1", "K3P3S1", Some("3 kap. 3 § 1 st"), "stycke"),
        ("1931:47/konsolidering/2029:88#K3", "K3", Some("3 kap."), "kapitel"),
    ] {
        let json = reader.document(&uri(place));
        let provision = reader.provision(&uri(place), ProvisionForm::Node);
        assert_eq!(json["artifact"], provision["node"], "{place}");
        assert_eq!(json["uri"], provision["uri"], "{place}");
        let md = reader.markdown(&uri(place));
        let provision = reader.provision(&uri(place), ProvisionForm::Markdown);
        assert_eq!(md["markdown"], provision["markdown"], "{place}");
        let whole = reader.document(&uri(place.split('#').next().unwrap()));
        for answer in [&json, &md] {
            assert_eq!(answer["pinpoint"], pinpoint, "{place}");
            assert_eq!(answer["pinpoint_label"].as_str(), label, "{place}");
            assert_eq!(answer["unit_type"], unit_type, "{place}");
            for field in ["source", "kind", "label", "title", "inbound_count", "source_url"] {
                assert_eq!(answer[field], whole[field], "{place}: {field}");
            }
        }
        for field in ["pinpoint", "pinpoint_label", "unit_type"] {
            assert!(whole.get(field).is_some_and(serde_json::Value::is_null), "{field}: {whole}");
        }
    }
}

#[test]
fn a_part_on_a_day_is_that_of_the_day() {
    let reader = Reader::demo();
    let (place, day) = (uri("1931:47#K3P3"), date(1960, 1, 1));
    let part = reader.try_document(&place, DocumentForm::Markdown, Some(day)).unwrap();
    let provision =
        reader.try_provision(&place, ProvisionForm::Markdown, |question| question.as_of = Some(day)).unwrap();
    assert_eq!(part["markdown"], provision["markdown"]);
    assert!(part["as_of"].is_object() && part["as_of"] == provision["as_of"], "{part}");
    assert_ne!(part["markdown"], reader.markdown(&place)["markdown"], "the text of that day is another one");
}

#[test]
fn a_part_that_a_document_lacks_is_told_apart_from_a_document() {
    let failure =
        Reader::demo().try_document(&uri("1931:47#K3P999"), DocumentForm::Artifact, None).unwrap_err();
    let AnswerError::NotFound(missing) = failure else { panic!("{failure:?}") };
    let detail = missing.detail;
    assert!(detail.contains("/1931:47 has no K3P999; the nearest are K3P"), "{detail}");
}

/// Every document is answered in both forms, and its markdown begins with its name.
#[test]
fn every_document_has_both_forms() {
    let reader = Reader::demo();
    for uri in reader.all_uris() {
        let (json, md) = (reader.document(&uri), reader.markdown(&uri));
        for field in ["uri", "source", "kind", "label", "title", "inbound_count"] {
            assert_eq!(json[field], md[field], "{uri}: {field}");
        }
        assert!(md["markdown"].as_str().unwrap().starts_with("# "), "{uri}");
    }
}
