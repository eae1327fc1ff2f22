//! The query of a plan has the meaning of the plan. That a cluster reads it so is tested with a real one.

use lagrum_search::{Condition, QueryForm, QueryPlan, QueryWord, TermChoice, Tuning};
use serde_json::{Value, json};

use super::language::Function;
use super::terms::condition;
use super::*;
use crate::index::field;

fn json_of(query: &Query<'_>) -> Value {
    serde_json::to_value(query).unwrap()
}

fn form(nearness: f32, terms: &[&[&str]]) -> QueryForm {
    let choice =
        |terms: &&[&str]| TermChoice { any_of: terms.iter().map(|term| (*term).to_owned().into()).collect() };
    QueryForm { nearness, parts: terms.iter().map(choice).collect() }
}

fn word(text: &str, weight: f32, forms: Vec<QueryForm>) -> QueryWord {
    QueryWord { text: text.to_owned(), weight, is_function: false, in_phrase: false, forms }
}

fn plain(words: Vec<QueryWord>) -> QueryPlan {
    QueryPlan { words, is_plain: true, ..QueryPlan::default() }
}

/// A document as the sets of what it holds.
struct Doc {
    form: &'static [&'static str],
    any: &'static [&'static str],
}

/// Whether a document passes a filter, read naively.
fn passes(doc: &Doc, filter: &Value) -> bool {
    let holds = |field: &str, term: &Value| {
        let terms = if field == field::FORM { doc.form } else { doc.any };
        terms.contains(&term.as_str().unwrap())
    };
    let all = |filters: &Value| filters.as_array().into_iter().flatten().all(|filter| passes(doc, filter));
    if let Some(terms) = filter["terms"].as_object() {
        let (field, terms) = terms.iter().next().unwrap();
        return terms.as_array().unwrap().iter().any(|term| holds(field, term));
    }
    if filter.get("match_all").is_some() {
        return true;
    }
    if let Some(bool) = filter.get("bool") {
        let should = bool["should"].as_array();
        return all(&bool["filter"])
            && should.is_none_or(|ways| ways.iter().any(|way| passes(doc, way)))
            && bool["must_not"].as_array().into_iter().flatten().all(|way| !passes(doc, way));
    }
    assert!(filter.get("range").is_some() || filter.get("match_none").is_some(), "{filter}");
    false
}

fn coverage(doc: &Doc, asking: &ClusterQuery<'_>) -> f64 {
    let functions = asking.coverage(usize::MAX);
    let applies = |function: &&Function<'_>| passes(doc, &json_of(function.filter.as_ref().unwrap()));
    functions.iter().filter(applies).map(|function| f64::from(function.weight)).sum()
}

#[test]
fn coverage_is_the_root_of_the_nearest_form_held() {
    let forms =
        vec![form(1.0, &[&["får"]]), form(0.45, &[&["~får"], &["lag"]]), form(0.36, &[&["fårs"], &["x"]])];
    let plan = plain(vec![word("får", 3.0, forms), word("hage", 1.0, vec![form(0.7, &[&["hag"]])])]);
    let tuning = Tuning::default();
    let listed = ListedUris::default();
    let asking = ClusterQuery::new(&plan, &tuning, &listed);
    let check = |form: &'static [&'static str], any: &'static [&'static str], expected: f32| {
        let found = coverage(&Doc { form, any }, &asking);
        assert!((found - f64::from(expected)).abs() < 1e-6, "{form:?} {any:?}: {found}");
    };
    check(&[], &[], 0.0);
    check(&["får"], &["får"], 0.75);
    check(&[], &["får", "hag"], 0.75 + 0.25 * 0.7_f32.sqrt());
    // A form of several parts counts in texts alone.
    check(&["~får", "lag"], &["~får", "lag"], 0.75 * 0.45_f32.sqrt());
    check(&["lag"], &["~får", "lag"], 0.0);
    check(&["fårs", "x", "~får", "lag"], &["fårs"], 0.75 * 0.45_f32.sqrt());
}

#[test]
fn only_the_heaviest_words_find() {
    let light = QueryWord { is_function: true, ..word("om", 0.5, vec![form(1.0, &[&["om"]])]) };
    let plan = plain(vec![
        light,
        word("får", 3.0, vec![form(1.0, &[&["får"]])]),
        word("hage", 1.0, vec![form(1.0, &[&["hag"]])]),
    ]);
    let tuning = Tuning::default();
    let listed = ListedUris::default();
    let asking = ClusterQuery::new(&plan, &tuning, &listed);
    let found = asking.found_by();
    assert_eq!(json_of(&found), json!({"terms": {field::ANY: ["får"]}}));
    // A document with it reaches the minimum match, so the query has no minimum.
    assert!(
        json_of(&asking.query(DayNumber::new(2031, 1, 1), false))
            .to_string()
            .find("min_score\":0.3")
            .is_none()
    );
    assert_eq!(
        json_of(&asking.holds_all()),
        json!({"bool": {"filter": [{"terms": {field::ANY: ["får"]}}, {"terms": {field::ANY: ["hag"]}}]}})
    );
}

#[test]
fn a_query_has_a_minimum_where_one_word_may_not_reach_it() {
    let words = (0..4).map(|at| word(&format!("w{at}"), 1.0, vec![form(1.0, &[&["x"]])])).collect();
    let plan = plain(words);
    let query = json_of(
        &ClusterQuery::new(&plan, &Tuning::default(), &ListedUris::default())
            .query(DayNumber::new(2031, 1, 1), false),
    );
    let minimum =
        query.pointer("/function_score/query/function_score/query/bool/filter/0/function_score/min_score");
    let minimum = minimum.and_then(Value::as_f64).unwrap();
    assert!((minimum - 0.4999).abs() < 1e-6, "{minimum}");
}

#[test]
fn conditions_are_met_as_they_are_written() {
    let of = |term: &str| Condition::Word(word(term, 1.0, vec![form(1.0, &[&[term]])]));
    let nothing = Condition::Word(word("x", 1.0, Vec::new()));
    let doc = Doc { form: &["a"], any: &["a", "b"] };
    let check = |read: Condition, expected: bool| {
        assert_eq!(passes(&doc, &json_of(&condition(&read, &[]))), expected, "{read:?}");
    };
    check(of("a"), true);
    check(of("b"), true);
    check(of("c"), false);
    check(nothing.clone(), false);
    check(Condition::Any(vec![of("c"), of("b")]), true);
    check(Condition::Any(Vec::new()), false);
    check(Condition::All(vec![of("a"), of("c")]), false);
    check(Condition::All(vec![of("a"), Condition::Not(Box::new(of("c")))]), true);
    check(Condition::All(Vec::new()), false);
    check(Condition::Not(Box::new(nothing)), true);
    let phrase = |words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        json_of(&condition(&Condition::Phrase(words), &[]))
    };
    assert_eq!(phrase(&[]), json!({"match_none": {}}));
    assert_eq!(phrase(&["allmän", "domstol"]), json!({"match_phrase": {field::WORD: "allmän domstol"}}));
    assert_eq!(
        json_of(&condition(&Condition::CaseNumber("t 3-08".to_owned()), &[])),
        json!({"term": {field::CASE: {"value": "t 3-08"}}})
    );
}

#[test]
fn a_query_of_very_many_words_stays_within_what_the_cluster_takes() {
    let forms = |at: usize| {
        let near = [1.0, 0.7, 0.6, 0.45, 0.4, 0.36].iter().zip(0..);
        near.flat_map(|(near, level)| (0..20).map(move |n| form(*near, &[&[&format!("t{at}-{level}-{n}")]])))
            .collect()
    };
    let plan = plain((0..64).map(|at| word(&format!("w{at}"), 1.0, forms(at))).collect());
    let tuning = Tuning::default();
    let listed = ListedUris::default();
    let query = ClusterQuery::new(&plan, &tuning, &listed).query(DayNumber::new(2031, 1, 1), false);
    assert!(query.clauses() <= 1024, "{}", query.clauses());
    // All of them decide what matches.
    assert!(json_of(&query).to_string().contains("t63-5-19"));
}

#[test]
fn what_is_named_matches_and_what_cites_leads() {
    let plan = plain(vec![word("får", 3.0, vec![form(1.0, &[&["får"]])])]);
    let tuning = Tuning::default();
    let uris = |uri: &str| vec![uri.to_owned()];
    let listed = ListedUris { named: uris("n"), citing: uris("c"), ..ListedUris::default() };
    let text = json_of(&ClusterQuery::new(&plan, &tuning, &listed).query(DayNumber::new(2031, 1, 1), false))
        .to_string();
    let list = |uri: &str| json!({"terms": {field::URI: [uri]}}).to_string();
    assert_eq!([text.matches(&list("n")).count(), text.matches(&list("c")).count()], [1, 2], "{text}");
    let raised =
        json!({"constant_score": {"filter": {"terms": {field::URI: ["c"]}}, "boost": tuning.citing}});
    assert!(text.contains(&raised.to_string()), "{text}");
}

#[test]
fn a_support_finds_documents_and_adds_to_their_scores() {
    let plan = plain(vec![word("får", 3.0, vec![form(1.0, &[&["får"]])])]);
    let tuning = Tuning::default();
    let listed = ListedUris {
        supported: vec![("a".to_owned(), 1.25), ("b".to_owned(), 0.5)],
        found: vec!["b".to_owned()],
        ..ListedUris::default()
    };
    let query = json_of(&ClusterQuery::new(&plan, &tuning, &listed).query(DayNumber::new(2031, 1, 1), false));
    let added = json!({"script_score": {
        "query": {"bool": {"filter": [{"terms": {field::URI: ["a", "b"]}}]}},
        "script": {"source": "params.scores[doc['uri'].value]", "params": {"scores": {"a": 1.25, "b": 0.5}}},
    }});
    assert_eq!(query.pointer("/bool/should/0"), Some(&added), "{query}");
    // What it finds is excluded and expires as what has the words.
    let found = json!({"bool": {
        "filter": [{"terms": {field::URI: ["b"]}}],
        "must_not": [{"range": {field::EXPIRED: {"lte": 20_310_101}}}],
    }});
    assert!(query.to_string().contains(&found.to_string()), "{query}");
    // Only documents with all words are wanted: a support gives none.
    let all = json_of(&ClusterQuery::new(&plan, &tuning, &listed).query(DayNumber::new(2031, 1, 1), true));
    assert!(all.to_string().contains(&json!({"terms": {field::ANY: ["får"]}}).to_string()), "{all}");
}

#[test]
fn quoted_words_make_up_for_nothing() {
    let quoted = QueryWord { in_phrase: true, ..word("get", 9.0, vec![form(1.0, &[&["get"]])]) };
    let plain_word = word("får", 3.0, vec![form(1.0, &[&["får"]])]);
    let phrase = Condition::Phrase(vec!["get".to_owned()]);
    let plan = QueryPlan { required: vec![phrase], ..plain(vec![quoted, plain_word]) };
    let (tuning, listed) = (Tuning::default(), ListedUris::default());
    let asking = ClusterQuery::new(&plan, &tuning, &listed);
    let found = |any: &'static [&'static str]| coverage(&Doc { form: any, any }, &asking);
    assert!(found(&["get"]) < f64::from(tuning.minimum_match));
    assert!((found(&["get", "får"]) - 1.0).abs() < 1e-6);
}
