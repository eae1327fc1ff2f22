//! The documents with a word or a condition, as filters.

use lagrum_search::{Condition, QueryForm, QueryWord, Term};

use super::language::{In, Query};
use crate::index::field;

/// Where a word is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchedField {
    Texts,
    TextsAndNames,
}

impl SearchedField {
    fn name(self) -> &'static str {
        match self {
            Self::Texts => field::FORM,
            Self::TextsAndNames => field::ANY,
        }
    }
}

/// The documents with a word in a form of this nearness or nearer. None when there is no such form.
pub(super) fn with_word(word: &QueryWord, searched: SearchedField, min_nearness: f32) -> Option<Query<'_>> {
    let near = |form: &&QueryForm| form.nearness >= min_nearness;
    let mut ways = Vec::new();
    let single: Vec<&str> = word.forms.iter().filter(near).filter_map(single).flatten().collect();
    if !single.is_empty() {
        ways.push(Query::terms(searched.name(), single));
    }
    // A name is short: a form of several parts is looked for in texts alone.
    let compounds = word.forms.iter().filter(near).filter(|form| form.parts.len() != 1);
    ways.extend(compounds.map(|form| with_each_part(form, SearchedField::Texts)));
    Query::any(ways)
}

/// The terms of a form that is a single choice.
pub(super) fn single(form: &QueryForm) -> Option<impl Iterator<Item = &str>> {
    Some(form.as_single_choice()?.iter().map(Term::as_str))
}

/// The documents with a term of each part of a form.
fn with_each_part(form: &QueryForm, searched: SearchedField) -> Query<'_> {
    let choices = form.parts.iter().map(|part| part.any_of.iter().map(Term::as_str).collect());
    let parts: Vec<Query<'_>> = choices.map(|terms| Query::terms(searched.name(), terms)).collect();
    if parts.is_empty() { Query::MatchNone {} } else { Query::all(parts) }
}

/// The nearnesses of the forms of a word, the nearest first, each once.
pub(super) fn levels(word: &QueryWord) -> Vec<f32> {
    let mut levels: Vec<f32> = word.forms.iter().map(|form| form.nearness).collect();
    levels.sort_by(|a, b| b.total_cmp(a));
    levels.dedup();
    levels
}

/// The documents that meet a condition. `citing` are those that cite what the query names and the corpus does not hold.
pub(super) fn condition<'a>(condition: &'a Condition, citing: &'a [String]) -> Query<'a> {
    let each = |inner: &'a [Condition]| inner.iter().map(|each| self::condition(each, citing)).collect();
    match condition {
        Condition::Word(word) => {
            let single: Vec<&str> = word.forms.iter().filter_map(single).flatten().collect();
            let mut ways = Vec::new();
            if !single.is_empty() {
                ways.push(Query::terms(field::ANY, single));
            }
            let compounds = word.forms.iter().filter(|form| form.parts.len() != 1);
            ways.extend(compounds.map(|form| with_each_part(form, SearchedField::TextsAndNames)));
            Query::any(ways).unwrap_or(Query::MatchNone {})
        }
        Condition::Phrase(words) => match words.as_slice() {
            [] => Query::MatchNone {},
            [alone] => Query::term(field::WORD, alone),
            words => Query::MatchPhrase(In(field::WORD, words.join(" "))),
        },
        // The cluster is not asked for a plan with patterns.
        Condition::Pattern(_) => Query::MatchNone {},
        Condition::CaseNumber(number) => Query::term(field::CASE, number),
        Condition::Citing => with_uris(citing),
        Condition::Any(inner) => Query::any(each(inner)).unwrap_or(Query::MatchNone {}),
        Condition::All(inner) if inner.is_empty() => Query::MatchNone {},
        Condition::All(inner) => Query::all(each(inner)),
        Condition::Not(inner) => Query::not(self::condition(inner, citing)),
    }
}

/// The documents with these uris.
pub(super) fn with_uris(uris: &[String]) -> Query<'_> {
    Query::terms(field::URI, uris.iter().map(String::as_str).collect())
}
