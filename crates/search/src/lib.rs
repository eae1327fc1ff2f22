//! Full text: what a query means, which documents match and in which order, and the passages that answer.
//!
//! A query is first made a [`Plan`]: words with weights and the forms each may take, from the words of the snapshot
//! ([`plan`]). An [`Engine`] carries it out in two steps, since ranking passages of a whole corpus costs ten times what
//! ranking documents does: [`Engine::find`] ranks, counts and pages documents; [`Engine::passages`] looks into those of
//! the page. What is alike for every engine stands outside them: the plan, [`cursor`], [`declutter`], how extracts are
//! cut ([`extract`]).
//!
//! The engine here is [`embedded`], which keeps its index among the files of a snapshot. Engines elsewhere are given the
//! same [`terms`](Terms).

mod cursor;
mod declutter;
pub mod embedded;
mod error;
mod extract;
mod page;
pub mod plan;
mod remote;
mod request;
mod term_reader;
mod terms;
mod text;
mod tuning;

pub use cursor::{Cursor, CursorError};
pub use embedded::{DocumentWriter, Embedded, FORMAT, TextWriter};
pub use error::{IndexError, SearchError};
pub use page::{Asked, Meaning, Page, PageError, PageHit, Pin, page};
pub use plan::{Condition, Correction, Coverage, Form, Plan, Planner, Word};
pub use remote::{IndexInput, RemoteIndex, RemoteIndexError};
pub use request::{
    Bucket, Candidate, DocumentToIndex, Engine, Facets, Filters, Found, Hit, Passage, Passages, Position,
    Provision, Request, Sort,
};
pub use terms::{Terms, name_weight};
pub use tuning::{Nearness, Tuning};
