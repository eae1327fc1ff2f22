//! Requests with a body: their answers conform, and their limits hold.

use serde_json::json;

use crate::conformity::Conformity;

const EXTRACT: &str = "/api/v1/citations/extract";
const RESOLVE: &str = "/api/v1/resolve";
const LISTS: &str = "/api/v1/lists/changes";

#[tokio::test]
async fn bodies_and_their_statuses() {
    let conformity = Conformity::demo().await;
    let block = |id: &str| json!({"id": id, "text": "2 kap. 3 § fårlagen"});
    let blocks = |count: usize| (0..count).map(|n| block(&n.to_string())).collect::<Vec<_>>();
    let text = "Enligt 2 kap. 3 § fårlagen och 99 kap. 1 § samma lag, NJA 2031 s. 5, ”5 §” och 3 § okändalagen. \
                ”Varje får ska vara märkt i höger öra” och ”räkningen får göras av hund” (2 kap. 2 § fårlagen).";
    let table = [
        (EXTRACT, json!({"text": text}), 200),
        (EXTRACT, json!({"text": ""}), 200),
        (
            EXTRACT,
            json!({"text": text, "kinds": ["sfs"], "whole_documents": false, "case_names": "bare"}),
            200,
        ),
        (
            EXTRACT,
            json!({"text": text, "context": "https://lag.demo.example/1931:47#K2P3", "as_of": "2020-01-31"}),
            200,
        ),
        (EXTRACT, json!({"text": text, "quotes": true, "since": "2020-01-31"}), 200),
        (EXTRACT, json!({"text": text, "quotes": "all", "as_of": "2020-01-31"}), 200),
        (EXTRACT, json!({"text": text, "quotes": false, "since": null}), 200),
        (EXTRACT, json!({"text": text, "quotes": "some"}), 422),
        (EXTRACT, json!({"text": text, "quotes": 1}), 422),
        (EXTRACT, json!({"text": text, "since": "yesterday"}), 422),
        (EXTRACT, json!({"blocks": blocks(3), "context": null}), 200),
        (
            EXTRACT,
            json!({"blocks": [{"id": "å", "text": "3 §", "context": "https://lag.demo.example/1931:47#K2"}]}),
            200,
        ),
        (EXTRACT, json!({}), 422),
        (EXTRACT, json!([]), 422),
        (EXTRACT, json!("text"), 422),
        (EXTRACT, json!({"text": "x", "blocks": blocks(1)}), 422),
        (EXTRACT, json!({"text": 7}), 422),
        (EXTRACT, json!({"text": "x", "other": 1}), 422),
        (EXTRACT, json!({"text": "x", "kinds": ["sfs", "nothing"]}), 422),
        (EXTRACT, json!({"text": "x", "kinds": "sfs"}), 422),
        (EXTRACT, json!({"text": "x", "whole_documents": "yes"}), 422),
        (EXTRACT, json!({"text": "x", "case_names": "all"}), 422),
        (EXTRACT, json!({"text": "x", "as_of": "yesterday"}), 422),
        (EXTRACT, json!({"text": "x".repeat(250_000)}), 200),
        (EXTRACT, json!({"text": "å".repeat(250_001)}), 422),
        (EXTRACT, json!({"blocks": []}), 422),
        (EXTRACT, json!({"blocks": blocks(5_001)}), 422),
        (EXTRACT, json!({"blocks": [block("a"), block("a")]}), 422),
        (EXTRACT, json!({"blocks": [block("")]}), 422),
        (EXTRACT, json!({"blocks": [block(&"a".repeat(129))]}), 422),
        (EXTRACT, json!({"blocks": [{"id": "a"}]}), 422),
        (EXTRACT, json!({"blocks": [{"id": "a", "text": "x", "more": 1}]}), 422),
        (
            LISTS,
            json!({"uri": ["1931:47", "2026:40#P3"], "since": "2000-01-01", "diff": true, "limit": 200}),
            200,
        ),
        (
            LISTS,
            json!({"uri": ["1931:47"], "since": "2000-01-01", "until": "2030-01-01", "formal": false}),
            200,
        ),
        (LISTS, json!({"uri": ["2999:1"], "since": "2000-01-01"}), 404),
        (LISTS, json!({"uri": ["1931:47"]}), 422),
        (LISTS, json!({"uri": [], "since": "2000-01-01"}), 422),
        (LISTS, json!({"uri": vec!["1931:47"; 501], "since": "2000-01-01"}), 422),
        (LISTS, json!({"uri": ["1931:47", 7], "since": "2000-01-01"}), 422),
        (LISTS, json!({"uri": ["dom/nja/2031s5"], "since": "2000-01-01"}), 422),
        (LISTS, json!({"uri": ["1931:47"], "since": "2000-02-30"}), 422),
        (LISTS, json!({"uri": ["1931:47"], "since": "2000-01-01", "limit": 201}), 422),
        (LISTS, json!({"uri": ["1931:47"], "since": "2000-01-01", "diff": "yes"}), 422),
        (LISTS, json!({"uri": ["1931:47"], "since": "2000-01-01", "cursor": "x"}), 422),
        (LISTS, json!({"uri": ["1931:47"], "since": "2000-01-01", "more": 1}), 422),
        (RESOLVE, json!({"queries": ["fårlagen 2:3", "", "NJA 2013 s. -1", "blomkål"]}), 200),
        (RESOLVE, json!({"queries": vec!["fårlagen"; 200], "as_of": "2031-01-01"}), 200),
        (RESOLVE, json!({"queries": vec!["fårlagen"; 201]}), 422),
        (RESOLVE, json!({"queries": []}), 422),
        (RESOLVE, json!({"queries": ["fårlagen", 7]}), 422),
        (RESOLVE, json!({"queries": "fårlagen"}), 422),
        (RESOLVE, json!({}), 422),
        (RESOLVE, json!({"queries": ["x"], "limit": 3}), 422),
    ];
    for (path, body, status) in table {
        let sent = body.to_string();
        let answer = conformity.post(path, &sent).await;
        let shown: String = sent.chars().take(120).collect();
        assert_eq!(answer.status, status, "{path} {shown}");
        if status == 422 {
            for item in answer.json()["detail"].as_array().unwrap() {
                assert_eq!(item["loc"][0], "body", "{shown}");
                assert!(item.get("input").is_none(), "{shown}");
            }
        }
    }
    for sent in ["", "{", "{\"text\": \"\\ud800\"}", "\u{feff}{}", "{\"text\": \"x\"} x"] {
        assert_eq!(conformity.post(EXTRACT, sent).await.status, 422, "{sent:?}");
    }
    let nested = format!("{{\"text\": {}", "[".repeat(100_000));
    assert_eq!(conformity.post(EXTRACT, &nested).await.status, 422);
    let large = json!({"text": "x".repeat(2_000_000)}).to_string();
    assert_eq!(conformity.post(EXTRACT, &large).await.status, 413);
}
