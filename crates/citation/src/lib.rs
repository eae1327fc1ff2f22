//! The resolver: finds out which document, or part of a document, a short text cites, if any.
//!
//! It works in two steps. *Reading* parses the text into candidate readings, written as local ids with anchors; it
//! knows the corpus only by its [`CitationNames`]. *Settling* looks up in the corpus, through [`Holdings`], which of
//! the cited documents are held and whether they have the anchor. The crate does no input or output. No text is an
//! error, and a query over three hundred characters is not a citation, so the work is bounded.
//!
//! ```
//! use lagrum_artifact::Base;
//! use lagrum_citation::{CitationNames, HeldName, NameRole, Resolver};
//!
//! // A build stores these rows in the catalog; the index is made from them when a snapshot is opened.
//! let held = [HeldName {
//!     document: "1931:47".into(),
//!     name: "Fårlag (1931:47)".into(),
//!     role: NameRole::Title,
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
//! # How it is used
//!
//! A build calls [`HeldName::of`] for the names and identifiers of each artifact, and stores them in the catalog. When
//! a snapshot is opened, [`CitationNames::build`] makes the index of names from them, and one [`Resolver`] is made of
//! the index. The catalog implements [`Holdings`]. [`Resolver::resolve`] returns `results` and `recognized` in the
//! order of the API; filters by source and kind are applied by the caller (a [`Recognized`] has its source). For a
//! search, [`CandidateReading::is_whole`] and [`CandidateReading::beside`] say whether there are words left to search
//! for.
//!
//! # Where things are
//!
//! One module for each form of citation: [`statute`], [`regulation`], [`eu`], [`treaty`], [`eu_court`], [`reports`],
//! [`case_numbers`], [`strasbourg`], [`forarbete`], [`agency`], [`international`], [`uri`]. Anchors are read by
//! [`provision`] and [`article`], paragraphs of decisions by [`judgment`], `f.` and `ff.` by [`following`]; [`foreign`] finds documents
//! that are not acts of the corpus, [`marked_otherwise`] numbers that are no provisions.
//! [`names`] has the index of names, [`tables`] and `data/` the tables it is made of.
//! [`resolver`] defines the order in which the forms are tried, [`mod@settle`] the look-up of what was read, [`series`] which
//! numbers no document can have.

#![allow(rustdoc::private_intra_doc_links, reason = "the overview leads a reader of the source")]

mod act;
mod agency;
mod article;
mod case_numbers;
mod cursor;
mod dates;
mod eu;
mod eu_court;
mod following;
mod forarbete;
mod foreign;
mod international;
mod judgment;
mod law_words;
mod lookup;
mod marked_otherwise;
mod names;
mod normalise;
mod parties;
mod provision;
mod register_works;
mod regulation;
mod reports;
mod resolver;
mod scan;
mod separators;
mod series;
mod settle;
mod statute;
mod statute_number;
mod strasbourg;
mod tables;
mod target;
mod treaty;
mod uri;

pub use dates::written_day;
pub use following::FollowingUnits;
pub use names::{CitationNames, HeldName, NameRole};
pub use register_works::{RegisterWorks, register_works};
pub use resolver::Resolver;
pub use scan::{
    FormerAct, HtmlEntity, ScanContext, ScanSettings, ScanType, ScanTypes, ScannedLink, ScannedText, Scanner,
    act_named_before, acts_abbreviated_alike,
};
pub use series::{ImpossibleNumber, SeriesNumber, impossible_number, series_named, series_number};
pub use settle::{Holdings, Recognized, Resolution, ResolvedLocation, locate, settle};
pub use target::{CandidateReading, CitedBy, CitedLocation, Spelling};
