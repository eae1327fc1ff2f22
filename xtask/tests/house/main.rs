//! What must hold of the whole repository: its structure, names, documents and what is deployed.

mod circles;
mod common;
mod deploy;
mod dockerfile;
mod documents;
mod glossary;
mod public_types;
mod release;
mod signatures;
mod source_names;
mod structure;
