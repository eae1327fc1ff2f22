//! Parameters are checked against their declaration, all at once, and errors have the form that clients know.

use serde_json::{Value, json};

use crate::shelf::client;

async fn check_refused(query: &str, expected: Value) {
    let answer = client().get(&format!("/api/v1/books?{query}")).await;
    assert_eq!(answer.status, 422, "{query}: {}", answer.text());
    assert_eq!(answer.header("content-type"), "application/json; charset=utf-8");
    let mut items = answer.json()["detail"].take();
    for item in items.as_array_mut().unwrap() {
        let item = item.as_object_mut().unwrap();
        assert_eq!(item["loc"][0], "query");
        assert!(!item["msg"].as_str().unwrap().is_empty());
        let name = item["loc"][1].take();
        item.insert("loc".into(), name);
        item.remove("msg");
    }
    assert_eq!(items, expected, "{query}");
}

/// Checks the values that the handler got; only the named ones are compared.
async fn check_taken(query: &str, expected: Value) {
    let answer = client().get(&format!("/api/v1/books?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    let asked = &answer.json()["asked"];
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&asked[name], value, "{query}: {name}");
    }
}

#[tokio::test]
async fn what_is_wrong_is_named() {
    let item = |code: &str, loc: &str, input: &str| json!([{"type": code, "loc": loc, "input": input}]);
    let with = |code: &str, loc: &str, input: &str, key: &str, value: Value| json!([{"type": code, "loc": loc, "input": input, "ctx": {key: value}}]);
    for (query, expected) in [
        ("", json!([{"type": "missing", "loc": "q", "input": null}])),
        ("q=x&limit=ten", item("int_parsing", "limit", "ten")),
        ("q=x&limit=", item("int_parsing", "limit", "")),
        ("q=x&limit=1.0", item("int_parsing", "limit", "1.0")),
        ("q=x&limit=1_0", item("int_parsing", "limit", "1_0")),
        ("q=x&limit=%2B-1", item("int_parsing", "limit", "+-1")),
        ("q=x&limit=%D9%A1", item("int_parsing", "limit", "١")),
        ("q=x&limit=0", with("greater_than_equal", "limit", "0", "ge", json!(1))),
        ("q=x&limit=101", with("less_than_equal", "limit", "101", "le", json!(100))),
        (
            "q=x&limit=99999999999999999999999",
            with("less_than_equal", "limit", "99999999999999999999999", "le", json!(100)),
        ),
        (
            "q=x&limit=-99999999999999999999999",
            with("greater_than_equal", "limit", "-99999999999999999999999", "ge", json!(1)),
        ),
        ("q=x&offset=-1", with("greater_than_equal", "offset", "-1", "ge", json!(0))),
        ("q=x&offset=9901", with("less_than_equal", "offset", "9901", "le", json!(9900))),
        ("q=x&include_lost=maybe", item("bool_parsing", "include_lost", "maybe")),
        ("q=x&include_lost=", item("bool_parsing", "include_lost", "")),
        ("q=x&include_lost=+1", item("bool_parsing", "include_lost", " 1")),
        ("q=x&year=31", with("string_pattern_mismatch", "year", "31", "pattern", json!(r"^\d{4}$"))),
        ("q=x&year=", with("string_pattern_mismatch", "year", "", "pattern", json!(r"^\d{4}$"))),
        ("q=x&year=20311", with("string_pattern_mismatch", "year", "20311", "pattern", json!(r"^\d{4}$"))),
        (
            "q=x&year=%D9%A1%D9%A1%D9%A1%D9%A1",
            with("string_pattern_mismatch", "year", "١١١١", "pattern", json!(r"^\d{4}$")),
        ),
        ("q=x&year=2031%0A", with("string_pattern_mismatch", "year", "2031\n", "pattern", json!(r"^\d{4}$"))),
        (
            "q=x&sort=Title",
            with("string_pattern_mismatch", "sort", "Title", "pattern", json!("^(title|year)$")),
        ),
        ("q=x&sort=", with("string_pattern_mismatch", "sort", "", "pattern", json!("^(title|year)$"))),
        ("q=x&format=xml", with("literal_error", "format", "xml", "expected", json!("'json' or 'md'"))),
        ("q=x&format=JSON", with("literal_error", "format", "JSON", "expected", json!("'json' or 'md'"))),
        ("q=x&format=", with("literal_error", "format", "", "expected", json!("'json' or 'md'"))),
        ("q=x&cursor=123456789", with("string_too_long", "cursor", "123456789", "max_length", json!(8))),
        ("q=x&limit=5&limit=many", item("int_parsing", "limit", "many")),
        ("q=x&limit=%FF", item("int_parsing", "limit", "\u{fffd}")),
    ] {
        check_refused(query, expected).await;
    }
}

#[tokio::test]
async fn everything_wrong_is_reported_together_in_the_order_of_declaration() {
    let expected = json!([
        {"type": "missing", "loc": "q", "input": null},
        {"type": "string_pattern_mismatch", "loc": "year", "input": "x", "ctx": {"pattern": r"^\d{4}$"}},
        {"type": "less_than_equal", "loc": "limit", "input": "250", "ctx": {"le": 100}},
        {"type": "bool_parsing", "loc": "include_lost", "input": "2"},
    ]);
    check_refused("include_lost=2&limit=250&year=x", expected).await;
}

#[tokio::test]
async fn rules_across_parameters_come_after_the_single_ones() {
    let both = |offset: &str| {
        json!([
            {"type": "value_error", "loc": "offset", "input": offset},
            {"type": "value_error", "loc": "cursor", "input": "eyJ9"},
        ])
    };
    check_refused("q=x&offset=0&cursor=eyJ9", both("0")).await;
    check_refused("q=x&cursor=eyJ9&offset=%2B7", both("+7")).await;
    let single = json!([{"type": "int_parsing", "loc": "offset", "input": "y"}]);
    check_refused("q=x&offset=y&cursor=eyJ9", single).await;
}

#[tokio::test]
async fn what_is_right_reaches_the_handler() {
    for (query, expected) in [
        ("q=", json!({"q": ""})),
        ("q", json!({"q": ""})),
        ("q=a+b%2Bc%20%C3%B6", json!({"q": "a b+c ö"})),
        ("q=%FFx%C3", json!({"q": "\u{fffd}x\u{fffd}"})),
        ("q=%zz", json!({"q": "%zz"})),
        (
            "q=x",
            json!({"limit": 10, "offset": null, "sort": "title", "format": "json", "include_lost": false}),
        ),
        ("q=x&limit=+007+", json!({"limit": 7})),
        ("q=x&limit=%2B7", json!({"limit": 7})),
        ("q=x&offset=0", json!({"offset": 0})),
        ("q=x&offset=-0", json!({"offset": 0})),
        ("q=x&limit=many&limit=3", json!({"limit": 3})),
        ("q=x&year=2031&sort=year&format=md", json!({"year": "2031", "sort": "year", "format": "md"})),
        ("q=x&cursor=&offset=1", json!({"cursor": null, "offset": 1})),
        ("q=x&source=", json!({"source": null})),
        ("q=x&source=sfs&source=", json!({"source": null})),
        ("q=x&source=no-such", json!({"source": "no-such"})),
        ("q=x&cursor=åäöåäöåä", json!({"cursor": "åäöåäöåä"})),
        ("q=x&unknown=1&Limit=0", json!({"limit": 10})),
        ("&&q=x&=&", json!({"q": "x"})),
    ] {
        // A request line is ASCII.
        let query = query.replace('å', "%C3%A5").replace('ä', "%C3%A4").replace('ö', "%C3%B6");
        check_taken(&query, expected).await;
    }
    for word in ["true", "1", "on", "yes", "y", "t", "TRUE", "Yes"] {
        check_taken(&format!("q=x&include_lost={word}"), json!({"include_lost": true})).await;
    }
    for word in ["false", "0", "off", "no", "n", "f", "OFF"] {
        check_taken(&format!("q=x&include_lost={word}"), json!({"include_lost": false})).await;
    }
}

#[tokio::test]
async fn optional_parameters_of_every_type_may_be_left_out() {
    let client = client();
    let nothing = json!({"binding": null, "page": null, "lent": null, "name": null});
    assert_eq!(client.get("/api/v1/choices").await.json(), nothing);
    let all = client.get("/api/v1/choices?binding=soft&page=-3&lent=no&name=bo").await;
    assert_eq!(all.json(), json!({"binding": "soft", "page": -3, "lent": false, "name": "bo"}));
    for (query, code) in [
        ("name=b", "string_too_short"),
        ("name=", "string_too_short"),
        ("binding=x", "literal_error"),
        ("page=99999999999999999999", "int_parsing"),
    ] {
        let answer = client.get(&format!("/api/v1/choices?{query}")).await;
        assert_eq!(answer.json()["detail"][0]["type"], code, "{query}");
    }
    let listed = client.get("/api/v1/choices?binding=paper").await.json();
    assert_eq!(listed["detail"][0]["ctx"], json!({"expected": "'hard', 'soft' or 'none'"}));
}

#[tokio::test]
async fn the_keys_of_an_item_keep_their_order() {
    let answer = client().get("/api/v1/books?limit=0").await;
    let expected = concat!(
        r#"{"detail":[{"type":"missing","loc":["query","q"],"msg":"Field required","input":null},"#,
        r#"{"type":"greater_than_equal","loc":["query","limit"],"#,
        r#""msg":"Input should be greater than or equal to 1","input":"0","ctx":{"ge":1}}]}"#
    );
    assert_eq!(answer.text(), expected);
}
