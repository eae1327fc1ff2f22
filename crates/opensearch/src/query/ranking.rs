//! The score of what matches.

use lagrum_search::{Condition, Word};

use super::language::{Bool, Combined, Function, FunctionScore, Params, Query, Script, ScriptScore};
use super::terms::{levels, single};
use super::{Asking, MOST_CLAUSES};
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
pub(super) fn scored<'a>(asking: &Asking<'a>, filter: Vec<Query<'a>>) -> Query<'a> {
    let used: usize = filter.iter().map(Query::clauses).sum();
    let mut parts = vec![citations(asking)];
    // What a query of very many words ranks by are the heaviest of them.
    let mut left = MOST_CLAUSES.saturating_sub(used);
    let mut words = 0;
    for word in &asking.words {
        let text = text(asking, word);
        let wanted =
            text.as_ref().map_or(0, Query::clauses) + 3 * levels(word).len() * (1 + word.forms.len().min(2));
        if wanted > left {
            break;
        }
        left -= wanted;
        words += 1;
        parts.extend(text);
    }
    let names = names(asking, words);
    if let Some(names) = names.clone() {
        parts.push(Query::Nested {
            path: field::NAMES,
            query: Box::new(Query::ScriptScore(Box::new(names))),
            score_mode: Some(Combined::Max),
            boost: Some(asking.tuning.name),
        });
    }
    let mut query = Query::Bool(Bool { filter, should: parts, ..Bool::default() });
    if asking.cover.weight > 0.0 {
        query = covered(asking, query, words);
    }
    query = Query::FunctionScore(Box::new(FunctionScore {
        query,
        functions: factors(asking, names),
        score_mode: Combined::Multiply,
        boost_mode: Combined::Multiply,
        max_boost: None,
        min_score: None,
    }));
    if asking.plan.required.iter().any(|condition| matches!(condition, Condition::CaseNumber(_))) {
        let boost = asking.tuning.case_number;
        let lifted = Query::ConstantScore { filter: Box::new(Query::MatchAll {}), boost };
        query = Query::Bool(Bool { must: vec![query, lifted], ..Bool::default() });
    }
    if let Some(citing) = asking.citing() {
        let lifted = Query::ConstantScore { filter: Box::new(citing), boost: asking.tuning.citing };
        query = Query::Bool(Bool { must: vec![query], should: vec![lifted], ..Bool::default() });
    }
    query
}

/// The score times the power of the coverage.
fn covered<'a>(asking: &Asking<'a>, query: Query<'a>, words: usize) -> Query<'a> {
    let sum = |query: Query<'a>| {
        Query::FunctionScore(Box::new(FunctionScore {
            query,
            functions: asking.coverage(words),
            score_mode: Combined::Sum,
            boost_mode: Combined::Multiply,
            max_boost: Some(1.0),
            min_score: None,
        }))
    };
    let power = asking.tuning.coverage;
    if (power - 1.0).abs() < f32::EPSILON {
        return sum(query);
    }
    // score · coverage^p = (score^(1/p) · coverage)^p
    let to_the = |power: f32, query: Query<'a>| {
        let script = Script { source: POWER_SCRIPT, params: Params(vec![("power", power)]) };
        Query::ScriptScore(Box::new(ScriptScore { query, script, min_score: None }))
    };
    to_the(power, sum(to_the(1.0 / power, query)))
}

/// What a document gets for being cited.
fn citations<'a>(asking: &Asking<'_>) -> Query<'a> {
    Query::FunctionScore(Box::new(FunctionScore {
        query: Query::MatchAll {},
        functions: vec![Function::logarithm(field::INBOUND, asking.tuning.citations)],
        score_mode: Combined::Sum,
        boost_mode: Combined::Replace,
        max_boost: None,
        min_score: None,
    }))
}

/// What a text gets for a word: the best of its forms.
fn text<'a>(asking: &Asking<'_>, word: &'a Word) -> Option<Query<'a>> {
    let unit = asking.tuning.text * SCALE * word.weight / asking.weight.max(f32::MIN_POSITIVE);
    if unit <= 0.0 {
        return None;
    }
    let mut queries = Vec::new();
    let mut counted: Vec<&str> = Vec::new();
    let mut others: Vec<(f32, Vec<&str>)> = Vec::new();
    for form in &word.forms {
        let Some(terms) = single(form) else {
            // As much as its parts give on average, where all of them are.
            let share = unit * form.nearness / form.terms.len().max(1) as f32;
            let part = |any: &'a Vec<String>| Query::DisMax {
                queries: any.iter().map(|term| Query::boosted(field::FORM, term, share)).collect(),
            };
            let must = form.terms.iter().map(part).collect();
            queries.push(Query::Bool(Bool { must, ..Bool::default() }));
            continue;
        };
        for term in terms {
            if counted.contains(&term) {
                continue;
            }
            if counted.len() < COUNTED_TERMS {
                counted.push(term);
                queries.push(Query::boosted(field::FORM, term, unit * form.nearness));
                continue;
            }
            match others.last_mut() {
                Some((nearness, terms)) if nearness.to_bits() == form.nearness.to_bits() => terms.push(term),
                _ => others.push((form.nearness, vec![term])),
            }
        }
    }
    queries.extend(others.into_iter().map(|(nearness, terms)| Query::ConstantScore {
        filter: Box::new(Query::terms(field::FORM, terms)),
        boost: unit * nearness,
    }));
    if queries.len() > 1 { Some(Query::DisMax { queries }) } else { queries.pop() }
}

/// Names that hold words of the query, with their scores.
fn names<'a>(asking: &Asking<'a>, words: usize) -> Option<ScriptScore<'a>> {
    let mut all: Vec<&str> = Vec::new();
    let mut functions = Vec::new();
    for word in asking.words.iter().take(words).filter(|word| asking.counts(word)) {
        let levels = levels(word);
        for (level, next) in levels.iter().zip(levels.iter().skip(1).chain([&0.0])) {
            let near = word.forms.iter().filter(|form| form.nearness >= *level);
            let terms: Vec<&str> = near.filter_map(single).flatten().collect();
            if !terms.is_empty() {
                let filter = Query::terms(field::NAME_FORM, terms);
                functions.push(Function::weight(filter, word.weight * (level - next)));
            }
        }
        all.extend(word.forms.iter().filter_map(single).flatten());
    }
    if all.is_empty() {
        return None;
    }
    all.sort_unstable();
    all.dedup();
    let held = FunctionScore {
        query: Query::all(vec![Query::terms(field::NAME_FORM, all)]),
        functions,
        score_mode: Combined::Sum,
        boost_mode: Combined::Replace,
        max_boost: None,
        min_score: None,
    };
    let params = vec![
        ("scale", SCALE / asking.weight.max(f32::MIN_POSITIVE)),
        ("nearly", asking.weight * 0.98),
        ("exact", asking.tuning.exact_name),
        ("keyword", asking.tuning.keyword),
    ];
    Some(ScriptScore {
        query: Query::FunctionScore(Box::new(held)),
        script: Script { source: NAME_SCRIPT, params: Params(params) },
        min_score: None,
    })
}

/// What a score is multiplied by for what a document is.
fn factors<'a>(asking: &Asking<'a>, names: Option<ScriptScore<'a>>) -> Vec<Function<'a>> {
    let tuning = asking.tuning;
    let mut factors = Vec::new();
    if !asking.plan.wants_preparatory {
        factors.push(Function::weight(Query::flag(field::PREPARATORY, true), tuning.preparatory));
    }
    // A concept that has nothing but a name, unless the query is that name.
    let mut stub = Bool { filter: vec![Query::flag(field::TEXT, false)], ..Bool::default() };
    if let Some(names) = names {
        let whole = ScriptScore { min_score: Some(SCALE), ..names };
        stub.must_not.push(Query::Nested {
            path: field::NAMES,
            query: Box::new(Query::ScriptScore(Box::new(whole))),
            score_mode: None,
            boost: None,
        });
    }
    factors.push(Function::weight(Query::Bool(stub), tuning.stub));
    factors
}
