//! Which documents hold a word, as filters.

use lagrum_search::{Condition, Form, Word};

use super::language::{In, Query};
use crate::index::field;

/// Where a word is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In texts alone.
    Text,
    /// In texts and names.
    Any,
}

impl Place {
    fn field(self) -> &'static str {
        match self {
            Self::Text => field::FORM,
            Self::Any => field::ANY,
        }
    }
}

/// What holds a word in a form at least so near. None when there is no such form.
pub(super) fn held(word: &Word, place: Place, least: f32) -> Option<Query<'_>> {
    let near = |form: &&Form| form.nearness >= least;
    let mut ways = Vec::new();
    let single: Vec<&str> = word.forms.iter().filter(near).filter_map(single).flatten().collect();
    if !single.is_empty() {
        ways.push(Query::terms(place.field(), single));
    }
    // A name is short: a form in several lists is looked for in texts alone.
    let several = word.forms.iter().filter(near).filter(|form| form.terms.len() != 1);
    ways.extend(several.map(|form| in_each(form, Place::Text)));
    Query::any(ways)
}

/// The terms of a form that is one list.
pub(super) fn single(form: &Form) -> Option<impl Iterator<Item = &str>> {
    let [any] = form.terms.as_slice() else { return None };
    Some(any.iter().map(String::as_str))
}

/// What holds a term of each list of a form.
fn in_each(form: &Form, place: Place) -> Query<'_> {
    let lists: Vec<Query<'_>> = form
        .terms
        .iter()
        .map(|any| Query::terms(place.field(), any.iter().map(String::as_str).collect()))
        .collect();
    if lists.is_empty() { Query::MatchNone {} } else { Query::all(lists) }
}

/// How near the forms of a word are to it, the nearest first, each once.
pub(super) fn levels(word: &Word) -> Vec<f32> {
    let mut levels: Vec<f32> = word.forms.iter().map(|form| form.nearness).collect();
    levels.sort_by(|a, b| b.total_cmp(a));
    levels.dedup();
    levels
}

/// What meets a condition. `citing` are the documents that cite what the query names and is not held.
pub(super) fn condition<'a>(condition: &'a Condition, citing: &'a [String]) -> Query<'a> {
    let each = |inner: &'a [Condition]| inner.iter().map(|each| self::condition(each, citing)).collect();
    match condition {
        Condition::Word(word) => {
            let single: Vec<&str> = word.forms.iter().filter_map(single).flatten().collect();
            let mut ways = Vec::new();
            if !single.is_empty() {
                ways.push(Query::terms(field::ANY, single));
            }
            let several = word.forms.iter().filter(|form| form.terms.len() != 1);
            ways.extend(several.map(|form| in_each(form, Place::Any)));
            Query::any(ways).unwrap_or(Query::MatchNone {})
        }
        Condition::Phrase(words) => match words.as_slice() {
            [] => Query::MatchNone {},
            [alone] => Query::term(field::WORD, alone),
            words => Query::MatchPhrase(In(field::WORD, words.join(" "))),
        },
        Condition::CaseNumber(number) => Query::term(field::CASE, number),
        Condition::Citing => among(citing),
        Condition::Any(inner) => Query::any(each(inner)).unwrap_or(Query::MatchNone {}),
        Condition::All(inner) if inner.is_empty() => Query::MatchNone {},
        Condition::All(inner) => Query::all(each(inner)),
        Condition::Not(inner) => Query::not(self::condition(inner, citing)),
    }
}

/// The documents of these uris.
pub(super) fn among(uris: &[String]) -> Query<'_> {
    Query::terms(field::URI, uris.iter().map(String::as_str).collect())
}
