//! The properties of a source.

use lagrum_artifact::{AnchorGrammar, Artifact, Base};

use crate::act_form::ActForm;
use crate::facets::FacetScheme;
use crate::group::FlowGroup;
use crate::kind_words::KindWords;
use crate::kinds::DocumentKind;
use crate::listing_row::{BrowseExtras, KeptRow, ListingRow, keep_all};
use crate::names::{DocumentNames, acronym};
use crate::reading::ArtifactFields;
use crate::stated_names::{NamesOf, StatedName};
use crate::{generic, snippet};

/// A source. Properties that its file does not set follow the generic rules.
#[derive(Debug)]
pub struct Source {
    /// Its name in requests (`sfs`); empty for the generic source.
    pub name: &'static str,
    /// Another name for it that requests and imports may use.
    pub other_name: Option<&'static str>,
    /// Its name for readers.
    pub label: &'static str,
    /// The directory of its artifacts in a tree of files.
    pub artifact_dir: &'static str,
    /// The grammar of the anchors of its documents.
    pub grammar: AnchorGrammar,
    /// The language of its texts, as a tag of BCP 47; of a source with texts in several languages that of the texts that state none.
    pub(crate) language: &'static str,
    /// Whether it has texts in several languages, each of which states its own.
    pub(crate) is_multilingual: bool,
    /// Whether earlier lydelser of its documents are archived.
    pub has_lydelser: bool,
    /// Whether its documents are cited by printed page where they have no anchors.
    pub cited_by_page: bool,
    /// How the provisions of its acts are numbered; None for a source of other documents than acts.
    pub act_form: Option<ActForm>,
    /// Whether its documents are Swedish statutes. A statute is cited by its SFS number, which is its local id, and may
    /// be held under that number with a page (`1904:48_s.1`). Bills name it by number or title, and its consolidated
    /// text leaves out graphics.
    pub holds_statutes: bool,
    /// Whether anchors name the parts of an article of its treaties: `A6P1La`.
    pub has_article_parts: bool,
    /// Whether its local ids have a year and a number within the year, so that a number of a future year cannot exist. False for decisions
    /// of agencies, whose numbers have too many forms.
    pub numbered_by_year: bool,
    /// How its documents are filed for browsing; None when they are not filed.
    pub scheme: Option<&'static FacetScheme>,
    /// Whether an acronym at the end of a name is that of the document: `Europakonventionen (EKMR)`. False for statutes, where it is the
    /// acronym of the subject.
    pub(crate) acronym_in_name: bool,
    /// The words by which queries ask for its documents.
    pub(crate) kind_words: &'static [KindWords],
    pub(crate) kinds: fn() -> &'static [DocumentKind],
    pub(crate) group: fn(kind: &str) -> FlowGroup,
    pub(crate) names: fn(&ArtifactFields) -> DocumentNames,
    pub(crate) summary: fn(&ArtifactFields) -> Option<String>,
    /// The uri of the document that a document of this source comments on.
    pub(crate) about: fn(&ArtifactFields) -> Option<String>,
    /// The English names of the document with a local id, under which it is searched for.
    pub(crate) english_names: fn(&str) -> &'static [&'static str],
    /// The uri of the document that took the place of a document of this source.
    pub(crate) successor: fn(&ArtifactFields) -> Option<String>,
    pub(crate) stated_names: NamesOf,
    pub(crate) snippet: fn(&Artifact, &DocumentNames) -> Option<String>,
    /// The year of a document in the facets of a search.
    pub(crate) year: fn(&ListingRow) -> Option<u16>,
    /// Which rows a listing keeps, and which are nested under another.
    pub(crate) fold: fn(&[ListingRow], Vec<usize>) -> Vec<KeptRow>,
    pub(crate) extras: fn(&ListingRow) -> BrowseExtras,
    /// Whether a local id has the form of those of this source.
    pub(crate) owns: fn(&str) -> bool,
}

impl Source {
    /// The generic rules. A source overrides those that differ.
    pub(crate) const GENERIC: Self = Self {
        name: "",
        other_name: None,
        label: "",
        artifact_dir: "",
        grammar: AnchorGrammar::General,
        language: "sv",
        is_multilingual: false,
        has_lydelser: false,
        cited_by_page: false,
        act_form: None,
        holds_statutes: false,
        has_article_parts: false,
        numbered_by_year: true,
        scheme: None,
        acronym_in_name: true,
        kind_words: &[],
        kinds: || &[],
        group: |_| FlowGroup::Ovrigt,
        names: generic::names,
        summary: |_| None,
        about: |_| None,
        english_names: |_| &[],
        successor: |reading| reading.meta("ersattAv").map(str::to_owned),
        stated_names: |_, _| Vec::new(),
        snippet: snippet::prose_of_its_own,
        year: generic::year,
        fold: |_, listed| keep_all(listed),
        extras: |_| BrowseExtras::default(),
        owns: |_| false,
    };

    /// The name after a pinpoint: the acronym of the descriptive name, else that name, else the label.
    pub fn short_name<'a>(&self, descriptive: &'a str, label: &'a str) -> &'a str {
        let name = if descriptive.is_empty() { label } else { descriptive };
        self.acronym_of(descriptive).unwrap_or(name)
    }

    pub(crate) fn acronym_of<'a>(&self, name: &'a str) -> Option<&'a str> {
        acronym(name).filter(|_| self.acronym_in_name)
    }

    /// The uri of the document that a document of this source comments on; None for one that is no commentary.
    pub fn document_commented_on(&self, artifact: &Artifact, base: &Base) -> Option<String> {
        (self.about)(&ArtifactFields::new(artifact, base))
    }

    /// The names that the artifact of a document states, as citations use them. Numbers and other identifiers are left
    /// out: their fields are the same in all sources.
    pub fn stated_names<'a>(&self, artifact: &'a Artifact, local_id: &str) -> Vec<StatedName<'a>> {
        (self.stated_names)(artifact, local_id)
    }

    /// The English names of the document with this local id, the usual one first.
    pub fn english_names(&self, local_id: &str) -> &'static [&'static str] {
        (self.english_names)(local_id)
    }

    /// Whether a document of the given kind is an act: its provisions are amended, and apply until they are repealed. False for a ruling,
    /// which the source of EU law has too.
    pub fn is_act(&self, kind: &str) -> bool {
        self.act_form.is_some() && self.group(kind) != FlowGroup::EuDomar
    }

    /// The flow group of a document of the given kind.
    pub fn group(&self, kind: &str) -> FlowGroup {
        (self.group)(kind)
    }

    /// The kinds of documents of the source, in the order in which they are presented.
    pub fn kinds(&self) -> &'static [DocumentKind] {
        (self.kinds)()
    }
}
