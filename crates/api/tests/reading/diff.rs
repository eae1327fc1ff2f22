//! Differences between wordings.

use jiff::civil::date;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::served::Served;

const BASE: &str = lagrum_demo::BASE;

async fn diff(query: &str) -> Answer {
    Served::demo().get(&format!("/api/v1/document/diff?uri={BASE}/{query}")).await
}

#[tokio::test]
async fn an_archived_wording_and_the_current_one() {
    let answer = diff("1931:47&from=2029:88").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    let html = answer.text();
    let (note, body) = html.split_once("</div>").unwrap();
    assert!(note.starts_with("<div class=\"diff-note\">"));
    assert!(note.contains("SFS 2029:88") && note.contains("gällande lydelse"), "{note}");
    assert!(note.contains("<ins>") && note.contains("<del>"), "{note}");
    assert!(body.starts_with("<div class=\"version-diff\">") && body.ends_with("</div>"));
    assert!(body.contains("<h2 id=\"K1\" class=\"rubrik\">1 kap. Inledande bestämmelser</h2>"), "{body}");
    assert!(
        body.contains(" id=\"K2P3S3\" class=\"diff-added\"><ins>Om hur märket ska vara utformat"),
        "{body}"
    );
    let changed = "från <del>ansvar.</del> <ins>ansvar, om inte annat följer av 12 § dimlagen.</ins>";
    assert!(body.contains(changed), "{body}");
}

#[tokio::test]
async fn two_archived_wordings_in_either_order() {
    let forward = diff("1931:47&from=1958:12&to=2004:310").await;
    let backward = diff("1931:47&from=2004:310&to=1958:12").await;
    assert_eq!(forward.status, 200);
    assert_eq!(forward.body, backward.body);
    assert!(forward.text().contains("Från SFS 1958:12 till SFS 2004:310"));
}

#[tokio::test]
async fn a_wording_and_itself() {
    let answer = diff("1931:47&from=1958:12&to=1958:12").await;
    let body = answer.text().split_once("</div>").unwrap().1;
    assert!(!body.contains("<ins>") && !body.contains("<del>") && !body.contains("diff-"), "{body}");
}

#[tokio::test]
async fn the_current_wording_by_its_own_name() {
    let named = diff("1931:47&from=2029:88&to=2031:90&format=json").await.json();
    let unnamed = diff("1931:47&from=2029:88&format=json").await.json();
    assert_eq!(named, unnamed);
    assert_eq!(named["to"], json!({"version": "2031:90", "uri": format!("{BASE}/1931:47")}));
}

#[tokio::test]
async fn units_as_json() {
    let answer = diff("1931:47&from=2029:88&format=json").await;
    assert_eq!(answer.header("content-type"), "application/json; charset=utf-8");
    let json = answer.json();
    let with = |change: &str| -> Vec<String> {
        let units = json["units"].as_array().unwrap().iter();
        let found = units.filter(|unit| unit["change"] == change);
        found.map(|unit| unit["anchor"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(with("changed"), ["K2P1", "K2P2", "K2P3"]);
    assert_eq!((with("added"), with("removed"), with("moved")), (vec![], vec![], vec![]));
    let unit = |json: &Value, anchor: &str| -> Value {
        json["units"].as_array().unwrap().iter().find(|unit| unit["anchor"] == anchor).unwrap().clone()
    };
    let changed = unit(&json, "K2P3");
    assert_eq!((&changed["label"], &changed["from_anchor"]), (&json!("2 kap. 3 §"), &json!("K2P3")));
    assert_eq!(changed["runs"].as_array().unwrap().last().unwrap()[0], "+");
    assert_eq!(unit(&json, "K1P1")["runs"], json!([]));
    let whole = diff("1931:47&from=2029:88&format=json&whole=true").await.json();
    assert_eq!(unit(&whole, "K1P1")["runs"][0][0], "=");
    assert_eq!(json["summary"]["counts"]["changed"], 3);
    let acts: Vec<_> = json["summary"]["acts"].as_array().unwrap().iter().map(|act| &act["uri"]).collect();
    assert_eq!(acts, [&json!(format!("{BASE}/2031:90"))]);
}

#[tokio::test]
async fn a_reading_text_as_markdown() {
    let answer = diff("1931:47&from=2029:88&format=md").await;
    assert_eq!(answer.header("content-type"), "text/markdown; charset=utf-8");
    let text = answer.text();
    assert!(text.contains("från ~~ansvar.~~ **ansvar, om inte annat följer av 12 § dimlagen.**"), "{text}");
}

#[tokio::test]
async fn lydelser_of_two_days() {
    let by_days = diff("1931:47&from_date=2029-07-01&to_date=2031-07-01&format=json").await.json();
    assert_eq!(by_days["from"]["version"], "2029:88");
    assert_eq!(by_days["from"]["as_of"]["from"], "2029-07-01");
    assert_eq!(by_days["to"]["uri"], format!("{BASE}/1931:47"));
    let by_ids = diff("1931:47&from=2029:88&to=2031:90&format=json").await.json();
    assert_eq!(by_days["units"], by_ids["units"]);
    for (query, parameter) in [
        ("from=2029:88&from_date=2029-07-01", "from_date"),
        ("from_date=2029-07-01&to=2031:90", "to"),
        ("from_date=2029-02-30", "from_date"),
        ("to_date=2031-07-01", "from"),
        ("", "from"),
    ] {
        let wrong = diff(&format!("1931:47&{query}")).await;
        assert_eq!(wrong.status, 422, "{query}");
        assert_eq!(wrong.json()["detail"][0]["loc"][1], parameter, "{query}");
    }
    assert_eq!(diff("1931:47&from_date=1900-01-01").await.status, 404);
}

#[tokio::test]
async fn an_eu_act_that_is_a_consolidation() {
    let json = diff("celex/32031R0077&from=2032-01-15&format=json").await.json();
    assert_eq!(json["to"], json!({"version": "2033-01-01", "uri": format!("{BASE}/celex/32031R0077")}));
    let changed: Vec<_> =
        json["units"].as_array().unwrap().iter().filter(|unit| unit["change"] != "same").collect();
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0]["change"], "added");
    assert_eq!(changed[0]["label"].as_str().map(|label| label.starts_with("artikel ")), Some(true));
}

/// Consolidations are published before the day they begin to apply.
#[tokio::test]
async fn the_law_in_force_is_that_of_the_day() {
    let uri = format!("{BASE}/celex/32031R0077");
    for (day, version) in [
        (date(2031, 4, 12), "2031-04-13"),
        (date(2031, 4, 13), "2031-04-13"),
        (date(2032, 1, 14), "2031-04-13"),
        (date(2032, 1, 15), "2032-01-15"),
        (date(2032, 12, 31), "2032-01-15"),
        (date(2033, 1, 1), "2033-01-01"),
    ] {
        let client = Served::demo_on(day);
        let ask = async |format: &str| {
            client.get(&format!("/api/v1/document/diff?uri={uri}&from=2032-01-15{format}")).await
        };
        assert_eq!(ask("&format=json").await.json()["to"]["version"], version, "{day}");
        // Before the first consolidation applies none is in force, so none is called so.
        let name = if day < date(2031, 4, 13) { version } else { "gällande lydelse" };
        let html = ask("").await.text().to_owned();
        assert!(html.contains(&format!("Från 2032-01-15 till {name}: ")), "{day}: {html}");
    }
    // The answer holds for its day only.
    let tag = async |day| {
        let query = format!("/api/v1/document/diff?uri={uri}&from=2032-01-15");
        Served::demo_on(day).get(&query).await.header("etag").to_owned()
    };
    assert_ne!(tag(date(2032, 12, 31)).await, tag(date(2033, 1, 1)).await);
}

/// Corpora hold EU acts as printed, beside their later consolidations.
#[tokio::test]
async fn an_eu_act_as_first_printed_is_its_oldest_wording() {
    let act = |uri: &str, extra: &str, text: &str| {
        format!(
            r#"{{"uri":"https://lag.example/celex/32031R0001{uri}","celex":"32031R0001","doctype":"regulation","title":"T",{extra}"structure":[
            {{"type":"article","id":"1","num":"1","text":["Krav"],"children":[{{"type":"paragraph","num":"1","text":["{text}"]}}]}}]}}"#
        )
        .replace('\n', "")
    };
    let first = act("", r#""date":"2031-01-01","#, "Alfa.");
    let later = |day: &str, text: &str| {
        act(&format!("/konsolidering/{day}"), &format!(r#""version":"{day}","#), text)
    };
    let served = Served::dumps(&[
        ("eurlex.ndjson", &first),
        (
            "versions/eurlex.ndjson",
            &[later("2032-01-01", "Alfa beta."), later("2033-01-01", "Alfa beta gamma.")].join("\n"),
        ),
    ]);
    let client = served.client();
    let ask = async |query: &str| {
        client.get(&format!("/api/v1/document/diff?uri=https://lag.example/celex/32031R0001&{query}")).await
    };
    for (query, from, to, text) in [
        ("from=2031-01-01", "2031-01-01", "gällande lydelse", "<del>Alfa.</del> <ins>Alfa beta gamma.</ins>"),
        ("from=2032-01-01", "2032-01-01", "gällande lydelse", "Alfa <del>beta.</del> <ins>beta gamma.</ins>"),
        (
            "from=2031-01-01&to=2032-01-01",
            "2031-01-01",
            "2032-01-01",
            "<del>Alfa.</del> <ins>Alfa beta.</ins>",
        ),
        (
            "from=2032-01-01&to=2031-01-01",
            "2031-01-01",
            "2032-01-01",
            "<del>Alfa.</del> <ins>Alfa beta.</ins>",
        ),
        ("from=2033-01-01&to=", "2033-01-01", "gällande lydelse", "Alfa beta gamma."),
    ] {
        let answer = ask(query).await;
        assert_eq!(answer.status, 200, "{query}");
        let html = answer.text();
        assert!(html.contains(&format!("Från {from} till {to}: ")), "{query}: {html}");
        assert!(html.contains("<p id=\"1.1\"") && html.contains(text), "{query}: {html}");
    }
    // A consolidation is not in force before its day.
    let early = served.client_on(date(2032, 6, 1));
    let query = "/api/v1/document/diff?uri=https://lag.example/celex/32031R0001&from=2031-01-01";
    let html = early.get(query).await.text().to_owned();
    assert!(html.contains("till gällande lydelse: ") && html.contains("<ins>Alfa beta.</ins>"), "{html}");
    assert_eq!(ask("from=2030-01-01").await.status, 404);
    let listed =
        client.get("/api/v1/document/versions?uri=https://lag.example/celex/32031R0001").await.json();
    let versions: Vec<_> = listed["versions"].as_array().unwrap().iter().map(|v| &v["version"]).collect();
    assert_eq!(versions, ["2032-01-01", "2033-01-01"]);
}

/// No text of a document can become markup, wherever it is shown.
#[tokio::test]
async fn a_hostile_statute() {
    let hostile = r#"\"><script>alert(1)</script>&lt;<ins>"#;
    let statute = |uri: &str, text: &str| {
        format!(
            r#"{{"uri":"https://lag.example/2031:1{uri}","metadata":{{"uri":"https://lag.example/2031:1/konsolidering/2031:9{hostile}","properties":{{"dcterms:title":"{hostile}"}}}},"amendments":[],
            "structure":[{{"type":"paragraf","id":"{hostile}","children":[{{"type":"stycke","id":"x{hostile}","beteckning":"{hostile}","text":["{text}"]}}]}}]}}"#
        )
        .replace('\n', "")
    };
    let served = Served::dumps(&[
        ("sfs.ndjson", &statute("", hostile)),
        ("versions/sfs.ndjson", &statute("/konsolidering/2031:8<b>", "</p><p onclick=x>")),
    ]);
    let client = served.client();
    let answer = client.get("/api/v1/document/diff?uri=https://lag.example/2031:1&from=2031:8%3Cb%3E").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let html = answer.text();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.trim_start_matches('/').split(' ').next().unwrap();
        assert!(["div", "p", "span", "ins", "del"].contains(&name), "<{tag}> in {html}");
    }
    assert!(html.contains("SFS 2031:8&lt;b&gt;"), "{html}");
}

#[tokio::test]
async fn the_status_of_every_case() {
    for (query, status) in [
        ("1931:47&from=2004:311", 404),
        ("1931:47&from=2004:310&to=2004:311", 404),
        ("1931:47&from=17", 404),
        ("1931:47&from=2004-01-01", 400),
        ("1931:47&from=", 400),
        ("1931:47&from=2004:310&to=x", 400),
        ("1931:47&from=2004:310/../1", 400),
        ("celex/32031R0077&from=2004:310", 400),
        ("celex/32031R0077&from=2031-13-01", 400),
        ("celex/32031R0077&from=2031-12-01", 404),
        ("1777:77&from=1777:78", 404),
        ("dom/nja/2031s5&from=2004:310", 404),
        ("dom/nja/2031s5&from=x", 404),
        ("1931:47", 422),
        ("1931:47&from=2004:310&format=xml", 422),
    ] {
        let answer = diff(query).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text());
        assert!(answer.json()["detail"].is_string() || status == 422, "{query}");
    }
}

#[tokio::test]
async fn an_answer_is_the_same_the_second_time_and_can_be_asked_about() {
    let client = Served::demo();
    let path = format!("/api/v1/document/diff?uri={BASE}/1931:47&from=1931:47");
    let first = client.get(&path).await;
    let second = client.get(&path).await;
    assert_eq!(first.body, second.body);
    let etag = first.header("etag").to_owned();
    assert_eq!(client.get_with(&path, &[("if-none-match", &etag)]).await.status, 304);
}
