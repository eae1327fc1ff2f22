//! Texts of a day that are put together of the provisions that are known for it.

use lagrum_answers::{
    AnswerError, DocumentForm, FormalQuestion, KnownOfDay, ProvisionCounts, ProvisionForm, ProvisionQuestion,
    akn_document, formal_place,
};
use serde_json::{Value, json};

use crate::fixture::{Built, DEMO_DAY, dumps};
use crate::reader::Reader;

const ACT: &str = "https://lag.example/2001:1";

/// An act that is held as amended up to 2014, and of which one archived lydelse is held.
fn act() -> Built {
    let entry = |number: &str, words: &str, ikraft: &str| {
        json!({"uri": format!("https://lag.example/{number}"),
            "properties": {"dcterms:identifier": format!("SFS {number}"), "rpubl:andrar": words,
                "rpubl:ikrafttradandedatum": ikraft}})
    };
    let paragraf = |number: &str, text: &str| json!({"type": "paragraf", "id": format!("P{number}"), "ordinal": number, "text": [text]});
    let heading = |text: &str| json!({"type": "rubrik", "level": 2, "text": [text]});
    let text = |version: &str, uri: &str, structure: Value| {
        json!({"uri": format!("{ACT}{uri}"), "version": version, "structure": structure,
            "metadata": {"uri": format!("{ACT}/konsolidering/{version}")}})
    };
    let mut current = text(
        "2014:7",
        "",
        json!([paragraf("1", "Ett"), paragraf("2", "Två, senare."), heading("Senare"), paragraf("3", "Tre"),
            {"type": "upphavd", "text": ["4 § har upphävts genom lag (2014:7)."]},
            heading("Nyare"), paragraf("5", "Fem"), paragraf("6", "Sex, sist.")]),
    );
    current["amendments"] = json!([
        entry("2001:1", "", "2001-07-01"),
        entry("2010:2", "ändr. 2 §", "2010-07-01"),
        entry("2012:5", "ny 3 §, rubr. närmast före 3, 5 §§", "2012-07-01"),
        entry("2014:7", "upph. 4 §; ändr. 6 §", "2014-07-01"),
        entry("2016:9", "ändr. 5 §", "2016-07-01"),
    ]);
    let archived = text(
        "2012:5",
        "/konsolidering/2012:5",
        json!([
            paragraf("1", "Ett"),
            paragraf("2", "Två, senare."),
            heading("Senare"),
            paragraf("3", "Tre"),
            paragraf("4", "Fyra"),
            heading("Nyare"),
            paragraf("5", "Fem"),
            paragraf("6", "Sex, först.")
        ]),
    );
    dumps(&[("sfs.ndjson", &current.to_string()), ("versions/sfs.ndjson", &archived.to_string())])
}

fn ask(built: &Built, form: DocumentForm, day: &str) -> Result<Value, AnswerError> {
    Reader::new(&built.snapshot, DEMO_DAY).try_document(ACT, form, day.parse().ok())
}

/// The blocks of the text, without its name and its register.
fn blocks(answer: &Value) -> String {
    let markdown = answer["markdown"].as_str().unwrap();
    let text = markdown.split("## Ändringar").next().unwrap();
    let is_text = |line: &&str| !line.trim().is_empty() && !line.starts_with("# ");
    text.lines().filter(is_text).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_day_before_the_oldest_lydelse() {
    let built = act();
    let answer = ask(&built, DocumentForm::Markdown, "2005-01-01").unwrap();
    let as_of = &answer["as_of"];
    assert_eq!((&as_of["composed"], &as_of["version"]), (&json!(true), &Value::Null));
    assert_eq!(as_of["provisions"], json!({"dated": 4, "as_known": 0, "undated": 0, "gap": 0, "lost": 1}));
    assert_eq!((&as_of["basis"], &as_of["missing"][0]["identifier"]), (&json!("gap"), &json!("SFS 2010:2")));
    let expected = [
        "> Sammanställd text för 2005-01-01, ingen utgiven lydelse: 4 av 5 paragrafer är kända för den dagen. \
         Rubrikerna är de som står i lydelsen enligt 2012:5.",
        "**1 §** Ett",
        "> 2 § hade en annan lydelse, som inte finns här; ändrad genom 2010:2.",
        "### Senare",
        "> Rubriken är en senare: den infördes eller ändrades genom 2012:5.",
        "**4 §** Fyra",
        "### Nyare",
        "> Rubriken är en senare: den infördes eller ändrades genom 2012:5.",
        "**5 §** Fem",
        "**6 §** Sex, först.",
    ];
    assert_eq!(blocks(&answer), expected.join("\n"));
    assert!(!answer["markdown"].as_str().unwrap().contains("SFS 2010:2"), "{answer}");
    // What is verbatim is not put together.
    let failure = ask(&built, DocumentForm::Artifact, "2005-01-01").unwrap_err();
    let AnswerError::NotFound(refused) = failure else { panic!("{failure:?}") };
    let provisions = ProvisionCounts { dated: 4, lost: 1, ..ProvisionCounts::default() };
    assert_eq!(refused.known, Some(KnownOfDay::Act { composed: true, provisions }));
    assert!(refused.detail.contains("4 of its 5 provisions are known"), "{}", refused.detail);
}

/// Of a provision without a text of the day: what it is, and the days that can be answered.
#[test]
fn a_provision_without_a_text_of_the_day() {
    let built = act();
    let reader = Reader::new(&built.snapshot, DEMO_DAY);
    let held = json!([{"from": "2010-07-01", "until": null}]);
    let amended = json!(["https://lag.example/2010:2"]);
    let (repealing, inserting) = ("https://lag.example/2014:7", "https://lag.example/2012:5");
    for (anchor, day, place, words) in [
        (
            "P2",
            Some("2005-01-01"),
            json!({"status": "not_held", "missing": amended, "days": held}),
            "texts of other days are, from 2010-07-01. It was changed by 2010:2",
        ),
        (
            "P3",
            Some("2005-01-01"),
            json!({"status": "coming", "since": "2012-07-01", "act": inserting,
                "days": [{"from": "2012-07-01", "until": null}]}),
            "it does not apply before 2012-07-01",
        ),
        (
            "P4",
            Some("2015-01-01"),
            json!({"status": "expired", "until": "2014-07-01", "act": repealing,
                "days": [{"from": "2001-07-01", "until": "2014-07-01"}]}),
            "it was repealed or renumbered by 2014:7 on 2014-07-01",
        ),
        (
            "P4",
            None,
            json!({"status": "expired", "until": "2014-07-01", "act": repealing,
                "days": [{"from": "2001-07-01", "until": "2014-07-01"}]}),
            "has no P4; the nearest are P3, P5, P2. Of P4: it was repealed or renumbered by SFS 2014:7 on 2014-07-01",
        ),
        ("P9", None, json!({"status": "impossible", "days": []}), "has no P9"),
    ] {
        let asked = |question: &mut ProvisionQuestion| question.as_of = day.map(|day| day.parse().unwrap());
        let failure = reader.try_provision(&format!("{ACT}#{anchor}"), ProvisionForm::Text, asked);
        let Err(AnswerError::NotFound(missing)) = failure else { panic!("{anchor}: {failure:?}") };
        let Some(KnownOfDay::Place(known)) = missing.known else { panic!("{anchor}: {}", missing.detail) };
        assert_eq!(serde_json::to_value(&known).unwrap(), place, "{anchor} {day:?}");
        assert!(missing.detail.contains(words), "{anchor} {day:?}: {}", missing.detail);
    }
}

#[test]
fn a_held_text_answers_where_every_provision_is_as_it_was() {
    let built = act();
    for (day, dated) in [("2013-01-01", 6), ("2015-01-01", 5)] {
        for form in [DocumentForm::Markdown, DocumentForm::Artifact] {
            let as_of = ask(&built, form, day).unwrap()["as_of"].clone();
            assert_eq!(as_of.get("composed"), None, "{day}");
            assert_eq!(
                (&as_of["basis"], &as_of["provisions"]["dated"]),
                (&json!("dated"), &json!(dated)),
                "{day}"
            );
        }
    }
    // An act that is not worked in makes a gap, and no other text of it is held.
    let gap = ask(&built, DocumentForm::Markdown, "2017-01-01").unwrap()["as_of"].clone();
    assert_eq!(
        (&gap["basis"], &gap["provisions"]["gap"], gap.get("composed")),
        (&json!("gap"), &json!(1), None)
    );
    let before = ask(&built, DocumentForm::Markdown, "2001-06-30");
    assert!(matches!(before, Err(AnswerError::NotFound(_))), "{before:?}");
}

#[test]
fn akoma_ntoso_is_put_together_like_markdown() {
    let built = act();
    let ask = |day: &str| {
        let question = FormalQuestion { uri: ACT.to_owned(), as_of: day.parse().ok(), address: None };
        akn_document(&built.snapshot, DEMO_DAY, &question).unwrap()
    };
    let text = ask("2005-01-01");
    assert_eq!(text.expression, "/akn/se/act/sfs/2001/1/swe:2005-01-01");
    for part in [
        "<FRBRdate date=\"2005-01-01\" name=\"composed\"/>",
        "<lagrum:basis>composed</lagrum:basis>",
        "<p>Sex, först.</p>",
        "<p>Fyra</p>",
        "2 § hade en annan lydelse, som inte finns här; ändrad genom 2010:2.",
    ] {
        assert!(text.xml.contains(part), "{part}\n{}", text.xml);
    }
    assert!(!text.xml.contains("Två, senare."), "{}", text.xml);
    let place = formal_place(&built.snapshot, &text.expression).unwrap();
    assert_eq!((place.uri.as_str(), place.day.as_deref()), (ACT, Some("2005-01-01")));
    // A day that a held text answers for has the name of that text.
    assert_eq!(ask("2013-01-01").expression, "/akn/se/act/sfs/2001/1/swe@2012-07-01");
    // A day after the one up to which the act is known has a beginning, and says that the end is not known.
    assert!(ask("2090-01-01").xml.contains("lagrum:basis=\"as_known\" period="), "{}", ask("2090-01-01").xml);
}
