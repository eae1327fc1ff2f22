//! Reading citations: whether a short text names a document or a place in one, and which.
//!
//! The work has two steps. *Reading* turns the text into targets, written as local ids with anchors; it knows the
//! corpus only by its [`CitationNames`]. *Settling* asks the corpus, through [`Holdings`], which of the targets it has and
//! whether the place named is there. Nothing here does input or output, no text is an error, and a query past three
//! hundred characters is no citation, so the work is bounded.
//!
//! ```
//! use lagrum_artifact::Base;
//! use lagrum_citation::{HeldName, CitationNames, Resolver, NameRole};
//!
//! // The catalog makes these rows at build and stores them; the index is rebuilt from them when a snapshot opens.
//! let held = [HeldName {
//!     document: "1931:47".into(),
//!     name: "Fårlag (1931:47)".into(),
//!     role: Role::Title,
//!     in_force: true,
//! }];
//! let base = Base::parse("https://lag.example").unwrap();
//! let resolver = Resolver::new(CitationNames::build(&held), base);
//! let read = |query| resolver.read(query).map(|reading| reading.targets[0].to_string());
//! assert_eq!(read("2 kap. 3 § fårlagen").as_deref(), Some("1931:47#K2P3"));
//! assert_eq!(read("GDPR art 6.1 c").as_deref(), Some("celex/32016R0679#6.1.c"));
//! assert_eq!(read("blomkål"), None);
//! ```
//!
//! # Wiring
//!
//! At build the catalog asks [`HeldName::of`] for the names and identifiers of each artifact and may add others (see
//! [`NameRole`]). `HeldName` is serde data, and that list, not the index, is what a snapshot stores. On opening a snapshot the server
//! makes one [`Resolver`] of [`CitationNames::build`], and implements [`Holdings`] over its catalog. A request calls
//! [`Resolver::resolve`]: `results` and `recognized` are in the contract's order, `source` and `kind` filters are the
//! caller's (a [`Recognized`] carries its source). For search, [`CandidateReading::is_whole`] and [`CandidateReading::beside`] tell
//! whether words are left to search for inside the document named.
//!
//! # Where things are
//!
//! One module a shape: [`statute`], [`regulation`], [`eu`], [`treaty`], [`eu_court`], [`reports`], [`case_numbers`],
//! [`strasbourg`], [`forarbete`], [`agency`], [`international`], [`uri`]. Places inside documents are read by
//! [`provision`] and [`article`]. [`names`] holds what is called what, `data/` its tables. [`resolver`] says in which
//! order they are tried, [`settle`] what is done with the outcome.

#![allow(rustdoc::private_intra_doc_links, reason = "the overview leads a reader of the source")]

mod act;
mod agency;
mod article;
mod case_numbers;
mod cursor;
mod dates;
mod eu;
mod eu_court;
mod forarbete;
mod international;
mod law_words;
mod lookup;
mod names;
mod normalise;
mod parties;
mod provision;
mod regulation;
mod reports;
mod resolver;
mod settle;
mod statute;
mod strasbourg;
mod tables;
mod target;
mod treaty;
mod uri;

pub use names::{CitationNames, HeldName, NameRole};
pub use resolver::Resolver;
pub use settle::{Holdings, Recognized, Resolution, ResolvedLocation};
pub use target::{CandidateReading, CitedBy, CitedLocation, Spelling};
