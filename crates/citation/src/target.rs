//! The locations that a citation names, and how it was read.
//!
//! A document is written as its local id, the uri without the base address.

use std::fmt;
use std::ops::Range;

use lagrum_artifact::Anchor;
use lagrum_sources::Source;

/// The greatest number of held documents that one identifier gives.
const MAX_HELD: usize = 20;

/// A document and, where the citation names one, an anchor in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CitedLocation {
    /// The document's local id, such as `1962:700` or `celex/32016R0679`.
    pub document: String,
    /// The anchor, such as `K12P1`. Settling finds out whether the document has it.
    pub anchor: Option<Anchor>,
}

impl CitedLocation {
    pub(crate) fn document(document: impl Into<String>) -> Self {
        Self { document: document.into(), anchor: None }
    }

    pub(crate) fn at(document: impl Into<String>, anchor: Option<Anchor>) -> Self {
        Self { document: document.into(), anchor }
    }

    /// Parses `local id` or `local id#anchor`.
    pub fn parse(text: &str) -> Self {
        let (document, anchor) = lagrum_artifact::Location::split(text);
        Self::at(document, anchor.and_then(Anchor::new))
    }

    /// The source of the document by the form of its local id; None when no source has that form.
    pub fn source(&self) -> Option<&'static str> {
        source_of(&self.document).map(|source| source.name)
    }
}

impl fmt::Display for CitedLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.document)?;
        match &self.anchor {
            Some(anchor) => write!(f, "#{anchor}"),
            None => Ok(()),
        }
    }
}

/// The kind of words by which a citation names a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CitedBy {
    /// Its address.
    Uri,
    /// A number in a series: an SFS number, a CELEX number, a report, a proposition.
    Number,
    /// A name of the act or treaty.
    Name,
    /// An abbreviation or acronym.
    Abbreviation,
    /// The popular name of a part of an act (`hyreslagen`).
    PartName,
    /// The name of a case.
    CaseName,
    /// An identifier that only held documents have: ECLI, case number, application number, report page.
    HeldIdentifier,
}

/// How closely a query spells a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spelling {
    /// As in the tables, apart from case, blanks and hyphens between numbers.
    AsWritten,
    /// With diacritics, blanks or hyphens left out.
    Loose,
    /// With one typing error.
    Corrected,
}

/// One way to read a query as a citation, before anything is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateReading {
    /// The cleaned query: single blanks, plain hyphens, no quotation marks around it.
    pub query: String,
    /// The citation in [`CandidateReading::query`], as a range of bytes.
    pub matched: Range<usize>,
    /// The cited locations; never empty. There are several when a name or a list of numbers names several documents.
    pub targets: Vec<CitedLocation>,
    /// The kind of words by which the query names them.
    pub how: CitedBy,
    /// How closely the query spells the name.
    pub spelling: Spelling,
}

impl CandidateReading {
    /// Whether the citation is the whole query.
    pub fn is_whole(&self) -> bool {
        self.matched.start == 0 && self.matched.end >= self.query.len()
    }

    /// The words beside the citation, which are left to search for inside the document.
    pub fn beside(&self) -> String {
        let before = self.query.get(..self.matched.start).unwrap_or_default().trim();
        let after = self.query.get(self.matched.end..).unwrap_or_default().trim();
        if before.is_empty() { after.to_owned() } else { format!("{before} {after}").trim_end().to_owned() }
    }
}

/// A citation of one form, and where it ends in the query.
#[derive(Clone, Debug)]
pub(crate) struct CitationMatch {
    pub(crate) targets: Vec<CitedLocation>,
    pub(crate) end: usize,
    pub(crate) how: CitedBy,
    pub(crate) spelling: Spelling,
}

impl CitationMatch {
    pub(crate) fn number(target: CitedLocation, end: usize) -> Option<Self> {
        Self::numbers(vec![target], end)
    }

    /// A match of held documents, each once, at most [`MAX_HELD`]; None when there are none.
    pub(crate) fn held<'n>(documents: impl Iterator<Item = &'n str>, end: usize) -> Option<Self> {
        let mut targets: Vec<CitedLocation> = Vec::new();
        for document in documents.take(MAX_HELD) {
            let target = CitedLocation::document(document);
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        (!targets.is_empty()).then_some(Self {
            targets,
            end,
            how: CitedBy::HeldIdentifier,
            spelling: Spelling::AsWritten,
        })
    }

    pub(crate) fn numbers(targets: Vec<CitedLocation>, end: usize) -> Option<Self> {
        (!targets.is_empty()).then_some(Self {
            targets,
            end,
            how: CitedBy::Number,
            spelling: Spelling::AsWritten,
        })
    }
}

/// The source of a local id, held or not; None when no source has its form.
pub(crate) fn source_of(local_id: &str) -> Option<&'static Source> {
    let (namespace, rest) = local_id.split_once(['/', ':'])?;
    let named = !namespace.is_empty() && !rest.is_empty();
    named.then(|| lagrum_sources::source_of_local_id(local_id))?
}
