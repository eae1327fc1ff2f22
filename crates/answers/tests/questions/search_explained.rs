//! Why hits have their scores.

use serde_json::Value;

use crate::reader::Reader;

#[test]
fn the_numbers_of_an_explanation_give_the_score() {
    let reader = Reader::demo();
    let number = |value: &Value| value.as_f64().unwrap();
    let mut checked = 0;
    for query in ["tillsyn", "får", "vilsna får", "lag", "utredning om vall"] {
        for hit in reader.search(query, |question| question.explain = true)["results"].as_array().unwrap() {
            let Some(explanation) = hit.get("explanation") else {
                assert!(hit["score"].is_null(), "{hit}");
                continue;
            };
            let list = |name: &str| explanation[name].as_array().unwrap().clone();
            let sum: f64 =
                list("parts").iter().map(|part| number(&part["value"]) * number(&part["factor"])).sum();
            let product: f64 = list("factors").iter().map(|factor| number(&factor["value"])).product();
            let added: f64 = list("added").iter().map(|added| number(&added["value"])).sum();
            let score = number(&hit["score"]);
            let difference = (sum * product + added - score).abs();
            assert!(
                difference <= 1e-3 * score.abs().max(1e-3),
                "{query}: {difference} of {score}: {explanation}"
            );
            checked += 1;
        }
        let plain = reader.search(query, |_| ());
        assert!(plain["results"].as_array().unwrap().iter().all(|hit| hit.get("explanation").is_none()));
    }
    assert!(checked > 10, "{checked}");
}
