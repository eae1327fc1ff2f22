//! A graph: what is said of things, as a list without repetition.

use std::collections::HashSet;

use crate::{Iri, LinkedTerm, TYPE, XSD};

/// What is said of a thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LinkedValue {
    /// Another thing.
    Thing(Iri),
    /// A property or a class of a vocabulary.
    Term(LinkedTerm),
    /// Words, with their language as a tag of BCP 47 where they have one.
    Text(String, Option<&'static str>),
    /// A value of a type that is not words: a day, a number.
    Typed(String, LinkedTerm),
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Triple {
    /// Of what it is said.
    pub subject: Iri,
    /// What is said of it.
    pub property: LinkedTerm,
    /// And its value.
    pub value: LinkedValue,
}

/// A list of statements, each of them once, in the order in which they were made.
#[derive(Clone, Debug, Default)]
pub struct LinkedGraph {
    triples: Vec<Triple>,
    seen: HashSet<Triple>,
}

impl LinkedGraph {
    /// All statements, in the order in which they were made.
    pub fn triples(&self) -> &[Triple] {
        &self.triples
    }

    /// Adds a statement.
    pub fn add(&mut self, subject: &Iri, property: LinkedTerm, value: LinkedValue) {
        let triple = Triple { subject: subject.clone(), property, value };
        if self.seen.insert(triple.clone()) {
            self.triples.push(triple);
        }
    }

    /// Says what a thing is.
    pub fn a(&mut self, subject: &Iri, class: LinkedTerm) {
        self.add(subject, TYPE, LinkedValue::Term(class));
    }

    /// Says that a thing has a relation to another. A text that is no identifier is left out.
    pub fn relation(&mut self, subject: &Iri, property: LinkedTerm, thing: &str) {
        if let Some(iri) = Iri::new(thing) {
            self.add(subject, property, LinkedValue::Thing(iri));
        }
    }

    /// Says words of a thing.
    pub fn words(
        &mut self,
        subject: &Iri,
        property: LinkedTerm,
        words: &str,
        language: Option<&'static str>,
    ) {
        self.add(subject, property, LinkedValue::Text(words.to_owned(), language));
    }

    /// Says a day (`YYYY-MM-DD`) of a thing.
    pub fn day(&mut self, subject: &Iri, property: LinkedTerm, day: &str) {
        self.add(subject, property, LinkedValue::Typed(day.to_owned(), XSD.term("date")));
    }

    /// The statements about each thing together, the things in the order in which they were first spoken of.
    pub(crate) fn by_subject(&self) -> Vec<(&Iri, Vec<&Triple>)> {
        let mut places = std::collections::HashMap::new();
        let mut groups: Vec<(&Iri, Vec<&Triple>)> = Vec::new();
        for triple in &self.triples {
            let at = *places.entry(&triple.subject).or_insert_with(|| {
                groups.push((&triple.subject, Vec::new()));
                groups.len() - 1
            });
            groups[at].1.push(triple);
        }
        groups
    }

    /// The vocabularies of its terms, by prefix.
    pub(crate) fn vocabularies(&self) -> std::collections::BTreeSet<&'static crate::LinkedVocabulary> {
        let of_value = |value: &LinkedValue| match value {
            LinkedValue::Term(term) | LinkedValue::Typed(_, term) => Some(term.vocabulary),
            LinkedValue::Thing(_) | LinkedValue::Text(..) => None,
        };
        let both = |triple: &Triple| [Some(triple.property.vocabulary), of_value(&triple.value)];
        self.triples.iter().flat_map(both).flatten().collect()
    }
}
