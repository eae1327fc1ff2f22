//! What a citation names: a document, or a place in one, written as a local id (the uri without the base address).

use std::fmt;
use std::ops::Range;

use lagrum_artifact::Anchor;
use lagrum_sources::Source;

/// Held documents that one identifier is looked up to.
const MOST_HELD: usize = 20;

/// A document and, where the citation says so, a place in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CitedLocation {
    /// The document's local id, such as `1962:700` or `celex/32016R0679`.
    pub document: String,
    /// The place in it, such as `K12P1`. Whether the document has it is for settling to find out.
    pub anchor: Option<Anchor>,
}

impl CitedLocation {
    pub(crate) fn document(document: impl Into<String>) -> Self {
        Self { document: document.into(), anchor: None }
    }

    pub(crate) fn at(document: impl Into<String>, anchor: Option<Anchor>) -> Self {
        Self { document: document.into(), anchor }
    }

    /// Reads `local id` or `local id#anchor`.
    pub fn parse(text: &str) -> Self {
        let (document, anchor) = lagrum_artifact::Place::split(text);
        Self::at(document, anchor.and_then(Anchor::new))
    }

    /// The source the document belongs to, read off its local id; None for a namespace nobody knows.
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

/// By what a citation names its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CitedBy {
    /// By its address.
    Uri,
    /// By a number of its series: an SFS number, a CELEX number, a report, a proposition.
    Number,
    /// By a name of the whole act or treaty.
    Name,
    /// By an abbreviation or acronym.
    Abbreviation,
    /// By the popular name of a part of an act (`hyreslagen`).
    PartName,
    /// By the name of a case.
    CaseName,
    /// By an identifier that only the corpus knows: ECLI, case number, application number, report page.
    HeldIdentifier,
}

/// How closely the query spells what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spelling {
    /// As the tables have it, but for case, blanks and hyphens between numbers.
    AsWritten,
    /// With diacritics, blanks or hyphens left out.
    Loose,
    /// With one typing error.
    Corrected,
}

/// How a query was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateReading {
    /// The query as it was read: single blanks, plain hyphens, no wrapping.
    pub query: String,
    /// What of [`CandidateReading::query`] was understood, as a byte range.
    pub matched: Range<usize>,
    /// What is named; never empty. More than one when a name or a list of numbers names several documents.
    pub targets: Vec<CitedLocation>,
    /// By what.
    pub how: CitedBy,
    /// How closely.
    pub spelling: Spelling,
}

impl CandidateReading {
    /// Whether the citation is all that was typed.
    pub fn is_whole(&self) -> bool {
        self.matched.start == 0 && self.matched.end >= self.query.len()
    }

    /// The words beside the citation: what is left to search for inside the document named.
    pub fn beside(&self) -> String {
        let before = self.query.get(..self.matched.start).unwrap_or_default().trim();
        let after = self.query.get(self.matched.end..).unwrap_or_default().trim();
        if before.is_empty() { after.to_owned() } else { format!("{before} {after}").trim_end().to_owned() }
    }
}

/// What a reader of one shape found at a place: the targets and where it stopped.
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

    /// Held documents, each once; None without any. Of very many the first are enough.
    pub(crate) fn held<'n>(documents: impl Iterator<Item = &'n str>, end: usize) -> Option<Self> {
        let mut targets: Vec<CitedLocation> = Vec::new();
        for document in documents.take(MOST_HELD) {
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

/// The source that a local id belongs to, held or not; None for a namespace nobody knows.
pub(crate) fn source_of(local_id: &str) -> Option<&'static Source> {
    let (namespace, rest) = local_id.split_once(['/', ':'])?;
    let named = !namespace.is_empty() && !rest.is_empty();
    named.then(|| lagrum_sources::source_of_local_id(local_id))?
}
