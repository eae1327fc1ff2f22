//! The oddities of real corpora that the rest of the project must cope with are in the demo, and stay there.

#[allow(dead_code, reason = "each test file uses a part of it")]
use std::collections::{BTreeMap, BTreeSet};

use crate::support::{documents, each_node, each_object, local};
use lagrum_artifact::Artifact;
use serde_json::Value;

#[test]
fn acts_in_every_state_of_force() {
    let documents = documents();
    let find = |id: &str| -> &Artifact {
        let uri = format!("{}/{id}", lagrum_demo::BASE);
        &documents.iter().find(|doc| doc.artifact.uri() == uri).expect(id).artifact
    };
    let repealed = |id| find(id).str(&["metadata", "properties", "rpubl:upphavandedatum"]);
    assert_eq!(repealed("1988:205"), Some("2021-06-30"));
    assert_eq!(repealed("2021:640"), Some("2099-12-31"), "in force for as long as any test runs");
    assert_eq!(find("celex/32020D0301").str(&["expired"]), Some("2024-12-31"));

    let status: BTreeMap<_, _> = lagrum_demo::files().collect();
    let status: Value = serde_json::from_slice(status["eurlex-status.json"]).unwrap();
    assert_eq!(status["31998L0012"]["in_force"], false);
    for celex in status.as_object().unwrap().keys() {
        find(&format!("celex/{celex}"));
    }

    for (id, upphavd, replaced) in [
        ("rs/skv/131-12-24-111", "2025-05-14", true),
        ("rs/fk/2030:02", "i samband med den nya rutinen", true),
        ("rs/fk/2028:04", "Upphävdes muntligen", false),
    ] {
        let metadata = |field| find(id).str(&["metadata", field]);
        assert_eq!(metadata("status"), Some("upphävt"), "{id}");
        assert_eq!(metadata("upphavd"), Some(upphavd));
        assert_eq!(metadata("ersattAv").is_some(), replaced);
    }
}

/// Documents that the demo has as the example of one oddity, and the oddity.
const HELD_FOR: [(&str, &str); 17] = [
    ("1890:2", "moments"),
    ("1909:bih._29_s.1", "a page for a number"),
    ("1974:152", "an act whose number tells it is a lag"),
    ("2022:15", "a lag whose title does not end in its kind"),
    ("2026:12", "a subject that begins with a digit"),
    ("celex/32031R0077R(01)", "a corrigendum"),
    ("celex/32020Q0404(01)", "a revision with a newer one"),
    ("celex/12012E/TXT", "a consolidated treaty with a newer one"),
    ("celex/11986U/TXT", "the unnamed twin of a treaty"),
    ("celex/62029CC0012", "an opinion with its judgment"),
    ("celex/62030CC0007", "an opinion without"),
    ("dfs/2006:9", "a series that another continues"),
    ("nfs/2029:6/grund", "a text as promulgated that is a document"),
    ("dom/nja/2031/not/8", "a notis"),
    ("dom/HDO_B_10868_25", "a case under its raw id"),
    ("avg/imy/DI-2031-77", "a decision of no known year"),
    ("untc/I-90002", "a treaty without text"),
];

#[test]
fn what_listings_and_names_must_cope_with_is_held() {
    let documents = documents();
    let held: BTreeSet<_> = documents.iter().filter_map(|doc| local(doc.artifact.uri())).collect();
    for (id, what) in HELD_FOR {
        assert!(held.contains(id), "{id}: {what}");
    }
    assert!(!held.contains("celex/62030CJ0007"), "the opinion without a judgment has one");
}

#[test]
fn concepts_are_cited_by_their_names_their_inflections_and_their_old_names() {
    let documents = documents();
    let mut cited = BTreeSet::new();
    for doc in &documents {
        each_object(doc.artifact.value(), &mut |object| {
            cited.extend(object.get("uri").and_then(|uri| local(uri.as_str()?)?.strip_prefix("begrepp/")));
        });
    }
    for name in ["Får", "Fåren", "Fårhållare", "Fårhållarna", "Dimma", "Dimman", "Tacka", "Tjocka"] {
        assert!(cited.contains(name), "{name}");
    }
    let dimma = documents.iter().find(|doc| local(doc.artifact.uri()) == Some("begrepp/Dimma")).unwrap();
    assert!(dimma.artifact.strs(&["aliases"]).any(|old| local(old) == Some("begrepp/Mist")));
    assert!(cited.contains("Mist"));
}

#[test]
fn a_wording_not_in_force_has_no_ids() {
    let mut variants = 0;
    for doc in documents().iter().filter(|doc| doc.source == "sfs") {
        each_node(&doc.artifact, |node| {
            let dated = node.str("ikrafttrader").is_some() || node.str("upphor").is_some();
            if dated && node.kind() == "paragraf" && node.id().is_none() {
                variants += 1;
                assert!(node.children().all(|child| child.id().is_none()), "{}", doc.path);
            }
        });
    }
    assert!(variants >= 3, "{variants}");
}
