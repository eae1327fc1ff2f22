//! What a query asks for, in terms of the index.
//!
//! A [`QueryPlan`] is made once for a query by a [`QueryPlanner`] from the vocabulary of the snapshot. Every word has a
//! weight and the forms it may take in a document, each with its nearness to the word. A [`MatchPlan`] derives from it what
//! a document must have to match. Weights, forms and the minimum match come from here and never from an engine, so every
//! engine matches the same documents.

mod asked_acts;
mod english;
mod forms;
mod match_plan;
mod planner;
mod query_plan;
mod stems;
mod weight;

pub use english::is_english;
pub use match_plan::MatchPlan;
pub(crate) use match_plan::least_before;
pub use planner::QueryPlanner;
pub use query_plan::{
    Condition, QueryForm, QueryPlan, QueryReading, QueryReadingKind, QueryWord, Term, TermChoice,
    WordCorrection,
};

pub(crate) use weight::weight;
