//! Full-text search: plans of queries, the documents that match and their order, and the passages that answer.
//!
//! A query is first made into a [`QueryPlan`]: words with weights and the forms each may take, from the vocabulary of the
//! snapshot ([`plan`]). An [`Engine`] carries it out in two steps, since ranking the passages of a whole corpus costs ten
//! times as much as ranking documents: [`Engine::find`] ranks, counts and pages documents; [`Engine::passages`] finds the
//! passages in the documents of the page. All engines share the plan, [`cursor`], [`declutter`], and the code that chooses and cuts
//! extracts ([`snippet`], [`extract`], [`text_run`]).
//!
//! [`embedded`] is the engine in this crate. It keeps its index among the files of a snapshot. An engine with a
//! [`RemoteIndex`] indexes equal terms ([`Terms`]).

mod asked_kinds;
mod cursor;
mod day;
mod declutter;
pub mod embedded;
mod engine;
mod error;
mod explanation;
mod extract;
mod marks;
mod near_parts;
mod page;
pub mod plan;
mod provision_order;
mod remote;
mod snippet;
mod support;
mod term_reader;
mod terms;
mod text_layout;
mod text_run;
mod tuning;
mod word_marker;
mod word_pattern;
mod word_position;

pub use asked_kinds::{AskedKinds, KindOfSource};
pub use cursor::{CursorError, SearchCursor};
pub use day::DayNumber;
pub use embedded::{DocumentWriter, Embedded, FORMAT, TextWriter};
pub use engine::{
    ContextToIndex, DaysFilter, DocumentColumns, DocumentRows, DocumentToIndex, Engine, FacetCount, Facets,
    Filters, FindRequest, FormerDocument, FoundDocuments, HitFields, HitOrder, NameKind, Passage, Passages,
    ProvisionContexts, ProvisionToIndex, RankedDocument, SortPosition, UriPosition,
};
pub use error::{IndexError, SearchError};
pub use lagrum_numbers::DocumentNumber;
pub use lagrum_words::{DayRange, YearRange};

pub use explanation::{ExplainedWord, ScoreExplanation, ScoreFactor, ScorePart};
pub use page::{
    LeadDocument, MatchingDocuments, QueryMeaning, SearchHit, SearchPage, SearchPageError, SearchRequest,
    matching_documents, search_page,
};
pub use plan::{
    Condition, MatchPlan, PatternWords, QueryForm, QueryPlan, QueryPlanner, QueryReading, QueryReadingKind,
    QueryWord, ReadQuery, Term, TermChoice, WordCorrection, WordPattern,
};
pub use provision_order::SourceRoles;
pub use remote::{IndexInput, RemoteIndex, RemoteIndexError};
pub use support::{
    AnsweringPlace, DocumentSupport, FoundBy, MAX_SUPPORTED, MAX_SUPPORTED_PASSAGES, PassageSupport, Support,
};
pub use terms::{Terms, name_weight};
pub use tuning::{AnswerWeights, MeaningWeights, Nearness, ProvisionWeights, Tuning};
pub use word_marker::WordMarker;
