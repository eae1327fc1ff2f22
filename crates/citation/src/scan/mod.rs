//! The scanner: finds the citations in a running text, each with its words and its target.
//!
//! A text is read once from the beginning, in time linear in its length. At each word the forms are tried in a fixed
//! order; an expression is read to its end, and reading goes on after it, so that links never overlap. What a text has
//! named stays known for what it says later (`samma lag`, `a. prop.`, an abbreviation that it defines): one [`Scanner`]
//! reads the nodes of one document in order. Names, numbers and the spelling of targets are those of the resolver.
//!
//! | module | reads |
//! |---|---|
//! | `law`, `statutes` | provisions with the law beside them, regulations |
//! | `numbered_act`, `european` | EU acts and treaties |
//! | `works`, `cases`, `agencies` | preparatory works; courts; decisions and guidance of agencies |
//! | `identifiers` | addresses, ECLI, numbers of treaties and of records of international courts |
//! | `text`, `state`, `dated` | the clean text and its offsets; what was named; names by day |
//! | `pass`, `suspects` | the walk over a text; what looks like a citation and was read as nothing |

mod agencies;
mod cases;
mod dated;
mod european;
mod identifiers;
mod law;
mod numbered_act;
mod pass;
mod provisions;
mod regulations;
mod state;
mod statutes;
mod suspects;
mod text;
mod works;

use std::ops::Range;

use lagrum_artifact::Base;

use crate::names::CitationNames;
use crate::target::CitedLocation;
pub use dated::FormerBearer;
use pass::Pass;
use state::ScanState;
use text::ScanText;

/// A group of forms that a scan looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ScanType {
    /// Statutes, provisions and relative references.
    Statutes = 1,
    /// Only references that name their statute, for texts without one.
    NamedStatutes = 1 << 1,
    /// Provisions beside abbreviations: `3 § MBL`, `BrB 12:1`.
    Abbreviations = 1 << 2,
    /// EU acts by number, and treaties.
    EuActs = 1 << 3,
    /// EU acts by short names.
    EuActNames = 1 << 4,
    /// EU acts in an English document of the EU, without names.
    EnglishEuActs = 1 << 5,
    /// Swedish reports.
    Reports = 1 << 6,
    /// Held decisions by case number.
    CaseNumbers = 1 << 7,
    /// Preparatory works.
    PreparatoryWorks = 1 << 8,
    /// Cases of the courts of the EU.
    EuCases = 1 << 9,
    /// Held cases of the European Court of Human Rights.
    Strasbourg = 1 << 10,
    /// Decisions of JO, JK and ARN.
    Decisions = 1 << 11,
    /// Positions of Skatteverket.
    Positions = 1 << 12,
    /// Guidance of the European data protection board.
    Guidance = 1 << 13,
    /// Agency regulations.
    Regulations = 1 << 14,
    /// `SFS 1979:429` and English pinpoints.
    English = 1 << 15,
}

/// A set of [`ScanType`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScanTypes(u32);

impl ScanTypes {
    /// Every type that may be combined: all but [`ScanType::NamedStatutes`] and [`ScanType::EnglishEuActs`].
    pub fn all() -> Self {
        let alone = ScanType::NamedStatutes as u32 | ScanType::EnglishEuActs as u32;
        Self((1 << 16) - 1 - alone)
    }

    /// Adds a type.
    #[must_use]
    pub fn with(self, kind: ScanType) -> Self {
        Self(self.0 | kind as u32)
    }

    /// Whether a type is in the set.
    pub fn contains(self, kind: ScanType) -> bool {
        self.0 & kind as u32 != 0
    }
}

/// What holds for a whole document.
#[derive(Clone, Debug, Default)]
pub struct ScanSettings {
    /// The forms to look for.
    pub types: ScanTypes,
    /// The day the document was written (`YYYY-MM-DD`): names mean the acts that had them on that day.
    pub written: Option<String>,
    /// Whether a numbered paragraph after a case belongs to its link: `NJA 2018 s. 394 p. 9`.
    pub pinpoints: bool,
    /// Whether the name of a case in quotation marks is a citation.
    pub bare_case_names: bool,
    /// The address that uris of the corpus begin with.
    pub base: Option<Base>,
    /// Whether only links are wanted: what looks like a citation and was read as nothing is then not looked for.
    pub links_only: bool,
}

/// Where in a document a node stands. All parts may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanContext {
    /// The local id of the statute that bare provisions belong to.
    pub law: Option<String>,
    /// The number of its kapitel, only when its anchors have kapitel.
    pub kapitel: Option<String>,
    /// The number of its paragraf.
    pub paragraf: Option<String>,
    /// The number of its stycke.
    pub stycke: Option<String>,
    /// The local id of the EU act that bare articles belong to (`celex/32016R0679`).
    pub eu_act: Option<String>,
    /// Whether the text is one of the European Court of Human Rights, or the Convention itself, so that "the Convention" is
    /// that one.
    pub convention: bool,
    /// The local id of the preparatory work that the text belongs to.
    pub work: Option<String>,
    /// The local id of the committee's report that the work is based on.
    pub committee_report: Option<String>,
}

/// A citation in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScannedLink {
    /// The bytes of the text that cite.
    pub range: Range<usize>,
    /// What is cited; several for a name or an abbreviation that means several documents, none for a citation that has no uri (a range of
    /// report pages, an ECLI that nothing held has).
    pub targets: Vec<CitedLocation>,
    /// Whether the document is only the one that the text named last: the citation itself names none, and neither does
    /// the context.
    pub inferred: bool,
    /// Further locations to try when the targets do not have the provision, the most likely first: in the kapitel of the list before
    /// it, in the kapitel named last, in the act that the list of its line is from.
    pub otherwise: Vec<CitedLocation>,
    /// Whether it names no law and is relative to the location of its own text, of which the context does not tell the kapitel:
    /// `2 §` in an act that numbers its paragrafer anew in each, `första stycket`.
    pub counts_from_here: bool,
    /// Acts that had the name before, when no day says which of them the text means.
    pub formerly: Vec<FormerBearer>,
    /// The bytes of a name beside the citation that other documents have, and its own does not.
    pub misnamed: Option<Range<usize>>,
}

/// What a scan of a text found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScannedText {
    /// Citations in reading order; they do not overlap.
    pub links: Vec<ScannedLink>,
    /// References to something that neither the text nor its context names: `3 §` without a law.
    pub relative: Vec<Range<usize>>,
    /// Passages that look like citations and were read as nothing: a provision of a law that is not known, a paragraph
    /// sign or a case number without a reading.
    pub not_understood: Vec<Range<usize>>,
}

/// Reads the nodes of one document in order.
#[derive(Debug)]
pub struct Scanner<'n> {
    names: &'n CitationNames,
    settings: ScanSettings,
    state: ScanState,
}

impl<'n> Scanner<'n> {
    /// A scanner for one document.
    pub fn new(names: &'n CitationNames, settings: ScanSettings) -> Self {
        Self { names, settings, state: ScanState::default() }
    }

    /// Forgets the names that the document has taught.
    pub fn forget_names(&mut self) {
        self.state.forget_names();
    }

    /// Finds the citations in the text of a node. Fails only when the work is cancelled.
    pub fn scan(
        &mut self,
        text: &str,
        context: &ScanContext,
    ) -> Result<ScannedText, lagrum_cancel::Cancelled> {
        let clean = ScanText::new(text);
        self.state.begin_node();
        let mut pass = Pass {
            names: self.names,
            settings: &self.settings,
            state: &mut self.state,
            context,
            text: &clean,
            found: Vec::new(),
            unmarked_until: 0,
            unread: Vec::new(),
        };
        pass.run()?;
        pass.add_parties();
        let suspects = if self.settings.links_only { Vec::new() } else { pass.suspects() };
        let mut links: Vec<ScannedLink> = Vec::with_capacity(pass.found.len());
        let mut relative = Vec::new();
        for found in std::mem::take(&mut pass.found) {
            let range = clean.original(found.start, found.end);
            if found.relative {
                relative.push(range);
                continue;
            }
            match links.last_mut() {
                // A name that means several documents.
                Some(last) if last.range == range => last.targets.extend(found.targets),
                _ => links.push(ScannedLink {
                    range,
                    targets: found.targets,
                    inferred: found.inferred,
                    otherwise: found.otherwise,
                    counts_from_here: found.counts_from_here,
                    formerly: found.formerly,
                    misnamed: found.misnamed.map(|name| clean.original(name.start, name.end)),
                }),
            }
        }
        let not_understood = suspects.into_iter().map(|(start, end)| clean.original(start, end)).collect();
        Ok(ScannedText { links, relative, not_understood })
    }
}
