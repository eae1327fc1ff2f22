//! Query plans: what a query requires of documents, in terms of the index.
//!
//! A [`QueryPlan`] is made once for a query by a [`QueryPlanner`] from the vocabulary of the snapshot. Every word has a
//! weight and the forms it may take in a document, each with its nearness to the word. A [`MatchPlan`] adds the minimum match
//! and the words that find every match. Weights, forms and the minimum match come from here and never from an engine, so all
//! engines match equal sets of documents.

mod english;
mod forms;
mod match_plan;
mod planner;
mod query_plan;
mod read_query;
mod stems;
mod weight;

pub use match_plan::MatchPlan;
pub(crate) use match_plan::least_before;
pub use planner::QueryPlanner;
pub use query_plan::{
    Condition, PatternWords, QueryForm, QueryPlan, QueryReading, QueryReadingKind, QueryWord, Term,
    TermChoice, WordCorrection, WordPattern,
};
pub use read_query::ReadQuery;

pub(crate) use weight::weight;
