//! Acts in the formats of the field: their names, Akoma Ntoso, graphs.
//!
//! [`wordings`] has the names of an act and of its texts, both ways. [`facts`] gathers what is stated of a document, and [`graph`] says it
//! as linked data. [`metadata`] gathers what the XML of an act states beside its text, and `akn` writes it. All days and amendments
//! come from the histories that other answers give.

mod akn;
mod author;
mod changed_acts;
mod data_catalog;
mod facts;
mod form;
mod graph;
mod listed;
mod metadata;
mod modifications;
mod place;
mod question;
mod wordings;

pub use self::akn::{AknText, akn_document, akn_provision, akn_uris};
pub use self::data_catalog::{CatalogPublisher, data_catalog};
pub use self::facts::{FormalFacts, FormalSubject, StatedAct, formal_facts};
pub use self::form::{FormalForm, forms_of};
pub use self::graph::{document_graph, document_uris, facts_graph, is_address};
pub use self::listed::{ListedIdentifier, eli_path, listed_identifiers, sources_with_eli};
pub use self::place::{FormalPlace, PlaceForm, eli_place, formal_place};
pub use self::question::FormalQuestion;
pub use self::wordings::{FormalWording, formal_wordings};
