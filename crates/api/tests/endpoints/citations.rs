//! The citations of a text of the demo's invented law.

use serde_json::{Value, json};

use crate::served::{BASE, Served};

const EXTRACT: &str = "/api/v1/citations/extract";

async fn extract(served: &Served, body: Value) -> Value {
    let answer = served.post(EXTRACT, body.to_string(), &[]).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// The answer in short: words, target and status of each citation.
fn short(answer: &Value) -> Vec<String> {
    let occurrences = answer["occurrences"].as_array().unwrap().iter();
    let short = |occurrence: &Value| {
        let targets = occurrence["targets"].as_array().unwrap().iter().map(|target| {
            let uri = target["uri"].as_str().unwrap_or("-").replace(&format!("{BASE}/"), "");
            format!("{uri} {}", target["status"].as_str().unwrap())
        });
        format!("{} = {}", occurrence["text"].as_str().unwrap(), targets.collect::<Vec<_>>().join(", "))
    };
    occurrences.map(short).collect()
}

/// The words of relative references that remain unresolved.
fn relative(answer: &Value) -> Vec<&str> {
    answer["relative"].as_array().unwrap().iter().filter_map(|passage| passage["text"].as_str()).collect()
}

#[tokio::test]
async fn what_a_text_cites() {
    let served = Served::demo();
    let text = "Enligt 2 kap. 3 § fårlagen (1931:47) och 99 kap. 1 § samma lag gäller NJA 2031 s. 5 p. 3. Se även 3 § \
                bihållningslagen (1988:205), prop. 2017/18:1 s. 4-6, NJA 1870 s. 3 och 3 § okändalagen.";
    let answer = extract(&served, json!({"text": text})).await;
    assert_eq!(
        short(&answer),
        [
            "2 kap. 3 § fårlagen (1931:47) = 1931:47#K2P3 held",
            "99 kap. 1 § samma lag = 1931:47#K99P1 impossible",
            "NJA 2031 s. 5 p. 3 = dom/nja/2031s5#P3 held",
            "3 § bihållningslagen (1988:205) = 1988:205#P3 expired",
            "prop. 2017/18:1 s. 4 = prop/2017/18:1#sid4 not_held",
            "6 = prop/2017/18:1#sid6 not_held",
            "NJA 1870 s. 3 = dom/nja/1870s3 impossible",
        ]
    );
    let passages = answer["not_understood"].as_array().unwrap().iter();
    assert_eq!(
        passages.map(|passage| passage["text"].clone()).collect::<Vec<_>>(),
        [json!("3 § okändalagen")]
    );
    let range = &answer["occurrences"][5];
    assert_eq!(
        (&range["text"], &range["range"]),
        (&json!("6"), &json!([format!("{BASE}/prop/2017/18:1#sid5")]))
    );
    assert_eq!(answer["offset_unit"], "utf-16");
    let first = &answer["occurrences"][0];
    assert_eq!(first["locations"], json!([{"block_id": "text", "start": 7, "end": 36}]));
    assert_eq!(first["targets"][0]["pin"]["pinpoint"], "K2P3");
    assert_eq!(first["targets"][0]["source"], "sfs");
    assert!(
        answer["occurrences"][1]["targets"][0]["nearest"].as_array().is_some_and(|near| !near.is_empty())
    );
}

#[tokio::test]
async fn what_became_of_a_cited_provision() {
    let served = Served::demo();
    let text = "Enligt 3 kap. 5 § fårlagen (1931:47) och 3 § fårlagen gäller det.";
    let answer = extract(&served, json!({"text": text})).await;
    let target = |at: usize| &answer["occurrences"][at]["targets"][0];
    assert_eq!(
        (&target(0)["status"], &target(0)["until"], &target(0)["act"]),
        (&json!("expired"), &json!("2005-01-01"), &json!(format!("{BASE}/2004:310")))
    );
    assert_eq!(
        (&target(1)["status"], &target(1)["reason"]),
        (&json!("impossible"), &json!("kapitel_missing"))
    );
    // Before the repeal it existed: the wording of 1958 has it.
    let before = extract(&served, json!({"text": text, "as_of": "2004-12-31"})).await;
    let target = &before["occurrences"][0]["targets"][0];
    assert_eq!((&target["status"], &target["until"]), (&json!("held"), &json!("2005-01-01")));
}

#[tokio::test]
async fn offsets_count_utf_16_of_the_block_as_sent() {
    let served = Served::demo();
    let blocks = json!([
        {"id": "ett", "text": "😀 Se a\u{30a}r\r\n2\u{a0}kap."},
        {"id": "två", "text": "3 §\u{2028} fårlagen 😀"},
    ]);
    let answer = extract(&served, json!({"blocks": blocks})).await;
    assert_eq!(answer["occurrences"].as_array().unwrap().len(), 1);
    let expected =
        json!([{"block_id": "ett", "start": 11, "end": 17}, {"block_id": "två", "start": 0, "end": 13}]);
    assert_eq!(answer["occurrences"][0]["locations"], expected);
    assert_eq!(answer["occurrences"][0]["targets"][0]["uri"], format!("{BASE}/1931:47#K2P3"));
}

#[tokio::test]
async fn relative_references_need_a_context() {
    let served = Served::demo();
    let context = format!("{BASE}/1931:47#K2P3");
    let alone = extract(&served, json!({"text": "Se 1 § och första stycket."})).await;
    assert_eq!((short(&alone), relative(&alone)), (vec![], vec!["1 §", "första stycket"]));
    let within = extract(&served, json!({"text": "Se 1 § och första stycket.", "context": context})).await;
    assert_eq!(short(&within), ["1 § = 1931:47#K2P1 held", "första stycket = 1931:47#K2P3S1 held"]);
    // With the uri of an act alone, the kapitel of the text is not known.
    let act = format!("{BASE}/1931:47");
    let in_act = extract(
        &served,
        json!({"text": "Se 1 § och första stycket. Se 2 kap. 3 § och 77 kap. 1 §.", "context": act}),
    );
    let in_act = in_act.await;
    assert_eq!(short(&in_act), ["2 kap. 3 § = 1931:47#K2P3 held", "77 kap. 1 § = 1931:47#K77P1 impossible"]);
    assert_eq!(relative(&in_act), ["1 §", "första stycket"]);
    let blocks = json!([{"id": "a", "text": "3 §"}, {"id": "b", "text": "1 §", "context": context}]);
    let mixed = extract(&served, json!({"blocks": blocks})).await;
    assert_eq!((short(&mixed), relative(&mixed)), (vec!["1 § = 1931:47#K2P1 held".to_owned()], vec!["3 §"]));
}

/// A bare provision is read as one of the law named last, unless that law cannot have it.
#[tokio::test]
async fn a_bare_provision_is_not_called_impossible() {
    let served = Served::demo();
    let answer =
        extract(&served, json!({"text": "Se fårlagen. Av 2 kap. 3 § och 99 kap. 1 § följer det."})).await;
    let expected = ["fårlagen = 1931:47 held", "2 kap. 3 § = 1931:47#K2P3 held"];
    assert_eq!(short(&answer), expected);
    assert_eq!(relative(&answer), ["99 kap. 1 §"]);
    assert_eq!(answer["occurrences"][1]["inferred"], true);
    // A paragraf without its kapitel is read as one of the kapitel named last.
    let answer = extract(&served, json!({"text": "Av 2 kap. 3 § fårlagen och 1 § följer det."})).await;
    assert_eq!(short(&answer), ["2 kap. 3 § fårlagen = 1931:47#K2P3 held", "1 § = 1931:47#K2P1 held"]);
}

/// After a list with one mark, a paragraf is read as one of its kapitel if the act has none of its number outside kapitel.
#[tokio::test]
async fn a_paragraf_after_a_list_is_one_of_its_kapitel() {
    let served = Served::demo();
    let answer =
        extract(&served, json!({"text": "Enligt 2 kap. 1 och 2 §§ samt 3 § fårlagen gäller det."})).await;
    let expected = [
        "2 kap. = 1931:47#K2 held",
        "1 = 1931:47#K2P1 held",
        "2 §§ = 1931:47#K2P2 held",
        "3 § = 1931:47#K2P3 held",
        "fårlagen = 1931:47 held",
    ];
    assert_eq!(short(&answer), expected);
    let answer =
        extract(&served, json!({"text": "Enligt 2 kap. 1 och 2 §§ samt 99 § fårlagen gäller det."})).await;
    assert_eq!(short(&answer)[3], "99 § = 1931:47#P99 impossible");
}

/// The states of quotations beside citations, and the changes since a day.
#[tokio::test]
async fn quotations_and_changes() {
    let served = Served::demo();
    let text = "Enligt 12 § dimlagen är den fri som ”hade hunnit räkna djuren, och därefter har ropat”. Enligt 8 § \
                dimlagen gäller att ”den som färdas i dimma ska anpassa sin fart efter vinden”.";
    let answer = extract(&served, json!({"text": text, "quotes": true})).await;
    let quote = |at: usize| &answer["occurrences"][at]["quotes"][0];
    assert_eq!((&quote(0)["status"], &quote(0)["differs"]), (&json!("exact"), &Value::Null));
    assert_eq!(quote(0)["locations"], json!([{"block_id": "text", "start": 37, "end": 85}]));
    let runs = json!([
        ["=", "Den som färdas i dimma ska anpassa sin fart efter "],
        ["-", "siktdjupet"],
        ["+", "vinden"]
    ]);
    assert_eq!((&quote(1)["status"], &quote(1)["differs"]), (&json!("differs"), &runs));
    assert!(answer.get("uncited_quotes").is_none());
    let alone = "Det heter att ”den som färdas i dimma ska anpassa sin fart efter siktdjupet”.";
    let answer = extract(&served, json!({"text": alone, "quotes": "all"})).await;
    assert_eq!(answer["uncited_quotes"][0]["status"], "exact");
    assert_eq!(answer["uncited_quotes"][0]["where"][0]["uri"], format!("{BASE}/2030:77#P8"));
    let answer = extract(
        &served,
        json!({"text": "3 kap. 5 § fårlagen och 3 kap. 4 § fårlagen", "since": "1990-01-01"}),
    )
    .await;
    let changed = |at: usize| &answer["occurrences"][at]["targets"][0]["changed"];
    assert_eq!(changed(0)["from"], "2005-01-01");
    assert_eq!(changed(0)["acts"][0]["uri"], format!("{BASE}/2004:310"));
    assert_eq!(answer["occurrences"][1]["targets"][0].get("changed"), Some(&Value::Null));
}

/// A citation beside an act that is no citation of it, or that has the name of another act, is reported.
#[tokio::test]
async fn what_is_not_of_the_act_named_last() {
    let served = Served::demo();
    let text =
        "Se 2 kap. 3 § fårlagen, 3 § i betesavtalet, 3 § bihållningslagen (1931:47) och NJA 2031 s. 5-7.";
    let answer = extract(&served, json!({"text": text})).await;
    assert_eq!(answer["not_understood"][0]["text"], "3 § i betesavtalet");
    let mismatch = &answer["occurrences"][1]["name_mismatch"];
    assert_eq!(mismatch["named"], "bihållningslagen");
    assert!(mismatch["held"].as_str().is_some_and(|held| held.contains("1931:47")), "{mismatch}");
    let named = extract(&served, json!({"text": "Se 2 kap. 3 § bihållningslagen (1931:47)."})).await;
    assert_eq!(named["occurrences"][0]["name_mismatch"]["named"], "bihållningslagen");
    assert_eq!(named["occurrences"][0]["targets"][0]["status"], "not_held");
    let report = &answer["occurrences"][2];
    assert_eq!((&report["targets"], &report["status"]), (&json!([]), &json!("not_held")));
}

#[tokio::test]
async fn filters() {
    let served = Served::demo();
    let text = "Fårlagen, 2 kap. 3 § fårlagen och NJA 2031 s. 5.";
    let all = extract(&served, json!({"text": text})).await;
    assert_eq!(short(&all).len(), 3);
    let cases = extract(&served, json!({"text": text, "kinds": ["dv"]})).await;
    assert_eq!(short(&cases), ["NJA 2031 s. 5 = dom/nja/2031s5 held"]);
    let provisions = extract(&served, json!({"text": text, "whole_documents": false})).await;
    let expected = ["2 kap. 3 § fårlagen = 1931:47#K2P3 held", "NJA 2031 s. 5 = dom/nja/2031s5 held"];
    assert_eq!(short(&provisions), expected);
    let provisions = json!({"text": text, "kinds": ["sfs", "case"], "whole_documents": ["case"]});
    assert_eq!(short(&extract(&served, provisions).await), expected);
    let plain = extract(&served, json!({"text": "I ”Fårfallet” sägs."})).await;
    assert_eq!(short(&plain), ["Fårfallet = dom/nja/2031s5 held"]);
    let numbered = json!({"text": "I ”Fårfallet” sägs.", "case_names": "with_identifier"});
    assert_eq!(short(&extract(&served, numbered).await), [""; 0]);
}

#[tokio::test]
async fn a_text_with_its_citations_linked() {
    let served = Served::demo();
    let body = json!({"text": "Se <b> 2 kap. 3 § fårlagen."}).to_string();
    let html = served.post(&format!("{EXTRACT}?format=html"), body.clone(), &[]).await;
    assert_eq!(html.header("content-type"), "text/html; charset=utf-8");
    let link =
        format!("Se &lt;b&gt; <a class=\"held\" href=\"{BASE}/1931:47#K2P3\">2 kap. 3 § fårlagen</a>.");
    assert!(html.text().contains(&link), "{}", html.text());
    let markdown = served.post(&format!("{EXTRACT}?format=md"), body.clone(), &[]).await;
    assert_eq!(markdown.text(), format!("Se <b> [2 kap. 3 § fårlagen]({BASE}/1931:47#K2P3)."));
    assert_eq!(served.post(&format!("{EXTRACT}?format=pdf"), body, &[]).await.status, 422);
}

/// The largest possible texts, of ranges that each stand for many citations. In a release build no answer exceeds twenty-two
/// megabytes.
#[tokio::test]
async fn answers_of_any_text_are_bounded() {
    const LIMIT: usize = 24 << 20;
    let served = Served::demo();
    for unit in
        ["1-100 §§ fårlagen ", "1-99 §§ fårlagen, ", "prop. 2030/31:9 s. 1-100 ", "art. 1-99 GDPR ", "1 § "]
    {
        let text: String = unit.chars().cycle().take(250_000).collect();
        let answer = served.post(EXTRACT, json!({"text": text}).to_string(), &[]).await;
        assert_eq!(answer.status, 200, "{unit}");
        assert!(answer.body.len() < LIMIT, "{unit}: {} bytes", answer.body.len());
    }
}

#[tokio::test]
async fn the_conventions_of_bodies() {
    let served = Served::demo();
    let secret = "hemligheten";
    let body = json!({"text": secret, "extra": secret}).to_string();
    let refused = served.post(EXTRACT, body, &[]).await;
    assert_eq!(refused.status, 422);
    assert!(!refused.text().contains(secret));
    let plain = served.post(EXTRACT, "{}", &[("content-type", "text/plain")]).await;
    assert_eq!(plain.status, 415);
    let answer = served.post(EXTRACT, json!({"text": "fårlagen"}).to_string(), &[]).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("etag"), "");
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    let get = served.get(EXTRACT).await;
    assert_eq!((get.status.as_u16(), get.header("allow")), (405, "POST"));
    let ask = async |path: &str, method: &str| {
        let headers = [
            ("origin", "https://elsewhere.example"),
            ("access-control-request-method", method),
            ("access-control-request-headers", "content-type"),
        ];
        let answer = served.options(path, &headers).await;
        (answer.status.as_u16(), answer.header("access-control-allow-methods").to_owned())
    };
    assert_eq!(ask(EXTRACT, "POST").await, (200, "POST".to_owned()));
    assert_eq!(ask("/api/v1/resolve", "POST").await, (200, "GET, POST".to_owned()));
    assert_eq!(ask("/api/v1/resolve", "GET").await, (200, "GET, POST".to_owned()));
    assert_eq!(ask("/api/v1/search", "POST").await.0, 400);
    let unloaded = Served::demo_without_names();
    let answer = unloaded.post(EXTRACT, json!({"text": "x"}).to_string(), &[]).await;
    assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "5"));
}

#[tokio::test]
async fn many_citations_at_once_are_answered_as_each_alone() {
    let served = Served::demo();
    let queries = ["fårlagen 2:3", "blomkål", "NJA 2013 s. -1", "fårlagen 99 kap. 1 §"];
    let answer = served.post("/api/v1/resolve", json!({"queries": queries}).to_string(), &[]).await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    let answers = answer.json()["answers"].as_array().unwrap().clone();
    assert_eq!(answers.len(), queries.len());
    for (query, answer) in queries.into_iter().zip(answers) {
        let alone = served.get(&format!("/api/v1/resolve?q={}", crate::served::encoded(query))).await.json();
        assert_eq!(answer["q"], query);
        assert_eq!(
            (&answer["results"], &answer["recognized"]),
            (&alone["results"], &alone["recognized"]),
            "{query}"
        );
    }
}
