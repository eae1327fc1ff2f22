//! Linked data (RDF): a graph as a list of triples, and its writers.
//!
//! Who describes something fills a [`LinkedGraph`]; each writer takes the same list, so that all forms say the same. An [`Iri`] and
//! a [`LinkedTerm`] are checked when they are made, so that no writer can fail.
//!
//! The libraries that write RDF bring a store's worth of types: a form that a build waits for longer than for these three
//! writers. They read what is written here in the tests.

mod graph;
mod iri;
mod json_ld;
mod lines;
mod turtle;
mod vocabulary;

pub use graph::{LinkedGraph, LinkedValue, Triple};
pub use iri::Iri;
pub use json_ld::json_ld;
pub use lines::n_triples;
pub use turtle::turtle;
pub use vocabulary::{
    DCAT, DCTERMS, ELI, FOAF, LinkedTerm, LinkedVocabulary, OWL, RDF, RDFS, SCHEMA, SPDX, TYPE, VCARD, XSD,
};
