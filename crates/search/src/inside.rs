//! A query inside one document: the passages that have its words.

use crate::{Engine, QueryPlan, QueryPlanner, SearchPageError};

/// A passage of a document with words of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPassage {
    /// Its anchor.
    pub anchor: String,
    /// What to call it.
    pub label: Option<String>,
    /// How many of its words are words of the query.
    pub words: u32,
}

/// The passages of the document with this uri that have words of a query, in the order of the text.
pub fn passages_inside(
    engine: &dyn Engine,
    uri: &str,
    query: &str,
) -> Result<Vec<MarkedPassage>, SearchPageError> {
    let plan = plan(engine, query)?;
    let Some(document) = engine.position(uri)?.document() else { return Ok(Vec::new()) };
    Ok(engine.marked_passages(&plan, document)?)
}

pub(crate) fn plan(engine: &dyn Engine, query: &str) -> Result<QueryPlan, SearchPageError> {
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    Ok(planner.plan(query)?)
}
