//! Every parameter of every endpoint at its bounds, just outside them, of the wrong type, empty, repeated, in other
//! scripts, and very long.

use serde_json::{Value, json};

use crate::conformity::Conformity;
use crate::served::{Served, encoded};
use crate::table::{ENDPOINTS, Endpoint, Takes};

/// The query of an endpoint with one parameter set to this text.
fn with(endpoint: &Endpoint, name: &str, text: &str) -> String {
    let others = endpoint.fine.split('&').filter(|pair| !pair.is_empty());
    let others = others.filter(|pair| pair.split('=').next() != Some(name));
    others.map(str::to_owned).chain([format!("{name}={}", encoded(text))]).collect::<Vec<_>>().join("&")
}

/// Texts that are valid values of a parameter, whatever the other parameters are.
fn right(takes: Takes) -> Vec<String> {
    match takes {
        Takes::Integer { least, most, .. } => {
            let most = most.unwrap_or(i64::MAX);
            let padded = [format!("+{least}"), format!(" {least} "), format!("000{most}")];
            [least, least + 1, most - 1, most].iter().map(ToString::to_string).chain(padded).collect()
        }
        Takes::Boolean { .. } => {
            ["true", "1", "on", "yes", "y", "t", "TRUE", "false", "0", "off", "no", "n", "F"]
                .map(str::to_owned)
                .to_vec()
        }
        Takes::Word(words) | Takes::Literal(words) | Takes::Form { right: words, .. } => {
            words.iter().map(ToString::to_string).collect()
        }
        Takes::Number { there, .. } => vec![format!("+{there}"), format!(" {there} "), format!("00{there}")],
        Takes::Required | Takes::Text | Takes::Given | Takes::Short(_) | Takes::Names => Vec::new(),
    }
}

/// Texts that are no valid values, with the code of their error and its context.
fn wrong(takes: Takes) -> Vec<(String, &'static str, Value)> {
    const HUGE: &str = "99999999999999999999999999";
    let none = Value::Null;
    match takes {
        Takes::Number { least, .. } => wrong(Takes::Integer { least, most: None, default: None }),
        Takes::Integer { least, most, .. } => {
            let mut wrong: Vec<(String, &str, Value)> =
                ["", " ", "x", "1.0", "1e2", "0x1", "1_0", "+-1", "--1", "1 1", "١", "１", "½", "\0", "NaN"]
                    .map(|text| (text.to_owned(), "int_parsing", none.clone()))
                    .to_vec();
            for below in [(least - 1).to_string(), i64::MIN.to_string(), format!("-{HUGE}")] {
                wrong.push((below, "greater_than_equal", json!({"ge": least})));
            }
            if let Some(most) = most {
                for above in [(most + 1).to_string(), i64::MAX.to_string(), HUGE.to_owned()] {
                    wrong.push((above, "less_than_equal", json!({"le": most})));
                }
            } else {
                wrong.push((HUGE.to_owned(), "int_parsing", none));
            }
            wrong
        }
        Takes::Boolean { .. } => ["", " ", " true", "2", "-1", "ja", "tru", "true,", "null", "ｔ"]
            .map(|text| (text.to_owned(), "bool_parsing", none.clone()))
            .to_vec(),
        Takes::Word(words) => {
            // The order of the alternatives is free.
            let broken = broken(words);
            broken.into_iter().map(|text| (text, "string_pattern_mismatch", json!("pattern"))).collect()
        }
        Takes::Literal(words) => {
            let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
            let expected = match &*quoted {
                [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
                _ => quoted.concat(),
            };
            let broken = broken(words).into_iter();
            broken.map(|text| (text, "literal_error", json!({"expected": expected}))).collect()
        }
        Takes::Form { pattern, wrong, .. } => wrong
            .iter()
            .map(|text| ((*text).to_owned(), "string_pattern_mismatch", json!({"pattern": pattern})))
            .collect(),
        Takes::Short(most) => [("x", most + 1), ("å", most + 1), ("𝔘", most + 1), ("x", 10 * most)]
            .map(|(text, count)| (text.repeat(count), "string_too_long", json!({"max_length": most})))
            .to_vec(),
        Takes::Required | Takes::Text | Takes::Given | Takes::Names => Vec::new(),
    }
}

/// Texts that resemble one of these words.
fn broken(words: &[&str]) -> Vec<String> {
    let word = words[0];
    let last = words[words.len() - 1];
    vec![
        String::new(),
        word.to_uppercase(),
        format!(" {word}"),
        format!("{word} "),
        format!("{word}\n"),
        format!("\n{word}"),
        format!("{word}\0"),
        format!("{word}{last}"),
        format!("{word},{last}"),
        word[1..].to_owned(),
        word.replace('o', "ο").replace('a', "а").replace('t', "ｔ").replace('i', "і"),
        word.repeat(5_000),
    ]
}

/// Texts of every kind, for parameters that take any.
fn any_text() -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        " ",
        "åäö ÅÄÖ",
        "a\u{308}",
        "\0",
        "\u{feff}",
        "\u{202e}gal",
        "'; DROP TABLE document; --",
        "%",
        "_",
        "\\",
        "../../etc/passwd",
        "/",
        "//",
        "#",
        "https://lag.demo.example/",
        "https://lag.demo.example/1931:47#",
        "https://lag.demo.example/1931:47#K99P99",
        "HTTPS://LAG.DEMO.EXAMPLE/1931:47",
        "https://lag.demo.example/1931:47/",
        " https://lag.demo.example/1931:47",
        "https://elsewhere.example/1931:47",
        "/1931:47#K2P3",
        "\"",
        "<script>",
        "sfs",
        "lag",
        "nja/2031",
        "nja//2031/",
        ",,,",
        "Rättsfall,Nonsens",
        "\r\nSet-Cookie: a=b",
        "🐑",
        "𝔘",
        "\u{10ffff}",
        "1931:47",
        "2004:310",
        "2031-04-13",
        "2 kap. 3 § fårlagen",
        "*",
        "(",
        "((((((((",
        "a|b",
        "-",
        "NOT",
    ]
    .map(str::to_owned)
    .to_vec();
    // A path may have up to 64,000 bytes here, since no server limits its length first.
    texts.extend([
        "x".repeat(60_000),
        "å".repeat(10_000),
        "§ ".repeat(8_000),
        "(".repeat(20_000),
        "K1P".repeat(20_000),
    ]);
    texts
}

#[tokio::test]
async fn the_table_holds_what_is_described() {
    let conformity = Conformity::demo().await;
    let mut paths: Vec<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.path).collect();
    paths.sort_unstable();
    assert_eq!(paths, conformity.paths());

    let description = Served::demo().get("/openapi.json").await.json();
    for Endpoint { path, parameters, .. } in ENDPOINTS {
        let described = &description["paths"][path]["get"]["parameters"];
        let described = described.as_array().map_or(&[][..], |list| list);
        let names: Vec<&str> =
            described.iter().map(|parameter| parameter["name"].as_str().unwrap()).collect();
        assert_eq!(names, parameters.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "{path}");
        for ((name, takes), parameter) in parameters.iter().zip(described) {
            let schema = &parameter["schema"];
            let expected = match takes {
                Takes::Required
                | Takes::Text
                | Takes::Given
                | Takes::Short(_)
                | Takes::Form { .. }
                | Takes::Number { .. } => Value::Null,
                Takes::Names => json!(""),
                Takes::Integer { default, .. } => json!(default),
                Takes::Boolean { default } => json!(default),
                Takes::Word(words) | Takes::Literal(words) => json!(words[0]),
            };
            assert_eq!(schema["default"], expected, "{path} {name}");
            assert_eq!(parameter["required"], takes.is_required(), "{path} {name}");
            let (minimum, maximum) = match takes {
                Takes::Integer { least, most, .. } => (json!(least), json!(most)),
                Takes::Number { least, .. } => (json!(least), Value::Null),
                _ => (Value::Null, Value::Null),
            };
            assert_eq!((&schema["minimum"], &schema["maximum"]), (&minimum, &maximum), "{path} {name}");
            let longest = if let Takes::Short(most) = takes { json!(most) } else { Value::Null };
            assert_eq!(schema["maxLength"], longest, "{path} {name}");
            if let Takes::Form { pattern, .. } = takes {
                assert_eq!(schema["pattern"], *pattern, "{path} {name}");
            }
        }
    }
}

#[tokio::test]
async fn every_endpoint_answers_its_plain_request() {
    let conformity = Conformity::demo().await;
    for endpoint in ENDPOINTS {
        assert_eq!(conformity.ask(endpoint.path, endpoint.fine).await.status, 200, "{}", endpoint.path);
    }
}

#[tokio::test]
async fn what_is_within_its_bounds_is_taken() {
    let conformity = Conformity::demo().await;
    for endpoint in ENDPOINTS {
        for (name, takes) in endpoint.parameters {
            for text in right(*takes) {
                let answer = conformity.ask(endpoint.path, &with(endpoint, name, &text)).await;
                assert_eq!(answer.status, 200, "{} {name}={text:?}", endpoint.path);
            }
        }
    }
}

#[tokio::test]
async fn what_is_not_is_refused_by_name() {
    let conformity = Conformity::demo().await;
    for endpoint in ENDPOINTS {
        for (name, takes) in endpoint.parameters {
            for (text, code, ctx) in wrong(*takes) {
                let answer = conformity.ask(endpoint.path, &with(endpoint, name, &text)).await;
                assert_eq!(answer.status, 422, "{} {name}={text:?}", endpoint.path);
                let detail = answer.json()["detail"].take();
                assert_eq!(detail.as_array().unwrap().len(), 1);
                let item = &detail[0];
                assert_eq!(item["type"], code, "{} {name}={text:?}", endpoint.path);
                assert_eq!(item["loc"], json!(["query", name]));
                assert_eq!(item["input"], json!(text));
                match ctx {
                    Value::String(key) => assert!(item["ctx"][key].is_string()),
                    ctx => assert_eq!(item["ctx"], ctx, "{} {name}={text:?}", endpoint.path),
                }
            }
        }
    }
}

#[tokio::test]
async fn what_is_required_is_missed() {
    let conformity = Conformity::demo().await;
    for endpoint in ENDPOINTS {
        // A list of changes needs `since` or a cursor.
        let begins = |name: &str| (endpoint.path, name) == ("/api/v1/changes", "since");
        let required = endpoint.parameters.iter().filter(|(name, takes)| takes.is_required() || begins(name));
        let required: Vec<Value> = required
            .map(|(name, _)| json!({"type": "missing", "loc": ["query", name], "msg": "Field required", "input": null}))
            .collect();
        let answer = conformity.ask(endpoint.path, "").await;
        if required.is_empty() {
            assert_eq!(answer.status, 200, "{}", endpoint.path);
        } else {
            assert_eq!(answer.status, 422, "{}", endpoint.path);
            assert_eq!(answer.json()["detail"], json!(required), "{}", endpoint.path);
        }
    }
}

#[tokio::test]
async fn every_mistake_is_reported_at_once_in_the_order_of_the_table() {
    let conformity = Conformity::demo().await;
    for endpoint in ENDPOINTS {
        let mut query = Vec::new();
        let mut expected = Vec::new();
        for (name, takes) in endpoint.parameters {
            match wrong(*takes).into_iter().nth(1) {
                Some((text, code, _)) => {
                    // The parameters are sent in another order than they are reported in.
                    query.insert(0, format!("{name}={}", encoded(&text)));
                    expected.push((code, *name));
                }
                None if takes.is_required() => expected.push(("missing", name)),
                None => {}
            }
        }
        if expected.is_empty() {
            continue;
        }
        let answer = conformity.ask(endpoint.path, &query.join("&")).await;
        let detail = answer.json()["detail"].take();
        let reported: Vec<(&str, &str)> = detail
            .as_array()
            .unwrap()
            .iter()
            .map(|item| (item["type"].as_str().unwrap(), item["loc"][1].as_str().unwrap()))
            .collect();
        assert_eq!(reported, expected, "{}", endpoint.path);
    }
}

#[tokio::test]
async fn of_several_values_the_last_counts_and_an_unknown_parameter_does_not() {
    let conformity = Conformity::demo().await;
    for endpoint in ENDPOINTS {
        let plain = conformity.ask(endpoint.path, endpoint.fine).await;
        let more = conformity.ask(endpoint.path, &format!("{}&unknown=1&Limit=x&&=", endpoint.fine)).await;
        assert_eq!(more.body, plain.body, "{}", endpoint.path);
        for (name, takes) in endpoint.parameters {
            let (Some(right), Some((wrong, ..))) = (right(*takes).pop(), wrong(*takes).pop()) else {
                continue;
            };
            for (first, last, status) in [(&wrong, &right, 200), (&right, &wrong, 422)] {
                let query = format!("{}&{name}={}", with(endpoint, name, first), encoded(last));
                assert_eq!(
                    conformity.ask(endpoint.path, &query).await.status,
                    status,
                    "{} {name}",
                    endpoint.path
                );
            }
        }
    }
}

#[tokio::test]
async fn any_text_is_answered() {
    let conformity = Conformity::demo().await;
    for endpoint in ENDPOINTS {
        for (name, takes) in endpoint.parameters {
            if !takes.is_any_text() {
                continue;
            }
            for text in any_text() {
                let answer = conformity.ask(endpoint.path, &with(endpoint, name, &text)).await;
                assert!(answer.status.as_u16() < 500, "{} {name}={text:?}", endpoint.path);
            }
            // Bytes that are no UTF-8, and percent signs that encode nothing.
            for raw in ["%FF", "%C3", "%ED%A0%80", "%", "%zz", "%00", "+", "%2B", "=", "=="] {
                let query = with(endpoint, name, "").replace(&format!("{name}="), &format!("{name}={raw}"));
                assert!(conformity.ask(endpoint.path, &query).await.status.as_u16() < 500, "{query}");
            }
        }
    }
}

#[tokio::test]
async fn an_empty_filter_is_none() {
    let conformity = Conformity::demo().await;
    for endpoint in ENDPOINTS {
        let plain = conformity.ask(endpoint.path, endpoint.fine).await;
        for (name, takes) in endpoint.parameters {
            if takes.is_any_text() && !takes.is_required() && !matches!(takes, Takes::Given) {
                let empty = conformity.ask(endpoint.path, &with(endpoint, name, "")).await;
                assert_eq!(empty.body, plain.body, "{} {name}", endpoint.path);
            }
        }
    }
}
