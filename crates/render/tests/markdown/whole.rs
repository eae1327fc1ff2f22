//! Whole documents: name, summary, notes and register.

use lagrum_artifact::Artifact;
use lagrum_render::markdown;
use serde_json::{Value, json};

#[test]
fn a_document_begins_with_its_name_and_summary() {
    let head = |fields: Value, title: Option<&str>| {
        let mut object = json!({"uri":"u"});
        object.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        markdown(&Artifact::parse(object.to_string().as_bytes()).unwrap(), title)
    };
    let table = [
        (json!({"metadata":{"properties":{"dcterms:title":"Fårlag (1931:47)"}}}), "# Fårlag (1931:47)"),
        (json!({"identifier":"Prop. 2030/31:7","title":"En ny fårlag"}), "# Prop. 2030/31:7: En ny fårlag"),
        (json!({"identifier":"X 1","title":"Om x 1 och annat"}), "# Om x 1 och annat"),
        (json!({"label":"Bojen","metadata":{"title":"Mål om boj"}}), "# Bojen: Mål om boj"),
        (json!({"identifier":"X 1","label":"Y","title":null}), "# X 1"),
        (json!({"sammanfattning":"Kort\nsagt."}), "# katalog\n\nKort sagt."),
        (json!({"summary":{"title":"x"},"metadata":{"sammanfattning":"# a"}}), "# katalog\n\n\\# a"),
        // A summary that the text has as a block stands once, where the text has it.
        (
            json!({"sammanfattning":"Kort\nsagt.","structure":[{"type":"stycke","text":["Kort  sagt."]}]}),
            "# katalog\n\nKort sagt.",
        ),
        (
            json!({"sammanfattning":"Kort sa…","structure":[{"text":["Mål"]},{"text":["Kort sagt."]}]}),
            "# katalog\n\nMål\n\nKort sagt.",
        ),
        (
            json!({"sammanfattning":"Kort","structure":[{"text":["Kort sagt."]}]}),
            "# katalog\n\nKort\n\nKort sagt.",
        ),
        (json!({"sammanfattning":"…","structure":[{"text":["Kort sagt."]}]}), "# katalog\n\n…\n\nKort sagt."),
    ];
    for (fields, expected) in table {
        assert_eq!(head(fields, Some("katalog")), expected);
    }
    assert_eq!(head(json!({}), None), "");
}

#[test]
fn notes_and_the_register_follow_the_text() {
    let artifact = json!({"uri":"u","title":"T",
        "structure":[{"type":"stycke","text":["x"]}],
        "footnotes":[{"mark":"1","text":["not"]}, {"num":"2","text":["två"]}],
        "amendments":[
          {"uri":"https://l.example/2031:5","properties":{"dcterms:identifier":"SFS 2031:5","rpubl:andrar":"ändr. 1 §",
            "rpubl:ikrafttradandedatum":"2031-07-01"},"forarbeten":["Prop. 1","Bet. 2"],
            "content":[{"type":"overgangsbestammelse","id":"L2031:5","children":[{"type":"rubrik","level":2,"text":["r"]},
              {"type":"artikel","text":["a"]}, {"type":"stycke","text":["Denna lag"]}]}]},
          {"identifier":"FFFS 2031:1","url":null,"beslutsdatum":"2031-02-03"}, {"uri":"v"}, "annat"]});
    let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
    let expected = [
        "# T",
        "x",
        "## Noter",
        "(1) not",
        "(2) två",
        "## Ändringar",
        "### SFS 2031:5",
        "- Omfattning: ändr. 1 §\n- Ikraftträder: 2031-07-01\n- Förarbeten: Prop. 1, Bet. 2",
        "### r",
        "#### a",
        "Denna lag",
        "### FFFS 2031:1",
        "- Beslutad: 2031-02-03",
        "### v",
    ];
    assert_eq!(markdown(&artifact, None), expected.join("\n\n"));
}

#[test]
fn a_consolidation_replaces_text_and_notes() {
    let artifact = json!({"uri":"u","structure":[{"type":"stycke","text":["gammal"]}],"footnotes":[{"mark":"1","text":["n"]}],
        "consolidations":[{"konsolideradTom":"https://l.example/f/2031:2","structure":[{"type":"stycke","text":["ny"]}]}]});
    assert_eq!(markdown(&Artifact::parse(artifact.to_string().as_bytes()).unwrap(), None), "ny");
}
