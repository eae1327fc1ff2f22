//! What others say of provisions: the index of it, and how a search uses it.
//!
//! The index has a row for each provision, with the terms said of it and how often. A row is one of two kinds. A row of
//! *contexts* has the words around citations of the provision: each term as often as documents say it, weighted by what kind of
//! documents they are. A row of *names* has the names of the concepts that the provision explains. All rows of names come
//! after those of contexts. Terms have no positions, since nothing of them is shown.
//!
//! The index is made from nothing by every build, since a new document may say something of any provision.
//!
//! | module | its job |
//! | --- | --- |
//! | [`support`](mod@support) | what a query's words give to documents and their passages |
//! | [`scoring`] | what each provision has of a query |
//! | [`index`] | the rows of an open index, and those that have a term |
//! | [`write`](mod@write) | making the index |
//! | [`schema`] | its fields and terms |

mod index;
mod schema;
mod scoring;
mod support;
mod write;

pub(super) use index::ContextIndex;
pub(super) use support::support;
pub(super) use write::ContextWriter;
