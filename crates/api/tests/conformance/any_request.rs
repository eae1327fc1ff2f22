//! Any request, with any combination of parameters, gets a response of a described form, and never a fault.

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};

use crate::conformity::Conformity;
use crate::served::encoded;
use crate::table::{ENDPOINTS, Endpoint, Takes};

/// Texts that are values of some parameter, on the demo corpus.
const WORDS: &[&str] = &[
    "https://lag.demo.example/1931:47",
    "https://lag.demo.example/1931:47#K2P3",
    "https://lag.demo.example/coe/005",
    "https://lag.demo.example/dom/nja/2031s5",
    "https://lag.demo.example/celex/32031R0077",
    "/1931:47",
    "sfs",
    "dv",
    "eurlex",
    "nja/2031",
    "case",
    "2004:310",
    "2029:88",
    "2031-04-13",
    "Rättsfall",
    "EU-domar,Begrepp",
    "fårlagen",
    "2 kap. 3 § fårlagen",
    "NJA 2031 s. 5",
    "GETF artikel 6.1 c",
    "prop. 2030/31:9",
    "https://lag.demo.example/sou/2029:3",
    "https://lag.demo.example/2030:78",
    "G1",
    "10,20,30,40",
    "HDO",
    "7b1d0c52-3e4f-4a61-9c8d-2f5e6a7b8c90",
    "dom.pdf",
    "/2030:78",
    "dv,forarbete",
    "alla",
];

/// One value of a parameter: mostly a valid one, otherwise any text.
fn value(takes: Takes) -> BoxedStrategy<String> {
    let fitting: BoxedStrategy<String> = match takes {
        Takes::Required
        | Takes::Text
        | Takes::Given
        | Takes::Short(_)
        | Takes::Names
        | Takes::Form { right: [], .. } => select(WORDS).prop_map(str::to_owned).boxed(),
        Takes::Form { right, .. } => select(right).prop_map(str::to_owned).boxed(),
        Takes::Number { least, there } => (least..=2 * there).prop_map(|number| number.to_string()).boxed(),
        Takes::Integer { least, most, .. } => {
            (least..=most.unwrap_or(i64::MAX)).prop_map(|number| number.to_string()).boxed()
        }
        Takes::Boolean { .. } => select(vec!["true", "false", "1", "no"]).prop_map(str::to_owned).boxed(),
        Takes::Word(words) | Takes::Literal(words) => select(words).prop_map(str::to_owned).boxed(),
    };
    proptest::prop_oneof![6 => fitting, 1 => any::<String>(), 1 => any::<i64>().prop_map(|n| n.to_string())]
        .boxed()
}

/// A query of an endpoint: each parameter not at all, once, or twice.
fn query(endpoint: &'static Endpoint) -> BoxedStrategy<String> {
    let pairs: Vec<BoxedStrategy<String>> = endpoint
        .parameters
        .iter()
        .map(|(name, takes)| {
            let most = if takes.is_required() { 1..=2 } else { 0..=2 };
            let named = move |values: Vec<String>| {
                values.iter().map(|value| format!("&{name}={}", encoded(value))).collect::<Vec<_>>().concat()
            };
            vec(value(*takes), most).prop_map(named).boxed()
        })
        .collect();
    pairs.prop_map(|pairs| pairs.concat()).boxed()
}

#[test]
fn any_combination_is_answered_as_described() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let conformity = runtime.block_on(Conformity::demo());
    for endpoint in ENDPOINTS {
        let mut runner =
            TestRunner::new(Config { cases: 60, failure_persistence: None, ..Config::default() });
        let strategy = (Just(endpoint.path), query(endpoint));
        let outcome = runner.run(&strategy, |(path, query)| {
            let answer = runtime.block_on(conformity.ask(path, &query));
            proptest::prop_assert!(answer.status.as_u16() < 500, "{path}?{query}: {}", answer.text());
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{}: {failure}", endpoint.path));
    }
}
