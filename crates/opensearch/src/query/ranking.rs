//! The score of what matches.

use lagrum_search::{Condition, Word};
use serde_json::{Value, json};

use super::terms::{any, levels, single};
use super::{Asking, MOST_CLAUSES, clauses};
use crate::index::field;

/// Scores are on a scale where a document that holds the whole query has about ten, however long the query is.
const SCALE: f32 = 10.0;

/// The nearest terms of a word, which count by how often they occur.
const COUNTED_TERMS: usize = 8;

/// A name's score from how much of the query it holds: as good as the share of it that the query is.
const NAME_SCRIPT: &str = "double held = _score; \
    double whole = Math.max(doc['names.weight'].value, held); \
    double score = params.scale * held * Math.sqrt(held / whole); \
    if (doc['names.keyword'].value) { return score * params.keyword; } \
    return held >= whole * 0.98 && held >= params.nearly ? score + params.exact : score;";

/// A score to a power.
const POWER_SCRIPT: &str = "Math.pow(_score, params.power)";

/// A query for what passes the filters, with its score.
pub(super) fn scored(asking: &Asking<'_>, filters: &[Value]) -> Value {
    let used: usize = filters.iter().map(clauses).sum();
    let mut parts = vec![citations(asking)];
    // What a query of very many words ranks by are the heaviest of them.
    let mut left = MOST_CLAUSES.saturating_sub(used);
    let mut words = 0;
    for word in &asking.words {
        let text = text(asking, word);
        let wanted =
            text.as_ref().map_or(0, clauses) + 3 * levels(word).len() * (1 + word.forms.len().min(2));
        if wanted > left {
            break;
        }
        left -= wanted;
        words += 1;
        parts.extend(text);
    }
    let names = names(asking, words);
    if let Some(names) = &names {
        parts.push(json!({"nested": {
            "path": field::NAMES, "score_mode": "max", "query": names, "boost": asking.tuning.name,
        }}));
    }
    let mut query = json!({"bool": {"filter": filters, "should": parts}});
    if !asking.words.is_empty() {
        query = covered(asking, query, words);
    }
    let factors = factors(asking, names);
    if !factors.is_empty() {
        query = json!({"function_score": {
            "query": query, "functions": factors, "score_mode": "multiply", "boost_mode": "multiply",
        }});
    }
    if asking.plan.required.iter().any(|condition| matches!(condition, Condition::CaseNumber(_))) {
        let lifted =
            json!({"constant_score": {"filter": {"match_all": {}}, "boost": asking.tuning.case_number}});
        query = json!({"bool": {"must": [query, lifted]}});
    }
    query
}

/// The score times the power of the coverage.
fn covered(asking: &Asking<'_>, query: Value, words: usize) -> Value {
    let functions = asking.coverage(words);
    let sum = |query: Value, boost_mode: &str| {
        json!({"function_score": {
            "query": query, "functions": functions, "score_mode": "sum", "max_boost": 1.0, "boost_mode": boost_mode,
        }})
    };
    let power = asking.tuning.coverage;
    if (power - 1.0).abs() < f32::EPSILON {
        return sum(query, "multiply");
    }
    // score · coverage^p = (score^(1/p) · coverage)^p
    let with = |query: Value, power: f32| json!({"script_score": {"query": query, "script": {"source": POWER_SCRIPT, "params": {"power": power}}}});
    with(sum(with(query, 1.0 / power), "multiply"), power)
}

/// What a document gets for being cited.
fn citations(asking: &Asking<'_>) -> Value {
    json!({"function_score": {
        "query": {"match_all": {}},
        "functions": [{
            "field_value_factor": {"field": field::INBOUND, "modifier": "ln1p", "missing": 0},
            "weight": asking.tuning.citations,
        }],
        "boost_mode": "replace",
    }})
}

/// What a text gets for a word: the best of its forms.
fn text(asking: &Asking<'_>, word: &Word) -> Option<Value> {
    let unit = asking.tuning.text * SCALE * word.weight / asking.weight.max(f32::MIN_POSITIVE);
    if unit <= 0.0 {
        return None;
    }
    let mut ways = Vec::new();
    let mut counted: Vec<&str> = Vec::new();
    let mut others: Vec<(f32, Vec<&str>)> = Vec::new();
    for form in &word.forms {
        let Some(terms) = single(form) else {
            // As much as its parts give on average, where all of them are.
            let share = unit * form.nearness / form.terms.len().max(1) as f32;
            let term = |term: &String| json!({"term": {field::FORM: {"value": term, "boost": share}}});
            let parts = form
                .terms
                .iter()
                .map(|any| json!({"dis_max": {"queries": any.iter().map(term).collect::<Vec<_>>()}}));
            ways.push(json!({"bool": {"must": parts.collect::<Vec<_>>()}}));
            continue;
        };
        for term in terms {
            if counted.contains(&term) {
                continue;
            }
            if counted.len() < COUNTED_TERMS {
                counted.push(term);
                ways.push(json!({"term": {field::FORM: {"value": term, "boost": unit * form.nearness}}}));
                continue;
            }
            match others.last_mut() {
                Some((nearness, terms)) if nearness.to_bits() == form.nearness.to_bits() => terms.push(term),
                _ => others.push((form.nearness, vec![term])),
            }
        }
    }
    ways.extend(others.into_iter().map(|(nearness, terms)| {
        json!({"constant_score": {"filter": {"terms": {field::FORM: terms}}, "boost": unit * nearness}})
    }));
    if ways.len() > 1 { Some(json!({"dis_max": {"queries": ways}})) } else { any(ways) }
}

/// Names that hold words of the query, with their scores.
fn names(asking: &Asking<'_>, words: usize) -> Option<Value> {
    let mut all: Vec<&str> = Vec::new();
    let mut functions = Vec::new();
    for word in asking.words.iter().take(words).filter(|word| asking.counts(word)) {
        let levels = levels(word);
        for (level, next) in levels.iter().zip(levels.iter().skip(1).chain([&0.0])) {
            let near = word.forms.iter().filter(|form| form.nearness >= *level);
            let terms: Vec<&str> = near.filter_map(single).flatten().collect();
            if !terms.is_empty() {
                functions.push(json!({
                    "filter": {"terms": {field::NAME_FORM: terms}}, "weight": word.weight * (level - next),
                }));
            }
        }
        all.extend(word.forms.iter().filter_map(single).flatten());
    }
    if all.is_empty() {
        return None;
    }
    all.sort_unstable();
    all.dedup();
    let held = json!({"function_score": {
        "query": {"bool": {"filter": [{"terms": {field::NAME_FORM: all}}]}},
        "functions": functions, "score_mode": "sum", "boost_mode": "replace",
    }});
    let tuning = asking.tuning;
    Some(json!({"script_score": {"query": held, "script": {"source": NAME_SCRIPT, "params": {
        "scale": SCALE / asking.weight.max(f32::MIN_POSITIVE),
        "nearly": asking.weight * 0.98,
        "exact": tuning.exact_name,
        "keyword": tuning.keyword,
    }}}}))
}

/// What a score is multiplied by for what a document is.
fn factors(asking: &Asking<'_>, names: Option<Value>) -> Vec<Value> {
    let tuning = asking.tuning;
    let mut factors = Vec::new();
    if !asking.plan.wants_preparatory {
        factors.push(json!({"filter": {"term": {field::PREPARATORY: true}}, "weight": tuning.preparatory}));
    }
    // A concept that has nothing but a name, unless the query is that name.
    let mut stub = json!({"bool": {"filter": [{"term": {field::TEXT: false}}]}});
    if let Some(mut names) = names {
        names["script_score"]["min_score"] = json!(SCALE);
        stub["bool"]["must_not"] = json!([{"nested": {"path": field::NAMES, "query": names}}]);
    }
    factors.push(json!({"filter": stub, "weight": tuning.stub}));
    factors
}
