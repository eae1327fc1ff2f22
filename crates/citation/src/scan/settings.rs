//! The settings of a scan, and the context of a text.

use lagrum_artifact::Base;

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

/// The settings for a whole document.
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
    /// Whether only links are wanted. Passages that look like citations and could not be read are then not looked for.
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
    /// Whether the text is one of the European Court of Human Rights, or the European Convention itself, so that "the Convention" means
    /// the European Convention.
    pub convention: bool,
    /// The local id of the preparatory work that the text belongs to.
    pub work: Option<String>,
    /// The local id of the committee's report that the work is based on.
    pub committee_report: Option<String>,
}
