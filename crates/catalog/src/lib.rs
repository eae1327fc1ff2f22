//! The catalog: what is known of every document without opening it.
//!
//! One SQLite file, written once by a build ([`CatalogWriter`]) and never changed after; a server opens it read-only
//! and immutable ([`Catalog`]), so that reading takes no locks and any number of threads and servers may do it.
//!
//! * **Documents** are numbered in the order of their uris ([`DocumentNumber`]), so "by uri" is "by number" everywhere. What
//!   is cited but not held is numbered after them.
//! * **Citations** are kept twice, for the two questions asked of them. `citation` has every link in reading order
//!   under the citing document. An *inbound list* has, under the cited document, one row per place that cites it,
//!   packed in rail order ([`inbound`]): a page of it is a slice, and a scan of all of it takes a millisecond per
//!   hundred thousand rows, so no index is needed for the many ways of filtering and sorting.
//! * **Listings** hold the facet trees and the documents of their leaves as they stood on the day of the build.
//! * **Names and places** are what reading a citation needs: how held documents are called, and under the number of
//!   each artifact the places in its text with the words a citation of them shows (`places.rs`).
//!
//! What depends on today is stored as dates and corrected when it is asked for: totals are sums over days of expiry,
//! counts in a facet tree are lowered by what has expired since.

mod documents;
mod error;
mod graph;
mod holdings;
pub mod inbound;
mod integrity;
mod listing;
mod name_cache;
mod names;
mod outbound;
mod parts;
mod pool;
mod write;

pub use documents::{Document, DocumentFilter, Page};
pub use error::CatalogError;
pub use graph::{CitationGraph, CitedNeighbours, GraphDocument, OwnLink};
pub use holdings::CatalogHoldings;
pub use listing::{Bucket, Extras, FacetTree, LeafPage, ListedDocument};
pub use outbound::{Lydelse, OutboundCitation};
pub use parts::{AnchorList, PackedParts, PartText};
pub use pool::{Catalog, Connected, Problem};
pub use write::{CatalogWriter, NewCitation, NewDocument, NewLydelse};

/// The number of a document: its place in the order of uris. What is cited but not held has higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentNumber(pub u32);

/// The version of the database's layout. A server refuses a catalog of another.
pub(crate) const FORMAT: &str = "3";
