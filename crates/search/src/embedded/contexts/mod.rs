//! Citation contexts of provisions: their index, and the support that a search computes from it.
//!
//! A row of the index belongs to a provision, and has terms with their frequencies. There are two kinds of rows. A row of
//! *contexts* has the words around citations of the provision: the frequency of a term is the number of documents that use it
//! there, weighted by their kind. A row of *names* has the names of the concepts that the provision explains. All rows of names
//! come after the rows of contexts. Terms have no positions, since contexts are not shown.
//!
//! Every build makes the whole index anew, since a new document may cite any provision.
//!
//! | module | its job |
//! | --- | --- |
//! | [`support`](mod@support) | the support of documents and their passages |
//! | [`scoring`] | the score of each provision for a query |
//! | [`index`] | an open index: its rows, and the rows that have a term |
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
