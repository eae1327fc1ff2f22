//! Which documents hold a word, as filters.

use lagrum_search::{Condition, Form, Word};
use serde_json::{Value, json};

use crate::index::field;

/// Where a word is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum In {
    /// In texts alone.
    Text,
    /// In texts and names.
    Any,
}

impl In {
    fn field(self) -> &'static str {
        match self {
            Self::Text => field::FORM,
            Self::Any => field::ANY,
        }
    }
}

/// What holds a word in a form at least so near. None when there is no such form.
pub(super) fn held(word: &Word, place: In, least: f32) -> Option<Value> {
    let near = |form: &&Form| form.nearness >= least;
    let mut ways = Vec::new();
    let single: Vec<&str> = word.forms.iter().filter(near).filter_map(single).flatten().collect();
    if !single.is_empty() {
        ways.push(json!({"terms": {place.field(): single}}));
    }
    // A name is short: a form in several lists is looked for in texts alone.
    let several = word.forms.iter().filter(near).filter(|form| form.terms.len() != 1);
    ways.extend(several.map(|form| in_each(form, In::Text)));
    any(ways)
}

/// The terms of a form that is one list.
pub(super) fn single(form: &Form) -> Option<impl Iterator<Item = &str>> {
    let [any] = form.terms.as_slice() else { return None };
    Some(any.iter().map(String::as_str))
}

/// What holds a term of each list of a form.
pub(super) fn in_each(form: &Form, place: In) -> Value {
    let lists: Vec<Value> = form.terms.iter().map(|any| json!({"terms": {place.field(): any}})).collect();
    if lists.is_empty() { none() } else { json!({"bool": {"filter": lists}}) }
}

/// How near the forms of a word are to it, the nearest first, each once.
pub(super) fn levels(word: &Word) -> Vec<f32> {
    let mut levels: Vec<f32> = word.forms.iter().map(|form| form.nearness).collect();
    levels.sort_by(|a, b| b.total_cmp(a));
    levels.dedup();
    levels
}

/// What meets a condition.
pub(super) fn condition(condition: &Condition) -> Value {
    match condition {
        Condition::Word(word) => {
            let single: Vec<&str> = word.forms.iter().filter_map(single).flatten().collect();
            let mut ways = Vec::new();
            if !single.is_empty() {
                ways.push(json!({"terms": {field::ANY: single}}));
            }
            let several = word.forms.iter().filter(|form| form.terms.len() != 1);
            ways.extend(several.map(|form| in_each(form, In::Any)));
            any(ways).unwrap_or_else(none)
        }
        Condition::Phrase(words) => match words.as_slice() {
            [] => none(),
            [alone] => json!({"term": {field::WORD: alone}}),
            words => json!({"match_phrase": {field::WORD: words.join(" ")}}),
        },
        Condition::CaseNumber(number) => json!({"term": {field::CASE: number}}),
        Condition::Any(inner) => any(inner.iter().map(self::condition).collect()).unwrap_or_else(none),
        Condition::All(inner) if inner.is_empty() => none(),
        Condition::All(inner) => {
            let all: Vec<Value> = inner.iter().map(self::condition).collect();
            json!({"bool": {"filter": all}})
        }
        Condition::Not(inner) => json!({"bool": {"must_not": [self::condition(inner)]}}),
    }
}

/// What meets one of several. None when there is none to meet.
pub(super) fn any(mut ways: Vec<Value>) -> Option<Value> {
    match ways.len() {
        0 => None,
        1 => ways.pop(),
        _ => Some(json!({"bool": {"should": ways}})),
    }
}

/// What nothing meets.
pub(super) fn none() -> Value {
    json!({"match_none": {}})
}
