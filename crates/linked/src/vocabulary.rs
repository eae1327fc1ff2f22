//! The vocabularies that graphs use, and their terms.

/// A vocabulary: the namespace of its terms, and the prefix that stands for it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkedVocabulary {
    /// Letters: `eli`.
    pub prefix: &'static str,
    /// What its terms begin with; ends with `#` or `/`.
    pub namespace: &'static str,
}

/// A property or a class of a vocabulary. Its name has letters, digits and underscores, and begins with a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkedTerm {
    /// Its vocabulary.
    pub vocabulary: &'static LinkedVocabulary,
    /// Its name in the vocabulary.
    pub name: &'static str,
}

impl LinkedTerm {
    /// The whole identifier.
    pub fn iri(self) -> String {
        format!("{}{}", self.vocabulary.namespace, self.name)
    }

    /// The identifier with the prefix of its vocabulary: `eli:title`.
    pub fn short(self) -> String {
        format!("{}:{}", self.vocabulary.prefix, self.name)
    }
}

impl LinkedVocabulary {
    /// A term of the vocabulary.
    ///
    /// # Panics
    ///
    /// If the name needs an escape in one of the forms: when the program is compiled, since all terms are constants.
    pub const fn term(&'static self, name: &'static str) -> LinkedTerm {
        let bytes = name.as_bytes();
        assert!(!bytes.is_empty() && bytes[0].is_ascii_alphabetic(), "a term begins with a letter");
        let mut at = 0;
        while at < bytes.len() {
            assert!(bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_', "a term has letters and digits");
            at += 1;
        }
        LinkedTerm { vocabulary: self, name }
    }
}

/// What something is.
pub const TYPE: LinkedTerm = RDF.term("type");

macro_rules! vocabularies {
    ($($(#[$doc:meta])* $name:ident $prefix:literal $namespace:literal)*) => {
        $($(#[$doc])* pub static $name: LinkedVocabulary = LinkedVocabulary { prefix: $prefix, namespace: $namespace };)*
    };
}

vocabularies! {
    /// The European Legislation Identifier.
    ELI "eli" "http://data.europa.eu/eli/ontology#"
    /// The terms of the Dublin Core.
    DCTERMS "dcterms" "http://purl.org/dc/terms/"
    /// Catalogues of data.
    DCAT "dcat" "http://www.w3.org/ns/dcat#"
    /// Digests of files.
    SPDX "spdx" "http://spdx.org/rdf/terms#"
    /// People and organisations.
    FOAF "foaf" "http://xmlns.com/foaf/0.1/"
    /// How to reach somebody.
    VCARD "vcard" "http://www.w3.org/2006/vcard/ns#"
    /// Schema.org.
    SCHEMA "schema" "https://schema.org/"
    /// Identity of things.
    OWL "owl" "http://www.w3.org/2002/07/owl#"
    /// Labels.
    RDFS "rdfs" "http://www.w3.org/2000/01/rdf-schema#"
    /// Types of things.
    RDF "rdf" "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    /// Types of literals.
    XSD "xsd" "http://www.w3.org/2001/XMLSchema#"
}
