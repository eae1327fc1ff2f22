//! Queries of the SPARQL service, and their answers.
//!
//! An answer has at most [`MAX_ROWS`] rows, and does not say that it was cut. So an answer with so many is not taken: who asks asks for
//! less at a time.

use std::collections::HashMap;

use serde::Deserialize;

use crate::polite_client::Stop;
use crate::refusal::{Refusal, check_json};
use crate::session::Session;
use crate::wire::{Answer, PostedBody, Request};

/// The path of the service.
const PATH: &str = "/webapi/rdf/sparql";

/// The most rows of an answer.
pub(super) const MAX_ROWS: usize = 10_000;

/// The greatest length of an answer.
const MAX_ANSWER: u64 = 64 << 20;

/// The greatest length of a value.
const MAX_VALUE: usize = 500;

/// The names that queries use.
const PREFIXES: &str = "PREFIX cdm: <http://publications.europa.eu/ontology/cdm#>\n\
                        PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n";

/// A row: values by the name of their variable.
pub(super) type Row = HashMap<String, String>;

/// The rows of an answer.
#[derive(Debug, PartialEq)]
pub(super) enum Rows {
    All(Vec<Row>),
    /// There may be more than came.
    Cut,
}

#[derive(Deserialize)]
struct RawAnswer {
    results: RawResults,
}

#[derive(Deserialize)]
struct RawResults {
    bindings: Vec<HashMap<String, RawValue>>,
}

#[derive(Deserialize)]
struct RawValue {
    value: String,
}

/// Asks a query whose rows have these variables.
pub(super) fn ask(session: &mut Session<'_>, query: &str) -> Result<Rows, Stop> {
    session.ask(&request(query), read)
}

pub(super) fn request(query: &str) -> Request {
    let text = format!("{PREFIXES}{query}");
    Request {
        path: PATH.to_owned(),
        posted: Some(PostedBody { content_type: "application/sparql-query", text }),
        accept: Some("application/sparql-results+json"),
        max_bytes: MAX_ANSWER,
        ..Request::default()
    }
}

pub(super) fn read(answer: &Answer) -> Result<Rows, Refusal> {
    check_json(answer)?;
    let parsed: RawAnswer = serde_json::from_slice(&answer.body)
        .map_err(|error| Refusal::passing(format!("the answer has no rows, or is cut: {error}")))?;
    let bindings = parsed.results.bindings;
    if bindings.len() >= MAX_ROWS {
        return Ok(Rows::Cut);
    }
    let row = |bound: HashMap<String, RawValue>| {
        let short = bound.into_iter().filter(|(_, value)| value.value.len() <= MAX_VALUE);
        short.map(|(name, value)| (name, value.value)).collect()
    };
    Ok(Rows::All(bindings.into_iter().map(row).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(rows: usize) -> Answer {
        let row = r#"{"celex":{"type":"literal","value":"32014L0065"}}"#;
        let rows = vec![row; rows].join(",");
        let body = format!(r#"{{"head":{{"vars":["celex"]}},"results":{{"bindings":[{rows}]}}}}"#);
        Answer { status: 200, body: body.into(), ..Answer::default() }
    }

    #[test]
    fn a_full_answer_may_be_cut() {
        assert_eq!(read(&answer(MAX_ROWS)).unwrap(), Rows::Cut);
        let Rows::All(rows) = read(&answer(MAX_ROWS - 1)).unwrap() else { panic!("cut") };
        assert_eq!(rows.len(), MAX_ROWS - 1);
        assert_eq!(rows[0]["celex"], "32014L0065");
        let whole = answer(2).body;
        for cut in 0..whole.len() {
            let answer = Answer { status: 200, body: whole[..cut].to_vec(), ..Answer::default() };
            assert!(read(&answer).is_err(), "cut at {cut}");
        }
    }
}
