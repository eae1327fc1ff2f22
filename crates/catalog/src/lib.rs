//! The catalog: the data of every document that can be read without its artifact.
//!
//! It is one SQLite file, written once by a build ([`CatalogWriter`]) and never changed afterwards. A server opens it
//! read-only and immutable ([`Catalog`]), so reading takes no locks, for any number of threads and servers.
//!
//! * **Documents** are numbered in the order of their uris ([`DocumentNumber`]), so the order by uri is the order by
//!   number. Documents that are cited and not held are numbered after them.
//! * **Citations** are stored twice. An *outbound list* has every link of a document in reading order, packed as one value
//!   ([`OutboundList`]). An *inbound list* has one row for each citing spot under the cited document, packed in rail order
//!   ([`inbound`]). A page of it is a slice. A scan of the whole list takes a millisecond per hundred thousand rows, so the
//!   many ways of filtering and sorting need no index.
//! * **Meanings** say what a document means by a place that it cites, where that is not what bears the name or number today
//!   ([`CitationMeaning`]). Inbound lists and the graph have such citations at the place that is meant; what stands under the other place
//!   only by its name has a list of its own there.
//! * **Lists of documents** are paged by the filter columns: source, kind and day of expiry of every document, in memory
//!   (`filter_columns.rs`). What a list shows of a document is stored as JSON ([`DocumentRow`]).
//! * **Columns of documents** (`document_columns.rs`) are flow group and year of every document, by which inbound lists are
//!   filtered, and the order of documents by citations. **Margin notes** count who cites each provision ([`MarginNote`]),
//!   and say which preparatory works comment on it ([`SectionComment`]).
//! * **Listings** hold the facet trees and the documents of their leaves on the day of the build.
//! * **Acts** have a record: which lydelse the document is, and the register of amendments ([`ActRecord`]). A preparatory work
//!   that registers name has the acts that they name it for ([`GivenAct`]).
//! * **Statements** say that one place follows, carries out or rests on another, each with its words ([`Statement`]).
//! * **Names and parts** are what the resolver needs: the names of held documents, and for each artifact the parts of
//!   its text with the words that a citation of them shows (`parts.rs`).
//! * **Excerpts** of long artifacts have some neighbouring provisions each, so that one provision is answered for
//!   without the whole artifact (`excerpts.rs`).
//! * **Coverage** says what the corpus has and lacks, and which years of numbered series it holds whole (`coverage.rs`).
//! * **The change log** has what changed in which generation of the corpus (`change_log.rs`), loaded at its first use.
//!
//! What depends on the current day is stored as dates and computed on each request: documents that have expired are
//! left out, and counts in a facet tree are reduced by the documents that have expired since the build.

mod acts;
pub mod bytes;
mod change_log;
mod changed_documents;
mod coming;
mod coverage;
mod document;
mod document_columns;
mod document_days;
mod document_rows;
mod documents;
mod error;
mod excerpts;
mod filter_columns;
mod given;
mod graph;
mod holdings;
pub mod inbound;
mod integrity;
mod listing;
mod lydelser;
mod margin;
mod meanings;
mod name_cache;
mod names;
mod outbound;
mod parts;
mod place_history;
mod pool;
mod provision_texts;
mod provisions;
mod publications;
mod reader;
mod register;
mod related;
mod row_names;
mod section_comments;
mod suggested_names;
mod update_order;
mod write;
mod write_changes;

pub use acts::{ActRecord, AmendingAct, NamedAmendments, RegisterEntry};
pub use change_log::{ChangeLogColumns, ChangeLogStart, ChangeRecord, PublishedBefore, RecordsAfter};
pub use changed_documents::ChangedDocument;
pub use coming::{ComingBasis, ComingEvent, ComingKind, DocumentEvent, RECENT_DAYS};
pub use coverage::{
    CoverageRecord, Holding, MAX_UNHELD, MIN_NUMBERS, Series, StatedYear, UnheldCount, UnheldDocument,
};
pub use document::{CatalogDocument, DocumentFilter, DocumentOrder, RowRange};
pub use document_rows::DocumentRow;
pub use error::{CatalogError, CatalogProblem};
pub use excerpts::{PackedExcerpts, StoredExcerpt};
pub use given::{GivenAct, MAX_GIVEN};
pub use graph::{CitationGraph, CitedNeighbours, GraphDocument, OwnLink};
pub use holdings::{ArchivedAnchors, CatalogHoldings};
pub use lagrum_graph::Edge;
pub use lagrum_numbers::{AnchorNumber, DocumentNumber, MeaningNumber};
pub use listing::{FacetTreeBucket, LeafPage, ListedDocument, StoredFacetTree};
pub use lydelser::ArchivedLydelse;
pub use margin::{MarginNote, PackedNote, PackedNotes};
pub use meanings::{CitationMeaning, CitedAs, MeantPlace, NewMeaning, NumberedPlace, TakingAct};
pub use name_cache::CitingDocument;
pub use outbound::{ListedLink, NewCitation, OutboundCitation, OutboundList};
pub use parts::{AnchorList, PackedParts, PartText};
pub use place_history::{ChangingAct, PlaceHistory};
pub use pool::Catalog;
pub use provision_texts::{ProvisionText, TextDigest};
pub use provisions::Provisions;
pub use publications::{Publication, Publications};
pub use reader::CatalogReader;
pub use register::{ChangingEntry, RegisterEntryKind, changing_entries};
pub use related::{MAX_STATED, NumberedStatement, StatedEnd, StatedIn, StatedRelation, Statement};
pub use row_names::CitedDocument;
pub use section_comments::{PackedComment, SectionComment};
pub use suggested_names::CitedName;
pub use write::{CatalogWriter, NewDocument, NewListedRow, NewLydelse};
pub use write_changes::{NewChange, NewChangeSubject};

/// The version of the layout of the database. A catalog with another version is rejected.
pub(crate) const FORMAT: &str = "23";
