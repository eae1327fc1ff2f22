//! The score of the documents that match.

use lagrum_search::{Condition, KindOfSource, QueryWord, Term, TermChoice};

use super::asked::{ClusterQuery, MAX_CLAUSES};
use super::language::{Bool, Combined, Function, FunctionScore, Params, Query, Script, ScriptScore};
use super::terms::{levels, single};
use crate::index::field;

/// A document that has the whole query scores about this in its text, whatever the length of the query.
const SCALE: f32 = 10.0;

/// The most terms of a word, the nearest first, that count by how often they occur.
const MAX_COUNTED_TERMS: usize = 64;

/// The score of a name by the weight of the query that it has (`held`) and the share of the name that this is.
const NAME_SCRIPT: &str = "double held = _score; \
    double whole = Math.max(doc['names.weight'].value, held); \
    double score = params.scale * held * Math.sqrt(held / whole); \
    long kind = doc['names.kind'].value; \
    if (kind == 1) { return score * params.keyword; } \
    if (kind == 2) { return held >= whole * 0.88 && held >= params.near ? score * params.topic : 0; } \
    return held >= whole * 0.98 && held >= params.nearly ? score + params.exact : score;";

/// The number that the support adds to the score of a document.
const SUPPORT_SCRIPT: &str = "params.scores[doc['uri'].value]";

/// The power of a score.
const POWER_SCRIPT: &str = "Math.pow(_score, params.power)";

/// A query for the documents that pass the filters, with their scores.
pub(super) fn scored<'a>(asked: &ClusterQuery<'a>, filter: Vec<Query<'a>>) -> Query<'a> {
    let used: usize = filter.iter().map(Query::clauses).sum();
    let mut parts = vec![citations(asked)];
    parts.extend(kinds_asked_for(asked));
    // A query of very many words is ranked by the heaviest of them.
    let mut clauses_left = MAX_CLAUSES.saturating_sub(used);
    let mut words = 0;
    for word in &asked.matching.words {
        let text = text(asked, word);
        let wanted =
            text.as_ref().map_or(0, Query::clauses) + 3 * levels(word).len() * (1 + word.forms.len().min(2));
        if wanted > clauses_left {
            break;
        }
        clauses_left -= wanted;
        words += 1;
        parts.extend(text);
    }
    if let Some(names) = names(asked, words) {
        parts.push(Query::Nested {
            path: field::NAMES,
            query: Box::new(Query::ScriptScore(Box::new(names))),
            score_mode: Some(Combined::Max),
            boost: Some(asked.tuning.name),
        });
    }
    let mut query = Query::Bool(Bool { filter, should: parts, ..Bool::default() });
    if asked.matching.covered_weight > 0.0 {
        query = covered(asked, query, words);
    }
    query = Query::FunctionScore(Box::new(FunctionScore {
        query,
        functions: factors(asked),
        score_mode: Combined::Multiply,
        boost_mode: Combined::Multiply,
        max_boost: None,
        min_score: None,
    }));
    if asked.plan().required.iter().any(|condition| matches!(condition, Condition::CaseNumber(_))) {
        let boost = asked.tuning.case_number;
        let lifted = Query::ConstantScore { filter: Box::new(Query::MatchAll {}), boost };
        query = Query::Bool(Bool { must: vec![query, lifted], ..Bool::default() });
    }
    let citing = asked
        .citing()
        .map(|citing| Query::ConstantScore { filter: Box::new(citing), boost: asked.tuning.citing });
    let lifted: Vec<Query<'_>> = citing.into_iter().chain(supported(asked)).collect();
    if !lifted.is_empty() {
        query = Query::Bool(Bool { must: vec![query], should: lifted, ..Bool::default() });
    }
    query
}

/// What a support adds to the scores of documents.
fn supported<'a>(asked: &ClusterQuery<'a>) -> Option<Query<'a>> {
    let supported = &asked.listed.supported;
    if supported.is_empty() {
        return None;
    }
    let uris = supported.iter().map(|(uri, _)| uri.as_str()).collect();
    Some(Query::ScriptScore(Box::new(ScriptScore {
        query: Query::Bool(Bool { filter: vec![Query::terms(field::URI, uris)], ..Bool::default() }),
        script: Script { source: SUPPORT_SCRIPT, params: Params::Scores(supported) },
        min_score: None,
    })))
}

/// A query whose score is multiplied by the power of the coverage.
fn covered<'a>(asked: &ClusterQuery<'a>, query: Query<'a>, words: usize) -> Query<'a> {
    let sum = |query: Query<'a>| {
        Query::FunctionScore(Box::new(FunctionScore {
            query,
            functions: asked.coverage(words),
            score_mode: Combined::Sum,
            boost_mode: Combined::Multiply,
            max_boost: Some(1.0),
            min_score: None,
        }))
    };
    let power = asked.tuning.coverage;
    if (power - 1.0).abs() < f32::EPSILON {
        return sum(query);
    }
    // score · coverage^p = (score^(1/p) · coverage)^p
    let to_the = |power: f32, query: Query<'a>| {
        let script = Script { source: POWER_SCRIPT, params: Params::Numbers(vec![("power", power)]) };
        Query::ScriptScore(Box::new(ScriptScore { query, script, min_score: None }))
    };
    to_the(power, sum(to_the(1.0 / power, query)))
}

/// The score of a document of a kind that the query names.
fn kinds_asked_for<'a>(asked: &ClusterQuery<'a>) -> Option<Query<'a>> {
    let of_kind = |kind: &'a KindOfSource| {
        let source = Query::term(field::SOURCE, kind.source);
        let kind = kind.kind.map(|kind| Query::term(field::KIND, kind));
        Query::all(std::iter::once(source).chain(kind).collect())
    };
    let filter = Query::any(asked.plan().kinds.iter().map(of_kind).collect())?;
    Some(Query::ConstantScore { filter: Box::new(filter), boost: asked.tuning.kind })
}

/// The score of a document for its citations.
fn citations<'a>(asked: &ClusterQuery<'_>) -> Query<'a> {
    Query::FunctionScore(Box::new(FunctionScore {
        query: Query::MatchAll {},
        functions: vec![Function::logarithm(field::INBOUND, asked.tuning.citations)],
        score_mode: Combined::Sum,
        boost_mode: Combined::Replace,
        max_boost: None,
        min_score: None,
    }))
}

/// The score of a text for a word: that of the best of its forms.
fn text<'a>(asked: &ClusterQuery<'_>, word: &'a QueryWord) -> Option<Query<'a>> {
    let unit = asked.tuning.text * SCALE * word.weight / asked.matching.weight.max(f32::MIN_POSITIVE);
    if unit <= 0.0 {
        return None;
    }
    let mut queries = Vec::new();
    let mut counted: Vec<&str> = Vec::new();
    let mut others: Vec<(f32, Vec<&str>)> = Vec::new();
    for form in &word.forms {
        let Some(terms) = single(form) else {
            // The average score of its parts, if the document has all of them.
            let share = unit * form.nearness / form.parts.len().max(1) as f32;
            let boosted = |term: &'a Term| Query::boosted(field::FORM, term.as_str(), share);
            let part =
                |part: &'a TermChoice| Query::DisMax { queries: part.any_of.iter().map(boosted).collect() };
            let must = form.parts.iter().map(part).collect();
            queries.push(Query::Bool(Bool { must, ..Bool::default() }));
            continue;
        };
        for term in terms {
            if counted.contains(&term) {
                continue;
            }
            if counted.len() < MAX_COUNTED_TERMS {
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

/// The names that have words of the query, with their scores.
fn names<'a>(asked: &ClusterQuery<'a>, words: usize) -> Option<ScriptScore<'a>> {
    let mut all: Vec<&str> = Vec::new();
    let mut functions = Vec::new();
    for word in asked.matching.words.iter().take(words).filter(|word| asked.matching.is_content(word)) {
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
        ("scale", SCALE / asked.matching.weight.max(f32::MIN_POSITIVE)),
        ("nearly", asked.matching.weight * 0.98),
        ("exact", asked.tuning.exact_name),
        ("keyword", asked.tuning.keyword),
        ("near", asked.matching.weight * 0.88),
        ("topic", asked.tuning.topic),
    ];
    Some(ScriptScore {
        query: Query::FunctionScore(Box::new(held)),
        script: Script { source: NAME_SCRIPT, params: Params::Numbers(params) },
        min_score: None,
    })
}

/// The factors of a score for the kind of the document.
fn factors<'a>(asked: &ClusterQuery<'a>) -> Vec<Function<'a>> {
    let tuning = asked.tuning;
    let mut factors = Vec::new();
    if !asked.plan().wants_preparatory {
        factors.push(Function::weight(Query::flag(field::PREPARATORY, true), tuning.preparatory));
    }
    if !asked.plan().wants_amending {
        factors.push(Function::weight(Query::flag(field::AMENDING, true), tuning.amending));
    }
    // A concept that has only a name.
    factors.push(Function::weight(Query::flag(field::TEXT, false), tuning.stub));
    factors
}
