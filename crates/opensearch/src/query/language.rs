//! The part of the cluster's query language that is used.
//!
//! A search has some hundred conditions, and many of them have the same words. So a query borrows its words from the plan
//! and is serialised without a tree of JSON values, which would cost more than all else of the call.

use lagrum_search::DayNumber;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A query, or a filter.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Query<'a> {
    MatchAll {},
    MatchNone {},
    /// Has a term in a field.
    Term(In<TermQuery<'a>>),
    /// Has one of several terms in a field.
    Terms(In<Vec<&'a str>>),
    /// Has words one after the other in a field.
    MatchPhrase(In<String>),
    Range(In<UpTo>),
    /// Has a term of a field between two terms.
    #[serde(rename = "range")]
    Between(In<Between>),
    Bool(Bool<'a>),
    /// Meets one of several queries, with the best score.
    DisMax {
        queries: Vec<Query<'a>>,
    },
    ConstantScore {
        filter: Box<Query<'a>>,
        boost: f32,
    },
    FunctionScore(Box<FunctionScore<'a>>),
    ScriptScore(Box<ScriptScore<'a>>),
    /// Has a nested document that meets a query.
    Nested {
        path: &'static str,
        query: Box<Query<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        score_mode: Option<Combined>,
        #[serde(skip_serializing_if = "Option::is_none")]
        boost: Option<f32>,
    },
}

/// A condition on a field: the name of the field, and the condition.
#[derive(Clone, Debug)]
pub(crate) struct In<T>(pub(crate) &'static str, pub(crate) T);

impl<T: Serialize> Serialize for In<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, &self.1)?;
        map.end()
    }
}

/// A term, and the factor of its score.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct TermQuery<'a> {
    value: TermValue<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boost: Option<f32>,
}

#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
enum TermValue<'a> {
    Text(&'a str),
    Owned(String),
    Flag(bool),
}

/// Numbers up to one.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct UpTo {
    lte: u32,
}

/// Terms from one to another, both included.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Between {
    pub(crate) gte: String,
    pub(crate) lte: String,
}

/// Meets all of `filter` and `must`, one of `should` if both are empty, and none of `must_not`.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub(crate) struct Bool<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) must: Vec<Query<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) filter: Vec<Query<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) should: Vec<Query<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) must_not: Vec<Query<'a>>,
}

/// How several scores become one.
#[derive(Clone, Copy, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Combined {
    Sum,
    Multiply,
    Max,
    /// The second alone.
    Replace,
}

/// The score of a query changed by functions.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct FunctionScore<'a> {
    pub(crate) query: Query<'a>,
    pub(crate) functions: Vec<Function<'a>>,
    /// How the functions become one number.
    pub(crate) score_mode: Combined,
    /// How that and the query's score become one.
    pub(crate) boost_mode: Combined,
    /// The most that the number may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_boost: Option<f32>,
    /// A document with a lower score does not match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) min_score: Option<f32>,
}

/// A number for the documents that pass a filter.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Function<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) filter: Option<Query<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field_value_factor: Option<FieldValueFactor>,
    pub(crate) weight: f32,
}

#[derive(Clone, Debug, serde::Serialize)]
struct FieldValueFactor {
    field: &'static str,
    modifier: &'static str,
    missing: f32,
}

/// A query whose score is replaced by that of a script.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct ScriptScore<'a> {
    pub(crate) query: Query<'a>,
    pub(crate) script: Script<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) min_score: Option<f32>,
}

/// A script. Its text is the same for all searches, so that the cluster compiles it once; only the parameters differ.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Script<'a> {
    pub(crate) source: &'static str,
    pub(crate) params: Params<'a>,
}

/// The parameters of a script.
#[derive(Clone, Debug)]
pub(crate) enum Params<'a> {
    /// Numbers by their names.
    Numbers(Vec<(&'static str, f32)>),
    /// The scores of documents by their uris, under the name `scores`.
    Scores(&'a [(String, f32)]),
}

impl Serialize for Params<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Numbers(numbers) => {
                serializer.collect_map(numbers.iter().map(|(name, value)| (name, value)))
            }
            Self::Scores(scores) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("scores", &ScoresByUri(scores))?;
                map.end()
            }
        }
    }
}

struct ScoresByUri<'a>(&'a [(String, f32)]);

impl Serialize for ScoresByUri<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(uri, score)| (uri, score)))
    }
}

impl<'a> Query<'a> {
    /// Has a term.
    pub(crate) fn term(field: &'static str, term: &'a str) -> Self {
        Self::Term(In(field, TermQuery { value: TermValue::Text(term), boost: None }))
    }

    /// Has a term that is not borrowed.
    pub(crate) fn term_of(field: &'static str, term: String) -> Self {
        Self::Term(In(field, TermQuery { value: TermValue::Owned(term), boost: None }))
    }

    /// Has a term, with a factor of its score.
    pub(crate) fn boosted(field: &'static str, term: &'a str, boost: f32) -> Self {
        Self::Term(In(field, TermQuery { value: TermValue::Text(term), boost: Some(boost) }))
    }

    /// Has a flag.
    pub(crate) fn flag(field: &'static str, flag: bool) -> Self {
        Self::Term(In(field, TermQuery { value: TermValue::Flag(flag), boost: None }))
    }

    /// Has one of several terms.
    pub(crate) fn terms(field: &'static str, terms: Vec<&'a str>) -> Self {
        Self::Terms(In(field, terms))
    }

    /// Has a day up to this one.
    pub(crate) fn until(field: &'static str, day: DayNumber) -> Self {
        Self::Range(In(field, UpTo { lte: day.get() }))
    }

    /// Meets all of several filters.
    pub(crate) fn all(filter: Vec<Query<'a>>) -> Self {
        Self::Bool(Bool { filter, ..Bool::default() })
    }

    /// Meets one of several queries. None when there are none.
    pub(crate) fn any(mut ways: Vec<Query<'a>>) -> Option<Self> {
        match ways.len() {
            0 => None,
            1 => ways.pop(),
            _ => Some(Self::Bool(Bool { should: ways, ..Bool::default() })),
        }
    }

    /// Does not meet a filter.
    pub(crate) fn not(filter: Query<'a>) -> Self {
        Self::Bool(Bool { must_not: vec![filter], ..Bool::default() })
    }

    /// The number of its clauses as the cluster counts them.
    pub(crate) fn clauses(&self) -> usize {
        let sum = |queries: &[Query<'_>]| queries.iter().map(Query::clauses).sum::<usize>();
        match self {
            Self::MatchAll {}
            | Self::MatchNone {}
            | Self::Term(_)
            | Self::Terms(_)
            | Self::MatchPhrase(_)
            | Self::Range(_)
            | Self::Between(_) => 1,
            Self::Bool(Bool { must, filter, should, must_not }) => {
                [must, filter, should, must_not].map(|part| sum(part)).iter().sum()
            }
            Self::DisMax { queries } => sum(queries),
            Self::ConstantScore { filter, .. } => filter.clauses(),
            Self::FunctionScore(score) => {
                let filters = score.functions.iter().filter_map(|function| function.filter.as_ref());
                score.query.clauses() + filters.map(Query::clauses).sum::<usize>()
            }
            Self::ScriptScore(score) => score.query.clauses(),
            Self::Nested { query, .. } => query.clauses(),
        }
    }
}

impl<'a> Function<'a> {
    /// A weight for the documents that pass a filter.
    pub(crate) fn weight(filter: Query<'a>, weight: f32) -> Self {
        Self { filter: Some(filter), field_value_factor: None, weight }
    }

    /// The logarithm of one more than the number in a field, times a weight.
    pub(crate) fn logarithm(field: &'static str, weight: f32) -> Self {
        let factor = FieldValueFactor { field, modifier: "ln1p", missing: 0.0 };
        Self { filter: None, field_value_factor: Some(factor), weight }
    }
}
