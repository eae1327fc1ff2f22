//! How the words of a query were read, where not as they stand, and what it says beside its words.

use lagrum_search::YearRange;
use lagrum_words::{DayRange, QueryOperators, UnknownOperator, UnknownOperatorKind};
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;

/// How words of a query were read.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reading {
    /// The words as typed.
    pub words: String,
    /// What they were read as: the legal terms for an everyday expression or for English words, or each of the alternatives.
    pub read_as: Vec<String>,
    /// Whether they are an everyday expression, English, alternatives, or what looks like an operator and is none.
    pub kind: ReadingKind,
    /// What looks like an operator; absent for other readings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub text: Option<String>,
    /// What it counted for, and of an English query that the texts are in Swedish; absent for other readings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub note: Option<&'static str>,
}

/// Why words of a query are read in another way than as they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReadingKind {
    /// The law has other terms for an everyday expression.
    Everyday,
    /// The query is in English and most texts are in Swedish. `read_as` has the Swedish terms that were tried, if any is known.
    English,
    /// One of the words on both sides of *eller* is enough.
    Alternatives,
    /// What looks like an operator and is none.
    Operator,
}

impl From<UnknownOperator> for Reading {
    fn from(unknown: UnknownOperator) -> Self {
        let note = match unknown.kind {
            UnknownOperatorKind::Field => "there is no such field: it was read as words",
            UnknownOperatorKind::Nearness => "counted for nothing: the phrase was searched for as it stands",
        };
        let (words, text) = (unknown.text.clone(), Some(unknown.text));
        Self { words, read_as: Vec::new(), kind: ReadingKind::Operator, text, note: Some(note) }
    }
}

impl From<lagrum_search::QueryReading> for Reading {
    fn from(reading: lagrum_search::QueryReading) -> Self {
        let kind = match reading.kind {
            lagrum_search::QueryReadingKind::Everyday => ReadingKind::Everyday,
            lagrum_search::QueryReadingKind::English => ReadingKind::English,
            lagrum_search::QueryReadingKind::Alternatives => ReadingKind::Alternatives,
        };
        let note = match (kind, reading.read_as.is_empty()) {
            (ReadingKind::English, true) => Some("most texts are in Swedish: search with Swedish words"),
            (ReadingKind::English, false) => {
                Some("most texts are in Swedish: the Swedish terms were searched for too")
            }
            _ => None,
        };
        Self { words: reading.words, read_as: reading.read_as, kind, text: None, note }
    }
}

/// Takes the years and days that a query asks for out of it, and joins them with those asked for beside it. Returns what looks like an
/// operator and is none.
pub(crate) fn take_operators(
    query: &mut String,
    year: &mut Option<YearRange>,
    days: &mut Option<DayRange>,
) -> Result<Vec<UnknownOperator>, AnswerError> {
    let operators = QueryOperators::parse(query).map_err(|error| AnswerError::Invalid {
        parameter: "q",
        input: Some(query.clone()),
        message: error.to_string(),
    })?;
    *query = operators.rest;
    *year = match (*year, operators.years) {
        (Some(filter), Some(typed)) => Some(filter.and(typed)),
        (filter, typed) => filter.or(typed),
    };
    *days = match (days.take(), operators.days) {
        (Some(filter), Some(typed)) => Some(filter.and(typed)),
        (filter, typed) => filter.or(typed),
    };
    Ok(operators.unknown)
}
