//! The part of the cluster's query language that is used.
//!
//! A search has some hundred conditions, and the same words stand in many of them. So a query borrows its words from the
//! plan and is written straight to text; as a tree of JSON values it would cost more than all else of the call.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// A query, or a filter.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Query<'a> {
    MatchAll {},
    MatchNone {},
    /// What holds a term in a field.
    Term(In<Term<'a>>),
    /// What holds one of several terms in a field.
    Terms(In<Vec<&'a str>>),
    /// What holds words one after the other in a field.
    MatchPhrase(In<String>),
    Range(In<UpTo>),
    Bool(Bool<'a>),
    /// What meets one of several, with the best score.
    DisMax {
        queries: Vec<Query<'a>>,
    },
    ConstantScore {
        filter: Box<Query<'a>>,
        boost: f32,
    },
    FunctionScore(Box<FunctionScore<'a>>),
    ScriptScore(Box<ScriptScore<'a>>),
    /// What has a document of its own in it that meets a query.
    Nested {
        path: &'static str,
        query: Box<Query<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        score_mode: Option<Combined>,
        #[serde(skip_serializing_if = "Option::is_none")]
        boost: Option<f32>,
    },
}

/// What is asked of a field.
#[derive(Clone, Debug)]
pub(crate) struct In<T>(pub(crate) &'static str, pub(crate) T);

impl<T: Serialize> Serialize for In<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, &self.1)?;
        map.end()
    }
}

/// A term, and what its score is multiplied by.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Term<'a> {
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

/// What meets all filters and musts, one of the shoulds if there is nothing else, and none of the must-nots.
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
    /// What the number is at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_boost: Option<f32>,
    /// What scores less does not match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) min_score: Option<f32>,
}

/// A number for what passes a filter.
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

/// A query's score replaced by what a script makes of it.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct ScriptScore<'a> {
    pub(crate) query: Query<'a>,
    pub(crate) script: Script,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) min_score: Option<f32>,
}

/// A script. Its text is the same for all searches, so that the cluster compiles it once; what differs are the numbers.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Script {
    pub(crate) source: &'static str,
    pub(crate) params: Params,
}

/// Numbers of a script by their names.
#[derive(Clone, Debug)]
pub(crate) struct Params(pub(crate) Vec<(&'static str, f32)>);

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'a> Query<'a> {
    /// What holds a term.
    pub(crate) fn term(field: &'static str, term: &'a str) -> Self {
        Self::Term(In(field, Term { value: TermValue::Text(term), boost: None }))
    }

    /// The same of a term that is made here.
    pub(crate) fn term_of(field: &'static str, term: String) -> Self {
        Self::Term(In(field, Term { value: TermValue::Owned(term), boost: None }))
    }

    /// What holds a term, its score multiplied.
    pub(crate) fn boosted(field: &'static str, term: &'a str, boost: f32) -> Self {
        Self::Term(In(field, Term { value: TermValue::Text(term), boost: Some(boost) }))
    }

    /// What is so, or is not.
    pub(crate) fn flag(field: &'static str, flag: bool) -> Self {
        Self::Term(In(field, Term { value: TermValue::Flag(flag), boost: None }))
    }

    /// What holds one of several terms.
    pub(crate) fn terms(field: &'static str, terms: Vec<&'a str>) -> Self {
        Self::Terms(In(field, terms))
    }

    /// What has a number up to this one.
    pub(crate) fn up_to(field: &'static str, number: u32) -> Self {
        Self::Range(In(field, UpTo { lte: number }))
    }

    /// What meets all of several filters.
    pub(crate) fn all(filter: Vec<Query<'a>>) -> Self {
        Self::Bool(Bool { filter, ..Bool::default() })
    }

    /// What meets one of several. None when there is none to meet.
    pub(crate) fn any(mut ways: Vec<Query<'a>>) -> Option<Self> {
        match ways.len() {
            0 => None,
            1 => ways.pop(),
            _ => Some(Self::Bool(Bool { should: ways, ..Bool::default() })),
        }
    }

    /// What does not meet a filter.
    pub(crate) fn not(filter: Query<'a>) -> Self {
        Self::Bool(Bool { must_not: vec![filter], ..Bool::default() })
    }

    /// The conditions in it that the cluster counts.
    pub(crate) fn clauses(&self) -> usize {
        let sum = |queries: &[Query<'_>]| queries.iter().map(Query::clauses).sum::<usize>();
        match self {
            Self::MatchAll {}
            | Self::MatchNone {}
            | Self::Term(_)
            | Self::Terms(_)
            | Self::MatchPhrase(_)
            | Self::Range(_) => 1,
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
    /// A weight for what passes a filter.
    pub(crate) fn weight(filter: Query<'a>, weight: f32) -> Self {
        Self { filter: Some(filter), field_value_factor: None, weight }
    }

    /// The logarithm of one and a field's number, weighed.
    pub(crate) fn logarithm(field: &'static str, weight: f32) -> Self {
        let factor = FieldValueFactor { field, modifier: "ln1p", missing: 0.0 };
        Self { filter: None, field_value_factor: Some(factor), weight }
    }
}
