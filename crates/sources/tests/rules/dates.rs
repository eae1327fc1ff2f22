//! Dates, years and ends of validity, and the other columns that all sources read alike.
use lagrum_artifact::{Artifact, Base};
use lagrum_sources::{Description, parse_date, source};
use serde_json::{Value, json};

fn describe(name: &str, local_id: &str, mut artifact: Value) -> Description {
    artifact["uri"] = format!("https://lag.example/{local_id}").into();
    let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
    source(name).describe(&artifact, &Base::parse("https://lag.example").unwrap())
}

#[test]
fn the_first_date_present_is_the_date() {
    let table = [
        (json!({"date": "2031-01-01", "avgorandedatum": "2030-01-01"}), Some("2031-01-01")),
        (json!({"date": null, "avgorandedatum": "2030-01-01"}), Some("2030-01-01")),
        (
            json!({"date": "", "metadata": {"beslutsdatum": "2029-01-01", "antagen": "2028-01-01"}}),
            Some("2029-01-01"),
        ),
        (json!({"metadata": {"antagen": "2028-01-01"}}), Some("2028-01-01")),
        (json!({"metadata": {"utkomFranTryck": "2027-01-01"}}), Some("2027-01-01")),
        (json!({"metadata": {"properties": {"rpubl:utfardandedatum": "1931-03-04"}}}), Some("1931-03-04")),
        (json!({"metadata": {"properties": {"rpubl:beslutsdatum": "1931-03-05"}}}), Some("1931-03-05")),
        (json!({"date": "1972"}), Some("1972")),
        (json!({}), None),
    ];
    for (artifact, expected) in table {
        assert_eq!(describe("avg", "avg/jo/1", artifact.clone()).date.as_deref(), expected, "{artifact}");
    }
}

#[test]
fn years_of_documents() {
    let dated = || json!({"date": "2031-02-03"});
    let table = [
        ("sfs", "1736:0123_1", dated(), Some(1736)),
        ("sfs", "bih:1", dated(), None),
        ("eurlex", "celex/32029R0077", dated(), Some(2029)),
        ("eurlex", "celex/12016E/TXT", dated(), Some(2016)),
        ("dv", "dom/nja/2030s12", json!({"label": "NJA 2030 s. 12", "date": "2031-02-03"}), Some(2030)),
        ("forarbete", "prop/2030/31:9", dated(), Some(2030)),
        ("forarbete", "lr/utan", dated(), None),
        ("foreskrift", "fffs/2030:4", dated(), Some(2030)),
        ("hudoc", "dom/echr/001-1", dated(), Some(2031)),
        ("hudoc", "dom/echr/001-1", json!({}), None),
        ("begrepp", "begrepp/Vall", dated(), None),
        ("kommentar", "kommentar/1931:47", dated(), None),
        ("lawreview", "lawreview/1", dated(), Some(2031)),
    ];
    for (name, local_id, artifact, expected) in table {
        assert_eq!(describe(name, local_id, artifact).year, expected, "{local_id}");
    }
}

#[test]
fn when_a_document_ended() {
    let withdrawn = |metadata: Value| {
        let mut metadata = metadata;
        metadata["status"] = "upphävt".into();
        json!({ "metadata": metadata })
    };
    let table = [
        (withdrawn(json!({"upphavd": "2031-01-01"})), Some("2031-01-01")),
        (withdrawn(json!({"upphavd": "våren 2031", "ersattAv": "x"})), Some("0001-01-01")),
        (withdrawn(json!({"ersattAvKalla": "x"})), Some("0001-01-01")),
        (withdrawn(json!({"upphavd": "våren 2031"})), None),
        (withdrawn(json!({"ersattAv": ""})), None),
        (json!({"metadata": {"status": "gällande", "upphavd": "2031-01-01"}}), None),
        (json!({"expired": "2031-01-01"}), Some("2031-01-01")),
        (json!({"expired": "2031"}), None),
        (json!({"metadata": {"properties": {"rpubl:upphavandedatum": "2031-01-01"}}}), Some("2031-01-01")),
        (
            json!({"metadata": {"properties": {"rpubl:upphavandedatum": "den dag regeringen bestämmer"}}}),
            None,
        ),
        (json!({}), None),
    ];
    for (artifact, expected) in table {
        let found = describe("rs", "rs/fk/1", artifact.clone()).expired;
        assert_eq!(found.map(|end| end.to_string()).as_deref(), expected, "{artifact}");
    }
}

#[test]
fn columns_that_all_sources_share() {
    let found = describe(
        "sfs",
        "1931:47",
        json!({"source_url": "https://forlag.example/1", "publisher": "C",
            "metadata": {"properties": {"dcterms:publisher": "B", "rpubl:ikrafttradandedatum": "1931-07-01"}}}),
    );
    assert_eq!(found.source_url.as_deref(), Some("https://forlag.example/1"));
    assert_eq!(found.publisher.as_deref(), Some("B"));
    assert_eq!(found.in_force_from, parse_date("1931-07-01"));
    assert_eq!(
        describe("rs", "rs/fk/1", json!({"metadata": {"publisher": "A"}, "publisher": "C"}))
            .publisher
            .as_deref(),
        Some("A")
    );
    assert!(!found.consolidated);
    let regulation =
        json!({"consolidations": [{"konsolideradTom": "x/fffs/2031:1", "structure": [{"text": "x"}]}]});
    assert!(describe("foreskrift", "fffs/2030:4", regulation).consolidated);
}
